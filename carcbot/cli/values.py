"""Values on the command line: numbers, one of a few words, and names that a shell completes."""

import math
from collections.abc import Callable, Iterable

import click

from carcbot.games.option_text import did_you_mean

__all__ = ["Choice", "Number", "Seconds", "agent_names", "game_names", "one_of", "study_names"]

Complete = Callable[[click.Context, click.Parameter, str], list[str]]


class Number(click.FloatRange):
    """A number within limits. NaN, which click would accept, is refused."""

    kind = "number"

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; click's error of usage if it is none."""
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value!r} is not a {self.kind}.", param, ctx)
        return number


class Seconds(Number):
    """A duration within limits."""

    kind = "duration"


class Choice(click.Choice[str]):
    """One of a few words. Who mistypes it is told which one is like that."""

    def get_invalid_choice_message(self, value: str, ctx: click.Context | None) -> str:
        """All that can be said, and what was meant."""
        told = super().get_invalid_choice_message(value, ctx).removesuffix(".")
        return f"{told}{did_you_mean(str(value), self.choices)}"


def one_of(names: Callable[[], Iterable[str]]) -> Complete:
    """What a shell completes a value by: the names that are looked up when it asks."""
    return lambda _context, _param, begun: [name for name in names() if name.startswith(begun)]


def _agents() -> list[str]:
    from carcbot.search.agent import registered
    from carcbot.search.families import FAMILIES
    from carcbot.search.presets import PRESETS

    return sorted({*PRESETS, *FAMILIES, *registered()})


def _games() -> list[str]:
    from carcbot.games import registry

    return list(registry.known_names())


def _studies() -> list[str]:
    from carcbot.lab.study_list import LISTED

    return list(LISTED)


agent_names, game_names, study_names = one_of(_agents), one_of(_games), one_of(_studies)
