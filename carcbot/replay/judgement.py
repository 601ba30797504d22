"""Checks any file of a match: a record, a seat's view of one, or a bot's own record."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from carcbot.errors import InputError
from carcbot.replay.own_record import is_own_record, verify_own_record
from carcbot.replay.own_view import is_own_view, verify_own_view
from carcbot.replay.packed import unpack
from carcbot.replay.record import MatchRecord, NoRecordError, content_of
from carcbot.replay.verification import GOES_ON, verify

__all__ = ["Judgement", "judge", "judge_content"]

_NOBODY = ": it is unfinished or was cut off, so nobody vouches for it"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The result of a check.

    Attributes:
        word: ``ok``; ``unfinished``, if all is right but the match is in progress; ``unsigned``, if
            all is right but it has no signature by the key that was named, as while a match is in
            progress; ``wrong``, if something is not true; ``unreadable``, if it is no record at
            all.
        text: The file, and the finding in words.
    """

    word: Literal["ok", "unfinished", "unsigned", "wrong", "unreadable"]
    text: str

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong, and it is signed with the key, if one was named."""
        return self.word in {"ok", "unfinished"}


def judge(path: Path, key: str = "") -> Judgement:
    """Checks a file of any kind.

    Args:
        path: Where it lies.
        key: The public key that is trusted, in hex, if there is one.
    """
    try:
        raw = content_of(path)
    except NoRecordError as error:
        return Judgement("unreadable", str(error))
    return judge_content(raw, str(path), key)


def judge_content(raw: bytes, name: str, key: str = "") -> Judgement:
    """Checks what a file holds.

    Args:
        raw: All of it, packed or not.
        name: Of the file.
        key: The public key that is trusted, in hex, if there is one.
    """
    try:
        raw = unpack(raw, name)
        if is_own_view(raw):
            signer = verify_own_view(raw, name, key)
            text = f"{name}: one seat's view; {signer}"
            return _unfinished(text, key) if signer == GOES_ON else Judgement("ok", text)
        if is_own_record(raw):
            return _judge_own_record(raw, name, key)
        record = MatchRecord.read(raw, name)
        signer = verify(record, key)
    except NoRecordError as error:
        return Judgement("unreadable", str(error))
    except InputError as error:
        return Judgement("wrong", str(error))
    events = f"{name}: {len(record.events)} events"
    if record.result is not None:
        return Judgement("ok", f"{events}, {record.result.reason}; {signer}")
    end = "" if record.cut_line is None else f", line {record.cut_line} is cut off"
    return _unfinished(f"{events}, the match goes on{end}; {signer}", key)


def _unfinished(text: str, key: str) -> Judgement:
    """The judgement on a match in progress; where a key is named, it is unsigned."""
    return Judgement("unsigned", text + _NOBODY) if key else Judgement("unfinished", text)


def _judge_own_record(raw: bytes, name: str, key: str) -> Judgement:
    """The judgement on a bot's own record, which no key can have signed."""
    own = verify_own_record(raw, name)
    if key:
        return Judgement(
            "unsigned",
            f"{name}: but sound: a bot's own record; for the key vouches only the referee's, at"
            f" /records/{own.match}.jsonl of its page",
        )
    end = f", {own.result.reason}" if own.result else ", the match goes on"
    text = (
        f"{name}: {own.events} events{end}; {own.account}'s own record of match {own.match}:"
        " rules, points, clocks, digests, chance and its own decisions are true, nobody signed it"
    )
    return Judgement("ok" if own.result else "unfinished", text)
