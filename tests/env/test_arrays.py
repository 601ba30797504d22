"""Tests of carcbot.env.arrays: whose memory a batch writes, and who may look at it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from carcbot.env import Arrays, Batch
from carcbot.errors import OptionsError
from tests.env.test_batch import EVERY_GAME


class Foreign:
    """An array of a library that is not numpy."""

    def __init__(self, numbers: NDArray[Any]) -> None:
        self.numbers = numbers

    def __dlpack__(self, **how: Any) -> Any:  # noqa: ANN401 - a capsule
        return self.numbers.__dlpack__(**how)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.numbers.__dlpack_device__()


def own_arrays(batch: Batch, wrap: Callable[[NDArray[Any]], Any]) -> Arrays:
    """New arrays of the sizes of a batch."""
    fields = {name: getattr(batch.arrays, name) for name in Arrays.__slots__}
    return Arrays(**{name: wrap(np.zeros_like(array)) for name, array in fields.items()})


@pytest.mark.parametrize("wrap", (lambda array: array, Foreign))
def test_arrays_are_the_callers(wrap: Callable[[NDArray[Any]], Any]) -> None:
    """A batch writes where it is told to, into arrays of any library that speaks DLPack."""
    model = Batch("pot", games=5, seed=3)
    kept = own_arrays(model, lambda array: array)
    given = Arrays(**{name: wrap(getattr(kept, name)) for name in Arrays.__slots__})
    batch = Batch("pot", games=5, seed=3, arrays=given)
    for _ in range(3):
        model.step([0] * 5)
        batch.step([0] * 5)
    for name in Arrays.__slots__:
        np.testing.assert_array_equal(getattr(kept, name), getattr(model.arrays, name))


def test_what_lay_in_the_arrays_before_is_gone() -> None:
    """Numbers that somebody left in arrays do not become legal actions, rewards or points."""
    model = Batch("pot", games=2, seed=3)
    used = own_arrays(model, lambda array: array + 1)
    batch = Batch("pot", games=2, seed=3, arrays=used)
    for name in Arrays.__slots__:
        np.testing.assert_array_equal(getattr(used, name), getattr(model.arrays, name))
    batch.step([0, 0])
    batch.reset([1], seed=1)
    assert batch.arrays.scores[1].tolist() == [0, 0]
    assert batch.arrays.scores[0].any()


@pytest.mark.parametrize("game", ("pot", "carcassonne"))
def test_nothing_is_copied(game: str) -> None:
    """Who looks at the arrays by DLPack sees each later step in the very memory that is written.

    It begins where jax wants it to, which would copy otherwise.
    """
    batch = Batch(game, games=3, seed=1)
    views = {name: np.from_dlpack(getattr(batch.arrays, name)) for name in Arrays.__slots__}
    for _ in range(5):
        batch.step(batch.sample())
    for name, view in views.items():
        own = getattr(batch.arrays, name)
        assert view.ctypes.data == own.ctypes.data
        assert view.ctypes.data % 64 == 0
        assert own.flags.c_contiguous
        np.testing.assert_array_equal(view, own)
    assert views["observations"].any()


def test_arrays_of_other_sizes_are_refused() -> None:
    """Before anything is written, there or in what lies behind."""
    few = Batch("pot", games=2)
    with pytest.raises(OptionsError, match="observations"):
        Batch("pot", games=3, arrays=few.arrays)
    memory = np.ones(3 * few.actions, np.uint8)
    masks = memory[: 2 * few.actions].reshape(2, few.actions)
    three = Batch("pot", games=3).arrays
    with pytest.raises(OptionsError, match="masks"):
        Batch("pot", games=3, arrays=replace(three, masks=masks))
    with pytest.raises(OptionsError, match="masks"):
        Batch("pot", games=3, masks="bits", arrays=three)
    assert memory.all()


@pytest.mark.parametrize(
    ("name", "shape"), (("observations", (12, 2)), ("masks", (4, 2)), ("to_move", (2, 1)))
)
def test_arrays_of_other_shapes_are_refused(name: str, shape: tuple[int, ...]) -> None:
    """As many numbers in other rows would be told of the wrong games; in one row they are clear."""
    right = Batch("pot", games=2).arrays
    own = getattr(right, name)
    with pytest.raises(OptionsError, match=f"the {name} have the shape"):
        Batch("pot", games=2, arrays=replace(right, **{name: own.reshape(shape)}))
    Batch("pot", games=2, arrays=replace(right, **{name: own.reshape(-1)})).step([0, 0])


def test_arrays_that_cannot_be_written() -> None:
    """They are named with the reason, and of the others nothing is written either."""
    right = Batch("pot", games=2).arrays
    right.masks[:] = 7
    seen = right.observations.copy()
    seen.flags.writeable = False
    with pytest.raises(OptionsError, match="observations are float32, and may only be read"):
        Batch("pot", games=2, arrays=replace(right, observations=seen))
    with pytest.raises(OptionsError, match="the ended cannot be shared"):
        Batch("pot", games=2, arrays=replace(right, ended=bytearray(2)))
    assert (right.masks == 7).all()


def test_arrays_do_not_share_memory() -> None:
    """What is written to one would be gone when the other is written."""
    right = Batch("pot", games=2).arrays
    with pytest.raises(OptionsError, match="the ended and the illegal lie in the same memory"):
        Batch("pot", games=2, arrays=replace(right, illegal=right.ended))


@EVERY_GAME
def test_masks_of_bits_say_the_same(name: str, options: str) -> None:
    """They are those of bytes as numpy packs them, step by step, and when games begin anew."""
    whole = Batch(name, options, games=3, seed=5)
    packed = Batch(name, options, games=3, seed=5, masks="bits")
    assert packed.arrays.masks.shape == (3, (packed.actions + 7) // 8)
    for step in range(60):
        np.testing.assert_array_equal(packed.arrays.masks, np.packbits(whole.arrays.masks, axis=1))
        assert packed.arrays.masks.any(axis=1).all()
        legal = np.unpackbits(packed.arrays.masks, axis=1, count=packed.actions)
        actions = packed.sample()
        assert legal[np.arange(3), actions].all()
        for batch in (whole, packed):
            batch.step(actions)
            if step % 20 == 19:
                batch.reset([1], seed=step)


def test_kinds_of_masks() -> None:
    """There are two."""
    with pytest.raises(OptionsError, match=r"bytes.*bits"):
        Batch("pot", games=2, masks="words")  # type: ignore[arg-type]


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """The same, to which nobody may write."""
    array.setflags(write=False)
    return array


@pytest.mark.parametrize(
    ("wrap", "match"),
    (
        (lambda array: array.astype(np.float64), "observations are float64.*expected float32"),
        (lambda array: np.stack([array, array], -1)[..., 0], "float32, not in a row"),
        (read_only, "observations"),
        (lambda array: array.tolist(), "the observations cannot be shared: .*__dlpack"),
    ),
)
def test_what_cannot_be_written_to_is_refused(wrap: Callable[[Any], Any], match: str) -> None:
    """With the name of the array, and what it should be."""
    model = Batch("pot", games=2)
    with pytest.raises(OptionsError, match=match):
        Batch("pot", games=2, arrays=own_arrays(model, wrap))
    with pytest.raises(OptionsError, match="threads"):
        Batch("pot", games=2, threads="many")  # type: ignore[arg-type]  # no fault of the arrays
