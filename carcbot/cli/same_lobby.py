"""The options by which another command finds the same lobby."""

import shlex

import click
from click.core import ParameterSource

__all__ = ["same_lobby"]


def same_lobby(context: click.Context) -> str:
    """The options of a command that were typed to name its lobby, with a space before them.

    The URL of a database is not repeated: there may be a password in it.
    """

    def is_typed(name: str) -> bool:
        return context.get_parameter_source(name) is ParameterSource.COMMANDLINE

    if is_typed("database"):
        return " --database URL"
    if is_typed("folder"):
        return f" --folder {shlex.quote(str(context.params['folder']))}"
    return ""
