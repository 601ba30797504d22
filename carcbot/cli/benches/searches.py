"""How fast the searches are: alone, beside bare random games, beside a slow twin, in workers."""

import os
import time
from collections.abc import Callable, Iterator
from statistics import median

from carcbot.cli.benches.workload import test_module
from carcbot.errors import InternalError
from carcbot.games import USUAL_GAME, registry
from carcbot.games.extras import Bench, Figures, Workload
from carcbot.lab import positions as lab_positions
from carcbot.net.process.blocking_pool import BlockingPool
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.decision import decide

__all__ = ["figures", "figures_of_the_pool", "measured_game", "page", "workloads"]

_SEED = 1
_STAGES = ("opening", "middle", "end")
_SIMULATIONS = 20_000
"""As many as a move has in a fast game, so that the tree has its usual size."""
_LATENCIES = 300
_SHARED = "star25:eval=heyden"
_SHARED_DEPTH = 3
_SHARED_POSITIONS = (
    *("opening-03", "opening-08"),
    *("middle-09", "middle-18"),
    *("end-02", "end-07"),
)
"""Two of each stage in which that takes a tenth to half a second alone; for a single run, one."""


def measured_game() -> Bench:
    """What there is to measure of the usual game, of which the fifty positions are."""
    bench = registry.get(USUAL_GAME).bench
    if bench is None:
        raise InternalError("there is nothing to measure of the usual game")
    return bench


def _positions() -> dict[str, str]:
    """An early decision of a game, and one of the fifty positions of each other stage."""
    chosen = {"opening": measured_game().opening()}
    for position in lab_positions.load():
        chosen.setdefault(position.stage, position.text)
    return chosen


def workloads() -> Iterator[Workload]:
    """MCTS and bare random games at each stage, searches in depth, and the slow twin."""
    positions, bare = _positions(), measured_game().bare
    for stage in _STAGES:
        yield Workload(f"bare_{stage}", bare(positions[stage]))
        yield Workload(f"mcts_{stage}", _simulating("mcts", positions[stage]))
    yield Workload("rave_opening", _simulating("rave", positions["opening"]))
    yield Workload(
        "expectimax_nodes", _deepening("expectimax:eval=heyden,depth=2", positions["middle"])
    )
    yield Workload("star25_nodes", _deepening("star25:eval=heyden,depth=3", positions["opening"]))
    twin = test_module("tests.twin.searching")
    if twin is not None:
        yield Workload("twin_mcts_opening", twin.simulate)
        yield Workload("twin_expectimax_nodes", twin.expectimax_nodes)


def _simulating(name: str, position: str) -> Callable[[int], int]:
    def search(simulations: int) -> int:
        done = 0
        while done < simulations:
            part = min(_SIMULATIONS, simulations - done)
            done += decide(parse_agent(f"{name}:sims={part}"), position, _SEED).simulations
        return done

    return search


def _deepening(agent: str, position: str) -> Callable[[int], int]:
    def search(times: int) -> int:
        return sum(decide(parse_agent(agent), position, _SEED).nodes for _ in range(times))

    return search


def figures(rates: dict[str, float]) -> Figures:
    """The figures for rates of the workloads; those of the twin are None where it is not there."""
    twin_mcts, twin_nodes = rates.get("twin_mcts_opening"), rates.get("twin_expectimax_nodes")
    tree = decide(parse_agent("mcts:sims=200000"), _positions()["opening"], _SEED)
    return {
        **{f"mcts_{stage}_sims_per_s": round(rates[f"mcts_{stage}"]) for stage in _STAGES},
        **{f"bare_{stage}_playouts_per_s": round(rates[f"bare_{stage}"]) for stage in _STAGES},
        "mcts_share_of_bare": round(rates["mcts_opening"] / rates["bare_opening"], 3),
        "rave_opening_sims_per_s": round(rates["rave_opening"]),
        "expectimax_nodes_per_s": round(rates["expectimax_nodes"]),
        "star25_nodes_per_s": round(rates["star25_nodes"]),
        "bytes_per_tree_node": round(tree.memory / tree.nodes, 1),
        "twin_mcts_sims_per_s": None if twin_mcts is None else round(twin_mcts, 2),
        "twin_mcts_ratio": None if not twin_mcts else round(rates["mcts_opening"] / twin_mcts, 1),
        "twin_expectimax_nodes_per_s": None if twin_nodes is None else round(twin_nodes),
        "twin_expectimax_ratio": (
            None if not twin_nodes else round(rates["expectimax_nodes"] / twin_nodes, 1)
        ),
    }


def figures_of_the_pool(rates: dict[str, float], seconds: float, runs: int) -> Figures:
    """Latency through the pool, and what a second worker is worth: one after the other, in turn.

    Raises:
        InternalError: Two workers that share a search find another move than one.
    """
    opening = _positions()["opening"]
    workers = min(os.cpu_count() or 1, 2)
    shared_positions = _SHARED_POSITIONS[:: 1 if runs > 1 else 2]
    simulations = Budget(simulations=max(1, round(rates["mcts_opening"] * seconds)))
    tasks = {"mcts": ("mcts", opening, simulations)} | {
        position.name: (_SHARED, position.text, Budget(depth=_SHARED_DEPTH))
        for position in lab_positions.load()
        if position.name in shared_positions
    }
    taken: dict[tuple[str, int], list[float]] = {}
    found: dict[str, set[tuple[str, float]]] = {}
    latencies: list[float] = []
    with BlockingPool(workers) as pool:
        for _ in range(runs):
            for name, (agent, position, budget) in tasks.items():
                for count in range(1, workers + 1):
                    decision = pool.decide(agent, position, budget, seed=_SEED, workers=count)
                    taken.setdefault((name, count), []).append(decision.seconds)
                    found.setdefault(name, set()).add((decision.move, decision.thought.value))
        for _ in range(_LATENCIES):
            start = time.perf_counter()
            pool.decide("mcts", opening, Budget(simulations=1), seed=_SEED)
            latencies.append(time.perf_counter() - start)
    latencies.sort()
    speedups = {
        name: median(taken[name, 1]) / median(taken[name, workers]) if workers > 1 else None
        for name in tasks
    }
    shared = [each for name in shared_positions if (each := speedups[name]) is not None]
    differ = [name for name in shared_positions if len(found[name]) > 1]
    if differ:
        raise InternalError("two workers find another move", where=", ".join(differ))

    def told(speedup: float | None) -> float | None:
        return speedup and round(speedup, 2)

    return {
        "decision_latency_p50_us": round(1e6 * latencies[len(latencies) // 2]),
        "decision_latency_p99_us": round(1e6 * latencies[len(latencies) * 99 // 100]),
        "two_workers_mcts_speedup": told(speedups["mcts"]),
        "two_workers_star25_speedup": told(median(shared) if shared else None),
        "two_workers_star25_speedup_least": told(min(shared, default=None)),
        "two_workers_star25_speedups": {name: told(speedups[name]) for name in shared_positions},
    }


def page(figures: Figures) -> Iterator[str]:
    """The figures as lines for a person."""

    def line(name: str, key: str) -> str:
        value = figures[key]
        return f"  {name:<52}{'not measured' if value is None else f'{value:>12,}':>12}"

    yield "simulations of MCTS a second, and bare random games from the same position"
    for stage in _STAGES:
        yield line(f"{stage}: MCTS", f"mcts_{stage}_sims_per_s")
        yield line(f"{stage}: bare games", f"bare_{stage}_playouts_per_s")
    yield line("opening: MCTS as a share of bare games", "mcts_share_of_bare")
    yield line("opening: MCTS with RAVE", "rave_opening_sims_per_s")
    yield line("opening: a plain-Python twin of the same search", "twin_mcts_sims_per_s")
    yield line("so the core is faster by the factor", "twin_mcts_ratio")
    yield line("bytes of a tree of 200,000 simulations, for a node", "bytes_per_tree_node")
    yield ""
    yield "searches in depth, Heyden's evaluation"
    yield line("Expectimax: nodes a second", "expectimax_nodes_per_s")
    yield line("Star2.5: nodes a second", "star25_nodes_per_s")
    yield line("a plain-Python twin of Expectimax: nodes a second", "twin_expectimax_nodes_per_s")
    yield line("so the core is faster by the factor", "twin_expectimax_ratio")
    yield ""
    yield "through the pool of worker processes"
    yield line("microseconds to a decision of one simulation, median", "decision_latency_p50_us")
    yield line("... and the 99th of a hundred", "decision_latency_p99_us")
    yield line("two workers, simulations of MCTS: speed of one, times", "two_workers_mcts_speedup")
    yield line("two workers, Star2.5 to depth 3: speed of one, times", "two_workers_star25_speedup")
    yield line("... in the worst of the positions", "two_workers_star25_speedup_least")
