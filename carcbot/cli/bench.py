"""``carcbot bench``: how fast the core and the searches are on this machine."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import click

from carcbot.cli.screen import progress
from carcbot.cli.values import Seconds
from carcbot.games.extras import Figures

__all__ = ["bench", "measured"]


@click.command(epilog="Examples: 'carcbot bench', 'carcbot bench --json --runs 1 --seconds 0.1'")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON, for programs.")
@click.option(
    "--seconds",
    type=Seconds(0.001, 60),
    default=0.4,
    help="Seconds for which each figure is measured in a run.",
)
@click.option(
    "--runs",
    type=click.IntRange(1, 100),
    default=5,
    help="How many runs there are; each figure is the median of them.",
)
def bench(*, as_json: bool, seconds: float, runs: int) -> None:
    """Measure how fast the core plays and searches.

    It does so alone, in workers, in whole contests and for learners. All but the lines about
    several workers or cores runs on one core. A run measures each figure once, so that all of them
    run under the same conditions: the core, and the plain-Python twins that it is compared with.
    """
    figures = measured(seconds, runs)
    if as_json:
        click.echo(json.dumps(figures, indent=2))
    else:
        click.echo("\n".join(_page(figures)))


def measured(seconds: float, runs: int) -> Figures:
    """All figures. Those of the twin are None where it is not there."""
    from carcbot.cli.benches import batches, contest_games, each_set, other_games, searches
    from carcbot.cli.benches.workload import amount_for, rate, test_module

    rules = searches.measured_game()
    others = other_games.benches()
    workloads = [
        *rules.workloads(test_module("tests.twin")),
        *other_games.workloads(others),
        *searches.workloads(),
        *contest_games.workloads(),
        *batches.workloads(),
    ]
    rates: dict[str, list[float]] = {workload.name: [] for workload in workloads}
    with progress("measuring", len(workloads) * (runs + 1)) as step:
        amounts = {}
        for workload in workloads:
            amounts[workload.name] = amount_for(seconds, workload)
            step()
        for _ in range(runs):
            for workload in workloads:
                rates[workload.name].append(rate(workload, amounts[workload.name])[0])
                step()
    medians = {name: median(values) for name, values in rates.items()}
    return (
        rules.figures(medians)
        | other_games.figures(others, medians)
        | searches.figures(medians)
        | searches.figures_of_the_pool(medians, seconds, runs)
        | contest_games.figures(medians)
        | contest_games.figures_of_search(runs)
        | batches.figures(medians)
        | each_set.figures(seconds, runs)
        | {"runs": runs, "seconds_per_run": seconds}
        | _surroundings()
    )


def _surroundings() -> Figures:
    from carcbot import _native

    return {
        "build": _native.build_info(),
        "python": platform.python_version(),
        "cpu": _cpu_name(),
    }


def _cpu_name() -> str:
    try:
        facts = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        facts = []
    names = [line.partition(":")[2].strip() for line in facts if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _page(figures: Figures) -> Iterator[str]:
    """The figures as lines for a person."""
    from carcbot.cli.benches import batches, contest_games, each_set, other_games, searches

    build = figures["build"]
    yield f"Medians of {figures['runs']} runs: {figures['cpu']}, of which one core is used,"
    yield "where nothing else is said"
    yield (
        f"The core: {build['compiler']}, march {build['march']} ({build['instruction_set']}),"
        f" {build['build_type']}; Python {figures['python']}"
    )
    yield ""
    yield from searches.measured_game().page(figures)
    yield ""
    yield from other_games.page(figures)
    if figures["instruction_sets"]:
        yield "complete random games a second by instruction set; the first is used unless told"
        yield from each_set.page(figures)
        yield ""
    yield from searches.page(figures)
    yield ""
    yield from contest_games.page(figures)
    yield ""
    yield from batches.page(figures)
