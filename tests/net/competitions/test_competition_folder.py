"""Tests of carcbot.net.competitions.competition_folder."""

from pathlib import Path

import pytest

from carcbot.arena.competition import facts
from carcbot.arena.competition.facts import Entered, Fact, Withdrew
from carcbot.errors import FileInputError, InputError
from carcbot.net.competitions.competition_folder import (
    CompetitionFolder,
    find_competition,
    load_competition,
)

TEXT = 'name = "cup"\n[schedule]\nstarts = [2027-01-15T08:00:00Z]\n'


def host_file(folder: Path, text: str = TEXT) -> Path:
    """The file of a host."""
    file = folder / "host.toml"
    file.write_text(text)
    return file


def test_a_crash_loses_half_a_line_at_most(tmp_path: Path) -> None:
    """Cut off at any byte, the story goes on from its last whole line."""
    file = host_file(tmp_path)
    story = tmp_path / "cup" / "story.jsonl"
    CompetitionFolder.make(tmp_path / "cup", file)
    told: list[Fact] = [Entered(1, "ann"), Entered(2, "bob"), Withdrew(3, "ann")]
    raw = b"".join(facts.encode(fact) for fact in told)
    players = [(), ("ann",), ("ann", "bob"), ("bob",)]
    for size in range(len(raw) + 1):
        story.write_bytes(raw[:size])
        whole = raw[:size].count(b"\n")
        folder = CompetitionFolder(tmp_path / "cup")
        assert folder.proceedings.players == players[whole]
        folder.open()
        folder.add(Entered(9, "eve"))
        folder.close()
        lines = [facts.decode(line) for line in story.read_bytes().splitlines()]
        assert lines == [*told[:whole], Entered(9, "eve")]
        assert folder.proceedings.players == (*players[whole], "eve")


def test_made_once(tmp_path: Path) -> None:
    """The same file goes on, with the same secret; another one is refused."""
    file = host_file(tmp_path)
    first = CompetitionFolder.make(tmp_path / "cup", file)
    second = CompetitionFolder.make(tmp_path / "cup", file)
    assert first.seed(3) == second.seed(3) != first.seed(4)
    assert len(bytes.fromhex(first.seed(3))) == 32
    secret = tmp_path / "cup" / "secret"
    assert secret.stat().st_mode & 0o077 == 0
    for spoiled in ("", "\n", "xyz", "00" * 31):
        secret.write_text(spoiled)
        with pytest.raises(FileInputError, match="secret: this is no secret"):
            first.seed(3)
        with pytest.raises(FileInputError, match="secret: this is no secret"):
            first.open()
    host_file(tmp_path, "seats = 3\n" + TEXT)
    with pytest.raises(FileInputError, match="another competition is called 'cup'"):
        CompetitionFolder.make(tmp_path / "cup", file)


def test_a_broken_story(tmp_path: Path) -> None:
    """A line that tells of nothing, or of what cannot be, is refused with its place."""
    CompetitionFolder.make(tmp_path / "cup", host_file(tmp_path))
    for line in ('{"fact":"danced","at_us":1}', '{"fact":"ended","at_us":1}', "nonsense"):
        (tmp_path / "cup" / "story.jsonl").write_text(line + "\n")
        with pytest.raises(FileInputError, match="this cannot have happened") as caught:
            CompetitionFolder(tmp_path / "cup")
        assert "story.jsonl, line 1" in caught.value.where
    called = '{"fact":"called","at_us":1,"block":0,"game":0,"attempt":1,"match":"m1"}\n'
    (tmp_path / "cup" / "story.jsonl").write_text(called)
    with pytest.raises(FileInputError, match="this cannot have happened"):
        CompetitionFolder(tmp_path / "cup")


def test_files_that_cannot_be(tmp_path: Path) -> None:
    """A file that is not there, and a clock that nobody could play with, are told."""
    with pytest.raises(FileInputError, match="cannot read"):
        load_competition(tmp_path / "nowhere.toml")
    with pytest.raises(InputError, match=r"\[clock\], move_s of the clock bank"):
        load_competition(host_file(tmp_path, TEXT + "[clock]\nmove_s = 0\n"))


def test_found_by_its_name(tmp_path: Path) -> None:
    """A host names a competition; of another name it is told which there are."""
    with pytest.raises(FileInputError) as caught:
        find_competition(tmp_path, "cup")
    assert caught.value.what == "there is no competition 'cup'"
    for name in ("spring", "cup"):
        (tmp_path / "competitions" / name).mkdir(parents=True)
    assert find_competition(tmp_path, "cup") == tmp_path / "competitions" / "cup"
    for name in ("cop", "", "..", "cup/", "../cup"):
        with pytest.raises(FileInputError) as caught:
            find_competition(tmp_path, name)
        assert caught.value.what.endswith("; there is 'cup', 'spring'")
