"""Tests of carcbot.cli.competition."""

import csv
import json
from pathlib import Path

from click.testing import CliRunner, Result

from carcbot.arena.competition.facts import Began, Called, CheckInBegan, Ended, RoundBegan
from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import main, run
from carcbot.net.competitions.folder import CompetitionFolder

TEXT = 'name = "cup"\ntitle = "A <b>cup</b>"\n[schedule]\nstarts = [2020-01-15T08:00:00Z]\n'


def call(*arguments: str | Path) -> Result:
    """A command that goes well."""
    done = CliRunner().invoke(main, [str(each) for each in arguments], catch_exceptions=False)
    assert done.exit_code == 0
    return done


def folder_of(tmp_path: Path, names: tuple[str, ...]) -> CompetitionFolder:
    """A competition that these have entered."""
    file = tmp_path / "cup.toml"
    file.write_text(TEXT)
    folder = CompetitionFolder.make(tmp_path / "cup", file)
    folder.open()
    for name in names:
        folder.add(folder.proceedings.enter(name, 1))
    return folder


def test_check() -> None:
    """The example of the docs can be played; the command says when, and how decks are drawn."""
    page = call("competition", "check", Path("docs/competition.toml")).stdout
    assert "The Autumn Cup: swiss, carcassonne" in page
    assert "2027-01-15 18:00 UTC" in page
    assert "each game has a deck of its own" in page


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
        call("competition", "report", tmp_path / "cup")
        page = (tmp_path / "cup" / "report.html").read_text()
        assert "<h1>A &lt;b&gt;cup&lt;/b&gt;</h1>" in page
        assert all(name in page for name in names)
        text = call("competition", "status", tmp_path / "cup", "--json").stdout
        assert [row["player"] for row in json.loads(text)["standings"]] == list(names)


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
    page = call("competition", "status", tmp_path / "cup").stdout
    assert "bob: 2 absent, out" in page
    assert "No longer in it: bob (withdrawn)" in page
    assert "trust_bots = false" in page
    call("competition", "report", tmp_path / "cup")
    table = (tmp_path / "cup" / "standings.csv").read_text().splitlines()
    ann, bob = csv.DictReader(table)
    assert (ann["player"], ann["wins"], ann["absent"]) == ("ann", "2", "0")
    assert (bob["player"], bob["losses"], bob["absent"]) == ("bob", "2", "2")
    games = list(csv.DictReader((tmp_path / "cup" / "games.csv").read_text().splitlines()))
    assert [each["fault"] for each in games if each["player"] == "bob"] == ["absent", "absent"]


def test_nobody_came(tmp_path: Path) -> None:
    """Games to which nobody came are lost by all, and there is a page with everything."""
    folder = folder_of(tmp_path, ("ann", "bob"))
    now = folder.proceedings
    folder.add(Began(4, ("ann", "bob")))
    folder.add(RoundBegan(5, 0))
    while now.waiting:
        folder.add(Ended(8, now.absence(now.waiting[0], ("ann", "bob"))))
    folder.close()
    call("competition", "report", tmp_path / "cup")
    table = (tmp_path / "cup" / "standings.csv").read_text().splitlines()
    assert [(each["losses"], each["points"]) for each in csv.DictReader(table)] == [
        ("2", "0.0")
    ] * 2
    assert "0 of 2" in (tmp_path / "cup" / "report.html").read_text()
