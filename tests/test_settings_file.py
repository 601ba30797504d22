"""Tests of carcbot.settings_file."""

from typing import Annotated, Literal

import msgspec
import pytest

from carcbot.errors import OptionsError
from carcbot.settings_file import check_settings, wrong_settings


class Kind(msgspec.Struct):
    """Two settings."""

    colour: str = ""
    size: int = 0


@pytest.mark.parametrize(
    ("said", "told"),
    (
        ({"color": 1}, "a.toml: there is no setting 'color'; did you mean 'colour'?; expected b"),
        ({"size": 1, "zzz": 2}, "a.toml: there is no setting 'zzz'; expected b"),
        ({"table": 1}, "there is no setting 'table'; did you mean the one of [open]?"),
        ({"siz": 1}, "there is no setting 'siz'; did you mean the other size?"),
    ),
)
def test_unknown(said: object, told: str) -> None:
    """A setting that does not exist is named, and the one that was meant."""
    elsewhere = {"table": "the one of [open]", "siz": "the other size"}
    with pytest.raises(OptionsError) as caught:
        check_settings(said, Kind, "a.toml", "b", elsewhere)
    assert told in str(caught.value)


@pytest.mark.parametrize("said", ({"colour": 1, "size": "x"}, {}, [], None, "colour"))
def test_known(said: object) -> None:
    """What is known passes, whatever is in it, and so does what is no table."""
    check_settings(said, Kind, "a.toml", "b")


class Part(msgspec.Struct):
    """A table of a file."""

    name: Annotated[str, msgspec.Meta(pattern="^[a-z]+$", description="small letters")] = "a"
    shape: Literal["", "round", "square"] = ""


class Whole(msgspec.Struct):
    """A file with tables."""

    one: Part | None = None
    many: tuple[Part, ...] = ()
    size: Annotated[int, msgspec.Meta(ge=1)] = 1


@pytest.mark.parametrize(
    ("text", "told"),
    (
        ("one = {shape = 'flat'}", "value 'flat' - at `$.one.shape`; expected one of \"round\", "),
        ("[[many]]\n[[many]]\nshape = 'flat'", 'many[1].shape`; expected one of "round", '),
        ("one = {name = 'a b'}", "not possible - at `$.one.name`; expected small letters"),
        ("[[many]]\nname = ''", "a.toml: this text is not possible - at `$.many[0].name`"),
        ("size = 0", "a.toml: Expected `int` >= 1 - at `$.size`; expected b"),
        (
            'name = "a\nsize = 1',
            r"Illegal character '\n' (at line 1, column 10): is a quote missing?",
        ),
        ("name = 'a\nsize = 1", "(at end of document): is a quote missing?; expected b"),
        ("size = ", "a.toml: Invalid value (at end of document); expected b"),
    ),
)
def test_wrong(text: str, told: str) -> None:
    """A wrong value is told with the values that there are, or what its text should be."""
    with pytest.raises(msgspec.DecodeError) as caught:
        msgspec.toml.decode(text, type=Whole)
    assert told in str(wrong_settings(caught.value, Whole, "a.toml", "b"))
