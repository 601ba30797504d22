"""Watching a match that one does not play in, and what players think."""

from typing import Final

from carcbot.conform.followed_match import Match
from carcbot.conform.kit import need, need_in, need_only
from carcbot.conform.kit_game import GAME
from carcbot.conform.scripted_client import Peer
from carcbot.conform.visit import Visit, with_visit

_THOUGHT: Final = {"score": 1.5, "depth": 2, "nodes": 99, "line": ["0,-1/2"]}


async def _watched(
    visit: Visit, moves: int = 2, last_seq: int = 0, *, shows: bool = True
) -> tuple[Match, Peer]:
    """A match that goes on, and somebody who watches it."""
    visit.need_feature("watch")
    match = await visit.match(policy={"analysis": shows})
    await match.play(moves)
    watcher = await visit.peer(2)
    told = await watcher.ask("watch", match=match.name, last_seq=last_seq)
    need_only(told, "an ack", "id", "match")
    return match, watcher


@with_visit("watch.from-0", needs=3)
async def from_0(visit: Visit) -> None:
    """Who watches gets all events from the start, without a seat in it, and no request."""
    match, watcher = await _watched(visit)
    await watcher.settle()
    told = watcher.events(match.name)
    need([each["seq"] for each in told] == list(range(1, match.seq + 1)), "all events", told)
    need("seat" not in told[0], "a start without seat", told[0])
    need(told[1:] == match.events[1:], "the events of the players", told)
    await match.play(2)
    await watcher.hears_no("request")


@with_visit("watch.from-the-middle", needs=3)
async def from_middle(visit: Visit) -> None:
    """Who has some events already gets those after last_seq."""
    match, watcher = await _watched(visit, 2, 3)
    await watcher.settle()
    numbers = [each["seq"] for each in watcher.events(match.name)]
    need(numbers == list(range(4, match.seq + 1)), "the events from 4 on", numbers)


@with_visit("watch.goes-on", needs=3)
async def goes_on(visit: Visit) -> None:
    """Who watches gets what follows, to the result."""
    match, watcher = await _watched(visit)
    await match.play(3)
    await match.waiter.ask("resign", match=match.name)
    result = await watcher.take("result", match=match.name)
    numbers = [each["seq"] for each in watcher.events(match.name)]
    need(numbers == list(range(1, result["seq"] + 1)), "all events", numbers)


@with_visit("watch.too-large", needs=3)
async def too_large(visit: Visit) -> None:
    """A last_seq that is yet to come is stale."""
    visit.need_feature("watch")
    match = await visit.begun()
    watcher = await visit.peer(2)
    await watcher.refused("stale", "watch", match=match.name, last_seq=match.seq + 1)


@with_visit("watch.open-table", needs=3)
async def open_table(visit: Visit) -> None:
    """A table that is still open can be watched: its match is told when it begins."""
    visit.need_feature("watch")
    visit.need_game(GAME)
    peers = await visit.peers(3)
    opened = await peers[0].ask("open", game=GAME, options="seats=2")
    await peers[2].ask("watch", match=opened["match"])
    for peer in peers[:2]:
        await peer.ask("sit", match=opened["match"])
    await peers[2].take("start", match=opened["match"])


@with_visit("watch.presence", needs=3)
async def presence(visit: Visit) -> None:
    """Who watches is told when a player goes and comes back."""
    match, watcher = await _watched(visit)
    match.peers[0].cut()
    await watcher.take("presence", match=match.name, seat=0, here=False)
    peer = await visit.peer(0)
    await peer.ask("resume", match=match.name, last_seq=match.seq)
    await watcher.take("presence", match=match.name, seat=0, here=True)


@with_visit("watch.not-resumed", needs=3)
async def not_resumed(visit: Visit) -> None:
    """Watching ends with the connection, and begins again with watch, not with resume."""
    match, watcher = await _watched(visit)
    watcher.cut()
    watcher = await visit.peer(2)
    await watcher.refused("not_seated", "resume", match=match.name, last_seq=match.seq)
    await match.play(1)
    await watcher.settle()
    need(not watcher.events(match.name), "no event before watch", watcher.heard)
    await watcher.ask("watch", match=match.name, last_seq=4)
    await watcher.take("move", match=match.name)


@with_visit.each(
    "analysis.{}",
    ("with-a-move", "The analysis of a move is for those who watch, not for players.", "move"),
    ("while-thinking", "An analysis that is said while thinking is for those who watch, too.", ""),
    ("another-seq", "An analysis for another seq is acknowledged and ignored.", "stale"),
    ("off", "If policy.analysis is off nobody sees the analysis of a move.", "move", False),
    (
        "off-while-thinking",
        "If it is off nobody sees what is said while thinking, either.",
        "",
        False,
    ),
    needs=3,
)
async def _thoughts(visit: Visit, way: str, shows: bool = True) -> None:  # noqa: FBT001, FBT002
    visit.need_feature("analysis")
    match, watcher = await _watched(visit, 0, shows=shows)
    request = await match.turn()
    if way == "move":
        await match.move(analysis=_THOUGHT)
    else:
        seq = request["seq"] - (way == "stale")
        said = await match.mover.ask("analysis", match=match.name, seq=seq, analysis=_THOUGHT)
        need((said["match"], said["seat"]) == (match.name, 0), "match and seat in the ack", said)
    await watcher.settle()
    told = watcher.untaken("analysis", match=match.name)
    if shows and way != "stale":
        need(len(told) == 1, "one analysis", told)
        need_in(told[0], "an analysis", seat=0, seq=request["seq"], analysis=_THOUGHT)
    else:
        need(not told, "no analysis", told)
    for peer in match.peers:
        await peer.hears_no("analysis", expected="no analysis for players")
