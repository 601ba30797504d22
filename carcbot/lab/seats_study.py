"""Studies of one kind: two players of Ameneyro and Galvan 2020 on the same decks from both seats.

Each of the paper's tables V to VII is one of them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from carcbot.arena.contest import Contest
from carcbot.arena.statistics.intervals import Estimate
from carcbot.lab.ameneyro import (
    CRITERIA,
    CRITERIA_NOTE,
    METHOD,
    Chosen,
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
from carcbot.lab.duels import SEATS, Duel, Side
from carcbot.lab.match_study import match_study
from carcbot.lab.number_text import ratio
from carcbot.lab.study import Comparison, Effort, Findings, Picture, Study, Table
from carcbot.lab.study_list import LISTED

__all__ = ["Counted", "Criteria", "Variant", "seats_study"]

_DECKS = 100
"""In the committed results, the first ones of all."""
Criteria = Mapping[tuple[str, str], Sequence[float]]
"""By player and by ``first`` or ``second``: win rate in per cent, reward, points, mpg and twm."""
Counted = Mapping[str, tuple[int, int, int]]
"""Won, drawn and lost by the first player when it was ``first`` and ``second``."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The same match with other players, beside the one that the study is about.

    Attributes:
        players: The two of them.
        remark: What is to be said of the first player's score.
    """

    players: tuple[Chosen, Chosen]
    remark: str


def seats_study(
    name: str,
    *,
    method: str,
    players: tuple[Chosen, Chosen],
    variants: Sequence[Variant],
    paper: Criteria,
    counted: Counted,
    remarks: Mapping[str, str],
    farmers: Mapping[str, str] | None = None,
) -> Study:
    """The study that repeats one of these tables.

    Args:
        name: As it is listed, with the paper's table as its source.
        method: Who plays, in a sentence.
        players: The two of them.
        variants: What is played besides.
        paper: The published criteria.
        counted: The published results.
        remarks: What is to be said of ``both`` seats, of ``first`` and of ``second``; where there
            are farmers, of each player's by its name.
        farmers: How many figures a player puts on fields in a game, where the paper tells it.
    """
    _, table, *_ = LISTED[name].source.split(", ")

    def contests(effort: Effort) -> dict[str, Contest]:
        """First the paper's, then the variants."""
        matches = [players, *(each.players for each in variants)]
        chosen = [duel(name, one(effort), other(effort), _DECKS, effort) for one, other in matches]
        return {" v ".join(each.names): each for each in chosen}

    def tell(duels: Mapping[str, Duel]) -> Findings:
        played, *others = duels.values()
        sides = by_seat(played)
        score = Comparison(
            f"{played.names[0]}'s score",
            interval(_published_score(counted)),
            interval(played.share),
            remarks["both"],
        )
        return Findings(
            (
                score,
                *_scores_besides(score, zip(variants, others, strict=True)),
                *_scores_by_seat(played, counted, remarks),
                *(
                    Comparison(
                        f"figures on fields of {name} in a game",
                        published,
                        ratio(played.sides[name].habits.figures["field"] / played.side(0).games),
                        remarks[name],
                    )
                    for name, published in (farmers or {}).items()
                ),
            ),
            (
                matches_table([played, *others]),
                _seats_table(f"By seat ({table})", sides, paper),
                _variants_table([played, *others], paper),
                features_table(played.habits, "Features and figures"),
                thinking_table([played, *others]),
            ),
            _pictures(sides, played.names),
        )

    return match_study(
        name,
        method=f"{method} {METHOD}",
        contests=contests,
        tell=tell,
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


_BOTH = ("reward", "points", "mpg")
"""The criteria of which both seats have a mean; twm is over another number of turns in each."""


def _variants_table(duels: Sequence[Duel], paper: Criteria) -> Table:
    """The paper's criteria over both seats, of every match."""
    one, other = duels[0].names
    heads = ("", *(f"{what} of {who}" for what in _BOTH for who in ("the first", "the second")))
    rows = [
        (
            f"{one} against {other}: paper",
            *_told([_published(paper, name) for name in (one, other)]),
        )
    ]
    rows += [
        (f"{' against '.join(each.names)}: here", *_told([_ours(each, 0), _ours(each, 1)]))
        for each in duels
    ]
    return Table("Both seats together", heads, tuple(rows))


def _published(paper: Criteria, name: str) -> list[float]:
    return [
        sum(paper[name, seat][CRITERIA.index(each)] for seat in ("first", "second")) / SEATS
        for each in _BOTH
    ]


def _ours(duel_: Duel, player: int) -> list[float]:
    side = duel_.side(player)
    return [side.mean_margin, side.mean_points, side.habits.figures_a_game]


def _told(of_players: Sequence[Sequence[float]]) -> Iterator[str]:
    """Criterion by criterion, that of the first player and of the second."""
    for figures in zip(*of_players, strict=True):
        yield from map(ratio, figures)


def _published_score(counted: Counted) -> Estimate:
    """What the paper's games say of the first player, whoever started."""
    won, drawn, lost = (sum(each) for each in zip(*counted.values(), strict=True))
    return share_of_games(won, drawn, lost)


def _scores_besides(
    score: Comparison, played: Iterable[tuple[Variant, Duel]]
) -> Iterator[Comparison]:
    """Of each variant the first player's score, beside the same published one."""
    for variant, duel_ in played:
        one, other = duel_.names
        yield Comparison(
            f"the same of {one} against {other}",
            score.paper,
            interval(duel_.share),
            variant.remark,
        )


def _scores_by_seat(
    duel_: Duel, counted: Counted, remarks: Mapping[str, str]
) -> Iterator[Comparison]:
    """The first player's score in each seat, beside what the paper counted."""
    name = duel_.names[0]
    for seat, published in zip(("first", "second"), counted.values(), strict=True):
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
