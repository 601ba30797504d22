"""Tests of carcbot.cli.match, sprt and tournament, and of the screen that they share."""

import contextlib
import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from carcbot.arena.contest import Contest, Entrant
from carcbot.cli.contest_play import folder_for
from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import main, run
from carcbot.cli.screen import table
from carcbot.contest.contest_folder import ContestFolder
from carcbot.games import registry
from carcbot.search.budget import Budget
from tests.arena.made_up import contest_of
from tests.contest.test_refereed_game import program

QUICK = "mcts:sims=4"
LADDER = """
format = "ladder"
rounds = 3
[[player]]
agent = "random"
[[player]]
agent = "greedy"
"""


def call(*arguments: str | Path) -> Result:
    """A command that goes well."""
    done = CliRunner().invoke(main, [str(each) for each in arguments], catch_exceptions=False)
    assert done.exit_code == 0
    return done


def test_match(tmp_path: Path) -> None:
    """The table has both players, their scores with intervals, and what that shows."""
    command = ("match", "greedy", "random", "--pairs", "20", "--workers", "1", "--folder", tmp_path)
    page = call(*command).stdout
    assert "1. greedy 40 40 0 0 1.000" in " ".join(page.split())
    assert "greedy: stronger: 1.00" in page
    assert f"carcbot tournament report {tmp_path}\n" in page
    assert call(*command).stdout == page
    figures = json.loads(call(*command, "--json").stdout)
    assert figures["games"] == 40
    # as it is printed it can be typed, whatever the folder is called
    with contextlib.chdir(tmp_path):
        told = call("match", "greedy", "random", "--pairs", "1", "--workers", "1", "--folder", "-y")
        call(*told.stdout.rpartition("carcbot ")[2].split())
        assert (tmp_path / "-y" / "report.html").exists()
    assert figures["standings"][0]["player"] == "greedy"


@pytest.mark.parametrize("game", registry.names())
def test_match_of_any_game(game: str, tmp_path: Path) -> None:
    """Agents of ours play any registered game, those with secrets too, and a report tells of it."""
    figures = json.loads(
        call(
            "match", "flat:sims=8", "random", "--game", game, "--pairs", "1", "--workers", "1",
            "--folder", tmp_path, "--json",
        ).stdout
    )  # fmt: skip
    assert figures["games"] == 2
    assert figures["contest"]["game"] == game
    call("tournament", "report", tmp_path)
    told = "How they played" in (tmp_path / "report.html").read_text()
    assert told == (registry.get(game).habits is not None)


def test_match_of_three(tmp_path: Path) -> None:
    """More agents sit at one table; those of one name get another."""
    page = call(
        "match", "random", "random", "greedy", "--pairs", "2", "--workers", "1",
        "--options", "expansions=river", "--folder", tmp_path,
    ).stdout  # fmt: skip
    assert "random@2" in page
    assert json.loads((tmp_path / "contest.json").read_bytes())["seats"] == 3


def test_match_with_programs(tmp_path: Path) -> None:
    """Programs play under names made of their commands, which are told; their faults as well."""
    bot = f"bash {Path(__file__).parents[2] / 'protocol/samples/bash/bot.sh'}"
    page = call(
        "match", bot, program("crash"), "--pairs", "1", "--clock", "bank:20+1", "--fresh-decks",
        "--workers", "1", "--folder", tmp_path, "--name", "B=broken",
    ).stdout  # fmt: skip
    assert f"broken is the program {program('crash')}" in page
    assert "broken: 2 crash\n  first in block 0, game 0: crash: ended with exit code 1: Ru" in page
    assert '\n  |     raise RuntimeError("a slip")\n' in page
    contest = json.loads((tmp_path / "contest.json").read_bytes())
    assert contest["clock"] == {"kind": "bank", "main_s": 20.0, "move_s": 1.0}
    assert contest["mirrored"] is False
    call("tournament", "report", tmp_path)
    report = (tmp_path / "report.html").read_text()
    assert '<td class="text">ended with exit code 1: RuntimeError: a slip</td>' in report
    told = json.loads((tmp_path / "results.json").read_bytes())["faults"]
    assert [(each["player"], each["fault"]) for each in told] == [("broken", "crash")] * 2
    assert told[0]["said"][-1] == "RuntimeError: a slip"
    for file in re.findall(r'<a href="([^"]+)"', report):
        assert (tmp_path / file).exists()
    assert 'href="games.jsonl"' in report


def test_programs_that_cannot_be_started(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The contest ends at once, with what they said and an exit code; mended, it goes on."""
    script = tmp_path / "bot"
    command = [
        "match", "random", str(script), "--time", "60", "--pairs", "1", "--workers", "1",
        "--folder", str(tmp_path / "f"),
    ]  # fmt: skip
    for content, mode, message in (
        (None, 0, "cannot be started: there is no such program on"),
        ("#!/bin/sh\n", 0o644, f"hint: expected 'chmod +x {script}' before"),
        ("#!/nowhere/interpreter\n", 0o755, "ended with exit code 127 before it said hello"),
        (
            f"#!/bin/sh\nexec {program('unborn')}\n",
            0o755,
            "exit code 1 before it said hello: nor tomorrow\n  not today\n  nor tomorrow\n",
        ),
    ):
        if content is not None:
            script.write_text(content)
            script.chmod(mode)
        assert run(command) == ExitCode.NOT_STARTED
        assert message in capsys.readouterr().err
    script.write_text(f"#!/bin/sh\nexec {program('well')}\n")
    assert run(command) == ExitCode.OK
    assert json.loads(call(*command, "--json").stdout)["faults"] == []


def test_a_program_that_starts_no_more(tmp_path: Path) -> None:
    """Who has played before, and then ends before its hello, has lost that game and no more."""
    script = tmp_path / "bot"
    script.write_text(f"#!/bin/sh\nmkdir {tmp_path}/once && exec {program('resign')}\nexit 9\n")
    script.chmod(0o755)
    page = call(
        "match", "random", script, "--time", "60", "--pairs", "1", "--workers", "1",
        "--folder", tmp_path / "f", "--name", "A=ann", "--name", "B=bob",
    ).stdout  # fmt: skip
    assert "1. ann 2 2 0 0" in " ".join(page.split())
    assert "bob: 1 crash\n  first in block 0, game 1: crash: ended with exit code 9 before" in page


def test_a_mended_program(tmp_path: Path) -> None:
    """A contest that is complete is not played again, and says so; it says who was mended since."""
    script = tmp_path / "bot"
    script.write_text(f"#!/bin/sh\nexec {program('crash')}\n")
    script.chmod(0o755)
    folder = tmp_path / "f"
    command = (
        "match", "random", script, "--time", "60", "--pairs", "1", "--workers", "1",
        "--folder", folder, "--name", "B=bob",
    )  # fmt: skip
    assert "nothing was played" not in call(*command).stderr
    page = call(*command)
    told = (
        f"nothing was played: all 2 games are in {folder} already;"
        " remove it, or say --seed or --folder, to play anew\n"
    )
    assert page.stderr == told
    assert "bob: 2 crash" in page.stdout
    later_ns = (folder / "games.jsonl").stat().st_mtime_ns + 1_000_000_000
    os.utime(script, ns=(later_ns, later_ns))
    changed = f"{script} was changed since: 2 faults of bob may be mended\n"
    assert call(*command).stderr == told + changed
    assert f"already; remove it to play anew\n{changed}" in call(
        "tournament", "resume", folder
    ).stderr  # fmt: skip


def test_interrupted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After Ctrl-C it is told how to go on."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("carcbot.cli.contest_play.play_contest", interrupt)
    folder = str(tmp_path / "f")
    command = ["match", "random", "greedy", "--workers", "1", "--folder", folder]
    assert run(command) == ExitCode.INTERRUPTED
    assert f"carcbot tournament resume {folder}\n" in capsys.readouterr().err


def test_sprt(tmp_path: Path) -> None:
    """A test ends as soon as it can, and says what it found."""
    page = call(
        "sprt", "greedy", "random", "--elo1", "50", "--workers", "1", "--folder", tmp_path
    ).stdout
    assert "stronger by 50 logistic Elo rather than 0? yes" in page
    figures = json.loads(call("tournament", "status", tmp_path, "--json").stdout)
    assert figures["test"]["verdict"] == "accept H1"
    assert figures["blocks"] < 100


def test_tournament(tmp_path: Path) -> None:
    """Run, status, resume and report agree with each other, and files lie beside the games."""
    file = tmp_path / "t.toml"
    file.write_text(
        f'name = "Small"\n[[player]]\nagent = "random"\n[[player]]\nagent = "{QUICK}"\n'
    )
    folder = tmp_path / "f"
    page = call("tournament", "run", file, "--folder", folder, "--workers", "1").stdout
    standings = page[page.index("    player") : page.index("Every game")]
    status = call("tournament", "status", folder).stdout
    assert status.startswith("Small is over: 1 blocks")
    assert standings.strip() in status
    assert standings in call("tournament", "resume", folder, "--workers", "1").stdout
    (folder / "report.html").unlink()
    assert "report.html" in call("tournament", "report", folder).stdout
    assert "<h1>Small</h1>" in (folder / "report.html").read_text()


def test_status_of_a_round_that_goes_on(tmp_path: Path) -> None:
    """Status and report have every complete block, whether its round is over or not."""
    file, folder = tmp_path / "t.toml", tmp_path / "f"
    players = "".join(f'[[player]]\nname = "{name}"\nagent = "random"\n' for name in "abcd")
    file.write_text(f'name = "Small"\n{players}')
    call("tournament", "run", file, "--folder", folder, "--workers", "1")
    games = (folder / "games.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "games.jsonl").write_bytes(b"".join(games[:7]))
    status = call("tournament", "status", folder).stdout
    assert status.startswith("Small goes on: 3 of 6 blocks, and 1 game of others\n")
    assert sum(int(games) for games in re.findall(r"^\d\.  \w +(\d+)", status, re.MULTILINE)) == 12
    figures = json.loads(call("tournament", "status", folder, "--json").stdout)
    assert (figures["is_over"], figures["blocks"], figures["games"]) == (False, 3, 6)
    assert sum(row["games"] for row in figures["standings"]) == 12
    call("tournament", "report", folder)
    assert json.loads((folder / "results.json").read_text())["games"] == 6


def test_joining(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody joins a ladder that is not over; nobody joins anything else."""
    file, folder = tmp_path / "t.toml", tmp_path / "f"
    file.write_text(LADDER)
    call("tournament", "run", file, "--folder", folder, "--workers", "1")
    before = call("tournament", "status", folder).stdout
    assert run(["tournament", "join", str(folder), QUICK, "--name", "late"]) == 2
    assert "the ladder is over" in capsys.readouterr().err
    assert call("tournament", "status", folder).stdout == before
    games = (folder / "games.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "games.jsonl").write_bytes(games[0])
    told = call("tournament", "join", folder, QUICK, "--name", "late").stdout
    assert told == "late joins in round 1, counted from 0\n"
    assert "late" in call("tournament", "status", folder).stdout


def test_joining_while_it_is_played(tmp_path: Path) -> None:
    """Who joins a ladder that somebody plays just now waits for the next round, once."""
    file, folder = tmp_path / "t.toml", tmp_path / "f"
    file.write_text(LADDER)
    call("tournament", "run", file, "--folder", folder, "--workers", "1")
    with ContestFolder(folder):
        told = call("tournament", "join", folder, QUICK, "--name", "late").stdout
        assert told == "late joins in the next round that is drawn\n"
        assert run(["tournament", "join", str(folder), QUICK, "--name", "late"]) == 2
    assert [each.name for each in ContestFolder(folder).newcomers()] == ["late"]


def test_refusals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be played is answered in two lines."""
    for command, message in (
        (["match", "greedy"], "one agent is no match"),
        (["match", "greedy", "mcts", "--folder", str(tmp_path / "a")], "would think for ever"),
        (["match", "greedy", "nobody", "--folder", str(tmp_path / "a")], "no agent 'nobody'"),
        (["match", "greedy", "./nobody", "--folder", str(tmp_path / "a")], "may think for ever"),
        (
            ["match", "greedy", "random", "--name", "C=c", "--folder", str(tmp_path / "b")],
            "'C=c' names nobody",
        ),
        (["sprt", "greedy", "random", "--elo0", "9", "--elo1", "3"], "elo0 is 9 and elo1 3"),
        (["sprt", "greedy", "random", "--alpha", "0"], "0 is not in the range 0<x<0.5"),
        (["sprt", "greedy", "random", "--elo1", "1001"], "is not in the range"),
        (
            ["sprt", "greedy", "random", "--model", "normalized", "--elo1", "250"],
            "normalized Elo from -221 to 221",
        ),
        (["sprt", "greedy", "random", "--elo1", "inf"], "is not in the range"),
        (["tournament", "run", str(tmp_path / "no.toml")], "cannot read"),
        (["tournament", "status", str(tmp_path)], "cannot read"),
        (["tournament", "resume", str(tmp_path)], "cannot read"),
    ):
        assert run(command) == 2
        assert message in capsys.readouterr().err
    call("match", "random", "greedy", "--pairs", "1", "--workers", "1", "--folder", tmp_path)
    assert run(["tournament", "join", str(tmp_path), "random"]) == 2
    assert "nobody can join a round_robin" in capsys.readouterr().err


def test_usual_folder() -> None:
    """The same contest has the same place, another one another; its name can be a folder's."""
    one, again, other = (contest_of(2, name="a:b v c/d", seed=seed) for seed in (1, 1, 2))
    assert folder_for(one) == folder_for(again)
    assert folder_for(one) != folder_for(other)
    assert folder_for(one).name.startswith("a-b-v-c-d-")


@pytest.mark.parametrize(
    ("contest_limits", "player_limits", "name"),
    (
        (Budget(), None, "a-v-b-8253e0ed"),
        (Budget(hard_s=1.5, nodes=20), None, "a-v-b-baf0863d"),
        (Budget(hard_s=1.5, nodes=20), Budget(nodes=7), "a-v-b-79872f27"),
    ),
)
def test_folders_of_before(contest_limits: Budget, player_limits: Budget | None, name: str) -> None:
    """A contest that was begun when files said 0 for no limit goes on in its folder."""
    players = (Entrant("mcts:sims=10", "mcts:sims=10", player_limits), Entrant("random", "random"))
    contest = Contest(name="a v b", limits=contest_limits, player=players)
    assert folder_for(contest).name == name


def test_table() -> None:
    """Columns are as wide as their widest cell; text to the left, numbers to the right."""
    assert list(table(("who", "n"), [("ann", "1"), ("bo", "100")])) == [
        "who    n",
        "ann    1",
        "bo   100",
    ]
