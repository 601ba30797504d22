"""What studies tell of matches of card games."""

from collections.abc import Mapping
from statistics import fmean

from carcbot.lab.duel_tables import interval
from carcbot.lab.duels import SEATS, Duel
from carcbot.lab.study import Figures, Table

__all__ = ["duel_figures", "scores_table"]


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
