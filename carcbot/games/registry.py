"""Every game of the house, by name. A game is a folder beside this file, and no word in it.

The folder NAME holds the Game of that name, as the constant of the same name in capitals.
"""

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final, cast

from carcbot.errors import NotationError, UnknownGameError
from carcbot.games.contract import Game, State, View
from carcbot.games.writing import plain, quoted

__all__ = ["USUAL_GAME", "game_of", "get", "names", "parse", "parse_view"]

USUAL_GAME: Final = "carcassonne"
"""What is played where nobody says it."""


def _own_games() -> Iterator[Game[State]]:
    here = Path(__file__).parent
    for found in pkgutil.iter_modules([str(here)], f"{__package__}."):
        if found.ispkg:
            name = found.name.rpartition(".")[2]
            yield cast("Game[State]", getattr(import_module(found.name), name.upper()))


_GAMES: Final[dict[str, Game[State]]] = {game.name: game for game in _own_games()}
_VERSION = "1"


def names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_GAMES)


def get(name: str) -> Game[State]:
    """The game of that name; UnknownGameError if nobody registered it."""
    game = _GAMES.get(name)
    if game is None:
        raise UnknownGameError(
            f"there is no game {quoted(str(name))}", expected="one of " + " ".join(_GAMES)
        )
    return game


def game_of(text: str) -> Game[State]:
    """The game whose position or record this text is, as its first word says.

    Raises:
        NotationError: The text does not begin like one of ours: ``"chess/1 "``.
        UnknownGameError: It does, but nobody registered the game.
    """
    head = re.match(r"([a-z][a-z_]{0,39})/([0-9]{1,9}) ", plain(text, "the text", NotationError))
    if head is None:
        raise NotationError(
            f"{quoted(text)} does not name its game",
            where="the first word",
            expected=" or ".join(f"{name}/{_VERSION}" for name in _GAMES),
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
