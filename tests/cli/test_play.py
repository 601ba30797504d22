"""Tests of carcbot.cli.play."""

import io
import itertools
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.cli.match_screen import PicturePace, tell_places
from carcbot.cli.played_match import exit_code_of
from carcbot.games import USUAL_GAME, registry
from carcbot.games.game_text import GameRecord
from carcbot.messages.events import Moved, Result
from carcbot.messages.parts import Standing
from carcbot.net.client.agent_failures import AgentFailures
from carcbot.replay.record import MatchRecord
from tests.games.random_games import OPTION_SETS
from tests.net.process.pools import no_worker_is_free
from tests.waiting import PATIENCE_S

# agents that take no time, so that the same seed gives the same game
QUICK = ("--agent", "greedy", "--agent", "random", "--nodes", "1000000")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records go where nothing else lies."""
    monkeypatch.chdir(tmp_path)


PROMPT = b"your move (? tells how): "
OTHER_SCREEN, FIRST_SCREEN = "\x1b[?1049h", "\x1b[?1049l"


def played(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What `carcbot play` prints where there is no terminal."""
    assert run(["play", *QUICK, *arguments]) == ExitCode.OK
    printed = capsys.readouterr()
    assert printed.err == ""
    page, record = printed.out.rsplit("\nThe record of the match: ", 1)
    assert Path(record.strip()).is_file()
    without, count = re.subn(r"in a browser: http://127\.0\.0\.1:\d+/table/play-\w+\n", "", page)
    assert count == 1
    return without


class FakeTime:
    """A clock that only moves when somebody sleeps, or draws."""

    def __init__(self) -> None:
        self.now = 1000.0

    def clock(self) -> float:
        """The time."""
        return self.now

    def sleep(self, seconds: float) -> None:
        """Takes its time."""
        assert seconds >= 0
        self.now += seconds


def time_of_a_game(turns: int, seconds: float | None, drawing: Callable[[], float]) -> float:
    """How long a game takes if each picture takes as long as `drawing` says."""
    fake = FakeTime()
    pace = PicturePace(turns, seconds, fake.clock, fake.sleep)
    for _ in range(turns):
        if not pace.is_late:
            fake.now += drawing()
        pace.wait()
    return fake.now - 1000.0


@pytest.mark.parametrize("turns", (1, 71, 101))
def test_pace(turns: int) -> None:
    """A game takes a minute, also where drawing takes a while."""
    assert time_of_a_game(turns, None, lambda: 0.0) == pytest.approx(60)
    assert time_of_a_game(turns, None, lambda: 0.5) == pytest.approx(60)


def test_pace_of_a_slow_terminal() -> None:
    """However slow the terminal, a game is over within two minutes."""
    for seconds in (1.0, 2.0, 10.0):
        assert time_of_a_game(71, None, lambda seconds=seconds: seconds) < 105  # type: ignore[misc]


def test_pace_that_was_asked_for() -> None:
    """A pace that was asked for is kept."""
    assert time_of_a_game(71, 10.0, lambda: 1.0) == pytest.approx(710)
    assert time_of_a_game(71, 0.0, lambda: 0.0) == 0


def test_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a terminal each move is a line; board, sheet, ranking and record follow."""
    page = played(capsys, "--expansions", "none", "--seed", "4")
    lines = page.splitlines()
    assert lines[0] == "Carcassonne, 2 seats: greedy, random; seed 4"
    moves = [line for line in lines if re.match(r" +\d+  seat \d  ", line)]
    assert [int(line.split()[0]) for line in moves] == list(range(1, 72))
    assert "\x1b" not in page
    for part in ("In hand: no tile", "turn  feature", "     total", "\n1. ", "carcbot show FILE"):
        assert part in page


def test_record_is_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    """The text at the end is the game that was watched."""
    page = played(capsys, "--seats", "3", "--expansions", "river+abbot", "--seed", "5")
    (text,) = re.findall(r"^carcassonne/1 game .*$", page, flags=re.MULTILINE)
    record = GameRecord.parse(text)
    assert record.state.over
    assert record.state.options == "seats=3,expansions=river+abbot"
    places = re.findall(r"^(\d)\. \w+ \(seat (\d)\): (\d+) points$", page, flags=re.MULTILINE)
    assert len(places) == 3
    for place, seat, points in places:
        assert record.state.ranking()[int(seat)] == int(place)
        assert record.state.scores()[int(seat)] == int(points)
    moves = re.findall(r"^ +\d+  seat \d  [\w ]+ +([-\d]+,\S+)", page, flags=re.MULTILINE)
    assert moves == [ply for ply in record.plies if "/" in ply]


def test_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed gives the same game; without one, the page says which was chosen."""
    first = played(capsys, "--seed", "1")
    assert played(capsys, "--seed", "1") == first
    assert played(capsys, "--seed", "2") != first
    chosen = played(capsys)
    (seed,) = set(re.findall(r"seed (\d+)", chosen))
    assert played(capsys, "--seed", seed) == chosen


@pytest.mark.parametrize("seed", range(4))
def test_every_expansion(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Six seats with everything fit 80 columns, but for the game as text."""
    everything = "river+inns_and_cathedrals+abbot"
    page = played(capsys, "--seats", "6", "--expansions", everything, "--seed", str(seed))
    wide = [line for line in page.splitlines() if len(line) > 80]
    assert all(line.startswith("carcassonne/1 game ") for line in wide)


@pytest.mark.parametrize(
    ("arguments", "message"),
    (
        (("--seats", "6"), "six seats need the sixth colour of Inns & Cathedrals"),
        (("--seats", "7"), "--seats"),
        (("--expansions", "tower"), "'tower' is not a value of this option"),
        (("--expansions", "river,farm_scoring=off"), "holds a '='"),
        (("--pace", "-1"), "--pace"),
        (("--pace", "nan"), "--pace"),
        (("--time", "0"), "--time"),
        (("--agent", "nobody"), "there is no agent 'nobody'"),
        (("--agent", "no_such_module:Agent"), "cannot be loaded"),
        (("--agent", "greedy") * 3, "3 agents cannot take 2 seats"),
        (("--folder", "/dev/null/x"), "/dev/null/x: cannot hold the record"),
    ),
)
def test_refused(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be played is told in a line."""
    assert run(["play", *arguments]) == ExitCode.INPUT
    assert message in capsys.readouterr().err


def test_who_is_out_is_last(capsys: pytest.CaptureFixture[str]) -> None:
    """The places are those of the result, in which who leads may be last, with the reason."""
    standings = (Standing(place=2, points=9, out="time"), Standing(place=1, points=3))
    result = Result(
        match="m", seq=9, reason="time", standings=standings, seed="0" * 64, text="seat 0 is out"
    )
    tell_places(result, ("greedy", "random"))
    assert capsys.readouterr().out.splitlines() == [
        "result: time: seat 0 is out",
        "1. random (seat 1): 3 points",
        "2. greedy (seat 0): 9 points, out: time",
    ]


def test_exit_codes() -> None:
    """An agent that fails, and a referee that does, are told by the exit code."""
    fine, failed = AgentFailures(), AgentFailures(failed=1)
    result = Result(match="m", seq=9, reason="normal", standings=(), seed="0" * 64)
    broken = msgspec.structs.replace(result, reason="referee_fault")
    assert exit_code_of(result, [fine]) == ExitCode.OK
    assert exit_code_of(result, [fine, failed]) == ExitCode.AGENT_FAILED
    assert exit_code_of(broken, [fine]) == ExitCode.FAILED


def test_record_that_is_lost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A record that could not be written at the end is told as such; the page is there."""

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("carcbot.net.embedded.shutil.copyfile", fail)
    assert run(["play", *QUICK, "--seed", "1"]) == ExitCode.UNAVAILABLE
    printed = capsys.readouterr()
    assert "\n1. " in printed.out
    told = "error: carcbot-matches: the record could not be written there\nhint: try again\n"
    assert printed.err == told


@pytest.mark.parametrize(
    ("name", "why"),
    (("Clumsy", "raised RuntimeError: a slip"), ("Cheat", "chose '90,90/0': ")),
)
def test_failing_agent(name: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The page tells how many moves of an agent were not its own, and how it failed at first."""
    agent = f"tests.net.process.own_agents:{name}"
    arguments = ["play", "--agent", agent, "--agent", "greedy", "--seed", "3"]
    assert run(arguments) == ExitCode.AGENT_FAILED
    printed = capsys.readouterr()
    told = rf"^{agent}: (\d+) of (\d+) moves were not its own: {re.escape(why)}"
    found = re.search(told, printed.out, re.MULTILINE)  # a busy machine may tell so of others, too
    assert found is not None
    assert int(found[1]) == int(found[2]) > 30
    assert printed.err == ""


def test_a_busy_machine_is_no_failure_of_an_agent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Moves that an agent had no time for are told as not its own, but it has not failed."""
    no_worker_is_free(monkeypatch)
    arguments = ("--game", "kuhn", "--agent", "flat", "--seed", "3")
    assert run(["play", *arguments]) == ExitCode.OK
    page = capsys.readouterr().out
    assert re.search(r"^flat: (\d+) of \1 moves were not its own: no worker", page, re.MULTILINE)
    (record,) = Path("carcbot-matches").glob("*.jsonl")
    moves = [line for line in MatchRecord.load(record).events if isinstance(line.event, Moved)]
    assert moves
    assert {line.analysis and line.analysis.by for line in moves} == {"substitute"}


def environment(**changes: str) -> dict[str, str]:
    """This environment as of a plain terminal, with changes."""
    plain = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    return plain | {"TERM": "xterm-256color", "COLORTERM": ""} | changes


def on_terminal(
    *arguments: str,
    interrupt_when: str | None = "Ctrl-C closes the page.",
    changes: dict[str, str] | None = None,
    typed: str = "",
) -> tuple[int, str]:
    """The exit code and the output of `carcbot play` on a terminal of 80 by 24.

    Once the text `interrupt_when` was seen, Ctrl-C is pressed; by default when the page is left.
    Whenever a move is asked for, `typed` is.
    """
    answered = 0
    terminal, end = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "carcbot", "play", *arguments],
        stdin=end,
        stdout=end,
        stderr=end,
        env=environment(COLUMNS="80", LINES="24", **(changes or {})),
        start_new_session=True,
    ) as process:
        os.close(end)
        seen = b""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            if not select.select([terminal], [], [], 0.1)[0]:
                continue
            try:
                seen += os.read(terminal, 65536)
            except OSError:  # how Linux tells that nobody has the other end any more
                break
            while seen.count(PROMPT) > answered:
                answered += 1
                os.write(terminal, typed.encode())
            if interrupt_when is not None and interrupt_when.encode() in seen:
                process.send_signal(signal.SIGINT)
                interrupt_when = None
        os.close(terminal)
        try:
            process.wait(PATIENCE_S)
        finally:
            process.kill()
    return process.returncode, seen.decode()


def test_terminal() -> None:
    """On a terminal each move is a picture on the other screen; the end stays on the first."""
    code, page = on_terminal(*QUICK, "--seed", "4", "--pace", "0")
    assert code == ExitCode.OK
    watched, _, rest = page.partition(FIRST_SCREEN)
    assert watched.startswith(OTHER_SCREEN)
    pictures = watched.split("\x1b[H")[1:]
    assert len(pictures) == 71
    assert "seed 4" in pictures[0]
    assert "(Ctrl-C ends the match)" in pictures[0]
    assert "Ctrl-C" not in pictures[-1]
    assert re.search(r"\+\d+ rows (north|south)", pictures[-1])
    assert all(picture.count("\r\n") < 24 for picture in pictures)
    assert "48;5;" in pictures[-1]
    assert "\x1b[H" not in rest
    assert "carcassonne/1 game seats=2 " in rest
    assert "\n1. " in rest


def test_terminal_without_colour() -> None:
    """NO_COLOR is respected on a terminal; an encoding without our characters gets plain ASCII."""
    changes = {"NO_COLOR": "1", "PYTHONIOENCODING": "ascii"}
    code, page = on_terminal(*QUICK, "--seed", "3", "--pace", "0", changes=changes)
    assert code == ExitCode.OK
    assert page.isascii()
    assert "48;5;" not in page


def test_dumb_terminal() -> None:
    """On a terminal that cannot move its cursor each move is a line."""
    code, page = on_terminal(*QUICK, "--seed", "3", changes={"TERM": "dumb"})
    assert code == ExitCode.OK
    assert "\x1b" not in page
    assert "\r\n   1  seat 0  " in page


def test_interrupt() -> None:
    """Ctrl-C ends the game at once, with the terminal as it was before."""
    code, page = on_terminal(*QUICK, "--seed", "3", "--pace", "20", interrupt_when="seat 0")
    assert code == ExitCode.INTERRUPTED
    assert page.index(FIRST_SCREEN) > page.index(OTHER_SCREEN)
    assert page.endswith("the match was broken off, and has no record\r\n\r\ninterrupted\r\n")
    assert "Traceback" not in page


def test_no_stdout() -> None:
    """Where there is nowhere to print, the game is played all the same."""
    done = subprocess.run(
        ["sh", "-c", f"exec '{sys.executable}' -m carcbot play --agent random --seed 1 >&-"],
        stderr=subprocess.PIPE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (ExitCode.OK, b"")


@pytest.mark.parametrize("game", [name for name in registry.names() if name != USUAL_GAME])
def test_every_game_is_watched(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Any registered game is watched; the text at the end is the whole game that was seen."""
    options = OPTION_SETS[game][0]
    command = ["play", "--game", game, "--options", options, "--nodes", "500", "--seed", "5"]
    assert run(command) == ExitCode.OK
    page = capsys.readouterr().out
    assert page.startswith(f"{registry.get(game).title}, 2 seats: ")
    (text,) = re.findall(rf"^{game}/1 game .*$", page, flags=re.MULTILINE)
    record = GameRecord.parse(text)
    assert record.state.over
    lines = re.findall(r"^ +(\d+)  seat (\d)  ", page, flags=re.MULTILINE)
    made = [
        (str(record.position(number).turn), str(record.position(number).to_move))
        for number in range(len(record))
        if record.position(number).to_move >= 0
    ]
    assert lines == made


def test_turns_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """Where a turn has several decisions, a sentence tells it behind the last of them."""
    command = "play --game thurn_and_taxis --options cut=20 --agent random --seed 3"
    assert run(command.split()) == ExitCode.OK
    page = capsys.readouterr().out
    turns = re.split(r"^(?= +\d+  seat )", page, flags=re.MULTILINE)[1:-1]
    numbers = [int(each.split()[0]) for each in turns]
    told = ["\n      seat " in each for each in turns]
    assert told[:-1] == [one < other for one, other in itertools.pairwise(numbers)]
    assert numbers[0] == 1
    assert sum(told) >= 19


def test_options_of_games(capsys: pytest.CaptureFixture[str]) -> None:
    """Each choice of the game is an option of the command, and of no other game's."""
    game = ("play", "--game", "hoard", "--agent", "random", "--seed", "1")
    assert run([*game, "--turns", "1", "--options", "seats=3,hand=1"]) == ExitCode.OK
    assert "hoard/1 game seats=3,hand=1,turns=1 " in capsys.readouterr().out
    assert run(["play", "--game", "hoard", "--help"]) == ExitCode.OK
    assert "--turns" in capsys.readouterr().out
    assert run(["play", "--game", "pot", "--turns", "1"]) == ExitCode.INPUT
    assert "No such option" in capsys.readouterr().err
    assert run(["play", "--game", "chess"]) == ExitCode.INPUT
    assert "'chess'" in capsys.readouterr().err


def test_names_of_games_are_typed_like_options(capsys: pytest.CaptureFixture[str]) -> None:
    """With hyphens where the name has other letters between its words."""
    command = ["play", "--game", "thurn-and-taxis", "--cut", "4", "--agent", "random"]
    assert run([*command, "--seed", "1"]) == ExitCode.OK
    assert "thurn_and_taxis/1 game seats=2,cut=4 " in capsys.readouterr().out


def test_agents_of_games(capsys: pytest.CaptureFixture[str]) -> None:
    """An agent that must see everything does not play where something is hidden."""
    assert run(["play", "--game", "kuhn", "--agent", "star25"]) == ExitCode.INPUT
    assert "star" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("game", "seat"), [(game, number % 2) for number, game in enumerate(registry.names())]
)
def test_a_person_plays_a_whole_game(game: str, seat: int) -> None:
    """On a terminal somebody plays any game to its end, by the numbers of the listed moves."""
    code, page = on_terminal(
        *("--game", game, "--options", OPTION_SETS[game][0], "--seat", str(seat)),
        *("--agent", "random", "--seed", "2"),
        typed="1\n",
    )
    assert code == ExitCode.OK
    (text,) = re.findall(rf"^{game}/1 game .*?\r$", page, flags=re.MULTILINE)
    record = GameRecord.parse(text.strip())
    assert record.state.over
    mine = [
        record.position(number)
        for number in range(len(record))
        if record.position(number).to_move == seat
    ]
    assert page.count(PROMPT.decode()) == len(mine)
    for before in mine:
        assert before.legal_moves()[0] in record.plies


@pytest.mark.parametrize(
    ("agent", "seconds", "player"),
    (
        ("mcts:time=0.02,c=2", (), "mcts:time=0.02,c=2"),
        ("mcts:time=0.02", ("--time", "3"), "mcts:time=0.02"),
        ("mcts:time=9,c=2", ("--time", "0.02"), "mcts:c=2,time=0.02"),
        ("mcts:time=9", ("--time", "0.02"), "mcts:time=0.02"),
    ),
)
def test_who_plays_a_person_keeps_to_the_time(
    agent: str, seconds: tuple[str, ...], player: str
) -> None:
    """An agent with a time of its own plays against a person; the shorter of two times counts."""
    options = ("--game", "pot", "--seat", "0", "--agent", agent, *seconds, "--seed", "2")
    code, page = on_terminal(*options, typed="1\n")
    assert code == ExitCode.OK
    assert re.search(rf"^\d\. {player} \(seat 1\): ", page, flags=re.MULTILINE)


def test_an_own_agent_that_plays_a_person_is_given_its_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A person has no clock; somebody's own agent has the time that was said all the same."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 100))
    agent = ("--agent", "tests.net.process.own_agents:Hurried", "--time", "25")
    assert run(["play", "--game", "pot", "--seat", "0", *agent, "--seed", "2"]) == ExitCode.OK
    assert "not its own" not in capsys.readouterr().out


def test_what_a_person_sees() -> None:
    """Until the end a person is shown the own view of the game and nothing else."""
    code, page = on_terminal(
        *("--game", "kuhn", "--seat", "1", "--agent", "random", "--seed", "2"), typed="1\n"
    )
    assert code == ExitCode.OK
    (text,) = re.findall(r"^kuhn/1 game .*?\r$", page, flags=re.MULTILINE)
    cards = GameRecord.parse(text.strip()).plies[:2]
    before, _, after = page.partition("the game is over")
    asked = before[: before.rindex(PROMPT.decode())]
    assert f"seat 0  card {cards[0]}" not in asked
    assert "seat 0  card ?" in asked
    assert f"seat 1  card {cards[1]}" in asked
    assert re.findall(r"^ +1  seat 0  (\S+ \S+) ", page, flags=re.MULTILINE) == [f"? {cards[1]}"]
    assert "The record of the match" in after


def test_what_a_person_types(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nonsense is told in a line and asked again; ? tells how; the end of input ends the match."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("?\nfold\n9\npass\n"))
    game = ("play", "--game", "kuhn", "--seat", "0", "--agent", "random", "--seed", "4")
    code = run(game)
    printed = capsys.readouterr()
    assert "pass (p) puts no chip in" in printed.out
    assert "'fold' is not a move; expected pass or bet" in printed.out
    assert "there is no move '9'; expected a number from 1 to 2" in printed.out
    if code == ExitCode.OK:
        assert "\n1. " in printed.out
    else:
        assert code == ExitCode.INTERRUPTED
        assert "the match was broken off, and has no record" in printed.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    (
        (("--seat", "2"), "there is no seat 2"),
        (("--seat", "0", "--agent", "greedy", "--agent", "random"), "2 agents cannot take 1 seat"),
        (("--seat", "-1"), "--seat"),
    ),
)
def test_seats_that_cannot_be_had(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A seat that is not there is refused, and so are agents without one."""
    assert run(["play", *arguments]) == ExitCode.INPUT
    assert message in capsys.readouterr().err
