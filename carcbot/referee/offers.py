"""Every offer that waits, found by what is to be played and by who has to do with it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from carcbot.messages.lobby import Offer, Terms

__all__ = ["Offers"]


class Offers:
    """All offers that wait, the oldest first.

    Args:
        offers: Those that wait from before.
    """

    def __init__(self, offers: Iterable[Offer] = ()) -> None:
        self._all: Final[dict[str, Offer]] = {}
        self._seeks: Final[defaultdict[Terms, dict[str, None]]] = defaultdict(dict)
        self._of: Final[defaultdict[str, dict[str, None]]] = defaultdict(dict)
        for offer in offers:
            self.put(offer)

    def __iter__(self) -> Iterator[Offer]:
        return iter(list(self._all.values()))

    def __len__(self) -> int:
        return len(self._all)

    def get(self, name: str) -> Offer | None:
        """The offer of that name."""
        return self._all.get(name)

    def put(self, offer: Offer) -> None:
        """Takes in an offer, or what has become of one, which is as old as it was."""
        before = self._all.get(offer.offer)
        if before is not None:
            self._forget_people(before)
        self._all[offer.offer] = offer
        if offer.kind == "seek":
            self._seeks[offer.terms][offer.offer] = None
        for account in (offer.by, *offer.accepted):
            self._of[account][offer.offer] = None

    def drop(self, name: str) -> None:
        """An offer is no more, if it was."""
        offer = self._all.pop(name, None)
        if offer is None:
            return
        self._forget_people(offer)
        if offer.kind == "seek":
            del self._seeks[offer.terms][name]
            if not self._seeks[offer.terms]:
                del self._seeks[offer.terms]

    def of(self, account: str) -> list[Offer]:
        """What somebody has made or accepted."""
        return [self._all[name] for name in self._of.get(account, ())]

    def seeks_like(self, offer: Offer) -> Iterator[Offer]:
        """All that seek the same, this one included; to be used up before anything changes."""
        return (self._all[name] for name in self._seeks.get(offer.terms, ()))

    def _forget_people(self, offer: Offer) -> None:
        for account in (offer.by, *offer.accepted):
            del self._of[account][offer.offer]
            if not self._of[account]:
                del self._of[account]
