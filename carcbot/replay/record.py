"""A match record as its file says it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import msgspec

from carcbot.errors import FileInputError, file_error
from carcbot.games import registry
from carcbot.games.contract import State, View, check_seat, view_of
from carcbot.games.game_text import GameRecord
from carcbot.match.story import Change, Story, as_seen, ply_of
from carcbot.messages.codec import NO_JSON
from carcbot.messages.events import Out, Result
from carcbot.referee import journal_reader
from carcbot.referee.journal import Header, Recorded, Seated
from carcbot.referee.journal_reader import Lines
from carcbot.replay.own_record import is_own_record
from carcbot.replay.packed import MOST_BYTES, unpack

__all__ = ["MatchRecord", "NoRecordError", "content_of"]


class _First(msgspec.Struct):
    """The first line of a referee's record, by which it is recognized."""

    line: str = ""


_FIRST: Final = msgspec.json.Decoder(_First)


class NoRecordError(FileInputError):
    """The file is no record of a referee, or cannot be read."""


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """The record of a match, which may still be in progress.

    Attributes:
        name: Of the file.
        lines: What it says.
        raw: All of it, unpacked.
        seat: The seat whose view it is; None for the whole record.
    """

    name: str
    lines: Lines
    raw: bytes
    seat: int | None = None

    @classmethod
    def load(cls, path: Path) -> "MatchRecord":
        """The record in a file, packed or not.

        Raises:
            FileInputError: It cannot be read, or is no record; the error says where.
        """
        return cls.read(content_of(path), str(path))

    @classmethod
    def read(cls, raw: bytes, name: str, most_bytes: int = MOST_BYTES) -> "MatchRecord":
        """The record in the bytes of a file, packed or not.

        Args:
            raw: All of it.
            name: Of the file.
            most_bytes: More may not come out of it.

        Raises:
            FileInputError: It is no record; the error says where.
        """
        raw = unpack(raw, name, most_bytes)
        _check_kind(raw, name)
        return cls(name, journal_reader.read(raw, name), raw)

    @property
    def header(self) -> Header:
        """What the match is: game, options, clock, policy."""
        return self.lines.header

    @property
    def events(self) -> tuple[Recorded, ...]:
        """All events."""
        return self.lines.events

    @property
    def accounts(self) -> list[str]:
        """The account of each seat of the game; an empty seat has an empty name.

        Raises:
            InputError: There is no such game.
        """
        header = self.lines.header
        accounts = [""] * registry.get(header.game).new(header.options).seats
        for line in self.lines.early:
            if isinstance(line, Seated) and line.seat < len(accounts):
                accounts[line.seat] = line.account or ""
        return accounts

    @property
    def cut_line(self) -> int | None:
        """The number of the last line if it is incomplete, and so does not count."""
        return None if len(self.raw) == self.lines.size else self.raw.count(b"\n") + 1

    @property
    def result(self) -> Result | None:
        """How it ended, if it has."""
        last = self.events[-1].event if self.events else None
        return last if isinstance(last, Result) else None

    def first_position(self) -> View:
        """The position before the first event; in a seat's view, what the seat knew of it.

        Raises:
            InputError: There is no such game, or no such seat.
        """
        header = self.lines.header
        state = registry.get(header.game).new(header.options)
        check_seat(state, self.seat)
        return state if self.seat is None else view_of(state, self.seat)

    def positions(self) -> Iterator[View]:
        """The position before the first draw, and after each draw and move."""
        yield self.first_position()
        for change in self.changes():
            if ply_of(change.event) is not None:
                yield change.after

    def last_position(self) -> View:
        """The same after the last event.

        Raises:
            InputError: A draw or move breaks the rules.
        """
        view = self.first_position()
        for change in self.changes():
            view = change.after
        return view

    def changes(self) -> Iterator[Change[View]]:
        """All events with what they changed, in order.

        Raises:
            InputError: There is no such game, or a draw or move breaks the rules.
        """
        return map(Story(self.first_position()).tell, (line.event for line in self.events))

    def seen_by(self, seat: int) -> "MatchRecord":
        """The match as this seat saw it; in a game without secrets, the record itself.

        Raises:
            InputError: There is no such game, or the record does not say what the seat saw.
        """
        if seat == self.seat or not registry.get(self.lines.header.game).has_secrets:
            return self
        events = tuple(_seen_by(line, seat, self.name) for line in self.events)
        return replace(self, lines=msgspec.structs.replace(self.lines, events=events), seat=seat)

    def game(self) -> GameRecord[State]:
        """The game that was played.

        Raises:
            InputError: A draw or move breaks the rules, or not all of them are known.
        """
        header = self.lines.header
        record: GameRecord[State] = GameRecord(registry.get(header.game), header.options)
        for line in self.events:
            ply = ply_of(line.event)
            if ply is not None:
                record.apply(ply)
        return record


def _seen_by(line: Recorded, seat: int, name: str) -> Recorded:
    """The line of an event as a seat saw that."""
    event = line.event
    if isinstance(event, Out | Result):
        return line
    if seat not in range(len(line.seen)):
        raise FileInputError(
            f"it is not said what seat {seat} saw",
            where=f"{name}, event {event.seq}",
            expected="the referee's record of a game with as many seats",
        )
    own = line.seen[seat]
    return msgspec.structs.replace(line, event=as_seen(event, own.text, own.digest))


def content_of(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        NoRecordError: It cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise file_error(
            error, "cannot be read", kind=NoRecordError, where=str(path), expected="a match record"
        ) from error


def _check_kind(raw: bytes, name: str) -> None:
    """Refuses what is no record of a referee, before anything is said of its lines."""
    first = raw.split(b"\n", 1)[0]
    try:
        kind = _FIRST.decode(first)
    except NO_JSON:
        kind = _First()
    if is_own_record(raw):
        raise NoRecordError(
            "this is a bot's own record, which only 'carcbot replay verify' reads",
            where=name,
            expected="the referee's: at /records/MATCH.jsonl of its page, and in its folder",
        )
    if kind.line != "header":
        raise NoRecordError(
            "this is no record of a match", where=name, expected="a referee's, with a header"
        )
