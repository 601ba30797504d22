"""What comes of a command, a moment, or somebody's coming or going."""

from typing import Final

import msgspec

from carcbot.messages.lobby import Offer, Offered, OfferOver, Terms
from carcbot.messages.parts import ErrorCode
from carcbot.messages.server import Message

__all__ = ["EVERYBODY", "WATCHERS", "LobbyStep", "Pairing", "Refusal", "Say", "Step"]

EVERYBODY: Final = -1
"""All seats, and whoever watches."""
WATCHERS: Final = -2
"""Whoever watches."""


class Refusal(Exception):  # noqa: N818 - it is an answer, not an accident
    """A command that is not carried out. Nothing has changed.

    Attributes:
        code: What is wrong, for programs.
        text: What is wrong, for people.
    """

    def __init__(self, code: ErrorCode, text: str) -> None:
        super().__init__(text)
        self.code: ErrorCode = code
        self.text = text


class Say(msgspec.Struct, frozen=True, gc=False):
    """A message for a seat, EVERYBODY or WATCHERS."""

    to: int
    message: Message


class Step(msgspec.Struct):
    """What comes of something.

    Attributes:
        lines: To be in the journal before anything else is done, as they are written there.
        says: To be said then, in this order.
        seq: Of the event that a move became.
    """

    lines: list[bytes] = []
    says: list[Say] = []
    seq: int | None = None


class Pairing(msgspec.Struct, frozen=True):
    """A match that is to begin.

    Attributes:
        terms: What is played.
        accounts: Who plays.
        offers: What it came of.
    """

    terms: Terms
    accounts: tuple[str, ...]
    offers: tuple[Offer, ...]

    def matched(self, match: str) -> list[tuple[str, OfferOver]]:
        """What those are told whose offers became a match, also who had accepted one in vain."""
        return [
            (
                account,
                OfferOver(offer.offer, "matched", match=match)
                if account in self.accounts
                else OfferOver(offer.offer, "cancelled", text="others have its seats"),
            )
            for offer in self.offers
            for account in (offer.by, *offer.accepted)
        ]


class LobbyStep(msgspec.Struct):
    """What comes of something in the lobby.

    Attributes:
        offer: The one that was made.
        kept: Offers to be kept, or kept as they are now.
        gone: Offers that are no more.
        says: What is said to whom.
    """

    offer: str | None = None
    kept: list[Offer] = []
    gone: list[Offer] = []
    says: list[tuple[str, Offered | OfferOver]] = []
