"""The log of a bot whose program plays: told from the messages that are carried for it."""

from typing import Final

import structlog

from carcbot.bot.result_text import result_text
from carcbot.messages import codec
from carcbot.messages.client import Command, Leave, Open, Sit
from carcbot.messages.competitions import Called, CheckIn, Confirm, Enter, Withdraw
from carcbot.messages.events import Result, Started
from carcbot.messages.server import Ack, Error
from carcbot.net.client.log_fields import begins_text, connected_text, match_fields

__all__ = ["ProgramLog"]

_log = structlog.get_logger()
_DONE: Final[dict[type[Command], str]] = {
    Open: "opened a table",
    Sit: "sat down",
    Leave: "left the table, which had not begun",
    Enter: "entered",
    CheckIn: "checked in to",
    Confirm: "confirmed the changed terms of",
    Withdraw: "withdrawn from",
}
"""What the log says of a command that was granted; of others it says nothing."""


class ProgramLog:
    """Says in the log where a program sits, who plays, how it ended and what was refused.

    Args:
        url: Where the referee is.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._asked: dict[int, Command] = {}
        self._seats: dict[str, int] = {}
        self._begun: set[str] = set()
        self._account = ""
        self._told = ("", "")

    def connected(self) -> None:
        """Tells that there is a new connection: earlier commands will not be answered."""
        self._asked.clear()

    def said(self, text: str) -> None:
        """Takes in a command of the program."""
        command = codec.decode_command(text)
        if not isinstance(command, codec.Malformed) and type(command) in _DONE:
            self._asked[command.id] = command

    def heard(self, frame: str) -> float:
        """Takes in a message of the referee; returns for how long it sends the program away."""
        match codec.decode_message(frame):
            case Ack() as ack:
                self._answered(ack)
            case Error() as error:
                self._refused(error)
                return (error.retry_after or 0.0) if error.fatal else 0.0
            case Called() as called:
                text = f"called to round {called.round} of {called.competition}"
                _log.info(text, match=called.match)
            case Started(seat=int(seat)) as begun if begun.match not in self._begun:
                self._begun.add(begun.match)
                self._seats[begun.match] = seat
                _log.info(begins_text(begun), **match_fields(begun.match, seat))
            case Result() as result if result.match in self._seats:
                seat = self._seats.pop(result.match)
                self._begun.discard(result.match)
                _log.info(result_text(result, seat), **match_fields(result.match, seat))
        return 0.0

    def _answered(self, ack: Ack) -> None:
        if ack.welcome is not None:
            self._seats |= {ref.match: ref.seat for ref in ack.welcome.seats}
            if not self._account:
                self._account = ack.welcome.account
                _log.info(connected_text(self._url, self._account))
            return
        match self._asked.pop(ack.id, None):
            case Open() as opened:
                options = f" ({opened.options})" if opened.options else ""
                _log.info(f"{_DONE[Open]}{options}", match=ack.match)
            case Sit() | Leave() as there:
                _log.info(_DONE[type(there)], **match_fields(there.match, ack.seat))
            case Enter() | CheckIn() | Confirm() | Withdraw() as command:
                _log.info(f"{_DONE[type(command)]} {command.competition}")

    def _refused(self, error: Error) -> None:
        """Says what was refused; the same again and again is said once."""
        self._asked.pop(error.id or 0, None)
        if self._told == (error.code, error.text):
            return
        self._told = (error.code, error.text)
        seat = self._seats.get(error.match or "")
        _log.warning("refused", code=error.code, text=error.text, **match_fields(error.match, seat))
