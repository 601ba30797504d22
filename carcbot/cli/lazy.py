"""Groups of commands that import a command only when it is called."""

from importlib import import_module
from typing import Any

import click

from carcbot.errors import InternalError

__all__ = ["LazyGroup"]


class LazyGroup(click.Group):
    """A group that imports a command only when it is called, so that every other one is quick.

    Args:
        package: Where its commands are: each is the function of its own name in the module of that
            name.
        names: Of the commands, in the order in which --help tells of them.
    """

    def __init__(self, *args: Any, package: str, names: tuple[str, ...], **more: Any) -> None:  # noqa: ANN401 - click's
        super().__init__(*args, **more)
        self._package = package
        self._names = names

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names the commands in the order of the help page."""
        del ctx
        return list(self._names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports the command of that name, if there is one."""
        del ctx
        if cmd_name not in self._names:
            return None
        command = getattr(import_module(f"{self._package}.{cmd_name}"), cmd_name)
        if not isinstance(command, click.Command):
            raise InternalError(f"{self._package}.{cmd_name} has no command of its name")
        return command
