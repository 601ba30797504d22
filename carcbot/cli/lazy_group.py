"""Groups of commands that import a command only when it is called."""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from carcbot.errors import InternalError
from carcbot.games.option_text import did_you_mean

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["LazyGroup"]


class LazyGroup(click.Group):
    """A group that imports a command only when it is called, so that every other one is quick.

    Args:
        package: Where its commands are: each is the function of its own name in the module of that
            name.
        sentences: What the help page says of each command, by name, in the order of that page:
            the first sentence of its own page.
    """

    def __init__(
        self,
        *args: Any,  # noqa: ANN401 - click's
        package: str,
        sentences: Mapping[str, str],
        **more: Any,  # noqa: ANN401 - click's
    ) -> None:
        super().__init__(*args, **more)
        self._package = package
        self._sentences = sentences

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names the commands in the order of the help page."""
        del ctx
        return list(self._sentences)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports the command of that name, if there is one."""
        del ctx
        if cmd_name not in self._sentences:
            return None
        command = getattr(import_module(f"{self._package}.{cmd_name}"), cmd_name)
        if not isinstance(command, click.Command):
            raise InternalError(f"{self._package}.{cmd_name} has no command of its name")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Finds the command that is called, or says which one has a name like that."""
        name = args[0]
        if name in self._sentences or name.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        raise click.UsageError(
            f"No such command {name!r}{did_you_mean(name, self._sentences)}", ctx
        )

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list["CompletionItem"]:
        """The commands that begin so, without importing them, and the options."""
        from click.shell_completion import CompletionItem

        options = click.Command.shell_complete(self, ctx, incomplete)
        return [
            *(
                CompletionItem(name, help=sentence)
                for name, sentence in self._sentences.items()
                if name.startswith(incomplete)
            ),
            *options,
        ]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the commands' sentences, without importing the commands."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(self._sentences.items()))
