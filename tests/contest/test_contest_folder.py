"""Tests of carcbot.contest.contest_folder."""

import errno
import fcntl
import json
import os
from pathlib import Path

import msgspec
import pytest

from carcbot.arena.blocks import Block, Game
from carcbot.arena.contest import Clock, Entrant
from carcbot.contest.contest_folder import ContestFolder
from carcbot.contest.runner import course_of
from carcbot.errors import FileInputError, OptionsError, UnavailableError
from carcbot.search.budget import UNLIMITED, Budget
from tests.arena.made_up import contest_of, result_of

CONTEST = contest_of(2, blocks=3)
RESULTS = [
    result_of(CONTEST, Game(Block(number, number, (0, 1)), game), (number, game))
    for number in range(3)
    for game in range(2)
]


def test_what_is_kept(tmp_path: Path) -> None:
    """What was added is there again, in the same order; the contest too."""
    with ContestFolder.make(tmp_path / "a" / "b", CONTEST) as folder:
        folder.add(RESULTS[:2])
        folder.add(RESULTS[2:])
    again = ContestFolder(tmp_path / "a" / "b")
    assert again.contest == CONTEST
    assert list(again.results()) == RESULTS


def test_folders_of_before(tmp_path: Path) -> None:
    """A folder that was written when files said 0 for no limit is the same contest's."""
    contest = contest_of(2, limits=Budget(hard_s=1.5, nodes=20))
    ContestFolder.make(tmp_path / "a", contest)
    file = tmp_path / "a" / "contest.json"
    said = json.loads(file.read_text())
    assert said["limits"] == {"time_s": 1.5, "nodes": 20}
    said["limits"] = {"time_s": 1.5, "nodes": 20, "simulations": 0, "depth": 0}
    said["player"][0]["limits"] = {"time_s": 0.0, "nodes": 0, "simulations": 0, "depth": 0}
    file.write_text(json.dumps(said))
    before = ContestFolder(tmp_path / "a").contest
    assert before.limits == contest.limits
    assert before.limits_of(0) == UNLIMITED
    assert before.limits_of(1) == contest.limits


def test_more_blocks_than_before(tmp_path: Path) -> None:
    """A contest that gets more blocks keeps its games; one that differs otherwise is refused."""
    with ContestFolder.make_growing(tmp_path, CONTEST) as folder:
        folder.add(RESULTS)
    more = ContestFolder.make_growing(tmp_path, contest_of(2, blocks=7))
    assert more.contest.blocks == ContestFolder(tmp_path).contest.blocks == 7
    assert list(more.results()) == RESULTS
    with pytest.raises(FileInputError, match="another contest is there"):
        ContestFolder.make_growing(tmp_path, contest_of(2, blocks=9, seed=9))
    assert ContestFolder(tmp_path).contest.blocks == 7


def test_torn_line(tmp_path: Path) -> None:
    """However much of the last line a crash leaves, all lines before it count, and it goes on."""
    with ContestFolder.make(tmp_path, CONTEST) as folder:
        folder.add(RESULTS[:2])
    file = tmp_path / "games.jsonl"
    whole = file.read_bytes()
    first = whole.index(b"\n") + 1
    for cut in range(first, len(whole)):
        file.write_bytes(whole[:cut])
        assert list(ContestFolder(tmp_path).results()) == RESULTS[:1]
        with ContestFolder(tmp_path) as folder:
            folder.add(RESULTS[1:])
        assert list(ContestFolder(tmp_path).results()) == RESULTS


@pytest.mark.parametrize(
    ("before", "after", "why"),
    (
        ('"game":1', '"game":7', "other seats"),
        ('"names":["p1","p0"]', '"names":["p1","zoe"]', "nobody is called 'zoe'"),
        ('"places":[1,2]', '"places":[1,2,3]', "other seats"),
    ),
)
def test_games_that_are_none_of_it(tmp_path: Path, before: str, after: str, why: str) -> None:
    """A line that somebody changed is named, and nothing is counted."""
    with ContestFolder.make(tmp_path, CONTEST) as folder:
        folder.add(RESULTS)
    file = tmp_path / "games.jsonl"
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after, 1))
    with pytest.raises(FileInputError, match=rf"games\.jsonl, line \d: .*{why}"):
        list(ContestFolder(tmp_path).results())


def test_a_line_without_end(tmp_path: Path) -> None:
    """What is nested too deep to be read is named like any other line that is none of ours."""
    with ContestFolder.make(tmp_path, CONTEST) as folder:
        folder.add(RESULTS[:1])
        folder.ask_to_join(Entrant("zoe", "random"))
    for name in ("games.jsonl", "newcomers.jsonl"):
        with (tmp_path / name).open("a") as file:
            file.write("[" * 100_000 + "\n")
    with pytest.raises(FileInputError, match=r"games\.jsonl, line 2: "):
        list(ContestFolder(tmp_path).results())
    with pytest.raises(FileInputError, match=r"newcomers\.jsonl: "):
        ContestFolder(tmp_path).newcomers()


def test_other_players(tmp_path: Path) -> None:
    """Where the order of the players was changed nobody gets the games of another."""
    with ContestFolder.make(tmp_path, CONTEST) as folder:
        folder.add(RESULTS)
    file = tmp_path / "contest.json"
    told = json.loads(file.read_text())
    told["player"].reverse()
    file.write_text(json.dumps(told))
    with pytest.raises(FileInputError, match=r"block 0, game 0.*: p0 and p1 have played it"):
        course_of(ContestFolder(tmp_path))


def test_a_ladder_goes_on_when_others_have_joined(tmp_path: Path) -> None:
    """The same command finds it again; that of another ladder does not."""
    ladder = contest_of(2, format="ladder")
    folder = ContestFolder.make(tmp_path, ladder)
    grown = msgspec.structs.replace(ladder, player=(*ladder.player, Entrant("new", "random")))
    folder.change(grown)
    assert ContestFolder.make(tmp_path, ladder).contest == grown
    with pytest.raises(FileInputError, match="another contest is there"):
        ContestFolder.make(tmp_path, contest_of(2, format="ladder", seed=9))


def test_one_at_a_time(tmp_path: Path) -> None:
    """Two cannot play the same contest; who only looks may look."""
    with ContestFolder.make(tmp_path, CONTEST) as folder:
        folder.add(RESULTS)
        with (
            pytest.raises(FileInputError, match="being played by somebody else"),
            ContestFolder(tmp_path),
        ):
            pass
        assert list(ContestFolder(tmp_path).results()) == RESULTS
    with ContestFolder(tmp_path):
        pass


def test_a_disk_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who could not open it lets go of it: with a disk that works again it can be opened."""
    ContestFolder.make(tmp_path, CONTEST)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_bytes", _fails)
        with pytest.raises(UnavailableError, match="Input/output error"), ContestFolder(tmp_path):
            pass
    with ContestFolder(tmp_path) as folder:
        folder.add(RESULTS)


def _fails(_: Path) -> bytes:
    raise OSError(errno.EIO, os.strerror(errno.EIO))


def test_refusals(tmp_path: Path) -> None:
    """What is no folder of a contest, or of another one, is refused with its name."""
    with pytest.raises(FileInputError, match=r"contest\.json: cannot read"):
        ContestFolder(tmp_path)
    ContestFolder.make(tmp_path, CONTEST)
    with pytest.raises(FileInputError, match="another contest is there"):
        ContestFolder.make(tmp_path, contest_of(2, seed=9))
    (tmp_path / "games.jsonl").write_bytes(b"{}\n")
    with pytest.raises(FileInputError, match=r"games\.jsonl, line 1"):
        list(ContestFolder(tmp_path).results())
    (tmp_path / "contest.json").write_bytes(b"[")
    with pytest.raises(FileInputError, match=r"contest\.json"):
        ContestFolder(tmp_path)


def test_whether_it_is_played(tmp_path: Path) -> None:
    """A folder is being played as long as somebody has it open for writing."""
    kept = ContestFolder.make(tmp_path, contest_of(2))
    told = [kept.is_being_played]
    with kept:
        told.append(ContestFolder(tmp_path).is_being_played)
    told.append(kept.is_being_played)
    with (tmp_path / "games.jsonl").open("rb") as file:  # somebody else looks at the same moment
        fcntl.flock(file, fcntl.LOCK_SH)
        told.append(kept.is_being_played)
    assert told == [False, True, False, False]


def test_newcomers(tmp_path: Path) -> None:
    """Who asks to join waits until it takes part; lines that are none of ours are named."""
    kept = ContestFolder.make(tmp_path, contest_of(2))
    kept.ask_to_join(Entrant("late", "random"))
    kept.ask_to_join(Entrant(kept.contest.names[0], "random"))
    assert kept.newcomers() == [Entrant("late", "random")]
    with (tmp_path / "newcomers.jsonl").open("ab") as file:
        file.write(b'{"name":"torn","ag')  # as a crash leaves it
    assert kept.newcomers() == [Entrant("late", "random")]
    kept.ask_to_join(Entrant("later", "random"))
    assert kept.newcomers() == [Entrant("late", "random"), Entrant("later", "random")]
    (tmp_path / "newcomers.jsonl").write_text("nobody\n")
    with pytest.raises(FileInputError, match=r"newcomers\.jsonl"):
        kept.newcomers()


def test_impossible_clock(tmp_path: Path) -> None:
    """A contest by whose clock nobody could play is refused before anything is made."""
    contest = contest_of(2, clock=Clock("fischer", main_s=0.0))
    with pytest.raises(OptionsError, match="main_us of the clock fischer"):
        ContestFolder.make(tmp_path / "f", contest)
    assert not (tmp_path / "f").exists()
