"""Tree search, RAVE and Star2.5 against a random player. Ameneyro and Galvan 2020, table IV."""

from collections.abc import Iterator

from carcbot.arena.contest import Contest
from carcbot.lab.ameneyro import (
    CRITERIA,
    CRITERIA_NOTE,
    METHOD,
    by_seat,
    criteria,
    duel,
    later_turns,
    mcts,
    random_agent,
    rave,
    star25,
)
from carcbot.lab.duel_tables import matches_table, thinking_table
from carcbot.lab.duels import Side, blocks_in, play
from carcbot.lab.study import Comparison, Desk, Effort, Result, Study, Table
from carcbot.lab.wording import ratio

__all__ = ["STUDY"]

_BLOCKS = 10
_PAPER: dict[str, tuple[float, ...]] = {
    # reward, points, mpg and twm as the second player
    "MCTS": (93.45, 107.44, 14.98, 0.57),
    "RAVE": (95.74, 109.42, 15.47, 0.59),
    "Star2.5": (69.93, 85.41, 12.91, 0.47),
}


def _contests(effort: Effort) -> dict[str, Contest]:
    return {
        player[0]: duel("random-rival", player, random_agent(), _BLOCKS, effort)
        for player in (mcts(effort), rave(effort), star25(effort))
    }


def _run(effort: Effort, desk: Desk) -> Result:
    duels = {name: play(contest, desk) for name, contest in _contests(effort).items()}
    sides = {name: by_seat(each) for name, each in duels.items()}
    second = {name: each[name, "second"] for name, each in sides.items()}
    first = {name: each[name, "first"] for name, each in sides.items()}
    return Result(
        "random-rival",
        effort,
        tuple(_comparisons(second)),
        (
            Table(
                "As second player (table IV)",
                _COLUMNS,
                tuple(_rows(second, "second", _PAPER)),
                CRITERIA_NOTE,
            ),
            Table("As first player", _COLUMNS, tuple(_rows(first, "first", {}))),
            matches_table(list(duels.values())),
            thinking_table(list(duels.values())),
        ),
        {name: each.figures() for name, each in duels.items()},
    )


_COLUMNS = ("", *CRITERIA, "later turns")


def _rows(
    sides: dict[str, Side], seat: str, paper: dict[str, tuple[float, ...]]
) -> Iterator[tuple[str, ...]]:
    for name, side in sides.items():
        if name in paper:
            yield (f"{name}: paper", "100 %", *map(ratio, paper[name]), "")
        won, *others = criteria(side, seat)
        yield f"{name}: here", f"{won:.0f} %", *map(ratio, others), ratio(later_turns(side))


def _comparisons(sides: dict[str, Side]) -> Iterator[Comparison]:
    for name, told in _PAPER.items():
        ours = dict(zip(CRITERIA, criteria(sides[name], "second"), strict=True))
        published = dict(zip(CRITERIA[1:], told, strict=True))
        for what in ("reward", "mpg"):
            yield Comparison(
                f"{what} of {name}",
                ratio(published[what]),
                ratio(ours[what]),
                _REMARKS[name],
            )


_LESS = (
    "Less, so that the paper's MCTS has had more simulations than these; how many its times do not"
    " say."
)
_REMARKS = {
    "MCTS": _LESS,
    "RAVE": "Less, as with MCTS; between the two no difference is shown here.",
    "Star2.5": (
        "Agrees: within depth 3 most is found with a sixtieth of the nodes that all of it has."
    ),
}


STUDY = Study(
    name="random-rival",
    title="Against a random player",
    source="Ameneyro and Galvan 2020, table IV",
    method=(
        "Tree search, RAVE and Star2.5, each with the paper's parameters, play against who lays the"
        " tile anywhere and then puts a meeple anywhere or nowhere. The paper has 100 games with"
        f" the random player first. {METHOD}"
    ),
    counts="matches",
    usual=Effort(),
    steps=lambda effort: blocks_in(_contests(effort).values()),
    run=_run,
)
