"""Pot: a toy with chance, small enough to be solved by looking at every game.

A bag holds chips of 1, 2 and 3. The seat to move draws one and does one of four things with it:
`take` its points, `throw` it so that the next seat loses them, `stack` it on the pot, or `sweep`
the whole pot and give the chip up (only if there is something in the pot). When the bag is empty
the game is over, and what is left in the pot belongs to nobody. Most points win.
"""

from carcbot import _native
from carcbot.games.contract import Game, Option
from carcbot.games.pot.terminal import TERMINAL

__all__ = ["POT"]


def _chips(name: str, usual: int) -> Option:
    others = [str(count) for count in range(10) if count != usual]
    return Option(name, (str(usual), *others), f"How many {name} are in the bag.")


POT: Game[_native.pot.State] = Game(
    name="pot",
    title="Pot",
    seats=range(2, 5),
    options=(
        Option("seats", ("2", "3", "4"), "How many play."),
        _chips("ones", 3),
        _chips("twos", 2),
        _chips("threes", 1),
    ),
    has_secrets=False,
    new_game=_native.pot.new_game,
    parse_position=_native.pot.parse_position,
    terminal=TERMINAL,
    agents=("star25", "mcts"),
    deck=lambda state: [dict(state.outcomes())],
)
