"""The matches that a referee can tell of: those in its hall, and those whose record it has."""

import asyncio
import contextlib
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from aiohttp import web

from carcbot.games import registry
from carcbot.games.contract import View, view_of
from carcbot.messages.events import Event, Moved
from carcbot.net.shared_answer import SharedAnswer
from carcbot.net.web.static_files import pack
from carcbot.net.web.stories import Thought, pictures_of, story_of
from carcbot.referee import journal_reader
from carcbot.referee.hall import Hall
from carcbot.referee.journal import Recorded
from carcbot.referee.table import Table
from carcbot.replay.packed import SUFFIX, record_path, unpack
from carcbot.replay.record import MatchRecord

__all__ = ["NOBODY", "Archive", "Asker", "told"]

_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,40}")
_MOST_KEPT: Final = 16

Make = Callable[[], bytes]
Before = Callable[[], None]
Shown = Callable[[Table, str, str], int | None]
Packed = tuple[bytes, bytes]
"""A text, and the same as gzip."""
Moment = tuple[str, int, tuple[str | None, ...], int | None, bool]
"""A match, how many events it had, or -1 if all of them, who sat there, which seat is told if seats
know different things, and whether it is told what they thought."""
_ALL: Final = ((), None, True)
_LATER: Final = -1
"""In place of a seat: who is shown everything, some turns later."""


class _NoRecordError(Exception):
    """Of this match nothing can be told."""


class Asker(NamedTuple):
    """Who asks for a match.

    Attributes:
        account: Whose token it is; empty where there is none.
        address: From where.
        may_play: Whether the token is one to play by: to others no seat's hand is shown.
    """

    account: str = ""
    address: str = ""
    may_play: bool = False


NOBODY: Final = Asker()
"""Who says nothing of itself."""


class Archive:
    """Tells stories of matches.

    What costs some time is done in a thread, and kept for the next who asks. Whoever asks for what
    is not kept may be refused: `before` is called then, and what it raises is the answer.

    Args:
        hall: The matches that go on or were over only just.
        folder: The referee's, with the journals of those, and the records of the others.
        shown: Up to which event of a match an account at an address that has no seat there is shown
            all that is hidden, if it is before the match is over.
    """

    def __init__(self, hall: Hall, folder: Path, shown: Shown) -> None:
        self._hall = hall
        self._shown = shown
        self._journals = folder / "open"
        self._records = folder / "records"
        self._stories: OrderedDict[Moment, Packed] = OrderedDict()
        self._pictures: OrderedDict[Moment, Packed] = OrderedDict()
        self._shared: SharedAnswer[Packed] = SharedAnswer()

    async def story(self, match: str, before: Before, asker: Asker = NOBODY) -> Packed:
        """The story of a match up to now, as JSON.

        Args:
            match: Which.
            before: Is called before something is made that is not kept.
            asker: Who asks. As over a connection, who plays in a match that goes on is not told
                what was thought there.

        Raises:
            HTTPNotFound: Nobody knows it.
            InputError: It cannot be shown.
        """
        table = self._hall.tables.get(match)
        if table is None or (table.result and record_path(self._records, match)):
            return await self._kept(
                self._stories, (match, -1, *_ALL), before, lambda: self._from_record(match)[0]
            )
        header, seats = table.header, tuple(table.accounts)
        hides = table.log.has_secrets and table.result is None
        beginning, events, seat = self._told_to(table, asker)
        plays = table.result is None and table.seat_of(asker.account) is not None
        tells = header.policy.analysis and not plays and not hides
        return await self._kept(
            self._stories,
            (match, len(events), seats, seat, tells),
            before,
            lambda: msgspec.json.encode(
                story_of(
                    match,
                    header.game,
                    beginning,
                    seats=seats,
                    events=events,
                    thoughts=self._from_journal(match) if tells else (),
                    hints=header.hints,
                    hides=hides,
                )
            ),
        )

    async def pictures(self, match: str, before: Before, asker: Asker = NOBODY) -> Packed:
        """All pictures of a match up to now, as JSON.

        Args:
            match: Its name.
            before: Is called before something is made that is not kept.
            asker: Who asks. Who plays sees what the seat may see until the match is over.

        Raises:
            HTTPNotFound: Nobody knows it.
            InputError: It cannot be shown.
        """
        table = self._hall.tables.get(match)
        if table is None:
            return await self._kept(
                self._pictures, (match, -1, *_ALL), before, lambda: self._from_record(match)[1]
            )
        game = table.header.game
        beginning, events, seat = self._told_to(table, asker)
        return await self._kept(
            self._pictures,
            (match, len(events), (), seat, True),
            before,
            lambda: pictures_of(game, beginning, events),
        )

    def _told_to(self, table: Table, asker: Asker) -> tuple[View, list[Event], int | None]:
        """What somebody is told of a match: what is known at first, the events, and to which seat.

        Who has none, or a token that is not one to play by, is told what everybody at the table
        sees, or everything some turns later, if the host lets them see that. When the match is over
        everybody is told everything.
        """
        log = table.log
        state = registry.get(table.header.game).new(table.header.options)
        if not log.has_secrets or table.result:
            return state, log.whole(0), None
        seat = table.seat_of(asker.account) if asker.may_play else None
        shown = self._shown(table, asker.account, asker.address) if seat is None else None
        if shown is not None:
            return state, log.whole(0)[:shown], _LATER
        return view_of(state, seat), log.since(0, seat), seat

    def record(self, match: str) -> bytes:
        """The record of a match that is over, unpacked.

        Raises:
            HTTPNotFound: There is none.
            InputError: It is packed, and broken.
        """
        try:
            return self._read(match)
        except _NoRecordError as error:
            raise web.HTTPNotFound(text=f"{error}\n") from error

    def _read(self, match: str) -> bytes:
        """The same; a `_NoRecordError` tells that there is none."""
        if not _NAME.fullmatch(match):
            raise _NoRecordError("there is no such match")
        plain = self._records / f"{match}.jsonl"
        for path in (plain, Path(f"{plain}{SUFFIX}")):  # it may be packed meanwhile
            with contextlib.suppress(FileNotFoundError):
                return unpack(path.read_bytes(), path.name)
        raise _NoRecordError("there is no record of this match")

    def _from_record(self, match: str) -> tuple[bytes, bytes]:
        return told(MatchRecord.read(self._read(match), match))

    def _from_journal(self, match: str) -> list[Thought]:
        """What players of a match thought of each move that they have made, up to now."""
        try:
            raw = (self._journals / f"{match}.jsonl").read_bytes()
        except FileNotFoundError:  # it is over by now, and put away
            raw = self._read(match)
        return _thoughts(journal_reader.read(raw, match).events)

    async def _kept(
        self, kept: "OrderedDict[Moment, Packed]", key: Moment, before: Before, make: Make
    ) -> Packed:
        found = kept.get(key)
        if found is None:
            before()
            try:
                found = await self._shared.get(
                    (id(kept), key), lambda: asyncio.to_thread(_packed, make)
                )
            except _NoRecordError as error:  # each who asks needs an answer of its own
                raise web.HTTPNotFound(text=f"{error}\n") from error
            kept[key] = found
            while len(kept) > _MOST_KEPT:
                kept.popitem(last=False)
        else:
            kept.move_to_end(key)
        return found


def told(record: MatchRecord) -> tuple[bytes, bytes]:
    """What a record tells: its story, and its pictures.

    Raises:
        InputError: It tells what is against the rules, or its game cannot be shown.
    """
    header = record.lines.header
    events: list[Event] = [line.event for line in record.events]
    beginning = record.first_position()
    story = story_of(
        header.match,
        header.game,
        beginning,
        seats=record.accounts,
        events=events,
        thoughts=_thoughts(record.events) if header.policy.analysis else (),
    )
    pictures = pictures_of(header.game, beginning, events)
    return msgspec.json.encode(story), pictures


def _thoughts(lines: Iterable[Recorded]) -> list[Thought]:
    """What players thought of the moves that these lines tell of."""
    return [
        Thought(line.event.seq - 1, line.event.seat, line.analysis)
        for line in lines
        if line.analysis is not None and isinstance(line.event, Moved)
    ]


def _packed(make: Make) -> Packed:
    text = make()
    return text, pack(text)
