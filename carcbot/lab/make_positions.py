"""Makes positions.txt: ``python -m carcbot.lab.make_positions`` writes it where it lies.

The positions come from games between agents of different strength, so that leads of all sizes
occur, and no two of a stage come from the same game. Everything follows from the seeds below.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

from carcbot.errors import InternalError
from carcbot.games.carcassonne import CARCASSONNE
from carcbot.lab.playing import decisions
from carcbot.lab.positions import Position, lead_of, stage_of
from carcbot.search.agent import parse_agent

__all__ = ["AGENTS", "made", "written"]

AGENTS = ("random", "greedy", "heyden-star25-f5:nodes=2000", "heyden-mcts-c3:sims=150")
"""Who plays: each against each other, and that several times."""

_ROUNDS = 3
_SEED = 2009
_TEXT = Path(__file__).with_name("positions.txt")


@dataclass(frozen=True, slots=True)
class Wish:
    """So many positions of a stage with a lead from `low` to `high`."""

    stage: str
    count: int
    low: int
    high: int


WISHES = (
    Wish("opening", 6, -2, 2),
    Wish("opening", 6, 3, 30),
    Wish("opening", 6, -30, -3),
    Wish("middle", 6, -4, 4),
    Wish("middle", 4, 5, 19),
    Wish("middle", 4, -19, -5),
    Wish("middle", 2, 20, 40),
    Wish("middle", 2, -40, -20),
    Wish("end", 4, -5, 5),
    Wish("end", 3, 6, 19),
    Wish("end", 3, -19, -6),
    Wish("end", 1, 20, 32),
    Wish("end", 1, 33, 45),
    Wish("end", 1, -32, -20),
    Wish("end", 1, -45, -33),
)


@dataclass(frozen=True, slots=True)
class _Candidate:
    game: int
    turn: int
    stage: str
    lead: int
    text: str


def made() -> list[Position]:
    """The positions, in the order of the file."""
    candidates = list(_candidates())
    rng = random.Random(_SEED)
    positions = []
    for stage in dict.fromkeys(wish.stage for wish in WISHES):
        picked: list[_Candidate] = []
        for wish in WISHES:
            if wish.stage == stage:
                for _ in range(wish.count):
                    picked.append(_pick(wish, candidates, picked, rng))
        picked.sort(key=lambda each: (each.turn, each.game))
        positions += [
            Position(f"{stage}-{number:02}", stage, each.lead, each.text)
            for number, each in enumerate(picked, 1)
        ]
    return positions


def written() -> str:
    """What the file holds."""
    return "".join(f"{position.line}\n" for position in made())


def _candidates() -> Iterator[_Candidate]:
    agents = [parse_agent(text) for text in AGENTS]
    pairs = [*permutations(agents, 2)] * _ROUNDS
    for game, pair in enumerate(pairs):
        for turn, state in enumerate(decisions(CARCASSONNE, pair, _SEED + game)):
            # with one move, or with less than three tiles, there is nothing to search to depth 3
            if not state.over and len(state.legal_moves()) > 1 and sum(state.bag().values()) >= 2:
                yield _Candidate(game, turn, stage_of(state.text), lead_of(state), state.text)


def _pick(
    wish: Wish, candidates: list[_Candidate], picked: list[_Candidate], rng: random.Random
) -> _Candidate:
    """One that fits, from a game that has given none yet; if possible of a turn of its own."""
    games = {each.game for each in picked}
    turns = {each.turn for each in picked}
    fitting = [
        each
        for each in candidates
        if each.stage == wish.stage
        and wish.low <= each.lead <= wish.high
        and each.game not in games
    ]
    fresh = [each for each in fitting if each.turn not in turns]
    if not fitting:
        raise InternalError(f"no game gave what {wish} asks for")
    return rng.choice(fresh or fitting)


if __name__ == "__main__":
    _TEXT.write_text(written(), encoding="ascii")
