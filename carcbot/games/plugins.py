"""Games from other packages: entry points of the group ``carcbot.games``.

A package names its games in its ``pyproject.toml``::

    [project.entry-points."carcbot.games"]
    dash = "carcbot_dash:DASH"

The name is that of the game, and what it leads to is a `carcbot.games.contract.Game`. Its states
and views are plain Python; `carcbot.games.python_game` has what they have in common. Installed
beside carcbot it is there for the referee, bots, their workers, contests and replays alike. What
packages bring is looked up once in a process, and imported when somebody first asks for it.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final, TypeVar

from carcbot.errors import GameError, InputError, NotationError, OptionsError
from carcbot.games.contract import (
    LONGEST_STEP,
    Game,
    Option,
    PageFace,
    State,
    TerminalFace,
    has_secrets,
)
from carcbot.games.extras import Preset
from carcbot.games.option_text import NAME, quoted

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["GROUP", "found", "load", "package_of", "place_of"]

T = TypeVar("T")

GROUP: Final = "carcbot.games"
"""The entry points that are games."""
_MOST_SEATS: Final = 6


@cache
def found() -> dict[str, tuple["EntryPoint", ...]]:
    """The games of installed packages, by name; nothing of theirs is imported for that."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - most have no need of others

    by_name: dict[str, tuple[EntryPoint, ...]] = {}
    for entry in entry_points(group=GROUP):
        by_name[entry.name] = (*by_name.get(entry.name, ()), entry)
    return by_name


def package_of(entry: "EntryPoint") -> str:
    """The name under which a package was installed."""
    return entry.dist.name if entry.dist is not None else entry.module


def place_of(name: str, entries: "tuple[EntryPoint, ...]") -> str:
    """A game and its package, in words."""
    packages = " and ".join(sorted(package_of(entry) for entry in entries))
    return f"the game {quoted(name)} of the package {packages}"


@cache
def load(name: str) -> Game[State] | GameError:
    """The game of this name from a package, or the reason why it cannot be played.

    Its module is imported here, and its code runs.
    """
    entries = found()[name]
    where = place_of(name, entries)
    if len(entries) > 1:
        return GameError(
            "several packages bring a game of this name", where=where, expected="one of them alone"
        )
    try:
        game = entries[0].load()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - somebody else's may raise anything
        return GameError(f"it cannot be imported: {type(error).__name__}: {error}", where=where)
    try:
        return _checked(name, game)
    except GameError as error:
        return GameError(error.what, where=where, expected=error.expected)
    except Exception as error:  # noqa: BLE001 - as above
        return GameError(f"it cannot begin: {type(error).__name__}: {error}", where=where)


def _checked(name: str, game: object) -> Game[State]:
    """The game, which can begin, and refuses text that it cannot read; else GameError."""
    if not isinstance(game, Game):
        raise GameError(
            f"{quoted(repr(game))} is no game", expected="a carcbot.games.contract.Game"
        )
    called, secrets = quoted(str(game.name)), game.parse_seen is not None
    fits = (
        (
            game.name == name and NAME.fullmatch(name),
            f"the game calls itself {called}",
            "the name of the entry point: at most 40 small letters and underscores",
        ),
        (
            _are((game.seats,), range)
            and game.seats
            and 2 <= game.seats[0] <= game.seats[-1] <= _MOST_SEATS,
            f"{game.seats} cannot play",
            f"2 to {_MOST_SEATS} seats",
        ),
        (
            _are(game.options, Option)
            and all(option.values and _are(option.values, str) for option in game.options),
            "its options are not described",
            "each as a carcbot.games.contract.Option, with values as text",
        ),
        (
            _are((game.rules,), int) and _are((game.title,), str),
            f"{quoted(repr((game.title, game.rules)))} is no title and no version of its rules",
            "text and a whole number",
        ),
        (
            bool(game.agents) and _are(game.agents, str) and _are(game.presets, Preset),
            "its agents or presets cannot be",
            "names, one at least, and carcbot.games.extras.Preset",
        ),
        (
            _are((game.terminal,) if game.terminal else (), TerminalFace)
            and _are((game.page,) if game.page else (), PageFace),
            "its terminal or page cannot be",
            "a TerminalFace and a PageFace of carcbot.games.contract, or None",
        ),
        (game.has_secrets == secrets, "only one of has_secrets and parse_seen is there", "both"),
        (
            not (game.has_secrets and game.deck),
            "it has secrets and a deck",
            "no deck: what opens a card's commitment tells all seats which card it is",
        ),
    )
    for is_so, wrong, wish in fits:
        if not is_so:
            raise GameError(wrong, expected=wish)
    seen = game.parse_seen
    game = replace(
        game,
        new_game=_refusing(game.new_game, OptionsError, "options of this game"),
        parse_position=_refusing(game.parse_position, NotationError, "a position of this game"),
        parse_seen=None if seen is None else _refusing(seen, NotationError, "a view of this game"),
    )
    start = game.new()
    if not (isinstance(start.step, str) and len(start.step) <= LONGEST_STEP):
        wish = f"text of at most {LONGEST_STEP} characters"
        raise GameError(f"its first step is {quoted(repr(start.step))}", expected=wish)
    if has_secrets(start) != game.has_secrets:
        raise GameError("a game has secrets if its positions have `seen`, and only then")
    if not start.text.startswith(f"{name}/1 position "):
        wish = f"{name}/1 position and so on"
        raise GameError(f"its first position is {quoted(start.text)}", expected=wish)
    if game.parse(start.text).text != start.text:
        raise GameError("its first position is another one when it is read again")
    return game


def _are(things: object, kind: type) -> bool:
    """Whether these are things of a kind, in a tuple; nobody has checked types there."""
    return isinstance(things, tuple) and all(isinstance(each, kind) for each in things)


def _refusing(
    read: Callable[[str], T], refusal: type[InputError], expected: str
) -> Callable[[str], T]:
    """Reads as `read` does, and refuses what that stumbles over: text may come from anybody."""

    def reading(text: str) -> T:
        try:
            return read(text)
        except InputError:
            raise
        except Exception as error:
            what = f"{quoted(text)} cannot be read: {type(error).__name__}: {error}"
            raise refusal(what, expected=expected) from error

    return reading
