"""What becomes of a file that somebody wants checked: a record, or what one seat has of one."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from carcbot.errors import InputError
from carcbot.replay.own_record import is_own_record, verify_own_record
from carcbot.replay.own_view import is_own_view, verify_own_view
from carcbot.replay.packing import unpack
from carcbot.replay.record import MatchRecord, NoRecordError, content_of
from carcbot.replay.verifying import GOES_ON, verify

__all__ = ["Verdict", "judge", "judge_content"]

_NOBODY = ": it is unfinished or was cut off, so nobody vouches for it"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found.

    Attributes:
        word: ``ok``; ``unfinished``, if all is right but the match goes on; ``unsigned``, if all is
            right but a key was to vouch for it, and nobody has signed it, which is so as well as
            long as the match goes on; ``wrong``, if something is not true; ``unreadable``, if it is
            no record at all.
        text: The file, and what there is to say of it.
    """

    word: Literal["ok", "unfinished", "unsigned", "wrong", "unreadable"]
    text: str

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong, and the owner of the key, if one was named, vouches for it."""
        return self.word in {"ok", "unfinished"}


def judge(path: Path, key: str = "") -> Verdict:
    """Checks a file, whatever it is.

    Args:
        path: Where it lies.
        key: The public key that is trusted, in hex, if there is one.
    """
    try:
        raw = content_of(path)
    except NoRecordError as error:
        return Verdict("unreadable", str(error))
    return judge_content(raw, str(path), key)


def judge_content(raw: bytes, name: str, key: str = "") -> Verdict:
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
            return _unfinished(text, key) if signer == GOES_ON else Verdict("ok", text)
        if is_own_record(raw):
            return _judge_own_record(raw, name, key)
        record = MatchRecord.read(raw, name)
        signer = verify(record, key)
    except NoRecordError as error:
        return Verdict("unreadable", str(error))
    except InputError as error:
        return Verdict("wrong", str(error))
    events = f"{name}: {len(record.events)} events"
    if record.result is not None:
        return Verdict("ok", f"{events}, {record.result.reason}; {signer}")
    end = "" if record.cut_line is None else f", line {record.cut_line} is cut off"
    return _unfinished(f"{events}, the match goes on{end}; {signer}", key)


def _unfinished(text: str, key: str) -> Verdict:
    """What there is to say of a match that goes on; whoever names a key wants a signature."""
    return Verdict("unsigned", text + _NOBODY) if key else Verdict("unfinished", text)


def _judge_own_record(raw: bytes, name: str, key: str) -> Verdict:
    """What there is to say of a bot's own record, for which no key can vouch."""
    own = verify_own_record(raw, name)
    if key:
        return Verdict(
            "unsigned",
            f"{name}: but sound: a bot's own record; for the key vouches only the referee's, at"
            f" /records/{own.match}.jsonl of its page",
        )
    end = f", {own.result.reason}" if own.result else ", the match goes on"
    text = (
        f"{name}: {own.events} events{end}; {own.account}'s own record of match {own.match}:"
        " rules, points, clocks, digests, chance and its own decisions are true, nobody signed it"
    )
    return Verdict("ok" if own.result else "unfinished", text)
