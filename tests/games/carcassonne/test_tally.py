"""Tests of carcbot.games.carcassonne.tally: what is counted adds up."""

import random

from carcbot.games.carcassonne import CARCASSONNE
from carcbot.games.carcassonne.tally import tally
from carcbot.games.random_plies import draw

OPTIONS = "seats=3,expansions=river+inns_and_cathedrals+abbot"


def test_adds_up() -> None:
    """Points by feature make the score, and figures on features the turns; who moved is right."""
    taken_back = 0
    for seed in range(30):
        rng = random.Random(seed)
        state = CARCASSONNE.new(OPTIONS)
        moves: list[tuple[int, str]] = []
        while not state.over:
            if state.to_move < 0:
                state.apply(draw(state, rng))
            else:
                legal = state.legal_moves()
                back = [move for move in legal if move.endswith("^")]
                moves.append((state.to_move, rng.choice(back or legal)))
                state.apply(moves[-1][1])
        counts = tally(state, moves)
        for seat in range(3):
            points = [of[seat] for name, of in counts.items() if name.startswith("points for ")]
            assert sum(points) == state.scores()[seat]
            placed = [of[seat] for name, of in counts.items() if name.startswith("meeples on ")]
            mine = [move for who, move in moves if who == seat]
            assert sum(placed) == counts["turns with a meeple"][seat]
            assert sum(placed) == sum("+" in move for move in mine)
            taken_back += counts["meeples taken back"][seat]
        assert sum(counts["meeples on fields"]) == sum("f" in move for _, move in moves)
    assert taken_back > 5


def test_worked_example() -> None:
    """A city of two tiles and a knight on it: four points, one meeple, one turn."""
    state = CARCASSONNE.new("seats=2")
    for ply in ("E", "0,-1/2+scS"):
        state.apply(ply)
    counts = tally(state, [(0, "0,-1/2+scS")])
    assert counts["points for cities"] == [4, 0]
    assert counts["meeples on cities"] == [1, 0]
    assert counts["turns with a meeple"] == [1, 0]
    assert sum(sum(of) for of in counts.values()) == 6
