"""Who is here and how much each can play; history, and words at a table."""

from carcbot.conform.kit import Message, need
from carcbot.conform.kit_game import GAME
from carcbot.conform.scripted_client import PRODUCT, Peer
from carcbot.conform.visit import CALM, Visit, with_lobby


async def _online(peer: Peer, account: str) -> Message:
    """What the lobby says of an account that is here."""
    online = (await peer.ask("lobby"))["lobby"]["online"]
    found = [each for each in online if each["account"] == account]
    need(len(found) == 1, f"{account}, once", online)
    return dict(found[0])


@with_lobby("lobby.online", needs=2)
async def online(visit: Visit) -> None:
    """The lobby lists who is here, with its product, matches and capacity; who goes is gone."""
    peers = await visit.peers(2)
    told = await _online(peers[1], peers[0].known_as)
    wanted = {"product": PRODUCT, "plays": 0, "capacity": visit.limits["matches"]}
    need(told.items() >= wanted.items(), f"{wanted}", told)
    peers[0].cut()
    name = peers[0].known_as
    await visit.until(
        peers[1], f"that {name} is gone",
        lambda view: name not in [each["account"] for each in view["lobby"]["online"]],
        "lobby",
    )  # fmt: skip


@with_lobby("capacity.said")
async def said(visit: Visit) -> None:
    """What somebody says of its capacity is acknowledged, and stands in the lobby."""
    peer = await visit.peer()
    await peer.done("capacity", matches=1)
    found = await _online(peer, peer.known_as)
    need(found["capacity"] == 1, "the capacity 1", found)


@with_lobby("capacity.connection")
async def of_connection(visit: Visit) -> None:
    """It counts for the connection: on the next one it is limits.matches again."""
    await (await visit.peer()).ask("capacity", matches=0)
    peer = await visit.peer()
    found = await _online(peer, peer.known_as)
    need(found["capacity"] == visit.limits["matches"], "the usual capacity", found)


@with_lobby("capacity.none", needs=2)
async def none(visit: Visit) -> None:
    """With capacity 0 nobody is paired; what waits is paired when there is room again."""
    terms = visit.terms()
    peers = await visit.peers(2)
    await peers[0].ask("seek", terms=terms)
    await peers[0].ask("capacity", matches=0)
    await peers[1].ask("seek", terms=terms)
    for peer in peers:
        await peer.hears_no("start", expected="no match")
    await peers[0].ask("capacity", matches=1)
    await visit.met(*peers)


@with_lobby("capacity.full", needs=2)
async def full(visit: Visit) -> None:
    """Who plays as much as it can gets no more: seek, sit and accept are too_many_matches."""
    terms = visit.terms()
    peers = await visit.peers(2)
    match = await visit.begun(peers=peers)
    await peers[0].ask("capacity", matches=1)
    to = [peers[0].known_as]
    offer = (await peers[1].ask("challenge", terms=terms, to=to))["offer"]
    spare = await peers[1].ask("open", game=GAME, options="seats=2", clock=CALM)
    await peers[0].refused("too_many_matches", "seek", terms=terms)
    await peers[0].refused("too_many_matches", "sit", match=spare["match"])
    await peers[0].refused("too_many_matches", "accept", offer=offer)
    await match.resigned(1)
    await peers[0].ask("accept", offer=offer)
    await visit.met(*peers)


@with_lobby("capacity.tables")
async def tables(visit: Visit) -> None:
    """A seat at a table that waits counts as one that is played."""
    terms = visit.terms()
    peer = await visit.peer()
    opened = await peer.ask("open", game=GAME, options="seats=2", clock=CALM)
    await peer.ask("sit", match=opened["match"])
    await peer.ask("capacity", matches=1)
    await peer.refused("too_many_matches", "seek", terms=terms)
    await peer.ask("leave", match=opened["match"])
    await peer.ask("seek", terms=terms)


@with_lobby("history.over", needs=2)
async def history(visit: Visit) -> None:
    """A match that is over is in the history, with who played and why it ended, the last first."""
    match = await visit.begun()
    await match.resigned(1)
    asked = {"account": match.peers[0].known_as, "limit": 1}
    await visit.until(
        match.peers[0], f"match {match.name} as the first of the history",
        lambda view: [
            (each["match"], each["reason"], [seat["account"] for seat in each["seats"]])
            for each in view["history"]
        ] == [(match.name, "resign", match.start["seats"])],
        "history", **asked,
    )  # fmt: skip


@with_lobby("chat.at-a-table", needs=2)
async def chat(visit: Visit) -> None:
    """What a player says is heard by all at the table, or refused with not_allowed."""
    match = await visit.begun()
    said = {"match": match.name, "text": "good luck"}
    answer = await match.peers[0].answer(match.peers[0].say("chat", **said))
    if answer["type"] == "error":
        need(answer["code"] == "not_allowed", "an ack or not_allowed", answer)
        return
    for peer in match.peers:
        told = await peer.take("chat", match=match.name, text=said["text"])
        need(told["account"] == match.peers[0].known_as, "who has said it", told)
