"""Giving up, wishing for an end, being out; and losing one's way."""

from carcbot.conform.followed_match import Match, need_turn
from carcbot.conform.kit import need, need_clock
from carcbot.conform.kit_game import GAME
from carcbot.conform.visit import CALM, Visit, in_match, with_visit
from carcbot.games import registry
from carcbot.match.story import digest_text


@in_match[2]("resign.two-seats")
async def two_seats(match: Match) -> None:
    """Who resigns is out, and of two the other has won, whoever has more points."""
    await match.play(5)
    told = await match.peers[0].ask("resign", match=match.name)
    need((told["match"], told["seat"]) == (match.name, 0), "match and seat in the ack", told)
    await match.goes_out(0, "resign")
    result = await match.ends("resign")
    loser, winner = result["standings"]
    need((loser["place"], loser.get("out")) == (2, "resign"), "place 2 and resign", loser)
    need((winner["place"], "out" in winner) == (1, False), "place 1 and not out", winner)


@in_match[2]("resign.any-time")
async def any_time(match: Match) -> None:
    """One may resign when it is not one's turn."""
    await match.waiter.ask("resign", match=match.name)
    out = await match.next_event("out")
    need(out["seat"] == 1, "seat 1 out", out)


@in_match[3]("resign.three-seats")
async def three_seats(match: Match) -> None:
    """Of three the others play on; the referee moves at once for who is out, and says so."""
    await match.peers[0].ask("resign", match=match.name)
    await match.next_event("out")
    moved = await match.next_event("move")
    need((moved["seat"], moved.get("by")) == (0, "referee"), "a move by the referee", moved)
    await match.play(4)
    by = {event["seat"]: event.get("by", "player") for event in match.events if "scores" in event}
    need(by == {0: "referee", 1: "player", 2: "player"}, "only seat 0 moved for", by)


@in_match[3]("resign.last-of-all")
async def last_of_all(match: Match) -> None:
    """Who was out comes last in the standings, the first to be out last of all."""
    await match.peers[1].ask("resign", match=match.name)
    await match.next_event("out")
    await match.turn()
    await match.peers[0].ask("resign", match=match.name)
    result = await match.over()
    places = [each["place"] for each in result["standings"]]
    need(places == [2, 3, 1], "the places 2, 3 and 1", result)


@in_match[3]("resign.stays-out")
async def stays_out(match: Match) -> None:
    """Who is out stays out: what it says in the match is not_allowed, but it gets the events."""
    await match.peers[2].ask("resign", match=match.name)
    for kind in ("resign", "abort"):
        await match.peers[2].refused("not_allowed", kind, match=match.name)
    await match.play(2)
    await match.settle()
    told = len(match.peers[2].events(match.name))
    need(told >= match.seq, f"all {match.seq} events for who is out", told)


@in_match[2]("abort.one")
async def abort_one(match: Match) -> None:
    """A wish for an end without a result is acknowledged; the others are not told of it."""
    before = len(match.peers[1].heard)
    told = await match.peers[0].ask("abort", match=match.name)
    need((told["match"], told["seat"]) == (match.name, 0), "match and seat in the ack", told)
    await match.peers[1].settle()
    news = match.peers[1].heard[before:-1]
    need(not news, "nothing for the other player", news)
    await match.play(2)


@in_match[2]("abort.all")
async def abort_all(match: Match) -> None:
    """When all players have wished it the match ends with abort and without standings."""
    for peer in match.peers:
        await peer.ask("abort", match=match.name)
    result = await match.ends("abort")
    need(not result["standings"], "no standings", result)


@in_match[2]("abort.twice")
async def abort_twice(match: Match) -> None:
    """The same player's wish counts once, however often it is said."""
    for _ in range(3):
        await match.peers[0].ask("abort", match=match.name)
    await match.play(1)


@in_match[3]("abort.who-is-out")
async def abort_out(match: Match) -> None:
    """Only players who are not out are asked: with one of three out the other two end it."""
    await match.peers[1].ask("resign", match=match.name)
    await match.peers[0].ask("abort", match=match.name)
    await match.peers[2].ask("abort", match=match.name)
    result = await match.over()
    need(result["reason"] == "abort", "the reason abort", result)


@in_match[2]("sync.after-desync")
async def after_desync(match: Match) -> None:
    """Desync is acknowledged, and a sync follows: the whole match as the kit's board has it."""
    await match.play(3)
    peer = match.peers[0]
    told, sync = await match.synced(0, match.seq)
    need((told["match"], told["seat"]) == (match.name, 0), "match and seat in the ack", told)
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
    need_clock(sync, CALM)
    need_turn(sync, match.state)
    left_us = [CALM["main_us"]] * 2
    for event in match.events:
        if event["type"] == "move":
            left_us[event["seat"]] = event["remaining_us"]
    need(sync["remaining_us"] == left_us, f"the clocks {left_us}, as after the last moves", sync)


@in_match[2]("sync.view")
async def view(match: Match) -> None:
    """The view of a sync is the position as text of the game, and has the digest beside it."""
    await match.play(3)
    _, sync = await match.synced(1, 1)
    found = registry.parse(sync["view"])
    need(
        digest_text(found.digest) == sync["digest"], f"the digest {digest_text(found.digest)}", sync
    )
    need(found.text == match.state.text, match.state.text, sync["view"])


@with_visit("sync.no-request", needs=2)
async def no_request(visit: Visit) -> None:
    """A sync does not repeat the request; resume with its seq does."""
    match = await visit.begun()
    peer = match.peers[0]
    _, sync = await match.synced(0, match.seq)
    await peer.hears_no("request", expected="no request after sync")
    await peer.ask("resume", match=match.name, last_seq=sync["seq"])
    await peer.take("request", match=match.name, seq=sync["seq"])


@in_match[2]("sync.goes-on")
async def goes_on(match: Match) -> None:
    """The next event after a sync has the number after the sync's; the others notice nothing."""
    before = len(match.peers[1].heard)
    _, sync = await match.synced(0, match.seq)
    await match.peers[1].settle()
    news = match.peers[1].heard[before:-1]
    need(not news, "nothing for the other player", news)
    await match.move()
    event = await match.next_event("move")
    need(event["seq"] == sync["seq"] + 1, f"event {sync['seq'] + 1}", event)


@in_match[3]("sync.who-is-out")
async def who_is_out(match: Match) -> None:
    """A sync says who is out, and why."""
    await match.peers[2].ask("resign", match=match.name)
    _, sync = await match.synced(0, 1)
    need(sync["out"] == [None, None, "resign"], "seat 2 out for resign", sync)
