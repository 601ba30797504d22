"""A referee's limits on the command line: ``burst=800``, ``memory_mb=4096``."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import msgspec

from carcbot.errors import OptionsError
from carcbot.messages.parts import Limits
from carcbot.net.process.process_limits import USUAL, ProcessLimits
from carcbot.net.settings import USUAL_LIMITS

__all__ = ["LIMIT", "PROCESS_LIMIT", "limits_of", "process_limits_of"]

LIMIT: Final = (
    "One of the limits that the referee's hello tells, as protocol/README.md lists them: burst=800."
    " May be given often; in the environment with spaces between."
)
PROCESS_LIMIT: Final = (
    "What each process of a house bot, and of a bot that a person plays against, may take:"
    f" {', '.join(f'{name}={most}' for name, most in msgspec.structs.asdict(USUAL).items())};"
    " 0 is no limit. processes are all of this user's. May be given often; in the environment with"
    " spaces between."
)
T = TypeVar("T", bound=msgspec.Struct)
_MAY_BE_0: Final = frozenset({"lag_per_move_us", "lag_quota_us", "lag_refill_us"})


def limits_of(words: Sequence[str]) -> Limits:
    """The usual limits, but for those that are said.

    Args:
        words: ``NAME=NUMBER``, one for each.

    Raises:
        OptionsError: There is no such limit, or it cannot be that.
    """

    def is_possible(name: str, said: float) -> bool:
        return (0 if name in _MAY_BE_0 else 1e-3) <= said < 1e12

    return _changed(USUAL_LIMITS, words, "--limit", " above 0", is_possible)


def process_limits_of(words: Sequence[str]) -> ProcessLimits:
    """The usual limits of a process, but for those that are said.

    Args:
        words: ``NAME=NUMBER``, one for each.

    Raises:
        OptionsError: There is no such limit, or it cannot be that.
    """
    return _changed(USUAL, words, "--process-limit", "; 0 is no limit", lambda _, said: said >= 0)


def _changed(
    usual: T,
    words: Sequence[str],
    where: str,
    range_: str,
    is_possible: Callable[[str, float], bool],
) -> T:
    kinds = {each.name: each.type for each in msgspec.structs.fields(type(usual))}
    said: dict[str, float] = {}
    for word in words:
        name, _, number = word.partition("=")
        if name not in kinds:
            raise OptionsError(
                f"there is no limit {name!r}", where=where, expected=f"one of {' '.join(kinds)}"
            )
        try:
            said[name] = msgspec.convert(number, kinds[name], strict=False)
        except msgspec.ValidationError:
            said[name] = math.nan
        if not is_possible(name, said[name]):
            kind = "a number" if kinds[name] is float else "a whole number"
            above = " of 0 or more" if name in _MAY_BE_0 else range_
            raise OptionsError(
                f"{number!r} cannot be {name}", where=where, expected=f"{kind}{above}"
            )
    return msgspec.structs.replace(usual, **said)
