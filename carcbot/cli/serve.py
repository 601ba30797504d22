"""``carcbot serve``: hosts matches."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from carcbot.cli.clock_option import CLOCK, ClockText
from carcbot.cli.limits_option import LIMIT, PROCESS_LIMIT, limits_of, process_limits_of
from carcbot.cli.same_lobby import same_lobby
from carcbot.cli.values import Choice, Seconds, agent_names
from carcbot.errors import OptionsError
from carcbot.messages.parts import ClockSpec, Policy
from carcbot.net.settings import Settings

__all__ = ["serve"]


@click.command(
    epilog="Example: carcbot serve --account alice --account bob --clock bank:60+1\n\n"
    "SIGTERM or Ctrl-C lets matches end first; a second one stops at once. Nothing is lost either"
    " way: matches that go on do so when the referee is started again with the same folder."
    " SIGHUP reads the certificate again."
)
@click.option("--host", default="127.0.0.1", help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8765,
    help="The port; 0 takes any that is free.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("carcbot-referee"),
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
@click.option("--clock", type=ClockText(), default="bank:60+1", help=CLOCK)
@click.option(
    "--on-expiry",
    type=Choice(["loss", "default_move", "house"]),
    default="loss",
    help="What happens to a seat whose time is over.",
)
@click.option(
    "--grace",
    type=Seconds(0, 86400),
    default=60.0,
    help="Seconds that a player may be disconnected.",
)
@click.option(
    "--house-agent",
    shell_complete=agent_names,
    default="champion",
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
    show_default=False,
    metavar="HOST:PORT",
    envvar="CARCBOT_METRICS",
    show_envvar=True,
    help="Tell the figures of /metrics there, and at the referee's own address no more.",
)
@click.option(
    "--most-clients",
    type=click.IntRange(1),
    default=5000,
    envvar="CARCBOT_MOST_CLIENTS",
    show_envvar=True,
    help="How many connections there may be; each takes a file of those that the system allows.",
)
@click.option(
    "--most-strangers",
    type=click.IntRange(1),
    default=64,
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
    help="Seconds that matches have to end after the first signal.",
)
@click.option("--log", "log_format", type=Choice(["text", "json"]), default="text")
@click.pass_context
def serve(
    context: click.Context,
    /,
    *,
    host: str,
    port: int,
    folder: Path,
    token_file: Path | None,
    accounts: tuple[str, ...],
    database: str | None,
    clock: ClockSpec,
    on_expiry: Literal["loss", "default_move", "house"],
    grace: float,
    house_agent: str,
    guests: bool,
    only_watch: bool,
    competitions: tuple[Path, ...],
    veil_turns: int | None,
    chat: bool,
    origins: tuple[str, ...],
    behind_proxy: bool,
    tls_cert: Path | None,
    tls_key: Path | None,
    metrics: str,
    most_clients: int,
    most_strangers: int,
    limits: tuple[str, ...],
    process_limits: tuple[str, ...],
    fsync: bool,
    packs: bool,
    drain_s: float,
    log_format: str,
) -> None:
    """Host matches for bots.

    Accounts are kept in a database, where --account and 'carcbot accounts' add them. Bots find
    tables at the address that is printed; 'carcbot bot run' is such a bot, and protocol/README.md
    tells how to write one.
    """
    from carcbot.cli.log_setup import set_up_logging
    from carcbot.cli.referee_process import run_referee
    from carcbot.net.metrics_page import check_figures_address
    from carcbot.net.store.tokens import Tokens
    from carcbot.search.own_agent import check_agent

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
    settings = Settings(
        folder=folder,
        host=host,
        port=port,
        limits=limits_of(limits),
        clock=clock,
        policy=Policy(on_expiry=on_expiry, grace_us=int(grace * 1e6)),
        fsync=fsync,
        packs=packs,
        house_agent=house_agent,
        chat=chat,
        veil_turns=veil_turns,
        origins=tuple(_origin_of(each) for each in origins),
        tls=(tls_cert, tls_key) if tls_cert and tls_key else None,
        metrics=metrics,
        behind_proxy=behind_proxy,
        most_clients=most_clients,
        most_strangers=most_strangers,
        guests=guests or only_watch,
        guests_play=not only_watch,
        process_limits=process_limits_of(process_limits),
        competitions=competitions,
    )
    folder.mkdir(parents=True, exist_ok=True)
    url = database or f"sqlite:///{folder / 'lobby.db'}"
    run_referee(settings, tokens, url, accounts, lobby=same_lobby(context), drain_s=drain_s)


def _origin_of(url: str) -> str:
    """The site of a page's address, as browsers say it.

    Raises:
        OptionsError: It is the address of no site.
    """
    from carcbot.net.addresses import parts_of

    parts = parts_of(url.rstrip("/"))
    if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path or parts.query:
        raise OptionsError(
            f"{url!r} is no site", where="--origin", expected="as https://example.org"
        )
    return f"{parts.scheme}://{parts.netloc.lower()}"
