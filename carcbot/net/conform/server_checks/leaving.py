"""Giving up, wishing for an end, being out; and losing one's way."""

from carcbot.games import registry
from carcbot.match.story import digest_text
from carcbot.net.conform.game import GAME
from carcbot.net.conform.kit import need
from carcbot.net.conform.server_checks.book import SERVER
from carcbot.net.conform.visit import CALM, Visit


@SERVER.check("resign.two-seats", needs=2)
async def two_seats(visit: Visit) -> None:
    """Who resigns is out, and of two the other has won, whoever has more points."""
    match = await visit.match()
    await match.play(5)
    told = await match.peers[0].ask("resign", match=match.name)
    need((told["match"], told["seat"]) == (match.name, 0), "match and seat in the ack", told)
    out = await match.next_event("out")
    need((out["seat"], out["why"]) == (0, "resign"), "seat 0 out for resign", out)
    result = await match.next_event("result")
    need(result["reason"] == "resign", "the reason resign", result)
    loser, winner = result["standings"]
    need((loser["place"], loser.get("out")) == (2, "resign"), "place 2 and resign", loser)
    need((winner["place"], "out" in winner) == (1, False), "place 1 and not out", winner)


@SERVER.check("resign.any-time", needs=2)
async def any_time(visit: Visit) -> None:
    """One may resign when it is not one's turn."""
    match = await visit.match()
    await match.turn()
    await match.waiter.ask("resign", match=match.name)
    out = await match.next_event("out")
    need(out["seat"] == 1, "seat 1 out", out)


@SERVER.check("resign.three-seats", needs=3)
async def three_seats(visit: Visit) -> None:
    """Of three the others play on; the referee moves at once for who is out, and says so."""
    match = await visit.match(3)
    await match.turn()
    await match.peers[0].ask("resign", match=match.name)
    await match.next_event("out")
    moved = await match.next_event("move")
    need((moved["seat"], moved.get("by")) == (0, "referee"), "a move by the referee", moved)
    await match.play(4)
    by = {event["seat"]: event.get("by", "player") for event in match.events if "scores" in event}
    need(by == {0: "referee", 1: "player", 2: "player"}, "only seat 0 moved for", by)


@SERVER.check("resign.last-of-all", needs=3)
async def last_of_all(visit: Visit) -> None:
    """Who was out comes last in the standings, the first to be out last of all."""
    match = await visit.match(3)
    await match.turn()
    await match.peers[1].ask("resign", match=match.name)
    await match.next_event("out")
    await match.turn()
    await match.peers[0].ask("resign", match=match.name)
    while match.result is None:
        await match.next_event()
    places = [each["place"] for each in match.result["standings"]]
    need(places == [2, 3, 1], "the places 2, 3 and 1", match.result)


@SERVER.check("resign.stays-out", needs=3)
async def stays_out(visit: Visit) -> None:
    """Who is out stays out: what it says in the match is not_allowed, but it gets the events."""
    match = await visit.match(3)
    await match.turn()
    await match.peers[2].ask("resign", match=match.name)
    for kind in ("resign", "abort"):
        await match.peers[2].refused("not_allowed", kind, match=match.name)
    await match.play(2)
    await match.settle()
    told = len(match.peers[2].events(match.name))
    need(told >= match.seq, f"all {match.seq} events for who is out", told)


@SERVER.check("abort.one", needs=2)
async def abort_one(visit: Visit) -> None:
    """A wish for an end without a result is acknowledged; the others are not told of it."""
    match = await visit.match()
    await match.turn()
    before = len(match.peers[1].heard)
    told = await match.peers[0].ask("abort", match=match.name)
    need((told["match"], told["seat"]) == (match.name, 0), "match and seat in the ack", told)
    await match.peers[1].settle()
    news = match.peers[1].heard[before:-1]
    need(not news, "nothing for the other player", news)
    await match.play(2)


@SERVER.check("abort.all", needs=2)
async def abort_all(visit: Visit) -> None:
    """When all players have wished it the match ends with abort and without standings."""
    match = await visit.match()
    await match.turn()
    for peer in match.peers:
        await peer.ask("abort", match=match.name)
    result = await match.next_event("result")
    need(result["reason"] == "abort", "the reason abort", result)
    need(not result["standings"], "no standings", result)


@SERVER.check("abort.twice", needs=2)
async def abort_twice(visit: Visit) -> None:
    """The same player's wish counts once, however often it is said."""
    match = await visit.match()
    await match.turn()
    for _ in range(3):
        await match.peers[0].ask("abort", match=match.name)
    await match.play(1)


@SERVER.check("abort.who-is-out", needs=3)
async def abort_out(visit: Visit) -> None:
    """Only players who are not out are asked: with one of three out the other two end it."""
    match = await visit.match(3)
    await match.turn()
    await match.peers[1].ask("resign", match=match.name)
    await match.peers[0].ask("abort", match=match.name)
    await match.peers[2].ask("abort", match=match.name)
    while match.result is None:
        await match.next_event()
    need(match.result["reason"] == "abort", "the reason abort", match.result)


@SERVER.check("sync.after-desync", needs=2)
async def after_desync(visit: Visit) -> None:
    """Desync is acknowledged, and a sync follows: the whole match as the kit's board has it."""
    match = await visit.match()
    await match.play(3)
    peer = match.peers[0]
    told = await peer.ask("desync", match=match.name, seq=match.seq, digest="0" * 16)
    need((told["match"], told["seat"]) == (match.name, 0), "match and seat in the ack", told)
    sync = await peer.take("sync", match=match.name)
    need(peer.index(sync) > peer.index(told), "the sync after the ack", peer.heard[-3:])
    wanted = {
        "seq": match.seq,
        "game": GAME,
        "options": "seats=2",
        "digest": digest_text(match.state.digest),
        "scores": match.state.scores(),
        "out": [None, None],
        "seat": 0,
    }
    need(sync.items() >= wanted.items(), f"a sync with {wanted}", sync)
    need({"kind": "bank", **sync["clock"]} == CALM, f"the clock {CALM}", sync)
    need(len(sync["remaining_us"]) == 2, "a clock for each seat", sync)


@SERVER.check("sync.view", needs=2)
async def view(visit: Visit) -> None:
    """The view of a sync is the position as text of the game, and has the digest beside it."""
    match = await visit.match()
    await match.play(3)
    await match.peers[1].ask("desync", match=match.name, seq=1, digest="0" * 16)
    sync = await match.peers[1].take("sync", match=match.name)
    found = registry.parse(sync["view"])
    need(
        digest_text(found.digest) == sync["digest"], f"the digest {digest_text(found.digest)}", sync
    )
    need(found.text == match.state.text, match.state.text, sync["view"])


@SERVER.check("sync.no-request", needs=2)
async def no_request(visit: Visit) -> None:
    """A sync does not repeat the request; resume with its seq does."""
    match = await visit.match()
    await match.turn()
    peer = match.peers[0]
    await peer.ask("desync", match=match.name, seq=match.seq, digest="0" * 16)
    sync = await peer.take("sync", match=match.name)
    await peer.settle()
    need(not peer.untaken("request"), "no request after sync", peer.untaken("request"))
    await peer.ask("resume", match=match.name, last_seq=sync["seq"])
    await peer.take("request", match=match.name, seq=sync["seq"])


@SERVER.check("sync.goes-on", needs=2)
async def goes_on(visit: Visit) -> None:
    """The next event after a sync has the number after the sync's; the others notice nothing."""
    match = await visit.match()
    await match.turn()
    before = len(match.peers[1].heard)
    await match.peers[0].ask("desync", match=match.name, seq=match.seq, digest="0" * 16)
    sync = await match.peers[0].take("sync", match=match.name)
    await match.peers[1].settle()
    news = match.peers[1].heard[before:-1]
    need(not news, "nothing for the other player", news)
    await match.move()
    event = await match.next_event("move")
    need(event["seq"] == sync["seq"] + 1, f"event {sync['seq'] + 1}", event)


@SERVER.check("sync.who-is-out", needs=3)
async def who_is_out(visit: Visit) -> None:
    """A sync says who is out, and why."""
    match = await visit.match(3)
    await match.turn()
    await match.peers[2].ask("resign", match=match.name)
    await match.peers[0].ask("desync", match=match.name, seq=1, digest="0" * 16)
    sync = await match.peers[0].take("sync", match=match.name)
    need(sync["out"] == [None, None, "resign"], "seat 2 out for resign", sync)
