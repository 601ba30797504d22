"""The option --game, and a command that has an option for each choice of the game it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import click

from carcbot.cli.values import game_names, one_of
from carcbot.errors import UnknownGameError
from carcbot.games import USUAL_GAME
from carcbot.games.contract import Option
from carcbot.games.option_text import options_text

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["GAME", "GameCommand", "GameName", "chosen_options"]


class GameName(click.ParamType[str]):
    """The name of a game that can be played. Other packages are looked at if it is none of ours."""

    name = "name"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name itself, if there is such a game."""
        from carcbot.games import registry

        try:
            return registry.get(_written(value)).name
        except UnknownGameError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The games whose names begin so."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in game_names(ctx, param, incomplete)]


GAME: Final = click.option(
    "--game",
    type=GameName(),
    default=USUAL_GAME,
    help="The game; 'carcbot games' lists them.",
)
"""Which game."""
_CHOSEN: Final = f"{__name__}.chosen"


class GameCommand(click.Command):
    """A command with --game that has the options of that game besides its own.

    An option of the game that is called like one of the command's own is left out; it can be said
    in --options.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Looks first which game it is."""
        ctx.meta[_CHOSEN] = {}
        ctx.meta[__name__] = _named(args)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The command's own, then those of the game."""
        from carcbot.games import registry

        own = super().get_params(ctx)
        taken = {name for param in own for name in param.opts}
        game = registry.get(ctx.meta.get(__name__, USUAL_GAME))
        return [*own, *(_option(each) for each in game.options if f"--{each.name}" not in taken)]


def chosen_options(text: str) -> str:
    """The options of the game: what was said one by one, and as text.

    Raises:
        OptionsError: One cannot be written.
    """
    chosen = click.get_current_context().meta[_CHOSEN]
    return ",".join(part for part in (options_text(chosen), text) if part)


def _named(args: Sequence[str]) -> str:
    """The game on a command line; the usual one by default there, or there is none such."""
    from carcbot.games import registry

    named = USUAL_GAME
    for word, following in pairwise([*args, ""]):
        if word == "--game":
            named = following
        elif word.startswith("--game="):
            named = word.partition("=")[2]
    try:
        return registry.get(_written(named)).name
    except UnknownGameError:
        return USUAL_GAME


def _written(name: str) -> str:
    """The name of a game as games have it, for who types it like an option, with hyphens."""
    return name.replace("-", "_")


def _option(option: Option) -> click.Option:
    def keep(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
        if value is not None:
            ctx.meta[_CHOSEN][option.name] = written.get(value, value)

    written = {option.word_of(value): value for value in option.values}

    return click.Option(
        list(_spellings(option.name)),
        metavar="VALUE",
        expose_value=False,
        callback=keep,
        shell_complete=one_of(lambda: written),
        help=f"{option.help}  [{'such as' if option.free else 'one of'} {option.words}]",
    )


def _spellings(name: str) -> Iterator[str]:
    yield f"--{name}"
    if "_" in name:
        yield f"--{name.replace('_', '-')}"
