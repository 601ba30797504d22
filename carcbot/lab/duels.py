"""Matches between two players, as studies play them and count what happened in them."""

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeVar

from carcbot.arena.blocks import BlockResult, Effort, GameResult
from carcbot.arena.contest import Contest, Entrant
from carcbot.arena.contest_course import ContestCourse
from carcbot.arena.contest_file import check_contest
from carcbot.arena.contest_statistics import blocks_of
from carcbot.arena.statistics.block_values import Blocks
from carcbot.arena.statistics.intervals import Estimate, mean_margin, mean_share
from carcbot.arena.statistics.phrases import difference
from carcbot.contest.runner import play_contest
from carcbot.games import USUAL_GAME
from carcbot.games.carcassonne.habits import FEATURES, Habits, habits_of
from carcbot.lab.study import Figures, Workbench

__all__ = [
    "SEATS",
    "Duel",
    "Player",
    "Side",
    "blocks_in",
    "duel_between",
    "duel_of",
    "play",
    "play_blocks",
    "play_evenly",
]

Key = TypeVar("Key", bound=Hashable)
Player = tuple[str, str]
"""What somebody is called, and its agent."""
SEATS = 2
_FEWEST = 2
"""Blocks that are played however little time there is."""
_GROWTH: Final = 1.5
"""How many times as many blocks all contests have after a further round of them."""


@dataclass(frozen=True)
class Side:
    """A player's side of some games.

    Attributes:
        points: Its own, game by game.
        rivals: The other's.
        leads: By how many places it came in before the other: 1, 0 or -1.
        watch: Finds in the records how it played.
    """

    points: tuple[int, ...]
    rivals: tuple[int, ...]
    leads: tuple[int, ...]
    watch: Callable[[], Habits]

    @cached_property
    def habits(self) -> Habits:
        """How it played; found when somebody asks, for that takes long."""
        return self.watch()

    @property
    def games(self) -> int:
        """How many games these were."""
        return len(self.points)

    @property
    def wins(self) -> int:
        """How many it won."""
        return self.leads.count(1)

    @property
    def draws(self) -> int:
        """In how many both came in first."""
        return self.leads.count(0)

    @property
    def losses(self) -> int:
        """How many it lost."""
        return self.leads.count(-1)

    @property
    def mean_points(self) -> float:
        """Points in a game."""
        return sum(self.points) / self.games

    @property
    def mean_margin(self) -> float:
        """By how many points it was ahead of the other."""
        return (sum(self.points) - sum(self.rivals)) / self.games

    def figures(self, *, with_habits: bool) -> Figures:
        """All of it, for programs."""
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "points": list(self.points),
            "mean_points": self.mean_points,
            "mean_margin": self.mean_margin,
        } | (_habits_figures(self.habits) if with_habits else {})


def _habits_figures(habits: Habits) -> Figures:
    return {
        "features": {each: habits.features[each] for each in FEATURES},
        "points_by_feature": {each: habits.points[each] for each in FEATURES},
        "figures_by_feature": {each: habits.figures[each] for each in FEATURES},
        "figures_a_game": habits.figures_a_game,
        "turns": habits.turns,
        "ready_turns": habits.ready_turns,
        "virtual_by_turn": [round(mean, 3) for mean in habits.mean_virtual],
    }


@dataclass(frozen=True)
class Duel:
    """The games that two players have played against each other, each deck from both seats.

    Attributes:
        names: What they are called.
        results: The blocks, in their order.
        missing: How many blocks there should be besides.
    """

    names: tuple[str, str]
    results: tuple[BlockResult, ...]
    missing: int = 0

    @cached_property
    def blocks(self) -> Blocks:
        """The results in the shape that statistics count."""
        return blocks_of(self.results)

    @property
    def games(self) -> list[GameResult]:
        """All games."""
        return [game for result in self.results for game in result.games]

    @cached_property
    def share(self) -> Estimate:
        """The first player's share of the wins, a draw counted half."""
        return mean_share(self.blocks.scores_of(0), SEATS)

    @cached_property
    def margin(self) -> Estimate:
        """By how many points the first player was ahead."""
        return mean_margin(self.blocks.margins_of(0), SEATS)

    @property
    def shown(self) -> str:
        """What the results show of the first player's strength."""
        return difference(self.blocks, 0)

    def side(self, player: int, seat: int | None = None) -> Side:
        """A player's games in this seat; in both seats by default."""
        name, seats = self.names[player], range(SEATS) if seat is None else (seat,)
        sat = [
            (game, game.names.index(name)) for game in self.games if game.names.index(name) in seats
        ]
        return Side(
            tuple(game.scores[at] for game, at in sat),
            tuple(game.scores[1 - at] for game, at in sat),
            tuple(game.places[1 - at] - game.places[at] for game, at in sat),
            lambda: habits_of(self.names, ((game.names, game.record) for game, _ in sat))[name],
        )

    @property
    def sides(self) -> dict[str, Side]:
        """Both players' games in both seats."""
        return {name: self.side(player) for player, name in enumerate(self.names)}

    @property
    def habits(self) -> dict[str, Habits]:
        """How each player has played."""
        return {name: side.habits for name, side in self.sides.items()}

    def effort(self, player: int) -> Effort:
        """The effort of all decisions of a player."""
        name = self.names[player]
        return sum((game.efforts[game.names.index(name)] for game in self.games), Effort())

    def figures(self, *, with_habits: bool = True) -> Figures:
        """All of it, for programs: of each player the games as first and as second, and its effort.

        Times are left out: they are those of a machine and a day. So is how they play, where that
        is not the question.
        """
        efforts = [self.effort(player) for player in range(SEATS)]
        return {
            "players": list(self.names),
            "blocks": len(self.results),
            "blocks_missing": self.missing,
            "share": self.share.ends,
            "margin": self.margin.ends,
            "sides": {
                name: {
                    "first": self.side(player, 0).figures(with_habits=with_habits),
                    "second": self.side(player, 1).figures(with_habits=with_habits),
                    "simulations_a_move": efforts[player].simulations / efforts[player].decisions,
                    "nodes_a_move": efforts[player].nodes / efforts[player].decisions,
                }
                for player, name in enumerate(self.names)
            },
        }


def duel_between(
    study: str,
    one: Player,
    other: Player,
    *,
    blocks: int,
    seed: int,
    options: str = "",
    game: str = USUAL_GAME,
) -> Contest:
    """The contest of two players. All with the same seed are played on the same decks.

    Args:
        study: The study's name.
        one: The first of them.
        other: The second.
        blocks: On how many decks, each from both seats.
        seed: Of all chance.
        options: Of the game.
        game: Its name.
    """
    contest = Contest(
        name=f"{study} {one[0]} v {other[0]}",
        game=game,
        options=options,
        blocks=blocks,
        seed=seed,
        player=(Entrant(*one), Entrant(*other)),
    )
    return check_contest(contest, study)


def blocks_in(contests: Iterable[Contest]) -> int:
    """The number of blocks of these contests: the steps of playing them."""
    return sum(contest.blocks for contest in contests)


def duel_of(contest: Contest, results: tuple[BlockResult, ...]) -> Duel:
    """What was played of a contest of two."""
    one, other = contest.names
    return Duel((one, other), results, contest.blocks - len(results))


def play(contest: Contest, workbench: Workbench) -> Duel:
    """Plays a contest of two as `play_blocks` does."""
    return duel_of(contest, play_blocks(contest, workbench))


def play_blocks(
    contest: Contest, workbench: Workbench, *, at_most: float = math.inf, told: int = 0
) -> tuple[BlockResult, ...]:
    """Plays a contest to its end, continuing what was played before.

    Where the workbench is told sooner that it is enough, or does not play this contest on, there
    are fewer blocks, but never less than two of them: one alone says nothing of how much the next
    may differ.

    Args:
        contest: The contest.
        workbench: Where it is played.
        at_most: So many blocks are enough for now.
        told: Of how many blocks the workbench was told already.
    """
    if not workbench.plays_on(contest):
        at_most = _FEWEST

    def tell(course: ContestCourse) -> None:
        nonlocal told
        for _ in range(len(course.counted) - told):
            workbench.step()
        told = len(course.counted)

    with workbench.keep(contest) as folder:
        course = play_contest(
            folder,
            workbench.workers,
            tell,
            workbench.place,
            lambda: told >= at_most or (told >= _FEWEST and workbench.is_enough()),
        )
    return tuple(course.counted)


def play_evenly(
    contests: Mapping[Key, Contest],
    workbench: Workbench,
    *,
    weight: Callable[[Contest], float] = lambda _: 1.0,
) -> dict[Key, tuple[BlockResult, ...]]:
    """Plays contests in rounds, a few blocks of each at a time.

    So each has something if time runs out, and none has much more than another.

    Args:
        contests: All of them.
        workbench: Where they are played.
        weight: How long a block of a contest takes beside those of others: it has so many fewer.

    Returns:
        The blocks of each, as `play_blocks` finds them.
    """
    chosen = [key for key, contest in contests.items() if workbench.plays_on(contest)]
    played: dict[Key, tuple[BlockResult, ...]] = {}
    most: float = _FEWEST
    while True:
        for key, contest in contests.items():
            told = len(played.get(key, ()))
            wanted = max(_FEWEST, most / weight(contest))
            if key not in played or (key in chosen and told < min(wanted, contest.blocks)):
                played[key] = play_blocks(contest, workbench, at_most=wanted, told=told)
        is_whole = all(len(played[key]) >= contests[key].blocks for key in chosen)
        if is_whole or workbench.is_enough():
            return played
        most *= _GROWTH
