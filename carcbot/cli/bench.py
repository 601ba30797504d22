"""``carcbot bench``: how fast the core is on one core of this machine."""

import json
import platform
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

import click

import carcbot
from carcbot import _native
from carcbot.cli.reading import Seconds
from carcbot.cli.screen import progress
from carcbot.games.carcassonne import CARCASSONNE
from carcbot.games.contract import CHANCE

__all__ = ["bench", "measured"]

_SEED = 1
_POSITIONS = 64
_ALL_EXPANSIONS = "river+inns_and_cathedrals+abbot"
_SAMPLERS = ("placement_then_meeple", "all_moves", "all_moves_listed")

Figures = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Workload:
    """Something to be timed.

    Attributes:
        name: What is counted, as in the keys of the figures.
        work: Does it this many times, and returns how many were done of what is counted.
    """

    name: str
    work: Callable[[int], int]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON, for programs.")
@click.option(
    "--seconds",
    type=Seconds(0.001, 60),
    default=0.4,
    show_default=True,
    help="How long each figure is measured in a run.",
)
@click.option(
    "--runs",
    type=click.IntRange(1, 100),
    default=5,
    show_default=True,
    help="How many runs there are; each figure is the median of them.",
)
def bench(*, as_json: bool, seconds: float, runs: int) -> None:
    """Measure how fast the core plays, lists moves and copies positions.

    Everything runs on one core. A run measures each figure once, so that all of them meet the
    same weather: the core, and the plain-Python twin of the rules that it is compared with.
    """
    figures = measured(seconds, runs)
    if as_json:
        click.echo(json.dumps(figures, indent=2))
    else:
        click.echo("\n".join(_page(figures)))


def measured(seconds: float, runs: int) -> Figures:
    """All figures. Those of the twin are None where it is not there."""
    workloads = [*_native_workloads()]
    twin = _twin_workload()
    if twin is not None:
        workloads.append(twin)
    rates: dict[str, list[float]] = {workload.name: [] for workload in workloads}
    with progress("measuring", len(workloads) * (runs + 1)) as step:
        amounts = {}
        for workload in workloads:
            amounts[workload.name] = _amount_for(seconds, workload)
            step()
        for _ in range(runs):
            for workload in workloads:
                rates[workload.name].append(_rate(workload, amounts[workload.name])[0])
                step()
    medians = {name: median(values) for name, values in rates.items()}
    return _figures(medians) | {"runs": runs, "seconds_per_run": seconds} | _surroundings()


def _figures(rates: dict[str, float]) -> Figures:
    twin = rates.get("twin_games")
    return {
        **{f"playouts_{name}_per_s": round(rates[name]) for name in _SAMPLERS},
        "playouts_all_expansions_per_s": round(rates["all_expansions"]),
        "move_lists_per_s": round(rates["move_lists"]),
        "moves_listed_per_s": round(rates["moves_listed"]),
        "listed_move_ns": round(1e9 / rates["moves_listed"], 2),
        "copy_apply_ns": round(1e9 / rates["copies"], 1),
        "state_bytes": _native.carcassonne.STATE_BYTES,
        "twin_games_per_s": None if twin is None else round(twin, 2),
        # the twin picks from all moves alike, so it is compared with the core's playouts that do
        "twin_ratio": None if twin is None else round(rates["all_moves"] / twin, 1),
    }


def _surroundings() -> Figures:
    return {
        "build": _native.build_info(),
        "python": platform.python_version(),
        "cpu": _cpu_name(),
    }


def _native_workloads() -> Iterator[Workload]:
    core = _native.carcassonne
    base = CARCASSONNE.new()
    everything = CARCASSONNE.new({"expansions": _ALL_EXPANSIONS})

    def games_of(start: _native.carcassonne.State, sampler: str) -> Callable[[int], int]:
        def play(games: int) -> int:
            core.playouts(start, sampler, games, _SEED)
            return games

        return play

    for sampler in _SAMPLERS:
        yield Workload(sampler, games_of(base, sampler))
    yield Workload("all_expansions", games_of(everything, _SAMPLERS[0]))

    positions = _sample_positions()

    def list_moves(rounds: int) -> int:
        core.list_repeatedly(positions, rounds)
        return rounds * len(positions)

    yield Workload("move_lists", list_moves)
    yield Workload("moves_listed", lambda rounds: core.list_repeatedly(positions, rounds))
    yield Workload("copies", lambda rounds: core.copy_and_apply(positions, rounds)[0])


def _sample_positions() -> list[_native.carcassonne.State]:
    """Positions with a tile in hand, from all parts of random games."""
    rng = random.Random(_SEED)
    positions: list[_native.carcassonne.State] = []
    while len(positions) < _POSITIONS:
        state = CARCASSONNE.new()
        wanted = rng.randrange(71)
        while not state.over:
            if state.to_move == CHANCE:
                kinds, weights = zip(*state.outcomes(), strict=True)
                state.apply(rng.choices(kinds, weights)[0])
            elif state.turn == wanted:
                positions.append(state)
                break
            else:
                state.apply(rng.choice(state.legal_moves()))
    return positions


def _twin_workload() -> Workload | None:
    """Games of the twin, which lies in the tests beside the package, but not in a wheel."""
    house = Path(carcbot.__file__).parent.parent
    if not (house / "tests" / "twin" / "__init__.py").exists():
        return None
    sys.path.insert(0, str(house))
    try:
        twin = import_module("tests.twin")
    finally:
        sys.path.remove(str(house))

    def play(games: int) -> int:
        rng = random.Random(_SEED)
        for _ in range(games):
            twin.random_game(twin.TwinOptions(), rng)
        return games

    return Workload("twin_games", play)


def _amount_for(seconds: float, workload: Workload) -> int:
    """How often to do it so that it takes about this long; finding out also warms everything up."""
    amount = 1
    while True:
        _, taken = _rate(workload, amount)
        if taken >= seconds / 4:
            return max(1, round(amount * seconds / taken))
        amount *= 2


def _rate(workload: Workload, amount: int) -> tuple[float, float]:
    """What is done in a second, and how many seconds all of it took."""
    start = time.perf_counter()
    done = workload.work(amount)
    seconds = time.perf_counter() - start
    return done / seconds, seconds


def _cpu_name() -> str:
    try:
        facts = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        facts = []
    names = [line.partition(":")[2].strip() for line in facts if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _page(figures: Figures) -> Iterator[str]:
    """The figures as lines for a person."""

    def line(name: str, key: str) -> str:
        return f"  {name:<44}{figures[key]:>12,}"

    build = figures["build"]
    yield f"Medians of {figures['runs']} runs, on one core: {figures['cpu']}"
    yield (
        f"The core: {build['compiler']}, march {build['march']} ({build['instruction_set']}),"
        f" {build['build_type']}; Python {figures['python']}"
    )
    yield ""
    yield "complete random games of two seats a second, with farmers"
    yield line("a placement, then a meeple", "playouts_placement_then_meeple_per_s")
    yield line("from all moves alike", "playouts_all_moves_per_s")
    yield line("from all moves alike, each list built", "playouts_all_moves_listed_per_s")
    yield line("a placement, then a meeple; all expansions", "playouts_all_expansions_per_s")
    if figures["twin_ratio"] is None:
        yield "  the plain-Python twin is not measured: it lies in the tests of a checkout"
    else:
        yield line("the plain-Python twin, from all moves alike", "twin_games_per_s")
        yield line("so the core is faster by the factor", "twin_ratio")
    yield ""
    yield "one position"
    yield line("lists of legal moves a second", "move_lists_per_s")
    yield line("nanoseconds a move that is listed", "listed_move_ns")
    yield line("nanoseconds to copy it and make a move", "copy_apply_ns")
    yield line("bytes", "state_bytes")
