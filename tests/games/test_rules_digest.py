"""Tests of carcbot.games.rules_digest: rules that differ have other digests."""

import pytest

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
