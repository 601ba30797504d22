"""Durations on the command line."""

import math

import click

__all__ = ["Seconds"]


class Seconds(click.FloatRange):
    """A duration within limits. NaN, which click would accept, is refused."""

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The duration as a number; click's error of usage if it is none."""
        seconds = float(super().convert(value, param, ctx))
        if math.isnan(seconds):
            self.fail(f"{value!r} is not a duration.", param, ctx)
        return seconds
