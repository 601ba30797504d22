"""Commands that work on a referee's database, also while the referee runs."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from pathlib import Path

import click

from carcbot.errors import FileInputError

__all__ = ["lobby_command"]

_Work = Callable[..., Awaitable[None]]


def lobby_command(
    group: click.Group, name: str, *, may_be_new: bool = False, wants_folder: bool = False
) -> Callable[[_Work], click.Command]:
    """Makes a subcommand of a function whose first argument is the store.

    Args:
        group: Whose subcommand.
        name: What it is called.
        may_be_new: Whether the database is made where there is none; then that is said.
        wants_folder: Whether the function has an argument for the referee's folder.
    """

    def decorate(work: _Work) -> click.Command:
        @group.command(name)
        @click.option(
            "--folder",
            type=click.Path(file_okay=False, path_type=Path),
            default=Path("carcbot-referee"),
            help="The referee's folder; its database is the file lobby.db there.",
        )
        @click.option(
            "--database",
            metavar="URL",
            envvar="CARCBOT_DATABASE",
            show_envvar=True,
            help="Its database, if it is another: postgresql://USER@HOST:PORT/DATABASE",
        )
        @functools.wraps(work)
        def command(*, folder: Path, database: str | None, **arguments: object) -> None:
            import asyncio

            file = folder / "lobby.db"
            is_new = not database and not file.exists()
            if is_new and not may_be_new:
                raise FileInputError(
                    "there are no accounts yet",
                    where=ascii(str(file)),
                    expected="a referee's folder; 'carcbot accounts add NAME' makes one",
                )
            if is_new and (folder / "records").exists():
                raise FileInputError(
                    "a referee has been here, and its database is elsewhere",
                    where=ascii(str(folder)),
                    expected="--database or CARCBOT_DATABASE, as that has it",
                )
            if wants_folder:
                arguments["folder"] = folder
            asyncio.run(_on(database or f"sqlite:///{file}", functools.partial(work, **arguments)))
            if is_new:  # it may be the wrong place
                click.echo(f"made a new database in {str(folder)!a}", err=True)

        return command

    return decorate


async def _on(url: str, work: _Work) -> None:
    from carcbot.net.store.store import Store

    async with Store.open(url) as store:
        await work(store)
