"""Challenges: offers to somebody, who accepts or declines."""

from dataclasses import dataclass
from functools import partial
from typing import Final, get_args

from carcbot.conform.followed_match import Match
from carcbot.conform.kit import Message, need, need_clock, need_in, need_only
from carcbot.conform.scripted_client import Peer
from carcbot.conform.visit import SERVER, Visit, with_visit
from carcbot.messages.lobby import DeclineReason

_NO_OFFER: Final = "no-such-offer"


@dataclass
class _Challenge:
    """A challenge that was made.

    Attributes:
        visit: What the check has.
        peers: Who has made it, and who was asked.
        offer: Its name.
    """

    visit: Visit
    peers: list[Peer]
    offer: str

    async def answer(self, peer: int, kind: str = "accept", **fields: object) -> Message:
        """Somebody accepts it, or declines."""
        return await self.peers[peer].ask(kind, offer=self.offer, **fields)

    async def over(self, peer: int, within: float = 0.0, **fields: object) -> Message:
        """What somebody is told of its end."""
        said = {"offer": self.offer, **fields}
        return await self.peers[peer].take("offer_over", within=within, expected="", **said)

    async def met(self) -> Match:
        """The match that comes of it."""
        return await self.visit.met(*self.peers)


async def _challenge(visit: Visit, peers: list[Peer], **fields: object) -> _Challenge:
    """The first challenges the others, who are told of it."""
    terms = visit.terms(options=f"seats={len(peers)}")
    to = [each.known_as for each in peers[1:]]
    offer = (await peers[0].ask("challenge", terms=terms, to=to, **fields))["offer"]
    for peer in peers[1:]:
        await _told(peer, offer, peers[0])
    return _Challenge(visit, peers, offer)


async def _challenged(visit: Visit, count: int) -> _Challenge:
    """The first of so many has challenged the others."""
    return await _challenge(visit, await visit.peers(count))


challenged: Final = {
    count: SERVER.given(partial(_challenged, count=count), needs=count) for count in (2, 3)
}
"""Checks that begin with a challenge among so many."""


async def _told(peer: Peer, offer: str, by: Peer) -> Message:
    """The message by which somebody learns of a challenge."""
    while True:
        offered = await peer.take("offered")
        told: Message = offered["offer"]
        if told["offer"] == offer:
            need_in(told, "an offer", kind="challenge", by=by.known_as)
            return told


@with_visit("challenge.offered", needs=2)
async def offered(visit: Visit) -> None:
    """Who is challenged is told by whom, to what, and who else is asked; it is in no list."""
    terms = visit.terms()
    peers = await visit.peers(2)
    to = [peers[1].known_as]
    answer = await peers[0].ask("challenge", terms=terms, to=to)
    need_only(answer, "an ack", "id", "offer")
    told = await _told(peers[1], answer["offer"], peers[0])
    need((told["seats"], told["to"]) == (2, to), f"2 seats, to {to}", told)
    need_clock(told["terms"], terms["clock"])
    listed = await peers[1].lobby_offers()
    need(answer["offer"] not in listed, "a challenge that others do not see", listed)


@challenged[2]("challenge.accept")
async def accept(challenge: _Challenge) -> None:
    """A challenge that is accepted begins: both are told matched, then comes the start."""
    await challenge.peers[1].done("accept", offer=challenge.offer)
    await (await challenge.met()).play(2)


@challenged[3]("challenge.three")
async def three(challenge: _Challenge) -> None:
    """With three seats the match begins when both others have accepted; twice by one is once."""
    for _ in range(2):
        await challenge.answer(1)
    for peer in challenge.peers[:2]:
        await peer.hears_no("start", expected="no start yet")
    await challenge.answer(2)
    await challenge.met()


@with_visit("challenge.decline", needs=2)
async def decline(visit: Visit) -> None:
    """Who declines gives a reason, which the challenger is told with who it was, and the words."""
    peers = await visit.peers(2)
    for reason in get_args(DeclineReason):
        challenge = await _challenge(visit, peers)
        words = {"reason": reason, "text": f"because of {reason}"}
        await challenge.answer(1, "decline", **words)
        over = await challenge.over(0)
        need_in(over, "an end", outcome="declined", by=peers[1].known_as, **words)


@challenged[2]("challenge.decline-without-a-reason")
async def decline_without(challenge: _Challenge) -> None:
    """The reason of who gives none is later; and a challenge that was declined is over."""
    await challenge.answer(1, "decline")
    over = await challenge.over(0, outcome="declined")
    need(over.get("reason", "later") == "later", "the reason later", over)
    await challenge.peers[1].refused("unknown_offer", "accept", offer=challenge.offer)


@challenged[3]("challenge.decline-three")
async def decline_three(challenge: _Challenge) -> None:
    """One who declines ends it for all, whoever has accepted."""
    await challenge.answer(1)
    await challenge.answer(2, "decline", reason="busy")
    for peer in range(3):
        await challenge.over(peer, outcome="declined", by=challenge.peers[2].known_as)


@challenged[2]("challenge.unknown-reason")
async def unknown_reason(challenge: _Challenge) -> None:
    """The reasons are a closed list: another one is bad_message, and the challenge stands."""
    said = {"offer": challenge.offer, "reason": "bored"}
    await challenge.peers[1].refused("bad_message", "decline", **said)
    await challenge.answer(1)
    await challenge.met()


@with_visit("challenge.of-others", needs=3)
async def of_others(visit: Visit) -> None:
    """Who was not asked can neither accept nor decline: not_allowed; nor can who asked accept."""
    *peers, other = await visit.peers(3)
    challenge = await _challenge(visit, peers)
    for kind in ("accept", "decline", "cancel"):
        await other.refused("not_allowed", kind, offer=challenge.offer)
    for kind in ("accept", "decline"):
        await peers[0].refused("not_allowed", kind, offer=challenge.offer)
    await challenge.answer(1)
    await challenge.met()


@challenged[2]("challenge.cancel")
async def cancel(challenge: _Challenge) -> None:
    """Who was challenged is told when it is taken back; to accept it then is unknown_offer."""
    await challenge.answer(0, "cancel")
    for peer in range(2):
        await challenge.over(peer, outcome="cancelled")
    await challenge.peers[1].refused("unknown_offer", "accept", offer=challenge.offer)


@with_visit("challenge.open", needs=2)
async def to_anybody(visit: Visit) -> None:
    """A challenge to nobody is listed, and anybody may accept it."""
    peers = await visit.peers(2)
    offer = (await peers[0].ask("challenge", terms=visit.terms()))["offer"]
    listed = await peers[1].lobby_offers()
    need(offer in listed, f"{offer} in the lobby", listed)
    need(listed[offer]["kind"] == "challenge", "a challenge", listed[offer])
    await peers[1].refused("not_allowed", "decline", offer=offer)
    await peers[1].ask("accept", offer=offer)
    await visit.met(*peers)


@challenged[2]("challenge.waits")
async def waits(challenge: _Challenge) -> None:
    """Who comes later is told of the challenges that wait, and may accept them."""
    challenge.peers[1] = await challenge.visit.peer(1)
    await _told(challenge.peers[1], challenge.offer, challenge.peers[0])
    await challenge.answer(1)
    await challenge.met()


@with_visit("challenge.expires", needs=2, takes_s=1.0)
async def expires(visit: Visit) -> None:
    """After expires_s a challenge is over: both are told expired."""
    challenge = await _challenge(visit, await visit.peers(2), expires_s=1)
    for peer in range(2):
        await challenge.over(peer, outcome="expired", within=visit.expiry_s)


@with_visit("challenge.wrong-number", needs=2)
async def wrong_number(visit: Visit) -> None:
    """A challenge names one account for each other seat: else it is bad_options."""
    peers = await visit.peers(2)
    to = [peers[1].known_as]
    for names in (to, [peers[0].known_as, *to], to * 2):
        terms = visit.terms(options="seats=3")
        await peers[0].refused("bad_options", "challenge", terms=terms, to=names)
    await peers[1].hears_no("offered", expected="that nobody is asked")


@with_visit.each("challenge.{}-nothing", ("accept",), ("decline",), ("cancel",))
async def _unknown(visit: Visit, kind: str) -> None:
    """To {0} an offer that there is not is unknown_offer."""
    visit.need_feature("lobby")
    await (await visit.peer()).refused("unknown_offer", kind, offer=_NO_OFFER)
