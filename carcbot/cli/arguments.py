"""Arguments of commands: positions and games from text, files or stdin."""

import re
import sys
from pathlib import Path

import click

from carcbot.errors import FileInputError, NotationError, file_error
from carcbot.games import registry
from carcbot.games.contract import State, View, is_position
from carcbot.games.game_text import GameRecord
from carcbot.replay.packed import is_packed
from carcbot.replay.record import MatchRecord

__all__ = ["need_position", "read"]

_LARGEST = 10_000_000
_EXPECTED = (
    "a position, a game, or a file that holds one or a match record; text in quotes, for it has"
    " spaces"
)


def need_position(view: View) -> State:
    """The view as a whole position; NotationError if there is something that it does not know."""
    if not is_position(view):
        raise NotationError(
            "this is what a seat may know", where="the view", expected="a whole position"
        )
    return view


def read(argument: str) -> GameRecord[State] | View:
    """What the argument describes: a game with its plies, a position, or a seat's view.

    Of a record that is cut off it is told on stderr where that is.

    Raises:
        FileInputError: It is no text of ours, and no file that can be read.
        InputError: The text is wrong; the class and the error's parts say how.
    """
    if not argument.strip():
        raise NotationError(
            "cannot read: there is nothing", where=ascii(argument), expected=_EXPECTED
        )
    if re.match(r"[a-z_]+/[0-9]+ ", argument):
        return _parsed(argument)
    where = "standard input" if argument == "-" else ascii(argument)
    raw = _content(argument, where)
    if raw.startswith(b"{") or is_packed(raw):
        record = MatchRecord.read(raw, where)
        if record.cut_line is not None:
            click.echo(f"{where}, line {record.cut_line}: the last line is cut off", err=True)
        return record.game()
    try:
        text = raw.decode("ascii")
    except UnicodeDecodeError as error:
        raise FileInputError(
            "cannot read: it is not plain ASCII text", where=where, expected=_EXPECTED
        ) from error
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) != 1:
        raise NotationError(
            f"there are {len(lines)} lines of text", where=where, expected="one position or game"
        )
    return _parsed(lines[0].strip())


def _parsed(text: str) -> GameRecord[State] | View:
    kind = text.split(" ", 2)[1:2]
    if kind == ["game"]:
        return GameRecord.parse(text)
    return registry.parse_view(text) if kind == ["view"] else registry.parse(text)


def _content(name: str, where: str) -> bytes:
    """All that the file holds; stdin for "-"."""
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(_LARGEST + 1) if sys.stdin else b""
        else:
            with Path(name).open("rb") as file:
                raw = file.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        raise file_error(error, "cannot read", where=where, expected=_EXPECTED) from error
    if len(raw) > _LARGEST:
        raise FileInputError(
            "there is too much text", where=where, expected=f"at most {_LARGEST} characters"
        )
    return raw
