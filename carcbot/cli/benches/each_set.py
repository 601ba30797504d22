"""How fast the rules are with each instruction set for which a core is here.

A process has one core, so each is measured in a process of its own, which runs this module.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from statistics import median

from carcbot import instruction_sets
from carcbot.cli.benches.searches import measured_game
from carcbot.cli.benches.workload import amount_for, rate
from carcbot.games.extras import Figures

__all__ = ["figures", "page", "rates_of"]


def figures(seconds: float, runs: int) -> Figures:
    """The rates by instruction set; none where there is one core and nothing to compare."""
    names = instruction_sets.choices()
    told = {name: rates_of(name, seconds, runs) for name in names} if len(names) > 1 else {}
    return {"instruction_sets": told}


def rates_of(name: str, seconds: float, runs: int) -> dict[str, int]:
    """What is done in a second with this instruction set, by workload."""
    done = subprocess.run(
        [sys.executable, "-m", __name__, str(seconds), str(runs)],
        env=os.environ | {instruction_sets.VARIABLE: name},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    rates: dict[str, int] = json.loads(done.stdout)
    return rates


def page(figures: Figures) -> Iterator[str]:
    """The figures as lines for a person."""
    for name, rates in figures["instruction_sets"].items():
        for workload, per_second in rates.items():
            yield f"  {f'{name}: {workload}':<44}{per_second:>12,}"


def _measure(seconds: float, runs: int) -> dict[str, int]:
    game = measured_game()
    workloads = [each for each in game.workloads(None) if each.name in game.telling]
    amounts = [amount_for(seconds, each) for each in workloads]
    rates: dict[str, list[float]] = {each.name: [] for each in workloads}
    for _ in range(runs):
        for each, amount in zip(workloads, amounts, strict=True):
            rates[each.name].append(rate(each, amount)[0])
    return {name: round(median(each)) for name, each in rates.items()}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_measure(float(sys.argv[1]), int(sys.argv[2]))))
