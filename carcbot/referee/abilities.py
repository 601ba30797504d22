"""What a client has said in its hello that it can do, and so where it may sit."""

from collections.abc import Mapping

import msgspec

from carcbot.games import registry
from carcbot.messages.lobby import Terms
from carcbot.referee.journal import Header
from carcbot.referee.step import Refusal

__all__ = ["Abilities"]


class Abilities(msgspec.Struct, frozen=True):
    """What a client can do.

    Attributes:
        features: Of the protocol.
        rules: The versions of games' rules that it knows, as far as it has said that.
    """

    features: tuple[str, ...] = ()
    rules: Mapping[str, int] = {}

    def can_play(self, what: Terms | Header) -> bool:
        """Whether it may sit there."""
        return self._lacks(what) is None

    def check(self, what: Terms | Header) -> None:
        """Refuses a joint seed, and rules, to a client that does not know these.

        Raises:
            Refusal: It may not sit there.
        """
        text = self._lacks(what)
        if text is not None:
            raise Refusal("unsupported_feature", text)

    def _lacks(self, what: Terms | Header) -> str | None:
        if what.chance == "joint" and "joint" not in self.features:
            return "say the feature 'joint' in your hello to play like this"
        known = self.rules.get(what.game)
        if known is None or what.game not in registry.names():
            return None
        ours = registry.get(what.game).rules
        if known == ours:
            return None
        return f"you know version {known} of the rules of {what.game}, here it is {ours}"
