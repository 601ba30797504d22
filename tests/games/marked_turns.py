"""Turns of which only a mark in what the table sees tells something, in games with secrets."""

import random
from collections.abc import Collection

from carcbot.games.contract import Game, SecretState, view_of
from carcbot.games.terminal import TurnTeller, face_of

__all__ = ["marked_turns"]


def marked_turns(
    game: Game[SecretState], options: str, eager: Collection[str], *, is_whole: bool
) -> tuple[list[str], list[str]]:
    """The sentences of turns with a mark and without, in a game by eager players.

    Args:
        game: What is played.
        options: How.
        eager: Kinds of moves that are made where they can be.
        is_whole: Whether who tells them knows everything, so that plies have no marks; else it is
            what the table sees.
    """
    rng = random.Random(1)
    state = game.new(options)
    teller = TurnTeller(face_of(game))
    marked: list[str] = []
    plain: list[str] = []
    is_marked = False
    while not state.over and state.turn < 200:
        outcomes = [text for text, _ in state.outcomes()]
        moves = state.legal_moves()
        wanted = [move for move in moves if move.split(":")[0] in eager]
        ply = rng.choice(outcomes or wanted or moves)
        before, seen = state.copy(), state.seen(ply, None)
        is_marked |= "!" in seen
        state.apply(ply)
        views = (before, state) if is_whole else (view_of(before, None), view_of(state, None))
        sentence = teller.tell(views[0], ply if is_whole else seen, views[1])
        if sentence:
            (marked if is_marked else plain).append(sentence)
            is_marked = False
    return marked, plain
