"""All games by name: our own, and those of installed packages.

A game of the house is a folder beside this file, and no word in it. The folder NAME holds the Game
of that name, as the constant of the same name in capitals. `carcbot.games.plugins` finds the
others, whose names are not those of the house; one that cannot be played is told of, and keeps
nobody from playing the rest.
"""

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final, cast

from carcbot.errors import GameError, NotationError, UnknownGameError
from carcbot.games import plugins
from carcbot.games.contract import Game, State, View
from carcbot.games.option_text import NAME, did_you_mean, plain, quoted

__all__ = [
    "broken",
    "game_of",
    "get",
    "is_native",
    "known_names",
    "names",
    "native_names",
    "parse",
    "parse_view",
]


def _own_games() -> Iterator[Game[State]]:
    here = Path(__file__).parent
    for found in pkgutil.iter_modules([str(here)], f"{__package__}."):
        if found.ispkg:
            name = found.name.rpartition(".")[2]
            yield cast("Game[State]", getattr(import_module(found.name), name.upper()))


_GAMES: Final[dict[str, Game[State]]] = {game.name: game for game in _own_games()}
_VERSION = "1"


def names() -> tuple[str, ...]:
    """The names of all games that can be played, our own first.

    Packages with games are imported for that.
    """
    others = (name for name in plugins.found() if name not in _GAMES)
    return (*_GAMES, *(name for name in others if isinstance(plugins.load(name), Game)))


def known_names() -> tuple[str, ...]:
    """The names of all games, also of those of packages that cannot be played.

    No package is imported for that.
    """
    return tuple(dict.fromkeys((*_GAMES, *plugins.found())))


def native_names() -> tuple[str, ...]:
    """The names of the games of the house, whose rules are in the native core."""
    return tuple(_GAMES)


def is_native(name: str) -> bool:
    """Whether the rules of a game are in the native core, as those of the house are."""
    return name in _GAMES


def broken() -> tuple[GameError, ...]:
    """Why games of installed packages cannot be played."""
    found = []
    for name, entries in plugins.found().items():
        if name in _GAMES:
            wish = "another name"
            where = plugins.place_of(name, entries)
            found.append(GameError("this is the name of ours", where=where, expected=wish))
        elif isinstance(game := plugins.load(name), GameError):
            found.append(game)
    return tuple(found)


def get(name: str) -> Game[State]:
    """The game of that name; UnknownGameError if there is none, or it cannot be played."""
    game = _GAMES.get(name)
    if game is not None:
        return game
    if name not in plugins.found():
        raise UnknownGameError(
            f"there is no game {quoted(str(name))}{did_you_mean(str(name), known_names())}",
            expected="one of " + " ".join(names()),
        )
    loaded = plugins.load(name)
    if isinstance(loaded, GameError):
        raise UnknownGameError(loaded.what, where=loaded.where, expected=loaded.expected)
    return loaded


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
