"""A message in its short form: what a side says that says no more than it must.

A field at its default may be said or left out, a null is the same as no field, and fields that the
schema does not have are ignored. What means the same has one short form, which checks compare.
"""

from functools import cache
from typing import Any

import msgspec

__all__ = ["short_form"]


def short_form(said: object) -> Any:  # noqa: ANN401 - a message, or a part of one, as JSON has it
    """The short form of what was decoded: it has what our own sides would say in its place."""
    if isinstance(said, msgspec.Struct):
        config = type(said).__struct_config__
        form: dict[str, Any] = {} if config.tag_field is None else {config.tag_field: config.tag}
        for name, default in _defaults(type(said)).items():
            value = getattr(said, name)
            if value != default:
                form[name] = short_form(value)
        return form
    if isinstance(said, dict):
        return {name: short_form(value) for name, value in said.items()}
    return [short_form(each) for each in said] if isinstance(said, list | tuple) else said


@cache
def _defaults(kind: type[msgspec.Struct]) -> dict[str, object]:
    """The fields, each with the default at which it is left out, if there is one."""
    defaults: dict[str, object] = {}
    for field in msgspec.structs.fields(kind):
        defaults[field.name] = field.default
        if field.default_factory is not msgspec.NODEFAULT:
            defaults[field.name] = field.default_factory()
        if not kind.__struct_config__.omit_defaults:
            defaults[field.name] = msgspec.NODEFAULT
    return defaults
