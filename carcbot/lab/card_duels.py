"""What studies tell of matches of card games."""

from collections.abc import Mapping

from carcbot.lab.duel_tables import interval, margin_text
from carcbot.lab.duels import Duel
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
        numbers = (str(len(duel.games)), interval(duel.share), margin_text(duel.margin))
        rows.append((called, *numbers, duel.shown))
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
        "sides": {
            name: _sides(duel, player, with_points=with_points)
            for player, name in enumerate(duel.names)
        },
    }


def _sides(duel: Duel, player: int, *, with_points: bool) -> Figures:
    """A player's games as first and as second."""
    sides = {"first": duel.side(player, 0), "second": duel.side(player, 1)}
    return {
        called: {
            **({"points": list(side.points)} if with_points else {"mean_points": side.mean_points}),
            "wins": side.wins,
            "draws": side.draws,
        }
        for called, side in sides.items()
    }
