"""Agents that users write, as Python classes.

Such a class needs one method and nothing of ours::

    class Mine:
        def choose(self, view, budget):
            return view.legal_moves()[0]

`view` is what the seat to move may know (a `carcbot.games.contract.View`; for a game without
secrets a state that may be copied and played on, for others `carcbot.games.contract.determinized`
makes states of it), `budget` a `carcbot.search.budget.Budget` with the seconds that are left. The
answer is a legal move as text. A class whose constructor has a parameter `seed` gets one, and
should take all its chance from there. It is named as ``module:Class``, or by the name under which
a package registers it as an entry point of the group ``carcbot.agents``.
"""

import importlib
import inspect
import re
import sysconfig
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import carcbot
from carcbot.errors import AgentError, IllegalMoveError, InputError
from carcbot.games import registry
from carcbot.games.contract import View
from carcbot.games.option_text import quoted
from carcbot.search.agent import GROUP, broken, parse_agent, registered
from carcbot.search.families import FAMILIES
from carcbot.search.presets import PRESETS

if TYPE_CHECKING:
    from carcbot.search.budget import Budget

__all__ = [
    "GROUP",
    "Chooser",
    "broken",
    "check_agent",
    "checked_move",
    "error_text",
    "is_own",
    "load",
    "load_module",
    "plays_game",
    "registered",
]

_OURS: Final = Path(carcbot.__file__).parent
_STANDARD: Final = Path(sysconfig.get_path("stdlib"))


class Chooser(Protocol):
    """An agent of the user's own."""

    def choose(self, view: View, budget: "Budget") -> str:
        """The move to make, as text, before the budget is spent."""


def is_own(text: str) -> bool:
    """Whether the text means a user's own agent: MODULE:CLASS, or a registered name."""
    if text in registered():
        return True
    module = text.partition(":")[0]
    is_ours = module in PRESETS or module in FAMILIES
    return not is_ours and bool(re.fullmatch(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*", text))


def load_module(text: str) -> Callable[..., Any]:
    """Imports the module of the agent that the text names; returns what makes the agent.

    Raises:
        AgentError: It cannot be imported, or has no such class.
    """
    module_name, _, class_name = registered().get(text, text).partition(":")
    where = f"agent {text}"
    try:
        made_of: Callable[..., Any] = getattr(importlib.import_module(module_name), class_name)
    except SystemExit as error:  # it was written as a program, and ran to its end
        raise AgentError("its module ends the program", where=where) from error
    except Exception as error:  # somebody else's module may raise anything
        raise AgentError(
            f"cannot be loaded: {error_text(error)}",
            where=where,
            expected="a module on PYTHONPATH and a class in it",
        ) from error
    return made_of


def load(text: str, seed: int) -> Chooser:
    """Makes the agent that the text names. Its module is imported here, and its code runs.

    Raises:
        AgentError: It cannot be imported, made, or has no `choose`.
    """
    where = f"agent {text}"
    made_of = load_module(text)
    try:
        seeded = "seed" in inspect.signature(made_of).parameters
        agent: Chooser = made_of(seed=seed) if seeded else made_of()
    except Exception as error:
        raise AgentError(f"cannot be made: {error_text(error)}", where=where) from error
    if not callable(getattr(agent, "choose", None)):
        raise AgentError("has no method choose", where=where, expected="choose(view, budget)")
    return agent


def error_text(error: Exception) -> str:
    """What an agent raised, in one line, and where in its author's files: the innermost line there.

    Lines of ours and of the import system are left out; an error that has no other has no place.
    """
    said = " ".join(str(error).split())
    text = f"{type(error).__name__}: {said}" if said else type(error).__name__
    theirs = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith("<") and not Path(frame.filename).is_relative_to(_OURS)
    ]
    theirs = [frame for frame in theirs if not _is_standard(frame.filename)] or theirs
    return f"{text} ({theirs[-1].filename}, line {theirs[-1].lineno})" if theirs else text


def _is_standard(file: str) -> bool:
    """Whether a file came with Python, which only says what was asked of it wrongly."""
    return Path(file).is_relative_to(_STANDARD) and "site-packages" not in Path(file).parts


def checked_move(view: View, move: object) -> str:
    """The move in its usual text, if it is a legal one; else IllegalMoveError."""
    if not isinstance(move, str):
        raise IllegalMoveError(
            f"chose {quoted(repr(move))}, which is no text", expected="one of legal_moves()"
        )
    try:
        return view.canonical_move(move)
    except InputError as error:
        raise IllegalMoveError(
            f"chose {quoted(move)}: {error.what}", expected=error.expected
        ) from error


def check_agent(text: str, game: str = "") -> None:
    """Raises AgentError if the text names no agent, of ours or of the user's own.

    If a game is named, also if ours does not play it; UnknownGameError if there is no such game.
    """
    if is_own(text):
        load(text, 1)
        return
    agent = parse_agent(text)
    if game:
        agent.maker(game)


def plays_game(text: str, game: str) -> bool:
    """Whether an agent plays a game: it is known, and ours play those that they can see enough of.

    A user's own is taken to play everything; it knows how, or its moves are not legal.
    """
    try:
        registry.get(game)
        if not is_own(text):
            parse_agent(text).maker(game)
    except InputError:
        return False
    return True
