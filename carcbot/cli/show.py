"""``carcbot show``: a position, or any moment of a game, as a picture."""

import sys
from pathlib import Path
from typing import cast

import click

from carcbot import _native
from carcbot.cli.reading import read
from carcbot.cli.screen import ColourChoice, colour_of, size, speaks_unicode
from carcbot.errors import FileInputError, NotationError
from carcbot.games.carcassonne.board import Board
from carcbot.games.carcassonne.board_of import board_of, last_cell
from carcbot.games.carcassonne.drawing import board_svg
from carcbot.games.carcassonne.terminal import LEAST_WIDTH, render
from carcbot.games.contract import State
from carcbot.games.record import GameRecord

__all__ = ["show"]

_WIDEST_PICTURE = 4_000


@click.command()
@click.argument("what", metavar="POSITION|GAME")
@click.option("--ply", type=click.IntRange(min=0), help="Of a game: show it after N plies.")
@click.option("--svg", type=click.Path(), metavar="FILE", help="Write an SVG picture there.")
@click.option("--png", type=click.Path(), metavar="FILE", help="Write a PNG picture there.")
@click.option(
    "--width",
    type=click.IntRange(LEAST_WIDTH, _WIDEST_PICTURE),
    help="How wide: columns in the terminal, pixels of the PNG.",
)
@click.option(
    "--colour",
    type=click.Choice(("auto", "always", "never")),
    default="auto",
    show_default=True,
    help="Whether to use colours in the terminal.",
)
@click.option("--ascii", "plain", is_flag=True, help="Draw with plain ASCII characters.")
def show(
    what: str,
    *,
    ply: int | None,
    svg: str | None,
    png: str | None,
    width: int | None,
    colour: str,
    plain: bool,
) -> None:
    """Show a position or a game.

    The argument is the text of either, in quotes, or a file that holds it, or - for standard
    input; or the record of a match, a .jsonl file of a referee. Of a game the last position is
    shown, unless --ply names another.

    Without --svg and --png the board is drawn in the terminal.
    """
    state, last = _position(read(what), ply)
    if not isinstance(state, _native.carcassonne.State):
        _tell(state, pictures_wanted=bool(svg or png))
        return
    board = board_of(state, last=last)
    if svg:
        _write(svg, board_svg(board).encode())
    if png:
        # imported here, so that all else works where the renderer could not be installed
        from carcbot.games.carcassonne.drawing.png import png as rendered  # noqa: PLC0415

        _write(png, rendered(board_svg(board), width=width))
    if not svg and not png:
        _draw(board, width, cast("ColourChoice", colour), plain=plain)


def _position(
    found: GameRecord[State] | State, ply: int | None
) -> tuple[State, tuple[int, int] | None]:
    """The position to show, and where its last tile was laid, if that is known."""
    if not isinstance(found, GameRecord):
        if ply is not None:
            raise NotationError("this is a position", where="--ply", expected="a game")
        return found, None
    count = len(found) if ply is None else ply
    state = found.position(count)
    return state, last_cell(found.plies[:count])


def _tell(state: State, *, pictures_wanted: bool) -> None:
    """What there is to say of a game without pictures."""
    name = state.text.partition("/")[0]
    if pictures_wanted:
        raise NotationError(
            f"there are no pictures of {name}", where="--svg, --png", expected="carcassonne"
        )
    turn = "chance is to move" if state.to_move < 0 else f"seat {state.to_move} is to move"
    click.echo(state.text)
    click.echo("the game is over" if state.over else turn)
    next_plies = state.legal_moves() or [f"{draw} ({weight})" for draw, weight in state.outcomes()]
    if next_plies:
        click.echo(f"possible: {', '.join(next_plies)}")
    click.echo(f"scores: {', '.join(str(points) for points in state.scores())}")


def _write(name: str, picture: bytes) -> None:
    try:
        Path(name).write_bytes(picture)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "that is no name of a file"
        raise FileInputError(
            f"cannot write: {reason}", where=ascii(name), expected="a file in a folder that exists"
        ) from error
    click.echo(f"wrote {name}")


def _draw(board: Board, width: int | None, colour: ColourChoice, *, plain: bool) -> None:
    text = render(
        board,
        colour=colour_of(colour, sys.stdout),
        unicode=not plain and speaks_unicode(sys.stdout),
        width=width or size(sys.stdout)[0],
    )
    # click would take the colours out again where it sees no terminal
    click.echo(text, nl=False, color=True)
