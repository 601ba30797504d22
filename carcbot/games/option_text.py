"""Options as text, and the check of text before it reaches the native core."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from carcbot.errors import InputError, OptionsError

__all__ = ["NAME", "did_you_mean", "number_in", "options_text", "plain", "quoted"]

NAME: Final = re.compile(r"[a-z][a-z_]{0,39}")
"""What a game can be called."""
_LARGEST = 10**9
_LONGEST_QUOTE = 40


def plain(text: str, name: str, error: type[InputError]) -> str:
    """The text itself, if it is plain ASCII, as everything is that our games write.

    Args:
        text: The text to check.
        name: What it should be: ``"the position"``.
        error: The error to raise if it holds other characters.
    """
    if not isinstance(text, str):
        raise TypeError(f"{name} must be text, not {type(text).__name__}")
    if not text.isascii():
        place = next(i for i, letter in enumerate(text) if not letter.isascii())
        raise error(
            f"{name} holds the character {text[place]!a}",
            where=f"character {place + 1}",
            expected="plain ASCII",
        )
    return text


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """What a message says behind a name that there is not: the one most like it, or nothing."""
    import difflib  # noqa: PLC0415 - few messages need it

    like = difflib.get_close_matches(name, list(names), n=1)
    return f" (did you mean {like[0]!r}?)" if like else ""


def quoted(text: str) -> str:
    """The text in quotes for a message: short, and on one line whatever it holds."""
    if len(text) > _LONGEST_QUOTE:
        return ascii(text[:_LONGEST_QUOTE])[:-1] + "...'"
    return ascii(text)


def number_in(numbers: range) -> str:
    """What is expected where one of these is: ``"a number from 2 to 5"``, or ``"2"`` alone."""
    first, last = numbers[0], numbers[-1]
    return str(first) if first == last else f"a number from {first} to {last}"


def options_text(options: Mapping[str, object] | str) -> str:
    """Options as the native core reads them, ``"seats=3,with=ships+cities"``.

    Raises OptionsError for values that cannot be written; whether they are possible is for the
    game to say.
    """
    if isinstance(options, str):
        return plain(options, "the options", OptionsError)
    if not isinstance(options, Mapping):
        raise TypeError(f"the options must be text or a mapping, not {type(options).__name__}")
    written = {_checked(key, "the options"): _value_text(key, options[key]) for key in options}
    # a mapping says "none of them" by an empty value, text by silence
    return ",".join(f"{key}={value}" for key, value in written.items() if value is not None)


def _value_text(key: str, value: object) -> str | None:
    where = f"option {key}"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int):
        if abs(value) > _LARGEST:
            raise OptionsError("that number is too large", where=where, expected="a smaller one")
        return str(value)
    if isinstance(value, list | tuple | set | frozenset):
        parts = [_checked(part, where) for part in value]
        return "+".join(sorted(parts)) or None
    return _checked(value, where) or None


def _checked(text: object, where: str) -> str:
    """A key or value that cannot be mistaken for several options."""
    if not isinstance(text, str):
        raise TypeError(f"{where}: text was expected, not {type(text).__name__}")
    if "=" in plain(text, "the option", OptionsError):
        raise OptionsError(
            f"{quoted(text)} holds a '='", where=where, expected="a key or value by itself"
        )
    return text
