"""Records in older formats, which can be shown but no longer verified.

``carcbot match 1`` had the seed openly in its header, and neither chain nor signature.
"""

from typing import Any, Final

import msgspec

from carcbot.errors import FileInputError
from carcbot.messages.codec import NO_JSON
from carcbot.referee import journal
from carcbot.referee.journal import Early, Header, Line, Recorded
from carcbot.referee.journal_reader import Lines
from carcbot.replay.record import MatchRecord

__all__ = ["is_older", "older_record"]

_FORMATS: Final = (b'"format":"carcbot match 1"',)
_FIRST: Final = msgspec.json.Decoder(dict[str, Any])


def is_older(raw: bytes) -> bool:
    """Whether a file has an older format."""
    return any(each in raw.split(b"\n", 1)[0] for each in _FORMATS)


def older_record(raw: bytes, name: str) -> MatchRecord:
    """What can be read of an older record, in the present form.

    Args:
        raw: All of the file, unpacked.
        name: Of it, for errors.

    Raises:
        FileInputError: Not even its first line can be read.
    """
    first, *texts = raw.split(b"\n")
    try:
        fields = _FIRST.decode(first)
        fields["secret"] = fields.pop("seed", "")
        header = msgspec.convert(fields, Header)
    except NO_JSON as error:
        raise FileInputError(str(error), where=f"{name}, line 1") from error
    lines: list[Line] = []
    for text in texts:
        try:
            lines.append(journal.decode(text))
        except (*NO_JSON, ValueError):
            break
    early = tuple(line for line in lines if isinstance(line, Early))
    events = tuple(line for line in lines if isinstance(line, Recorded))
    return MatchRecord(name, Lines(header, early, events, len(raw), b""), raw)
