"""``carcbot conform``: whether a referee or a bot, in whatever language, keeps the protocol."""

from __future__ import annotations

import json
import shlex
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import click

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.late_imports import at_once
from carcbot.cli.seconds import Seconds
from carcbot.cli.tls_options import CA_FILE
from carcbot.errors import InputError, OptionsError
from carcbot.games import USUAL_GAME

if at_once():
    import asyncio
    from urllib.parse import urlsplit

    from carcbot.cli.contest_progress import span
    from carcbot.conform.bot_checks import BOT, ONE_MATCH
    from carcbot.conform.drivers import Awaited, Driver, program, program_with_lines
    from carcbot.conform.examination import examine_bot, examine_server
    from carcbot.conform.forecast import Forecast
    from carcbot.conform.kit import (
        LONGEST_S,
        Book,
        Check,
        ContextT,
        FailedError,
        Outcome,
        need,
    )
    from carcbot.conform.server_checks import SERVER
    from carcbot.conform.wire import Address
    from carcbot.net.client.trust import trust

__all__ = ["conform"]

_TELLS_EVERY_S = 5.0
_COMMAND_S = 0.2
"""What a check of a referee takes besides its waits, about."""
_START_S = 1.0
"""The same of a bot, which is started for it."""

_ONLY = click.option(
    "--only",
    default="",
    metavar="PATTERN",
    help="Only checks with names like this: 'hello.*'.",
)
_WITHOUT = click.option(
    "--without",
    multiple=True,
    metavar="PATTERN",
    help="No checks with names like this; may be given more than once.",
)
_LIST = click.option("--list", "lists", is_flag=True, help="List the checks, without making them.")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print the outcomes as JSON.")

_PATIENCE = click.option(
    "--patience",
    type=Seconds(0.1, 60),
    default=10.0,
    show_default=True,
    help="Seconds to wait for an answer that must come.",
)


@click.group(
    epilog="protocol/conformance.md tells what is checked, and how to read what is printed."
)
def conform() -> None:
    """Check whether a referee or a bot keeps the match protocol.

    The exit code is 0 if at least one check was made and none has failed, and 1 otherwise.
    """


@conform.command(
    epilog="Example: carcbot conform server ws://127.0.0.1:8765/play --token A --token B --token C"
)
@click.argument("url", required=False)
@click.option(
    "--token",
    "tokens",
    multiple=True,
    help="Of an account that only the kit uses; three are enough for all checks.",
)
@click.option(
    "--drain",
    metavar="CMD",
    help="What tells the referee to stop when its matches are over, as 'kill -TERM 4242': for the"
    " checks of a referee that drains, which come last.",
)
@CA_FILE
@_ONLY
@_WITHOUT
@_LIST
@_JSON
@_PATIENCE
def server(
    *,
    url: str | None,
    tokens: tuple[str, ...],
    drain: str | None,
    ca_file: str | None,
    only: str,
    without: tuple[str, ...],
    lists: bool,
    as_json: bool,
    patience: float,
) -> int:
    """Check the referee at URL.

    The kit resigns all matches of these accounts, so use accounts that nobody else uses.
    """
    checks = _chosen(SERVER, only, without)
    if lists:
        return _list(checks, as_json=as_json)
    if not url:
        raise OptionsError("where is the referee?", where="URL", expected="ws://HOST:PORT/play")
    if len(set(tokens)) < len(tokens) or not tokens:
        raise OptionsError("there must be a token, and none twice", where="--token")
    stop = None if drain is None else partial(_run, shlex.split(drain))
    address = Address(url, trust(ca_file or ""))
    return _told(
        lambda tell: examine_server(address, tokens, checks, tell, patience_s=patience, drain=stop),
        Forecast(checks, len(tokens), _COMMAND_S),
        as_json=as_json,
    )


@conform.command(epilog="Example: carcbot conform bot 'carcbot bot run --agent greedy --url {url}'")
@click.argument("bot_or_url", metavar="CMD|URL", required=False)
@click.option("--stdio", is_flag=True, help="CMD speaks the protocol in lines: see docs/bot.md.")
@click.option(
    "--one-match",
    is_flag=True,
    help="CMD plays one match in lines and ends, as 'carcbot match' starts it: only the checks of"
    " that, none of the lobby, of several matches or of lost connections.",
)
@click.option(
    "--game",
    "games",
    multiple=True,
    default=(USUAL_GAME,),
    show_default=True,
    help="A game that the bot plays; may be given more than once.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=4,
    show_default=True,
    help="How many checks are made at once.",
)
@_ONLY
@_WITHOUT
@_LIST
@_JSON
@_PATIENCE
def bot(
    *,
    bot_or_url: str | None,
    stdio: bool,
    one_match: bool,
    games: tuple[str, ...],
    jobs: int,
    only: str,
    without: tuple[str, ...],
    lists: bool,
    as_json: bool,
    patience: float,
) -> int:
    """Check a bot.

    CMD is started anew for each check. It finds the address in CARCBOT_URL and its token in
    CARCBOT_TOKEN, or where {url} and {token} stand in CMD. With ws://HOST:PORT in place of it the
    kit listens there, says so, and waits for a bot that you start, as often as one is needed.
    """
    checks = _chosen(ONE_MATCH if one_match else BOT, only, without)
    if lists:
        return _list(checks, as_json=as_json)
    driver = _driver(bot_or_url or "", stdio=stdio or one_match)
    room = jobs if driver.port == 0 else 1
    return _told(
        lambda tell: examine_bot(driver, games, checks, tell, jobs=room, patience_s=patience),
        Forecast(checks, room, _START_S),
        as_json=as_json,
    )


async def _run(words: Sequence[str]) -> None:
    """Runs a command that must do what it is for.

    Raises:
        FailedError: It cannot be run, or has failed.
    """
    try:
        process = await asyncio.create_subprocess_exec(*words)
    except OSError as error:
        raise FailedError("that the command of --drain runs", str(error.strerror)) from error
    code = await process.wait()
    need(code == 0, f"that '{shlex.join(words)}' ends with 0", code)


def _driver(bot_or_url: str, *, stdio: bool) -> Driver:
    """Where the bot comes from."""
    if not bot_or_url.strip():
        raise OptionsError("where is the bot?", where="CMD|URL", expected="a command, or ws://...")
    if "://" not in bot_or_url.split(" ", 1)[0]:
        return (program_with_lines if stdio else program)(bot_or_url)
    parts = urlsplit(bot_or_url)
    if parts.scheme != "ws" or not parts.hostname or not parts.port or stdio:
        raise OptionsError(
            f"the kit cannot listen at {bot_or_url!r}", expected="ws://127.0.0.1:8790"
        )
    return Awaited(parts.hostname, parts.port, lambda text: click.echo(text, err=True))


def _chosen(book: Book[ContextT], only: str, without: Sequence[str]) -> list[Check[ContextT]]:
    """The checks to be made.

    Raises:
        OptionsError: There are none, or none that were to be left out.
    """
    checks = book.chosen(only)
    for where, pattern in (("--only", only), *(("--without", each) for each in without)):
        if not book.chosen(pattern):
            raise OptionsError(
                f"no check has {pattern!r} in its name", where=where, expected="one of --list"
            )
    left_out = {check.name for pattern in without for check in book.chosen(pattern)}
    left = [check for check in checks if check.name not in left_out]
    if not left:
        raise OptionsError("no check is left", where="--without", expected="fewer patterns")
    return left


def _list(checks: Sequence[Check[Any]], *, as_json: bool) -> int:
    if as_json:
        told = [
            {"name": each.name, "sentence": each.sentence, "takes_s": each.takes_s}
            for each in checks
        ]
        click.echo(json.dumps(told, indent=2))
    else:
        width = max(len(each.name) for each in checks)
        for each in checks:
            takes = f"{each.takes_s:3.0f} s" if each.takes_s else " " * 5
            click.echo(f"{each.name:<{width}} {takes}  {each.sentence}")
    return ExitCode.OK


def _told(
    examine: Callable[[Callable[[Outcome], None]], Coroutine[None, None, Mapping[str, Outcome]]],
    forecast: Forecast,
    *,
    as_json: bool,
) -> int:
    """Makes the checks, tells their results, and says it all in an exit code.

    People are told on standard error how long that will take, before it and now and then.
    """
    count = len(forecast.checks)
    over: set[str] = set()
    begun_s = told_s = time.monotonic()

    def tell(outcome: Outcome) -> None:
        nonlocal told_s
        over.add(outcome.name)
        if as_json:
            return
        click.echo("\n".join(outcome.lines))
        now_s = time.monotonic()
        if now_s - told_s >= _TELLS_EVERY_S and len(over) < count:
            told_s = now_s
            left = span(forecast.left_s(over, now_s - begun_s))
            click.echo(f"{len(over)} of {count} checks, about {left} to go", err=True)

    if not as_json:
        whole, longest = span(forecast.whole_s), span(LONGEST_S)
        click.echo(
            f"{count} check{'s' * (count != 1)}: about {whole} if all is answered at once;"
            f" none takes longer than {longest}",
            err=True,
        )
    try:
        outcomes = asyncio.run(examine(tell))
    except FailedError as error:
        raise InputError(f"expected {error.expected}; came {error.came}") from error
    verdicts = Counter(each.verdict for each in outcomes.values())
    passed, failed, skipped = verdicts["passed"], verdicts["failed"], verdicts["skipped"]
    if as_json:
        told = {
            "passed": passed,
            "failed": failed,
            "skipped": skipped,
            "checks": [asdict(each) for each in outcomes.values()],
        }
        click.echo(json.dumps(told, indent=2))
    else:
        also = f", {skipped} skipped" if skipped else ""
        click.echo(f"{passed} passed, {failed} failed{also}")
    return ExitCode.FAILED if failed or not passed else ExitCode.OK
