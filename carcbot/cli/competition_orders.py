"""Orders of a host: ``carcbot competition disqualify``, and four more.

An order is written into the referee's database. A running referee carries it out within seconds,
one that was stopped when it is back.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from carcbot.arena.competition.facts import Order, RulingMade
from carcbot.cli.lobby_command import lobby_command
from carcbot.cli.values import Number
from carcbot.errors import InputError

if TYPE_CHECKING:
    from carcbot.arena.competition.rules import Competition
    from carcbot.net.store.store import Store

__all__ = ["add_orders"]

_NAME = click.argument("name")
_REASON = click.option(
    "--reason", default="", show_default=False, help="The reason, which is shown on the page."
)


def add_orders(group: click.Group) -> None:
    """Adds the commands to a group."""

    @lobby_command(group, "disqualify", wants_folder=True)
    @_NAME
    @click.argument("player")
    @_REASON
    async def disqualify(
        store: Store, *, folder: Path, name: str, player: str, reason: str
    ) -> None:
        """Put PLAYER out of the competition NAME.

        What it has played counts; the games that are left in this round are lost, and in the next
        ones it is not drawn. A match in progress is played to its end.
        """
        await _order(store, folder, name, "disqualify", account=player, reason=reason)

    @lobby_command(group, "withdraw", wants_folder=True)
    @_NAME
    @click.argument("player")
    @_REASON
    async def withdraw(store: Store, *, folder: Path, name: str, player: str, reason: str) -> None:
        """Withdraw PLAYER from the competition NAME, as it could do itself."""
        await _order(store, folder, name, "withdraw", account=player, reason=reason)

    @lobby_command(group, "postpone", wants_folder=True)
    @_NAME
    @click.argument("minutes", type=Number(0, 525_600, min_open=True))
    @_REASON
    async def postpone(
        store: Store, *, folder: Path, name: str, minutes: float, reason: str
    ) -> None:
        """Have everything in NAME that has not come yet come MINUTES later.

        That is the end of registration, check-in, and the moments before which rounds do not begin.
        A check-in that goes on lasts so much longer.
        """
        await _order(store, folder, name, "postpone", minutes=minutes, reason=reason)

    @lobby_command(group, "replay", wants_folder=True)
    @_NAME
    @click.argument("match")
    @_REASON
    async def replay(store: Store, *, folder: Path, name: str, match: str, reason: str) -> None:
        """Have the game that was MATCH played again: what came of it does not count.

        It can be ordered until the next round begins, and after the last one for protest_s of
        [schedule]. MATCH is the name of the match's record.
        """
        await _order(store, folder, name, "replay", match=match, reason=reason)

    @lobby_command(group, "change", wants_folder=True)
    @_NAME
    @click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
    @_REASON
    async def change(store: Store, *, folder: Path, name: str, file: Path, reason: str) -> None:
        """Have NAME played by the terms in FILE, before its first game.

        FILE is the whole competition as it is to be: everything may change but its name, who may
        enter, and the moments. All who have entered are told, and confirm; who has not confirmed
        when it begins does not play. 'carcbot competition status' tells who that is.
        """
        await _order(store, folder, name, "change", file=file, reason=reason)


async def _order(
    store: Store,
    folder: Path,
    competition: str,
    order: Order,
    *,
    account: str = "",
    match: str = "",
    minutes: float = 0.0,
    file: Path | None = None,
    reason: str,
) -> None:
    """Writes an order down, if it can be carried out as the competition stands."""
    from carcbot.arena.competition.host_rulings import check_ruling, ruling_of, ruling_text
    from carcbot.net.competitions.competition_folder import CompetitionFolder, find_competition
    from carcbot.net.store.rows import Ruling

    if not reason.isprintable():
        raise InputError("the reason is no line of text", where="--reason", expected="one line")
    path = find_competition(folder, competition)
    now_us = time.time_ns() // 1000
    wish = RulingMade(now_us, 0, order, account, match, minutes, reason)
    now = CompetitionFolder(path).proceedings
    rules, text = (None, None) if file is None else _terms_in(file)
    check_ruling(now, wish, rules)
    if rules == now.competition:
        raise InputError("the file changes nothing", expected="other terms than those that hold")
    ruling = Ruling(0, competition, order, account, match, minutes, reason, text)
    number = await store.order(ruling, now_us)
    click.echo(f"order {number}: {ruling_text(ruling_of(now, wish, rules))}")
    click.echo("The referee carries it out within seconds, or when it is back.", err=True)


def _terms_in(file: Path) -> tuple[Competition, str]:
    """The competition that a file describes, and its text."""
    from carcbot.net.competitions.competition_folder import load_competition

    return load_competition(file), file.read_text(encoding="utf-8")
