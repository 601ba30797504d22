"""A referee that was told to stop: what it refuses, what goes on, and how it ends.

They come in this order, at one referee, which drains from before the first of them.
"""

from collections.abc import Awaitable, Callable
from functools import partial

from carcbot.net.conform.game import GAME
from carcbot.net.conform.kit import Check, Message, SkippedError
from carcbot.net.conform.server_checks.book import SERVER
from carcbot.net.conform.visit import Scene, Visit

__all__ = ["set_out"]


async def set_out(visit: Visit, drain: Callable[[], Awaitable[None]] | None) -> None:
    """Lets much go on, and then has the referee told to stop.

    Args:
        visit: With three accounts.
        drain: Tells it.

    Raises:
        SkippedError: Nobody has said how that is done.
    """
    if drain is None:
        raise SkippedError("it needs to know how the referee is stopped: --drain")
    match = await visit.match()
    await match.turn()
    third = await visit.peer(2)
    opened = await third.ask("open", game=GAME, options="seats=2")
    challenge = ""
    if "lobby" in visit.greeting.get("features", ()):
        terms = visit.terms()
        to = [match.peers[0].known_as]
        challenge = (await third.ask("challenge", terms=terms, to=to))["offer"]
    visit.scene = Scene([*match.peers, third], match, opened["match"], challenge)
    await drain()


def _scene(visit: Visit) -> Scene:
    if visit.scene is None:
        raise AssertionError
    return visit.scene


@SERVER.check("draining.notice", needs=3, during="draining")
async def notice(visit: Visit) -> None:
    """Everybody who is here is told by a notice with the code draining."""
    for peer in _scene(visit).peers:
        await peer.take("notice", code="draining")


@SERVER.check("draining.who-comes-later", needs=3, during="draining")
async def comes_later(visit: Visit) -> None:
    """So is everybody who says hello later."""
    scene = _scene(visit)
    scene.peers[2] = await visit.peer(2)
    await scene.peers[2].take("notice", code="draining")


async def _refused(visit: Visit, kind: str) -> None:
    scene = _scene(visit)
    if kind in {"seek", "challenge", "accept"}:
        visit.need_feature("lobby")
    fields: dict[str, Message] = {
        "open": {"game": GAME, "options": "seats=2"},
        "sit": {"match": scene.table},
        "seek": {"terms": {"game": GAME, "options": "seats=2"}},
        "challenge": {
            "terms": {"game": GAME, "options": "seats=2"},
            "to": [scene.peers[1].known_as],
        },
        "accept": {"offer": scene.challenge},
    }
    await scene.peers[0].refused("draining", kind, **fields[kind])


for _kind in ("open", "sit", "seek", "challenge", "accept"):
    SERVER.add(
        Check(
            f"draining.{_kind}",
            f"The command {_kind} is refused with draining.",
            partial(_refused, kind=_kind),
            needs=3,
            during="draining",
        )
    )


@SERVER.check("draining.other-commands", needs=3, during="draining")
async def other_commands(visit: Visit) -> None:
    """What begins no match is carried out: tables, watch, lobby, and to take back an offer."""
    scene = _scene(visit)
    third = scene.peers[2]
    await third.ask("tables")
    await third.ask("watch", match=scene.match.name)
    if scene.challenge:
        await third.ask("lobby")
        await third.ask("cancel", offer=scene.challenge)
        await scene.peers[0].take("offer_over", offer=scene.challenge, outcome="cancelled")


@SERVER.check("draining.match-goes-on", needs=3, during="draining")
async def goes_on(visit: Visit) -> None:
    """A match that has begun goes on."""
    await _scene(visit).match.play(3)


@SERVER.check("draining.resume", needs=3, during="draining")
async def resume(visit: Visit) -> None:
    """Who loses its connection meanwhile can come back and play on."""
    scene = _scene(visit)
    match = scene.match
    match.peers[0].cut()
    await match.peers[1].take("presence", match=match.name, seat=0, here=False)
    scene.peers[0] = match.peers[0] = match.witness = await visit.peer()
    await match.witness.ask("resume", match=match.name, last_seq=match.seq)
    await match.witness.settle()
    await match.play(2)


@SERVER.check("draining.ends", needs=3, during="draining")
async def ends(visit: Visit) -> None:
    """When the last match is over the referee goes: it closes all connections with 1001."""
    scene = _scene(visit)
    match = scene.match
    await match.turn()
    await match.waiter.ask("resign", match=match.name)
    await match.next_event("out")
    await match.next_event("result")
    for peer in scene.peers:
        await peer.ended(1001)
