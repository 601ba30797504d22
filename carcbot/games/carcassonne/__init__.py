"""Carcassonne: the Python face of the rules, and how a position looks.

The base game with farmers, The River, Inns & Cathedrals and The Abbot, in any combination. The
rules are in the native core; here are their options, and pictures of positions.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from carcbot import _native
from carcbot.games.carcassonne.bench import BENCH
from carcbot.games.carcassonne.habits import habits_report
from carcbot.games.carcassonne.page import PAGE
from carcbot.games.carcassonne.presets import PRESETS
from carcbot.games.carcassonne.stacks import stacks
from carcbot.games.carcassonne.tally import tally
from carcbot.games.carcassonne.terminal import TERMINAL
from carcbot.games.contract import Game, Option, View

if TYPE_CHECKING:
    from carcbot.games.course import Teacher

__all__ = ["CARCASSONNE"]


def _svg(view: View, plies: Sequence[str], room: View | None) -> str:
    # imported only now, for drawing is large, and the game is imported everywhere
    from carcbot.games.carcassonne.drawing import view_svg  # noqa: PLC0415

    return view_svg(view, plies, room)


def _teacher() -> "Teacher":
    # likewise: it takes numpy
    from carcbot.games.carcassonne.judge import TEACHER  # noqa: PLC0415

    return TEACHER


CARCASSONNE: Game[_native.carcassonne.State] = Game(
    name="carcassonne",
    title="Carcassonne",
    seats=range(2, 7),
    options=(
        Option(
            "seats",
            ("2", "3", "4", "5", "6"),
            "How many play; six need the sixth colour of inns_and_cathedrals.",
        ),
        Option(
            "expansions",
            (
                "",
                "river",
                "inns_and_cathedrals",
                "abbot",
                "river+inns_and_cathedrals",
                "river+abbot",
                "inns_and_cathedrals+abbot",
                "river+inns_and_cathedrals+abbot",
            ),
            "What is added to the base game; left out if nothing is.",
            title="Expansions",
            parts=(
                ("river", "The River"),
                ("inns_and_cathedrals", "Inns & Cathedrals"),
                ("abbot", "The Abbot"),
            ),
        ),
        Option(
            "farm_scoring",
            ("current", "second", "first", "off"),
            "The edition whose farms are scored; off: nobody may place a farmer.",
        ),
        Option("two_tile_city", ("4", "2"), "Points for a complete city of two tiles."),
        Option(
            "unplaceable",
            ("discard", "return_to_bag", "bottom"),
            "What becomes of a drawn tile that nobody can lay: out, back, or under the stack.",
        ),
        Option(
            "river_start_tile",
            ("removed", "kept"),
            "Whether one tile D is left out when the River is in play.",
        ),
        Option(
            "river_rule",
            ("immediate", "strict"),
            "Which bends must not turn as the last one did: one right behind it, or any.",
        ),
        Option(
            "river_look_ahead",
            ("on", "off"),
            "Whether river tiles may not be laid so that the river cannot be finished.",
        ),
        Option(
            "inn_on_EC", ("classic", "c2"), "Whether one road of the tile EC has an inn, or two."
        ),
        Option(
            "start",
            ("D0@0,0", "V2@-3,1"),
            "The tile on the table: kind, rotation, cell; with the River it is RA, as RA0@0,0.",
            free=True,
        ),
    ),
    has_secrets=False,
    new_game=_native.carcassonne.new_game,
    parse_position=_native.carcassonne.parse_position,
    page=PAGE,
    terminal=TERMINAL,
    svg=_svg,
    agents=("champion", "heyden-star25-f5"),
    presets=PRESETS,
    bench=BENCH,
    teacher=_teacher,
    habits=habits_report,
    deck=stacks,
    tally=tally,
)
