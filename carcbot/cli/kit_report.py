"""What the kit for bots and referees is to check, and what is told of it."""

import asyncio
import json
import shlex
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

import click

from carcbot.cli.contest_progress import span
from carcbot.cli.exit_code import ExitCode
from carcbot.conform.drivers import Awaited, Driver, program, program_with_lines
from carcbot.conform.forecast import Forecast
from carcbot.conform.kit import LONGEST_S, Book, Check, ContextT, FailedError, Outcome, need
from carcbot.errors import InputError, OptionsError
from carcbot.net.addresses import parts_of
from carcbot.net.process.program import check_program
from carcbot.search.program_agent import command_of

__all__ = ["chosen", "driver_of", "list_checks", "make_checks", "run_command"]

_TELLS_EVERY_S: Final = 5.0


async def run_command(words: Sequence[str]) -> None:
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


def driver_of(bot_or_url: str, *, stdio: bool) -> Driver:
    """Where the bot comes from.

    Raises:
        InputError: Nobody is named there, or a program that cannot be started.
    """
    if not bot_or_url.strip():
        raise OptionsError("where is the bot?", where="CMD|URL", expected="a command, or ws://...")
    if "://" not in bot_or_url.split(" ", 1)[0]:
        check_program(command_of(bot_or_url))
        return (program_with_lines if stdio else program)(bot_or_url)
    parts = parts_of(bot_or_url)
    if parts.scheme != "ws" or not parts.hostname or not parts.port or stdio:
        raise OptionsError(
            f"the kit cannot listen at {bot_or_url!r}", expected="ws://127.0.0.1:8790"
        )
    return Awaited(parts.hostname, parts.port, lambda text: click.echo(text, err=True))


def chosen(
    book: Book[ContextT], only: Sequence[str], without: Sequence[str]
) -> list[Check[ContextT]]:
    """The checks to be made: all, or those that are named, but those that are left out.

    Raises:
        OptionsError: There are none, or none that were to be left out.
    """
    options = [*(("--only", each) for each in only), *(("--without", each) for each in without)]
    for where, pattern in options:
        if not book.chosen(pattern):
            raise OptionsError(
                f"no check has {pattern!r} in its name", where=where, expected="one of --list"
            )
    named = {check.name for pattern in only or ("",) for check in book.chosen(pattern)}
    named -= {check.name for pattern in without for check in book.chosen(pattern)}
    left = [check for check in book.checks if check.name in named]
    if not left:
        raise OptionsError("no check is left", where="--without", expected="fewer patterns")
    return left


def list_checks(checks: Sequence[Check[Any]], *, as_json: bool) -> int:
    """Tells which checks there are, and how long each takes."""
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


def make_checks(
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
