"""The arrays that a batch writes: the caller's, which any library may look at without a copy."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from carcbot.errors import OptionsError

__all__ = ["Arrays", "fault_of", "need_shapes", "new_arrays", "shapes_of"]

_ALIGNED_BYTES: Final = 64
"""Some libraries, jax for one, look only at memory that begins at a multiple of this."""
_KINDS: Final[Mapping[str, type[np.generic]]] = {
    "observations": np.float32,
    "masks": np.uint8,
    "rewards": np.float32,
    "scores": np.int32,
    "to_move": np.int32,
    "ended": np.uint8,
    "illegal": np.uint8,
}


@dataclass(frozen=True, slots=True)
class Arrays:
    """What a batch writes, a row for each game.

    They may be those of any library that speaks DLPack and lets others write there, in the memory
    of this machine, with their numbers in a row.

    Attributes:
        observations: float32, what the seat to move sees; of a game that is over, what seat 0 sees.
        masks: uint8, a 1 for each legal action; of masks of bits eight actions in each number, the
            first in its highest bit. Nobody else writes there between two calls.
        rewards: float32, for each seat, of the last step.
        scores: int32, points of each seat after the last step: final ones if it ended the game.
        to_move: int32, a seat, or OVER.
        ended: uint8, whether the last step ended a game.
        illegal: uint8, whether its action was not legal.
    """

    observations: Any
    masks: Any
    rewards: Any
    scores: Any
    to_move: Any
    ended: Any
    illegal: Any


def shapes_of(
    games: int, seats: int, observation: tuple[int, ...], mask: int
) -> Mapping[str, tuple[int, ...]]:
    """The shape of each array, for so many games.

    Args:
        games: How many.
        seats: In each.
        observation: The shape of one.
        mask: The numbers of one.
    """
    per_game: dict[str, tuple[int, ...]] = {
        "observations": observation,
        "masks": (mask,),
        "rewards": (seats,),
        "scores": (seats,),
    }
    return {name: (games, *per_game.get(name, ())) for name in _KINDS}


def new_arrays(shapes: Mapping[str, tuple[int, ...]]) -> Arrays:
    """Arrays of numpy with these shapes, full of zeros."""
    return Arrays(**{name: _aligned(shapes[name], kind) for name, kind in _KINDS.items()})


def need_shapes(arrays: Arrays, shapes: Mapping[str, tuple[int, ...]]) -> None:
    """Raises OptionsError unless each has a row for each game, or all numbers in one row.

    Nor may two of them share memory: what is written to one would be lost.
    """
    given = {name: np.from_dlpack(getattr(arrays, name)) for name in _KINDS}
    for name, numbers in given.items():
        if numbers.shape not in {shapes[name], (math.prod(shapes[name]),)}:
            raise OptionsError(
                f"the {name} have the shape {numbers.shape}",
                where="arrays",
                expected=f"{shapes[name]}",
            )
    for one, other in combinations(given, 2):
        if np.may_share_memory(given[one], given[other]):
            raise OptionsError(
                f"the {one} and the {other} lie in the same memory",
                where="arrays",
                expected="memory for each",
            )


def _aligned(shape: tuple[int, ...], kind: type[np.generic]) -> NDArray[Any]:
    size = math.prod(shape) * np.dtype(kind).itemsize
    memory = np.zeros(size + _ALIGNED_BYTES, np.uint8)
    begin = -memory.ctypes.data % _ALIGNED_BYTES
    return memory[begin : begin + size].view(kind).reshape(shape)


def fault_of(arrays: Arrays) -> OptionsError | None:
    """Why the core cannot write to one of them, if it is for that; sizes it judges itself."""
    faults = (_fault(name, getattr(arrays, name)) for name in _KINDS)
    return next(filter(None, faults), None)


def _fault(name: str, given: Any) -> OptionsError | None:  # noqa: ANN401 - any library's
    kind = np.dtype(_KINDS[name])
    expected = f"{kind} in the memory of this machine, in a row, to which others may write"
    try:
        numbers: NDArray[Any] = np.from_dlpack(given)
    except (AttributeError, BufferError, RuntimeError, TypeError, ValueError) as error:
        what = f"the {name} cannot be shared: {error}"
    else:
        is_fine = numbers.dtype == kind and numbers.flags.c_contiguous and numbers.flags.writeable
        if is_fine:
            return None
        rest = "" if numbers.flags.c_contiguous else ", not in a row"
        rest += "" if numbers.flags.writeable else ", and may only be read"
        what = f"the {name} are {numbers.dtype}{rest}"
    return OptionsError(what, where="arrays", expected=expected)
