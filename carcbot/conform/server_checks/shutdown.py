"""A referee that was told to stop: what it refuses, what goes on, and how it ends.

They come in this order, at one referee, which drains from before the first of them.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from carcbot.conform.followed_match import Match
from carcbot.conform.kit import Message, SkippedError
from carcbot.conform.kit_game import GAME
from carcbot.conform.scripted_client import Peer
from carcbot.conform.visit import SERVER, Visit, with_visit

__all__ = ["set_out"]


@dataclass
class Scene:
    """What goes on when the referee is told to stop: three accounts share it.

    Attributes:
        peers: The three.
        match: Of the first two.
        table: That the third has opened, and at which nobody sits.
        challenge: Of the third to the first; empty if the referee has no lobby.
    """

    peers: list[Peer]
    match: Match
    table: str
    challenge: str = ""


async def set_out(visit: Visit, drain: Callable[[], Awaitable[None]] | None) -> Scene:
    """Lets much go on, and then has the referee told to stop.

    Args:
        visit: With three accounts.
        drain: Tells it.

    Raises:
        SkippedError: Nobody has said how that is done.
    """
    if drain is None:
        raise SkippedError("it needs to know how the referee is stopped: --drain")
    match = await visit.begun()
    third = await visit.peer(2)
    opened = await third.ask("open", game=GAME, options="seats=2")
    scene = Scene([*match.peers, third], match, opened["match"])
    if "lobby" in visit.greeting.get("features", ()):
        to = [match.peers[0].known_as]
        asked = await third.ask("challenge", terms=visit.terms(), to=to)
        scene.challenge = asked["offer"]
    await drain()
    return scene


while_draining: Final = SERVER.given(partial(Visit.sharing, kind=Scene), needs=3, during="draining")


@while_draining("draining.notice")
async def notice(scene: Scene) -> None:
    """Everybody who is here is told by a notice with the code draining."""
    for peer in scene.peers:
        await peer.take("notice", code="draining")


@with_visit("draining.who-comes-later", needs=3, during="draining")
async def comes_later(visit: Visit) -> None:
    """So is everybody who says hello later."""
    scene = await visit.sharing(Scene)
    scene.peers[2] = await visit.peer(2)
    await scene.peers[2].take("notice", code="draining")


@with_visit.each(
    "draining.{}", ("open",), ("sit",), ("seek",), ("challenge",), ("accept",),
    needs=3, during="draining",
)  # fmt: skip
async def _refused(visit: Visit, kind: str) -> None:
    """The command {0} is refused with draining."""
    scene = await visit.sharing(Scene)
    if kind in {"seek", "challenge", "accept"}:
        visit.need_feature("lobby")
    terms = {"game": GAME, "options": "seats=2"}
    fields: dict[str, Message] = {
        "open": terms,
        "sit": {"match": scene.table},
        "seek": {"terms": terms},
        "challenge": {"terms": terms, "to": [scene.peers[1].known_as]},
        "accept": {"offer": scene.challenge},
    }
    await scene.peers[0].refused("draining", kind, **fields[kind])


@while_draining("draining.other-commands")
async def other_commands(scene: Scene) -> None:
    """What begins no match is carried out: tables, watch, lobby, and to take back an offer."""
    third = scene.peers[2]
    await third.ask("tables")
    await third.ask("watch", match=scene.match.name)
    if scene.challenge:
        await third.ask("lobby")
        await third.ask("cancel", offer=scene.challenge)
        await scene.peers[0].take("offer_over", offer=scene.challenge, outcome="cancelled")


@while_draining("draining.match-goes-on")
async def goes_on(scene: Scene) -> None:
    """A match that has begun goes on."""
    await scene.match.play(3)


@with_visit("draining.resume", needs=3, during="draining")
async def resume(visit: Visit) -> None:
    """Who loses its connection meanwhile can come back and play on."""
    scene = await visit.sharing(Scene)
    match = scene.match
    match.peers[0].cut()
    await match.peers[1].take("presence", match=match.name, seat=0, here=False)
    scene.peers[0] = match.peers[0] = match.witness = await visit.peer()
    await match.witness.ask("resume", match=match.name, last_seq=match.seq)
    await match.witness.settle()
    await match.play(2)


@while_draining("draining.ends")
async def ends(scene: Scene) -> None:
    """When the last match is over the referee goes: it closes all connections with 1001."""
    await scene.match.turn()
    await scene.match.resigned()
    for peer in scene.peers:
        await peer.ended(1001)
