"""Ratings: which matches count for them, when, and how."""

from typing import Final

from carcbot.conform.followed_match import Match
from carcbot.conform.kit import Message, need
from carcbot.conform.kit_game import GAME
from carcbot.conform.scripted_client import Peer
from carcbot.conform.visit import Visit, with_lobby

_POOL: Final = f"{GAME}/2"
_POOL_OF_THREE: Final = f"{GAME}/3"
_FIRST: Final = 1500
"""Where everybody begins."""

_Ratings = dict[str, Message]
"""What the lobby says of a pool, by account."""


async def _ratings(peer: Peer, pool: str = _POOL) -> _Ratings:
    """How strong everybody is there, who has played."""
    return _of_pool(await peer.ask("lobby", pool=pool), pool)


def _of_pool(view: Message, pool: str) -> _Ratings:
    listed = view["lobby"]["ratings"]
    others = [each for each in listed if each["pool"] != pool]
    need(not others, f"ratings in {pool} only", others)
    return {each["account"]: each for each in listed}


def _own(ratings: _Ratings, peer: Peer) -> tuple[int, int]:
    """The rating of an account, and how many games it comes from."""
    found = ratings.get(peer.known_as, {"rating": _FIRST, "games": 0})
    return found["rating"], found["games"]


async def _counted(
    visit: Visit, peers: list[Peer], before: _Ratings, pool: str = _POOL
) -> _Ratings:
    """The ratings when one match more counts for all of these, and no more than one."""
    wanted = {peer.known_as: _own(before, peer)[1] + 1 for peer in peers}

    def is_so(view: Message) -> bool:
        found = _of_pool(view, pool)
        return all(_own(found, peer)[1] == wanted[peer.known_as] for peer in peers)

    expected = f"ratings in {pool} from so many games: {wanted}"
    return _of_pool(await visit.until(peers[0], expected, is_so, "lobby", pool=pool), pool)


async def _lost(match: Match, seat: int = 1) -> None:
    """A seat gives up, and the match is over."""
    await match.peers[seat].ask("resign", match=match.name)
    await match.over()


async def _listed(peer: Peer, wanted: dict[str, bool]) -> None:
    """The list of tables says of each of these matches whether it is rated."""
    tables = (await peer.ask("tables"))["tables"]
    said = {each["match"]: each.get("rated", False) for each in tables if each["match"] in wanted}
    need(said == wanted, f"tables that are rated or not: {wanted}", said)


@with_lobby("rated.counts", needs=2)
async def counts(visit: Visit) -> None:
    """A rated match says so in its start, and counts for the ratings of both when it is over."""
    terms = visit.terms(rated=True)
    peers = await visit.peers(2)
    before = await _ratings(peers[0])
    for peer in peers:
        await peer.ask("seek", terms=terms)
    match = await visit.met(*peers)
    need(match.start.get("rated") is True, "rated in the start", match.start)
    await _lost(match)
    await _counted(visit, peers, before)


@with_lobby("rated.by-default-in-terms", needs=2)
async def by_default(visit: Visit) -> None:
    """Terms that do not say whether they are rated are: the offer and the start say so."""
    terms = visit.terms()
    del terms["rated"]
    peers = await visit.peers(2)
    offer = (await peers[0].ask("seek", terms=terms))["offer"]
    listed = await peers[1].lobby_offers()
    need(offer in listed, f"{offer} in the lobby", listed)
    need(listed[offer]["terms"].get("rated", True), "an offer that is rated", listed[offer])
    await peers[1].ask("seek", terms=terms)
    match = await visit.met(*peers)
    need(match.start.get("rated") is True, "rated in the start", match.start)


@with_lobby("rated.not-by-itself", needs=2)
async def not_by_itself(visit: Visit) -> None:
    """A match at a table that was opened without a word of it is not rated."""
    match = await visit.begun()
    need(not match.start.get("rated", False), "an unrated match", match.start)
    await _listed(match.peers[0], {match.name: False})


@with_lobby("rated.table", needs=2)
async def table(visit: Visit) -> None:
    """A table can be opened rated: the list says so, and the match counts for both."""
    peers = await visit.peers(2)
    before = await _ratings(peers[0])
    match = await visit.begun(peers=peers, rated=True)
    need(match.start.get("rated") is True, "rated in the start", match.start)
    await _listed(peers[0], {match.name: True})
    await _lost(match)
    await _counted(visit, peers, before)


@with_lobby("rated.open-table")
async def open_table(visit: Visit) -> None:
    """Before anybody sits there a table says whether it is rated."""
    visit.need_game(GAME)
    peer = await visit.peer()
    opened = {}
    for rated in (True, False):
        asked = {"game": GAME, "options": "seats=2", "rated": rated}
        opened[(await peer.ask("open", **asked))["match"]] = rated
    await _listed(peer, opened)


@with_lobby("rated.no-flag")
async def no_flag(visit: Visit) -> None:
    """That a table is rated is true or false, and nothing else: bad_message."""
    peer = await visit.peer()
    for wrong in (1, "yes"):
        await peer.refused("bad_message", "open", game=GAME, rated=wrong)


@with_lobby("rated.by-place", needs=2)
async def by_place(visit: Visit) -> None:
    """A rating never falls by a match that was won, nor rises by one that was lost."""
    peers = await visit.peers(2)
    before = await _ratings(peers[0])
    match = await visit.begun(peers=peers, rated=True)
    await _lost(match, seat=0)
    after = await _counted(visit, peers, before)
    for peer, sign in zip(match.peers, (-1, 1), strict=True):
        moved = sign * (_own(after, peer)[0] - _own(before, peer)[0])
        word = "rises, or stays" if sign > 0 else "falls, or stays"
        need(moved >= 0, f"that {peer.known_as} {word}", after[peer.known_as])
        spread = after[peer.known_as]["plus_minus"]
        need(spread > 0, "a plus_minus above 0", after[peer.known_as])


@with_lobby("rated.not-before-the-end", needs=2)
async def not_before(visit: Visit) -> None:
    """While a rated match goes on nobody's rating moves."""
    peers = await visit.peers(2)
    before = await _ratings(peers[0])
    match = await visit.begun(peers=peers, rated=True)
    await match.play(6)
    meanwhile = await _ratings(peers[0])
    for peer in peers:
        was, now = _own(before, peer), _own(meanwhile, peer)
        need(now == was, f"the rating and games {was} of {peer.known_as}", now)
    await _lost(match)
    await _counted(visit, peers, before)


@with_lobby.each(
    "rated.{}-does-not-count",
    ("unrated", "A match that is not rated changes nobody's ratings, whoever has won it.", False),
    ("abort", "Nor does a rated one that ends with abort.", True),
    needs=2,
)
async def _uncounted(visit: Visit, rated: bool) -> None:  # noqa: FBT001 - of a table
    peers = await visit.peers(2)
    before = await _ratings(peers[0])
    match = await visit.begun(peers=peers, rated=rated)
    if rated:
        for peer in peers:
            await peer.ask("abort", match=match.name)
        await match.next_event("result")
    else:
        await _lost(match)
    # a match that counts comes after it: when that is seen, the other would have been seen, too
    await _lost(await visit.begun(peers=peers, rated=True))
    await _counted(visit, peers, before)


@with_lobby("rated.pools", needs=3)
async def pools(visit: Visit) -> None:
    """A match counts among those of as many seats, and the lobby tells of one pool if asked to."""
    peers = await visit.peers(3)
    before, others = await _ratings(peers[0], _POOL_OF_THREE), await _ratings(peers[0])
    match = await visit.begun(3, rated=True, peers=peers)
    for seat in (2, 1):
        await peers[seat].ask("resign", match=match.name)
    await match.over()
    await _counted(visit, peers, before, _POOL_OF_THREE)
    for peer in peers:
        was, now = _own(others, peer), _own(await _ratings(peer), peer)
        need(now == was, f"the rating and games {was} of {peer.known_as} in {_POOL}", now)


@with_lobby("rated.history", needs=2)
async def history(visit: Visit) -> None:
    """The history tells in which pool a match has counted, and of none if it has not."""
    peers = await visit.peers(2)
    wanted: list[tuple[str, str | None]] = []
    for pool in (None, _POOL):
        match = await visit.begun(peers=peers, rated=pool is not None)
        await _lost(match)
        wanted.insert(0, (match.name, pool))
    await visit.until(
        peers[0],
        f"the matches and pools {wanted} first in the history",
        lambda view: [(each["match"], each.get("pool")) for each in view["history"]] == wanted,
        "history",
        account=peers[0].known_as,
        limit=2,
    )
