"""A referee's process: who may come, what it says when it starts, its signals, its end."""

import asyncio
import os
import signal
import sys
import time

import click

from carcbot.errors import InputError, UnavailableError
from carcbot.net import arrival_loop
from carcbot.net.door.doorway import make_room
from carcbot.net.low_latency import set_up_low_latency
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.rows import SCOPES
from carcbot.net.store.store import Store
from carcbot.net.store.tokens import Tokens
from carcbot.net.systemd import Supervisor

__all__ = ["run_referee"]


def run_referee(
    settings: Settings,
    tokens: Tokens,
    database: str,
    accounts: tuple[str, ...],
    *,
    lobby: str,
    drain_s: float,
) -> None:
    """Hosts matches until a signal has ended it.

    Args:
        settings: How it is set up.
        tokens: Of accounts besides those in the database.
        database: The address of the database.
        accounts: Who gets an account and a token, if there is none.
        lobby: How another command names the same lobby.
        drain_s: Seconds that matches have to end after the first signal.
    """
    set_up_low_latency()
    make_room(settings.most_clients)
    arrival_loop.run(_host(settings, tokens, database, accounts, lobby=lobby, drain_s=drain_s))


async def _host(
    settings: Settings,
    tokens: Tokens,
    database: str,
    accounts: tuple[str, ...],
    *,
    lobby: str,
    drain_s: float,
) -> None:
    supervisor = Supervisor.of(os.environ, os.getpid())
    first, second = asyncio.Event(), asyncio.Event()

    def stop() -> None:
        (second if first.is_set() else first).set()

    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop)
    async with (
        Store.open(database, fsync=settings.fsync, for_referee=True) as store,
        RefereeServer(settings, tokens, store=store) as server,
        supervisor,
    ):
        if not sys.stdin or not sys.stdin.isatty():  # else it means that the terminal is gone
            loop.add_signal_handler(signal.SIGHUP, _renew, server)
        await _welcome(store, tokens, accounts, lobby, guests=settings.guests)
        click.echo(f"listening at {server.url}")
        click.echo(f"to watch and play in a browser: {server.page}")
        for page in server.competitions:
            click.echo(f"a competition: {page}")
        click.echo(f"records are signed with the key {server.key}")
        await first.wait()
        supervisor.stopping("no new matches: waiting for those that go on")
        drained = asyncio.create_task(server.drain(drain_s))
        hurry = asyncio.create_task(second.wait())
        await asyncio.wait({drained, hurry}, return_when=asyncio.FIRST_COMPLETED)
        for task in (drained, hurry):
            task.cancel()
        going_on = len(server.hall.playing())
    # who asks once more while it ends makes no failure of that
    loop.remove_signal_handler(signal.SIGTERM)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    rest = f"; {going_on} go on when it is started again" if going_on else ""
    click.echo(f"stopped{rest}")


def _renew(server: RefereeServer) -> None:
    """Reads the certificate again; if something is wrong with it, all stays as it is."""
    try:
        server.renew_certificate()
    except (InputError, UnavailableError) as error:
        click.echo(f"not reloaded: {error}", err=True)


async def _welcome(
    store: Store, tokens: Tokens, accounts: tuple[str, ...], lobby: str, *, guests: bool
) -> None:
    """Sees to it that there is an account for everybody, and says the tokens of new ones."""
    now_us = time.time_ns() // 1000
    for name in tokens.accounts:
        if await store.account(name) is None:
            await store.add_account(name, "bot", now_us)
    for name in accounts:
        if await store.account(name) is None:
            await store.add_account(name, "bot", now_us)
            _, token = await store.add_token(name, set(SCOPES), "carcbot serve", now_us)
            click.echo(f"token of {name}: {token}")
        else:
            click.echo(
                f"{name} has an account already;"
                f" for a new token: carcbot accounts token {name}{lobby}"
            )
    known = await store.accounts()
    if not any(each.kind == "bot" for each in known):
        who = "no bot" if guests or known else "nobody"
        adding = f"carcbot accounts add NAME{lobby}"
        click.echo(f"{who} can come yet: '{adding}' makes an account", err=True)
