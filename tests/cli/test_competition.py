"""Tests of carcbot.cli.competition."""

import csv
import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from click.testing import CliRunner, Result

from carcbot.arena.blocks import GameResult
from carcbot.arena.competition.facts import Began, Called, CheckInBegan, Ended, RoundBegan
from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import main, run
from carcbot.net.competitions.competition_folder import CompetitionFolder
from carcbot.replay.packed import is_packed, pack, unpack
from tests.waiting import PATIENCE_S

TEXT = 'name = "cup"\ntitle = "A <b>cup</b>"\n[schedule]\nstarts = [2020-01-15T08:00:00Z]\n'
CUP = Path("competitions/cup")
"""Where a referee has it, in its folder."""


def call(*arguments: str | Path) -> Result:
    """A command that goes well."""
    done = CliRunner().invoke(main, [str(each) for each in arguments], catch_exceptions=False)
    assert done.exit_code == 0
    return done


def folder_of(tmp_path: Path, names: tuple[str, ...]) -> CompetitionFolder:
    """A competition that these have entered."""
    file = tmp_path / "cup.toml"
    file.write_text(TEXT)
    (tmp_path / CUP.parent).mkdir(exist_ok=True)
    folder = CompetitionFolder.make(tmp_path / CUP, file)
    folder.open()
    for name in names:
        folder.add(folder.proceedings.enter(name, 1))
    return folder


def test_check(tmp_path: Path) -> None:
    """The example of the docs can be played; the command says when, and how decks are drawn."""
    year = datetime.now(UTC).year + 2
    file = tmp_path / "cup.toml"
    file.write_text(Path("docs/competition.toml").read_text().replace("2036", str(year)))
    page = call("competition", "check", file).stdout
    assert "The Autumn Cup: swiss, carcassonne" in page
    assert f"Check-in begins {year}-01-15 17:45:00 UTC." in page
    assert f"The first round: {year}-01-15 18:00:00 UTC." in page
    assert "Clock: bank, 60 s, and 1 s of each turn before they run." in page
    assert "with 8 players at most 40," in page  # 5 rounds of 4 blocks of 2
    assert "each game has a deck of its own" in page


def test_too_late(tmp_path: Path) -> None:
    """What nobody could enter any more is refused, by check and by serve alike."""
    file = tmp_path / "cup.toml"
    file.write_text(TEXT)
    for command in (
        ("competition", "check", str(file)),
        ("serve", "--port", "0", "--folder", str(tmp_path / "r"), "--competition", str(file)),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "carcbot", *command],
            capture_output=True, text=True, check=False, timeout=PATIENCE_S,
        )  # fmt: skip
        assert done.returncode == ExitCode.INPUT
        assert "nobody could enter: registration ended 2020-01-15 07:45:00 UTC" in done.stderr
        assert not (tmp_path / "r" / "competitions").exists()


def test_check_refuses(tmp_path: Path) -> None:
    """What cannot be played is the user's mistake, with its place."""
    file = tmp_path / "cup.toml"
    file.write_text(TEXT + "[clock]\nmove_s = 0\n")
    assert run(["competition", "check", str(file)]) == ExitCode.INPUT
    assert run(["competition", "check", str(tmp_path / "nowhere")]) == ExitCode.INPUT


def test_before_it_begins(tmp_path: Path) -> None:
    """Whether nobody or somebody has entered: there is a page, and it says so."""
    for names in ((), ("ann", "bob")):
        folder_of(tmp_path, names).close()
        call("competition", "report", "cup", "--folder", tmp_path)
        page = (tmp_path / CUP / "report.html").read_text()
        assert "<h1>A &lt;b&gt;cup&lt;/b&gt;</h1>" in page
        assert all(name in page for name in names)
        text = call("competition", "status", "cup", "--folder", tmp_path, "--json").stdout
        assert [row["player"] for row in json.loads(text)["standings"]] == list(names)


def test_entrants(tmp_path: Path) -> None:
    """Before the first round the host is told who has entered, and how far each is."""
    folder_of(tmp_path, ()).close()
    command = ("competition", "status", "cup", "--folder", tmp_path)
    assert "Nobody has entered." in call(*command).stdout
    folder = folder_of(tmp_path, ("ann", "bob", "cid"))
    folder.add(folder.proceedings.withdraw("cid", 2))
    folder.add(CheckInBegan(2))
    folder.add(folder.proceedings.check_in("bob", 3))
    folder.close()
    text = call(*command).stdout
    lines = [line.split(maxsplit=1) for line in text.splitlines()]
    assert ["Entrants:", "2"] in lines
    at = lines.index(["ann", "entered"])
    assert lines[at : at + 3] == [
        ["ann", "entered"],
        ["bob", "has checked in"],
        ["cid", "withdrawn"],
    ]


def test_records(tmp_path: Path) -> None:
    """All records of games that are over are copied packed, however they lie there."""
    folder = folder_of(tmp_path, ("ann", "bob"))
    now = folder.proceedings
    folder.add(Began(4, ("ann", "bob")))
    folder.add(RoundBegan(5, 0))
    texts = {"m1": b"plain\n", "m2": b"packed\n"}
    for match in texts:
        game = now.waiting[0]
        folder.add(Called(6, game.block.number, game.number, 1, match))
        lost = now.absence(game, ("bob",))
        folder.add(Ended(7, lost, match))
    folder.close()
    referee, target = tmp_path / "referee", tmp_path / "all" / "of" / "them"
    (referee / "competitions").mkdir(parents=True)
    (tmp_path / CUP).rename(referee / "competitions" / "cup")
    command = ["competition", "records", "cup", "--to", str(target), "--folder", str(referee)]
    (referee / "records").mkdir()
    (referee / "records" / "m1.jsonl").write_bytes(texts["m1"])
    (referee / "records" / "other.jsonl").write_bytes(b"of no competition")
    assert run(command) == ExitCode.INPUT  # one is not there; the other is copied
    assert [each.name for each in target.iterdir()] == ["m1.jsonl.zst"]
    (referee / "records" / "m2.jsonl.zst").write_bytes(pack(texts["m2"]))
    assert run(command) == ExitCode.OK
    copied = {each.name: each.read_bytes() for each in target.iterdir()}
    assert all(map(is_packed, copied.values()))
    assert {name: unpack(raw, name) for name, raw in copied.items()} == {
        f"{match}.jsonl.zst": text for match, text in texts.items()
    }
    assert run(["competition", "records", "cap", *command[3:]]) == ExitCode.INPUT


def test_while_it_is_played(tmp_path: Path) -> None:
    """Standings, faults and who is out are told, on the page and in the tables."""
    folder = folder_of(tmp_path, ("ann", "bob"))
    now = folder.proceedings
    folder.add(CheckInBegan(2))
    for name in ("ann", "bob"):
        folder.add(now.check_in(name, 3))
    folder.add(Began(4, now.admitted()))
    folder.add(RoundBegan(5, 0))
    first = now.waiting[0]
    folder.add(Called(6, first.block.number, first.number, 1, "m1"))
    lost = now.absence(first, ("bob",))
    folder.add(Ended(7, lost, "m1"))
    folder.add(Ended(8, now.absence(now.waiting[0], ("bob",))))
    folder.close()
    page = call("competition", "status", "cup", "--folder", tmp_path).stdout
    assert "bob: 2 absent, out" in page
    assert "No longer in it: bob (withdrawn)" in page
    assert "trust_bots = false" in page
    call("competition", "report", "cup", "--folder", tmp_path)
    table = (tmp_path / CUP / "standings.csv").read_text().splitlines()
    ann, bob = csv.DictReader(table)
    assert (ann["player"], ann["won"], ann["absent"]) == ("ann", "2", "0")
    assert (bob["player"], bob["lost"], bob["absent"]) == ("bob", "2", "2")
    games = list(csv.DictReader((tmp_path / CUP / "games.csv").read_text().splitlines()))
    assert [each["fault"] for each in games if each["player"] == "bob"] == ["absent", "absent"]


def test_results_tell_the_rules(tmp_path: Path) -> None:
    """The JSON has the settings of the file and the defaults that hold, and no others."""
    folder_of(tmp_path, ("ann", "bob")).close()
    call("competition", "report", "cup", "--folder", tmp_path)
    told = json.loads((tmp_path / CUP / "results.json").read_text())["contest"]
    assert (told["name"], told["replays"]) == ("cup", 3)
    assert told["no_show"] == {"grace_s": 120.0, "withdrawn_after": 2}
    assert told["player"] == [{"name": "ann"}, {"name": "bob"}]
    assert not {"attempts", "grace_s", "limits"} & set(told)


def test_games_on_the_page(tmp_path: Path) -> None:
    """The page lists all games with links to their matches, those that go on too."""
    folder = folder_of(tmp_path, ("ann", "bob"))
    now = folder.proceedings
    folder.add(Began(4, ("ann", "bob")))
    folder.add(RoundBegan(5, 0))
    for number, game in enumerate(now.waiting):
        folder.add(Called(6, game.block.number, game.number, 1, f"m{number}"))
    over = now.playing["m0"]
    names = now.names(over)
    result = GameResult(over.block.number, over.number, names, (9, 7), (1, 2), "", ())
    folder.add(Ended(7, result, "m0"))
    folder.close()
    call("competition", "report", "cup", "--folder", tmp_path)
    page = (tmp_path / CUP / "report.html").read_text()
    section = page[page.index('<h2 id="games">') :]
    assert '<a href="/table/m0">replay</a>' in section
    assert '<a href="/table/m1">watch</a>' in section
    assert f"{names[0]} 9, {names[1]} 7" in section
    assert f"{names[0]} won" in section
    games = csv.DictReader((tmp_path / CUP / "games.csv").read_text().splitlines())
    assert {each["match"] for each in games} <= {"m0"}


def test_nobody_came(tmp_path: Path) -> None:
    """Games to which nobody came are lost by all, and there is a page with everything."""
    folder = folder_of(tmp_path, ("ann", "bob"))
    now = folder.proceedings
    folder.add(Began(4, ("ann", "bob")))
    folder.add(RoundBegan(5, 0))
    while now.waiting:
        folder.add(Ended(8, now.absence(now.waiting[0], ("ann", "bob"))))
    folder.close()
    call("competition", "report", "cup", "--folder", tmp_path)
    table = (tmp_path / CUP / "standings.csv").read_text().splitlines()
    lost = [(each["lost"], each["score"], each["score_sum"]) for each in csv.DictReader(table)]
    assert lost == [("2", "0.0", "0.0")] * 2
    assert "0 of 2" in (tmp_path / CUP / "report.html").read_text()
