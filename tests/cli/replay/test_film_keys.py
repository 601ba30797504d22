"""Tests of carcbot.cli.replay.film_keys: what keys do."""

import pytest

from carcbot.cli.replay.film_keys import Film


def after(*keys: str, at: int = 5, plays: bool = False) -> Film:
    """A film of ten moves after these keys."""
    film = Film(10, at, plays=plays)
    for key in keys:
        film.press(key)
    return film


@pytest.mark.parametrize(
    ("keys", "at"),
    (
        (["right"], 6),
        (["left", "left"], 3),
        (["home"], 0),
        (["end"], 10),
        (["home", "left"], 0),
        (["end", "right"], 10),
        (["7", "enter"], 7),
        (["1", "0", "enter"], 10),
        (["9", "9", "9", "9", "9", "enter"], 10),
        (["0", "enter"], 0),
        (["enter"], 5),
        (["7", "s", "enter"], 5),
        (["7", "left", "enter"], 4),
        (["x", "delete", ""], 5),
    ),
)
def test_where_keys_lead(keys: list[str], at: int) -> None:
    """Steps, ends and jumps stay within the match, and a jump needs its digits right before it."""
    film = after(*keys)
    assert (film.at, film.plays, film.ended) == (at, False, False)


def test_playing() -> None:
    """It goes on move by move to the last one and stops there; space begins again from there."""
    film = after(" ", at=8)
    seen = []
    while film.plays:
        film.go_on()
        seen.append(film.at)
    assert seen == [9, 10]
    film.press(" ")
    assert (film.at, film.plays) == (0, True)
    film.press(" ")
    assert not film.plays
    assert after("left", plays=True).plays is False


def test_speed() -> None:
    """Plus and minus go through the speeds; what stands still waits for ever."""
    film = after(" ")
    assert film.wait_s == 1
    for _ in range(20):
        film.press("+")
    assert film.wait_s == 1 / 20
    for _ in range(20):
        film.press("-")
    assert film.wait_s == 4
    film.press(" ")
    assert film.wait_s is None


def test_flips_and_the_end() -> None:
    """One key flips to the scores and back, and one ends it."""
    assert after("s").shows_scores
    assert not after("s", "s").shows_scores
    assert after("q").ended
