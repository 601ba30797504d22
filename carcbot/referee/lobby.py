"""Who is here, who wants to play what, and which of them are brought together.

Pure as a table is: commands, comings and goings and moments go in; what is to be said, kept and
begun comes out. Moments are microseconds since 1970, because offers outlive a referee.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import Final

import msgspec

from carcbot.messages.lobby import (
    Accept,
    Cancel,
    Challenge,
    Decline,
    LobbyView,
    Offer,
    Offered,
    OfferOver,
    Online,
    Seek,
    Terms,
)
from carcbot.referee.abilities import Abilities
from carcbot.referee.offers import Offers
from carcbot.referee.ratings import Ratings, pool_of
from carcbot.referee.shares import Shares
from carcbot.referee.step import LobbyStep, Pairing, Refusal

__all__ = ["Lobby"]

_UNTOLD: Final = Abilities()
_MOST_RATINGS: Final = 100
"""So many of the best of each pool are shown."""


class _Guest(msgspec.Struct):
    """Somebody who is here."""

    product: str
    capacity: int
    can: Abilities


class Lobby:
    """Everybody who is here, and every offer.

    Who meets is looked for where something has changed that may let somebody meet: an offer, or
    who is here and free. The caller has to say so (`look_again`) of accounts whose matches are over
    or whose ratings are others than before.

    Args:
        shares: How many matches and offers each may have.

    Attributes:
        ratings: How strong everybody is.
    """

    def __init__(self, shares: Shares) -> None:
        self.ratings = Ratings()
        self._shares: Final = shares
        self._here: dict[str, _Guest] = {}
        self._offers = Offers()
        self._held: Counter[str] = Counter()
        self._to_look: dict[str, None] = {}
        self._put_back: dict[str, None] = {}

    def remember(self, ratings: Ratings, offers: Iterable[Offer]) -> None:
        """Takes in what is known from before; to be called before anybody is here."""
        self.ratings = ratings
        for offer in offers:
            self._put(offer)

    # ------------------------------------------------------------ what can be seen

    def online(self) -> tuple[Online, ...]:
        """Who is here, by name."""
        return tuple(
            Online(account, guest.product, self._shares.seats(account), guest.capacity)
            for account, guest in sorted(self._here.items())
        )

    def offers(self) -> tuple[Offer, ...]:
        """All offers that anybody may take, the oldest first."""
        return tuple(
            msgspec.structs.replace(each, allow=(), block=()) if each.allow or each.block else each
            for each in self._offers
            if not each.to
        )

    def view(self, pool: str | None = None) -> LobbyView:
        """All that is seen of it, with the ratings of one pool, or of all.

        Those are the best, and of whoever is here or has made one of the offers: there may be more
        accounts that have played than anybody could be told of.
        """
        online, offers = self.online(), self.offers()
        seen = (*(each.account for each in online), *(each.by for each in offers))
        ratings = self.ratings.best(pool, _MOST_RATINGS, seen)
        return LobbyView(online, offers, tuple(each.shown for each in ratings))

    def has_room(self, account: str, known: dict[str, bool] | None = None) -> bool:
        """Whether an account may begin one more match.

        Args:
            account: Which.
            known: What `Shares.may_begin` has found in the same moment.
        """
        has_own = self._shares.seats(account) < self.capacity(account)
        return has_own and self._shares.may_begin(account, {} if known is None else known)

    def capacity(self, account: str) -> int:
        """How many seats an account takes at once."""
        guest = self._here.get(account)
        return guest.capacity if guest else self._shares.limits.matches

    def knows(self, account: str) -> bool:
        """Whether somebody is here, or has made or accepted an offer that waits."""
        return account in self._here or bool(self._offers.of(account))

    def terms_of(self, name: str) -> Terms:
        """What an offer is about.

        Raises:
            Refusal: There is no such offer.
        """
        return self._offer(name).terms

    # ------------------------------------------------------------ coming and going

    def came(self, account: str, product: str, can: Abilities = _UNTOLD) -> Iterator[Offered]:
        """Somebody is here. Returns the challenges that wait for them, and still do when asked."""
        self._here[account] = _Guest(product, self._shares.limits.matches, can)
        self.look_again((account,))
        return self._waiting_for(account, [each.offer for each in self._offers if each.to])

    def _waiting_for(self, account: str, names: Iterable[str]) -> Iterator[Offered]:
        for name in names:
            offer = self._offers.get(name)
            if offer is not None and _is_among(account, offer.to) and account not in offer.accepted:
                yield Offered(offer)

    def went(self, account: str) -> None:
        """Somebody is gone. Offers wait for them until they expire."""
        self._here.pop(account, None)

    def set_capacity(self, account: str, matches: int) -> None:
        """Somebody has said how many matches it plays at once."""
        if account in self._here:
            self._here[account].capacity = min(matches, self._shares.limits.matches)
            self.look_again((account,))

    # ------------------------------------------------------------ offers

    def offer(
        self, account: str, command: Seek | Challenge, seats: int, name: str, now_us: int
    ) -> LobbyStep:
        """Makes an offer.

        Args:
            account: Whose.
            command: What it says, with everything filled in.
            seats: How many play.
            name: What it will be called.
            now_us: Now.

        Raises:
            Refusal: It cannot be made.
        """
        self._check_room(account)
        self._shares.check_offers(account, self._offers)
        seek = command if isinstance(command, Seek) else None
        to = self._as_here(command.to) if isinstance(command, Challenge) else ()
        if to and (len({*to, account}) != seats):
            raise Refusal("bad_options", f"with {seats} seats there are so many others")
        offer = Offer(
            name,
            "seek" if seek else "challenge",
            account,
            command.terms,
            seats,
            to,
            (),
            command.min_rating,
            command.max_rating,
            now_us + command.expires_s * 1_000_000,
            allow=seek.allow if seek else (),
            block=seek.block if seek else (),
        )
        self._put(offer)
        step = LobbyStep(name, [offer])
        step.says += [(each, Offered(offer)) for each in to if each in self._here]
        return step

    def accept(self, account: str, command: Accept, now_us: int) -> LobbyStep:
        """Accepts a challenge.

        Raises:
            Refusal: It is not for this account, or has expired.
        """
        offer = self._offer(command.offer)
        if offer.until_us <= now_us:
            raise Refusal("unknown_offer", f"the offer {offer.offer!r} has expired")
        if offer.kind == "seek":
            raise Refusal("not_allowed", "seeks are paired with seeks: seek the same")
        if offer.by == account or (offer.to and not _is_among(account, offer.to)):
            raise Refusal("not_allowed", "it is not for you")
        if account in offer.accepted:
            return LobbyStep()
        self._check_room(account)
        if not self._suits(offer, account):
            raise Refusal("not_allowed", "your rating is not the one that is wanted")
        return LobbyStep(kept=[self._change(offer, (*offer.accepted, account))])

    def decline(self, account: str, command: Decline) -> LobbyStep:
        """Declines a challenge: it is over.

        Raises:
            Refusal: It was not made to this account.
        """
        offer = self._offer(command.offer)
        if not _is_among(account, offer.to):
            raise Refusal("not_allowed", "it was not made to you")
        over = OfferOver(offer.offer, "declined", account, command.reason, command.text)
        return self._close(LobbyStep(), offer, over)

    def cancel(self, account: str, command: Cancel) -> LobbyStep:
        """Takes an offer back.

        Raises:
            Refusal: It is another's.
        """
        offer = self._offer(command.offer)
        if offer.by != account:
            raise Refusal("not_allowed", "it is not yours")
        return self._close(LobbyStep(), offer, OfferOver(offer.offer, "cancelled", account))

    def hold(self, step: LobbyStep) -> None:
        """Pairs nobody by these offers until they are let go: who made them is not answered yet."""
        self._held.update(each.offer for each in step.kept)

    def let_go(self, step: LobbyStep) -> None:
        """The offers that were held can be paired, if they are still there."""
        self._held -= Counter(each.offer for each in step.kept)
        self._to_look |= {each.offer: None for each in (*step.kept, *step.gone)}

    def undo(self, step: LobbyStep, account: str) -> None:
        """What an account has said of offers could not be kept: it is as if never said."""
        if step.gone:
            self._offers = Offers([*step.gone, *self._offers])
        for offer in step.kept:
            there = self._offers.get(offer.offer)
            if there is not None and step.offer == offer.offer:
                self._offers.drop(offer.offer)
            elif there is not None:
                self._change(there, tuple(each for each in there.accepted if each != account))

    def forget(self, names: Iterable[str]) -> None:
        """Offers are no more, if they were: their match has begun already."""
        for name in names:
            self._offers.drop(name)

    def wake(self, now_us: int, most: int | None = None) -> LobbyStep:
        """Gives up what has expired, the oldest first; at most so many at once, if that is said."""
        step = LobbyStep()
        expired = (offer for offer in self._offers if offer.until_us <= now_us)
        for offer in islice(expired, most):
            self._close(step, offer, OfferOver(offer.offer, "expired"))
        return step

    def look_at(self, account: str) -> None:
        """Something may let this account meet others."""
        self._to_look |= {each.offer: None for each in self._offers.of(account)}

    def look_again(self, accounts: Iterable[str]) -> None:
        """The same with several, and with offers that have met and whose match could not begin."""
        for account in accounts:
            self.look_at(account)
        self._to_look |= self._put_back
        self._put_back.clear()

    @property
    def has_to_look(self) -> bool:
        """Whether it has not been looked yet who meets now."""
        return bool(self._to_look)

    def look(self, now_us: int) -> Pairing | None:
        """Looks at one more offer whether it is complete; the caller begins the match.

        To be asked as long as it has to look.
        """
        offer = self._offers.get(next(iter(self._to_look)))
        if offer is None or not self._may_meet(offer, now_us):
            pairing = None
        elif offer.kind == "seek":
            pairing = self._company(offer, now_us)
        else:
            pairing = self._complete(offer)
        if pairing is None:
            del self._to_look[next(iter(self._to_look))]
            return None
        for each in pairing.offers:
            self._offers.drop(each.offer)
            self._to_look.pop(each.offer, None)
        return pairing

    def put_back(self, pairing: Pairing) -> None:
        """The offers of a pairing wait as they did: their match could not begin.

        They are looked at again when others are.
        """
        self._offers = Offers([*pairing.offers, *self._offers])
        self._put_back |= {each.offer: None for each in pairing.offers}

    # ------------------------------------------------------------ inside

    def _offer(self, name: str) -> Offer:
        offer = self._offers.get(name)
        if offer is None:
            raise Refusal("unknown_offer", f"there is no offer {name!r}, or no more")
        return offer

    def _check_room(self, account: str) -> None:
        if not self.has_room(account):
            raise self._shares.no_room(account)

    def _is_ready(self, account: str, terms: Terms, known: dict[str, bool]) -> bool:
        """Whether somebody is here who may begin one more match, and can play that one."""
        guest = self._here.get(account)
        return guest is not None and guest.can.can_play(terms) and self.has_room(account, known)

    def _suits(self, offer: Offer, account: str) -> bool:
        """Whether somebody is wanted there, and has the rating that an offer asks for."""
        if _is_among(account, offer.block):
            return False
        if offer.allow and not _is_among(account, offer.allow):
            return False
        if offer.min_rating is None and offer.max_rating is None:
            return True
        rating = self.ratings.of(account, pool_of(offer.terms.game, offer.seats)).shown.rating
        low = offer.min_rating is None or rating >= offer.min_rating
        return low and (offer.max_rating is None or rating <= offer.max_rating)

    def _may_meet(self, offer: Offer, now_us: int) -> bool:
        """Whether who made it was answered, and it has not expired."""
        return offer.offer not in self._held and offer.until_us > now_us

    def _company(self, offer: Offer, now_us: int) -> Pairing | None:
        """Those who seek the same, the oldest first, as many as there are seats."""
        known: dict[str, bool] = {}
        if not self._is_ready(offer.by, offer.terms, known):
            return None
        group = [offer]
        for other in self._offers.seeks_like(offer):
            if len(group) == offer.seats:
                break
            if (
                self._may_meet(other, now_us)
                and self._is_ready(other.by, offer.terms, known)
                and all(
                    each.by != other.by
                    and self._suits(each, other.by)
                    and self._suits(other, each.by)
                    for each in group
                )
            ):
                group.append(other)
        if len(group) < offer.seats:
            return None
        names = {each.offer for each in group}
        group = [each for each in self._offers.seeks_like(offer) if each.offer in names]
        return Pairing(offer.terms, tuple(each.by for each in group), tuple(group))

    def _complete(self, offer: Offer) -> Pairing | None:
        """A challenge that enough have accepted who are here."""
        known: dict[str, bool] = {}
        if not self._is_ready(offer.by, offer.terms, known):
            return None
        present = [each for each in offer.accepted if self._is_ready(each, offer.terms, known)]
        if len(present) < offer.seats - 1:
            return None
        return Pairing(offer.terms, (offer.by, *present[: offer.seats - 1]), (offer,))

    def _change(self, offer: Offer, accepted: tuple[str, ...]) -> Offer:
        changed = msgspec.structs.replace(offer, accepted=accepted)
        self._put(changed)
        return changed

    def _put(self, offer: Offer) -> None:
        self._offers.put(offer)
        self._to_look[offer.offer] = None

    def _close(self, step: LobbyStep, offer: Offer, over: OfferOver) -> LobbyStep:
        self._offers.drop(offer.offer)
        step.gone.append(offer)
        hearers = {offer.by, *self._as_here(offer.to), *offer.accepted}
        step.says += [(each, over) for each in hearers]
        return step

    def _as_here(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Names as those who are here write them."""
        if not names:  # as of every seek: there may be thousands here
            return ()
        here = {each.lower(): each for each in self._here}
        return tuple(here.get(each.lower(), each) for each in names)


def _is_among(account: str, names: Collection[str]) -> bool:
    """Whether one of these names means the account: there are no two that differ by case alone."""
    return account in names or account.lower() in (each.lower() for each in names)
