"""Tests of studies whose work is done on a Ray cluster."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from carcbot.arena.contest import Contest
from carcbot.contest.contest_folder import ContestFolder
from carcbot.contest.workers.processes import THIS_MACHINE
from carcbot.contest.workers.workplace import Workplace
from carcbot.lab.catalogue import STUDIES
from carcbot.lab.choices import move_counts
from carcbot.lab.study import Effort, Workbench
from tests.contest.conftest import CORES


def desk_at(place: Workplace, folder: Path) -> Workbench:
    """A workbench with workers there, whose matches are kept in the folder."""
    folder.mkdir()

    def keep(contest: Contest) -> ContestFolder:
        return ContestFolder.make(folder / str(len(list(folder.iterdir()))), contest)

    return Workbench(lambda: None, keep, CORES, place)


@pytest.mark.parametrize(
    ("name", "effort"),
    (
        ("star-nodes", Effort(count=3, runs=1)),
        ("mcts-rewards", replace(STUDIES["mcts-rewards"].usual, budget=1e-6)),
    ),
)
def test_same_as_here(tmp_path: Path, ray_cluster: Workplace, name: str, effort: Effort) -> None:
    """What is counted is the same: of searches at positions, and of matches."""
    study = STUDIES[name]
    run = partial(study.run, effort)
    here = run(desk_at(THIS_MACHINE, tmp_path / "here"))
    there = run(desk_at(ray_cluster, tmp_path / "there"))
    assert here.figures == there.figures


def test_games_for_a_study(tmp_path: Path, ray_cluster: Workplace) -> None:
    """Games that are only looked at are the same ones, in the same order."""
    here, there = (
        move_counts("random", 3, 1, desk_at(place, tmp_path / name))
        for name, place in (("here", THIS_MACHINE), ("there", ray_cluster))
    )
    assert here == there
