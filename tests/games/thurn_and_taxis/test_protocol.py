"""The games of protocol/games as the game's README tells them: nothing here asks the core."""

import json

import pytest

from tests.games.make_games import PROTOCOL, Json
from tests.games.splitmix import mix64
from tests.games.thurn_and_taxis.twin import SlowThurnAndTaxis

GAMES: list[Json] = json.loads((PROTOCOL / "thurn_and_taxis" / "games.json").read_text())["games"]
EACH = pytest.mark.parametrize("game", GAMES, ids=[game["options"] for game in GAMES])


def digest_of(text: str) -> str:
    """The digest of a position or a view, as games write it."""
    digest = 0
    for byte in text.encode():
        digest = mix64(digest ^ byte)
    return f"{digest:016x}"


@EACH
def test_digests(game: Json) -> None:
    """Each digest follows from its text."""
    for step in game["plies"]:
        before = step["before"]
        assert before["digest"] == digest_of(before["position"])
        for text, digest, _ in before["views"]:
            assert digest == digest_of(text)


@EACH
def test_rules(game: Json) -> None:
    """The twin is asked the same, may do the same, sees the same and wins as much at each step."""
    twin = SlowThurnAndTaxis(game["options"])
    viewers = (*range(twin.seats), None)
    for step in game["plies"]:
        before = step["before"]
        assert before["to_move"] == twin.to_move
        assert before["scores"] == twin.scores()
        assert (before["turn"], before["step"]) == (twin.turn, twin.step)
        for viewer, (_, _, moves) in zip(viewers, before["views"], strict=True):
            assert moves == (twin.legal_moves() if viewer == twin.to_move else [])
        if "ply" in step:
            assert step["seen"] == [twin.seen(step["ply"], viewer) for viewer in viewers]
            twin.apply(step["ply"])
    assert twin.over
    assert game["ranking"] == twin.ranking()
