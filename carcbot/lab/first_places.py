"""How often one of ours comes first against all others at its table, and how far ahead it is."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from carcbot.arena.blocks import BlockResult, Effort, GameResult
from carcbot.arena.contest import Contest
from carcbot.arena.statistics.intervals import Estimate, mean_margin, mean_share
from carcbot.lab.card_duels import duel_figures
from carcbot.lab.duel_tables import interval, margin_text
from carcbot.lab.duels import SEATS, Duel
from carcbot.lab.number_text import count, percent
from carcbot.lab.study import Comparison, Figures, Table, Unfinished

__all__ = [
    "comparison",
    "figures",
    "first_places",
    "lead",
    "margin_of",
    "matches_table",
    "mean_points",
    "share_of",
    "unfinished_matches",
    "verdict",
]

_NOTE = (
    "A first place that is shared counts in equal parts. Intervals are over blocks, each of"
    " which is played from every seat."
)


def share_of(game: GameResult, name: str) -> float:
    """A player's part of the first place; those who share it have equal parts."""
    won = game.places[game.names.index(name)] == 1
    return won / game.places.count(1)


def margin_of(game: GameResult, name: str) -> int:
    """By how much a player is ahead of the best of the others."""
    at = game.names.index(name)
    return game.scores[at] - max(each for seat, each in enumerate(game.scores) if seat != at)


def first_places(results: Sequence[BlockResult], name: str) -> Estimate:
    """The player's share of the first places."""
    shares = [np.mean([share_of(game, name) for game in block.games]) for block in results]
    return mean_share(np.array(shares), results[0].block.games)


def lead(results: Sequence[BlockResult], name: str) -> Estimate:
    """By how much it is ahead of the best of the others, in the mean."""
    margins = [np.mean([margin_of(game, name) for game in block.games]) for block in results]
    return mean_margin(np.array(margins), results[0].block.games)


def mean_points(results: Sequence[BlockResult], name: str, *, own: bool = True) -> float:
    """The points of the player in a game, or of all others."""
    points = [
        each
        for block in results
        for game in block.games
        for player, each in zip(game.names, game.scores, strict=True)
        if (player == name) == own
    ]
    return float(np.mean(points))


def _thought(results: Sequence[BlockResult], name: str, *, own: bool) -> Effort:
    return sum(
        (
            effort
            for block in results
            for game in block.games
            for player, effort in zip(game.names, game.efforts, strict=True)
            if (player == name) == own
        ),
        Effort(),
    )


def comparison(match: str, results: Sequence[BlockResult], name: str, wanted: float) -> Comparison:
    """The share of the first places beside what was wanted."""
    games = sum(block.block.games for block in results)
    return verdict(f"first places, {match}, {games:,} games", first_places(results, name), wanted)


def verdict(what: str, share: Estimate, wanted: float) -> Comparison:
    """A share beside what was wanted: whether that is shown, and with which certainty."""
    if share.low >= wanted:
        said = "Shown."
    elif share.high < wanted:
        said = "Not reached."
    else:
        said = "Neither shown nor excluded by so few games."
    return Comparison(what, f"at least {percent(wanted)}", interval(share), said)


def matches_table(
    played: Mapping[str, Sequence[BlockResult]],
    names: Mapping[str, str],
    mixed: Collection[str] = (),
) -> Table:
    """A row for each match.

    Args:
        played: The blocks of each.
        names: Whose first places are told, by match.
        mixed: Matches whose others differ, so that a mean of their simulations would say nothing.
    """
    rows = []
    for match, results in played.items():
        name = names[match]
        ours, theirs = (_thought(results, name, own=own) for own in (True, False))
        rows.append(
            (
                match,
                str(sum(block.block.games for block in results)),
                interval(first_places(results, name)),
                margin_text(lead(results, name)),
                count(ours.simulations / ours.decisions),
                "" if match in mixed else count(theirs.simulations / theirs.decisions),
            )
        )
    heads = (
        "match",
        "games",
        "first places, 95 %",
        "ahead of the best other, 95 %",
        "our simulations a decision",
        "theirs",
    )
    return Table("The matches", heads, tuple(rows), _NOTE)


def figures(ours: str, contest: Contest, results: tuple[BlockResult, ...]) -> Figures:
    """A match for programs, with how ours did in it; of two seats it is a duel."""
    missing = contest.blocks - len(results)
    if contest.seats == SEATS:
        one, other = contest.names
        return duel_figures(Duel((one, other), results, missing))
    return {
        "players": list(contest.names),
        "blocks": len(results),
        "blocks_missing": missing,
        "share": first_places(results, ours).ends,
        "margin": lead(results, ours).ends,
    }


def unfinished_matches(
    contests: Mapping[str, Contest], played: Mapping[str, Sequence[BlockResult]]
) -> tuple[Unfinished, ...]:
    """Which matches, by their titles, have fewer games than they should."""
    return tuple(
        Unfinished(title, len(played[title]) * each.seats, each.blocks * each.seats, "games")
        for title, each in contests.items()
        if len(played[title]) < each.blocks
    )
