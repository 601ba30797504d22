"""How commands that run for long write their log: to standard error, a line for each event.

A log that cannot be written, because the disk is full, its reader is gone or does not read, is no
reason for a match to stop: lines are lost then, and the next one that can be written says how many.
"""

import json
import logging
import os
import select
import sys
from collections.abc import Callable
from typing import Final

import structlog

__all__ = ["set_up_logging"]

_AT_ONCE: Final = select.PIPE_BUF
"""So much a pipe takes whole where it takes anything."""


def set_up_logging(form: str, level: int = logging.INFO) -> None:
    """Sends the log to standard error, as ``text`` for people or ``json`` for programs."""
    last: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    stderr = _StandardError(_lost_in_json if form == "json" else _lost_in_words)
    lists = () if form == "json" else (_in_words,)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            *lists,
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: structlog.WriteLogger(stderr),  # type: ignore[arg-type]
        cache_logger_on_first_use=False,
    )
    others = [each for each in logging.root.handlers if not isinstance(each, _Forwarding)]
    logging.root.handlers = [*others, _Forwarding(max(level, logging.WARNING))]


class _Forwarding(logging.Handler):
    """Writes what libraries log like everything else: a line for each event."""

    def emit(self, record: logging.LogRecord) -> None:
        """Passes it on, with what was raised."""
        structlog.get_logger().log(
            record.levelno, record.getMessage(), library=record.name, exc_info=record.exc_info
        )


def _in_words(
    _logger: object, _method: str, event: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """Lists as people write them: ``seats=ann,bob``."""
    return {
        name: ",".join(map(str, value)) if isinstance(value, list | tuple) else value
        for name, value in event.items()
    }


class _StandardError:
    """Whatever is standard error when a line is written. To write never waits, and never fails.

    Args:
        lost: Tells in a line how many were lost.
    """

    def __init__(self, lost: Callable[[int], str]) -> None:
        self._lost_line = lost
        self._lost = 0
        self._is_torn = False

    def write(self, line: str) -> None:
        """Writes a line with its end, or loses it."""
        told = f"{self._lost_line(self._lost)}\n{line}" if self._lost else line
        try:
            self._write("\n" + told if self._is_torn else told)
        except (OSError, ValueError, AttributeError):  # it is full, closed, or there is none
            self._lost += 1
        else:
            self._lost = 0
            self._is_torn = False

    def flush(self) -> None:
        """There is nothing that waits to be written."""

    def _write(self, text: str) -> None:
        stream = sys.stderr
        stream.flush()  # what was printed before
        try:
            number = stream.fileno()
        except OSError:  # it is no file
            stream.write(text)
            return
        raw = memoryview(text.encode("utf-8", "backslashreplace"))
        while raw:
            if not _has_room(number):
                raise BlockingIOError
            raw = raw[os.write(number, raw[:_AT_ONCE]) :]
            self._is_torn = bool(raw)


def _has_room(number: int) -> bool:
    """Whether a file takes so much now without making who writes wait."""
    looking = select.poll()
    looking.register(number, select.POLLOUT)
    return bool(looking.poll(0))


def _lost_in_json(count: int) -> str:
    return json.dumps({"event": "lines of the log are lost", "lost": count, "level": "warning"})


def _lost_in_words(count: int) -> str:
    return f"lines of the log are lost: {count}, which could not be written"
