"""Does our best agent for Thurn and Taxis beat the thesis's? A question of our own."""

from collections.abc import Sequence
from typing import Final

from carcbot.arena.blocks import BlockResult
from carcbot.arena.contest import Contest, Entrant
from carcbot.arena.contest_file import check_contest
from carcbot.games.thurn_and_taxis.habits import LENGTHS, OFFICIALS, Habits, habits_of
from carcbot.lab.duels import SEATS, blocks_in, play_evenly
from carcbot.lab.first_places import comparison, matches_table, unfinished_matches
from carcbot.lab.first_places import figures as figures_of
from carcbot.lab.schadd import GAME, player
from carcbot.lab.study import Effort, Findings, Result, Study, Table, Workbench

__all__ = ["STUDY"]

_NAME: Final = "postmaster"
_SIMULATIONS: Final = 200
"""A decision of ours; more have not been found to be better."""
_RIVAL: Final = "schadd-mcts-pr"
_FEWER: Final = 5
"""With more seats a block takes so many times as long, and they have so many times fewer."""
_MATCHES: Final = {
    # the seats, the rules, the blocks, and what share of the wins was wanted
    "2 seats, official rules": (2, "", 200, 0.65),
    "2 seats, the thesis's rules": (2, "reading=thesis", 200, 0.65),
    "3 seats, official rules": (3, "", 40, 1.5 / 3),
    "4 seats, official rules": (4, "", 30, 1.5 / 4),
}


def _contest(seats: int, options: str, blocks: int, effort: Effort) -> Contest:
    """One of ours against as many of the thesis's as there are other seats."""
    name, agent = player(_RIVAL, effort)
    rules = options.partition("=")[2] or "official"
    rivals = (
        Entrant(f"{name}-{rules}" + (f"-{seat}" if seats > SEATS else ""), agent)
        for seat in range(1, seats)
    )
    ours = Entrant(_NAME, f"{_NAME}:sims={effort.thinking(_SIMULATIONS)}")
    contest = Contest(
        name=f"{_NAME} {seats} {options}".rstrip(),
        game=GAME,
        options=options,
        seats=seats,
        blocks=effort.blocks(blocks),
        seed=effort.seed,
        player=(ours, *rivals),
    )
    return check_contest(contest, _NAME)


def _contests(effort: Effort) -> dict[str, Contest]:
    return {
        match: _contest(seats, options, blocks, effort)
        for match, (seats, options, blocks, _) in _MATCHES.items()
    }


def _habits(match: str, results: Sequence[BlockResult]) -> Table:
    """How both play, in a game."""
    games = [game for block in results for game in block.games]
    names = games[0].names
    found = habits_of(names, ((game.names, game.record) for game in games))
    ours = found.pop(_NAME)
    (theirs,) = found.values()

    def row(what: str, of: str, number: float, other: float) -> tuple[str, ...]:
        return (f"{what} {of}".strip(), f"{number:.2f}", f"{other:.2f}")

    def each(habits: Habits) -> dict[str, float]:
        told = {"turns": habits.a_game(habits.turns), "points": habits.a_game(habits.points)}
        for length, closed in zip(LENGTHS.values(), habits.routes_a_game, strict=True):
            told[f"routes of {length} cards"] = closed
        for official in OFFICIALS:
            told[f"official: {official}"] = habits.a_game(habits.officials[official])
        for city in ("Lod", "blind"):
            told[f"cards taken: {city}"] = habits.a_game(habits.cards[city])
        return told

    rows = tuple(
        row(what, "", number, other)
        for (what, number), other in zip(each(ours).items(), each(theirs).values(), strict=True)
    )
    return Table(f"Habits in a game: {match}", ("", _NAME, "the thesis's best"), rows)


def _run(effort: Effort, workbench: Workbench) -> Result:
    contests = _contests(effort)
    played = play_evenly(
        contests, workbench, weight=lambda each: 1 if each.seats == SEATS else _FEWER
    )
    findings = Findings(
        tuple(
            comparison(match, results, _NAME, _MATCHES[match][3])
            for match, results in played.items()
        ),
        (
            matches_table(played, dict.fromkeys(played, _NAME)),
            *(
                _habits(match, results)
                for match, results in played.items()
                if _MATCHES[match][0] == SEATS
            ),
        ),
    )
    figures = {
        match: figures_of(_NAME, contests[match], results) for match, results in played.items()
    }
    return findings.result(_NAME, effort, figures, unfinished_matches(contests, played))


STUDY = Study(
    name=_NAME,
    method=(
        f"Our preset {_NAME} with {_SIMULATIONS} simulations a decision meets the best of F."
        " Schadd's thesis, tree search with pseudo-random games of ten turns, with as many"
        " simulations as its program makes in three minutes for a game; with more than two seats"
        " one of ours meets as many of those as there are other seats. What was wanted is 65 % of"
        " the games of two, and with three and four one and a half times a seat's share of the"
        " first places. All games of a block have the same draws."
    ),
    steps=lambda effort: blocks_in(_contests(effort).values()),
    run=_run,
)
