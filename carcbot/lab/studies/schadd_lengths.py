"""How long is Thurn and Taxis, and of how many ways? F. Schadd 2009, 3.2 and 3.3."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Final

import numpy as np

from carcbot.arena.statistics.intervals import Estimate, mean_margin
from carcbot.games.contract import CHANCE, State
from carcbot.games.thurn_and_taxis import THURN_AND_TAXIS
from carcbot.lab.number_text import count, percent, power_of_ten
from carcbot.lab.played_games import game_with_itself
from carcbot.lab.posts_states import supply_orders
from carcbot.lab.schadd import RULES
from carcbot.lab.schadd import player as player_of
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
from carcbot.lab.turn_means import mean_of_turns

__all__ = ["PLAYERS", "STUDY", "WITH_ALL", "Played", "game_of", "ways_of_turns"]

_TENTH: Final = Effort(budget=0.01)
"""Whose thinking is the root of that."""
_MOST: Final = 420
"""Ways of a turn, in the pictures."""
_ROUND: Final = (30, 35)
_FEWEST: Final = 2
"""Games of everybody: one alone says nothing of how much the next may differ."""
_FEWEST_FOR_ALL: Final = 90
"""Where fewer games are asked for, nobody thinks as long as in the thesis, which takes seconds."""


@dataclass(frozen=True, slots=True)
class _Self:
    """Somebody against itself.

    Attributes:
        agent: As `parse_agent` reads it.
        part: How many games of those that are asked for.
        seats: How many sit there.
        length: The thesis's turns of a game, where it tells them.
        ways: Its ways of a turn.
        figure: Its picture of these.
    """

    agent: str
    part: float
    seats: int = 2
    length: str = "not told"
    ways: str = "not told"
    figure: str = ""


PLAYERS: Final = {
    "random": _Self("random", 1.0, 2, "846.9", "495.5", "3.1"),
    "MC, a tenth of the thinking": _Self(
        player_of("schadd-mc-10", _TENTH)[1], 1 / 6, 2, "67.8", "207.9", "3.2"
    ),
    "MCTS, a tenth of the thinking": _Self(
        player_of("schadd-mcts-pr", _TENTH)[1], 1 / 6, 2, "56.1", "879.3", "3.3"
    ),
    "MCTS, a tenth of the thinking, 3 seats": _Self(
        player_of("schadd-mcts-pr", _TENTH)[1], 1 / 30, 3
    ),
    "MCTS, a tenth of the thinking, 4 seats": _Self(
        player_of("schadd-mcts-pr", _TENTH)[1], 1 / 30, 4
    ),
    "MC": _Self(player_of("schadd-mc-10")[1], 1 / 90, 2, "67.8", "207.9"),
    "MCTS": _Self(player_of("schadd-mcts-pr")[1], 1 / 90, 2, "56.1", "879.3"),
}
"""The quick ones first; the last two think as much as in the thesis."""
WITH_ALL: Final = ("MC", "MCTS")


def _games(effort: Effort) -> dict[str, int]:
    return {
        name: max(_FEWEST, round(effort.count * each.part))
        for name, each in PLAYERS.items()
        if name not in WITH_ALL or effort.count >= _FEWEST_FOR_ALL
    }


@dataclass(frozen=True)
class Played:
    """Some games.

    Attributes:
        games: Of each its turns by their ways: how many had so many.
    """

    games: tuple[Mapping[int, int], ...]

    @cached_property
    def all(self) -> Counter[int]:
        """The turns of all games by their ways."""
        found = Counter[int]()
        for game in self.games:
            found.update(game)
        return found

    @cached_property
    def lengths(self) -> list[int]:
        """Turns of each game, those of all seats."""
        return [sum(game.values()) for game in self.games]

    @property
    def length(self) -> Estimate:
        """Turns of a game."""
        return mean_margin(np.array(self.lengths, dtype=float), 1)

    @property
    def ways(self) -> Estimate:
        """Ways of a turn: the mean of all turns, of which those of a game belong together."""
        sums = [sum(n * times for n, times in game.items()) for game in self.games]
        return mean_of_turns(sums, self.lengths)

    @property
    def log10_ways(self) -> float:
        """The mean logarithm of the ways of a turn."""
        logs = math.fsum(math.log10(n) * times for n, times in self.all.items())
        return logs / self.all.total()

    @property
    def median(self) -> int:
        """Half of the turns have no more ways."""
        seen = 0
        for ways, times in sorted(self.all.items()):
            seen += times
            if 2 * seen >= self.all.total():
                return ways
        return 0

    def share(self, *factors: int) -> float:
        """The part of the turns whose ways are a multiple of one of these."""
        multiples = sum(
            times for n, times in self.all.items() if any(n % factor == 0 for factor in factors)
        )
        return multiples / self.all.total()


def _run(effort: Effort, workbench: Workbench) -> Result:
    wanted = _games(effort)
    played = {}
    for name, games in wanted.items():
        each = PLAYERS[name]
        notes = f"schadd-lengths-{each.agent.replace(':', '-')}-{each.seats}-{effort.seed}"
        seeds = [effort.seed * 1_000_003 + game for game in range(games)]
        answers = workbench.each_noted(notes, partial(game_of, each.agent, each.seats), seeds)
        played[name] = Played(tuple({int(n): t for n, t in game.items()} for game in answers))
    figures = {name: _figures(each, PLAYERS[name].seats) for name, each in played.items()}
    return Result(
        "schadd-lengths",
        effort,
        tuple(_comparisons(figures)),
        (
            Table("Turns and their ways (tables 3.2 and 3.3)", _COLUMNS, tuple(_rows(figures))),
            Table(
                "The ways that most turns have (figures 3.1 to 3.3)",
                ("ways", *figures),
                tuple(_frequent(figures)),
                "The twelve numbers that all of them together have most often, in parts of all"
                " turns of each.",
            ),
            Table(
                "Game trees (table 3.4)",
                ("game", "thesis", "here"),
                tuple(_trees(figures)),
                "Mean ways of a turn to the power of the mean number of turns, times the orders of"
                " the supply (3.9). Of other games the thesis quotes them.",
            ),
        ),
        {"players": figures},
        tuple(_pictures(figures)),
        tuple(
            Unfinished(name, len(each.games), wanted[name], "games")
            for name, each in played.items()
            if len(each.games) < wanted[name]
        ),
    )


def game_of(agent: str, seats: int, seed: int) -> dict[str, int]:
    """A game of the agent against itself: how many turns had so many ways, as JSON has it."""
    ways = ways_of_turns(*game_with_itself(THURN_AND_TAXIS, f"{RULES},cut=0", agent, seats, seed))
    return {str(number): times for number, times in sorted(ways.items())}


def ways_of_turns(state: State, plies: Iterable[str]) -> Counter[int]:
    """The turns of a game from this position on, by the choices of their decisions, multiplied."""
    found = Counter[int]()
    ways = 1
    for ply in plies:
        turn, is_draw = state.turn, state.to_move == CHANCE
        if not is_draw:
            ways *= len(state.legal_moves())
        state.apply(ply)
        if not is_draw and (state.over or state.turn != turn):
            found[ways] += 1
            ways = 1
    return found


def _figures(played: Played, seats: int) -> Figures:
    length, ways = played.length, played.ways
    orders = math.log10(supply_orders())
    return {
        "games": len(played.games),
        "seats": seats,
        "turns": length.ends,
        "ways": ways.ends,
        "ways_median": played.median,
        "ways_most": max(played.all),
        "log10_ways": played.log10_ways,
        "multiples_of_30_or_35": played.share(*_ROUND),
        "first_game": {str(n): times for n, times in sorted(played.games[0].items())},
        "game_tree_log10": orders + length.value * math.log10(ways.value),
        "game_tree_by_logs_log10": orders + length.value * played.log10_ways,
        "shares": {
            str(n): round(times / played.all.total(), 6)
            for n, times in sorted(played.all.items())
            if n <= _MOST
        },
    }


def _with_interval(ends: list[float]) -> str:
    value, low, high = ends
    return f"{count(value)} ({low:.1f} to {high:.1f})"


def _comparisons(figures: Mapping[str, Any]) -> Iterator[Comparison]:
    for name, each in figures.items():
        told = PLAYERS[name]
        yield Comparison(
            f"turns of a game: {name}", told.length, _with_interval(each["turns"]), _TURNS[name]
        )
        yield Comparison(
            f"ways of a turn: {name}", told.ways, _with_interval(each["ways"]), _WAYS[name]
        )
    yield Comparison(
        "turns whose ways are a multiple of 30 or 35",
        "the peaks of the figures",
        percent(figures[_QUICK]["multiples_of_30_or_35"]),
        "Of tree search with a tenth of the thinking. The table below has the peaks themselves.",
    )
    name = WITH_ALL[-1] if WITH_ALL[-1] in figures else _QUICK
    yield Comparison(
        "game tree of two seats (3.9)",
        "6.0623e240",
        power_of_ten(figures[name]["game_tree_log10"]),
        f"With the turns and ways of {name}. The mean of the ways is that of a few turns with very"
        " many; with the mean of their logarithms, which a product of them follows, it is"
        f" {power_of_ten(figures[name]['game_tree_by_logs_log10'])}.",
    )
    for seats in (3, 4):
        yield Comparison(
            f"game tree of {seats} seats",
            "likely as that of Go, 1e360",
            power_of_ten(figures[f"{_QUICK}, {seats} seats"]["game_tree_log10"]),
            "By the same formula, which has the same 66 cards; the thesis played no such games.",
        )


_QUICK: Final = "MCTS, a tenth of the thinking"
_ALONE: Final = (
    "Ways are the choices of a turn's decisions, multiplied along the way that was taken, as the"
    " thesis's own example of 5 officials and 7 draws does. How it counts the cards that can be"
    " laid and what a closing leaves open it does not say: here each end of the route, each set of"
    " houses and each set of cards to keep is a choice, and a few turns have very many."
)
_MANY: Final = "The mean is that of a few turns with very many ways; see the median below."
_FEW: Final = "Of so few games that the interval is wide: they take seconds each."
_TURNS: Final = {
    "random": "More here. These players choose alike at each decision, and scrap a route in most"
    " turns; how the thesis's choose is not told.",
    "MC, a tenth of the thinking": "A little more here, for it thinks less: see MC.",
    _QUICK: "More here, and it thinks less; of games with all of the thinking there are few.",
    f"{_QUICK}, 3 seats": "Of all seats together.",
    f"{_QUICK}, 4 seats": "Of all seats together.",
    "MC": "Agrees within the interval. Which limit of turns the thesis's player of this table has"
    " is not told; 10 is its best.",
    "MCTS": _FEW,
}
_WAYS: Final = {
    "random": f"More here. {_ALONE}",
    "MC, a tenth of the thinking": "More here, as random; but fewer than random players have, as in"
    " the thesis, where it closes routes as soon as it can.",
    _QUICK: f"More here, as random. {_MANY}",
    f"{_QUICK}, 3 seats": _MANY,
    f"{_QUICK}, 4 seats": _MANY,
    "MC": "More here, as random; but fewer than random players have.",
    "MCTS": _FEW,
}
_COLUMNS: Final = (
    "all seats",
    "agent",
    "games",
    "turns: thesis",
    "turns: here",
    "ways: thesis",
    "ways: here",
    "median",
    "most",
)


def _rows(figures: Figures) -> Iterator[tuple[str, ...]]:
    for name, each in figures.items():
        told = PLAYERS[name]
        yield (
            name,
            f"`{told.agent}`",
            count(each["games"]),
            told.length,
            _with_interval(each["turns"]),
            told.ways,
            _with_interval(each["ways"]),
            count(each["ways_median"]),
            count(each["ways_most"]),
        )


def _frequent(figures: Figures) -> Iterator[tuple[str, ...]]:
    together = Counter[str]()
    for each in figures.values():
        together.update(each["shares"])
    for ways, _ in together.most_common(12):
        yield ways, *(percent(each["shares"].get(ways, 0.0)) for each in figures.values())


def _trees(figures: Figures) -> Iterator[tuple[str, ...]]:
    yield "Chess", "1e123", ""
    yield "Shogi", "1e226", ""
    yield "Thurn and Taxis, 2 seats", "1e240", ""
    for name, each in figures.items():
        yield f"the same, by {name}", "", power_of_ten(each["game_tree_log10"])
    yield "Go", "1e360", ""


def _pictures(figures: Figures) -> Iterator[Picture]:
    for name, each in figures.items():
        figure = PLAYERS[name].figure
        if figure:
            yield Picture(
                name.split(",")[0].lower(),
                f"How often turns have so many ways: {name} (figure {figure})",
                "lines",
                "ways of a turn",
                {"share of turns": [each["shares"].get(str(n), 0.0) for n in range(1, _MOST + 1)]},
            )


STUDY = Study(
    name="schadd-lengths",
    method=(
        "The same player in all seats, by the thesis's reading of the rules, without an end of"
        " games that go on and on. Counted are the turns of all seats in a game, and of each turn"
        " the choices of its decisions, multiplied. The thesis's players think for three minutes a"
        " game, in 900 games of random and of MC players and 700 of MCTS. Here random players play"
        " as many, the others a sixth, with a tenth of that thinking, and some games with all of"
        " it; `--budget 6` plays as many of MC."
    ),
    steps=lambda effort: sum(_games(effort).values()),
    run=_run,
)
