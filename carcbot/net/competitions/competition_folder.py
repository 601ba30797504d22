"""A competition's folder: its rules, and all that has happened, safe from crashes.

    competition.toml   the host's file
    before-1-5.toml    what it was before order 1, of the moment 5, changed it
    story.jsonl        a line for each fact, in the order in which they came to pass
    secret             what the decks of mirrored games come from
    report.html, ...   what is published

Lines are only ever added, and before anything follows from them. What a crash has left of a line is
cut off.
"""

import hmac
import secrets
from pathlib import Path
from typing import Final

import msgspec

from carcbot.arena.competition import facts
from carcbot.arena.competition.facts import Fact, RulingMade
from carcbot.arena.competition.host_rulings import ruling_of
from carcbot.arena.competition.proceedings import Proceedings
from carcbot.arena.competition.rules import Competition
from carcbot.arena.competition.rules_file import read_competition
from carcbot.errors import FileInputError, InputError, OptionsError, file_error
from carcbot.line_file import LineFile
from carcbot.messages.codec import NO_JSON
from carcbot.referee import clocks
from carcbot.whole_file import write_whole

__all__ = ["CompetitionFolder", "find_competition", "load_competition"]

_RULES: Final = "competition.toml"
_STORY: Final = "story.jsonl"
_SECRET: Final = "secret"  # noqa: S105 - the name of the file
_KEY_BYTES: Final = 32
_EXPECTED: Final = "the folder of a competition, as a referee makes it"


def find_competition(referee: Path, name: str) -> Path:
    """Where a referee has the competition of this name, in its own folder.

    Raises:
        FileInputError: It has none of this name; those that it has are named.
    """
    hosted = referee / "competitions"
    names = sorted(each.name for each in hosted.iterdir()) if hosted.is_dir() else []
    if name in names:
        return hosted / name
    others = f"; there is {', '.join(map(ascii, names))}" if names else ""
    raise FileInputError(
        f"there is no competition {name!a}{others}",
        where=ascii(str(referee)),
        expected="the folder of the referee that hosts it, as --folder",
    )


def load_competition(path: Path) -> Competition:
    """The competition that a file describes.

    Raises:
        InputError: It cannot be read, or nobody could play by it.
    """
    return _competition(_text(path), str(path))


class CompetitionFolder:
    """A folder, with how the competition in it stands.

    Args:
        path: Where it is.
        fsync: Whether a fact is on the disk before anything follows from it.

    Attributes:
        path: Where it is.
        proceedings: How the competition stands.
        size: Of the story, in bytes: it grows with everything that happens.

    Raises:
        FileInputError: A file in it cannot be read, or a line of the story is none of ours.
        InputError: Nobody could play by its rules.
    """

    def __init__(self, path: Path, *, fsync: bool = False) -> None:
        self.path = path
        self.proceedings = Proceedings(load_competition(path / _RULES))
        self._fsync = fsync
        self._story: LineFile | None = None
        self.size = 0
        self._read()

    @classmethod
    def make(cls, path: Path, file: Path, *, fsync: bool = False) -> "CompetitionFolder":
        """The folder of the competition in this file, which is made if it is not there yet.

        Args:
            path: Where it is to be.
            file: The host's.
            fsync: As above.

        Raises:
            FileInputError: It cannot be made, or another competition is in it.
            InputError: Nobody could play by these rules.
        """
        text = _text(file)
        wanted = _competition(text, str(file))
        rules = path / _RULES
        try:
            path.mkdir(parents=True, exist_ok=True)
            if not rules.exists():
                secret = secrets.token_hex(_KEY_BYTES)
                write_whole(path / _SECRET, secret, fsync=fsync, mode=0o600)
                write_whole(rules, text, fsync=fsync)
        except OSError as error:
            raise file_error(
                error, "cannot be made", where=str(path), expected="a writable folder"
            ) from error
        folder = cls(path, fsync=fsync)
        if wanted != folder.proceedings.competition and wanted not in folder.earlier_rules():
            raise FileInputError(
                f"another competition is called {wanted.name!r}",
                where=str(file),
                expected=f"the rules in {rules}, or another name",
            )
        return folder

    def open(self) -> None:
        """Opens it for writing; what a crash has left half written is cut off.

        Raises:
            FileInputError: It cannot be written, or its secret is none.
        """
        self._key()
        try:
            self._story = LineFile(self.path / _STORY, fsync=self._fsync)
        except OSError as error:
            raise file_error(
                error, "cannot be written", where=str(self.path), expected=_EXPECTED
            ) from error

    def close(self) -> None:
        """Writes no more."""
        if self._story is not None:
            self._story.close()

    def add(self, fact: Fact) -> None:
        """Writes a fact down in the folder, which is open; then it has happened.

        Raises:
            OSError: The disk is full or failed; then nothing has happened.
        """
        if self._story is None:
            raise ValueError("add() before open()")
        self._story.add(facts.encode(fact))
        self.size = self._story.size
        self.proceedings.take_in(fact)

    def obey(self, wish: RulingMade, text: str | None = None) -> RulingMade:
        """Carries out an order of the host, or writes down why it was refused.

        Changed rules are in their file before the fact that they are changed is written: if a crash
        comes between, the order, of which nothing is known yet, is carried out once more.

        Args:
            wish: The order.
            text: The changed rules as TOML, if it is about them.

        Raises:
            OSError: The disk is full or failed; then it has not been carried out.
        """
        try:
            rules = None if text is None else _competition(text, "the changed terms")
        except InputError as error:
            fact, rules = msgspec.structs.replace(wish, refused=str(error)), None
        else:
            fact = ruling_of(self.proceedings, wish, rules)
        if text is not None and not fact.refused:
            file = self.path / _RULES
            before = self.path / f"before-{fact.number}-{fact.ordered_us}.toml"
            if not before.exists():
                write_whole(before, _text(file), fsync=self._fsync)
            write_whole(file, text, fsync=self._fsync)
        self.add(fact)
        if rules is not None and not fact.refused:
            self.proceedings.change_rules(rules)
        return fact

    def earlier_rules(self) -> list[Competition]:
        """By what was to be played before the host has changed that."""
        return [load_competition(each) for each in self.path.glob("before-*.toml")]

    @property
    def is_published(self) -> bool:
        """Whether its page tells of all that has happened.

        A page is as old as what it tells: `carcbot competition report` sees to that.
        """
        page, story = self.path / "report.html", self.path / _STORY
        return page.exists() and page.stat().st_mtime_ns > story.stat().st_mtime_ns

    def seed(self, block: int) -> str:
        """The seed of all games of a block, in hex, where they are to have the same deck."""
        return hmac.digest(self._key(), b"block %d" % block, "sha256").hex()

    def _key(self) -> bytes:
        """The secret, which nobody can guess."""
        try:
            key = bytes.fromhex(_text(self.path / _SECRET))
        except ValueError:
            key = b""
        if len(key) < _KEY_BYTES:
            raise FileInputError(
                "this is no secret",
                where=str(self.path / _SECRET),
                expected=f"{_KEY_BYTES} bytes in hex",
            )
        return key

    def _read(self) -> None:
        path = self.path / _STORY
        raw = path.read_bytes() if path.exists() else b""
        self.size = raw.rfind(b"\n") + 1
        for number, line in enumerate(raw[: self.size].splitlines(), 1):
            where = f"{path}, line {number}"
            try:
                self.proceedings.take_in(facts.decode(line))
            except (*NO_JSON, ValueError, KeyError) as error:
                raise FileInputError(
                    f"this cannot have happened: {error}", where=where, expected=_EXPECTED
                ) from error


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")  # some editors begin a file with a mark
    except (OSError, UnicodeDecodeError) as error:
        raise file_error(
            error, "cannot read", where=str(path), expected="a competition as TOML"
        ) from error


def _competition(text: str, where: str) -> Competition:
    competition = read_competition(text, where)
    try:
        clocks.check(competition.clock.spec)
    except OptionsError as error:
        place = error.where.replace("main_us", "main_s").replace("move_us", "move_s")
        raise OptionsError(
            error.what, where=f"{where}, [clock], {place}", expected=error.expected
        ) from error
    return competition
