"""The tables of a contest as CSV, which every spreadsheet reads."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

from carcbot.arena.blocks import FAULTS, Effort, GameResult
from carcbot.arena.contest_course import ContestCourse
from carcbot.arena.standings import crosstable
from carcbot.games.extras import Figures

__all__ = ["crosstable_csv", "games_csv", "standings_csv"]


def standings_csv(rows: Sequence[Figures]) -> str:
    """A line for each player, the best first, of the figures of all."""
    heads = [head for head in (rows[0] if rows else ()) if head != "faults"]
    return _csv(
        [*heads, *FAULTS],
        (
            [*(row[head] for head in heads), *(row["faults"][kind] for kind in FAULTS)]
            for row in rows
        ),
    )


def crosstable_csv(course: ContestCourse) -> str:
    """A line for each player and each other that it met: what it won, of so many games."""
    names = course.contest.names
    return _csv(
        ["player", "against", "won", "games"],
        (
            [names[one], names[other], f"{float(won):g}", games]
            for (one, other), (won, games) in sorted(crosstable(course.counted).items())
        ),
    )


def games_csv(course: ContestCourse, matches: Mapping[tuple[int, int], str] | None = None) -> str:
    """A line for each seat of each game that counts.

    Args:
        course: The contest.
        matches: What the match of a game was called, by its block and number; of competitions.
    """
    heads = [
        "block",
        "round",
        "game",
        "seat",
        "player",
        "points",
        "place",
        "fault",
        "overrun_s",
        "gave_up",
        "decisions",
        "nodes",
        "simulations",
        "seconds",
        "not_own",
        *(() if matches is None else ("match",)),
    ]
    return _csv(
        heads,
        (
            [*line, *(() if matches is None else (matches.get((game.block, game.game), ""),))]
            for result in course.counted
            for game in result.games
            for line in _game(game, result.block.round)
        ),
    )


def _game(game: GameResult, round_: int) -> Iterable[Sequence[object]]:
    for seat, name in enumerate(game.names):
        effort = game.efforts[seat] if game.efforts else Effort()
        fault = next((each for each in game.faults if each.seat == seat), None)
        yield (
            game.block,
            round_,
            game.game,
            seat,
            name,
            game.scores[seat],
            game.places[seat],
            fault.kind if fault else "",
            fault.overrun_s if fault else "",
            int(seat in game.gave_up),
            effort.decisions,
            effort.nodes,
            effort.simulations,
            round(effort.seconds, 6),
            effort.not_own,
        )


def _csv(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return text.getvalue()
