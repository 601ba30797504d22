"""``carcbot replay verify``: whether records are true, one or ten thousand."""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.replay.record_files import RECORD, found
from carcbot.cli.screen import progress
from carcbot.cli.tls_options import CA_FILE
from carcbot.errors import OptionsError

if TYPE_CHECKING:
    from carcbot.replay.judgement import Judgement

__all__ = ["judged", "verify"]

_KEY = "as hex, in a file, or the address of its page"
_WORTH_PROCESSES = 500
_AT_ONCE = 50


@click.command(epilog="Example: carcbot replay verify --key KEY carcbot-referee/records")
@click.argument("files", metavar="FILE|FOLDER...", nargs=-1, required=True, type=RECORD)
@click.option(
    "--key",
    metavar="HEX|FILE|URL",
    default="",
    show_default=False,
    help=f"The referee's public key: {_KEY}.",
)
@CA_FILE
@click.option("--quiet", is_flag=True, help="Name only files in which something is wrong.")
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    help="Processes that check many files.  [default: one for each core]",
)
@click.pass_context
def verify(
    context: click.Context,
    *,
    files: tuple[Path, ...],
    key: str,
    ca_file: str | None,
    quiet: bool,
    workers: int | None,
) -> None:
    """Check records: chain, signature, chance, rules, points, digests, clocks, standings.

    Each file gets a line: ok; unfinished, if all is right but the match is in progress; wrong, if
    something in it is not true; or unreadable, if it is no record at all. A record is genuine if it
    is signed with the key that you name: a referee prints its own when it starts, and says it in
    its hello and at the address /key of its page. Without a key nobody vouches for a record, and
    whoever wrote it may have invented all of it. A seat's view that 'carcbot replay extract' wrote
    is checked as well, and so is what a bot wrote itself, 'carcbot bot run --records': everything
    that the bot was told has to be true, but nobody has signed it. With --key that is told as
    unsigned, and so is a record without its end, of a match in progress or in a file that was cut
    off: all is right so far, but nobody vouches for it. The exit code is 2 then, as it is for what
    is wrong or unreadable.
    """
    from carcbot.cli.public_key import key_of
    from carcbot.contest.workers.processes import THIS_MACHINE

    if not key and context.get_parameter_source("key") is ParameterSource.COMMANDLINE:
        raise OptionsError("an empty key is nobody's", where="--key", expected=f"one {_KEY}")
    key = key_of(key, ca_file or "")
    paths = found(files)
    start_s = time.monotonic()
    words: Counter[str] = Counter()
    with progress("records", len(paths)) as step:
        for verdict in judged(paths, key, workers or THIS_MACHINE.cores):
            step()
            words[verdict.word] += 1
            if not (quiet and verdict.is_good):
                click.echo(f"{verdict.word}: {verdict.text}")
    if len(paths) > 1:
        told = ", ".join(f"{count} {word}" for word, count in sorted(words.items()))
        click.echo(f"{len(paths)} files in {time.monotonic() - start_s:.1f} s: {told}", err=True)
    if words["wrong"] or words["unreadable"] or words["unsigned"]:
        context.exit(ExitCode.INPUT)


def judged(paths: Sequence[Path], key: str, workers: int) -> Iterator[Judgement]:
    """The judgement on each file, in order; many are divided among processes."""
    from carcbot.replay.judgement import judge

    one = partial(judge, key=key)
    if workers == 1 or len(paths) < _WORTH_PROCESSES:
        yield from map(one, paths)
        return
    # fresh processes: a fork would take along whatever threads hold at that moment
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, fresh) as pool:
        yield from pool.map(one, paths, chunksize=_AT_ONCE)
