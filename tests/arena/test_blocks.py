"""Tests of carcbot.arena.blocks."""

from fractions import Fraction

import msgspec
import pytest

from carcbot.arena.blocks import (
    Block,
    BlockResult,
    Fault,
    Game,
    player_in,
    seat_of,
    who_gave_up,
)
from carcbot.messages.events import Result
from carcbot.messages.parts import Standing
from tests.arena.made_up import contest_of, crashed, result_of


@pytest.mark.parametrize("seats", (2, 3, 4, 5, 6))
def test_rotations(seats: int) -> None:
    """In a block everybody sits in every seat once, and always behind the same neighbour."""
    block = Block(0, 0, tuple(range(seats)))
    seatings = [Game(block, number).players for number in range(seats)]
    for seat in range(seats):
        assert {players[seat] for players in seatings} == set(range(seats))
    for players in seatings:
        start = players.index(0)
        assert players[start:] + players[:start] == tuple(range(seats))


def test_seats_and_players() -> None:
    """Where a player sits and who sits there are each other's inverse."""
    for seats in range(2, 7):
        for game in range(seats):
            for player in range(seats):
                assert player_in(seat_of(player, game, seats), game, seats) == player


def test_seeds() -> None:
    """Each block and purpose has a seed of its own, which the contest's seed changes."""
    contest, other = contest_of(2, seed=1), contest_of(2, seed=2)
    blocks = [Block(number, 0, (0, 1)) for number in range(50)]
    seeds = {
        block.seed(each, what)
        for each in (contest, other)
        for block in blocks
        for what in ("chance", "seat 0", "seat 1")
    }
    assert len(seeds) == 2 * 50 * 3
    assert blocks[0].seed(contest, "chance") == Block(0, 7, (1, 0)).seed(contest, "chance")


def test_shares_and_margins() -> None:
    """A win is 1, shared by equals; a margin is beside the mean of the others."""
    contest = contest_of(3, seats=3)
    block = Block(0, 0, (2, 0, 1))
    # by player of the table: the first wins alone, then all are equal, then the last two
    points = [(9, 3, 3), (5, 5, 5), (1, 8, 8)]
    games = []
    for number, by_player in enumerate(points):
        by_seat = [by_player[player_in(seat, number, 3)] for seat in range(3)]
        games.append(result_of(contest, Game(block, number), by_seat))
    result = BlockResult(block, tuple(games))
    assert result.scores == tuple(points)
    third = Fraction(1, 3)
    assert result.shares == (1 + third, third + Fraction(1, 2), third + Fraction(1, 2))
    assert result.margins == (Fraction(6 + 0 - 7), Fraction(-3) + Fraction(7, 2), Fraction(1, 2))
    assert sum(result.shares) == 3
    assert sum(result.margins) == 0


def test_what_counts() -> None:
    """A game that ended by our own fault has no result; one that a player lost has."""
    contest = contest_of(2)
    game = Game(Block(0, 0, (0, 1)), 0)
    assert not result_of(contest, game, (0, 0), Fault("referee", "x")).counts
    lost = result_of(contest, game, (0, 0), Fault("time", "x", 1, 0.5))
    assert lost.counts
    assert not BlockResult(game.block, (lost, lost)).is_whole


def test_a_lead_before_a_crash_is_no_margin() -> None:
    """Points at the break of a game count in no margin; who forfeited it is told instead."""
    contest = contest_of(2)
    block = Block(0, 0, (0, 1))
    first, second = Game(block, 0), Game(block, 1)
    games = (crashed(contest, first, (90, 10), 0), result_of(contest, second, (30, 25)))
    result = BlockResult(block, games)
    # in the second game the first player sits second, and loses by 5
    assert result.margins == (Fraction(-5), Fraction(5))
    assert result.shares == (Fraction(0), Fraction(2))
    assert (result.forfeited, result.forfeits) == (((True, False), (False, False)), (1, 0))
    assert (result.whole_games, result.is_whole) == (1, False)


def test_giving_up() -> None:
    """Who resigns or aborts has forfeited the game without a fault, and has no margin in it."""
    contest = contest_of(2)
    block = Block(0, 0, (0, 1))
    games = [
        msgspec.structs.replace(result_of(contest, Game(block, number), (40, 0)), gave_up=gave_up)
        for number, gave_up in ((0, (0,)), (1, (0, 1)))
    ]
    result = BlockResult(block, tuple(games))
    assert not any(game.faults for game in games)
    assert result.margins == (Fraction(0), Fraction(0))
    assert result.forfeits == (2, 1)


def test_who_gave_up() -> None:
    """Of a match's result: who resigned, or everybody if it was aborted; not who failed."""
    one = (Standing(1, 3), Standing(2, 9, "resign"), Standing(3, 0, "crash"))
    assert who_gave_up(Result("m", 1, "normal", one, "0" * 64), 3) == (1,)
    assert who_gave_up(Result("m", 1, "abort", (), "0" * 64), 3) == (0, 1, 2)
