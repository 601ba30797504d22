"""Frames to messages and back, with what is wrong where that fails."""

from collections.abc import Callable
from typing import Final

import msgspec

from carcbot.messages.client import Command
from carcbot.messages.parts import CommandId, ErrorCode
from carcbot.messages.server import Message

__all__ = [
    "CLOSE_CODES",
    "NO_JSON",
    "Malformed",
    "Unknown",
    "decode_command",
    "decode_message",
    "encode",
]

CLOSE_CODES: Final[dict[int, tuple[str, bool]]] = {
    1000: ("the client asked for it", True),
    1001: ("the referee goes away; come back later", True),
    1002: ("a frame that no client may send, as one without a mask", False),
    4000: ("a message that cannot be understood, or a broken handshake", False),
    4001: ("the token is not known", False),
    4002: ("the account connected again: the newer connection has the seats", False),
    4003: ("no hello came in time", True),
    4004: ("the client reads too slowly", True),
    4005: ("the client says too much", False),
    4006: ("no pong came in time", True),
    4007: ("a version or feature that is not supported", False),
    4008: ("the host has revoked the token or disabled the account", False),
    4009: ("the host has cut the connection", True),
}
"""Why the referee closes a connection, and whether it makes sense to come back."""


NO_JSON: Final = (msgspec.DecodeError, UnicodeError, RecursionError)
"""What decoding raises where a text is no JSON of that type; the last one where it is too deep."""


class Malformed(msgspec.Struct, frozen=True):
    """A frame that is no command.

    Attributes:
        code: What is wrong, for programs.
        text: What is wrong, for people.
        id: The command's, if it could be read.
    """

    code: ErrorCode
    text: str
    id: int | None = None


class Unknown(msgspec.Struct, frozen=True):
    """A message of an unknown type, which is to be ignored."""

    type: str


class _Typed(msgspec.Struct):
    type: str


class _Numbered(msgspec.Struct):
    id: CommandId


_COMMANDS: Final[msgspec.json.Decoder[Command]] = msgspec.json.Decoder(Command)
_MESSAGES: Final[msgspec.json.Decoder[Message]] = msgspec.json.Decoder(Message)
_TYPED: Final = msgspec.json.Decoder(_Typed)
_NUMBERED: Final = msgspec.json.Decoder(_Numbered)
_COMMAND_TYPES: Final = frozenset(str(each.__struct_config__.tag) for each in Command.__args__)
_MESSAGE_TYPES: Final = frozenset(str(each.__struct_config__.tag) for each in Message.__args__)


encode: Final[Callable[[Command | Message], bytes]] = msgspec.json.Encoder().encode
"""The message as a frame's text, on one line."""


def decode_command(frame: bytes | str) -> Command | Malformed:
    """What a client said. Fields that are not known are ignored."""
    try:
        if isinstance(frame, bytes):
            frame = frame.decode()  # what is ignored has to be text as well
        return _COMMANDS.decode(frame)
    except msgspec.ValidationError as error:
        wrong = str(error)
    except NO_JSON as error:
        return Malformed("bad_json", f"this is no JSON object in UTF-8: {error}")
    number = _id_of(frame)
    kind = _type_of(frame)
    if kind is not None and kind not in _COMMAND_TYPES:
        known = ", ".join(sorted(_COMMAND_TYPES))
        return Malformed("unknown_type", f"there is no command {kind[:40]!r}, but {known}", number)
    return Malformed("bad_message", wrong, number)


def decode_message(frame: bytes | str) -> Message | Unknown | Malformed:
    """What the referee said. Fields and types that are not known are ignored."""
    try:
        return _MESSAGES.decode(frame)
    except msgspec.ValidationError as error:
        kind = _type_of(frame)
        if kind is not None and kind not in _MESSAGE_TYPES:
            return Unknown(kind)
        return Malformed("bad_message", str(error))
    except NO_JSON as error:
        return Malformed("bad_json", f"this is no JSON object in UTF-8: {error}")


def _type_of(frame: bytes | str) -> str | None:
    try:
        return _TYPED.decode(frame).type
    except NO_JSON:
        return None


def _id_of(frame: bytes | str) -> int | None:
    try:
        return _NUMBERED.decode(frame).id
    except NO_JSON:
        return None
