"""Which build of the native core this machine gets.

A wheel for every machine brings the core several times: once for any processor of its kind, and for
those that can do more. ``import carcbot._native`` then loads the best that this machine can run, or
the one that the environment variable ``CARCBOT_INSTRUCTION_SET`` names. All of them give the same
results. A core that was built for one machine comes alone, and there is nothing to choose.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from carcbot.errors import InputError

__all__ = ["BASELINE", "VARIABLE", "choices", "offer", "runnable"]

BASELINE: Final = "baseline"
"""What every processor of the kind can do."""
VARIABLE: Final = "CARCBOT_INSTRUCTION_SET"

_HERE: Final = Path(__file__).parent
_CORE: Final = "carcbot._native"
_AVX2: Final = frozenset(
    (
        *("abm", "avx", "avx2", "bmi1", "bmi2", "cx16", "f16c", "fma", "lahf_lm", "movbe"),
        *("popcnt", "sse4_1", "sse4_2", "ssse3"),
    )
)
_AVX512: Final = frozenset(
    (
        *("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"),
        *("avx512_bitalg", "avx512_vpopcntdq", "avx512vbmi"),
    )
)
_NEEDED: Final = {"avx512": _AVX2 | _AVX512, "avx2": _AVX2, BASELINE: frozenset[str]()}
"""What each needs, by Linux's names, as native/CMakeLists.txt compiles it; the best comes first."""


def runnable(facts: Path = Path("/proc/cpuinfo")) -> tuple[str, ...]:
    """The instruction sets that this machine can run, the best first.

    Only Linux tells what a processor can do and the system lets it do; elsewhere that is the least.
    """
    flags = _flags(facts)
    return tuple(name for name, needed in _NEEDED.items() if needed <= flags)


def choices(folder: Path = _HERE) -> tuple[str, ...]:
    """Those of them for which the folder has a core, the best first."""
    return tuple(name for name in runnable() if name == BASELINE or _core_for(name, folder))


def offer(folder: Path = _HERE) -> None:
    """Lets ``import carcbot._native`` find the right one of the folder's cores."""
    if any(_core_for(name, folder) for name in _NEEDED if name != BASELINE):
        sys.meta_path.insert(0, _Finder(folder))


class _Finder:
    """Finds the core when somebody imports it: a program that does not need it pays nothing."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where the core is, if it is the core that is wanted and another than the usual one.

        Raises:
            InputError: The environment names an instruction set that cannot be had here.
        """
        if name != _CORE:
            return None
        path = _core_for(_chosen(choices(self._folder)), self._folder)
        if path is None:
            return None
        return spec_from_file_location(name, path)


def _chosen(possible: tuple[str, ...]) -> str:
    """What the environment names, or the best."""
    name = os.environ.get(VARIABLE) or possible[0]
    if name not in possible:
        raise InputError(
            f"the core cannot use {name!r} here", where=VARIABLE, expected=" or ".join(possible)
        )
    return name


def _core_for(name: str, folder: Path) -> Path | None:
    """The core for an instruction set, unless there is none, or only the usual one."""
    paths = (folder / f"_native_{name}{suffix}" for suffix in EXTENSION_SUFFIXES)
    return next((path for path in paths if path.exists()), None)


def _flags(facts: Path) -> frozenset[str]:
    try:
        with facts.open(encoding="utf-8", errors="replace") as lines:
            told = next((line for line in lines if line.startswith("flags")), "")
    except OSError:
        return frozenset()
    return frozenset(told.partition(":")[2].split())
