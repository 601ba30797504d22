"""Games of contests, played in every way there is, with the chance of one's choice."""

import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import Final

import pytest

from carcbot.arena.blocks import Block, Effort, Game, GameResult
from carcbot.arena.contest import Clock, Contest, Entrant
from carcbot.arena.contest_file import check_contest
from carcbot.contest import mixed_game, refereed_game
from carcbot.contest.agent_seat import agent_seat
from carcbot.contest.seating import Seating
from carcbot.games import registry
from carcbot.games.contract import View
from carcbot.search.budget import Budget
from tests.leak.twins import Match, Twins, dealt_draws, seed_of

__all__ = ["PermutedStack", "contest_of", "game_of", "in_the_twins_place", "parts_of", "plies_of"]

_CLOCK: Final = Clock("per_move", move_s=3600.0)


def contest_of(game: str, options: str, agents: Sequence[str], *, clock: bool = False) -> Contest:
    """A contest in which each of these agents has a seat."""
    words = [word for word in options.split(",") if word and not word.startswith("seats=")]
    return check_contest(
        Contest(
            game=game,
            options=",".join(words),
            seats=len(agents),
            player=tuple(Entrant(f"p{seat}", agent) for seat, agent in enumerate(agents)),
            clock=_CLOCK if clock else None,
            grace_s=3600.0,
        ),
        "a test",
    )


def game_of(contest: Contest, number: int) -> Seating:
    """One of its games, in which everybody sits in the seat of his number."""
    return Seating(contest, Game(Block(number, 0, tuple(range(contest.seats))), 0))


def plies_of(result: GameResult) -> list[str]:
    """What was drawn and moved in a game that came to its end."""
    assert result.fault is None, result.fault
    return result.record.split(" ")[3:]


class _EnoughError(Exception):
    """The twins part here, and nothing more is played."""


class _Chance:
    """Draws what a twin draws."""

    def __init__(self, picks: Sequence[int]) -> None:
        self._picks = iter(picks)

    def pick(self, weights: Sequence[int], mover: int) -> int:
        """The next one."""
        del weights, mover
        picked = next(self._picks, None)
        if picked is None:
            raise _EnoughError
        return picked


class PermutedStack:
    """Draws that are the same for so long, and then those of a stack in another order."""

    def __init__(self, same: int, order: int) -> None:
        self._first = random.Random(1)
        self._then = random.Random(f"order {order}")
        self._same = same

    def pick(self, weights: Sequence[int], mover: int) -> int:
        """The next one."""
        del mover
        self._same -= 1
        rng = self._first if self._same >= 0 else self._then
        return rng.choices(range(len(weights)), weights)[0]


class _Chair:
    """Moves as a twin does."""

    def __init__(self, moves: Sequence[str]) -> None:
        self.effort = Effort()
        self.billed_ns = 0
        self._moves = iter(moves)

    def decide(self, view: View, budget: Budget) -> str:
        """The next move."""
        del view, budget
        move = next(self._moves, None)
        if move is None:
            raise _EnoughError
        return move

    def see(self, seen: str) -> None:
        """Knows already what happens."""


@contextmanager
def in_the_twins_place(twins: Twins, match: Match) -> Iterator[None]:
    """In here games of contests are this match, but for the viewer, who is asked as always.

    They are broken off where the twins part, at the latest.
    """
    picks, moves = parts_of(twins, match)

    def seat_agent(seating: Seating, seat: int, stack: ExitStack) -> object:
        if seat == twins.viewer:
            return agent_seat(seating, seat, stack)
        return _Chair(moves[seat])

    with pytest.MonkeyPatch.context() as patch, dealt_draws(twins, match):
        patch.setattr(Seating, "seed", lambda _, seat: 7 + seat)
        patch.setattr(Seating, "chance", property(lambda _: _Chance(picks)))
        patch.setattr(Seating, "secret", property(lambda _: seed_of(match.lot).hex()))
        patch.setattr(mixed_game, "agent_seat", seat_agent)
        patch.setattr(refereed_game, "agent_seat", seat_agent)
        with suppress(_EnoughError):
            yield


def parts_of(twins: Twins, match: Match) -> tuple[list[int], list[list[str]]]:
    """Which outcome each draw is, and the moves of each seat."""
    state = registry.get(twins.game).new(twins.options)
    picks: list[int] = []
    moves: list[list[str]] = [[] for _ in range(state.seats)]
    for ply in match.plies:
        if state.to_move >= 0:
            moves[state.to_move].append(ply)
        else:
            picks.append([text for text, _ in state.outcomes()].index(ply))
        state.apply(ply)
    return picks, moves
