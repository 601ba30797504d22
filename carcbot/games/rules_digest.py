"""A digest that tells apart rules with the same name."""

from functools import lru_cache
from hashlib import sha256
from typing import Final

from carcbot.errors import GameError, InputError
from carcbot.games import registry

__all__ = ["rules_digest"]

_GAMES: Final = 8


@lru_cache(maxsize=256)
def rules_digest(game: str, options: str) -> str:
    """SHA-256, in hex, of how some random games end by these rules.

    Where a draw, a move or a point is possible here and not there, random games go another way.
    So two programs with the same digest play by the same rules, as far as random games come.

    Args:
        game: The name of the game.
        options: As text, as `State.options` writes it.

    Raises:
        InputError: There is no such game, or it has no such options.
        GameError: It is a package's, and fails in a random game.
    """
    try:
        return _digest_of_ends(game, options)
    except InputError:
        raise
    except Exception as error:
        if registry.is_native(game):
            raise
        raise GameError(
            f"a random game fails: {type(error).__name__}: {error}",
            where=f"the game {game}",
            expected=f"what 'carcbot games {game} --check 20' tells",
        ) from error


def _digest_of_ends(game: str, options: str) -> str:
    ends = sha256()
    for seed in range(_GAMES):
        state = registry.get(game).new(options)
        state.play_randomly(seed)
        ends.update(b"%b\n" % state.text.encode())
    return ends.hexdigest()
