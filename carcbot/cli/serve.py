"""``carcbot serve``: hosts matches."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any, Literal

import click

from carcbot.cli.clock_option import CLOCK, ClockText
from carcbot.cli.late_imports import at_once
from carcbot.cli.limits_option import LIMIT, PROCESS_LIMIT
from carcbot.cli.seconds import Seconds
from carcbot.errors import InputError, OptionsError, UnavailableError

if at_once():
    import asyncio

    from carcbot.cli.limits_option import limits_of, process_limits_of
    from carcbot.cli.log_setup import set_up_logging
    from carcbot.cli.same_lobby import same_lobby
    from carcbot.messages.parts import Policy
    from carcbot.net import arrival_loop
    from carcbot.net.door.doorway import make_room
    from carcbot.net.low_latency import set_up_low_latency
    from carcbot.net.metrics_page import check_figures_address
    from carcbot.net.server import RefereeServer
    from carcbot.net.settings import Settings
    from carcbot.net.store.rows import SCOPES
    from carcbot.net.store.store import Store
    from carcbot.net.store.tokens import Tokens
    from carcbot.net.systemd import Supervisor
    from carcbot.search.own_agent import check_agent

__all__ = ["serve"]


@click.command(
    epilog="Example: carcbot serve --account alice --account bob --clock bank:60+1\n\n"
    "SIGTERM or Ctrl-C lets matches end first; a second one stops at once. Nothing is lost either"
    " way: matches that go on do so when the referee is started again with the same folder."
    " SIGHUP reads the certificate again."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8765,
    show_default=True,
    help="The port; 0 takes any that is free.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("carcbot-referee"),
    show_default=True,
    help="The folder of the referee: journals of matches, records, its key and its database.",
)
@click.option(
    "--tokens",
    "token_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Who may come: a file with a name and a token on each line, which others must not be able"
    " to read. Tokens have 22 characters or more, as of 'openssl rand -hex 24'.",
)
@click.option(
    "--account",
    "accounts",
    multiple=True,
    metavar="NAME",
    help="An account. If it is new, its token is printed, this once. May be given more than once;"
    " 'carcbot accounts' does all else.",
)
@click.option(
    "--database",
    metavar="URL",
    envvar="CARCBOT_DATABASE",
    show_envvar=True,
    help="Where accounts, offers, ratings and results are kept.  [default: lobby.db in the folder]",
)
@click.option("--clock", type=ClockText(), default="bank:60+1", show_default=True, help=CLOCK)
@click.option(
    "--on-expiry",
    type=click.Choice(["loss", "default_move", "house"]),
    default="loss",
    show_default=True,
    help="What happens to a seat whose time is over.",
)
@click.option(
    "--grace",
    type=Seconds(0, 86400),
    default=60.0,
    show_default=True,
    help="Seconds that a player may be disconnected.",
)
@click.option(
    "--house-agent",
    default="heyden-star25-f5",
    show_default=True,
    help="The agent that takes over a seat with --on-expiry house.",
)
@click.option(
    "--guests",
    is_flag=True,
    help="Let anybody watch in a browser, and play as a person, without a token.",
)
@click.option(
    "--guests-watch",
    "only_watch",
    is_flag=True,
    help="Let anybody watch in a browser, without a token, but not play.",
)
@click.option(
    "--competition",
    "competitions",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Host the competition that this file describes; from then on it is in the folder. May be"
    " given more than once.",
)
@click.option(
    "--show-hidden",
    "veil_turns",
    type=click.IntRange(1),
    metavar="TURNS",
    help="Show those who watch a game with hidden information all cards, as they were so many"
    " turns ago; not those who play there.  [default: what everybody at the table sees, until the"
    " match is over]",
)
@click.option("--chat", is_flag=True, help="Let players talk to each other.")
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    help="Let pages of another site connect: https://example.org. May be given more than once.",
)
@click.option(
    "--behind-proxy",
    is_flag=True,
    help="All connections come through a reverse proxy, which names true addresses in"
    " X-Forwarded-For.",
)
@click.option(
    "--tls-cert",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Speak TLS (wss) with this certificate, as PEM.",
)
@click.option(
    "--tls-key",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The certificate's key, as PEM.",
)
@click.option(
    "--metrics",
    default="",
    metavar="HOST:PORT",
    envvar="CARCBOT_METRICS",
    show_envvar=True,
    help="Tell the figures of /metrics there, and at the referee's own address no more.",
)
@click.option(
    "--most-clients",
    type=click.IntRange(1),
    default=5000,
    show_default=True,
    envvar="CARCBOT_MOST_CLIENTS",
    show_envvar=True,
    help="How many connections there may be; each takes a file of those that the system allows.",
)
@click.option(
    "--most-strangers",
    type=click.IntRange(1),
    default=64,
    show_default=True,
    envvar="CARCBOT_MOST_STRANGERS",
    show_envvar=True,
    help="How many of them may not have said hello yet, from one address.",
)
@click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=NUMBER",
    envvar="CARCBOT_LIMITS",
    show_envvar=True,
    help=LIMIT,
)
@click.option(
    "--process-limit",
    "process_limits",
    multiple=True,
    metavar="NAME=NUMBER",
    envvar="CARCBOT_PROCESS_LIMITS",
    show_envvar=True,
    help=PROCESS_LIMIT,
)
@click.option("--fsync", is_flag=True, help="Wait for the disk before acknowledging anything.")
@click.option("--pack", "packs", is_flag=True, help="Pack records with zstd: FILE.jsonl.zst.")
@click.option(
    "--drain",
    "drain_s",
    type=Seconds(0, 86400),
    default=600.0,
    show_default=True,
    help="Seconds that matches have to end after the first signal.",
)
@click.option("--log", "log_format", type=click.Choice(["text", "json"]), default="text")
@click.pass_context
def serve(
    context: click.Context,
    /,
    *,
    folder: Path,
    token_file: Path | None,
    accounts: tuple[str, ...],
    database: str | None,
    on_expiry: Literal["loss", "default_move", "house"],
    grace: float,
    house_agent: str,
    guests: bool,
    only_watch: bool,
    tls_cert: Path | None,
    tls_key: Path | None,
    metrics: str,
    most_clients: int,
    limits: tuple[str, ...],
    process_limits: tuple[str, ...],
    drain_s: float,
    log_format: str,
    **settings: Any,  # noqa: ANN401 - as click has read them
) -> None:
    """Host matches for bots.

    Accounts are kept in a database, where --account and 'carcbot accounts' add them. Bots find
    tables at the address that is printed; 'carcbot bot run' is such a bot, and protocol/README.md
    tells how to write one.
    """
    set_up_logging(log_format)
    if (tls_cert is None) != (tls_key is None):
        raise OptionsError(
            "one of --tls-cert and --tls-key is missing", where="TLS", expected="both or none"
        )
    if metrics:
        check_figures_address(metrics)
    if guests and only_watch:
        raise OptionsError(
            "guests either play or only watch",
            where="--guests and --guests-watch",
            expected="one of the two",
        )
    check_agent(house_agent)
    tokens = Tokens.load(token_file) if token_file else Tokens()
    policy = Policy(on_expiry=on_expiry, grace_us=int(grace * 1e6))
    set_up = Settings(
        folder=folder,
        limits=limits_of(limits),
        process_limits=process_limits_of(process_limits),
        policy=policy,
        house_agent=house_agent,
        guests=guests or only_watch,
        guests_play=not only_watch,
        metrics=metrics,
        most_clients=most_clients,
        tls=(tls_cert, tls_key) if tls_cert and tls_key else None,
        **settings,  # what has the name of a setting is that setting
    )
    folder.mkdir(parents=True, exist_ok=True)
    url = database or f"sqlite:///{folder / 'lobby.db'}"
    set_up_low_latency()
    make_room(most_clients)
    lobby = same_lobby(context)
    supervisor = Supervisor.of(os.environ, os.getpid())
    serving = _serve(
        set_up, tokens, url, accounts, lobby=lobby, drain_s=drain_s, supervisor=supervisor
    )
    arrival_loop.run(serving)


async def _serve(
    settings: Settings,
    tokens: Tokens,
    database: str,
    accounts: tuple[str, ...],
    *,
    lobby: str,
    drain_s: float,
    supervisor: Supervisor,
) -> None:
    first, second = asyncio.Event(), asyncio.Event()

    def stop() -> None:
        (second if first.is_set() else first).set()

    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop)
    async with (
        Store.open(database, fsync=settings.fsync) as store,
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
