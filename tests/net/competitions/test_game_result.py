"""Tests of carcbot.net.competitions.game_result: what a record of a match says of the game."""

from collections.abc import Callable
from fractions import Fraction

import msgspec
import pytest

from carcbot.arena.blocks import Block, BlockResult, FaultKind, Game
from carcbot.errors import InternalError
from carcbot.games.game_text import GameRecord
from carcbot.match.moments import Moments
from carcbot.messages.client import Move
from carcbot.messages.lobby import Terms
from carcbot.messages.parts import Analysis, ClockSpec, Policy, Why
from carcbot.net.competitions.game_result import game_result
from carcbot.net.settings import USUAL_LIMITS
from carcbot.referee.hall import Hall
from carcbot.referee.step import Step
from carcbot.referee.table import Table
from carcbot.replay.record import MatchRecord

NAMES = ("ann", "bob", "cid")
GAME = Game(Block(4, 1, (2, 0)), 1, 2)
SECOND_NS = 1_000_000_000


class Played:
    """A match at a table without a server, with its record."""

    def __init__(self, seats: int, game: str = "pot") -> None:
        hall = Hall(USUAL_LIMITS, Moments(), "test/1")
        terms = Terms(
            game, f"seats={seats}", ClockSpec("per_move", 0, 2_000_000), Policy(illegal_moves=0)
        )
        self.names = NAMES[:seats]
        self.table, step = hall.begin(terms, self.names, "m1", "5e" * 32, SECOND_NS)
        self.raw = b"".join(step.lines)
        self.now_ns = SECOND_NS

    def do(self, act: Callable[[Table, int], Step]) -> None:
        """Something happens, a second later."""
        self.now_ns += SECOND_NS
        self.raw += b"".join(act(self.table, self.now_ns).lines)

    def move(self, text: str = "", thought: Analysis | None = None, lag_us: int = 0) -> None:
        """The seat to move does so, half a second after it was asked, of which it is given lag."""
        table = self.table
        table.play.request_sent(table.state.to_move, self.now_ns + SECOND_NS // 2)
        chosen = text or table.state.legal_moves()[0]
        command = Move(1, "m1", table.seq, chosen, thought)
        self.do(
            lambda table, now_ns: table.play.move(
                table.state.to_move, command, now_ns, now_ns, lag_us
            )
        )

    @property
    def record(self) -> MatchRecord:
        """As it would lie among the records."""
        return MatchRecord.read(self.raw, "m1.jsonl")


def test_normal() -> None:
    """Points, places and the whole game are there; decisions and their time are counted."""
    played = Played(2)
    moves = [0, 0]
    while not played.table.result:
        moves[played.table.state.to_move] += 1
        played.move()
    result = game_result(played.record, GAME, played.names)
    state = played.table.state
    assert (result.block, result.game, result.attempt, result.names) == (4, 1, 2, ("ann", "bob"))
    assert result.scores == tuple(state.scores())
    assert result.places == tuple(state.ranking())
    assert result.fault is None
    assert GameRecord.parse(result.record).state.digest == state.digest
    assert [each.decisions for each in result.efforts] == moves
    assert [each.seconds for each in result.efforts] == [count / 2 for count in moves]
    assert [each.longest_s for each in result.efforts] == [0.5, 0.5]


def test_moves_of_a_substitute() -> None:
    """It is counted how many of a seat's moves were not its agent's own, as its bot said."""
    played = Played(2)
    moves = [0, 0]
    while not played.table.result:
        seat = played.table.state.to_move
        moves[seat] += 1
        # of the second player's moves the first is its own
        played.move(thought=Analysis(by="substitute") if seat and moves[1] > 1 else Analysis(1.5))
    result = game_result(played.record, GAME, played.names)
    assert moves[1] > 1
    assert [each.not_own for each in result.efforts] == [0, moves[1] - 1]


@pytest.mark.parametrize(
    ("why", "kind"),
    (
        ("time", "time"),
        ("stall", "time"),
        ("illegal", "illegal"),
        ("crash", "crash"),
        ("protocol", "protocol"),
        ("disconnect", "disconnect"),
        ("resign", None),
    ),
)
def test_faults(why: Why, kind: FaultKind | None) -> None:
    """Every reason to be out has its kind of fault; who resigns has only lost."""
    played = Played(2)
    played.move()
    played.do(lambda table, now_ns: table.play.fail(0, why, now_ns))
    result = game_result(played.record, GAME, played.names)
    assert result.places == (2, 1)
    assert result.counts
    assert (result.fault and (result.fault.kind, result.fault.seat)) == (kind and (kind, 0))
    assert result.forfeited_by == {0}
    assert result.gave_up == (() if kind else (0,))


@pytest.mark.parametrize("why", ("crash", "resign"))
def test_a_lead_that_was_thrown_away(why: Why) -> None:
    """Who leads and then fails or resigns has the points of that moment, and no margin by them."""
    played = Played(2)
    while 0 in (scores := played.table.state.scores()) or scores[0] == scores[1]:
        played.move()
    leader = scores.index(max(scores))
    played.do(lambda table, now_ns: table.play.fail(leader, why, now_ns))
    block = Block(0, 0, (0, 1))
    result = game_result(played.record, Game(block, 0), played.names)
    assert result.scores[leader] > result.scores[1 - leader]
    both = BlockResult(block, (result, msgspec.structs.replace(result, game=1)))
    assert both.margins == (Fraction(0), Fraction(0))
    assert both.forfeits == (1, 1)


@pytest.mark.parametrize(
    ("game", "lag_s", "before_s"), (("pot", 0.0, 0.0), ("hoard", 0.0, 0.5), ("hoard", 0.1, 0.4))
)
def test_overrun(game: str, lag_s: float, before_s: float) -> None:
    """Of one who was too slow it is told by how much, as far as it was seen.

    What it took for decisions before in the same turn counts, but not the lag that it was given.
    """
    played = Played(2, game)
    if before_s:
        for _ in range(2):  # the first turn, after which the second begins
            played.move()
        while played.table.state.step == "cash":
            played.move()
        played.move(lag_us=round(lag_s * 1e6))
    seat = played.table.state.to_move
    played.table.play.request_sent(seat, played.now_ns)
    played.now_ns += 3 * SECOND_NS
    played.do(lambda table, now_ns: table.wake(now_ns))
    result = game_result(played.record, GAME, played.names)
    assert result.fault is not None
    assert (result.fault.kind, result.fault.seat) == ("time", seat)
    # asked at its start, 2 seconds allowed, and seen 4 seconds after that
    assert result.fault.overrun_s == pytest.approx(2.0 + before_s)
    late = f"{2 + before_s:.3f} s too long when it was seen"
    assert result.fault.what == f"time, {late}"


def test_faults_of_several() -> None:
    """Where three play, one after the other may fail, and each is told."""
    played = Played(3)
    played.move()
    played.do(lambda table, now_ns: table.play.fail(1, "crash", now_ns))
    played.do(lambda table, now_ns: table.play.fail(2, "disconnect", now_ns))
    result = game_result(played.record, GAME, played.names)
    assert [(each.kind, each.seat) for each in result.faults] == [("crash", 1), ("disconnect", 2)]
    assert result.places == (1, 3, 2)


def test_nothing_counts() -> None:
    """Aborted by all it is drawn; ended by the referee it has no result."""
    played = Played(2)
    played.move()
    for seat in (0, 1):
        played.do(lambda table, now_ns, seat=seat: table.play.abort(seat, now_ns))  # type: ignore[misc]
    result = game_result(played.record, GAME, played.names)
    assert (result.places, result.fault) == ((1, 1), None)
    assert result.gave_up == (0, 1)
    played = Played(2)
    played.do(lambda table, now_ns: table.play.end("referee_fault", "the disk is full", now_ns))
    result = game_result(played.record, GAME, played.names)
    assert not result.counts
    assert result.fault is not None
    assert (result.fault.kind, result.fault.what) == ("referee", "the disk is full")


def test_a_match_that_goes_on() -> None:
    """It has no result yet."""
    with pytest.raises(InternalError, match="goes on"):
        game_result(Played(2).record, GAME, ("ann", "bob"))
