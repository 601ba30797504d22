"""What is told of the turns of whole games with secrets, and what only marks in plies tell."""

import random
from collections.abc import Collection
from itertools import pairwise

from carcbot.games import registry
from carcbot.games.contract import Game, SecretState, State, seen_ply, view_of
from carcbot.games.game_text import GameRecord
from carcbot.games.terminal import TurnTeller, face_of
from tests.games.random_games import positions, random_record

__all__ = ["marked_turns", "told_game"]


def told_game(name: str, viewer: str | int) -> tuple[GameRecord[State], list[str]]:
    """A random game, and the sentences that tell its turns: each one when it is over.

    Args:
        name: What is played.
        viewer: By whom they are told: a seat, the ``table``, or the ``referee``, who knows all.
    """
    record = random_record(name, "", 1)
    teller = TurnTeller(face_of(registry.get(name)))
    seat = viewer if isinstance(viewer, int) else None
    told = []
    for (state, after), ply in zip(pairwise(positions(record)), record.plies, strict=True):
        if viewer == "referee":
            sentence = teller.tell(state, ply, after)
        else:
            seen = seen_ply(state, ply, seat)
            sentence = teller.tell(view_of(state, seat), seen, view_of(after, seat))
        ends = after.over or after.turn > state.turn
        assert bool(sentence) == ends
        told += [sentence] * ends
    assert len(told) == record.state.turn > 20
    assert all(each.isascii() and each.startswith("seat ") and each[-1] == "." for each in told)
    return record, told


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
