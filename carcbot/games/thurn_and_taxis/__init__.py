"""Thurn and Taxis: post routes between cities, with hidden cards and several decisions in a turn.

Two to four seats draw cards of cities and lay them into routes along roads. A closed route brings
houses into its cities, tiles, and one carriage after the other. The rules are in the native core.
"""

from typing import TYPE_CHECKING

from carcbot import _native
from carcbot.games.contract import Game, Option
from carcbot.games.thurn_and_taxis.bench import BENCH
from carcbot.games.thurn_and_taxis.land_picture import view_svg
from carcbot.games.thurn_and_taxis.page import PAGE
from carcbot.games.thurn_and_taxis.presets import PRESETS
from carcbot.games.thurn_and_taxis.terminal import TERMINAL

if TYPE_CHECKING:
    from carcbot.games.course import Teacher

__all__ = ["THURN_AND_TAXIS"]


def _teacher() -> "Teacher":
    # imported only now, for it takes numpy
    from carcbot.games.thurn_and_taxis.outlook import TEACHER  # noqa: PLC0415

    return TEACHER


THURN_AND_TAXIS: Game[_native.thurn_and_taxis.State] = Game(
    name="thurn_and_taxis",
    title="Thurn and Taxis",
    seats=range(2, 5),
    options=(
        Option("seats", ("2", "3", "4"), "How many play."),
        Option(
            "reading",
            ("official", "thesis"),
            "The published rules, or those of a thesis, which differ in the next four options.",
            title="Rules",
        ),
        Option(
            "officials",
            ("step", "start"),
            "When an official is chosen: in the step that it supports, or before the turn.",
        ),
        Option(
            "useless",
            ("left_out", "offered"),
            "Whether officials that can do nothing now are offered.",
        ),
        Option(
            "carrier",
            ("optional", "must"),
            "Whether a carrier whose second card does not fit scraps the route: must.",
        ),
        Option(
            "ties",
            ("official", "shared"),
            "Who is first of equal points: who comes first from the last tile's holder, or all.",
        ),
        Option(
            "one_card",
            ("once", "twice"),
            "Whether a card can be put to either side of a route of one card: twice.",
        ),
        Option(
            "provinces",
            ("9", "8"),
            "In how many provinces the tile for all of them wants a house; 8: not in Baiern.",
        ),
        Option(
            "cut",
            ("400", "0", "9999"),
            "After how many turns of all seats the game is over as it stands; 0: never.",
            free=True,
        ),
    ),
    has_secrets=True,
    new_game=_native.thurn_and_taxis.new_game,
    parse_position=_native.thurn_and_taxis.parse_position,
    parse_seen=_native.thurn_and_taxis.parse_view,
    page=PAGE,
    terminal=TERMINAL,
    svg=view_svg,
    bench=BENCH,
    agents=("postmaster", "flat", "random"),
    presets=PRESETS,
    teacher=_teacher,
)
