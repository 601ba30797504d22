"""Tests of carcbot.games.carcassonne.board_of and of the tile kinds that it draws with."""

from carcbot import _native
from carcbot.games.carcassonne import CARCASSONNE
from carcbot.games.carcassonne.board import PlacedFigure, Supply, standing_figures
from carcbot.games.carcassonne.board_of import around_last, board_of, last_cell
from carcbot.games.carcassonne.drawing import board_svg
from carcbot.games.carcassonne.terminal_board import render
from carcbot.games.carcassonne.tiles import tile_kinds
from tests.games.carcassonne.sample_boards import all_kinds, line_board
from tests.games.random_games import OPTION_SETS, positions, random_record


def played(*plies: str, options: str = "") -> _native.carcassonne.State:
    """A state after these draws and moves."""
    state = CARCASSONNE.new(options)
    for ply in plies:
        state.apply(ply)
    return state


def test_tile_kinds_are_those_of_the_protocol() -> None:
    """The rules' table and the protocol's tile list describe the same tiles."""
    assert tile_kinds() == all_kinds()


def test_inn_on_ec() -> None:
    """The two editions differ in one thing: whether EC has one inn or two."""
    classic, c2 = tile_kinds("classic"), tile_kinds("c2")
    assert [name for name in classic if classic[name] != c2[name]] == ["EC"]
    assert [road.inn for road in classic["EC"].roads].count(True) == 1
    assert [road.inn for road in c2["EC"].roads].count(True) == 2


def test_inn_on_ec_on_the_board() -> None:
    """A board is drawn with the inns of its game's edition."""
    options = "expansions=inns_and_cathedrals,start=EC0@0,0"
    for edition, kinds in (("classic", tile_kinds("classic")), ("c2", tile_kinds("c2"))):
        board = board_of(played(options=f"{options},inn_on_EC={edition}"))
        assert board.tiles[0].kind == kinds["EC"]


def test_board_before_a_move() -> None:
    """The board shows whose turn it is, and the tile in hand."""
    board = board_of(played("V", "0,1/0+srS", "E"), last=(0, 1))
    assert [(tile.x, tile.y, tile.kind.name, tile.rotation) for tile in board.tiles] == [
        (0, 0, "D", 0),
        (0, 1, "V", 0),
    ]
    assert board.figures == (PlacedFigure(0, 1, 0, "small", "road", "S"),)
    assert (board.to_move, board.turn, board.last) == (1, 1, (0, 1))
    assert board.hand == tile_kinds()["E"]
    assert board.supplies == (Supply(6), Supply(7))
    assert board.tiles_left == 69
    assert (board.scores, board.virtual_scores) == ((0, 0), (1, 0))


def test_board_before_a_draw() -> None:
    """While a tile is drawn it is the turn of the seat that will lay it."""
    board = board_of(played("V", "0,1/0"))
    assert (board.to_move, board.hand, board.last) == (1, None, None)


def test_board_at_the_end() -> None:
    """When the game is over it is nobody's turn."""
    state = CARCASSONNE.new()
    state.play_randomly(1)
    board = board_of(state)
    assert (board.to_move, board.hand, board.tiles_left) == (None, None, 0)
    assert list(board.scores) == state.scores()


def test_every_position_can_be_drawn() -> None:
    """Each figure stands on a segment of its tile, so pictures of any position can be made."""
    for options in OPTION_SETS["carcassonne"]:
        record = random_record("carcassonne", options, 1)
        for ply, state in enumerate(positions(record)):
            assert isinstance(state, _native.carcassonne.State)
            board = board_of(state, last=last_cell(record.plies[:ply]))
            assert len(standing_figures(board)) == len(state.figures())
            if ply % 25 == 0:
                assert render(board, colour="none")
        assert board_svg(board_of(record.state)).startswith("<svg")  # type: ignore[arg-type]


def test_last_cell() -> None:
    """The last tile is the one that the last move laid, whatever was drawn since."""
    assert last_cell(["V", "0,1/0+srS", "E"]) == (0, 1)
    assert last_cell(["V", "-3,-12/1^"]) == (-3, -12)
    assert last_cell(["V"]) is None
    assert last_cell([]) is None


def test_around_last() -> None:
    """A board that is too high is cut to the rows about its last tile, figures with their tiles."""
    state = CARCASSONNE.new()
    state.play_randomly(5)
    board = board_of(state, last=state.tiles()[-1][:2])
    assert board.last is not None
    for rows in (1, 2, 3, 5, 100):
        part = around_last(board, rows)
        shown = {tile.y for tile in part.tiles}
        assert len(shown) <= rows
        assert max(shown) - min(shown) < rows
        assert board.last[1] in shown
        assert {figure.y for figure in part.figures} <= shown
    assert around_last(board, 100) == board
    assert around_last(line_board(5), 1) == line_board(5)
