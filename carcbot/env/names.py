"""The names under which Gymnasium knows the games, once this module has been imported.

``import carcbot.env.names`` and then ``gymnasium.make("carcbot/Chess-v0")`` for one game, or
``gymnasium.make_vec("carcbot/Chess-v0", 64)`` for many in one call.

A version is frozen: a change by which the same seed and the same actions give another episode is a
new version. Older ones stay.
"""

from gymnasium.envs.registration import register

from carcbot import _native
from carcbot.env.batch import learned_games

__all__ = ["NAMES"]

NAMES: dict[str, str] = {}
"""By game, the name of its environment in the newest version."""

for _game in learned_games():
    _words = "".join(word.capitalize() for word in _game.split("_"))
    for _version in range(getattr(_native, _game).versions()):
        NAMES[_game] = f"carcbot/{_words}-v{_version}"
        register(
            NAMES[_game],
            entry_point="carcbot.env.one_seat:OneSeat",
            vector_entry_point="carcbot.env.many_seats:ManySeats",
            kwargs={"game": _game, "version": _version},
        )
