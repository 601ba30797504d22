"""The lobby's memory."""

from carcbot.net.store.accounts import Accounts
from carcbot.net.store.matches import Matches
from carcbot.net.store.offers import Offers
from carcbot.net.store.wishes import Cuts, Rulings

__all__ = ["Store"]


class Store(Accounts, Cuts, Matches, Offers, Rulings):
    """What a lobby remembers.

    That is accounts and tokens, connections that are to be cut, matches and ratings, offers that
    wait, and what hosts of competitions have ordered. ``async with Store.open(url) as store`` opens
    it. What a call wrote is on the disk when the call returns, or with the operating system if it
    was opened without `fsync`; a call that raises has written nothing. All times are arguments, in
    microseconds since 1970. Others may use the same database meanwhile.

    Any call raises UnavailableError where the database cannot be used: a server that went away, a
    disk that is full.
    """
