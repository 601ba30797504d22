"""The names under which Gymnasium knows the games, once this module has been imported.

``import carcbot.env.names`` and then ``gymnasium.make("carcbot/Chess-v0")`` for one game, or
``gymnasium.make_vec("carcbot/Chess-v0", 64)`` for many in one call.

A version is frozen: a change by which the same seed and the same actions give another episode is a
new version.
"""

from gymnasium.envs.registration import register

from carcbot import _native
from carcbot.games import registry

__all__ = ["NAMES"]

_VERSION = 0

NAMES: dict[str, str] = {
    game: f"carcbot/{''.join(word.capitalize() for word in game.split('_'))}-v{_VERSION}"
    for game in registry.native_names()
    if hasattr(getattr(_native, game), "Batch")
}
"""By game, the name of its environment."""

for _game, _name in NAMES.items():
    register(
        _name,
        entry_point="carcbot.env.one_seat:OneSeat",
        vector_entry_point="carcbot.env.many_seats:ManySeats",
        kwargs={"game": _game},
    )
