"""Tests of carcbot.contest.refereed_game and program_seat: programs and clocks in contests."""

import shlex
import sys
from pathlib import Path

import pytest

from carcbot.arena.blocks import Block, FaultKind, Game, GameResult
from carcbot.arena.contest import Clock, Contest, Entrant
from carcbot.arena.contest_file import check_contest
from carcbot.contest.any_game import play_game
from carcbot.contest.refereed_game import play_refereed
from carcbot.contest.seating import Seating
from carcbot.games.game_text import GameRecord
from carcbot.search.budget import Budget
from tests.contest import programs
from tests.contest.descendants import called, descendants
from tests.contest.own_agents import Twin
from tests.contest.test_any_game import OWN, contest_between, draws, played_block
from tests.waiting import PATIENCE_S

BASH = f"bash {Path(__file__).parents[2] / 'protocol' / 'samples' / 'bash' / 'bot.sh'}"
SECOND = Budget(hard_s=1.0)
ROOMY = Budget(hard_s=PATIENCE_S)


def program(how: str) -> str:
    """The command of a program that plays the first legal move, and then does this."""
    return shlex.join((sys.executable, str(programs.__file__), how))


def first_game(contest: Contest, number: int = 0) -> GameResult:
    """A game of the contest's first block."""
    return play_game(contest, Game(Block(0, 0, tuple(range(contest.seats))), number))


def test_like_an_agent() -> None:
    """A program and somebody's own agent that play alike share every block, on one deck."""
    contest = contest_between(program("well"), f"{OWN}:{Twin.__name__}", limits=ROOMY)
    result = played_block(contest)
    assert result.is_whole
    assert set(result.shares) == {1}
    first, second = result.games
    assert first.record == second.record
    assert draws(first) == draws(second)
    game = GameRecord.parse(first.record)
    assert game.state.over
    assert tuple(game.state.scores()) == first.scores
    assert tuple(game.state.ranking()) == first.places
    moves = [effort.decisions for effort in first.efforts]
    assert sum(moves) == sum("," in ply for ply in game.plies)
    assert first.efforts[0].nodes == 5 * moves[0]
    assert first.said == ("here I am\n", "")
    assert second.said == ("", "here I am\n")


def test_sample() -> None:
    """The sample bot in bash plays whole games, at a table of three as well."""
    contest = contest_between(BASH, "random", "greedy", limits=ROOMY)
    result = first_game(contest)
    assert result.fault is None
    assert GameRecord.parse(result.record).state.over
    assert result.efforts[0].decisions > 20


@pytest.mark.parametrize(
    ("how", "kind", "what"),
    (
        (
            "cheat",
            "illegal",
            "'90,90/0' is no legal move in turn 7: cell 90,90 touches no tile; expected an ",
        ),
        ("crash", "crash", "ended with exit code 1: RuntimeError: a slip"),
        ("die", "crash", "ended with signal 6"),
        ("leave", "disconnect", "ended with exit code 0"),
        ("close", "disconnect", "closed its standard output"),
        ("hang", "time", "too long"),
        ("nameless", "time", "its last line was refused: Object missing required field `id`"),
        ("babble", "protocol", "said nonsense 21 times: what?"),
        ("rant", "protocol", "said a line that is too long"),
    ),
)
def test_faults(how: str, kind: FaultKind, what: str) -> None:
    """Whatever a program does wrong is told as what it is, and puts it last; nothing is left."""
    limits = SECOND if kind == "time" else ROOMY
    contest = contest_between("random", program(how), limits=limits, grace_s=0.1)
    result = first_game(contest, 1)
    assert result.fault is not None
    assert (result.fault.kind, result.fault.seat) == (kind, 0)
    assert what in result.fault.what
    assert result.places == (2, 1)
    assert (result.fault.overrun_s >= 0.1) == (kind == "time")
    assert result.efforts[0].decisions == 3
    assert result.said[0].startswith("here I am\n")
    assert not [pid for pid in descendants() if "programs.py" in called(pid)]


def test_faults_at_a_larger_table() -> None:
    """At a table of three nothing more is played either; the others share the game."""
    contest = contest_between(program("crash"), "random", "greedy", limits=ROOMY)
    result = first_game(contest)
    assert result.fault is not None
    assert result.fault.kind == "crash"
    assert result.places[0] == 3
    game = GameRecord.parse(result.record)
    moves = sum("," in ply for ply in game.plies)
    assert moves == sum(effort.decisions for effort in result.efforts) == 9
    assert game.state.to_move == 0
    assert tuple(game.state.scores()) == result.scores


@pytest.mark.parametrize(
    ("how", "kind", "what"),
    (
        ("mute", "absent", "did not say hello in 0.5 s; is its output flushed?"),
        ("stillborn", "crash", "ended with exit code 7 before it said hello: here I am"),
    ),
)
def test_who_does_not_come(
    how: str, kind: FaultKind, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who does not take its seat has lost before anything was played."""
    if kind == "absent":
        monkeypatch.setattr("carcbot.contest.refereed_game._COMES_IN_S", 0.5)
    result = first_game(contest_between(program(how), "random", limits=ROOMY))
    assert result.fault is not None
    assert (result.fault.kind, result.fault.what) == (kind, what)
    assert result.fault.at_start
    assert result.places == (2, 1)


def test_giving_up() -> None:
    """Who resigns has lost, and no fault."""
    result = first_game(contest_between(program("resign"), "random", limits=ROOMY))
    assert result.fault is None
    assert result.places == (2, 1)
    assert (result.gave_up, result.is_whole) == ((0,), False)


def test_grace() -> None:
    """What is late by less than the grace counts as in time; by more it does not."""
    late = program("late")
    for grace_s, kind in ((PATIENCE_S, None), (0.05, "time")):
        contest = contest_between(late, "random", limits=Budget(hard_s=0.3), grace_s=grace_s)
        fault = first_game(contest).fault
        assert (fault and fault.kind) == kind


def test_clocks_of_agents() -> None:
    """Our own agents play whole games by a clock, and keep to it."""
    contest = contest_between("mcts", f"{OWN}:Twin", clock=Clock("sudden_death", main_s=5.0))
    result = play_refereed(Seating(contest, Game(Block(0, 0, (0, 1)), 0)))
    assert result.fault is None
    assert result.efforts[0].longest_s > 0.01


def test_clock_of_an_own_agent() -> None:
    """Somebody's agent may spend its clock as it likes: all of it on the first move."""
    contest = contest_between(f"{OWN}:Patient", "random", clock=Clock("sudden_death", main_s=60.0))
    assert first_game(contest).fault is None


def test_long_names() -> None:
    """Programs have seats of their own however alike the beginnings of their names are."""
    players = tuple(Entrant("x" * 60 + end, program("well")) for end in "ab")
    contest = check_contest(Contest(player=players, limits=ROOMY), "a test")
    assert first_game(contest).fault is None


def test_a_clock_that_runs_out() -> None:
    """Time for all moves of a game together is no time for each of them."""
    contest = contest_between(program("late"), "random", clock=Clock("sudden_death", 1.2, 0.0))
    result = first_game(contest)
    assert result.fault is not None
    assert result.fault.kind == "time"
    assert result.efforts[0].longest_s > 0.4
    assert result.efforts[0].seconds > 0.9
