"""The panel beside the board: who has what, the tile in hand, what is left."""

from carcbot.games.carcassonne.board import Board, Feature, Figure, Supply
from carcbot.games.carcassonne.drawing.curves import SIDE, Point
from carcbot.games.carcassonne.drawing.figures import figure_svg
from carcbot.games.carcassonne.drawing.tile import tile_svg
from carcbot.games.lettering import number, text_svg, text_width

WIDTH = 340.0
_ROW = 84.0
_FOOT = 190.0


_PAPER = "#fbf6ea"
_INK = "#33291d"
FAINT = "#8a7c68"
_MARK = "#e8590c"


def panel_height(board: Board) -> float:
    """The height the panel needs, in drawing units."""
    return _ROW * len(board.scores) + _FOOT


def panel_svg(board: Board, place: Point) -> str:
    """The panel with its upper left corner at this place."""
    size = f'width="{number(WIDTH)}" height="{number(panel_height(board))}"'
    rows = [_seat_row(board, seat, _ROW * seat) for seat in range(len(board.scores))]
    return (
        f'<g class="panel" transform="translate({number(place[0])} {number(place[1])})">'
        f'<rect {size} rx="10" fill="{_PAPER}"/>'
        + "".join(rows)
        + _foot(board, _ROW * len(board.scores))
        + "</g>"
    )


def _seat_row(board: Board, seat: int, top: float) -> str:
    """A seat's figure, its score with the virtual one in brackets, and its supply."""
    score, virtual = str(board.scores[seat]), f"({board.virtual_scores[seat]})"
    after_score = 76 + text_width(score, 26) + 14
    parts = [f'<g class="seat" data-seat="{seat}">']
    if seat == board.to_move:
        parts.append(
            f'<rect x="6" y="{number(top + 6)}" width="{number(WIDTH - 12)}"'
            f' height="{number(_ROW - 8)}" rx="8" fill="none" stroke="{_MARK}"'
            ' stroke-width="4"/>'
        )
    parts.append(figure_svg(seat, "small", "road", (42, top + 45), scale=1.6))
    parts.append(text_svg(score, (76, top + 16), 26, _INK))
    parts.append(text_svg(virtual, (after_score, top + 24), 17, FAINT))
    if seat == board.to_move:
        label = (WIDTH - 20, top + 18)
        parts.append(text_svg("TO MOVE", label, 11, _MARK, align="right", weight=1.2))
    parts.append(_supply(seat, board.supplies[seat], top + 64))
    parts.append("</g>")
    return "".join(parts)


def _supply(seat: int, supply: Supply, y: float) -> str:
    """The figures a seat can still place, each sort with its number."""
    parts = []
    x = 84.0
    sorts: tuple[tuple[Figure, int], ...] = (
        ("small", supply.small),
        ("big", supply.big),
        ("abbot", supply.abbot),
    )
    on: Feature = "road"
    for figure, count in sorts:
        if count or figure == "small":
            parts.append(figure_svg(seat, figure, on, (x, y), scale=0.62))
            parts.append(text_svg(f"x{count}", (x + 13, y - 5), 12, _INK))
            x += 66
    return "".join(parts)


def _foot(board: Board, top: float) -> str:
    parts = [
        text_svg("IN HAND", (20, top + 22), 12, FAINT),
        text_svg("TILES LEFT", (176, top + 22), 12, FAINT),
        text_svg(str(board.tiles_left), (176, top + 44), 24, _INK),
        text_svg("TURN", (176, top + 92), 12, FAINT),
        text_svg(str(board.turn), (176, top + 114), 24, _INK),
    ]
    if board.hand is None:
        parts.append(text_svg("-", (20, top + 50), 24, FAINT))
    else:
        parts.append(tile_svg(board.hand, 0, (20, top + 44)))
        parts.append(
            text_svg(board.hand.name, (20 + SIDE / 2, top + 154), 14, _INK, align="middle")
        )
    return "".join(parts)
