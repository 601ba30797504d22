"""Challenges: offers to somebody, who accepts or declines."""

from typing import Final, get_args

from carcbot.conform.kit import Message, need, need_in
from carcbot.conform.scripted_client import Peer
from carcbot.conform.visit import Visit, with_visit
from carcbot.messages.lobby import DeclineReason

_NO_OFFER: Final = "no-such-offer"


async def _challenged(
    visit: Visit, peers: list[Peer], terms: Message | None = None, **fields: object
) -> str:
    """The first challenges the others, who are told of it; the name of the offer."""
    said = terms or visit.terms(options=f"seats={len(peers)}")
    to = [each.known_as for each in peers[1:]]
    offer: str = (await peers[0].ask("challenge", terms=said, to=to, **fields))["offer"]
    for peer in peers[1:]:
        await _told(peer, offer, peers[0])
    return offer


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
    need(set(answer) == {"type", "id", "offer"}, "an ack with the offer only", answer)
    told = await _told(peers[1], answer["offer"], peers[0])
    need((told["seats"], told["to"]) == (2, to), f"2 seats, to {to}", told)
    clock = {"kind": "bank", **told["terms"]["clock"]}
    need(clock == terms["clock"], f"the clock {terms['clock']}", told)
    listed = [each["offer"] for each in (await peers[1].ask("lobby"))["lobby"]["offers"]]
    need(answer["offer"] not in listed, "a challenge that others do not see", listed)


@with_visit("challenge.accept", needs=2)
async def accept(visit: Visit) -> None:
    """A challenge that is accepted begins: both are told matched, then comes the start."""
    peers = await visit.peers(2)
    offer = await _challenged(visit, peers)
    await peers[1].done("accept", offer=offer)
    match = await visit.met(*peers)
    await match.play(2)


@with_visit("challenge.three", needs=3)
async def three(visit: Visit) -> None:
    """With three seats the match begins when both others have accepted; twice by one is once."""
    peers = await visit.peers(3)
    offer = await _challenged(visit, peers)
    for _ in range(2):
        await peers[1].ask("accept", offer=offer)
    for peer in peers[:2]:
        await peer.hears_no("start", expected="no start yet")
    await peers[2].ask("accept", offer=offer)
    await visit.met(*peers)


@with_visit("challenge.decline", needs=2)
async def decline(visit: Visit) -> None:
    """Who declines gives a reason, which the challenger is told with who it was, and the words."""
    peers = await visit.peers(2)
    terms = visit.terms()
    for reason in get_args(DeclineReason):
        offer = await _challenged(visit, peers, terms)
        words = {"reason": reason, "text": f"because of {reason}"}
        await peers[1].ask("decline", offer=offer, **words)
        over = await peers[0].take("offer_over", offer=offer)
        need_in(over, "an end", outcome="declined", by=peers[1].known_as, **words)


@with_visit("challenge.decline-without-a-reason", needs=2)
async def decline_without(visit: Visit) -> None:
    """The reason of who gives none is later; and a challenge that was declined is over."""
    peers = await visit.peers(2)
    offer = await _challenged(visit, peers)
    await peers[1].ask("decline", offer=offer)
    over = await peers[0].take("offer_over", offer=offer, outcome="declined")
    need(over.get("reason", "later") == "later", "the reason later", over)
    await peers[1].refused("unknown_offer", "accept", offer=offer)


@with_visit("challenge.decline-three", needs=3)
async def decline_three(visit: Visit) -> None:
    """One who declines ends it for all, whoever has accepted."""
    peers = await visit.peers(3)
    offer = await _challenged(visit, peers)
    await peers[1].ask("accept", offer=offer)
    await peers[2].ask("decline", offer=offer, reason="busy")
    for peer in peers:
        await peer.take("offer_over", offer=offer, outcome="declined", by=peers[2].known_as)


@with_visit("challenge.unknown-reason", needs=2)
async def unknown_reason(visit: Visit) -> None:
    """The reasons are a closed list: another one is bad_message, and the challenge stands."""
    peers = await visit.peers(2)
    offer = await _challenged(visit, peers)
    await peers[1].refused("bad_message", "decline", offer=offer, reason="bored")
    await peers[1].ask("accept", offer=offer)
    await visit.met(*peers)


@with_visit("challenge.of-others", needs=3)
async def of_others(visit: Visit) -> None:
    """Who was not asked can neither accept nor decline: not_allowed; nor can who asked accept."""
    peers = await visit.peers(3)
    offer = await _challenged(visit, peers[:2])
    for kind in ("accept", "decline", "cancel"):
        await peers[2].refused("not_allowed", kind, offer=offer)
    for kind in ("accept", "decline"):
        await peers[0].refused("not_allowed", kind, offer=offer)
    await peers[1].ask("accept", offer=offer)
    await visit.met(*peers[:2])


@with_visit("challenge.cancel", needs=2)
async def cancel(visit: Visit) -> None:
    """Who was challenged is told when it is taken back; to accept it then is unknown_offer."""
    peers = await visit.peers(2)
    offer = await _challenged(visit, peers)
    await peers[0].ask("cancel", offer=offer)
    for peer in peers:
        await peer.take("offer_over", offer=offer, outcome="cancelled")
    await peers[1].refused("unknown_offer", "accept", offer=offer)


@with_visit("challenge.open", needs=2)
async def to_anybody(visit: Visit) -> None:
    """A challenge to nobody is listed, and anybody may accept it."""
    peers = await visit.peers(2)
    offer = (await peers[0].ask("challenge", terms=visit.terms()))["offer"]
    listed = {each["offer"]: each for each in (await peers[1].ask("lobby"))["lobby"]["offers"]}
    need(offer in listed, f"{offer} in the lobby", listed)
    need(listed[offer]["kind"] == "challenge", "a challenge", listed[offer])
    await peers[1].refused("not_allowed", "decline", offer=offer)
    await peers[1].ask("accept", offer=offer)
    await visit.met(*peers)


@with_visit("challenge.waits", needs=2)
async def waits(visit: Visit) -> None:
    """Who comes later is told of the challenges that wait, and may accept them."""
    peers = await visit.peers(2)
    offer = await _challenged(visit, peers)
    peers[1] = await visit.peer(1)
    await _told(peers[1], offer, peers[0])
    await peers[1].ask("accept", offer=offer)
    await visit.met(*peers)


@with_visit("challenge.expires", needs=2, takes_s=1.0)
async def expires(visit: Visit) -> None:
    """After expires_s a challenge is over: both are told expired."""
    peers = await visit.peers(2)
    offer = await _challenged(visit, peers, expires_s=1)
    for peer in peers:
        await peer.take("offer_over", offer=offer, outcome="expired", within=visit.expiry_s)


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
