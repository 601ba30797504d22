"""What makes champion strong, and how strong are its weaker brothers? A question of our own."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from carcbot.arena.contest import Contest, Entrant
from carcbot.arena.contest_file import check_contest
from carcbot.arena.contest_statistics import blocks_of
from carcbot.arena.statistics.elo import elo
from carcbot.arena.statistics.phrases import elo_text
from carcbot.games import USUAL_GAME
from carcbot.lab.duels import SEATS, blocks_in, play_evenly
from carcbot.lab.first_places import comparison, matches_table, unfinished_matches
from carcbot.lab.first_places import figures as figures_of
from carcbot.lab.study import Effort, Findings, Result, Study, Table, Workbench

__all__ = ["STUDY"]

_NAME: Final = "strengths"
_BLOCKS: Final = 200
_SIMULATIONS: Final = 100
"""A decision, where nothing else is said: three milliseconds of an idle core."""
_OF_OLD: Final = 1650
"""A decision of the old tree search, which are ten milliseconds."""


@dataclass(frozen=True, slots=True)
class _Match:
    """One against as many of another as there are other seats.

    Attributes:
        one: An agent without its limit.
        other: Likewise.
        sims: The limits of both; 0 is none.
        wanted: The share of first places that was wanted of the first.
        seats: How many play.
        options: Of the game, besides.
    """

    one: str
    other: str
    sims: tuple[int, int] = (_SIMULATIONS, _SIMULATIONS)
    wanted: float = 0.5
    seats: int = SEATS
    options: str = ""


_LADDER: Final = ("beginner", "easy", "medium", "strong", "champion")
_AWAY: Final = {
    "judge": _Match("champion", "judge", (_SIMULATIONS, 0)),
    "champion-with-weights-of-2009": _Match("champion", "champion:eval=heyden"),
    "champion-without-priors": _Match("champion", "champion:spread=1e6"),
    "champion-without-curiosity": _Match("champion", "champion:c=0"),
    "champion-without-wins": _Match("champion", "champion:win=0"),
}
_ALL: Final = "expansions=river+inns_and_cathedrals+abbot"
_TABLES: Final = {
    "three": (3, ""),
    "three, all expansions": (3, _ALL),
    "four": (4, ""),
    "five": (5, ""),
    "six, Inns & Cathedrals": (6, "expansions=inns_and_cathedrals"),
}
_MATCHES: Final = {
    **{f"{one} against {other}": _Match(one, other) for other, one in pairwise(_LADDER)},
    **{f"champion against {part}": match for part, match in _AWAY.items()},
    **{
        f"champion-{twice} against champion-{twice // 2}": _Match(
            "champion", "champion", (twice, twice // 2)
        )
        for twice in (50, 100, 200, 400)
    },
    **{
        f"champion at a table of {told}": _Match(
            "champion",
            "mcts",
            (_SIMULATIONS, _OF_OLD),
            2 / seats,
            seats,
            options,
        )
        for told, (seats, options) in _TABLES.items()
    },
}


def _agent(agent: str, simulations: int, effort: Effort) -> str:
    if not simulations:
        return agent
    return f"{agent}{',' if ':' in agent else ':'}sims={effort.thinking(simulations)}"


def _contest(title: str, match: _Match, effort: Effort) -> Contest:
    one, other = (
        _agent(agent, simulations, effort)
        for agent, simulations in zip((match.one, match.other), match.sims, strict=True)
    )
    first, *others = (
        title.split(" against ")
        if match.seats == SEATS
        else ("champion", *(f"mcts-{seat}" for seat in range(1, match.seats)))
    )
    contest = Contest(
        name=f"{_NAME} {title}",
        game=USUAL_GAME,
        options=match.options,
        seats=match.seats,
        blocks=effort.blocks(_BLOCKS * SEATS // match.seats),
        seed=effort.seed,
        player=(
            Entrant(first, one),
            *(Entrant(name, other) for name in others),
        ),
    )
    return check_contest(contest, _NAME)


def _run(effort: Effort, workbench: Workbench) -> Result:
    contests = {title: _contest(title, match, effort) for title, match in _MATCHES.items()}
    played = play_evenly(contests, workbench, weight=lambda contest: contest.seats - 1)
    firsts = {title: contest.names[0] for title, contest in contests.items()}
    rows = tuple(
        (title, elo_text(elo(blocks_of(results), 0)))
        for title, results in played.items()
        if _MATCHES[title].seats == SEATS
    )
    findings = Findings(
        tuple(
            comparison(title, results, firsts[title], _MATCHES[title].wanted)
            for title, results in played.items()
        ),
        (
            matches_table(played, firsts),
            Table("Elo of the first beside the other", ("match", "Elo, 95 %"), rows),
        ),
    )
    figures = {
        title: figures_of(firsts[title], contests[title], results)
        for title, results in played.items()
    }
    return findings.result(_NAME, effort, figures, unfinished_matches(contests, played))


STUDY = Study(
    name=_NAME,
    title="What makes champion strong",
    source="a question of our own",
    method=(
        "The strengths that the page offers meet the next weaker one. Champion meets itself with a"
        " part taken away, and with half the simulations; at tables of three to six it meets as"
        " many of the old tree search, mcts, as there are other seats. Champion and its brothers"
        f" have {_SIMULATIONS} simulations a decision, three milliseconds of an idle core, mcts has"
        f" {_OF_OLD}, ten. What was wanted is that the stronger one wins more than half, and twice"
        " a seat's share of the first places."
    ),
    counts="matches",
    usual=Effort(),
    steps=lambda effort: blocks_in(
        _contest(title, match, effort) for title, match in _MATCHES.items()
    ),
    run=_run,
)
