"""Agents that are programs: named by the command that starts them, as a shell would read it.

``./mybot --fast`` and ``python3 mybot.py`` are programs: the text has a space in it, or a slash
before its first colon. No agent of ours and no class is named like that.
"""

import re
import shlex
from typing import Final

from carcbot.errors import AgentError
from carcbot.games.option_text import quoted

__all__ = ["command_of", "is_program", "label_of"]

_LONGEST: Final = 64
_ODD: Final = re.compile(r"[^A-Za-z0-9_.:=,+@]+")


def is_program(text: str) -> bool:
    """Whether the text is the command of a program."""
    return " " in text.strip() or "/" in text.partition(":")[0]


def command_of(text: str) -> tuple[str, ...]:
    """The program and its arguments.

    Raises:
        AgentError: A quotation mark is not closed.
    """
    try:
        return tuple(shlex.split(text))
    except ValueError as error:
        raise AgentError(
            f"{quoted(text)} is no command: {error}",
            expected="a program and its arguments, as a shell reads them",
        ) from error


def label_of(text: str) -> str:
    """Its name in tables: its words, without characters that names cannot have."""
    return _ODD.sub("-", text).strip("-./_:=,+@")[:_LONGEST]
