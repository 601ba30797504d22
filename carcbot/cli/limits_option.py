"""A referee's limits on the command line: ``burst=800``."""

from collections.abc import Sequence
from typing import Final

import msgspec

from carcbot.errors import OptionsError
from carcbot.messages.parts import Limits
from carcbot.net.referee.settings import USUAL_LIMITS

__all__ = ["LIMIT", "limits_of"]

LIMIT: Final = (
    "One of the limits that the referee's hello tells, as protocol/README.md lists them: burst=800."
    " May be given often; in the environment with spaces between."
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
