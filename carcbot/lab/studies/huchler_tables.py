"""Who beats whom in Ticket to Ride. C. Huchler 2015, chapter 5, tables 5.1 to 5.15."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from carcbot.arena.contest import Contest
from carcbot.lab.card_duels import duel_figures, scores_table
from carcbot.lab.duels import Duel
from carcbot.lab.huchler import SIMULATIONS, Cell, comparison, contest_of
from carcbot.lab.match_study import match_study
from carcbot.lab.study import Effort, Findings

__all__ = ["CELLS", "STUDY"]

_LONGER: Final = 4
"""Seconds for a move, in the columns that have more of them."""
_TREES: Final = (1, 5, 10, 20)


def _by_trees(
    table: str, kind: str, part: str, wins: tuple[int, ...], games: tuple[int, ...] = (200,) * 4
) -> Iterator[Cell]:
    """The single observer against so many trees, both with the same addition."""
    added = f"-{part}" if part else ""
    for trees, won, played in zip(_TREES, wins, games, strict=True):
        yield Cell(table, f"so{added}", f"{kind}-{trees}{added}", won, played)


def _flat_and_guesses() -> Iterator[Cell]:
    """Sections 5.3 to 5.5."""
    yield Cell("5.1", "so", "fso", 84)
    yield Cell("5.1", "so", "so-wmr", 95)
    yield Cell("5.1", "so", "so-wm", 88)
    yield Cell("5.1", "so", "mo", 114)
    yield Cell("5.1", "so", "fso", 184, 400, _LONGER)
    yield Cell("5.1", "so", "so-wmr", 100, 200, _LONGER)
    yield Cell("5.1", "so", "so-wm", 101, 200, _LONGER)
    yield Cell("5.1", "so", "mo", 111, 200, _LONGER)
    yield Cell("5.2", "fcp", "cp", 119)
    yield Cell("5.2", "fcp-u", "cp-u", 224, 400, remark=_CP_U)
    yield Cell("5.3", "fso", "so-pu", 26)
    yield Cell("5.3", "fso", "so-pb", 23)
    yield Cell("5.3", "fso", "so-pub", 15)
    yield Cell("5.3", "fso", "so-ps", 141, remark=_FSO_PS)
    for part, two, four, more in (
        ("pu", 306, 121, 200),
        ("pb", 308, 220, 400),
        ("pub", 311, 115, 200),
    ):
        yield Cell("5.4", f"so-{part}", f"fso-{part}", two, 600)
        yield Cell("5.4", f"so-{part}", f"fso-{part}", four, more, _LONGER)
    yield Cell("5.4", "so-ps", "fso-ps", 99)
    yield Cell("5.4", "so-ps", "fso-ps", 96, 200, _LONGER)
    yield Cell("5.5", "so", "so-pu", 24)
    yield Cell("5.5", "so", "so-pb", 10)
    yield Cell("5.5", "so", "so-pub", 1)
    yield Cell("5.5", "so", "so-ps", 135)
    yield Cell("5.6", "so-pu", "so-pb", 56)
    yield Cell("5.6", "so-pu", "so-pub", 40)
    yield Cell("5.6", "so-pb", "so-pub", 86)


def _several_trees() -> Iterator[Cell]:
    """Sections 5.6 and 5.7."""
    for part, two, games, four in (
        ("pu", 187, 400, 302),
        ("pb", 173, 400, 295),
        ("pub", 305, 600, 279),
    ):
        yield Cell("5.7", f"so-{part}", f"mo-{part}", two, games)
        yield Cell("5.7", f"so-{part}", f"mo-{part}", four, 600, _LONGER)
    yield from _by_trees("5.8", "uct", "", (203, 115, 225, 123), (400, 200, 400, 200))
    yield from _by_trees("5.8", "votes", "", (116, 117, 125, 117))
    yield from _by_trees("5.9", "uct", "pu", (107, 127, 152, 173))
    yield from _by_trees("5.9", "uct", "pb", (164, 173, 185, 196))
    yield from _by_trees("5.10", "votes", "pu", (119, 116, 140, 182))
    yield Cell("5.10", "so-pu", "votes-1-pu", 112, 200, _LONGER)
    yield Cell("5.10", "so-pu", "votes-5-pu", 126, 200, _LONGER)
    yield from _by_trees("5.11", "votes", "pb", (119, 126, 125, 126))
    yield from _by_trees("5.11", "votes", "pub", (121, 124, 129, 133))


def _ends_and_choices() -> Iterator[Cell]:
    """Sections 5.8 to 5.11."""
    for player, wins in {"cp": 110, "so": 100, "fso": 101, "so-pub": 103, "mo": 94}.items():
        yield Cell("5.12", f"{player}-t", player, wins)
    for player, wins in {
        "cp": 206,
        "fso": 245,
        "so": 226,
        "mo": 234,
        "uct-5": 227,
        "votes-5": 206,
    }.items():
        yield Cell("5.13", player, f"{player}-ratio", wins, 400)
    yield Cell("5.14", "so-pub", "so-pub-ps", 101)
    yield Cell("5.14", "so-pub", "so-pub-wm", 114)
    yield Cell("5.14", "so-pub", "mo-pub-ps", 101)
    yield Cell("5.14", "so-pub-ps", "mo-pub-ps", 179, 400)
    yield Cell("5.14", "so-pub-ps-wm", "mo-pub-ps-wm", 100)
    yield Cell("5.15", "cp-pub", "fcp-pub", 119)
    yield Cell("5.15", "cp", "so", 117)
    yield Cell("5.15", "cp-pub", "so-pub", 117)
    yield Cell("5.15", "cp", "mo", 115)
    yield Cell("5.15", "cp-pub", "mo-pub", 114)
    yield Cell("5.15", "cp-u-pub", "fcp-pub", 123, remark=_FCP_PUB)
    yield Cell("5.15", "cp-u", "so", 128)
    yield Cell("5.15", "cp-u-pub", "so-pub", 442, 800, remark=_CP_U_PUB)
    yield Cell("5.15", "cp-u", "mo", 125)
    yield Cell("5.15", "cp-u-pub", "mo-pub", 122)


_CP_U: Final = "Its table has 44 % for cp-u, its text 45.5 %; the number of wins is that of 44 %."
_FSO_PS: Final = "Its 40.5 % for so-ps are a slip: it won 59 games of 200, which are 29.5 %."
_FCP_PUB: Final = (
    "The table does not say whether the flat player of this column knows the order of cards too;"
    " here it does not."
)
_CP_U_PUB: Final = (
    "The text says 400 games, but 442 won games are 55.25 % of 800, as its interval of 3.45 is."
)
CELLS: Final = (*_flat_and_guesses(), *_several_trees(), *_ends_and_choices())
"""Every cell, in the order of the tables."""


def _contests(effort: Effort) -> dict[Cell, Contest]:
    return {cell: contest_of("huchler-tables", cell, effort) for cell in CELLS}


def _tell(duels: Mapping[Cell, Duel]) -> Findings:
    return Findings(
        tuple(comparison(cell, duel) for cell, duel in duels.items()),
        (
            scores_table(
                "The games played here",
                "table and players",
                {cell.called: duel for cell, duel in duels.items()},
                _NOTE,
            ),
        ),
    )


_NOTE: Final = (
    "The score is the share of the games that the first one won, a draw counted half; the thesis"
    " tells of no draws. Intervals are over blocks of two games with the same deck, and of about"
    " twenty such intervals one does not hold the truth: so some cells differ by chance."
)
STUDY = match_study(
    "huchler-tables",
    method=(
        "By the thesis's reading of the rules, each block with the same deck for both seats, and as"
        f" many games as in the thesis. A decision has {SIMULATIONS} simulations where the thesis"
        f" gives two seconds, and {SIMULATIONS * _LONGER // 2} where it gives four: how near our"
        " players come to its own with so many, `huchler-simulations` measures. The thesis joins"
        " two cards to one move; here each is a decision of its own."
    ),
    contests=_contests,
    tell=_tell,
    called=lambda cell: cell.called,
    figures=partial(duel_figures, with_points=False),
)
