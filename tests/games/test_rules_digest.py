"""Tests of carcbot.games.rules_digest: rules that differ have other digests."""

import dataclasses

import pytest

from carcbot.errors import GameError
from carcbot.games import registry
from carcbot.games.rules_digest import rules_digest


@pytest.mark.parametrize("name", registry.names())
def test_same_for_same_rules(name: str) -> None:
    """It is the same each time, and another one for each game."""
    options = registry.get(name).new().options
    digest = rules_digest(name, options)
    rules_digest.cache_clear()
    assert rules_digest(name, options) == digest
    assert len({rules_digest(each, "") for each in registry.names()}) == len(registry.names())


@pytest.mark.parametrize(
    ("game", "other"),
    (
        ("carcassonne", "farm_scoring=first"),
        ("carcassonne", "two_tile_city=2"),
        ("carcassonne", "expansions=abbot"),
        ("carcassonne", "seats=3"),
        ("pot", "ones=9"),
    ),
)
def test_another_for_other_rules(game: str, other: str) -> None:
    """Every option that changes how games end changes it."""
    assert rules_digest(game, other) != rules_digest(game, "")


class Failing:
    """A position of a game that cannot be played at random."""

    def play_randomly(self, seed: int) -> None:
        """Fails."""
        raise IndexError(f"nothing to choose from, {seed}")


@pytest.mark.parametrize("is_native", (True, False))
def test_a_game_that_fails(monkeypatch: pytest.MonkeyPatch, *, is_native: bool) -> None:
    """That of a package is named as what is wrong; one of ours would be a bug."""
    game = dataclasses.replace(registry.get("pot"), new_game=lambda _: Failing())  # type: ignore[arg-type, return-value]
    monkeypatch.setattr(registry, "get", lambda _: game)
    monkeypatch.setattr(registry, "is_native", lambda _: is_native)
    with pytest.raises(IndexError if is_native else GameError) as raised:
        rules_digest("failing", "")
    if isinstance(raised.value, GameError):
        assert str(raised.value) == (
            "the game failing: a random game fails: IndexError: nothing to choose from, 0;"
            " expected what 'carcbot games failing --check 20' tells"
        )
