"""From how many moves does a player choose? Heyden 2009, 3.2, figures 3.1 and 3.2."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean

from carcbot.arena.statistics.intervals import critical_t
from carcbot.lab.choices import MoveCounts, first_ply, move_counts
from carcbot.lab.number_text import count, percent
from carcbot.lab.study import (
    Comparison,
    Effort,
    Figures,
    Picture,
    Result,
    Study,
    Table,
    Unfinished,
    Workbench,
)

__all__ = ["DEPTH3", "MAIN", "RANDOM", "STUDY"]

MAIN = "heyden-star25-f5:nodes=20000"
"""Who plays the games that stand beside the thesis's."""
RANDOM = "random"
DEPTH3 = "heyden-star25-f5:depth=3,likely=on,probing=cyclic,table=16"
"""Whole depth 3, in the quickest way."""
_DEPTH2 = "heyden-star25-f5:depth=2"
_DEEPER = "heyden-star25-f5:nodes=200000"
_PLAYERS = {
    # who plays both seats, and which part of the games that were asked for
    MAIN: 1.0,
    _DEPTH2: 0.5,
    _DEEPER: 0.25,
    RANDOM: 10.0,
    DEPTH3: 1.0,
}
_NAMES = {
    MAIN: "20,000 nodes",
    DEPTH3: "depth 3",
    _DEPTH2: "depth 2",
    _DEEPER: "200,000 nodes",
    RANDOM: "random",
}
_PEAK_UNTIL = 30
_VALLEY_UNTIL = 45
_FEWEST_WITH = {DEPTH3: 10, _DEEPER: 4}
"""Where fewer games are asked for than that, these do not play, whose games take longest."""
_DRAWN_UNTIL = 200
"""Moves of a decision, in the picture of how often there are so many."""


def _games(effort: Effort) -> dict[str, int]:
    return {
        player: max(1, round(effort.count * part))
        for player, part in _PLAYERS.items()
        if effort.count >= _FEWEST_WITH.get(player, 0)
    }


def _run(effort: Effort, workbench: Workbench) -> Result:
    wanted = _games(effort)
    # who thinks for longest comes last, and is told first
    seen = {
        player: move_counts(player, games, effort.seed, workbench)
        for player, games in wanted.items()
    }
    seen = {player: seen[player] for player in _NAMES if player in seen}
    figures: Figures = {player: _figures(each) for player, each in seen.items()}
    merged, apart = first_ply()
    return Result(
        "branching",
        effort,
        tuple(_comparisons(figures, merged, apart)),
        (
            Table("Players", _COLUMNS, tuple(_players(figures)), _NOTE),
            Table(
                "Moves by turn (figure 3.1)",
                ("turn", *(_NAMES[player] for player in figures)),
                tuple(_by_turn(list(figures.values()))),
                "Averages over the games; the JSON has every turn.",
            ),
            Table(
                "How often (figure 3.2)",
                ("moves", "share"),
                tuple(_histogram(seen[MAIN].all)),
                f"Decisions of {MAIN}.",
            ),
        ),
        {"first_ply": merged, "first_ply_rotations_apart": apart, "players": figures},
        tuple(_pictures(figures)),
        tuple(
            Unfinished(player, len(each.games), wanted[player], "games")
            for player, each in seen.items()
            if len(each.games) < wanted[player]
        ),
    )


def _pictures(figures: Figures) -> Iterator[Picture]:
    by_turn = {_NAMES[player]: each["by_turn"] for player, each in figures.items()}
    yield Picture("turns", "Moves by turn (figure 3.1)", "lines", "turn", by_turn)
    told = {int(moves): times for moves, times in figures[MAIN]["histogram"].items()}
    times = [told.get(moves, 0) for moves in range(1, _DRAWN_UNTIL + 1)]
    title = "How often there are so many moves (figure 3.2)"
    yield Picture("moves", title, "lines", "moves", {"decisions": times})


def _figures(seen: MoveCounts) -> Figures:
    turns = [fmean(each) for each in seen.by_turn()]
    everything = seen.all
    peak = max(range(min(_PEAK_UNTIL, len(turns))), key=lambda turn: turns[turn])
    return {
        "games": len(seen.games),
        "mean": fmean(everything),
        "mean_error": seen.mean_error(),
        "mean_rotations_apart": seen.apart,
        "least": min(everything),
        "most": max(everything),
        "over_150": sum(moves > 150 for moves in everything) / len(everything),
        "most_frequent": Counter(everything).most_common(1)[0][0],
        "peak_turn": peak + 1,
        "peak": turns[peak],
        "after_peak": min(turns[peak:_VALLEY_UNTIL]),
        "last_five": fmean(turns[-5:]),
        "product_of_means_log10": math.fsum(math.log10(mean) for mean in turns),
        "mean_product_log10": seen.mean_product_log10(),
        "by_turn": [round(mean, 2) for mean in turns],
        "most_by_turn": [max(each) for each in seen.by_turn()],
        "first_game": seen.games[0],
        "histogram": {str(moves): n for moves, n in sorted(Counter(everything).items())},
    }


def _comparisons(figures: Figures, merged: float, apart: float) -> Iterator[Comparison]:
    main = figures[MAIN]
    yield Comparison("moves on average", "55", _mean(main), _REMARKS["mean"])
    for player in (each for each in (DEPTH3, _DEEPER, RANDOM) if each in figures):
        what = f"the same with {_NAMES[player]}"
        paper = "55" if player == DEPTH3 else "not told"
        yield Comparison(what, paper, _mean(figures[player]), _REMARKS[player])
    yield Comparison(
        "the same if rotations that look alike counted apart",
        "55",
        count(main["mean_rotations_apart"]),
        "A program that does not merge them has this many. What the thesis does it does not say;"
        " its average lies between the two, its first turn is nearer to the merged one.",
    )
    yield Comparison(
        "moves of the first turn",
        "22",
        f"{count(merged)} exactly",
        "The mean over the 71 tiles, so nothing depends on the players. Rotations that look the"
        f" same are one move here; apart they would make {count(apart)}. The mean of 200 draws has"
        " a standard error of about one move, so 22 is what 200 games may give.",
    )
    yield Comparison(
        "the first peak",
        "63 at turn 14",
        f"{count(main['peak'])} at turn {main['peak_turn']}",
        _REMARKS["peak"],
    )
    yield Comparison(
        "the least after it",
        "39",
        count(main["after_peak"]),
        f"Up to turn {_VALLEY_UNTIL}. {_REMARKS['valley']}",
    )
    yield Comparison("the last turns", "more than 100", count(main["last_five"]), _REMARKS["last"])
    yield Comparison("the fewest moves", "1", count(main["least"]), "Of any decision.")
    yield Comparison("the most moves", "865", count(main["most"]), _REMARKS["most"])
    yield Comparison(
        "the most frequent number of moves",
        "32",
        count(main["most_frequent"]),
        "The numbers around it are about as frequent, as the picture shows.",
    )
    yield Comparison(
        "more than 150 moves",
        "very rarely",
        percent(main["over_150"]),
        "The share of all decisions.",
    )


_REMARKS = {
    "mean": "A tenth less. The thesis's players may hold their meeples back more, or its program"
    " may count more moves: see the rows below.",
    DEPTH3: "So in the thesis. Of a few games only, for each takes two minutes and more here: they"
    " leave it open.",
    _DEEPER: "With ten times the nodes.",
    RANDOM: "Random players soon have no meeple in hand.",
    "peak": f"The highest average of the first {_PEAK_UNTIL} turns.",
    "valley": "Meeples are on the board, and few come back yet.",
    "last": "The mean of the last five.",
    "most": "One decision of all decides it.",
}
_COLUMNS = (
    "both seats",
    "games",
    "mean, 95 %",
    "peak",
    "at turn",
    "least after",
    "last five",
    "fewest",
    "most",
)
_NOTE = (
    "On average 20,000 nodes are enough for depth 2. All of depth 3 takes two seconds a move even"
    " in the quickest way, two minutes a game and more."
)


def _mean(player: Figures) -> str:
    reach = critical_t(player["games"]) * player["mean_error"]
    return f"{count(player['mean'])} ± {count(reach)}"


def _players(figures: Figures) -> Iterator[tuple[str, ...]]:
    for player, each in figures.items():
        yield (
            player,
            count(each["games"]),
            _mean(each),
            count(each["peak"]),
            str(each["peak_turn"]),
            count(each["after_peak"]),
            count(each["last_five"]),
            count(each["least"]),
            count(each["most"]),
        )


def _by_turn(players: Sequence[Figures]) -> Iterator[tuple[str, ...]]:
    for turn in (*range(1, 25), *range(25, 71, 5), 71):
        row = [each["by_turn"][turn - 1 : turn] for each in players]
        yield (str(turn), *(count(mean[0]) if mean else "" for mean in row))


def _histogram(moves: list[int]) -> Iterator[tuple[str, ...]]:
    for low in range(0, 200, 10):
        share = sum(low < each <= low + 10 for each in moves) / len(moves)
        yield f"{low + 1} to {low + 10}", percent(share)
    yield "more", percent(sum(each > 200 for each in moves) / len(moves))


STUDY = Study(
    name="branching",
    method=(
        "The same search plays both seats of the base game, and the legal moves of every turn are"
        " counted: the tile's place and rotation, and the meeple. The thesis played 200 games of"
        f" *-minimax players at depth 3. Here it is `{MAIN}`, her best search with a limit of nodes"
        " instead of time, so that the games are the same on every machine; whole depth 3, other"
        " limits and random players show what depends on the player. A tile that fits nowhere goes"
        " back into the bag."
    ),
    steps=lambda effort: sum(_games(effort).values()),
    run=_run,
)
