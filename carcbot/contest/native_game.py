"""A game between our own searches, in one call."""

from carcbot.arena.blocks import Effort, Fault, GameResult
from carcbot.contest.seating import Seating
from carcbot.search.whole_game import Player, play_whole_game

__all__ = ["play_native"]


def play_native(seating: Seating) -> GameResult:
    """Plays a game in which every seat is one of ours.

    Raises:
        InputError: An agent does not go with the game.
    """
    contest = seating.contest
    players = [
        Player(seating.agent(seat), seating.budget(seat), seating.seed(seat))
        for seat in seating.seats
    ]
    played = play_whole_game(
        contest.game, *seating.start, players, chance=seating.chance, grace_s=contest.grace_s
    )
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
        over_s = played.over_ns / 1e9
        fault = Fault("time", f"took {over_s:.3f} s too long", played.late, over_s)
    return seating.result(played.scores, played.ranking, [played.plies], efforts, fault)
