"""Kuhn poker: a toy with a hidden card, whose solution is known.

Each of two seats puts in one chip and is dealt one of the cards J, Q, K. In turn they pass or bet
one more chip; a bet that is passed loses the pot, otherwise the higher card wins it. Scores are
chips won. Against best play the first seat loses 1/18 of a chip a game.
"""

from carcbot import _native
from carcbot.games.contract import Game, Option
from carcbot.games.kuhn.page import PAGE
from carcbot.games.kuhn.terminal import TERMINAL

__all__ = ["KUHN"]

KUHN: Game[_native.kuhn.State] = Game(
    name="kuhn",
    title="Kuhn poker",
    seats=range(2, 3),
    options=(Option("seats", ("2",), "How many play."),),
    has_secrets=True,
    new_game=_native.kuhn.new_game,
    parse_position=_native.kuhn.parse_position,
    parse_seen=_native.kuhn.parse_view,
    page=PAGE,
    terminal=TERMINAL,
)
