"""How fast whole games of contests are, and how much of their time is search."""

import time
from collections.abc import Callable, Iterator
from statistics import median

import msgspec

from carcbot.arena.blocks import Block, Game, GameResult
from carcbot.arena.contest import Contest, Entrant
from carcbot.arena.contest_file import check_contest
from carcbot.contest.any_game import play_game
from carcbot.games.extras import Figures, Workload

__all__ = ["figures", "figures_of_search", "page", "workloads"]

_SEARCHING = "mcts:sims=500"


def workloads() -> Iterator[Workload]:
    """Whole games of quick agents, each with its record as a line of results."""
    for agent in ("greedy", "random"):
        yield Workload(f"{agent}_games", _games(agent))


def figures(rates: dict[str, float]) -> Figures:
    """The figures for rates of the workloads."""
    return {
        f"{agent}_games_per_s": round(rates[f"{agent}_games"]) for agent in ("greedy", "random")
    }


def figures_of_search(runs: int) -> Figures:
    """How much of the time of a game between searches is spent in them."""
    contest = _contest(_SEARCHING)
    shares = []
    for number in range(runs):
        begun = time.perf_counter()
        result = _line(contest, number)
        taken = time.perf_counter() - begun
        shares.append(sum(effort.seconds for effort in result.efforts) / taken)
    return {"match_share_in_search": round(median(shares), 3)}


def page(figures: Figures) -> Iterator[str]:
    """The figures as lines for a person."""
    yield "whole games in contests, each with its record"
    yield f"  {'greedy against itself: games a second':<52}{figures['greedy_games_per_s']:>12,}"
    yield f"  {'random moves: games a second':<52}{figures['random_games_per_s']:>12,}"
    title = f"{_SEARCHING}: the share of the time in searches"
    yield f"  {title:<52}{figures['match_share_in_search']:>12}"


def _games(agent: str) -> Callable[[int], int]:
    contest = _contest(agent)

    def play(games: int) -> int:
        for number in range(games):
            _line(contest, number)
        return games

    return play


def _contest(agent: str) -> Contest:
    players = (Entrant("one", agent), Entrant("other", agent))
    return check_contest(Contest(player=players), "the benchmark")


def _line(contest: Contest, number: int) -> GameResult:
    """Plays a game, and writes its line."""
    result = play_game(contest, Game(Block(number // 2, 0, (0, 1)), number % 2))
    msgspec.json.encode(result)
    return result
