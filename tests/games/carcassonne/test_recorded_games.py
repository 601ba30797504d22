"""Every complete game of the protocol, replayed on the core."""

import pytest

from carcbot import _native
from tests.games.carcassonne.reference import (
    Json,
    State,
    figure_text,
    new_game,
    points_in_play,
    recorded_games,
)

GAMES = recorded_games()


def own_abbot(state: State) -> list[int]:
    """The cell on which the abbot of the seat to move stands."""
    return next(
        [x, y]
        for x, y, seat, figure, _, _ in state.figures()
        if (seat, figure) == (state.to_move, "abbot")
    )


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_game(number: int) -> None:
    """A recorded game replays: legal moves, discards, scores after each turn, and its end."""
    game: Json = GAMES[number]
    state = new_game(game["config"])
    for turn in game["moves"]:
        if "discard" in turn:
            state.apply(turn["discard"])
            assert state.hand is None
            continue
        state.apply(turn["t"] + "g" * turn.get("g", 0))
        assert state.to_move == turn["p"]
        text = f"{turn['x']},{turn['y']}/{turn['r']}"
        if "ra" in turn:
            assert own_abbot(state) == turn["ra"]
            text += "^"
        elif "m" in turn:
            text += figure_text(*turn["m"])
        assert state.canonical_move(text) in state.legal_moves()
        state.apply(text)
        assert points_in_play(state) == turn["s"]
        assert state.digest == state.recomputed_digest()

    assert state.over
    assert state.scores() == state.virtual_scores() == game["final_scores"]
    assert _native.carcassonne.parse_position(state.text).scores() == game["final_scores"]
