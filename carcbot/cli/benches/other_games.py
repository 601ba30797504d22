"""How fast the rules of the other games are that have something to measure."""

from collections.abc import Iterator, Mapping

from carcbot.cli.benches.workload import test_module
from carcbot.games import USUAL_GAME, registry
from carcbot.games.extras import Bench, Figures, Workload

__all__ = ["benches", "figures", "page", "workloads"]


def benches() -> dict[str, Bench]:
    """What there is to measure, by game; that of the usual game is measured by itself."""
    found = {name: registry.get(name).bench for name in registry.native_names()}
    return {name: bench for name, bench in found.items() if bench and name != USUAL_GAME}


def workloads(games: Mapping[str, Bench]) -> Iterator[Workload]:
    """Those of each game, and of its slow twin."""
    for name, bench in games.items():
        for each in bench.workloads(test_module(f"tests.games.{name}.twin")):
            yield Workload(f"{name}:{each.name}", each.work)


def figures(games: Mapping[str, Bench], rates: Mapping[str, float]) -> Figures:
    """The figures of each game by its name, for rates of the workloads."""
    own = {
        name: {
            key.removeprefix(f"{name}:"): rate
            for key, rate in rates.items()
            if key.startswith(f"{name}:")
        }
        for name in games
    }
    return {"games": {name: bench.figures(own[name]) for name, bench in games.items()}}


def page(figures: Figures) -> Iterator[str]:
    """The figures as lines for a person."""
    for name, told in figures["games"].items():
        bench = registry.get(name).bench
        if bench is not None:
            yield from bench.page(told)
            yield ""
