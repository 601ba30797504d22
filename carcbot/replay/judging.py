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

__all__ = ["Verdict", "judge"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found.

    Attributes:
        word: ``ok``; ``unfinished``, if all is right but the match goes on; ``unsigned``, if all is
            right but a key was to vouch for it, and nobody has signed it; ``wrong``, if something
            is not true; ``unreadable``, if it is no record at all.
        text: The file, and what there is to say of it.
    """

    word: Literal["ok", "unfinished", "unsigned", "wrong", "unreadable"]
    text: str

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong, and whom the key belongs to vouches for it."""
        return self.word in {"ok", "unfinished"}


def judge(path: Path, key: str = "") -> Verdict:
    """Checks a file, whatever it is.

    Args:
        path: Where it lies.
        key: The public key that is trusted, in hex, if there is one.
    """
    try:
        raw = unpack(content_of(path), str(path))
        if is_own_view(raw):
            signer = verify_own_view(raw, str(path), key)
            text = f"{path}: one seat's view; {signer}"
            return Verdict("unfinished" if signer == GOES_ON else "ok", text)
        if is_own_record(raw):
            return _judge_own_record(raw, str(path), key)
        record = MatchRecord.read(raw, str(path))
        goes_on = record.result is None and record.lines.signed is None
        signer = verify(record, "" if goes_on else key)  # what goes on cannot be signed yet
    except NoRecordError as error:
        return Verdict("unreadable", str(error))
    except InputError as error:
        return Verdict("wrong", str(error))
    events = f"{path}: {len(record.events)} events"
    if record.result is not None:
        return Verdict("ok", f"{events}, {record.result.reason}; {signer}")
    end = "" if len(raw) == record.lines.size else ", its last line is cut off"
    return Verdict("unfinished", f"{events}, the match goes on{end}; {signer}")


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
