"""``carcbot show``: a position, or any moment of a game, as a picture."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from carcbot.cli.screen import ColourChoice, colour_of, size, speaks_unicode
from carcbot.cli.values import Choice
from carcbot.errors import NotationError, OptionsError, file_error
from carcbot.games.contract import LEAST_WIDTH, Paper, State, View, view_of

if TYPE_CHECKING:
    from carcbot.games.game_text import GameRecord

__all__ = ["show"]

_WIDEST_PICTURE = 4_000


@click.command()
@click.argument("what", metavar="POSITION|GAME")
@click.option("--ply", type=click.IntRange(min=0), help="Show a game after N plies.")
@click.option(
    "--seat", type=click.IntRange(0), metavar="N", help="Show what this seat may know, and no more."
)
@click.option("--turns", is_flag=True, help="Print a game turn by turn, each in a line.")
@click.option("--words", is_flag=True, help="Print a game turn by turn in words, if it has them.")
@click.option("--svg", type=click.Path(), metavar="FILE", help="Write an SVG picture to this file.")
@click.option("--png", type=click.Path(), metavar="FILE", help="Write a PNG picture to this file.")
@click.option(
    "--width",
    type=click.IntRange(LEAST_WIDTH, _WIDEST_PICTURE),
    help="Width: columns in the terminal, pixels of the PNG.",
)
@click.option(
    "--colour",
    type=Choice(("auto", "always", "never")),
    default="auto",
    help="Whether to use colours in the terminal.",
)
@click.option("--ascii", "plain", is_flag=True, help="Draw with plain ASCII characters.")
def show(
    what: str,
    *,
    ply: int | None,
    seat: int | None,
    turns: bool,
    words: bool,
    svg: str | None,
    png: str | None,
    width: int | None,
    colour: str,
    plain: bool,
) -> None:
    """Show a position or a game.

    The argument is the text of either, or of what a seat may know, in quotes, or a file that holds
    it, or - for standard input; or the record of a match, a .jsonl file of a referee. Of a game the
    last position is shown, unless --ply names another, or each turn in a line: with --turns as its
    moves are written, with --words in a sentence.

    Without --svg and --png it is drawn in the terminal.
    """
    from carcbot.cli.arguments import need_position, read
    from carcbot.games import registry
    from carcbot.games.picture import picture_of
    from carcbot.games.terminal import face_of

    found = read(what)
    if turns or words:
        drawn_with = {"--ply": ply, "--seat": seat, "--svg": svg, "--png": png}
        if said := [name for name, value in drawn_with.items() if value is not None]:
            raise OptionsError(
                "with --turns and --words a whole game is printed, and nothing is drawn",
                where=said[0],
                expected="one or the other",
            )
        for number, line in enumerate(_told(found) if words else _turns(found), 1):
            click.echo(f"{number:4}  {line}")
        return
    view, plies = _view(found, ply)
    if seat is not None:
        view, plies = view_of(need_position(view), seat), ()
    if not svg and not png:
        drawn = Paper(
            width or size(sys.stdout)[0],
            None,
            colour_of(cast("ColourChoice", colour), sys.stdout),
            not plain and speaks_unicode(sys.stdout),
        )
        lines = face_of(registry.game_of(view.text)).picture(view, plies, drawn)
        # click would take the colours out again where it sees no terminal
        click.echo("\n".join(lines), color=True)
        return
    picture = picture_of(registry.game_of(view.text), view, plies)
    if svg:
        _write(svg, picture.encode())
    if png:
        # imported here, so that all else works where the renderer could not be installed
        from carcbot.games.png import png as rendered

        _write(png, rendered(picture, width=width))


def _view(found: GameRecord[State] | View, ply: int | None) -> tuple[View, Sequence[str]]:
    """The position to show, and what led to it, if that is known."""
    from carcbot.games.game_text import GameRecord

    if not isinstance(found, GameRecord):
        if ply is not None:
            raise NotationError("this is a position", where="--ply", expected="a game")
        return found, ()
    count = len(found) if ply is None else ply
    return found.position(count), found.plies[:count]


def _turns(found: GameRecord[State] | View) -> Sequence[str]:
    return _game(found, "--turns").turns


def _told(found: GameRecord[State] | View) -> Sequence[str]:
    """Each turn that is over in words."""
    from carcbot.games.terminal import TurnTeller, face_of

    record = _game(found, "--words")
    face = face_of(record.game)
    if face.say_turn is None:
        raise NotationError(
            f"turns of {record.game.name} have no words", where="--words", expected="--turns"
        )
    teller = TurnTeller(face)
    places = enumerate(record.plies)
    told = (teller.tell(record.position(at), ply, record.position(at + 1)) for at, ply in places)
    return [line for line in told if line]


def _game(found: GameRecord[State] | View, asked: str) -> GameRecord[State]:
    from carcbot.games.game_text import GameRecord

    if not isinstance(found, GameRecord):
        raise NotationError("this is a position", where=asked, expected="a game")
    return found


def _write(name: str, picture: bytes) -> None:
    try:
        Path(name).write_bytes(picture)
    except (OSError, ValueError) as error:
        raise file_error(
            error, "cannot write", where=ascii(name), expected="a file in a folder that exists"
        ) from error
    click.echo(f"wrote {name}")
