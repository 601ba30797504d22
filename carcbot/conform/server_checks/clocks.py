"""Clocks: what a move is billed, and what happens when the time is over."""

import asyncio
from typing import Final

from carcbot.conform.followed_match import Match
from carcbot.conform.kit import Message, need, need_in
from carcbot.conform.visit import CALM, Visit, in_match, with_visit
from carcbot.messages.parts import ClockSpec
from carcbot.net.clock import now_ns
from carcbot.referee import clocks

_SLOW_PONG_S: Final = 0.06
_PER_MOVE: Final = {"kind": "per_move", "move_us": 150_000}
_STALLS_ONCE: Final = {"on_expiry": "default_move", "stalls": 1}
_UNHURRIED: Final = {"kind": "per_move", "move_us": 1_500_000}
"""So short that one can wait for its end, and so long that the kit moves in time if it wants to."""


_LONG_US: Final = 20_000_000
_LATE_US: Final = 10_000
"""So much later than the request went a busy referee may look at the clock, to the bot's profit."""


def _clock(kind: str, main_us: int, move_us: int) -> Message:
    return {"kind": kind, "main_us": main_us, "move_us": move_us}


@with_visit.each(
    "clocks.{}",
    ("per-move", "per_move: move_us for each move, and remaining_us is always 0.",
     _clock("per_move", 0, _LONG_US)),
    ("sudden-death", "sudden_death: what is billed goes from the main time.",
     _clock("sudden_death", _LONG_US, 0)),
    ("fischer", "fischer: what is billed goes, and move_us comes.",
     _clock("fischer", _LONG_US, 50_000)),
    ("delay", "delay: what is billed above move_us goes; time_us is the main time.",
     _clock("delay", _LONG_US, 50_000)),
    ("bank", "bank: what is billed above move_us goes; time_us is both together.",
     _clock("bank", _LONG_US, 50_000)),
    needs=2,
)  # fmt: skip
async def _arithmetic(visit: Visit, clock: Message) -> None:
    match = await visit.match(clock=clock)
    spec = ClockSpec(**clock)
    main_us = [clocks.at_start(spec)] * 2
    for pause_s in (0.0, 0.0, 0.06, 0.0, 0.0, 0.12):
        request = await match.turn()
        seat = request["seat"]
        allowed_us = clocks.time_for(spec, main_us[seat])
        need_in(request, "a request", time_us=allowed_us, remaining_us=main_us[seat])
        await asyncio.sleep(pause_s)
        await match.move()
        event = await match.next_event("move")
        spent_us, lag_us = event["spent_us"], event["lag_us"]
        main_us[seat] = clocks.after(spec, main_us[seat], spent_us - lag_us)
        need(lag_us <= spent_us, "no more lag than was spent", event)
        need(event["remaining_us"] == main_us[seat], f"remaining_us {main_us[seat]}", event)


@in_match[2]("clocks.spent")
async def spent(match: Match) -> None:
    """spent_us is the time from the request's sending to the move's arrival, and no other."""
    began_ns = now_ns()
    await match.play(2)
    for pause_s in (0.0, 0.08, 0.15):
        await match.turn()
        asked_ns = now_ns()
        await asyncio.sleep(pause_s)
        said_ns = now_ns()
        told = await match.move()
        acked_ns = now_ns()
        event = await match.next_event("move")
        least_us = max((said_ns - asked_ns) // 1000 - _LATE_US, 0)
        most_us = (acked_ns - began_ns) // 1000 + 1
        need(event["seq"] == told["seq"], f"the event {told['seq']}", event)
        is_so = least_us <= event["spent_us"] <= most_us
        need(is_so, f"a spent_us from {least_us} to {most_us}", event)
        began_ns = said_ns


@with_visit("clocks.lag", needs=2)
async def lag(visit: Visit) -> None:
    """Lag as the pings measure it is credited, up to limits.lag_per_move_us."""
    match = await _with_slow_pongs(visit, _SLOW_PONG_S)
    most_us = visit.limits["lag_per_move_us"]
    least_us = min(int(_SLOW_PONG_S * 1e6), most_us, visit.limits["lag_quota_us"])
    await match.turn()
    await asyncio.sleep(0.3)
    await match.move()
    event = await match.next_event("move")
    need(least_us <= event["lag_us"] <= most_us, f"lag_us from {least_us} to {most_us}", event)


@with_visit("clocks.no-pong-no-lag", needs=2)
async def no_lag(visit: Visit) -> None:
    """Before the first pong no lag is credited."""
    match = await _with_slow_pongs(visit, None)
    await match.turn()
    await asyncio.sleep(0.1)
    await match.move()
    event = await match.next_event("move")
    need(event["lag_us"] == 0, "lag_us 0", event)


@with_visit("clocks.lag-account", needs=2)
async def lag_account(visit: Visit) -> None:
    """What is credited in a match stays within lag_quota_us and lag_refill_us for each move."""
    match = await _with_slow_pongs(visit, _SLOW_PONG_S)
    account = visit.limits["lag_quota_us"]
    for _ in range(12):
        await match.turn()
        if match.state.to_move == 0:
            await asyncio.sleep(0.07)
        await match.move()
        event = await match.next_event("move")
        if event["seat"] == 0:
            need(event["lag_us"] <= account, f"lag_us of at most {account}", event)
            account += visit.limits["lag_refill_us"] - event["lag_us"]
            account = min(account, visit.limits["lag_quota_us"])


async def _with_slow_pongs(visit: Visit, after_s: float | None) -> Match:
    """A match in which the pongs of seat 0 come late, or never."""
    slow = await visit.stranger()
    slow.pong_after_s = after_s
    await visit.greeted(on=slow)
    match = await visit.match(peers=[slow, await visit.peer(1)])
    if after_s is not None:
        await slow.pinged(1)
        await asyncio.sleep(after_s + 0.05)
        await slow.settle()  # what was sent before that has been heard, too
    return match


@with_visit("expiry.loss", needs=2)
async def loss(visit: Visit) -> None:
    """With the policy loss, a seat whose time is over is out for time; of two the other has won."""
    match = await visit.begun(clock=_PER_MOVE)
    await match.goes_out(0, "time")
    result = await match.ends("time")
    places = [each["place"] for each in result["standings"]]
    need(places == [2, 1], "seat 1 first", result)


@with_visit("expiry.not-before", needs=2)
async def not_before(visit: Visit) -> None:
    """Nobody is out before the time is over: a move shortly before it is made."""
    match = await visit.begun(clock={"kind": "per_move", "move_us": 5_000_000})
    await asyncio.sleep(0.7)
    told = await match.move()
    need("seq" in told, "an ack with seq", told)


@with_visit("expiry.late-move", needs=2)
async def late_move(visit: Visit) -> None:
    """A move that comes after the time is not made: an ack without seq, or match_over."""
    match = await visit.begun(clock=_PER_MOVE)
    await asyncio.sleep(0.15 + 0.05)
    told = await match.peers[0].tried("move", **match.said())
    is_so = told.get("code") == "match_over" or (told["type"] == "ack" and "seq" not in told)
    need(is_so, "an ack without seq, or match_over", told)
    await match.next_event("out")


@with_visit("expiry.three-seats", needs=3, takes_s=1.5)
async def three_seats(visit: Visit) -> None:
    """Of three seats the others play on, and the referee moves for the one that is out."""
    match = await visit.begun(3, clock=_UNHURRIED)
    await match.goes_out(0, "time")
    await _default_move(match)
    await match.play(1)


@with_visit.each(
    "default-move.{}",
    ("per-move", "With default_move the referee makes a legal move.",
     _clock("per_move", 0, 150_000), 0),
    ("bank", "After a default move the main time of a bank is 0.",
     _clock("bank", 80_000, 60_000), 0),
    ("sudden-death", "After a default move sudden_death has nothing left.",
     _clock("sudden_death", 120_000, 0), 0),
    ("fischer", "After a default move fischer has move_us.",
     _clock("fischer", 90_000, 40_000), 40_000),
    ("delay", "After one a delay has move_us, if it had more.",
     _clock("delay", 90_000, 40_000), 40_000),
    ("short-delay", "After one a delay has what it had, if that was less.",
     _clock("delay", 70_000, 90_000), 70_000),
    needs=2,
)  # fmt: skip
async def _default_moves(visit: Visit, clock: Message, left_us: int) -> None:
    match = await visit.begun(clock=clock, policy={"on_expiry": "default_move", "stalls": 5})
    state = match.state.copy()
    moved = await _default_move(match)
    need(moved["move"] in state.legal_moves(), "a legal move", moved)
    need(moved["remaining_us"] == left_us, f"remaining_us {left_us}", moved)


async def _default_move(match: Match) -> Message:
    """The next event: the referee has moved for seat 0."""
    moved = await match.next_event("move")
    need((moved["seat"], moved.get("by")) == (0, "referee"), "a move by the referee", moved)
    return moved


@with_visit("default-move.stall", needs=2, takes_s=3.0)
async def stall(visit: Visit) -> None:
    """After default moves in policy.stalls turns in a row, in one more the seat is out."""
    match = await visit.begun(clock=_UNHURRIED, policy=_STALLS_ONCE)
    await _default_move(match)
    await match.play(1)
    await match.goes_out(0, "stall")


@with_visit("default-move.row", needs=2, takes_s=3.0)
async def row(visit: Visit) -> None:
    """A turn of the player's own ends the row that stalls counts."""
    match = await visit.match(clock=_UNHURRIED, policy=_STALLS_ONCE)
    for _ in range(2):
        await match.turn()
        await _default_move(match)
        await match.play(3)


@with_visit("house.takes-the-seat", needs=2)
async def house(visit: Visit) -> None:
    """With the policy house, a house bot plays on for who is out; the player may only watch."""
    match = await visit.begun(clock=CALM, policy={"on_expiry": "house"})
    match.witness = match.peers[1]
    await match.peers[0].ask("resign", match=match.name)
    out = await match.next_event("out")
    need(out.get("house"), "an out with house", out)
    moved = await match.next_event("move", within=40.0)
    need(moved.get("by", "player") == "player", "a move that the referee did not make", moved)
    await match.peers[0].refused("not_seated", "resign", match=match.name)
    need(match.peers[0].untaken("move", seq=moved["seq"]), "the events for who is out", "none")


@with_visit("house.after-time", needs=2)
async def house_after_time(visit: Visit) -> None:
    """A house bot comes for who ran out of time, too; the match goes on with a fresh clock."""
    match = await visit.begun(clock=_PER_MOVE, policy={"on_expiry": "house"})
    out = await match.next_event("out")
    need((out["why"], out.get("house")) == ("time", True), "out for time, with house", out)
    await match.settle()
    match.witness.heard_no("result")
