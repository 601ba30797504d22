"""Tests of carcbot.games.option_text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.errors import NotationError, OptionsError
from carcbot.games.option_text import number_in, options_text, plain, quoted


@pytest.mark.parametrize(
    ("options", "text"),
    (
        ({}, ""),
        ({"seats": 3}, "seats=3"),
        ({"seats": "3", "two_tile_city": 2}, "seats=3,two_tile_city=2"),
        ({"river_look_ahead": False}, "river_look_ahead=off"),
        ({"river_look_ahead": True}, "river_look_ahead=on"),
        ({"expansions": ["river", "abbot"]}, "expansions=abbot+river"),
        ({"expansions": {"abbot"}}, "expansions=abbot"),
        ({"expansions": ()}, ""),
        ({"expansions": "", "seats": 2}, "seats=2"),
        ({"start": "D0@0,0"}, "start=D0@0,0"),
        ("seats=3,anything", "seats=3,anything"),
    ),
)
def test_options_text(options: dict[str, object] | str, text: str) -> None:
    """A mapping is written as the core reads options; text goes through as it is."""
    assert options_text(options) == text


def test_no_smuggling() -> None:
    """A value cannot hold an option of its own."""
    with pytest.raises(OptionsError, match="holds a '='"):
        options_text({"seats": "2,expansions=river"})


@given(st.text())
def test_plain(text: str) -> None:
    """Plain text goes through; any other names its first strange character and the place."""
    if text.isascii():
        assert plain(text, "the text", NotationError) == text
        return
    with pytest.raises(NotationError) as refused:
        plain(text, "the text", NotationError)
    place = int(refused.value.where.removeprefix("character "))
    assert text[: place - 1].isascii()
    assert not text[place - 1].isascii()
    assert str(refused.value).isprintable()


@given(st.text())
def test_quoted(text: str) -> None:
    """A quotation is short and plain, whatever it quotes."""
    short = quoted(text)
    assert short.isascii()
    assert short.isprintable()
    assert short[0] in "'\""
    assert len(short) < 450


def test_numbers_in_words() -> None:
    """A range is told by its ends, and one number alone as it is."""
    assert number_in(range(2, 6)) == "a number from 2 to 5"
    assert number_in(range(2, 3)) == "2"
