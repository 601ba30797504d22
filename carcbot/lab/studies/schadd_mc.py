"""Flat Monte Carlo in Thurn and Taxis. F. Schadd 2009, section 5.1, tables 5.1 to 5.14."""

from collections.abc import Mapping, Sequence

from carcbot.games.thurn_and_taxis.habits import LENGTHS, TURNS, habits_of
from carcbot.lab.duels import Duel
from carcbot.lab.number_text import percent
from carcbot.lab.schadd import Match, hybrids, schadd_study
from carcbot.lab.study import Table

__all__ = ["MATCHES", "STUDY"]

_PR = "schadd-mc-pr"
_TEN = "schadd-mc-10"
MATCHES = (
    Match("5.1", "MC", "schadd-mc", "random", (100, 0, 0, 100, 0, 0), 50),
    *(
        Match("5.3", f"{turns} turns", f"schadd-mc-{turns}", "schadd-mc", paper)
        for turns, paper in {
            75: (57.3, 4.0, 38.6, 54.6, 3.3, 42.0),
            50: (85.3, 2.0, 12.6, 79.3, 1.3, 19.3),
            25: (97.3, 0.0, 2.6, 98.0, 0.6, 1.3),
            10: (100, 0, 0, 100, 0, 0),
            5: (100, 0, 0, 100, 0, 0),
        }.items()
    ),
    Match("5.4", "25 turns", "schadd-mc-25", _TEN, (17.3, 2.0, 80.6, 10.6, 1.3, 88.0)),
    Match("5.4", "5 turns", "schadd-mc-5", _TEN, (50.0, 1.3, 48.6, 49.3, 3.3, 47.3)),
    Match("5.5", "SimCut", "schadd-mc-simcut", _TEN, (52.6, 4.0, 43.3, 41.3, 6.6, 52.0)),
    Match("5.6", "pseudo-random", _PR, _TEN, (96.0, 2.0, 2.0, 95.3, 2.0, 2.6)),
    Match("5.8", "SimCut", "schadd-mc-pr-simcut", _PR, (47.3, 1.3, 51.3, 48.6, 7.3, 44.0)),
    Match("5.9", "mechanism", "schadd-mc-mechanism-1", _TEN, (64.6, 2.6, 32.6, 58.6, 2.6, 38.6)),
    Match("5.10", "mechanism", "schadd-mc-mechanism-1", _PR, (20.0, 3.3, 76.6, 29.3, 4.0, 66.6)),
    Match("5.11", "2 redraws", "schadd-mc-mechanism-2", _PR, (10.0, 2.0, 88.8, 9.3, 0.6, 90.0)),
    *hybrids(
        "5.12",
        "mc-random",
        _PR,
        {
            80: (38.6, 4.6, 56.6, 48.0, 4.0, 48.0),
            50: (32.0, 4.0, 64.0, 30.0, 1.3, 68.6),
            20: (5.3, 1.3, 93.3, 9.3, 2.6, 88.0),
        },
    ),
    *hybrids(
        "5.13",
        "mc-mechanism",
        _PR,
        {
            80: (44.6, 2.6, 52.6, 43.3, 2.6, 54.0),
            50: (37.3, 2.6, 60.0, 30.0, 1.3, 68.6),
            20: (17.3, 2.6, 80.0, 11.3, 2.0, 86.6),
        },
    ),
    *hybrids(
        "5.14",
        "mc-heuristic",
        _PR,
        {
            80: (40.6, 3.3, 56.0, 44.6, 2.6, 52.6),
            50: (28.0, 1.3, 70.6, 30.0, 1.3, 68.6),
            20: (7.3, 1.3, 91.3, 10.0, 2.6, 87.3),
        },
    ),
)
_ATTACHING = {
    "MC": {"scrapped": 54.5, "attached": 28.3, "closed": 17.1},
    "random": {"scrapped": 79.7, "attached": 15.6, "closed": 4.6},
}
_ROUTES = {
    "random": (8.386, 0.206, 0.016, 0.000, 0.000),
    "pseudo-random": (6.616, 0.810, 0.900, 0.316, 0.040),
}


def _more(duels: Mapping[Match, Duel]) -> Sequence[Table]:
    by_table = {match.table: duel for match, duel in duels.items()}
    return (_attaching(by_table["5.1"]), _routes(by_table["5.6"]))


def _attaching(duel: Duel) -> Table:
    mc, at_random = habits_of(
        duel.names, ((game.names, game.record) for game in duel.games)
    ).values()
    rows = []
    for what in TURNS:
        row = [f"route {what}"]
        for told, habits in ((_ATTACHING["MC"], mc), (_ATTACHING["random"], at_random)):
            share = habits.outcomes[what] / max(habits.outcomes.total(), 1)
            row += [f"{told[what]} %", percent(share)]
        rows.append(tuple(row))
    heads = ("", "MC: thesis", "MC: here", "random: thesis", "random: here")
    return Table("What became of the route in a turn (table 5.2)", heads, tuple(rows))


def _routes(duel: Duel) -> Table:
    pseudo, uniform = habits_of(
        duel.names, ((game.names, game.record) for game in duel.games)
    ).values()
    columns = (
        _ROUTES["random"],
        uniform.routes_a_game,
        _ROUTES["pseudo-random"],
        pseudo.routes_a_game,
    )
    rows = (
        (length, *(f"{each:.3f}" for each in numbers))
        for length, *numbers in zip(LENGTHS.values(), *columns, strict=True)
    )
    heads = (
        "cards",
        "random: thesis",
        "random: here",
        "pseudo-random: thesis",
        "pseudo-random: here",
    )
    return Table("Routes closed in a game (table 5.7)", heads, tuple(rows))


STUDY = schadd_study(
    "schadd-mc",
    matches=MATCHES,
    remarks={("5.11", "2 redraws"): "The thesis's first column adds up to 100.8."},
    more=_more,
)
