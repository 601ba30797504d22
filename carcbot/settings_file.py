"""What every file of settings has in common: a name that does not exist is told."""

import difflib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from carcbot.errors import OptionsError

__all__ = ["check_settings"]

_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


def check_settings(
    said: object,
    kind: type[msgspec.Struct],
    where: str,
    expected: str,
    elsewhere: Mapping[str, str] = _NOTHING,
) -> None:
    """Refuses a setting that does not exist, and names the one that was meant.

    Args:
        said: A table of the file; what is no table has no settings, and is refused elsewhere.
        kind: What may stand in it.
        where: The file and the table, for errors.
        expected: Where the settings are listed.
        elsewhere: Settings of other tables that may have been meant, and what they are.

    Raises:
        OptionsError: There is none of that name.
    """
    known = kind.__struct_fields__
    for key in said if isinstance(said, dict) else ():
        if key in known:
            continue
        near = difflib.get_close_matches(key, known, 1)
        meant = elsewhere.get(key) or (repr(near[0]) if near else "")
        hint = f"; did you mean {meant}?" if meant else ""
        raise OptionsError(f"there is no setting {key!r}{hint}", where=where, expected=expected)
