"""What makes champion strong, and how strong are its weaker brothers? A question of our own."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from carcbot.arena.blocks import BlockResult
from carcbot.arena.contest import Contest, Entrant
from carcbot.arena.contest_file import check_contest
from carcbot.arena.contest_statistics import blocks_of, ratings_of
from carcbot.arena.statistics.doublings import elo_per_doubling
from carcbot.arena.statistics.elo import elo
from carcbot.arena.statistics.phrases import elo_text
from carcbot.games import USUAL_GAME
from carcbot.lab.duels import SEATS, blocks_in, duel_of, play_evenly
from carcbot.lab.first_places import comparison, matches_table, unfinished_matches
from carcbot.lab.first_places import figures as figures_of
from carcbot.lab.study import (
    Comparison,
    Effort,
    Findings,
    Result,
    Study,
    Table,
    Workbench,
)

__all__ = ["STUDY"]

_NAME: Final = "strengths"
_BLOCKS: Final = 200
_BLOCKS_OF_PARTS: Final = 2000
"""A part of the search is worth little, if anything: 4,000 games tell it to ten Elo."""
_SIMULATIONS: Final = 100
"""A decision, where nothing else is said: three milliseconds of an idle core."""
_MANY: Final = 800
"""A decision, where a part of the search may need them to show: twenty milliseconds."""
_OF_OLD: Final = 1650
"""A decision of the old tree search at a table, which are some ten milliseconds."""
_AT_SIX: Final = 44
"""A decision of champion in the same time at a table of six."""
_ONCE_AT_SIX: Final = 40
"""The same of an earlier champion, before its simulations took a fifth less time."""
_RUNGS: Final = tuple(25 << doubling for doubling in range(9))
"""Simulations that are doubled: from less than a millisecond to a fifth of a second."""
_LIGHT: Final = 400
"""With so many a game takes a second; those with more are played less often."""


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
        blocks: How many decks are played.
        others: What the others are called at a table, before their number.
        kinds: Whether the others at a table are of different kinds, each with a limit of its own.
    """

    one: str
    other: str
    sims: tuple[int, int] = (_SIMULATIONS, _SIMULATIONS)
    wanted: float = 0.5
    seats: int = SEATS
    options: str = ""
    blocks: int = _BLOCKS
    others: str = "mcts"
    kinds: bool = False


_LADDER: Final = ("beginner", "easy", "medium", "strong", "champion")
_AWAY: Final = {
    "judge": _Match("champion", "judge", (_SIMULATIONS, 0)),
    "champion-with-weights-of-2009": _Match("champion", "champion:eval=heyden"),
    **{
        f"champion-{how}": _Match("champion", f"champion:{part}", blocks=_BLOCKS_OF_PARTS)
        for how, part in (
            ("without-priors", "spread=1e6"),
            ("with-steeper-priors", "spread=1"),
            ("without-curiosity", "c=0"),
            ("without-wins", "win=0"),
        )
    },
}
_ALL: Final = "expansions=river+inns_and_cathedrals+abbot"
_SIX: Final = "expansions=inns_and_cathedrals"
_TABLES: Final = {
    # the seats, how many simulations champion and the old search have there in the same time, and
    # decks: more where the share is near what was wanted
    "three": (3, "", 84, _OF_OLD, _BLOCKS),
    "three, all expansions": (3, _ALL, 95, _OF_OLD, _BLOCKS),
    "four": (4, "", 57, _OF_OLD, _BLOCKS),
    "five": (5, "", 44, _OF_OLD, 400),
    "six, Inns & Cathedrals": (6, _SIX, _AT_SIX, _OF_OLD, 3400),
    "six, Inns & Cathedrals, a tenth of a second": (6, _SIX, 410, 10 * _OF_OLD, _BLOCKS),
}
_KINDS: Final = {
    # kinds of the old searches, and the limit of each that takes the time of mcts at a table
    "mcts": ("sims", 10 * _OF_OLD),
    "rave": ("sims", 12_100),
    "star25": ("nodes", 140_000),
    "maxn": ("nodes", 140_000),
    "flat": ("sims", 20_000),
}


def _kinds_at(seats: int) -> list[str]:
    """Who meets champion where those at a table are of different kinds."""
    return list(_KINDS)[: seats - 1]


def _against_kinds(told: str) -> tuple[str, _Match]:
    """The title and the match against as many kinds, all with a tenth of a second."""
    seats, options, simulations, of_old, _ = _TABLES[told]
    if seats == 6:  # its games were played then, and go on as they began
        simulations = _ONCE_AT_SIX
    *most, last = _kinds_at(seats)
    return (
        f"champion at a table of {told}, against {', '.join(most)} and {last}",
        _Match(
            "champion",
            "",
            (10 * simulations, 10 * of_old),
            2 / seats,
            seats,
            options,
            _BLOCKS,
            kinds=True,
        ),
    )


_MATCHES: Final = {
    **{f"{one} against {other}": _Match(one, other) for other, one in pairwise(_LADDER)},
    **{f"champion against {part}": match for part, match in _AWAY.items()},
    **{
        f"champion-{_MANY} against champion-{_MANY}-without-{part}": _Match(
            "champion", _AWAY[f"champion-without-{part}"].other, (_MANY, _MANY)
        )
        for part in ("curiosity", "priors", "wins")
    },
    **{
        f"champion-{twice} against champion-{twice // 2}": _Match(
            "champion", "champion", (twice, twice // 2)
        )
        for twice in _RUNGS[1:]
    },
    **{
        f"champion at a table of {told}": _Match(
            "champion",
            "mcts",
            (simulations, of_old),
            2 / seats,
            seats,
            options,
            blocks,
        )
        for told, (seats, options, simulations, of_old, blocks) in _TABLES.items()
    },
    **dict(_against_kinds(told) for told, (*_, of_old, _) in _TABLES.items() if of_old == _OF_OLD),
    "champion at a table of six, Inns & Cathedrals, against five without wins": _Match(
        "champion",
        _AWAY["champion-without-wins"].other,
        (_ONCE_AT_SIX, _ONCE_AT_SIX),
        1 / 6,
        6,
        _SIX,
        400,
        "champion-without-wins",
    ),
}


def _agent(agent: str, simulations: int, effort: Effort) -> str:
    if not simulations:
        return agent
    return f"{agent}{',' if ':' in agent else ':'}sims={effort.thinking(simulations)}"


def _others(match: _Match, title: str, effort: Effort) -> list[Entrant]:
    """Whom the first meets."""
    if match.kinds:
        limits = {kind: _KINDS[kind] for kind in _kinds_at(match.seats)}
        return [
            Entrant(kind, f"{kind}:{limit}={effort.thinking(amount)}")
            for kind, (limit, amount) in limits.items()
        ]
    other = _agent(match.other, match.sims[1], effort)
    if match.seats == SEATS:
        return [Entrant(title.partition(" against ")[2], other)]
    return [Entrant(f"{match.others}-{seat}", other) for seat in range(1, match.seats)]


def _contest(title: str, match: _Match, effort: Effort) -> Contest:
    name = title.partition(" against ")[0] if match.seats == SEATS else match.one
    contest = Contest(
        name=f"{_NAME} {title}",
        game=USUAL_GAME,
        options=match.options,
        seats=match.seats,
        blocks=effort.blocks(match.blocks),
        seed=effort.seed,
        player=(
            Entrant(name, _agent(match.one, match.sims[0], effort)),
            *_others(match, title, effort),
        ),
    )
    return check_contest(contest, _NAME)


def _weight(contest: Contest) -> float:
    """How long a game of a match takes beside those of others."""
    match = _MATCHES[contest.name.removeprefix(f"{_NAME} ")]
    return (match.seats - 1) * max(1.0, match.sims[0] / _LIGHT, match.sims[1] / _OF_OLD)


def _doubling(
    contests: Mapping[str, Contest], played: Mapping[str, tuple[BlockResult, ...]]
) -> Comparison:
    """What twice as many simulations are worth, over all of them."""
    names = [f"champion-{rung}" for rung in _RUNGS]
    titles = [f"{twice} against {once}" for once, twice in pairwise(names)]
    duels = [duel_of(contests[title], played[title]) for title in titles]
    ratings = ratings_of([game for duel in duels for game in duel.games], names)
    gain = elo_per_doubling(_RUNGS, ratings.elo, ratings.covariance).elo
    return Comparison(
        f"Elo for each doubling of champion's simulations, from {_RUNGS[0]} to {_RUNGS[-1]:,}",
        "no paper",
        elo_text(gain),
        "Shown." if gain.low > 0 else "No gain is shown.",
    )


def _run(effort: Effort, workbench: Workbench) -> Result:
    contests = {title: _contest(title, match, effort) for title, match in _MATCHES.items()}
    played = play_evenly(contests, workbench, weight=_weight)
    firsts = {title: contest.names[0] for title, contest in contests.items()}
    rows = tuple(
        (title, elo_text(elo(blocks_of(results), 0)))
        for title, results in played.items()
        if _MATCHES[title].seats == SEATS
    )
    findings = Findings(
        (
            *(
                comparison(title, results, firsts[title], _MATCHES[title].wanted)
                for title, results in played.items()
            ),
            _doubling(contests, played),
        ),
        (
            matches_table(played, firsts, [title for title in played if _MATCHES[title].kinds]),
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
    method=(
        "The strengths that the page offers meet the next weaker one. Champion meets itself with a"
        " part taken away or made otherwise, and with half the simulations, up to"
        f" {_RUNGS[-1]:,}, a fifth of a second; at tables of three to six it meets as"
        " many of the old tree search, mcts, as there are other seats, each of which has"
        f" {_OF_OLD} simulations, and champion as many as take the same time: some ten"
        " milliseconds; at six they meet with ten times as many besides, a tenth of a second, and"
        f" one champion meets five without the chance of winning, all with {_ONCE_AT_SIX}"
        " simulations."
        " At each of these tables one champion meets as many kinds of the old searches, too, as"
        " there are other seats, all with a tenth of a second: star25 and maxn have"
        f" {_KINDS['maxn'][1]:,} nodes then, and flat has {_KINDS['flat'][1]:,} simulations."
        f" Where nothing else is said champion and its brothers have {_SIMULATIONS} simulations a"
        " decision, three milliseconds. Games without another part than the chance of winning, with"
        " other numbers of simulations, and at tables against old searches are of an earlier"
        " champion, whose draws differed from move to move, which weighed winning otherwise and had"
        " other weights at tables of three; but those at six against five mcts with"
        f" {_OF_OLD} simulations are of today's. After 2,900 of them, which left it open, their"
        " number was raised from 6,000 to 20,400."
        " What was wanted is that the stronger one wins more than half, and at a table against old"
        " searches twice a seat's share of the first places."
    ),
    steps=lambda effort: blocks_in(
        _contest(title, match, effort) for title, match in _MATCHES.items()
    ),
    run=_run,
)
