"""A referee's limits on the command line: ``burst=800``, ``memory_mb=4096``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from carcbot.errors import OptionsError
from carcbot.messages.parts import Limits
from carcbot.net.process.process_limits import USUAL
from carcbot.net.settings import USUAL_LIMITS

if TYPE_CHECKING:
    from carcbot.net.process.process_limits import ProcessLimits

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
_MAY_BE_0: Final = frozenset({"lag_per_move_us", "lag_quota_us", "lag_refill_us"})


def limits_of(words: Sequence[str]) -> Limits:
    """The usual limits, but for those that are said.

    Args:
        words: ``NAME=NUMBER``, one for each.

    Raises:
        OptionsError: There is no such limit, or it cannot be that.
    """
    usual = {each.name: each.type for each in msgspec.structs.fields(Limits)}
    said: dict[str, float] = {}
    for word in words:
        name, _, number = word.partition("=")
        if name not in usual:
            raise OptionsError(
                f"there is no limit {name!r}", where="--limit", expected=f"one of {' '.join(usual)}"
            )
        try:
            said[name] = msgspec.convert(number, usual[name], strict=False)
        except msgspec.ValidationError:
            said[name] = -1
        if not (0 if name in _MAY_BE_0 else 1e-3) <= said[name] < 1e12:
            kind = "a number" if usual[name] is float else "a whole number"
            raise OptionsError(
                f"{number!r} cannot be {name}", where="--limit", expected=f"{kind} above 0"
            )
    return msgspec.structs.replace(USUAL_LIMITS, **said)


def process_limits_of(words: Sequence[str]) -> ProcessLimits:
    """The usual limits of a process, but for those that are said.

    Args:
        words: ``NAME=NUMBER``, one for each.

    Raises:
        OptionsError: There is no such limit, or it cannot be that.
    """
    from carcbot.net.process.process_limits import ProcessLimits

    names = ProcessLimits.__struct_fields__
    said: dict[str, int] = {}
    for word in words:
        name, _, number = word.partition("=")
        if name not in names:
            raise OptionsError(
                f"there is no limit {name!r}",
                where="--process-limit",
                expected=f"one of {' '.join(names)}",
            )
        try:
            one = msgspec.convert({name: number}, ProcessLimits, strict=False)
        except msgspec.ValidationError as error:
            raise OptionsError(
                f"{number!r} cannot be {name}",
                where="--process-limit",
                expected="a whole number; 0 is no limit",
            ) from error
        said[name] = getattr(one, name)
    return msgspec.structs.replace(USUAL, **said)
