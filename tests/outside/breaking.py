"""A game that breaks its promises: Dash, until something in it goes wrong after a ply."""

from copy import copy
from dataclasses import replace
from typing import Any

from carcbot.games import registry
from carcbot.games.contract import Game
from tests.outside.fault import Fault

__all__ = ["BREAKING"]


class Breaking:
    """A position."""

    def __init__(self, inner: Any, plies: int) -> None:  # noqa: ANN401 - of a package without types
        self.inner = inner
        self.plies = plies

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the other has
        said = getattr(self.inner, name)
        if not self.plies or name != Fault.what:
            return said
        return self.go_wrong if callable(said) else self.go_wrong()

    def go_wrong(self, *_: object) -> object:
        """Says it, or raises one like it: a test's own would keep where it was raised for ever."""
        if isinstance(Fault.answer, BaseException):
            raise copy(Fault.answer)
        return Fault.answer

    @property
    def text(self) -> str:
        """That of Dash, with the other name."""
        return f"breaking{self.inner.text.removeprefix('dash')}"

    def copy(self) -> "Breaking":
        """Another one."""
        if self.plies and Fault.what == "copy":
            self.go_wrong()
        return Breaking(self.inner.copy(), self.plies)

    def apply(self, text: str) -> None:
        """Goes on."""
        if self.plies and Fault.what == "apply" and self.inner.to_move >= 0:
            self.go_wrong()
        self.inner.apply(text)
        self.plies += 1


def _parse(text: str) -> Any:  # noqa: ANN401 - it is made to look like a State
    return Breaking(registry.get("dash").parse("dash" + text.removeprefix("breaking")), 0)


def _new(options: str) -> Any:  # noqa: ANN401 - as above
    return Breaking(registry.get("dash").new(options), 0)


BREAKING: Game[Any] = replace(
    registry.get("dash"), name="breaking", new_game=_new, parse_position=_parse
)
