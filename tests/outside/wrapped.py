"""Games of the house once more, as games in plain Python: the same rules behind another face.

What the adapter makes of them has to be what the searches make of the native ones.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from carcbot.games.contract import Game
from carcbot.games.grove import GROVE
from carcbot.games.hoard import HOARD
from carcbot.games.kuhn import KUHN
from carcbot.games.pot import POT

__all__ = ["GROVE_AGAIN", "GROVE_NUMBERED", "HOARD_AGAIN", "KUHN_AGAIN", "POT_AGAIN"]


class Again:
    """A position or a view of a native game under another name, by asking that one."""

    def __init__(self, inner: Any, name: str) -> None:  # noqa: ANN401 - of any game
        self.inner = inner
        self.name = name

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever that has
        return getattr(self.inner, name)

    @property
    def text(self) -> str:
        """Its text with the other name."""
        return f"{self.name}/{self.inner.text.partition('/')[2]}"


def _wrap(inner: Any, name: str) -> Again:  # noqa: ANN401 - of any game
    made: Again = (_Secret if hasattr(inner, "view") or hasattr(inner, "seat") else _Open)(
        inner, name
    )
    return made


NUMBERS: dict[str, int] = {}
"""The digests of GROVE_NUMBERED: positions are numbered as they are asked for."""


class _Open(Again):
    @property
    def digest(self) -> int:
        """That of the native game, or another number for each position."""
        if self.name != "grove_numbered":
            return int(self.inner.digest)
        return NUMBERS.setdefault(self.inner.text, len(NUMBERS))

    def copy(self) -> "_Open":
        return _Open(self.inner.copy(), self.name)


class _Secret(Again):
    def copy(self) -> "_Secret":
        return _Secret(self.inner.copy(), self.name)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever that has
        asked = getattr(self.inner, name)
        if name in {"view", "determinize"}:
            return lambda what: _wrap(asked(what), self.name)
        return asked


def _again(game: Game[Any], suffix: str = "again") -> Game[Any]:
    name = f"{game.name}_{suffix}"

    def of(text: str) -> str:
        return game.name + text.removeprefix(name)

    def made(make: Callable[[str], Any]) -> Callable[[str], Any]:
        return lambda text: _wrap(make(of(text) if text.startswith(name) else text), name)

    return replace(
        game,
        name=name,
        new_game=made(game.new_game),
        parse_position=made(game.parse_position),
        parse_seen=None if game.parse_seen is None else made(game.parse_seen),
    )


POT_AGAIN, GROVE_AGAIN = _again(POT), _again(GROVE)
GROVE_NUMBERED = _again(GROVE, "numbered")
KUHN_AGAIN, HOARD_AGAIN = _again(KUHN), _again(HOARD)
