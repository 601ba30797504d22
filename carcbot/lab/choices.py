"""How many legal moves there were in games, turn by turn."""

import hashlib
import math
from dataclasses import dataclass
from functools import cache, partial
from statistics import fmean, stdev

from carcbot.games.carcassonne import CARCASSONNE
from carcbot.games.carcassonne.board import EDGES, turn_edge
from carcbot.games.carcassonne.tiles import tile_kinds
from carcbot.lab.heyden import RULES
from carcbot.lab.played_games import decisions
from carcbot.lab.study import Workbench
from carcbot.search.agent import parse_agent

__all__ = ["MoveCounts", "first_ply", "move_counts", "turns_alike"]


@dataclass(frozen=True, slots=True)
class MoveCounts:
    """The numbers of legal moves in some games: a list a game, in the order of the turns.

    Attributes:
        games: Rotations of a tile that look the same are one move.
        apart: The mean of all decisions if they were several.
    """

    games: list[list[int]]
    apart: float

    @property
    def all(self) -> list[int]:
        """Those of all decisions."""
        return [moves for game in self.games for moves in game]

    def by_turn(self) -> list[list[int]]:
        """For each turn, those of the games that came so far."""
        return [
            [game[turn] for game in self.games if len(game) > turn]
            for turn in range(max(map(len, self.games)))
        ]

    def mean_error(self) -> float:
        """The standard error of the mean, as the games differ; 0 if there is one only."""
        means = [fmean(game) for game in self.games]
        return stdev(means) / math.sqrt(len(means)) if len(means) > 1 else 0.0

    def mean_product_log10(self) -> float:
        """The logarithm of the mean, over the games, of the product of a game's numbers."""
        logs = [math.fsum(math.log10(moves) for moves in game) for game in self.games]
        top = max(logs)
        return top + math.log10(fmean(10 ** (each - top) for each in logs))


def move_counts(player: str, games: int, seed: int, workbench: Workbench) -> MoveCounts:
    """The move counts of so many games of the player against itself; each is a step of the work.

    Every game is noted down, so that there may be fewer if the workbench has enough.
    """
    notes = f"choices-{hashlib.sha256(f'{player} {seed}'.encode()).hexdigest()[:8]}"
    seeds = [seed * 1_000_003 + game for game in range(games)]
    answers = workbench.each_noted(notes, partial(_numbers, player), seeds)
    apart = [number for _, numbers_apart in answers for number in numbers_apart]
    return MoveCounts([numbers for numbers, _ in answers], fmean(apart))


def _numbers(player: str, seed: int) -> tuple[list[int], list[int]]:
    """How many moves there were at each decision of a game, and how many if rotations count.

    It is played by the thesis's rules.
    """
    agent = parse_agent(player)
    numbers: list[int] = []
    apart: list[int] = []
    for state in decisions(CARCASSONNE, (agent, agent), seed, RULES):
        if state.hand is not None:
            numbers.append(len(state.legal_moves()))
            apart.append(numbers[-1] * turns_alike(state.hand))
    return numbers, apart


def first_ply() -> tuple[float, float]:
    """Legal moves of the first turn, exactly: the mean over all tiles that may be drawn.

    The second number counts every rotation of a tile that looks the same when it is turned.
    """
    start = CARCASSONNE.new()
    merged = apart = weights = 0
    for kind, weight in start.outcomes():
        state = start.copy()
        state.apply(kind)
        moves = len(state.legal_moves())
        merged += weight * moves
        apart += weight * moves * turns_alike(kind)
        weights += weight
    return merged / weights, apart / weights


@cache
def turns_alike(name: str) -> int:
    """How many of the four rotations of a tile of this kind look like the tile as it is."""
    kind = tile_kinds()[name]

    def turned(quarters: int) -> tuple[object, ...]:
        edges = {turn_edge(edge, quarters): kind.edges[EDGES.index(edge)] for edge in EDGES}
        segments = [
            frozenset(
                frozenset(turn_edge(edge, quarters) for edge in segment.edges)
                for segment in segments
            )
            for segments in (kind.cities, kind.roads)
        ]
        return (frozenset(edges.items()), *segments)

    return sum(turned(quarters) == turned(0) for quarters in range(4))
