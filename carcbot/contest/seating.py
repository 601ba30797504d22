"""Who sits where in a game, and with which chance: common to all ways to play it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from carcbot.arena.blocks import Effort, Fault, Game, GameResult
from carcbot.arena.contest import Contest, Entrant
from carcbot.games import registry
from carcbot.games.contract import State
from carcbot.games.game_text import record_text
from carcbot.search.agent import Agent, parse_agent
from carcbot.search.budget import Budget
from carcbot.search.own_agent import is_own
from carcbot.search.program_agent import is_program
from carcbot.search.whole_game import Chance

__all__ = ["Seating", "places_after", "start_of"]


@dataclass(frozen=True, slots=True)
class Seating:
    """A game before it is played: who sits where.

    Attributes:
        contest: In which contest.
        game: Which game.
    """

    contest: Contest
    game: Game

    def entrant(self, seat: int) -> Entrant:
        """The player in this seat."""
        return self.contest.player[self.game.players[seat]]

    def agent(self, seat: int) -> Agent:
        """Our agent in this seat."""
        return parse_agent(self.entrant(seat).agent)

    def budget(self, seat: int) -> Budget:
        """What a decision in this seat may cost, the limits of our own agents included."""
        return _budget(self.entrant(seat).agent, self.contest.limits_of(self.game.players[seat]))

    def seed(self, seat: int) -> int:
        """The seed of the player in this seat."""
        return self._lot(f"seat {seat}")

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.contest.seats)

    @property
    def chance(self) -> Chance:
        """What is drawn: the same in every game of the block, if the contest wants that."""
        one_deck = registry.get(self.contest.game).deck is not None
        return Chance(self._lot("chance"), one_deck=one_deck)

    @property
    def secret(self) -> str:
        """What the referee's table draws from, in hex: the same with the same `chance`."""
        return hashlib.sha256(f"{self._lot('chance')}".encode()).hexdigest()

    @property
    def start(self) -> tuple[State, str]:
        """The first position, which nobody may change, and its text."""
        return start_of(self.contest.game, self.contest.options, self.contest.seats)

    def _lot(self, what: str) -> int:
        own = "" if self.contest.mirrored else f" game {self.game.number}"
        return self.game.block.seed(self.contest, what + own)

    def result(
        self,
        scores: Sequence[int],
        ranking: Sequence[int],
        plies: Sequence[str],
        efforts: Sequence[Effort],
        fault: Fault | None = None,
        *,
        gave_up: Sequence[int] = (),
    ) -> GameResult:
        """The result of the game: a player at fault comes last."""
        places = tuple(ranking)
        if fault is not None and fault.seat >= 0:
            places = places_after(places, fault.seat)
        return GameResult(
            block=self.game.block.number,
            game=self.game.number,
            names=tuple(self.entrant(seat).name for seat in self.seats),
            scores=tuple(scores),
            places=places,
            record=record_text(self.contest.game, self.start[0].options, plies),
            efforts=tuple(efforts),
            fault=fault,
            attempt=self.game.attempt,
            gave_up=tuple(gave_up),
        )


@cache
def _budget(agent: str, limits: Budget) -> Budget:
    is_ours = not (is_own(agent) or is_program(agent))
    return limits.within(parse_agent(agent).budget) if is_ours else limits


@cache
def start_of(game: str, options: str, seats: int) -> tuple[State, str]:
    """The first position of a game, which nobody may change, and its text."""
    state = registry.get(game).new(options, seats=seats)
    return state, state.text


def places_after(ranking: Sequence[int], culprit: int) -> tuple[int, ...]:
    """The places if this seat has lost by a fault: it is last, others keep their order."""
    others = [place for seat, place in enumerate(ranking) if seat != culprit]
    return tuple(
        len(ranking) if seat == culprit else 1 + sum(other < place for other in others)
        for seat, place in enumerate(ranking)
    )
