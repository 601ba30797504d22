"""``carcbot bot``: bots that play over the protocol."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

import click

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.late_imports import at_once
from carcbot.cli.tls_options import CA_FILE
from carcbot.errors import (
    AgentError,
    FileInputError,
    InputError,
    OptionsError,
    UnavailableError,
    file_error,
)
from carcbot.games import USUAL_GAME

if at_once():
    import asyncio
    import secrets

    import msgspec
    import structlog

    from carcbot.bot.policy import AcceptPolicy, Wanted, objections
    from carcbot.cli.log_setup import set_up_logging
    from carcbot.games import registry
    from carcbot.messages.lobby import Offer
    from carcbot.messages.parts import ClockSpec
    from carcbot.net.client import Bot, StdioBot
    from carcbot.net.client.address import check_address
    from carcbot.net.client.config import BotConfig, OpenTable, read_config
    from carcbot.net.client.trust import trust
    from carcbot.net.low_latency import set_up_low_latency
    from carcbot.net.metrics_page import check_figures_address
    from carcbot.net.store.secret_file import read_secret
    from carcbot.net.systemd import Supervisor
    from carcbot.referee import clocks
    from carcbot.search.own_agent import check_agent, plays_game

__all__ = ["bot"]

_NOT_OF_PROGRAMS: Final = (
    "agent", "open", "table", "count", "matches", "workers", "threads_per_move", "nodes", "records",
    "metrics",
    "competition",
)  # fmt: skip
"""What a program of the user's own decides by itself."""


@click.group()
def bot() -> None:
    """Play over the match protocol."""


@bot.command(
    epilog="Example: CARCBOT_TOKEN=... carcbot bot run --agent mcts --open seats=2\n\n"
    "Ctrl-C or SIGTERM lets matches end first; a second one stops at once. The exit code is 0 when"
    " the bot has ended well, 2 where the referee sent it away, 3 where another program took its"
    " account's connection, and 130 where a match was broken off. After 2 and 3 it is not to be"
    " started again by itself."
)
@click.argument(
    "config_file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "--url",
    metavar="URL",
    help="Where the referee is: ws://HOST:PORT/play.  [default: ws://127.0.0.1:8765/play]",
)
@click.option(
    "--agent",
    help="Who thinks; 'carcbot agents' lists them, or MODULE:CLASS.  [default: heyden-star25-f5]",
)
@click.option(
    "--stdio",
    metavar="CMD",
    help="A program that plays instead of an agent: JSON lines on its standard input and output, as"
    " docs/bot.md tells; its standard error is shown. --agent, --open, --count, --matches,"
    " --workers, --records and --metrics mean nothing then.",
)
@click.option(
    "--token-file",
    metavar="FILE",
    help="A file with the token, which 'carcbot serve' prints, and which others must not be able to"
    " read; else it is in CARCBOT_TOKEN.",
)
@CA_FILE
@click.option(
    "--open",
    "options",
    metavar="OPTIONS",
    help="Open a table with these options of the game: seats=2.",
)
@click.option(
    "--game", default=USUAL_GAME, show_default=True, help="The game of the table that --open opens."
)
@click.option("--rated", is_flag=True, help="The result at that table counts for the ratings.")
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    help="Processes that think.  [default: 1]",
)
@click.option(
    "--matches",
    type=click.IntRange(1, 1000),
    help="Matches at once.  [default: 1]",
)
@click.option(
    "--count",
    type=click.IntRange(0),
    help="Matches to play; 0 is without end.  [default: 0]",
)
@click.option(
    "--records", metavar="FOLDER", help="A folder for the bot's own records of its matches."
)
@click.option(
    "--metrics",
    metavar="HOST:PORT",
    help="The address where Prometheus can read the bot's figures, at /metrics.",
)
@click.option(
    "--until-over",
    default="",
    metavar="MATCH",
    help="Take no new seat, and end with this match, in which the account plays already.",
)
@click.option("--check", is_flag=True, help="Only check that this configuration can work.")
@click.option(
    "--log",
    "log_format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="The log on standard error: for people, or a JSON object on each line.",
)
@click.pass_context
def run(
    context: click.Context,
    /,
    *,
    config_file: Path | None,
    stdio: str | None,
    options: str | None,
    game: str,
    rated: bool,
    until_over: str,
    check: bool,
    log_format: str,
    **settings: object,
) -> None:
    """Run a bot.

    CONFIG_FILE is a TOML file as docs/bot.md describes it; options on the command line count more.
    The bot takes free seats at open tables, or opens one. It restores a lost connection, and
    continues where it was.
    """
    set_up_logging(log_format)
    if options is None and game != USUAL_GAME:
        raise OptionsError("means nothing without --open", where=f"--game {game}")
    if options is None and rated:
        raise OptionsError("means nothing without --open", where="--rated")
    config = BotConfig() if config_file is None else _read(config_file)
    changes = settings | {  # what has the name of a setting is that setting
        "stdio": None if stdio is None else _words(stdio),
        "open": None if options is None else OpenTable(game, options, rated=rated),
    }
    given = {name: value for name, value in changes.items() if value is not None}
    config = msgspec.structs.replace(config, **given)
    token = _token(config, is_needed=not check)
    _check(config)
    if check:
        missing = "" if token else "; there is no token yet"
        click.echo(f"all of this can work; nothing was asked of the referee{missing}")
        return
    set_up_low_latency()
    seed = secrets.randbits(32)
    supervisor = Supervisor.of(os.environ, os.getpid())
    player: Bot | StdioBot
    if config.stdio:
        player = StdioBot(config, token, seed=seed)
        asyncio.run(_run(player, player.run(), lambda: None, supervisor))
    else:
        player = thinker = Bot(config, token, seed=seed)
        reload = partial(_reload, thinker, config_file, given)
        asyncio.run(_run(player, player.run(until_over), reload, supervisor))
    if player.going_on:
        places = ", ".join(player.going_on)
        click.echo(
            f"stopped; the seats in {places} are lost after the grace period unless it comes back",
            err=True,
        )
        context.exit(ExitCode.INTERRUPTED)


@bot.command(
    epilog="Example: carcbot bot explain bot.toml challenge.json --rating 1620\n\n"
    "The exit code is 0 when the challenge would be accepted, and 1 when it would be declined."
)
@click.argument("config_file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("offer_file", type=click.File("rb"))
@click.option("--rating", type=int, help="Rating of the challenger, if the policy asks for it.")
@click.option(
    "--playing",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Number of matches that the bot is playing.",
)
@click.pass_context
def explain(
    context: click.Context,
    config_file: Path,
    offer_file: BinaryIO,
    rating: int | None,
    playing: int,
) -> None:
    """Say why a bot would decline a challenge.

    CONFIG_FILE is the bot's. OFFER_FILE holds a challenge as the protocol writes it: an 'offered'
    message, or the 'offer' in it; - is standard input.
    """
    config = _read(config_file)
    offer = _read_offer(offer_file.read(), offer_file.name)
    found = list(
        objections(
            config.accept or AcceptPolicy(accept=False),
            offer,
            plays=partial(plays_game, config.agent),
            rating=rating,
            free=config.matches - playing,
        )
    )
    for objection in found:
        click.echo(f"declined ({objection.reason}): {objection.text}")
    if found:
        context.exit(ExitCode.FAILED)
    click.echo("accepted")


def _read_offer(raw: bytes, name: str) -> Offer:
    """The offer in a file, alone or in the message that brought it."""
    try:
        said = msgspec.json.decode(raw)
        inner = said.get("offer") if isinstance(said, dict) else None
        return msgspec.convert(inner if isinstance(inner, dict) else said, Offer)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FileInputError(
            f"{error}", where=name, expected="an offer, as protocol/examples/server/offered.json"
        ) from error


def _words(command: str) -> tuple[str, ...]:
    """The program and its arguments."""
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise OptionsError(f"{error}", where=f"--stdio {command}") from error
    if not words:
        raise OptionsError("names no program", where="--stdio", expected="a command")
    return words


def _read(file: Path) -> BotConfig:
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise file_error(error, "cannot be read", where=str(file)) from error
    return read_config(text, str(file))


def _token(config: BotConfig, *, is_needed: bool) -> str:
    if config.token_file:
        return read_secret(Path(config.token_file), "a file that holds a token").strip()
    token = os.environ.get("CARCBOT_TOKEN", "")
    if not token and is_needed:
        raise OptionsError(
            "there is no token",
            where="the environment",
            expected="CARCBOT_TOKEN, or --token-file with a file that holds one",
        )
    return token


def _check(config: BotConfig) -> None:
    """Refuses what could only fail later."""
    check_address(config.url)
    trust(config.ca_file)
    if config.metrics:
        check_figures_address(config.metrics)
    if config.stdio:
        _check_program(config)
        return
    check_agent(config.agent)
    for game in config.games:
        registry.get(game)
    for wanted in config.seek:
        _check_wanted(wanted, config.agent)
    wish = config.open
    if wish is None:
        return
    if config.seek:
        raise OptionsError(
            "a match that was sought may take the place at a table that was just opened",
            where="[open] and [[seek]]",
            expected="one of the two: a bot opens tables or seeks matches",
        )
    registry.get(wish.game).new(wish.options)
    check_agent(config.agent, wish.game)
    if wish.clock:
        clocks.check(ClockSpec(wish.clock, int(wish.main_s * 1e6), int(wish.move_s * 1e6)))


def _check_wanted(wanted: Wanted, agent: str) -> None:
    terms = wanted.terms
    registry.get(terms.game).new(terms.options)
    check_agent(agent, terms.game)
    if terms.clock:
        clocks.check(terms.clock)


def _check_program(config: BotConfig) -> None:
    program = config.stdio[0]
    if shutil.which(program) is None:
        raise AgentError("there is no such program", where=f"--stdio {program}")
    usual = BotConfig()
    useless = [name for name in _NOT_OF_PROGRAMS if getattr(config, name) != getattr(usual, name)]
    if useless:
        raise OptionsError(
            f"a program has no use for the settings {', '.join(useless)}",
            where=f"--stdio {program}",
            expected="a program that opens tables, sits down and counts by itself",
        )


def _reload(bot: Bot, file: Path | None, given: dict[str, object]) -> None:
    """Reads the file again; if something is wrong with it, all stays as it is."""
    if file is None:
        return
    try:
        config = msgspec.structs.replace(_read(file), **given)
        _check(config)
    except (InputError, UnavailableError) as error:
        click.echo(f"not reloaded: {error}", err=True)
        return
    structlog.get_logger().info("read again", file=str(file))
    bot.reconfigure(config)


async def _run(
    player: Bot | StdioBot,
    playing: Coroutine[None, None, None],
    reload: Callable[[], None],
    supervisor: Supervisor,
) -> None:
    work = asyncio.create_task(playing)
    asked = 0

    def stop() -> None:
        nonlocal asked
        asked += 1
        if asked > 1:
            work.cancel()
            return
        supervisor.stopping("finishing its matches")
        if count := len(player.going_on):
            matches = "a match" if count == 1 else f"{count} matches"
            click.echo(f"finishing {matches}; Ctrl-C again stops at once", err=True)
        player.drain()

    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop)
    loop.add_signal_handler(signal.SIGHUP, reload)
    async with supervisor:
        try:
            await work
        except asyncio.CancelledError:
            if not asked:
                raise
