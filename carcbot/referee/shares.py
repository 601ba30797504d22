"""Who may have one more table or offer, so that nobody takes those of all others."""

from typing import Final

from carcbot.messages.parts import Limits
from carcbot.referee.directory import Directory
from carcbot.referee.offers import Offers
from carcbot.referee.parties import GUEST, GUESTS, Parties
from carcbot.referee.step import Refusal
from carcbot.referee.table import Table

__all__ = ["Shares"]


class Shares:
    """Sees to it that every party keeps to its share of the tables, and guests to theirs.

    Args:
        limits: How large the shares are.
        parties: Who counts as one.
        directory: Who has which tables.

    Attributes:
        limits: How large the shares are.
    """

    def __init__(self, limits: Limits, parties: Parties, directory: Directory) -> None:
        self.limits: Final = limits
        self._parties: Final = parties
        self._directory: Final = directory

    def seats(self, account: str) -> int:
        """How many seats an account has, in matches that go on and at tables that wait."""
        return len(self._directory.seats_of(account))

    def tables(self, account: str) -> list[Table]:
        """Where those have a seat who count as this account does, or have opened what waits."""
        return self._directory.held_by(self._parties.own(account))

    def check_seats(self, account: str, most: int, table: Table | None = None) -> None:
        """Refuses who has as many seats as it may have, or as it wants.

        Args:
            account: Who.
            most: How many that are.
            table: Where it wants to sit down; a party that sits there already has no table more.
        """
        count = self.seats(account)
        if count >= most:
            text = f"you have {count} seats, and may have {most}: wait until a match is over"
            raise Refusal("too_many_matches", text)
        own = self._parties.own(account)
        if own != account and table not in self._seated(own) and not self._may_sit(own):
            raise Refusal(
                "too_many_matches",
                f"all {own} together have seats at {self.limits.matches} tables, and may have no"
                " more (limits.matches): wait until a match is over",
            )

    def check_tables(self, account: str, table: Table | None = None) -> None:
        """Refuses who would have one table too many.

        Args:
            account: Who; empty is the referee itself, which may as long as there is any room.
            table: Where it wants to sit down; None if it wants to open a new one.
        """
        limits = self.limits
        usual = "waiting_at_address", limits.waiting_at_address
        mosts = dict.fromkeys(self._parties.of(account) if account else (), usual)
        if account:
            mosts[self._parties.own(account)] = ("waiting", limits.waiting)
        if GUESTS in mosts:
            mosts[GUESTS] = ("guest_tables", limits.guest_tables)
        begins = table is not None and table.accounts.count(None) == 1
        for party, (name, most) in mosts.items():
            held = self._directory.held_by(party)
            if table in held or (begins and party != GUESTS):
                continue
            count = len([each for each in held if party == GUESTS or not each.has_begun])
            if count >= most:
                raise Refusal("too_many_matches", _too_many(party, account, count, name))
        waiting = sum(not each.has_begun for each in self._directory.not_over())
        if table is None and waiting >= limits.waiting_in_all:
            raise Refusal(
                "too_many_matches",
                f"{waiting} tables wait, and there may be no more (limits.waiting_in_all): sit down"
                " at one of them",
            )

    def no_room(self, account: str) -> Refusal:
        """What to answer to who may begin no more matches."""
        own = self._parties.own(account)
        whose = "of yours" if own == account else f"of yours and of all {own}"
        return Refusal(
            "too_many_matches",
            f"{self.seats(account)} matches of yours go on, and no more may {whose}"
            " (capacity, limits.matches and limits.guest_tables): wait until one is over",
        )

    def check_offers(self, account: str, offers: Offers) -> None:
        """Refuses who would have one offer too many; guests leave room for all others."""
        limits, own = self.limits, self._parties.own(account)
        all_own = offers.of(account) if own == account else offers
        count = sum(self._parties.own(each.by) == own for each in all_own)
        if count >= limits.offers:
            whose = "of yours" if own == account else f"of all {own} together"
            text = f"{count} offers {whose} wait, and no more may (limits.offers): cancel one"
            raise Refusal("too_many_offers", text)
        if account.startswith(GUEST):
            count = sum(each.by.startswith(GUEST) for each in offers)
            if count >= limits.guest_offers:
                text = f"{count} offers of guests wait, and no more may (limits.guest_offers)"
                raise Refusal("too_many_offers", f"{text}: try again in a while")
        if len(offers) >= limits.offers_in_all:
            text = f"{len(offers)} offers wait, and no more may (limits.offers_in_all)"
            raise Refusal("too_many_offers", f"{text}: try again in a while")

    def may_begin(self, account: str, known: dict[str, bool]) -> bool:
        """Whether those who count together with somebody leave it room for a match that begins.

        Args:
            account: Who.
            known: Which parties have room. What had to be looked at is added, so that it is looked
                at once for all who are asked about in the same moment, and not once for each.
        """
        own = self._parties.own(account)
        shared = [own] if own != account else []
        if account.startswith(GUEST):
            shared.append(GUESTS)
        for party in shared:
            if party not in known:
                known[party] = self._guests_may() if party == GUESTS else self._may_sit(party)
        return all(known[party] for party in shared)

    def _guests_may(self) -> bool:
        return len(self._directory.held_by(GUESTS)) < self.limits.guest_tables

    def _may_sit(self, party: str) -> bool:
        return len(self._seated(party)) < self.limits.matches

    def _seated(self, party: str) -> list[Table]:
        """Where somebody of a party has a seat."""
        return [
            table
            for table in self._directory.held_by(party)
            if any(each is not None and self._parties.own(each) == party for each in table.accounts)
        ]


def _too_many(party: str, account: str, count: int, name: str) -> str:
    """Why somebody gets no further table, and what to do."""
    if party == GUESTS:
        return (
            f"guests have {count} tables, and may have no more (limits.guest_tables): wait until a"
            " match is over, or come with an account that the host has given you"
        )
    whose = "you have" if party == account else f"all {party} together have"
    return (
        f"{whose} {count} tables that wait, opened or with a seat there, and may have no more"
        f" (limits.{name}): leave some, or wait until their matches have begun"
    )
