"""What batches of games refuse, and what they take although it looks odd."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from carcbot.env import Batch
from carcbot.errors import InputError, OptionsError, UnknownGameError
from carcbot.games import registry


@pytest.mark.parametrize(
    ("bad", "error"),
    (
        ({"options": "seats=9"}, OptionsError),
        ({"games": 0}, OptionsError),
        ({"games": True}, OptionsError),
        ({"observation": "smell"}, OptionsError),
        ({"reward": "fame"}, OptionsError),
        ({"illegal": "shrug"}, OptionsError),
        ({"threads": 0}, OptionsError),
        ({"threads": 1000}, OptionsError),
        ({"games": 2.0}, OptionsError),
        ({"version": "1"}, OptionsError),
        ({"illegal": None}, OptionsError),
        ({"masks": None}, OptionsError),
        ({"threads": 2**40}, OptionsError),
        ({"version": 2**40}, OptionsError),
        ({"arrays": {}}, OptionsError),
        ({"arrays": (1, 2)}, OptionsError),
        ({"seed": -1}, OptionsError),
        ({"seed": 1.5}, OptionsError),
        ({"seed": "a"}, OptionsError),
    ),
)
def test_bad_input(bad: dict[str, Any], error: type[Exception]) -> None:
    """What cannot be is refused with a sentence."""
    with pytest.raises(error):
        Batch("pot", **({"games": 1} | bad))
    with pytest.raises(UnknownGameError):
        Batch("chess", games=1)


def test_bad_calls() -> None:
    """Games that there are not, and positions of other games, change nothing."""
    batch = Batch("pot", games=2, seed=1)
    before = batch.position(0).text
    calls: tuple[Callable[[], object], ...] = (
        lambda: batch.reset([2]),
        lambda: batch.reset([-1]),
        lambda: batch.reset([0, 1], seeds=[1]),
        lambda: batch.reset([0], seeds=[-1]),
        lambda: batch.reset([0], seeds=[2**64]),
        lambda: batch.reset([0], seed=-1),
        lambda: batch.reset([0], seed=1.5),  # type: ignore[arg-type]
        lambda: batch.step([0]),
        lambda: batch.put(0, registry.get("pot").new("seats=3")),
        lambda: batch.put(0, registry.get("kuhn").new("")),
        lambda: batch.observation(0, 2),
        lambda: batch.position(2),
        lambda: batch.afterstates([5]),
        lambda: batch.afterstates([0], seed=-1),
        lambda: batch.step(0),
        lambda: batch.step([[0], [0]]),
        lambda: batch.sample(1),  # type: ignore[arg-type]
        lambda: batch.reset(1),  # type: ignore[arg-type]
        lambda: batch.reset(seeds=5),
        lambda: batch.reset(seed=1, seeds=[1, 2]),
        lambda: batch.reset(seeds=np.array([1.5, 2], object)),
        lambda: batch.choose(0, None),  # type: ignore[arg-type]
    )
    for call in calls:
        with pytest.raises(InputError):
            call()
    assert batch.position(0).text == before


def test_seeds_of_64_bits_may_stand_beside_small_ones() -> None:
    """An array of such numbers would round them, which a list does not."""
    seeds = [1, 2**64 - 1, 2**63 + 1]
    batch = Batch("pot", games=3)
    batch.reset(seeds=seeds)
    again = Batch("pot", games=3)
    again.reset(seeds=np.array(seeds, np.uint64))
    assert [batch.position(game).text for game in range(3)] == [
        again.position(game).text for game in range(3)
    ]


@pytest.mark.parametrize("refused", ([0], [0.5, 0.5], [[0], [0]]))
def test_what_was_chosen_is_forgotten_with_a_step_that_is_refused(
    refused: list[Any],
) -> None:
    """For whatever reason; the next step makes the moves that it is given."""
    batch = Batch("hoard", games=2, seed=1)
    batch.choose(0, "blind")
    with pytest.raises(OptionsError):
        batch.step(refused)
    batch.step([0, 0])
    assert "blind" not in batch.plies(0)


def test_numbers_beyond_those_of_the_core_are_not_legal() -> None:
    """They do not come to stand for waiting, as if they were negative."""
    batch = Batch("pot", games=1, illegal="lose", restarts=False)
    batch.step(np.array([2**64 - 2], np.uint64))
    assert batch.over[0]
    assert batch.arrays.illegal[0]


def test_no_game_that_begins_anew_is_put_at_its_end() -> None:
    """It would be over for ever."""
    over = registry.get("pot").new()
    over.play_randomly(1)
    with pytest.raises(OptionsError, match="the game is over there"):
        Batch("pot", games=1).put(0, over)
    ends = Batch("pot", games=1, restarts=False)
    ends.put(0, over)
    assert ends.over[0]


@pytest.mark.parametrize(
    "wrong",
    (
        lambda batch: batch.reset(seeds=np.array([-1, 0])),
        lambda batch: batch.reset(seeds=[-1, 0]),
        lambda batch: batch.reset(seeds=np.array([1.7, 1.0])),
        lambda batch: batch.reset(seeds=[2**64, 0]),
        lambda batch: batch.reset([0.5]),
        lambda batch: batch.reset([True]),
        lambda batch: batch.sample(np.array([0.5])),
        lambda batch: batch.step(np.array([0.9, 0.1])),
    ),
    ids=map(str, range(8)),
)
def test_what_is_no_number_of_a_game_is_refused(wrong: Callable[[Batch], object]) -> None:
    """It would be cut to one otherwise, and other games would begin anew."""
    batch = Batch("pot", games=2)
    before = [batch.position(game).text for game in range(2)]
    with pytest.raises(OptionsError):
        wrong(batch)
    assert [batch.position(game).text for game in range(2)] == before
