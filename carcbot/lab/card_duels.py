"""Matches of card games as studies play them, a few blocks of each at a time."""

from collections.abc import Callable, Hashable, Mapping
from statistics import fmean
from typing import TypeVar

from carcbot.arena.contest import Contest
from carcbot.lab.duel_tables import interval
from carcbot.lab.duels import SEATS, Duel, blocks_in, duel_of, play_evenly
from carcbot.lab.match_study import unfinished
from carcbot.lab.study import Effort, Figures, Findings, Result, Study, Table, Workbench

__all__ = ["card_study", "duel_figures", "scores_table"]

Key = TypeVar("Key", bound=Hashable)


def card_study(
    name: str,
    *,
    method: str,
    contests: Callable[[Effort], Mapping[Key, Contest]],
    tell: Callable[[Mapping[Key, Duel]], Findings],
    called: Callable[[Key], str] = str,
    with_points: bool = True,
) -> Study:
    """The study that plays these contests, so that each has something if time runs out.

    Args:
        name: As it is listed.
        method: What is done and what is counted, in a few sentences.
        contests: What is played, under keys of the study's own.
        tell: What there is to say, by the same keys.
        called: What a key is called in the figures.
        with_points: Whether these have the points of each game, which its record tells too, and not
            their mean alone.
    """

    def run(effort: Effort, workbench: Workbench) -> Result:
        wanted = contests(effort)
        played = play_evenly(wanted, workbench)
        duels = {key: duel_of(each, played[key]) for key, each in wanted.items()}
        figures = {
            called(key): duel_figures(duel, with_points=with_points) for key, duel in duels.items()
        }
        return tell(duels).result(name, effort, figures, unfinished(duels.values()))

    return Study(
        name=name,
        method=method,
        steps=lambda effort: blocks_in(contests(effort).values()),
        run=run,
    )


def scores_table(title: str, head: str, duels: Mapping[str, Duel], note: str) -> Table:
    """The score of each match's first player and by how many points it is ahead.

    Args:
        title: Of the table.
        head: Of the column that says what each match is called.
        duels: By what they are called.
        note: What stands below.
    """
    rows = []
    for called, duel in duels.items():
        margin = duel.margin
        rows.append(
            (
                called,
                str(len(duel.games)),
                interval(duel.share),
                f"{margin.value:+.1f} ({margin.low:+.1f} to {margin.high:+.1f})",
                duel.shown,
            )
        )
    heads = (head, "games", "score, 95 %", "points ahead, 95 %", "shown")
    return Table(title, heads, tuple(rows), note)


def duel_figures(duel: Duel, *, with_points: bool = True) -> Figures:
    """All of a match between two, for programs; the points of each game, or their mean."""
    return {
        "players": list(duel.names),
        "blocks": len(duel.results),
        "blocks_missing": duel.missing,
        "share": duel.share.ends,
        "margin": duel.margin.ends,
        "sides": {name: _sides(duel, name, with_points=with_points) for name in duel.names},
    }


def _sides(duel: Duel, name: str, *, with_points: bool) -> Figures:
    """A player's games as first and as second."""
    sides = {}
    for seat, called in zip(range(SEATS), ("first", "second"), strict=True):
        games = [game for game in duel.games if game.names[seat] == name]
        drawn = sum(game.places[0] == game.places[1] for game in games)
        points = [game.scores[seat] for game in games]
        sides[called] = {
            **({"points": points} if with_points else {"mean_points": fmean(points)}),
            "wins": sum(game.places[seat] == 1 for game in games) - drawn,
            "draws": drawn,
        }
    return sides
