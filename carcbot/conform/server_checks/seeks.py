"""Seeks: who wants the same is brought together, and nobody else is."""

from typing import Final

from carcbot.conform.kit import Message, need, need_clock, need_in, need_only
from carcbot.conform.kit_game import OTHER_OPTIONS
from carcbot.conform.scripted_client import Peer
from carcbot.conform.visit import Visit, with_visit

_MOST_OFFERS: Final = 20
_TOO_STRONG: Final = 90_000


async def _apart(*peers: Peer) -> None:
    """No match has begun for any of these."""
    for peer in peers:
        await peer.settle()
        news = peer.untaken("start", "offer_over")
        need(not news, "no match", news)


@with_visit("seek.ack")
async def ack(visit: Visit) -> None:
    """A seek is acknowledged with the name of the offer, and listed with all its terms."""
    terms = visit.terms()
    peer = await visit.peer()
    told = await peer.ask("seek", terms=terms)
    need_only(told, "an ack", "id", "offer")
    offers = await peer.lobby_offers()
    need(told["offer"] in offers, f"{told['offer']} in the lobby", offers)
    offer = offers[told["offer"]]
    need_in(offer, "an offer", kind="seek", by=peer.known_as, seats=2)
    need_clock(offer["terms"], terms["clock"])
    need(offer["terms"]["options"] == "seats=2", "the options in full", offer)
    need(offer["terms"].get("rated", True) is False, "that it is unrated", offer)


@with_visit("seek.met", needs=2)
async def met(visit: Visit) -> None:
    """Two who seek the same play: offer_over with matched, then the start, without any sit."""
    terms = visit.terms()
    peers = await visit.peers(2)
    for peer in peers:
        await peer.ask("seek", terms=terms)
    match = await visit.met(*peers)
    need(
        sorted(match.start["seats"]) == sorted(each.known_as for each in peers), "both", match.start
    )
    need_clock(match.start, terms["clock"])
    need(not match.start.get("rated", False), "an unrated match", match.start)
    await match.play(2)
    listed = await peers[0].lobby_offers()
    offers = {each["by"] for each in listed.values()} & {each.known_as for each in peers}
    need(not offers, "that the offers are gone", offers)


@with_visit("seek.three", needs=3)
async def three(visit: Visit) -> None:
    """A match of three seats begins when three seek it, and not before."""
    terms = visit.terms(options="seats=3")
    peers = await visit.peers(3)
    for peer in peers[:2]:
        await peer.ask("seek", terms=terms)
    await _apart(*peers[:2])
    await peers[2].ask("seek", terms=terms)
    match = await visit.met(*peers)
    await match.play(3)


@with_visit("seek.same-terms", needs=2)
async def same_terms(visit: Visit) -> None:
    """Terms are filled in: what leaves the defaults out seeks the same as what says them."""
    said = visit.terms(policy={}, chance="seed")
    short = {**said, "clock": {key: said["clock"][key] for key in ("main_us", "move_us")}}
    del short["chance"]
    peers = await visit.peers(2)
    await peers[0].ask("seek", terms=said)
    await peers[1].ask("seek", terms=short)
    await visit.met(*peers)


@with_visit.each(
    "seek.other-{}",
    ("options", "Whoever seeks other options is not paired.", {"options": OTHER_OPTIONS}),
    ("rated", "Whoever seeks a rated match is not paired with who does not.", {"rated": True}),
    ("policy", "Whoever seeks another policy is not paired.", {"policy": {"stalls": 5}}),
    ("chance", "Whoever seeks another mode of chance is not paired.", {"chance": "deck"}),
    needs=2,
)
async def _other_terms(visit: Visit, change: Message) -> None:
    terms = visit.terms()
    peers = await visit.peers(2)
    await peers[0].ask("seek", terms=terms)
    await peers[1].ask("seek", terms={**terms, **change})
    await _apart(*peers)


@with_visit("seek.oneself")
async def oneself(visit: Visit) -> None:
    """Nobody is paired with oneself."""
    terms = visit.terms()
    peer = await visit.peer()
    for _ in range(2):
        await peer.ask("seek", terms=terms)
    await _apart(peer)


@with_visit("seek.rating", needs=2)
async def rating(visit: Visit) -> None:
    """Who asks for a rating that the other does not have is not paired with it."""
    terms = visit.terms()
    peers = await visit.peers(2)
    await peers[0].ask("seek", terms=terms, min_rating=_TOO_STRONG)
    await peers[1].ask("seek", terms=terms)
    await _apart(*peers)


@with_visit("seek.cancel", needs=2)
async def cancel(visit: Visit) -> None:
    """A seek that was taken back is over, is listed no more, and nobody is paired with it."""
    terms = visit.terms()
    peers = await visit.peers(2)
    offer = (await peers[0].ask("seek", terms=terms))["offer"]
    await peers[0].done("cancel", offer=offer)
    await peers[0].take("offer_over", offer=offer, outcome="cancelled")
    await peers[1].ask("seek", terms=terms)
    await _apart(*peers)
    listed = await peers[1].lobby_offers()
    need(offer not in listed, f"no {offer}", listed)


@with_visit("seek.cancel-of-another", needs=2)
async def cancel_of_another(visit: Visit) -> None:
    """Another's offer cannot be taken back: not_allowed, and it stands."""
    peers = await visit.peers(2)
    offer = (await peers[0].ask("seek", terms=visit.terms()))["offer"]
    await peers[1].refused("not_allowed", "cancel", offer=offer)
    listed = await peers[1].lobby_offers()
    need(offer in listed, f"{offer} in the lobby", listed)


@with_visit("seek.accept", needs=2)
async def accept(visit: Visit) -> None:
    """A seek cannot be accepted: not_allowed."""
    peers = await visit.peers(2)
    offer = (await peers[0].ask("seek", terms=visit.terms()))["offer"]
    await peers[1].refused("not_allowed", "accept", offer=offer)


@with_visit("seek.away", needs=2)
async def away(visit: Visit) -> None:
    """A seek outlives its connection: who comes back is paired, and who is away is not."""
    terms = visit.terms()
    gone, other = await visit.peers(2)
    await gone.ask("seek", terms=terms)
    gone.cut()
    while any(
        each["account"] == gone.known_as for each in (await other.ask("lobby"))["lobby"]["online"]
    ):
        await other.settle()
    await other.ask("seek", terms=terms)
    await _apart(other)
    await visit.met(await visit.peer(), other)


@with_visit("seek.expires", takes_s=1.0)
async def expires(visit: Visit) -> None:
    """After expires_s a seek is over: expired."""
    peer = await visit.peer()
    offer = (await peer.ask("seek", terms=visit.terms(), expires_s=1))["offer"]
    await peer.take("offer_over", offer=offer, outcome="expired", within=visit.expiry_s)
    listed = await peer.lobby_offers()
    need(offer not in listed, f"no {offer}", listed)


@with_visit("seek.too-many")
async def too_many(visit: Visit) -> None:
    """Twenty offers may wait, one more is too_many_offers; when one is over there is room again."""
    peer = await visit.peer()
    for _ in range(_MOST_OFFERS):
        await peer.ask("seek", terms=visit.terms())
    await peer.refused("too_many_offers", "seek", terms=visit.terms())
    await peer.ask("cancel", offer=peer.offers[0])
    await peer.ask("seek", terms=visit.terms())


@with_visit.each(
    "seek.{}",
    ("unknown-game", "A game that is not hosted is unknown_game.",
     "unknown_game", {"game": "go-4"}),
    ("bad-options", "Options that cannot be are bad_options.",
     "bad_options", {"options": "seats=9"}),
    ("bad-clock", "A clock that cannot be is bad_options.",
     "bad_options", {"clock": {"kind": "bank", "main_us": 9}}),
    ("joint-without-the-feature", "A joint seed is sought by clients with the feature joint alone.",
     "unsupported_feature", {"chance": "joint"}),
)  # fmt: skip
async def _refused(visit: Visit, code: str, change: Message) -> None:
    peer = await visit.peer()
    await peer.refused(code, "seek", terms=visit.terms(**change))
    offers = await peer.lobby_offers()
    mine = [each for each in offers.values() if each["by"] == peer.known_as]
    need(not mine, "no offer of what was refused", mine)
