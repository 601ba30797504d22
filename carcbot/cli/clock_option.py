"""Clocks on the command line: ``bank:60+1``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, cast

import click
from click.shell_completion import CompletionItem

from carcbot.errors import OptionsError
from carcbot.games.option_text import did_you_mean

if TYPE_CHECKING:
    from carcbot.messages.parts import ClockSpec

__all__ = ["CLOCK", "ClockText"]

CLOCK: Final = (
    "KIND:MAIN+MOVE in seconds. bank: each turn has MOVE, what it takes longer comes out of MAIN;"
    " fischer: each turn brings MOVE; delay: no more than it took comes back; sudden_death:MAIN;"
    " per_move:MOVE."
)
_EXAMPLES: Final = {
    "bank": "bank:60+1",
    "fischer": "fischer:300+2",
    "delay": "delay:300+2",
    "sudden_death": "sudden_death:300",
    "per_move": "per_move:5",
}
_Kind = Literal["per_move", "sudden_death", "fischer", "delay", "bank"]


class ClockText(click.ParamType["ClockSpec"]):
    """A clock as text."""

    name = "clock"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """An example of each kind."""
        del ctx, param
        return [CompletionItem(each) for each in _EXAMPLES.values() if each.startswith(incomplete)]

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> ClockSpec:
        """The clock that the text says."""
        # imported only now, for messages take longer to import than all other options
        from carcbot.messages.parts import ClockSpec
        from carcbot.referee import clocks

        if isinstance(value, ClockSpec):
            return value
        number = r"(\d+(?:\.\d+)?)"
        match = re.fullmatch(rf"(\w+):{number}(?:\+{number})?", str(value))
        if match is None:
            self.fail(f"{value!r} is no clock; expected {CLOCK}", param, ctx)
        kind, main, move = match[1], float(match[2]), float(match[3] or 0)
        if kind not in _EXAMPLES:
            like = did_you_mean(kind, _EXAMPLES)
            self.fail(f"there is no clock {kind!r}{like}; expected {CLOCK}", param, ctx)
        if match[3] and "+" not in _EXAMPLES[kind]:
            self.fail(f"{kind} has one number: it is written as in {_EXAMPLES[kind]}", param, ctx)
        if kind == "per_move":
            main, move = 0.0, main
        spec = ClockSpec(cast("_Kind", kind), round(main * 1e6), round(move * 1e6))
        try:
            clocks.check(spec)
        except OptionsError as error:
            like = f"{kind} is written as in {_EXAMPLES[kind]}"
            self.fail(f"{error.what}; expected {error.expected}: {like}", param, ctx)
        return spec
