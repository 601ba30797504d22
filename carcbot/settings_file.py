"""What every file of settings has in common: what is wrong with it is told in words."""

import difflib
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec import inspect

from carcbot.errors import OptionsError

__all__ = ["check_settings", "wrong_settings"]

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
    known = kind.__struct_encode_fields__
    for key in said if isinstance(said, dict) else ():
        if key in known:
            continue
        near = difflib.get_close_matches(key, known, 1)
        meant = elsewhere.get(key) or (repr(near[0]) if near else "")
        hint = f"; did you mean {meant}?" if meant else ""
        raise OptionsError(f"there is no setting {key!r}{hint}", where=where, expected=expected)


def wrong_settings(
    error: Exception, kind: type[msgspec.Struct], where: str, expected: str
) -> OptionsError:
    """What is wrong with a file that could not be decoded.

    Args:
        error: What decoding it said.
        kind: What the file should hold. A pattern in it has a description: what it asks for.
        where: The file, for errors.
        expected: Where the settings are listed.
    """
    text = str(error)
    if text.startswith(("Illegal character '\\n'", 'Expected "\'"')):
        return OptionsError(f"{text}: is a quote missing?", where=where, expected=expected)
    place = re.search(r" - at `\$(.*)`$", text)
    for asked in _types_at(inspect.type_info(kind), place[1]) if place else ():
        if text.startswith("Invalid enum value") and isinstance(asked, inspect.LiteralType):
            names = (f'"{value}"' for value in asked.values if value)
            return OptionsError(text, where=where, expected=f"one of {', '.join(names)}")
        if " matching regex " in text and isinstance(asked, inspect.Metadata):
            said = f"this text is not possible{text[place.start() :]}" if place else text
            wish = (asked.extra_json_schema or {})["description"]
            return OptionsError(said, where=where, expected=str(wish))
    return OptionsError(text, where=where, expected=expected)


def _types_at(kind: inspect.Type, path: str) -> Iterator[inspect.Type]:
    """What may stand at a place as msgspec writes it: ``.open.clock``, ``.player[0].name``."""
    if isinstance(kind, inspect.UnionType):
        for each in kind.types:
            yield from _types_at(each, path)
        return
    step = re.match(r"\.(\w+)|\[[^]]*\]", path)
    if step is None:
        yield kind
    elif isinstance(kind, inspect.StructType):
        for field in kind.fields:
            if field.encode_name == step[1]:
                yield from _types_at(field.type, path[step.end() :])
    elif isinstance(kind, inspect.VarTupleType | inspect.ListType):
        yield from _types_at(kind.item_type, path[step.end() :])
