"""``carcbot lab``: the studies, and running them."""

from __future__ import annotations

import json
import math
import textwrap
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import click

from carcbot.cli.contest_options import CONTESTS, workplace_options
from carcbot.cli.extras import require
from carcbot.cli.screen import progress, table
from carcbot.cli.values import Number, study_names
from carcbot.errors import OptionsError

if TYPE_CHECKING:
    from carcbot.arena.contest import Contest
    from carcbot.lab.study import Result, Study

__all__ = ["lab"]

_WIDTH = 100


@click.group(epilog="Example: 'carcbot lab run star-nodes --positions 10'")
def lab() -> None:
    """Repeat published experiments, and compare the figures."""


@lab.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON, for programs.")
def list_studies(*, as_json: bool) -> None:
    """List the studies."""
    from carcbot.lab.study_list import LISTED

    if as_json:
        from carcbot.lab.results_folder import saved_names

        saved = saved_names()
        told = [
            {
                "name": study.name,
                "title": study.title,
                "source": study.source,
                "counts": study.counts or None,
                "usual": study.usual or None,
                "has_result": study.name in saved,
            }
            for study in LISTED.values()
        ]
        click.echo(json.dumps(told, indent=2))
        return
    width = max(map(len, LISTED)) + 2
    for study in LISTED.values():
        size = f", {study.usual} {study.counts}" if study.usual else ""
        click.echo(f"{study.name:<{width}}{study.title}")
        click.echo(f"{'':<{width}}{study.source}{size}")


@lab.command()
@click.argument("name", metavar="NAME", shell_complete=study_names)
@click.option("--games", type=click.IntRange(1, 100_000), help="How many games are played.")
@click.option("--positions", type=click.IntRange(min=1), help="How many positions are looked at.")
@click.option("--runs", type=click.IntRange(1, 100), help="How often each search is timed.")
@click.option(
    "--budget",
    type=Number(1e-6, 1e6),
    help="The work, as a multiple of the committed result's: so many times the games or positions."
    " Of matches the games, and simulations or nodes a move, grow by its square root each. In the"
    " study scaling the longest time becomes so many times as long, and complexity counts shapes of"
    " a square more with every four times. A study that counts all there is stays as it is.",
)
@click.option("--seed", type=click.IntRange(0, 2**32), help="The seed of all chance.")
@click.option(
    "--minutes",
    type=Number(min=0),
    help="Begin no further game after so many minutes, and report what there is; the same command"
    " goes on. Of every match there are two decks at least, and studies of positions run to their"
    " end.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="TEXT",
    help="Play on the matches with this text in their name, as 'against flat': of the others there"
    " is what was played before, or two decks. It may be said several times.",
)
@click.option(
    "--anew",
    is_flag=True,
    help="Play all games again, or those of --only, as after a search has changed: forget those in"
    " carcbot-contests, and those of the committed result. If it is interrupted, the same command"
    " without this goes on.",
)
@workplace_options
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON, for programs.")
@click.option(
    "--save", is_flag=True, help="Make it the committed result, with its page and its games."
)
def run(
    name: str,
    *,
    games: int | None,
    positions: int | None,
    runs: int | None,
    budget: float | None,
    seed: int | None,
    minutes: float | None,
    only: tuple[str, ...],
    anew: bool,
    workers: int | None,
    ray: str | None,
    as_json: bool,
    save: bool,
) -> None:
    """Run a study and put its figures beside the paper's.

    Without options it is as large as the committed result. Counts of nodes are the same on every
    machine; times are ratios of what ran side by side. Matches are kept in carcbot-contests: the
    same command goes on where it was interrupted, and one with more decks after those it has. In a
    checkout it begins with the games of the committed result, where docs/lab/games has them.
    """
    from carcbot.cli.contest_play import growing_path
    from carcbot.contest.workers.workplaces import workplace
    from carcbot.lab import results_folder
    from carcbot.lab.catalogue import STUDIES, study_named
    from carcbot.lab.kept_games import KeptGames
    from carcbot.lab.study import Workbench, effort_of

    study = study_named(name)
    effort = effort_of(study, games=games, positions=positions, runs=runs, seed=seed, budget=budget)
    is_whole = effort == study.usual
    if only and study.listing.counts != "matches":
        raise OptionsError(
            f"the study {study.name} has no matches",
            where="--only",
            expected="a study of matches, as champion",
        )
    if save and not is_whole:
        raise OptionsError(
            "only a run of the usual size can be the committed result",
            where="--save",
            expected="no --games, --positions, --runs, --budget or --seed beside it",
        )
    if save:
        require("matplotlib")
        results_folder.check_can_save()
    chosen = _Chosen(only)
    kept = KeptGames(
        study.name, CONTESTS, growing_path, anew=anew, chosen=chosen.has if only else None
    )
    with workplace(ray, workers) as place, progress(study.name, study.steps(effort)) as step:
        workbench = Workbench(
            step,
            kept.contest,
            workers or place.cores,
            place,
            _is_over(minutes),
            kept.notes,
            chosen.has,
        )
        result = study.run(effort, workbench)
    chosen.check()
    if as_json:
        click.echo(json.dumps(result.as_json(), indent=2))
    else:
        click.echo("\n".join(_page(study, result, with_remarks=is_whole)))
    if save:
        for file in kept.save() + results_folder.save(study, result, STUDIES.values()):
            click.echo(f"wrote {file}", err=True)


class _Chosen:
    """The matches that are played on: all of them, or those that the user named."""

    def __init__(self, parts: tuple[str, ...]) -> None:
        self._parts = parts
        self._names: dict[str, None] = {}

    def has(self, contest: Contest) -> bool:
        """Whether a match is one of them."""
        name = contest.name.replace(" v ", " against ")
        self._names[name] = None
        return not self._parts or any(part in name for part in self._parts)

    def check(self) -> None:
        """Sees to it that there was a match for each part of a name.

        Raises:
            OptionsError: There was none.
        """
        for part in self._parts:
            if not any(part in name for name in self._names):
                raise OptionsError(
                    f"no match has {part!r} in its name",
                    where="--only",
                    expected=f"a part of one of these: {', '.join(self._names)}",
                )


def _is_over(minutes: float | None) -> Callable[[], bool]:
    """Whether so many minutes are over from now on; never, if none are said."""
    end = math.inf if minutes is None else time.monotonic() + 60 * minutes
    return lambda: time.monotonic() >= end


def _page(study: Study, result: Result, *, with_remarks: bool) -> Iterator[str]:
    """The result as lines for a person; the remarks are about runs of the usual size."""
    yield f"{study.listing.title} ({study.listing.source})"
    yield ""
    yield from textwrap.wrap(study.method, _WIDTH)
    yield ""
    for sample in result.unfinished:
        yield f"not whole: {sample.what}: {sample.played:,} of {sample.wanted:,} {sample.unit}"
    if result.unfinished:
        yield ""
    for each in result.comparisons:
        yield each.what
        yield f"  paper {each.paper}   here {each.ours}"
        remark = each.remark if with_remarks else ""
        yield from textwrap.wrap(remark, _WIDTH, initial_indent="    ", subsequent_indent="    ")
    for told in result.tables:
        yield ""
        yield told.title
        yield from (f"  {line}" for line in table(told.columns, told.rows))
        if told.note:
            yield from textwrap.wrap(told.note, _WIDTH, initial_indent="  ", subsequent_indent="  ")
    if not with_remarks:
        yield ""
        yield "Not of the usual size; what the differences mean stands in docs/lab."
