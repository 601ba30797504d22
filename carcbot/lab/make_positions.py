"""Makes positions.txt: ``python -m carcbot.lab.make_positions`` writes it.

The positions come from games between agents of different strength, so that leads of all sizes
occur, and no two of a stage come from the same game. Everything follows from the seeds below. For
studies that are asked for more positions there are further sets, of games of their own.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

from carcbot.games.carcassonne import CARCASSONNE
from carcbot.lab.played_games import decisions
from carcbot.lab.positions import Position, lead_of, stage_of
from carcbot.search.agent import parse_agent

__all__ = ["AGENTS", "made", "written"]

AGENTS = ("random", "greedy", "heyden-star25-f5:nodes=2000", "heyden-mcts-c3:sims=150")
"""The players: each against each other, several times."""

_ROUNDS = 3
_SEED = 2009
_TEXT = Path(__file__).with_name("positions.txt")


@dataclass(frozen=True, slots=True)
class Quota:
    """So many positions of a stage with a lead from `low` to `high`."""

    stage: str
    count: int
    low: int
    high: int

    def off(self, lead: int) -> int:
        """The distance of a lead from this range; 0 if it fits."""
        return max(self.low - lead, lead - self.high, 0)


QUOTAS = (
    Quota("opening", 6, -2, 2),
    Quota("opening", 6, 3, 30),
    Quota("opening", 6, -30, -3),
    Quota("middle", 6, -4, 4),
    Quota("middle", 4, 5, 19),
    Quota("middle", 4, -19, -5),
    Quota("middle", 2, 20, 40),
    Quota("middle", 2, -40, -20),
    Quota("end", 4, -5, 5),
    Quota("end", 3, 6, 19),
    Quota("end", 3, -19, -6),
    Quota("end", 1, 20, 32),
    Quota("end", 1, 33, 45),
    Quota("end", 1, -32, -20),
    Quota("end", 1, -45, -33),
)


@dataclass(frozen=True, slots=True)
class _Candidate:
    game: int
    turn: int
    stage: str
    lead: int
    text: str


def made(number: int = 0) -> list[Position]:
    """The set of that number, in the order of the file, which is number 0; it takes seconds."""
    candidates = list(_candidates(number))
    rng = random.Random(_SEED + number)
    positions = []
    for stage in dict.fromkeys(wish.stage for wish in QUOTAS):
        picked: list[_Candidate] = []
        for wish in QUOTAS:
            if wish.stage == stage:
                for _ in range(wish.count):
                    picked.append(_pick(wish, candidates, picked, rng))
        picked.sort(key=lambda each: (each.turn, each.game))
        positions += [
            Position(f"{stage}-{at:02}", stage, each.lead, each.text)
            for at, each in enumerate(picked, number * len(picked) + 1)
        ]
    return positions


def written() -> str:
    """What the file holds."""
    return "".join(f"{position.line}\n" for position in made())


def _candidates(number: int) -> Iterator[_Candidate]:
    agents = [parse_agent(text) for text in AGENTS]
    pairs = [*permutations(agents, 2)] * _ROUNDS
    for game, pair in enumerate(pairs, number * len(pairs)):
        for turn, state in enumerate(decisions(CARCASSONNE, pair, _SEED + game)):
            # with one move, or with less than three tiles, there is nothing to search to depth 3
            if not state.over and len(state.legal_moves()) > 1 and sum(state.bag().values()) >= 2:
                yield _Candidate(game, turn, stage_of(state.text), lead_of(state), state.text)


def _pick(
    wish: Quota, candidates: list[_Candidate], picked: list[_Candidate], rng: random.Random
) -> _Candidate:
    """One that fits best, from a game that has given none yet; if possible of a turn of its own."""
    games = {each.game for each in picked}
    turns = {each.turn for each in picked}
    free = [each for each in candidates if each.stage == wish.stage and each.game not in games]
    nearest = min(wish.off(each.lead) for each in free)
    fitting = [each for each in free if wish.off(each.lead) == nearest]
    fresh = [each for each in fitting if each.turn not in turns]
    return rng.choice(fresh or fitting)


if __name__ == "__main__":
    _TEXT.write_text(written(), encoding="ascii")
