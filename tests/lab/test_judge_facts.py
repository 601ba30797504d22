"""What the judge's facts are worth: the weights without some of them, and what is told."""

import numpy as np
import pytest

from carcbot.games.carcassonne.judge import weighed
from carcbot.games.course import Lesson
from carcbot.lab.studies import judge_facts
from carcbot.lab.study import Effort, Workbench

COLUMNS = weighed()
FACTS = list(dict.fromkeys(fact for _, fact in COLUMNS))


def lesson_of(seen: "np.ndarray[tuple[int, int], np.dtype[np.float64]]", told: object) -> Lesson:
    """Of samples with these amounts of all facts, and what came of them."""
    target = seen.T @ np.asarray(told)
    return Lesson(np.triu(seen.T @ seen), target, len(seen), 0.0, 0.0)


@pytest.mark.parametrize(
    "judge", ("who moves next, and once more", "the moment of the box", "tiles that fit")
)
def test_facts_of_one_name_have_one_weight(judge: str) -> None:
    """It is the one that tells best, as if their amounts were one; without a name it is nothing."""
    naming = judge_facts._WITHOUT[judge]
    rng = np.random.default_rng(1)
    seen = np.zeros((400, len(COLUMNS)))
    for sample in seen:
        sample[rng.choice(len(COLUMNS), 40, replace=False)] = rng.integers(1, 8, 40)
    told = rng.normal(0, 5, len(seen))
    weights = judge_facts._fitted(lesson_of(seen, told), naming)
    names = [naming(*column) for column in COLUMNS]
    kinds = sorted(set(names))
    of_kind = np.array([[name == kind for kind in kinds] for name in names], dtype=float)
    amounts = seen @ of_kind
    found = weights[of_kind.argmax(axis=0)]
    assert (weights == of_kind @ found).all()
    assert (found[[not kind for kind in kinds]] == 0).all()
    best = found / 1000
    # at the best nothing pulls at a weight but that it was seen to be 0 thirty times
    pull = amounts.T @ (told - amounts @ best) - 30 * best
    by_rounding = (amounts.T @ amounts + 30 * np.eye(len(kinds))).sum(axis=0) / 2000
    assert (abs(pull) <= by_rounding + 1e-6)[[bool(kind) for kind in kinds]].all()


@pytest.mark.parametrize(
    ("judge", "one", "other"),
    (
        ("tiles that fit", "monk, 2 missing, 0 fit", "monk, 2 missing, 3+ fit"),
        ("tiles that fit", "road tied, 2 cells, 0 fit: points",
         "road tied, 2 cells, 3+ fit: points"),
        ("tiles that fit, and cells", "city alone, 1 cells, 0 fit: points",
         "city alone, 4+ cells, 9-14 fit: points"),
        ("empty cells around an area", "road tied, 1 cells, 0 fit: figures",
         "road tied, 3+ cells, 0 fit: figures"),
        ("who leads a shared area", "field tied: points", "field behind: points"),
        ("what a monk misses", "monk, 0 missing, 0 fit", "monk, 8 missing, 0 fit"),
    ),
)  # fmt: skip
def test_what_it_cannot_tell_apart(judge: str, one: str, other: str) -> None:
    """Facts that differ in that alone have one name at a moment; another amount has another."""
    naming = judge_facts._WITHOUT[judge]
    assert {one, other} <= set(FACTS)
    assert naming(1, one) == naming(1, other) != naming(2, one)
    assert len({naming(1, fact) for fact in FACTS if fact in (one, "always", "1 meeples left")}) > 1


@pytest.mark.parametrize(
    ("judge", "hidden"),
    (
        ("cities", 6 * (84 + 27 * 3 + 4 + 28 * 2)),
        ("tiles that end an area", 6 * 2 * 28 * 2),
        ("fields", 6 * 4 * 6),
        ("figures left", 6 * (8 + 2)),
        ("who moves next, and once more", 6 * 2),
        ("the room around a field", 6 * 4),
        ("a field's open cities", 6 * 4 * 2),
        ("rivals who could join", 6 * (8 + 4)),
    ),
)
def test_what_it_does_not_see(judge: str, hidden: int) -> None:
    """Of so many facts and moments it has no weight, and of each other one its own."""
    naming = judge_facts._WITHOUT[judge]
    names = [name for name in (naming(*column) for column in COLUMNS) if name]
    assert len(names) == len(set(names)) == len(COLUMNS) - hidden


def test_a_judge_with_all_facts_is_as_strong_as_itself() -> None:
    """Each deck is played from both seats, so that it has half of each."""
    assert judge_facts._shares(8, 1, (judge_facts._ALL, 0, 6)) == [0.5] * 6


def test_where_time_ran_out_the_rest_is_missing() -> None:
    """Judges that have no game yet are named, and have no row."""
    bench = Workbench(lambda: None, lambda _: pytest.fail("no contest"), is_enough=lambda: True)
    result = judge_facts.STUDY.run(Effort(count=3), bench)
    assert [each.played for each in result.unfinished] == [0] * (len(result.unfinished))
    assert len(result.unfinished) + len(result.comparisons) == len(judge_facts._WITHOUT) + 1
    assert len(result.comparisons) == len(result.tables[0].rows) == 2
