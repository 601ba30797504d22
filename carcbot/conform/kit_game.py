"""The game that the kit plays with referees, and what it has to know of it."""

import random
from typing import Final

from carcbot.conform.kit import SkippedError
from carcbot.errors import InputError
from carcbot.games import USUAL_GAME, registry
from carcbot.games.contract import CHANCE, Game, State

__all__ = [
    "CARD_GAME",
    "GAME",
    "OTHER_OPTIONS",
    "SECRET_GAMES",
    "another_spelling",
    "move_of_elsewhere",
]

GAME: Final = USUAL_GAME
"""What is played where a check is about no game in particular."""
_PLIES: Final = 60


def _other_options(game: Game[State]) -> str:
    """An option, besides the seats, that is not as usual."""
    for option in game.options:
        for value in option.values[1:] if option.name != "seats" else ():
            text = f"{option.name}={value}"
            try:
                if text in game.new(f"seats=2,{text}").options:
                    return text
            except InputError:  # it does not go with two seats
                continue
    raise SkippedError(f"{game.name} has no options")


OTHER_OPTIONS: Final = _other_options(registry.get(GAME))
"""Options of that game which are not the usual ones."""


def _deals_a_card_each(game: Game[State]) -> bool:
    """Whether a game with secrets begins with a card for each of two seats, and nothing else."""
    if not game.has_secrets or 2 not in game.seats:
        return False
    state = game.new(seats=2)
    for _ in range(2):
        if state.to_move != CHANCE:
            return False
        state.apply(state.outcomes()[0][0])
    return state.to_move >= 0


CARD_GAME: Final = next(
    name for name in registry.native_names() if _deals_a_card_each(registry.get(name))
)
"""What is played where a check is about cards that others do not see."""


SECRET_GAMES: Final = tuple(
    name for name in registry.native_names() if registry.get(name).has_secrets
)
"""Of each of these a bot that knows it plays a whole game."""


def move_of_elsewhere(state: State) -> str:
    """A move as the game writes it, which is legal later perhaps, but not here.

    Raises:
        SkippedError: There is none in a game at random.
    """
    rng = random.Random(1)
    later = state.copy()
    for _ in range(_PLIES):
        if later.over:
            break
        texts = later.legal_moves() or [text for text, _ in later.outcomes()]
        if later.to_move >= 0:
            for text in texts:
                if not _is_legal(state, text):
                    return text
        later.apply(rng.choice(texts))
    raise SkippedError("every move of the game is legal everywhere")


def another_spelling(state: State) -> str:
    """A legal move, written in another way than the canonical one; empty if there is none."""
    for move in state.legal_moves():
        for place, letter in enumerate(move):
            for digit in "0123456789" if letter.isdecimal() else ():
                text = f"{move[:place]}{digit}{move[place + 1 :]}"
                if _is_legal(state, text) and state.canonical_move(text) != text:
                    return text
    return ""


def _is_legal(state: State, text: str) -> bool:
    try:
        state.canonical_move(text)
    except InputError:
        return False
    return True
