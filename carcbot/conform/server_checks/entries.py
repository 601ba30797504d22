"""Competitions before they begin: which there are, and who takes part."""

import asyncio
from typing import Final

from carcbot.conform.cup import (
    competition_of,
    need_competitions,
    now_us,
    withdrawn,
)
from carcbot.conform.kit import Message, SkippedError, need, need_only
from carcbot.conform.scripted_client import Peer
from carcbot.conform.visit import Visit, with_visit

_NO_CUP: Final = "no-such-competition"
_ABOUT_ONE: Final[dict[str, dict[str, int]]] = {
    "enter": {},
    "withdraw": {},
    "check_in": {},
    "confirm": {"changes": 1},
    "standings": {},
}
"""The commands about one competition, and what they say besides its name."""
_STAYS_OPEN_S: Final = 60.0
"""A competition is entered only if its registration is open for so long."""
_ASKS_EVERY_S: Final = 0.1


async def _open_to(visit: Visit, peer: Peer) -> str:
    """The name of a competition that can be entered, in which the account takes no part."""
    until_us = now_us() + int(_STAYS_OPEN_S * 1e6)
    for info in await need_competitions(visit, peer):
        if info["phase"] == "registration" and info["closes_us"] > until_us:
            await withdrawn(peer, info)
            return str(info["name"])
    raise SkippedError(f"no competition is open for registration for {_STAYS_OPEN_S:g} s")


async def _entered(visit: Visit) -> tuple[Peer, str]:
    """A client that has just entered a competition, and its name."""
    peer = await visit.peer()
    name = await _open_to(visit, peer)
    await _enter(peer, name)
    return peer, name


async def _enter(peer: Peer, name: str) -> Message:
    """Enters a competition; skips the check if it is for others, or full."""
    answer = await peer.tried("enter", competition=name)
    if answer.get("code") == "not_allowed":
        raise SkippedError(f"{name} does not let {peer.known_as} in: {answer['text']}")
    need(answer["type"] == "ack", "an ack of enter", answer)
    return answer


async def _need_part(peer: Peer, name: str, part: str) -> None:
    """An account is told that this is its part in a competition."""
    info = await competition_of(peer, name)
    need(info.get("you") == part, f"you as {part}", info)


async def _parts(peer: Peer, name: str) -> dict[str, str]:
    """What everybody in the standings has to do with a competition."""
    told = (await peer.ask("standings", competition=name))["standings"]
    return {each["account"]: each.get("part", "playing") for each in told}


@with_visit("competitions.list")
async def listing(visit: Visit) -> None:
    """All competitions are told: names once, moments in their order, a game that is hosted."""
    peer = await visit.peer()
    told = await need_competitions(visit, peer)
    names = [each["name"] for each in told]
    need(len(set(names)) == len(names), "each name once", names)
    for each in told:
        moments = [each["opens_us"], each["closes_us"], each["starts_us"]]
        need(moments == sorted(moments), "opens_us, closes_us and starts_us in this order", each)
        is_before = each["check_in_us"] <= each["starts_us"]
        need(is_before, "check-in before the first round", each)
        need(each["terms"]["game"] in visit.greeting["games"], "a game that is hosted", each)
        has_begun = each["phase"] in {"playing", "over", "stopped"}
        need(has_begun or not each.get("round", 0), "no round before it is played", each)


@with_visit.each("competitions.{}-nowhere", *((kind,) for kind in _ABOUT_ONE))
async def _unknown(visit: Visit, kind: str) -> None:
    """The command {0} for a competition that there is not is unknown_competition."""
    visit.need_feature("competitions")
    besides = _ABOUT_ONE[kind]
    await (await visit.peer()).refused("unknown_competition", kind, competition=_NO_CUP, **besides)


@with_visit("competitions.no-name")
async def no_name(visit: Visit) -> None:
    """A command about a competition names it, by 40 characters at most: else bad_message."""
    visit.need_feature("competitions")
    peer = await visit.peer()
    for kind, besides in _ABOUT_ONE.items():
        await peer.refused("bad_message", kind, **besides)
        await peer.refused("bad_message", kind, competition="c" * 41, **besides)


@with_visit("competitions.enter")
async def enter(visit: Visit) -> None:
    """Who enters is told by the id alone, has entered, is counted, and stands in the standings."""
    peer = await visit.peer()
    name = await _open_to(visit, peer)
    until_us = now_us() + int(visit.talk.patience_s * 1e6)
    told = await _enter(peer, name)
    need_only(told, "an ack", "id")
    await _need_part(peer, name, "entered")
    parts = await _parts(peer, name)
    need(parts.get(peer.known_as) == "entered", f"{peer.known_as} as entered", parts)
    # others may come and go meanwhile
    while (info := await competition_of(peer, name))["entrants"] != len(parts):
        need(now_us() < until_us, f"as many entrants as rows: {len(parts)}", info)
        await asyncio.sleep(_ASKS_EVERY_S)
        parts = await _parts(peer, name)


@with_visit("competitions.enter-twice")
async def enter_twice(visit: Visit) -> None:
    """Who has entered cannot enter once more: not_allowed, and has entered still."""
    peer, name = await _entered(visit)
    await peer.refused("not_allowed", "enter", competition=name)
    await _need_part(peer, name, "entered")


@with_visit("competitions.each-its-own", needs=2)
async def each_its_own(visit: Visit) -> None:
    """What you have to do with a competition is said to each of itself: others have not entered."""
    other = await visit.peer(1)
    before = await competition_of(other, await _open_to(visit, other))
    _, name = await _entered(visit)
    after = await competition_of(other, name)
    part = before.get("you", "none")
    need(part in {"none", "withdrawn"}, "an account that takes no part", before)
    need(after.get("you", "none") == part, f"you as {part}", after)


@with_visit("competitions.after-a-lost-connection")
async def after_lost(visit: Visit) -> None:
    """Who has entered has done so for good, and not for its connection."""
    peer, name = await _entered(visit)
    peer.cut()
    await _need_part(await visit.peer(), name, "entered")


@with_visit("competitions.withdraw")
async def withdraw(visit: Visit) -> None:
    """Who withdraws is told by the id alone, stands there no more, and may enter once more."""
    peer, name = await _entered(visit)
    await peer.done("withdraw", competition=name)
    await _need_part(peer, name, "withdrawn")
    parts = await _parts(peer, name)
    need(peer.known_as not in parts, f"no {peer.known_as} in the standings", parts)
    await peer.ask("enter", competition=name)
    await _need_part(peer, name, "entered")


@with_visit("competitions.withdraw-without-entering")
async def withdraw_without(visit: Visit) -> None:
    """Who takes no part cannot withdraw: not_allowed."""
    peer = await visit.peer()
    name = await _open_to(visit, peer)
    await peer.refused("not_allowed", "withdraw", competition=name)


@with_visit("competitions.check-in-without-entering")
async def check_in_without(visit: Visit) -> None:
    """Who takes no part cannot check in: not_allowed."""
    peer = await visit.peer()
    name = await _open_to(visit, peer)
    await peer.refused("not_allowed", "check_in", competition=name)


@with_visit("competitions.check-in-too-early")
async def check_in_early(visit: Visit) -> None:
    """Before check-in nobody checks in: not_allowed, and has entered still."""
    peer, name = await _entered(visit)
    await peer.refused("not_allowed", "check_in", competition=name)
    await _need_part(peer, name, "entered")


@with_visit("competitions.confirm-without-entering")
async def confirm_without(visit: Visit) -> None:
    """Who takes no part confirms no terms: not_allowed."""
    peer = await visit.peer()
    name = await _open_to(visit, peer)
    changes = (await competition_of(peer, name)).get("changes", 0)
    await peer.refused("not_allowed", "confirm", competition=name, changes=changes)


@with_visit("competitions.confirm-nothing")
async def confirm_nothing(visit: Visit) -> None:
    """Who enters plays by the terms as they are, and has nothing to confirm: not_allowed."""
    peer, name = await _entered(visit)
    info = await competition_of(peer, name)
    need(not info.get("to_confirm", False), "nothing to confirm", info)
    changes = info.get("changes", 0)
    await peer.refused("not_allowed", "confirm", competition=name, changes=changes)
    await _need_part(peer, name, "entered")


@with_visit("competitions.closed")
async def closed(visit: Visit) -> None:
    """Where registration has not begun, or is over, nobody enters: not_allowed."""
    peer = await visit.peer()
    told = await need_competitions(visit, peer)
    shut = [each["name"] for each in told if each["phase"] != "registration"]
    if not shut:
        raise SkippedError("all competitions are open for registration")
    for name in shut:
        await peer.refused("not_allowed", "enter", competition=name)
