"""All games by name: our own, and those of installed packages.

A game of the house is a folder beside this file, and no word in it. The folder NAME holds the Game
of that name, as the constant of the same name in capitals; it is imported when somebody asks for
the game, not for its name. `carcbot.games.plugins` finds the others, whose names are not those of
the house; one that cannot be played is told of, and keeps nobody from playing the rest. A program
can `add` a game that it makes itself.
"""

import pkgutil
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final, cast

from carcbot.errors import GameError, NotationError, UnknownGameError
from carcbot.games import plugins
from carcbot.games.contract import Game, State, View
from carcbot.games.option_text import NAME, did_you_mean, plain, quoted

__all__ = [
    "add",
    "broken",
    "game_of",
    "get",
    "is_native",
    "known_names",
    "load_all",
    "names",
    "native_names",
    "parse",
    "parse_view",
    "remove",
]


_OWN: Final = tuple(
    found.name for found in pkgutil.iter_modules([str(Path(__file__).parent)]) if found.ispkg
)
"""The names of the games of the house."""
_ADDED: Final[dict[str, Game[State]]] = {}
_VERSION = "1"


@cache
def _own(name: str) -> Game[State]:
    """The game of the house of that name; its module is imported here."""
    return cast("Game[State]", getattr(import_module(f"{__package__}.{name}"), name.upper()))


def add(game: Game[State]) -> None:
    """Has this process play a game under its name, also where another one has that name."""
    _ADDED[game.name] = game


def remove(name: str) -> None:
    """Takes away a game that was added; the one whose place it took, if any, is there again."""
    del _ADDED[name]


def names() -> tuple[str, ...]:
    """The names of all games that can be played, our own first.

    Packages with games are imported for that; our own games are not.
    """
    ours = native_names()
    others = (name for name in plugins.found() if name not in ours and name not in _ADDED)
    playable = (name for name in others if isinstance(plugins.load(name), Game))
    return tuple(dict.fromkeys((*ours, *_ADDED, *playable)))


def known_names() -> tuple[str, ...]:
    """The names of all games, also of those of packages that cannot be played.

    No game is imported for that.
    """
    return tuple(dict.fromkeys((*_OWN, *_ADDED, *plugins.found())))


def native_names() -> tuple[str, ...]:
    """The names of the games of the house, whose rules are in the native core."""
    return _OWN


def is_native(name: str) -> bool:
    """Whether the rules of a game are in the native core, as those of the house are."""
    return name in _OWN


def broken() -> tuple[GameError, ...]:
    """Why games of installed packages cannot be played."""
    found = []
    for name, entries in plugins.found().items():
        if is_native(name):
            wish = "another name"
            where = plugins.place_of(name, entries)
            found.append(GameError("this is the name of ours", where=where, expected=wish))
        elif isinstance(game := plugins.load(name), GameError):
            found.append(game)
    return tuple(found)


def get(name: str) -> Game[State]:
    """The game of that name; UnknownGameError if there is none, or it cannot be played."""
    if name in _ADDED:
        return _ADDED[name]
    if is_native(name):
        return _own(name)
    if name not in plugins.found():
        raise UnknownGameError(
            f"there is no game {quoted(str(name))}{did_you_mean(str(name), known_names())}",
            expected="one of " + " ".join(names()),
        )
    loaded = plugins.load(name)
    if isinstance(loaded, GameError):
        raise UnknownGameError(loaded.what, where=loaded.where, expected=loaded.expected)
    return loaded


def load_all() -> None:
    """Imports every game that can be played now, so that none is when a clock runs."""
    for name in names():
        get(name)


def game_of(text: str) -> Game[State]:
    """The game whose position or record this text is, as its first word says.

    Raises:
        NotationError: The text does not begin like one of ours: ``"chess/1 "``.
        UnknownGameError: It does, but nobody registered the game.
    """
    head = re.match(rf"({NAME.pattern})/([0-9]{{1,9}}) ", plain(text, "the text", NotationError))
    if head is None:
        raise NotationError(
            f"{quoted(text)} does not name its game",
            where="the first word",
            expected=" or ".join(f"{name}/{_VERSION}" for name in names()),
        )
    game = get(head[1])
    if head[2] != _VERSION:
        raise NotationError(
            f"version {head[2]} of this notation is not known",
            where="the first word",
            expected=f"{game.name}/{_VERSION}",
        )
    return game


def parse(text: str) -> State:
    """The position of whichever game the text names.

    Raises:
        NotationError: The text is no position of a game.
        OptionsError: Its options are not possible.
        UnknownGameError: Nobody registered the game.
    """
    return game_of(text).parse(text)


def parse_view(text: str) -> View:
    """What a seat may know, of whichever game the text names.

    Raises:
        NotationError: The text is no view of a game; in one without secrets, no position.
        OptionsError: Its options are not possible.
        UnknownGameError: Nobody registered the game.
    """
    return game_of(text).parse_view(text)
