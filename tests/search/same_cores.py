"""Compares the cores of a wheel with the one that was built for this machine, to the last bit.

`python -m tests.search.same_cores WHEEL` lets each core of the wheel that this machine can run, and
the checkout's own, print what any change in play would alter, however small: random games, playouts
by each policy, what searches find, and what learners are shown. A change that is meant to be about
speed alone leaves all of it. `make same` builds both and calls it.
"""

import argparse
import difflib
import hashlib
import os
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path

import click
import numpy as np

from carcbot import _native, instruction_sets
from carcbot.env import Batch
from carcbot.games import USUAL_GAME, registry
from carcbot.games.contract import State, view_of
from carcbot.games.game_text import GameRecord
from tests.games.random_games import OPTION_SETS, positions, random_record
from tests.search.signature import AGENTS, HIDDEN_AGENTS, found_by

OTHER_AGENTS = ("flat:sims=200", "mcts:sims=200")
"""In games without secrets for which there is no evaluation."""
SAMPLERS = ("placement_then_meeple", "all_moves", "all_moves_listed")


def told() -> Iterator[str]:
    """All that the core which this process has loaded does, a line for each thing."""
    for name in registry.native_names():
        for options in OPTION_SETS[name]:
            yield f"{name} {options}".rstrip()
            record = random_record(name, options, 1)
            whole = "\n".join(state.text for state in positions(record))
            yield f"  random game of {len(record)}: {_short(whole)}"
            if name == USUAL_GAME:
                yield from _of_playouts(options)
            yield from _of_searches(name, record)
            yield from _of_learners(name, options)


def _of_playouts(options: str) -> Iterator[str]:
    core = _native.carcassonne
    for sampler in SAMPLERS:
        moves, points = core.playouts(core.new_game(options), sampler, 300, 42)
        yield f"  playouts {sampler}: {moves} moves, points {points:016x}"
    yield f"  digests {_short(core.random_digests(options, 1, 3))}"


def _of_searches(name: str, record: GameRecord[State]) -> Iterator[str]:
    """What they find early and late in the game."""
    deciding = [state for state in positions(record) if state.to_move >= 0]
    chosen = [deciding[len(deciding) // 10], deciding[len(deciding) * 6 // 10]]
    views = [view_of(state, state.to_move).text for state in chosen]
    if record.game.has_secrets:
        agents = HIDDEN_AGENTS
    else:
        agents = AGENTS if name == USUAL_GAME else OTHER_AGENTS
    policies = getattr(_native, name).policies()
    for agent in (*agents, *(f"flat:sims=60,turns=10,policy={each}" for each in policies)):
        yield f"  {agent}: {found_by(agent, views)}"


def _of_learners(name: str, options: str) -> Iterator[str]:
    """What they are shown in some games at once, as numbers and as planes."""
    for observation in ("compact", "planes") if name == USUAL_GAME else ("compact",):
        batch = Batch(name, options, games=4, observation=observation)
        shown = hashlib.sha256()
        for _ in range(120):
            for each in astuple(batch.arrays):
                shown.update(np.asarray(each).tobytes())
            batch.step(batch.sample())
        yield f"  a batch, {observation}: {shown.hexdigest()[:16]}"


def _short(what: str | bytes) -> str:
    return hashlib.sha256(what.encode() if isinstance(what, str) else what).hexdigest()[:16]


def _told_by(folder: Path, chosen: str) -> list[str]:
    """What a core of the wheel that lies there prints, in a process of its own."""
    paths = (folder, Path(__file__).parent.parent.parent, sysconfig.get_path("purelib"))
    done = subprocess.run(
        # without site, by which the checkout's carcbot would be found first
        [sys.executable, "-P", "-S", "-m", "tests.search.same_cores"],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, paths)),
            instruction_sets.VARIABLE: chosen,
        },
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    loaded, *lines = done.stdout.splitlines()
    core = Path(loaded)
    suffix = "" if chosen == instruction_sets.BASELINE else f"_{chosen}"
    if core.parent != folder / "carcbot" or core.name.partition(".")[0] != f"_native{suffix}":
        raise AssertionError(f"{core} was loaded, and not the core of {folder} for {chosen}")
    return lines


def compare(wheel: Path) -> bool:
    """Whether all cores of the wheel do what the one for this machine does; prints what differs."""
    ours = list(told())
    are_same = True
    with tempfile.TemporaryDirectory() as place:
        zipfile.ZipFile(wheel).extractall(place)
        folder = Path(place)
        for each in instruction_sets.choices(folder / "carcbot"):
            theirs = _told_by(folder, each)
            differ = list(
                difflib.unified_diff(ours, theirs, "for this machine", each, n=0, lineterm="")
            )
            outcome = "differs" if differ else f"the same in {len(ours)} things"
            click.echo(f"the wheel's core for {each} and the one for this machine: {outcome}")
            for line in differ:
                click.echo(line)
            are_same = are_same and not differ
    return are_same


def main() -> None:
    """Compares a wheel, or says what the core does that was loaded."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheel", nargs="?", type=Path)
    wheel = parser.parse_args().wheel
    if wheel is not None:
        sys.exit(not compare(wheel))
    click.echo(_native.__file__)
    for line in told():
        click.echo(line)


if __name__ == "__main__":
    main()
