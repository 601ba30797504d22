"""A game between our own searches: one call into the native core plays all of it."""

from typing import TYPE_CHECKING

from carcbot import _native
from carcbot.arena.blocks import Effort, Fault, GameResult
from carcbot.lab.matches.seating import Seating

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["play_native"]


def play_native(seating: Seating) -> GameResult:
    """Plays a game in which every seat is one of ours.

    Every seat gets a search of its own, made anew: it knows nothing of any game before.

    Raises:
        InputError: An agent does not go with the game.
    """
    start, text = seating.start
    times_s = []
    players = []
    for seat in seating.seats:
        agent = seating.agent(seat)
        budget = seating.budget(seat)
        times_s.append(budget.hard_s or 0.0)
        players.append(
            _native.matches.Player(
                agent.searcher(text, seating.seed(seat)),
                nodes=budget.nodes or 0,
                simulations=budget.simulations or 0,
                depth=budget.depth or 0,
                time_ns=round(times_s[-1] * 1e9),
            )
        )
    module: ModuleType = getattr(_native, seating.contest.game)
    grace_ns = round(seating.contest.grace_s * 1e9)
    played: _native.matches.Played = module.play_game(start, players, seating.chance, grace_ns)
    efforts = [
        Effort(
            decisions=each.decisions,
            nodes=each.nodes,
            simulations=each.simulations,
            seconds=each.thinking_ns / 1e9,
            longest_s=each.longest_ns / 1e9,
        )
        for each in played.efforts
    ]
    fault = None
    if played.late >= 0:
        over_s = efforts[played.late].longest_s - times_s[played.late]
        fault = Fault("time", f"took {over_s:.3f} s too long", played.late, over_s)
    return seating.result(played.scores, played.ranking, [played.plies], efforts, fault)
