"""``carcbot bot``: bots that play over the protocol."""

import asyncio
import os
import secrets
import shlex
import shutil
import signal
from collections.abc import Coroutine
from pathlib import Path

import click
import msgspec

from carcbot.bot.config import BotConfig, OpenTable, read_config
from carcbot.cli.logging import set_up_logging
from carcbot.errors import AgentError, FileInputError, OptionsError
from carcbot.net.client import Bot, StdioBot
from carcbot.search.own_agent import check_agent

__all__ = ["bot"]


@click.group()
def bot() -> None:
    """Play over the match protocol."""


@bot.command(
    epilog="Example: CARCBOT_TOKEN=... carcbot bot run --agent mcts --open seats=2\n\n"
    "Ctrl-C or SIGTERM lets matches end first; a second one stops at once."
)
@click.argument(
    "config_file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--url", help="Where the referee is: ws://HOST:PORT/play.")
@click.option("--agent", help="Who thinks; 'carcbot agents' lists them, or MODULE:CLASS.")
@click.option(
    "--stdio", metavar="CMD", help="A program that plays instead; it speaks the protocol in lines."
)
@click.option("--token-file", help="A file with the token; else it is in CARCBOT_TOKEN.")
@click.option(
    "--open", "options", help="Open a table with these options: seats=2,expansions=river."
)
@click.option("--game", default="carcassonne", show_default=True, help="What --open is for.")
@click.option("--workers", type=click.IntRange(1, 256), help="Processes that think.")
@click.option("--matches", type=click.IntRange(1, 1000), help="Matches at once.")
@click.option("--count", type=click.IntRange(0), help="Matches to play; 0 is without end.")
@click.option("--records", help="A folder for the bot's own records of its matches.")
@click.option("--until-over", default="", metavar="MATCH", help="Play on in one match only.")
@click.option("--check", is_flag=True, help="Only say whether all of this can work.")
@click.option("--log", "log_format", type=click.Choice(["text", "json"]), default="text")
def run(
    *,
    config_file: Path | None,
    url: str | None,
    agent: str | None,
    stdio: str | None,
    token_file: str | None,
    options: str | None,
    game: str,
    workers: int | None,
    matches: int | None,
    count: int | None,
    records: str | None,
    until_over: str,
    check: bool,
    log_format: str,
) -> None:
    """Run a bot.

    CONFIG_FILE is a TOML file as docs/bot.md describes it; options on the command line count more.
    The bot takes free seats at open tables, or opens one. It comes back when the connection is
    lost, and goes on where it was.
    """
    set_up_logging(log_format)
    config = BotConfig()
    if config_file is not None:
        config = read_config(config_file.read_text("utf-8"), str(config_file))
    changes: dict[str, object] = {
        "url": url,
        "agent": agent,
        "stdio": None if stdio is None else tuple(shlex.split(stdio)),
        "token_file": token_file,
        "workers": workers,
        "matches": matches,
        "count": count,
        "records": records,
        "open": None if options is None else OpenTable(game, options),
    }
    given = {name: value for name, value in changes.items() if value is not None}
    config = msgspec.structs.replace(config, **given)
    token = _token(config, is_needed=not check)
    _check(config)
    if check:
        click.echo("all of this can work")
        return
    seed = secrets.randbits(32)
    if config.stdio:
        program = StdioBot(config.url, token, config.stdio, seed=seed)
        asyncio.run(_run(program, program.run()))
    else:
        player = Bot(config, token, seed=seed)
        asyncio.run(_run(player, player.run(until_over)))


def _token(config: BotConfig, *, is_needed: bool) -> str:
    if config.token_file:
        try:
            return Path(config.token_file).read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise FileInputError(f"cannot be read: {error}", where=config.token_file) from error
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
    if config.stdio:
        if shutil.which(config.stdio[0]) is None:
            raise AgentError("there is no such program", where=f"--stdio {config.stdio[0]}")
        return
    check_agent(config.agent)


async def _run(player: Bot | StdioBot, playing: Coroutine[None, None, None]) -> None:
    work = asyncio.create_task(playing)
    asked = 0

    def stop() -> None:
        nonlocal asked
        asked += 1
        if asked == 1:
            player.drain()
        else:
            work.cancel()

    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop)
    try:
        await work
    except asyncio.CancelledError:
        if not asked:
            raise
