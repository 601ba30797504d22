"""Tests of carcbot.settings_file."""

import msgspec
import pytest

from carcbot.errors import OptionsError
from carcbot.settings_file import check_settings


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
