"""Studies of one kind: two players of Ameneyro and Galvan 2020 on the same decks from both seats.

Each of the paper's tables V to VII is one of them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from carcbot.arena.contest import Contest
from carcbot.lab.ameneyro import (
    CRITERIA,
    CRITERIA_NOTE,
    METHOD,
    by_seat,
    criteria,
    duel,
    later_turns,
)
from carcbot.lab.duel_tables import (
    features_table,
    interval,
    matches_table,
    share_of_games,
    thinking_table,
)
from carcbot.lab.duels import Duel, Player, Side, blocks_in, play
from carcbot.lab.study import Comparison, Desk, Effort, Picture, Result, Study, Table
from carcbot.lab.wording import ratio

__all__ = ["Counted", "Criteria", "seats_study"]

Criteria = Mapping[tuple[str, str], Sequence[float]]
"""By player and by ``first`` or ``second``: win rate in per cent, reward, points, mpg and twm."""
Counted = Mapping[str, tuple[int, int, int]]
"""Won, drawn and lost by the first player when it was ``first`` and ``second``."""


def seats_study(
    name: str,
    title: str,
    table: str,
    *,
    method: str,
    players: Sequence[Callable[[Effort], Player]],
    blocks: int,
    paper: Criteria,
    counted: Counted,
    remarks: Mapping[str, str],
) -> Study:
    """The study that repeats one of these tables.

    Args:
        name: As users write it.
        title: In a few words.
        table: The number of the paper's table, with its figures if it has some: ``"V, figures 3"``.
        method: Who plays, in a sentence.
        players: The two of them.
        blocks: Decks in the committed result.
        paper: The published criteria.
        counted: The published results.
        remarks: What is to be said of ``both`` seats, of ``first`` and of ``second``.
    """
    one, other = players

    def contest_of(effort: Effort) -> Contest:
        return duel(name, one(effort), other(effort), blocks, effort)

    def run(effort: Effort, desk: Desk) -> Result:
        played = play(contest_of(effort), desk)
        sides = by_seat(played)
        habits = {each: played.side(player).habits for player, each in enumerate(played.names)}
        return Result(
            name,
            effort,
            tuple(_win_rates(played, counted, remarks)),
            (
                matches_table([played]),
                _seats_table(f"By seat (table {table.partition(',')[0]})", sides, paper),
                features_table(habits, "Features and figures"),
                thinking_table([played]),
            ),
            {"duel": played.figures()},
            _pictures(sides, played.names),
        )

    return Study(
        name=name,
        title=title,
        source=f"Ameneyro and Galvan 2020, table {table}",
        method=f"{method} {METHOD}",
        counts="matches",
        usual=Effort(),
        steps=lambda effort: blocks_in([contest_of(effort)]),
        run=run,
    )


def _seats_table(
    title: str,
    sides: Mapping[tuple[str, str], Side],
    paper: Criteria,
) -> Table:
    """The paper's criteria for each player in each seat.

    Args:
        title: With the number of the paper's table.
        sides: As `by_seat` makes them, or some of these.
        paper: Of each the published win rate, reward, points, mpg and twm.
    """
    heads = ("", *(f"{name} as {seat}" for name, seat in sides))
    rows: list[tuple[str, ...]] = []
    for at, criterion in enumerate(CRITERIA):
        digits, unit = (1, " %") if criterion == "won" else (2, "")
        published = [paper[place][at] for place in sides]
        ours = [criteria(side, seat)[at] for (_, seat), side in sides.items()]
        for where, figures in (("paper", published), ("here", ours)):
            told = (f"{each:.{digits}f}{unit}" for each in figures)
            rows.append((f"{criterion}: {where}", *told))
    rows.append(("later turns: here", *(ratio(later_turns(side)) for side in sides.values())))
    return Table(title, heads, tuple(rows), CRITERIA_NOTE)


def _win_rates(duel_: Duel, paper: Counted, remarks: Mapping[str, str]) -> Iterator[Comparison]:
    """The first player's score in both seats together, and in each, beside what the paper counted.

    Args:
        duel_: Who played.
        paper: Won, drawn and lost by the first player when it was ``first`` and ``second``.
        remarks: What is to be said of ``both`` seats, of ``first`` and of ``second``.
    """
    name = duel_.names[0]
    won, drawn, lost = (sum(each) for each in zip(*paper.values(), strict=True))
    yield Comparison(
        f"{name}'s score",
        interval(share_of_games(won, drawn, lost)),
        interval(duel_.share),
        remarks["both"],
    )
    for seat, published in zip(("first", "second"), paper.values(), strict=True):
        side = duel_.side(0, 0 if seat == "first" else 1)
        yield Comparison(
            f"{name}'s score as {seat} player",
            interval(share_of_games(*published)),
            interval(share_of_games(side.wins, side.draws, side.losses)),
            remarks[seat],
        )


def _pictures(sides: Mapping[tuple[str, str], Side], names: Sequence[str]) -> tuple[Picture, ...]:
    """The mean virtual scores by turn, when one starts and when the other does (figures 3, 4)."""
    return tuple(
        Picture(
            f"{starter}-first".lower(),
            f"Mean virtual scores by turn, {starter} first",
            "lines",
            "own turn",
            {
                f"{starter}, first": _rounded(sides[starter, "first"]),
                f"{second}, second": _rounded(sides[second, "second"]),
            },
        )
        for starter, second in (tuple(names), tuple(reversed(names)))
    )


def _rounded(side: Side) -> list[float]:
    return [round(mean, 3) for mean in side.habits.mean_virtual]
