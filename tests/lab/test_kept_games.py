"""Tests of carcbot.lab.kept_games."""

import shutil
import zipfile
from pathlib import Path

import pytest
from msgspec import structs

from carcbot.arena.contest import Contest
from carcbot.arena.contest_course import ContestCourse
from carcbot.contest.any_game import play_game
from carcbot.contest.contest_folder import ContestFolder
from carcbot.errors import FileInputError
from carcbot.lab import kept_games
from carcbot.lab.duels import duel_between, play
from carcbot.lab.kept_games import KeptGames
from carcbot.lab.notebook import Notebook
from carcbot.lab.study import Workbench

COMMITTED = [
    archive
    for archive in sorted(kept_games.ARCHIVES.glob("*.zip"))
    if any(name.endswith("/contest.json") for name in zipfile.ZipFile(archive).namelist())
]
"""Those that have games: where a study plays no contests there is a notebook alone."""


@pytest.fixture(autouse=True)
def archives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the archives lie in these tests."""
    monkeypatch.setattr(kept_games, "ARCHIVES", tmp_path / "archives")
    return tmp_path / "archives"


def games_in(folder: Path, *, anew: bool = False, only: str = "", study: str = "pots") -> KeptGames:
    """Those of a study that plays in this folder."""
    return KeptGames(
        study,
        folder,
        lambda contest: folder / contest.name,
        anew=anew,
        chosen=(lambda contest: only in contest.name) if only else None,
    )


def contest(blocks: int, one: str = "one") -> Contest:
    """A short match."""
    return duel_between(
        "pots", (one, "random"), ("other", "random"), blocks=blocks, seed=1, game="pot"
    )


def played(games: KeptGames, blocks: int, one: str = "one") -> list[str]:
    """Plays so many blocks, those that were kept included; returns the records of all games."""
    duel = play(contest(blocks, one), Workbench(lambda: None, games.contest))
    assert len(duel.results) == blocks
    return [game.record for game in duel.games]


def kept(games: KeptGames, one: str) -> int:
    """How many games of a match there are."""
    with games.contest(contest(3, one)) as folder:
        return len(list(folder.results()))


def test_goes_on_elsewhere(tmp_path: Path) -> None:
    """With its archive alone a study has all that it had, and plays only further games."""
    here, there = tmp_path / "here", tmp_path / "there"
    games = games_in(here)
    first = played(games, 3)
    games.notes("turns").add(41)
    [archive] = games.save()

    again = games_in(there)
    kept = (here / contest(3).name / "games.jsonl").read_bytes()
    assert (there / contest(3).name / "games.jsonl").read_bytes() == kept
    assert again.notes("turns").answers() == [41]
    more = played(again, 5)
    assert more[: len(first)] == first
    # times of thinking are in it too: games that were played again would have others
    assert (there / contest(3).name / "games.jsonl").read_bytes().startswith(kept)

    before = archive.read_bytes()
    again.save()
    assert len(played(games_in(tmp_path / "third"), 5)) == 10
    assert archive.read_bytes() != before


def test_same_archive(tmp_path: Path) -> None:
    """The same games are the same bytes, so that nothing is committed where nothing was played."""
    games = games_in(tmp_path / "here")
    played(games, 2)
    [archive] = games.save()
    before = archive.read_bytes()
    again = games_in(tmp_path / "there")
    played(again, 2)
    assert again.save() == [archive]
    assert archive.read_bytes() == before


def test_longer_stays(tmp_path: Path) -> None:
    """What the folder has more of than the archive is not lost."""
    games = games_in(tmp_path / "here")
    played(games, 2)
    games.save()
    played(games, 4)
    kept = (tmp_path / "here" / contest(4).name / "games.jsonl").read_bytes()
    games_in(tmp_path / "here")
    assert (tmp_path / "here" / contest(4).name / "games.jsonl").read_bytes() == kept


def test_anew(tmp_path: Path) -> None:
    """Who wants all games played again gets none of the old ones; other studies keep theirs."""
    here = tmp_path / "here"
    games = games_in(here)
    played(games, 3)
    games.notes("turns").add(41)
    games.save()
    (here / "others.jsonl").write_text("1\n")

    anew = games_in(here, anew=True)
    assert anew.notes("turns").answers() == []
    with anew.contest(contest(3)) as folder:
        assert list(folder.results()) == []
    assert (here / "others.jsonl").read_text() == "1\n"
    # a second look at the same contest goes on with it
    assert len(played(anew, 2)) == 4
    assert len(played(anew, 3)) == 6


def test_anew_is_interrupted(tmp_path: Path) -> None:
    """Without being told again it goes on with what was played since, and with no older game."""
    here = tmp_path / "here"
    games = games_in(here)
    old = played(games, 3)
    games.notes("turns").add(41)
    games.save()

    games_in(here, anew=True).notes("turns").add(42)
    again = games_in(here)
    assert again.notes("turns").answers() == [42]
    with again.contest(contest(3)) as folder:
        assert list(folder.results()) == []
    assert played(again, 2) == old[:4]
    third = games_in(here)
    assert len(played(third, 2)) == 4
    third.notes("turns")
    third.save()
    assert games_in(tmp_path / "there").notes("turns").answers() == [42]
    (here / "turns.jsonl").unlink()
    assert games_in(here).notes("turns").answers() == [42]


def test_some_anew(tmp_path: Path) -> None:
    """What is not chosen keeps its games, saved or not, and so it is when that is interrupted."""
    here = tmp_path / "here"
    games = games_in(here)
    played(games, 3, "two")
    played(games, 3)
    games.notes("turns").add(41)
    games.save()
    for each in here.iterdir():  # as on another machine
        shutil.rmtree(each) if each.is_dir() else each.unlink()
    played(games_in(here), 3, "three")

    games_in(here, anew=True, only="one")
    again = games_in(here)
    assert [kept(again, each) for each in ("one", "two", "three")] == [0, 6, 6]
    assert again.notes("turns").answers() == [41]
    played(again, 2)
    games_in(here, anew=True, only="two")
    third = games_in(here)
    assert [kept(third, each) for each in ("one", "two", "three")] == [4, 0, 6]


def test_another_study_of_a_longer_name(tmp_path: Path) -> None:
    """A study whose name begins another's leaves its matches alone."""
    other = structs.replace(contest(3), name="pots-too one v other")
    here = tmp_path / "here"
    play(other, Workbench(lambda: None, games_in(here, study="pots-too").contest))
    played(games_in(here), 3)
    games_in(here, anew=True, only="one")
    assert kept(games_in(here), "one") == 0
    with games_in(here, study="pots-too").contest(other) as folder:
        assert len(list(folder.results())) == 6


def test_none_of_those_anew(tmp_path: Path) -> None:
    """Where no match is chosen nothing is forgotten, and the archive goes on to count."""
    here = tmp_path / "here"
    games = games_in(here)
    played(games, 3)
    games.save()
    (here / contest(3).name / "games.jsonl").unlink()
    games_in(here, anew=True, only="four")
    assert kept(games_in(here), "one") == 6


def test_nobody_takes_what_is_being_played(tmp_path: Path) -> None:
    """Games and answers of somebody who is at it are not forgotten."""
    here = tmp_path / "here"
    notes = games_in(here).notes("turns")
    notes.add(41)
    with (
        games_in(here).contest(contest(3)),
        pytest.raises(FileInputError, match="played by somebody"),
    ):
        games_in(here, anew=True).contest(contest(3))
    with pytest.raises(FileInputError, match="written by somebody"):
        games_in(here, anew=True).notes("turns")
    assert notes.answers() == [41]
    del notes
    assert Notebook("turns", here).answers() == [41]


def test_nothing_to_keep(tmp_path: Path, archives: Path) -> None:
    """A study without games has no archive."""
    assert games_in(tmp_path / "here").save() == []
    assert not archives.exists()


def test_another_file(tmp_path: Path, archives: Path) -> None:
    """What is no archive is an error that names it, and what to do."""
    archives.mkdir()
    (archives / "pots.zip").write_text("no games")
    with pytest.raises(FileInputError, match="remove it") as error:
        games_in(tmp_path / "here")
    assert "pots.zip" in str(error.value)


def test_a_damaged_archive(tmp_path: Path) -> None:
    """So is an archive in which bytes have changed."""
    games = games_in(tmp_path / "here")
    played(games, 2)
    [archive] = games.save()
    whole = archive.read_bytes()
    for at in (120, len(whole) // 3, len(whole) // 2):
        archive.write_bytes(whole[:at] + bytes(40) + whole[at + 40 :])
        with pytest.raises(FileInputError, match="remove it"):
            games_in(tmp_path / "there")


@pytest.mark.parametrize("archive", COMMITTED, ids=lambda archive: archive.stem)
def test_committed_games_are_played_again(tmp_path: Path, archive: Path) -> None:
    """The agents play as they did when the games of a study were kept: it may go on with them.

    Where this fails a search has changed: `carcbot lab run NAME --anew --save` plays all again, and
    with `--only` those that it plays in.
    """
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(tmp_path)
    folders = [ContestFolder(file.parent) for file in tmp_path.glob("*/contest.json")]
    begun = {
        folder.path: next(iter(folder.results())) for folder in folders if counts(folder.contest)
    }
    seconds = {path: sum(each.seconds for each in game.efforts) for path, game in begun.items()}
    assert begun
    quickest = min(seconds, key=seconds.__getitem__)
    match, kept = ContestFolder(quickest).contest, begun[quickest]
    games = iter(ContestCourse(match).take, None)
    (game,) = (
        each for each in games if (each.block.number, each.number) == (kept.block, kept.game)
    )
    assert play_game(match, game).record == kept.record


def counts(contest: Contest) -> bool:
    """Whether no decision of a contest depends on how fast the machine is."""
    limits = [contest.limits_of(player) for player in range(len(contest.player))]
    timed = any(each.soft_s or each.hard_s for each in limits) or contest.clock is not None
    return not timed and not any("time=" in each.agent for each in contest.player)
