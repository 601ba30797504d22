"""Asks a person in the terminal for a move."""

import sys
import textwrap
from collections.abc import Sequence

import click

from carcbot.cli.picture import picture_of
from carcbot.cli.screen import size
from carcbot.errors import InputError
from carcbot.games.contract import Game, State, View
from carcbot.games.terminal import face_of, listed_moves, meant_move

__all__ = ["ask"]


def ask(game: Game[State], view: View, plies: Sequence[str]) -> str:
    """Shows what a seat knows, and its moves; asks until one of them is meant, and returns it.

    Raises:
        KeyboardInterrupt: There is nothing more to read.
    """
    face = face_of(game)
    columns, _ = size(sys.stdout)
    picture = picture_of(view, plies, columns)
    click.echo("\n".join(["", *picture, "", *listed_moves(view, columns)]), color=True)
    while True:
        click.echo("your move (? tells how): ", nl=False)
        typed = sys.stdin.readline() if sys.stdin else ""
        if not typed:
            raise KeyboardInterrupt
        if typed.strip() in {"", "?"}:
            click.echo(textwrap.fill(face.how, columns))
            continue
        try:
            return meant_move(face, view, typed)
        except InputError as error:
            expected = f"; expected {error.expected}" if error.expected else ""
            click.echo(f"{error.what}{expected}")
