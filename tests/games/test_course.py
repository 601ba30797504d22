"""How a judge learns: what a lesson teaches, and going on where it stopped."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from carcbot import _native
from carcbot.errors import FileInputError, OptionsError
from carcbot.games.course import Course, Rounds, solved
from carcbot.games.registry import get


def test_lesson_solves_what_it_is_told() -> None:
    """From noisy sums of known weights those weights are found again; unseen ones stay."""
    size = 100
    rng = np.random.default_rng(1)
    true = np.zeros(size)
    true[:20] = rng.integers(-5, 6, 20)
    seen = np.zeros((5000, size))
    seen[:, :20] = rng.integers(0, 4, (5000, 20))
    target = seen @ true + rng.normal(0, 3, 5000)
    before = np.full(size, 7000, dtype=np.int32)
    found = solved(np.triu(seen.T @ seen), seen.T @ target, before)
    assert found[:20] / 1000 == pytest.approx(true[:20], abs=0.3)
    assert (found[20:] == 7000).all()


def _bounds(_: object) -> tuple[float, float]:
    return 0.1, 0.9


def test_it_goes_on(tmp_path: Path) -> None:
    """A course that stopped goes on as if it had not, with however many at once."""
    make = get("carcassonne").teacher
    assert make
    teacher = make()
    course = Course("seats=2", games=12, seed=3)
    whole = Rounds(teacher, course, tmp_path / "whole")
    with ThreadPoolExecutor(2) as threads:
        for _ in range(3):
            whole.teach(threads.map, lambda: None, _bounds)
        Rounds(teacher, course, tmp_path / "parts").teach(
            threads.map, lambda: None, lambda _: (0.1, 0.9)
        )
    rest = Rounds(teacher, course, tmp_path / "parts")
    assert len(rest.rounds) == 1
    # killed before the round was listed
    (tmp_path / "parts" / "weights-2.npy").write_bytes(b"half")
    for _ in range(2):
        rest.teach(map, lambda: None, _bounds)
    assert (rest.weights == whole.weights).all()
    assert rest.rounds == whole.rounds
    assert {(each.low, each.high) for each in whole.rounds} == {(0.1, 0.9)}
    assert rest.rounds[-1].error < rest.rounds[0].error
    with pytest.raises(OptionsError, match="the same course, or another --folder"):
        Rounds(teacher, Course("seats=2", games=12, seed=4), tmp_path / "parts")
    # rounds that were kept before it was told between what they may be, and how choices are learned
    told = tmp_path / "parts" / "course.json"
    told.write_text(told.read_text().replace(', "softness": 0.0, "mixed": false', ""))
    listed = tmp_path / "parts" / "rounds.jsonl"
    listed.write_text(re.sub(r'"low": [\d.]+, "high": [\d.]+', '"within": 0.1', listed.read_text()))
    old = Rounds(teacher, course, tmp_path / "parts")
    assert [each.share for each in old.rounds] == [each.share for each in whole.rounds]
    assert {(each.low, each.high) for each in old.rounds} == {(0.0, 1.0)}


def test_it_goes_further(tmp_path: Path) -> None:
    """A course begins from nothing, or with the weights that ship for such games."""
    make = get("carcassonne").teacher
    assert make
    teacher = make()
    nothing, shipped = (
        Rounds(teacher, Course("seats=3", further=further), tmp_path / str(further)).weights
        for further in (False, True)
    )
    assert (nothing == teacher.first_weights()).all()
    assert (shipped == teacher.shipped_weights("seats=3")).all()
    assert (shipped != teacher.shipped_weights("seats=2")).any()


def test_learning_from_choices() -> None:
    """A judge that knows nothing of fields and figures in hand gets stronger by its choices."""
    make = get("carcassonne").teacher
    assert make
    teacher = make()
    weights = teacher.shipped_weights("seats=2").copy().reshape(_native.carcassonne.MOMENTS, -1)
    for at, name in enumerate(_native.carcassonne.fact_names()):
        if name.startswith("field ") or name.endswith(" left"):
            weights[:, at] = 0
    before = weights.reshape(-1)
    lesson = teacher.learn(Course("seats=2", softness=0.3), before, 1, 1000)
    learned = solved(lesson.matrix, lesson.target, before, 0.003 * lesson.samples)
    assert teacher.compare("seats=2", learned, before, seed=1, games=200).mean() > 0.6


def test_weights_that_were_cut_short(tmp_path: Path) -> None:
    """Weights that a loss of power left empty are told of, and nothing else is raised."""
    make = get("carcassonne").teacher
    assert make
    course = Course("seats=2", games=4, seed=3)
    Rounds(make(), course, tmp_path).teach(map, lambda: None, _bounds)
    (tmp_path / "weights-1.npy").write_bytes(b"")
    with pytest.raises(FileInputError, match="damaged"):
        Rounds(make(), course, tmp_path)
