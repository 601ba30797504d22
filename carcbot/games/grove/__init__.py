"""Grove: random trees to try searches on. Nobody would play it.

Chance draws one of a few outcomes, then a seat makes one of a few moves, and so on until enough
moves were made. The points after each step are random numbers that depend on the steps that led
there, and are the same for the same seed. So a tree of any shape can be had whose values nobody can
guess.
"""

from carcbot import _native
from carcbot.games.contract import Game, Option
from carcbot.games.grove.terminal import TERMINAL

__all__ = ["GROVE"]


def _numbers(name: str, most: int, usual: int, text: str) -> Option:
    others = [str(count) for count in range(1, most + 1) if count != usual]
    return Option(name, (str(usual), *others), text)


GROVE: Game[_native.grove.State] = Game(
    name="grove",
    title="Grove",
    seats=range(2, 5),
    options=(
        Option("seats", ("2", "3", "4"), "How many play."),
        _numbers("decisions", 8, 3, "How many moves are made in a whole game."),
        _numbers("moves", 9, 3, "How many moves there are at each decision."),
        Option("weights", ("2+1", "1", "3+2+1"), "The weights of what chance can do.", free=True),
        Option("spread", ("20", "1", "1000"), "How far from 0 points can be.", free=True),
        Option("ragged", ("off", "on"), "Whether some decisions have fewer moves."),
        Option("turns", ("fixed", "mixed"), "Whether seats take turns, or anybody may be next."),
        Option("seed", ("0", "1", "2"), "Another seed, another tree.", free=True),
    ),
    has_secrets=False,
    new_game=_native.grove.new_game,
    parse_position=_native.grove.parse_position,
    terminal=TERMINAL,
    agents=("star25", "mcts"),
)
