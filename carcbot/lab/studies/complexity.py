"""How large is Carcassonne? Heyden 2009, 3.1 and 3.2, table 3.1."""

import math
from collections.abc import Iterator

from carcbot.games.carcassonne import CARCASSONNE
from carcbot.lab import results_folder
from carcbot.lab.number_text import count, percent, power_of_ten
from carcbot.lab.polyominoes import PUBLISHED_FIXED, estimated_fixed_log10, fixed
from carcbot.lab.studies.branching import MAIN, RANDOM
from carcbot.lab.study import Comparison, Effort, Figures, Picture, Result, Study, Table, Workbench

__all__ = ["STUDY", "chance_product_log10", "draw_sequences_log10", "shapes_log10"]

_TURNS = 71
_SIZES = range(46, 73)
_COUNTED = 9
"""So many squares in the committed result; each one more takes four times as long."""

# table 3.1, the column of free polyominoes
_FREE_PRINTED = (
    *("8.6e24", "3.4e25", "1.4e26", "5.4e26", "2.2e27", "8.6e27", "3.4e28", "1.4e29", "5.4e29"),
    *("2.2e30", "8.6e30", "3.5e31", "1.4e32", "5.6e32", "2.2e33", "8.9e33", "3.6e34", "1.4e35"),
    *("5.7e35", "2.3e36", "9.1e36", "3.6e37", "1.5e38", "5.8e38", "2.3e39", "9.4e39", "3.8e40"),
)


_OTHER_GAMES = {
    # states and game tree, as powers of ten. Thurn and Taxis and all but two of the others are of
    # table 3.4 of F. Schadd's thesis, "Monte-Carlo search techniques in the modern board game Thurn
    # and Taxis", Maastricht 2009; backgammon is Tesauro's (Communications of the ACM 38, 1995, as
    # often cited), Arimaa C.-J. Cox's, "Analysis and implementation of the game Arimaa", 2006
    "checkers": (21, 31),
    "Othello": (28, 58),
    "chess": (46, 123),
    "backgammon": (20, 144),
    "Chinese chess": (48, 150),
    "shogi": (71, 226),
    "Thurn and Taxis": (66, 240),
    "Arimaa": (43, 402),
    "go": (172, 360),
}


def shapes_log10(squares: int) -> float:
    """Fixed polyominoes: the logarithm of their number where it is published, else the estimate."""
    if squares in PUBLISHED_FIXED:
        return math.log10(PUBLISHED_FIXED[squares])
    return estimated_fixed_log10(squares)


def chance_product_log10() -> float:
    """The thesis's branching of chance: a kind of tile less every three turns."""
    return 3 * math.fsum(math.log10(kinds) for kinds in range(2, 25))


def draw_sequences_log10() -> float:
    """In how many orders the 71 tiles can come, tiles of a kind being alike; exact."""
    counts = [weight for _, weight in CARCASSONNE.new().outcomes()]
    orders = math.factorial(sum(counts)) // math.prod(map(math.factorial, counts))
    return math.log10(orders)


def _counted(effort: Effort) -> int:
    """Up to how many squares the shapes are counted one by one."""
    return max(1, _COUNTED + math.floor(math.log2(effort.budget) / 2))


def _run(effort: Effort, workbench: Workbench) -> Result:
    players = results_folder.load("branching").figures["players"]
    main, guess = players[MAIN], players[RANDOM]
    free = math.log10(sum(10 ** shapes_log10(n) for n in _SIZES) / 8)
    chance = chance_product_log10()
    workbench.step()
    figures: Figures = {
        "free_sum_log10": free,
        "fixed_sum_log10": free + math.log10(8),
        "chance_log10": chance,
        "draw_sequences_log10": draw_sequences_log10(),
        "moves_55_log10": _TURNS * math.log10(55),
        "game_tree_log10": _TURNS * math.log10(55) + chance,
        "game_tree_our_mean_log10": _TURNS * math.log10(main["mean"]) + chance,
        "game_tree_product_of_means_log10": main["product_of_means_log10"] + chance,
        "game_tree_knuth_log10": guess["mean_product_log10"] + draw_sequences_log10(),
    }
    games = dict(
        sorted(
            (
                _OTHER_GAMES
                | {
                    "Carcassonne, thesis": (40, 194),
                    "Carcassonne, here": (
                        math.floor(figures["fixed_sum_log10"]),
                        math.floor(figures["game_tree_our_mean_log10"]),
                    ),
                }
            ).items(),
            key=lambda game: game[1][1],
        )
    )
    return Result(
        "complexity",
        effort,
        tuple(_comparisons(figures, main["mean"], guess["games"])),
        (
            Table("Polyominoes (table 3.1)", _COLUMNS, tuple(_sizes()), _NOTE),
            Table(
                "The estimate where shapes can be counted",
                _SMALL,
                tuple(_small(_counted(effort))),
                _SMALL_NOTE,
            ),
            Table(
                "Beside other games (figure 3.3)",
                ("game", "states, powers of ten", "game tree, powers of ten"),
                tuple((name, str(states), str(tree)) for name, (states, tree) in games.items()),
                _OTHER_GAMES_NOTE,
            ),
        ),
        figures,
        (
            Picture(
                "games",
                "Powers of ten (figure 3.3)",
                "groups",
                "",
                {
                    "states": [states for states, _ in games.values()],
                    "game tree": [tree for _, tree in games.values()],
                },
                tuple(games),
            ),
        ),
    )


def _comparisons(figures: Figures, mean: float, games: int) -> Iterator[Comparison]:
    def told(key: str) -> str:
        return power_of_ten(figures[key])

    yield Comparison(
        "shapes of 46 to 72 tiles, the bound of the state space",
        "5e40 (fixed)",
        f"{told('free_sum_log10')} (free), {told('fixed_sum_log10')} (fixed)",
        "The sum agrees, but it is that of the free polyominoes, not of the fixed ones as the text"
        " says. The formula is printed with lambda_n; it is the power lambda^n.",
    )
    yield Comparison(
        "branching of chance: the product of i^3 for i from 2 to 24",
        "2.4e71",
        told("chance_log10"),
        "Agrees as a number.",
    )
    yield Comparison(
        "orders in which the tiles can be drawn",
        "2.4e71, by that product",
        told("draw_sequences_log10"),
        "It can be counted exactly: 71! over the product of the factorials of the copies. The"
        " thesis's product has 69 factors for 71 draws, and takes the kinds to run out evenly, one"
        " every three turns, while most last nearly to the end.",
    )
    yield Comparison("55^71", "3.7e123", told("moves_55_log10"), "Agrees.")
    yield Comparison(
        "game tree: 55^71 times the branching of chance",
        "8.8e194",
        told("game_tree_log10"),
        "Agrees.",
    )
    yield Comparison(
        f"the same with our mean of {count(mean)} moves",
        "8.8e194",
        told("game_tree_our_mean_log10"),
        f"The mean is that of the study branching, with {MAIN}. A tenth less at each of 71 turns"
        " makes three powers of ten.",
    )
    yield Comparison(
        "the same with the product of the means of each turn",
        "not done",
        told("game_tree_product_of_means_log10"),
        "A product of unequal factors is less than a power of their mean.",
    )
    yield Comparison(
        "different games, estimated by random games",
        "not done",
        told("game_tree_knuth_log10"),
        f"Knuth's estimate from {games:,} games of random moves: the mean of the product of a"
        " game's numbers of moves, times the orders of the tiles. It is right on average, but the"
        " few games with most moves decide it, so it is rather too low.",
    )


_COLUMNS = ("tiles", "fixed", "free: fixed / 8", "paper: free", "estimate / fixed")
_NOTE = (
    "Up to 56 the fixed polyominoes are the published counts, beyond that c lambda^n / n with c ="
    " 0.3169 and lambda = 4.0626. Free ones are an eighth, for nearly all have no symmetry."
)


def _sizes() -> Iterator[tuple[str, ...]]:
    for squares, printed in zip(_SIZES, _FREE_PRINTED, strict=True):
        log10 = shapes_log10(squares)
        yield (
            str(squares),
            power_of_ten(log10),
            power_of_ten(log10 - math.log10(8)),
            printed,
            f"{10 ** (estimated_fixed_log10(squares) - log10):.4f}"
            if squares in PUBLISHED_FIXED
            else "",
        )


_OTHER_GAMES_NOTE = (
    "The figure is a picture that cannot be read any more; the thesis prints the numbers of chess"
    " and go, and names four others. These are as F. Schadd's thesis of the same university and"
    " year tells them (table 3.4), but backgammon is Tesauro's and Arimaa Cox's. As the thesis"
    " says, the game tree of Carcassonne is smaller"
    " than that of shogi and larger than those of Chinese chess and backgammon, and its states are"
    " nearly as many as those of Arimaa; with ours all of that is so, too."
)
_SMALL = ("tiles", "fixed, counted here", "estimate", "too high by")
_SMALL_NOTE = "The estimate is above the counts; from two tiles on it comes nearer with each."


def _small(most: int) -> Iterator[tuple[str, ...]]:
    for squares in range(1, most + 1):
        counted, estimated = fixed(squares), 10 ** estimated_fixed_log10(squares)
        yield str(squares), count(counted), count(estimated), percent(estimated / counted - 1)


STUDY = Study(
    name="complexity",
    method=(
        "The thesis's formulas computed again: shapes that 46 to 72 tiles can lie in, as a lower"
        " bound of the state space, and the number of moves and of draws over 71 turns, as the size"
        " of the game tree; then with what the study `branching` found, whose committed result is"
        " read, and with what can be counted exactly."
    ),
    steps=lambda _: 1,
    run=_run,
)
