"""The matches that begin because offers have met, or because a competition calls for them."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence

from carcbot.errors import UnavailableError
from carcbot.messages.lobby import Offered, Terms
from carcbot.messages.server import Message
from carcbot.net.clock import now_ns
from carcbot.net.host.hearer import Hearer
from carcbot.net.host.lobby_keeper import LobbyKeeper
from carcbot.net.host.room import Room
from carcbot.net.host.rooms import Rooms
from carcbot.referee.hall import Began

__all__ = ["Matchmaker"]


class Matchmaker:
    """Begins matches, and has their players hear of it.

    Args:
        rooms: Where the tables are, and the hall, which decides who meets.
        keeper: Where the lobby's database is.
        guests: Who is here, by account.
        name_and_seed: Gives each match its name and the seed of its chance, 32 bytes in hex.
    """

    def __init__(
        self,
        rooms: Rooms,
        keeper: LobbyKeeper,
        guests: Mapping[str, Hearer],
        name_and_seed: Callable[[], tuple[str, str]],
    ) -> None:
        self._hall = rooms.hall
        self._rooms = rooms
        self._keeper = keeper
        self._guests = guests
        self._name_and_seed = name_and_seed
        self._is_pairing = False

    def whisper(self, says: Sequence[tuple[str, Message]]) -> None:
        """Says things to accounts, if they are here."""
        for account, message in says:
            client = self._guests.get(account)
            if client is None:
                continue
            if type(message) is Offered:  # of such anybody may send any number
                client.put_talk(message)
            else:
                client.put(message)

    def pair(self, accounts: Iterable[str] = ()) -> None:
        """Begins the matches of all offers that have met.

        It looks at one of them in each round: nobody who plays is to wait for that. Where nothing
        can be written the offers wait as they did, until somebody is looked at again.

        Args:
            accounts: Who may meet others now, because they are free or their ratings have changed.
        """
        self._hall.lobby.look_again(accounts)
        self._call_pairing()

    def pair_missed(self, account: str) -> None:
        """The same with one, in case anything was missed that lets it meet others."""
        self._hall.lobby.look_at(account)
        if self._hall.has_to_pair:
            self._call_pairing()

    def begin_match(self, terms: Terms, accounts: Sequence[str], match: str, seed: str) -> None:
        """Begins a match that nobody has offered.

        Args:
            terms: What is played.
            accounts: Who sits in each seat.
            match: What it is called.
            seed: Of its chance, in hex.

        Raises:
            UnavailableError: Its journal cannot be written, so it has not begun.
        """
        table, step = self._hall.begin(terms, accounts, match, seed, now_ns())
        room = self._rooms.of(table)
        if not self._rooms.write(room, step):
            raise UnavailableError("its journal cannot be written", where=f"match {match}")
        self._seat(room)
        self._rooms.tell(room, step)

    def _call_pairing(self) -> None:
        if not self._is_pairing:
            self._is_pairing = True
            asyncio.get_running_loop().call_soon(self._pair_next)

    def _pair_next(self) -> None:
        self._is_pairing = False
        began = self._hall.pair_next(self._name_and_seed, now_ns())
        if began is not None and not self._begin(began):
            self._hall.lobby.put_back(began.pairing)
        self._is_pairing = self._hall.has_to_pair
        if self._is_pairing:
            asyncio.get_running_loop().call_soon(self._pair_next)

    def _begin(self, began: Began) -> bool:
        room = self._rooms.of(began.table)
        if not self._rooms.write(room, began.step):
            return False
        self._keeper.forget(began.table.header.offers)
        self._seat(room)
        self.whisper(began.pairing.matched(began.table.match))
        self._rooms.tell(room, began.step)
        return True

    def _seat(self, room: Room) -> None:
        """Those who have seats and are here hear from now on what is said to them."""
        for seat, account in enumerate(room.table.accounts):
            client = self._guests.get(account or "")
            if client:
                room.seat(client, seat)
