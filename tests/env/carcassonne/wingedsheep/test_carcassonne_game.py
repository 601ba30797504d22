"""The article's API: its example, two phases, what it refuses, its planes and vectors."""

import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from carcbot.env.carcassonne.wingedsheep.carcassonne_game import CarcassonneGame
from carcbot.env.carcassonne.wingedsheep.carcassonne_game_state import GamePhase, Tile
from carcbot.env.carcassonne.wingedsheep.objects.actions.action import (
    MeepleAction,
    PassAction,
    TileAction,
)
from carcbot.env.carcassonne.wingedsheep.objects.coordinate import Coordinate, MeepleType
from carcbot.env.carcassonne.wingedsheep.tile_sets.supplementary_rules import SupplementaryRule
from carcbot.env.carcassonne.wingedsheep.tile_sets.tile_sets import TileSet
from carcbot.errors import IllegalMoveError, OptionsError, OutOfTurnError

EXAMPLE = """
import random
from typing import Optional
from wingedsheep.carcassonne.carcassonne_game import CarcassonneGame
from wingedsheep.carcassonne.carcassonne_game_state import CarcassonneGameState
from wingedsheep.carcassonne.objects.actions.action import Action
from wingedsheep.carcassonne.tile_sets.supplementary_rules import SupplementaryRule
from wingedsheep.carcassonne.tile_sets.tile_sets import TileSet
game = CarcassonneGame(
    players=2,
    tile_sets=[TileSet.BASE, TileSet.THE_RIVER, TileSet.INNS_AND_CATHEDRALS],
    supplementary_rules=[SupplementaryRule.ABBOTS, SupplementaryRule.FARMERS]
)
while not game.is_finished():
    player: int = game.get_current_player()
    valid_actions: [Action] = game.get_possible_actions()
    action: Optional[Action] = random.choice(valid_actions)
    if action is not None:
        game.step(player, action)
        game.render()
"""
"""As the article prints it, but for the indentation that its page lost."""


def test_the_example_runs(tmp_path: Path) -> None:
    """With another prefix of the package the example plays a whole game, and shows every step."""
    program = EXAMPLE.replace("wingedsheep.carcassonne", "carcbot.env.carcassonne.wingedsheep")
    (tmp_path / "example.py").write_text(program)
    done = subprocess.run(
        [sys.executable, "-W", "error", str(tmp_path / "example.py")],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(Path(__file__).parents[4]), "PYTHONIOENCODING": "utf-8"},
    )
    assert done.stderr == ""
    assert done.stdout.count("tiles left, turn") > 150
    assert "0 tiles left, turn 101" in done.stdout


def played(game: CarcassonneGame, rng: random.Random) -> list[str]:
    """Plays a whole game at random; the texts of its actions."""
    texts = []
    while not game.is_finished():
        action = rng.choice(game.get_possible_actions())
        game.step(game.get_current_player(), action)
        texts.append(action.text)
    return texts


def test_two_phases() -> None:
    """A turn has a tile phase and a meeple phase, and the next one is the next player's."""
    game = CarcassonneGame(players=3, seed=1)
    for turn in range(20):
        assert game.get_current_player() == turn % 3
        phases = [game.state.phase]
        tiles = game.get_possible_actions()
        assert all(isinstance(each, TileAction) for each in tiles)
        tile = tiles[0]
        assert isinstance(tile, TileAction)
        assert game.state.get_tile(tile.coordinate.row, tile.coordinate.column) is None
        game.step(turn % 3, tile)
        phases.append(game.state.phase)
        assert phases == [GamePhase.TILES, GamePhase.MEEPLES]
        lies = game.state.get_tile(tile.coordinate.row, tile.coordinate.column)
        assert lies == Tile(tile.tile, tile.tile_rotations)
        figures = game.get_possible_actions()
        assert [each for each in figures if isinstance(each, PassAction)] == [figures[0]]
        for each in figures[1:]:
            assert isinstance(each, MeepleAction)
            assert each.remove or each.coordinate_with_side.coordinate == tile.coordinate
        game.step(turn % 3, figures[-1])


def test_the_state_is_what_happened() -> None:
    """Figures that were put stand in the state, and are gone from the supply."""
    game = CarcassonneGame(2, [TileSet.BASE], [SupplementaryRule.FARMERS], seed=3)
    assert game.state.get_tile(15, 15) == Tile("D")
    assert game.state.get_tile(-1, 15) is None
    assert game.state.big_meeples == game.state.abbots == (0, 0)
    for _ in range(6):
        actions = game.get_possible_actions()
        farmers = [
            each
            for each in actions
            if isinstance(each, MeepleAction) and each.meeple_type is MeepleType.FARMER
        ]
        game.step(game.get_current_player(), (farmers or actions)[0])
    state = game.state
    assert [len(meeples) for meeples in state.placed_meeples] == [7 - n for n in state.meeples]
    assert sum(state.meeples) < 14
    assert sum(state.deck.values()) == 71 - 3 - 1
    assert state.next_tile is not None


def test_an_abbot_is_taken_back() -> None:
    """Some game takes an abbot back: the action says where it stood."""
    rng = random.Random(1)
    for seed in range(10):
        game = CarcassonneGame(seed=seed)
        while not game.is_finished():
            actions = game.get_possible_actions()
            player = game.get_current_player()
            for each in actions:
                if isinstance(each, MeepleAction) and each.remove:
                    assert each.meeple_type is MeepleType.ABBOT
                    stood = [
                        meeple.coordinate_with_side for meeple in game.state.placed_meeples[player]
                    ]
                    assert each.coordinate_with_side in stood
                    game.step(player, each)
                    assert game.state.abbots[player] == 1
                    return
            game.step(player, rng.choice(actions))
    raise AssertionError("no abbot could be taken back")


def test_what_is_played_is_what_is_asked_for() -> None:
    """Tile sets and rules decide which tiles there are, and who may stand on them."""
    rng = random.Random(2)
    base = CarcassonneGame(2, [TileSet.BASE], [], seed=1)
    assert sum(base.state.deck.values()) == 70
    assert not any("+sf" in text or "a" in text for text in played(base, rng))
    river = CarcassonneGame(2, [TileSet.BASE, TileSet.THE_RIVER], [], seed=1)
    # 72 of the base game and 12 of the river, of which one lies and one is in hand
    assert sum(river.state.deck.values()) == 72 + 12 - 2
    everything = CarcassonneGame(6, seed=1)
    assert sum(everything.state.deck.values()) == 72 + 12 + 18 - 2
    assert any("+sf" in text for text in played(everything, rng))
    for wrong in ({"tile_sets": [TileSet.THE_RIVER]}, {"players": 7}, {"players": 1}):
        with pytest.raises(OptionsError):
            CarcassonneGame(**wrong)
    with pytest.raises(OptionsError):
        CarcassonneGame(6, [TileSet.BASE])
    with pytest.raises(OptionsError, match="tile_sets: 'rivers' is not a valid TileSet"):
        CarcassonneGame(2, [TileSet.BASE, "rivers"])  # type: ignore[list-item]


def test_sets_and_rules_may_be_told_by_their_values() -> None:
    """As plain text they are what they say, and not nothing."""
    told = CarcassonneGame(np.int64(2), ["base", "river"], ["farmers"], seed=np.int64(1))  # type: ignore[arg-type,list-item]
    meant = CarcassonneGame(
        2, [TileSet.BASE, TileSet.THE_RIVER], [SupplementaryRule.FARMERS], seed=1
    )
    assert told.state.deck == meant.state.deck


def test_seeds() -> None:
    """A seed decides all games of an object, and so does that of the module `random`."""

    def games(game: CarcassonneGame) -> list[list[str]]:
        found = []
        for _ in range(2):
            found.append(played(game, random.Random(5)))
            game.reset()
        return found

    first = games(CarcassonneGame(seed=9))
    assert first[0] != first[1]
    assert games(CarcassonneGame(seed=9)) == first
    assert games(CarcassonneGame(seed=10)) != first
    random.seed(4)
    mine = CarcassonneGame()
    random.seed(4)
    assert games(CarcassonneGame()) == games(mine)


def test_what_is_not_possible_is_refused() -> None:
    """Somebody else's turn, an action of another moment and a step after the end are refused."""
    game = CarcassonneGame(2, [TileSet.BASE], [], seed=1)
    actions = game.get_possible_actions()
    with pytest.raises(OutOfTurnError, match="expected an action of player 0"):
        game.step(1, actions[0])
    with pytest.raises(IllegalMoveError):
        game.step(0, PassAction(text=""))
    elsewhere = replace(actions[0], coordinate=Coordinate(0, 0))  # type: ignore[call-arg]
    wrong: tuple[Any, ...] = (elsewhere, None, actions[0].text)
    for each in wrong:
        with pytest.raises(IllegalMoveError, match="is not possible"):
            game.step(0, each)
    game.step(0, actions[0])
    with pytest.raises(IllegalMoveError):
        game.step(0, actions[0])
    with pytest.raises(OptionsError, match="seed"):
        CarcassonneGame(seed=-5)
    played(game, random.Random(1))
    assert game.get_possible_actions() == []
    assert game.state.next_tile is None
    assert game.get_current_player() in {0, 1}
    with pytest.raises(OutOfTurnError):
        game.step(game.get_current_player(), actions[0])


def test_planes_and_vectors() -> None:
    """Every action comes back from its vector, whose row and column are those of the planes."""
    rng = random.Random(3)
    game = CarcassonneGame(seed=2)
    assert game.planes().shape == (117, 30, 30)
    for _ in range(60):
        actions = game.get_possible_actions()
        for action in actions[:4]:
            assert game.action(game.vector(action)) == action
        tile = actions[0]
        if isinstance(tile, TileAction):
            vector = game.vector(tile)
            row, column = np.flatnonzero(vector[3:33])[0], np.flatnonzero(vector[33:63])[0]
            assert not game.planes()[:74, row, column].any()
            neighbours = [
                game.planes()[:74, row + down, column + right].any()
                for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1))
            ]
            assert any(neighbours)
        game.step(game.get_current_player(), rng.choice(actions))


def test_coordinates_begin_in_the_middle() -> None:
    """The first tile lies at row 15, column 15."""
    assert Coordinate.of_cell(0, 0) == Coordinate(15, 15)
    assert Coordinate.of_cell(1, -2) == Coordinate(13, 16)
