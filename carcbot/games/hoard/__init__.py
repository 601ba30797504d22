"""Hoard: a small card game with secrets, made to try the house on.

Two to four seats collect cards of equal rank. In a turn a seat draws the card that lies open or one
that nobody else sees, lays or drops a card of its hand, and may cash n equal cards of rank r that
lie in its row for r * n * (n - 1) points. The discard pile is shuffled again when the deck is
empty. When all have had their turns, each card still in a hand costs its rank.
"""

from carcbot import _native
from carcbot.games.contract import Game, Option
from carcbot.games.hoard.page import PAGE
from carcbot.games.hoard.terminal import TERMINAL

__all__ = ["HOARD"]

HOARD: Game[_native.hoard.State] = Game(
    name="hoard",
    title="Hoard",
    seats=range(2, 5),
    options=(
        Option("seats", ("2", "3", "4"), "How many play."),
        Option(
            "ranks",
            ("3", "4", "5"),
            "How many ranks there are.",
            free=True,
            title="Ranks",
        ),
        Option(
            "copies",
            ("4", "3"),
            "How many cards of each rank.",
            free=True,
            title="Cards of each",
        ),
        Option(
            "hand",
            ("2", "1"),
            "How many cards are in a hand between turns.",
            free=True,
            title="Cards in hand",
        ),
        Option(
            "turns",
            ("4", "1", "10"),
            "How many turns each seat has.",
            free=True,
            title="Turns each",
        ),
    ),
    has_secrets=True,
    new_game=_native.hoard.new_game,
    parse_position=_native.hoard.parse_position,
    parse_seen=_native.hoard.parse_view,
    page=PAGE,
    terminal=TERMINAL,
)
