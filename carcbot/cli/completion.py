"""``carcbot completion``: what a shell needs to complete commands, options and their values."""

import click
from click.shell_completion import get_completion_class

from carcbot.cli.values import Choice

__all__ = ["completion"]


@click.command(
    epilog="For bash put 'eval \"$(carcbot completion bash)\"' at the end of ~/.bashrc, for zsh"
    " 'eval \"$(carcbot completion zsh)\"' at the end of ~/.zshrc, for fish 'carcbot completion"
    " fish | source' at the end of ~/.config/fish/config.fish."
)
@click.argument("shell", type=Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print what makes a shell complete commands, options and names."""
    root = context.find_root()
    name = str(root.info_name)
    complete = get_completion_class(shell)
    if complete is not None:
        click.echo(complete(root.command, {}, name, f"_{name.upper()}_COMPLETE").source())
