"""Tree search in Thurn and Taxis. F. Schadd 2009, sections 5.2 to 5.4, tables 5.15 to 5.37."""

from collections.abc import Mapping, Sequence

from carcbot.games.thurn_and_taxis.habits import LENGTHS, OFFICIALS, Habits, habits_of
from carcbot.games.thurn_and_taxis.map import CITIES
from carcbot.lab.duels import Duel
from carcbot.lab.schadd import Match, hybrids, schadd_study
from carcbot.lab.study import Table

__all__ = ["MATCHES", "STUDY"]

_MC = "schadd-mc-10"
_TREE = "schadd-mcts"
_PR = "schadd-mcts-pr"
_LAST = Match("5.29", "MCTS", _PR, "schadd-mc-pr", (54.8, 3.6, 41.6, 52.2, 2.2, 45.6), 800)
MATCHES = (
    *(
        Match("5.15", f"C = {c}", f"schadd-mcts-c{c}", _MC, paper, 50, counted)
        for c, paper, counted in (
            ("0.5", (36.0, 4.0, 60.0, 40.0, 0.0, 60.0), 50),
            ("1.5", (32.0, 8.0, 60.0, 16.0, 0.0, 84.0), 50),
            ("2.5", (38.7, 3.2, 58.1, 54.8, 12.9, 32.3), 62),
        )
    ),
    *(
        Match("5.16", f"T = {t}", f"schadd-mcts-t{t}", _MC, paper, 50, counted)
        for t, paper, counted in (
            (5, (43.3, 0.0, 56.6, 50.0, 0.0, 50.0), 60),
            (10, (38.7, 3.2, 58.1, 54.8, 12.9, 32.3), 62),
            (15, (40.0, 6.6, 53.3, 46.6, 3.3, 50.0), 60),
        )
    ),
    Match("5.17", "max child", "schadd-mcts-max", _MC, (36.6, 5.6, 56.6, 46.6, 6.6, 46.6)),
    *(
        Match("5.18", f"{turns} turns", preset, "schadd-mcts-10", paper, counted=counted)
        for turns, preset, paper, counted in (
            (5, _TREE, (66.1, 2.8, 31.1, 61.1, 3.9, 35.0), 360),
            (25, "schadd-mcts-25", (18.6, 2.0, 79.3, 20.6, 0.6, 78.6), 0),
            (50, "schadd-mcts-50", (11.3, 0.6, 88.0, 7.3, 0.6, 92.0), 0),
        )
    ),
    Match(
        "5.19", "5 turns", "schadd-mcts-pr-5", _PR, (31.8, 4.5, 63.6, 18.1, 4.5, 77.2), counted=44
    ),
    Match(
        "5.19", "25 turns", "schadd-mcts-pr-25", _PR, (6.0, 0.0, 94.0, 13.6, 1.5, 84.8), counted=132
    ),
    Match("5.20", "SimCut", "schadd-mcts-simcut", _TREE, (44.6, 5.3, 50.0, 44.0, 1.3, 54.6)),
    Match(
        "5.23",
        "25 turns with SimCut",
        "schadd-mcts-pr-25-simcut",
        "schadd-mcts-pr-25",
        (71.1, 2.2, 26.7, 60.0, 2.2, 37.8),
        counted=90,
    ),
    Match(
        "5.23",
        "10 turns with SimCut",
        "schadd-mcts-pr-10-simcut",
        _PR,
        (52.2, 5.6, 42.2, 37.7, 2.2, 60.0),
        counted=180,
    ),
    Match("5.24", "pseudo-random", _PR, _TREE, (98.0, 0.6, 1.3, 97.4, 0.0, 2.6)),
    *(
        Match("5.25", f"{redraws} redraws", f"schadd-mcts-mechanism-{redraws}", _PR, paper)
        for redraws, paper in {
            1: (8.6, 2.0, 89.3, 9.3, 1.3, 89.3),
            2: (13.3, 2.0, 84.6, 16.0, 1.3, 82.6),
            3: (16.6, 2.0, 81.3, 20.0, 4.6, 75.3),
        }.items()
    ),
    *hybrids(
        "5.26",
        "mcts-random",
        _PR,
        {
            80: (27.3, 7.3, 65.3, 42.0, 4.0, 54.0),
            50: (14.6, 0.6, 84.6, 21.3, 2.0, 76.7),
            20: (32.3, 2.7, 66.0, 32.7, 2.0, 65.3),
        },
    ),
    *hybrids(
        "5.27",
        "mcts-mechanism",
        _PR,
        {
            80: (37.1, 3.8, 59.1, 37.1, 1.3, 61.6),
            50: (27.3, 4.0, 68.7, 29.3, 2.7, 68.0),
            20: (20.0, 1.3, 78.7, 28.7, 2.0, 69.3),
        },
        {80: 318},
    ),
    *hybrids(
        "5.28",
        "mcts-heuristic",
        _PR,
        {
            80: (37.3, 2.0, 60.7, 56.0, 4.7, 39.3),
            50: (23.3, 0.7, 76.0, 34.7, 3.3, 62.0),
            20: (6.2, 0.0, 93.8, 14.8, 3.1, 82.1),
        },
        {20: 324},
    ),
    _LAST,
)
_REMARKS = {
    ("5.15", "C = 2.5"): (
        "Its percentages are not those of 50 games, of which each would be 2 %, as the text says,"
        " but of 62; they repeat in table 5.16."
    ),
    ("5.16", "T = 5"): "Its percentages are not those of 50 games, but of 60.",
    ("5.16", "T = 10"): "Its percentages are not those of 50 games, but of 62.",
    ("5.16", "T = 15"): "Its percentages are not those of 50 games, but of 60.",
    ("5.17", "max child"): (
        "Robust child is the player with T = 5 of table 5.16, there and here. The thesis's column"
        " of the first player adds up to 98.8."
    ),
    ("5.26", "20 % pseudo-random"): "The thesis's column of the first player adds up to 101.",
    ("5.27", "80 % pseudo-random"): "Its percentages are not those of 300 games, but of 318.",
    ("5.28", "20 % pseudo-random"): "Its percentages are not those of 300 games, but of 324.",
    ("5.29", "MCTS"): "Its percentages are of 394 games in one seat and 406 in the other.",
    ("5.18", "5 turns"): "Its percentages are not those of 300 games, but of 360.",
    ("5.19", "5 turns"): "Its percentages are not those of 300 games, but of 44.",
    ("5.19", "25 turns"): "Its percentages are not those of 300 games, but of 132 or so.",
    ("5.23", "25 turns with SimCut"): "Its percentages are not those of 300 games, but of 90.",
    ("5.23", "10 turns with SimCut"): "Its percentages are not those of 300 games, but of 180.",
}
_HEADS = (
    "MC: thesis",
    "MCTS: thesis",
    "MC: here",
    "MCTS: here",
    "MCTS against people",
    "expert",
    "champion",
)
_ROUTES = {
    # MC and MCTS (table 5.30), MCTS against people, the expert and the champion (table 5.34)
    "3": (6.322, 6.288, 5.65, 2.75, 1.3),
    "4": (0.750, 0.857, 0.75, 1.65, 0.6),
    "5": (0.681, 0.671, 0.60, 0.7, 1.0),
    "6": (0.338, 0.397, 0.20, 0.5, 1.0),
    "7 and more": (0.050, 0.054, 0.1, 0.7, 1.3),
}
_USED = {
    # MC and MCTS (table 5.31), MCTS against people, the expert and the champion (table 5.35)
    "none": (1.67, 1.51, 0.65, 0.25, 0.3),
    "carrier": (5.05, 5.48, 5.25, 4.6, 4.3),
    "postmaster": (9.19, 10.77, 10.05, 9.1, 8.0),
    "administrator": (7.24, 5.61, 4.0, 6.85, 9.3),
    "cartwright": (3.73, 3.51, 2.77, 1.9, 1.0),
}
_OUTCOMES = {
    # MCTS against people, the expert and the champion (table 5.36)
    "scrapped": (1.6, 0.6, 0.0),
    "attached": (13.7, 15.8, 17.6),
    "closed": (7.3, 6.3, 5.3),
}
_TAKEN = {
    "blind": (3.7, 3.7, 3.0),
    "Man": (1.1, 1.1, 1.0),
    "Car": (1.25, 1.0, 0.6),
    "Fre": (1.3, 1.35, 2.0),
    "Bas": (0.65, 1.2, 1.0),
    "Zue": (1.1, 1.45, 1.3),
    "Stu": (2.0, 1.2, 2.3),
    "Ulm": (1.6, 1.45, 1.0),
    "Sig": (1.75, 1.45, 1.0),
    "Inn": (1.0, 1.2, 1.6),
    "Wue": (1.1, 0.95, 1.6),
    "Nue": (1.6, 1.7, 0.6),
    "Ing": (2.25, 1.1, 1.6),
    "Aug": (1.4, 1.15, 0.6),
    "Kem": (1.5, 1.45, 1.0),
    "Reg": (1.65, 1.5, 2.3),
    "Pas": (1.2, 1.35, 2.0),
    "Mue": (2.1, 1.15, 1.0),
    "Sal": (1.3, 1.35, 1.3),
    "Lin": (1.1, 1.1, 0.6),
    "Bud": (0.7, 1.1, 0.6),
    "Pil": (1.05, 1.55, 1.3),
    "Lod": (0.35, 1.25, 1.0),
}
"""Against people: MCTS, the expert, the champion (table 5.37)."""


def _more(duels: Mapping[Match, Duel]) -> Sequence[Table]:
    duel = duels[_LAST]
    tree, flat = habits_of(duel.names, ((game.names, game.record) for game in duel.games)).values()
    return (_routes(tree, flat), _officials(tree, flat), _outcomes(tree), _cards(tree))


def _routes(tree: Habits, flat: Habits) -> Table:
    rows = []
    for length, in_flat, in_tree in zip(
        LENGTHS.values(), flat.routes_a_game, tree.routes_a_game, strict=True
    ):
        mc, mcts, *people = _ROUTES[length]
        numbers = (mc, mcts, in_flat, in_tree, *people)
        rows.append((length, *(f"{each:.3f}" for each in numbers)))
    heads = ("cards", *_HEADS)
    return Table("Routes closed in a game (tables 5.30 and 5.34)", heads, tuple(rows))


def _officials(tree: Habits, flat: Habits) -> Table:
    rows = []
    for each in OFFICIALS:
        mc, mcts, *people = _USED[each]
        ours = (habits.a_game(habits.officials[each]) for habits in (flat, tree))
        rows.append((each, *(f"{number:.2f}" for number in (mc, mcts, *ours, *people))))
    heads = ("official", *_HEADS)
    return Table("Officials in a game (tables 5.31 and 5.35)", heads, tuple(rows))


def _outcomes(tree: Habits) -> Table:
    rows = tuple(
        (
            f"route {what}",
            *(f"{each:g}" for each in told),
            f"{tree.a_game(tree.outcomes[what]):.1f}",
        )
        for what, told in _OUTCOMES.items()
    )
    heads = ("", "MCTS against people", "expert", "champion", "MCTS against MC, here")
    return Table("What became of the route, turns in a game (table 5.36)", heads, rows)


def _cards(tree: Habits) -> Table:
    rows = tuple(
        (
            CITIES[city].name if city in CITIES else "blind",
            *(f"{number:g}" for number in told),
            f"{tree.a_game(tree.cards[city]):.2f}",
        )
        for city, told in _TAKEN.items()
    )
    heads = ("card", "MCTS against people", "expert", "champion", "MCTS against MC, here")
    note = (
        "The thesis's program met people in 20 games and 3, and lost all of them, by 12.8 and 11.6"
        " points on the average (tables 5.32 and 5.33)."
    )
    return Table("Cards taken in a game (table 5.37)", heads, rows, note)


STUDY = schadd_study(
    "schadd-mcts",
    matches=MATCHES,
    remarks=_REMARKS,
    more=_more,
)
