"""A bot's process: its configuration from files and the command line, its signals, its end."""

import asyncio
import os
import secrets
import shlex
import signal
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Final

import click
import msgspec
import structlog
from prometheus_client import disable_created_metrics

from carcbot.bot.policy import AcceptPolicy, Wanted
from carcbot.errors import (
    FileInputError,
    InputError,
    OptionsError,
    UnavailableError,
    file_error,
)
from carcbot.games import registry
from carcbot.messages.codec import NO_JSON
from carcbot.messages.lobby import Offer
from carcbot.messages.parts import ClockSpec
from carcbot.net.client import Bot, StdioBot
from carcbot.net.client.address import check_address, trust
from carcbot.net.client.config import BotConfig, read_config
from carcbot.net.client.own_records import check_folder
from carcbot.net.low_latency import set_up_low_latency
from carcbot.net.metrics_page import check_figures_address
from carcbot.net.process.program import check_program
from carcbot.net.store.secret_file import read_secret
from carcbot.net.systemd import Supervisor
from carcbot.referee import clocks
from carcbot.search.own_agent import check_agent

__all__ = ["check_bot", "play", "read_bot", "read_offer", "token_of", "words_of"]

_NOT_OF_PROGRAMS: Final = (
    "agent", "open", "table", "count", "matches", "workers", "threads_per_move", "ponder", "nodes",
    "records", "metrics", "competition",
)  # fmt: skip
"""What a program of the user's own decides by itself."""


def play(
    config: BotConfig, token: str, until_over: str, file: Path | None, given: dict[str, object]
) -> list[str]:
    """Runs a bot until it has ended, and returns the matches in which its seats are lost by that.

    Args:
        config: All that is set.
        token: Of the bot's account.
        until_over: The match with which it ends, if there is one.
        file: What is read again at SIGHUP.
        given: What counts more than the file.
    """
    set_up_low_latency()
    seed = secrets.randbits(32)
    supervisor = Supervisor.of(os.environ, os.getpid())
    if config.stdio:
        program = StdioBot(config, token, seed=seed)
        asyncio.run(_run(program, program.run(), lambda: None, supervisor))
        return program.going_on
    # when counting began is of no interest to whoever reads the figures
    disable_created_metrics()  # type: ignore[no-untyped-call]
    bot = Bot(config, token, seed=seed)
    reload = partial(_reload, bot, file, given)
    asyncio.run(_run(bot, bot.run(until_over), reload, supervisor))
    return bot.going_on


def read_offer(raw: bytes, name: str) -> Offer:
    """The offer in a file, alone or in the message that brought it."""
    try:
        said = msgspec.json.decode(raw)
        inner = said.get("offer") if isinstance(said, dict) else None
        return msgspec.convert(inner if isinstance(inner, dict) else said, Offer)
    except NO_JSON as error:
        raise FileInputError(
            f"{error}", where=name, expected="an offer, as protocol/examples/server/offered.json"
        ) from error


def words_of(command: str) -> tuple[str, ...]:
    """The program and its arguments."""
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise OptionsError(f"{error}", where=f"--stdio {command}") from error
    if not words:
        raise OptionsError("names no program", where="--stdio", expected="a command")
    return words


def read_bot(file: Path) -> BotConfig:
    """What stands in a bot's TOML file; InputError if it cannot be used."""
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise file_error(error, "cannot be read", where=str(file)) from error
    return read_config(text, str(file))


def token_of(config: BotConfig, *, is_needed: bool) -> str:
    """The token of the bot's account, from its file or the environment; empty if there is none.

    Raises:
        InputError: The file cannot be used, or there is no token where one is needed.
    """
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


def check_bot(config: BotConfig) -> None:
    """Refuses what could only fail later."""
    check_address(config.url)
    trust(config.ca_file)
    if config.metrics:
        check_figures_address(config.metrics)
    if config.records:
        check_folder(Path(config.records))
    if config.stdio:
        _check_program(config)
        return
    check_agent(config.agent)
    for game in config.games:
        registry.get(game)
    for wanted in config.seek:
        _check_wanted(wanted, config.agent)
    if config.accept:
        _check_accepted(config.accept)
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


def _check_accepted(policy: AcceptPolicy) -> None:
    """Refuses what would have every challenge declined."""
    games = [registry.get(name) for name in policy.games or registry.names()]
    known = dict.fromkeys(option.name for game in games for option in game.options)
    for rule in policy.options:
        name = rule.partition("=")[0]
        if name not in known:
            raise OptionsError(
                f"no game that is accepted has an option {name!r}",
                where="[accept], options",
                expected=f"one of {', '.join(known)}",
            )


def _check_wanted(wanted: Wanted, agent: str) -> None:
    terms = wanted.terms
    registry.get(terms.game).new(terms.options)
    check_agent(agent, terms.game)
    if terms.clock:
        clocks.check(terms.clock)


def _check_program(config: BotConfig) -> None:
    program = config.stdio[0]
    check_program(config.stdio)
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
        config = msgspec.structs.replace(read_bot(file), **given)
        check_bot(config)
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
