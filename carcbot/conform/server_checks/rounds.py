"""A competition as it goes on, from check-in to its end.

They come in this order, and share one competition, in which three of the kit's accounts take part.
"""

from functools import partial
from typing import Final

from carcbot.conform.cup import Cup
from carcbot.conform.kit import Message, need, need_only
from carcbot.conform.visit import SERVER, Visit

in_cup: Final = SERVER.given(partial(Visit.sharing, kind=Cup), needs=3, during="contest")


def _need_parts(told: list[Message], *parts: str) -> None:
    """Each was told what it has to do with it."""
    found = tuple(each.get("you", "none") for each in told)
    need(found == parts, f"you as {', '.join(parts)}", told)


@in_cup("contest.check-in-begins")
async def check_in_begins(cup: Cup) -> None:
    """When check-in begins everybody is told so by the message competition."""
    _need_parts(await cup.check_in_begun(), "entered", "entered", "entered")
    same = await cup.seen_by(cup.peers[0])
    told = (await cup.check_in_begun())[0]
    need(same == told, "the same in answer to competitions", same)


@in_cup("contest.check-in")
async def check_in(cup: Cup) -> None:
    """Who checks in is told by the id alone, and has checked in from then on."""
    for told in await cup.checked_in():
        need_only(told, "an ack", "id")
    for peer in cup.players:
        seen = await cup.seen_by(peer)
        _need_parts([seen], "playing" if seen["phase"] == "playing" else "checked_in")


@in_cup("contest.begins")
async def begins(cup: Cup) -> None:
    """When the first round begins all are told: who has not checked in is left out."""
    told = await cup.begun()
    _need_parts(told, "playing", "playing", "left_out")
    rounds = [each["round"] for each in told]
    need(rounds == [1, 1, 1], "round 1", told)


@in_cup("contest.called")
async def called(cup: Cup) -> None:
    """Who plays is called to the first round, and then its match starts, without any sit."""
    told = await cup.called()
    for peer, (call, start) in zip(cup.players, told, strict=True):
        need(call["round"] == 1, "a call to round 1", call)
        need(peer.index(call) < peer.index(start), "the call before the start", start)
    matches = {call["match"] for call, _ in told}
    need(len(matches) == 1, "one match for both", [call for call, _ in told])
    names = sorted(peer.known_as for peer in cup.players)
    need(sorted(told[0][1]["seats"]) == names, f"the players {names}", told[0][1])


@in_cup("contest.terms")
async def terms(cup: Cup) -> None:
    """The match is played by the terms that the competition has told."""
    start, wanted = (await cup.called())[0][1], cup.info["terms"]
    need(start["game"] == wanted["game"], f"the game {wanted['game']}", start)
    is_rated = wanted.get("rated", True)
    need(start.get("rated", False) == is_rated, f"rated {is_rated}", start)
    for name, value in wanted.get("clock", {}).items():
        need(start["clock"].get(name, value) == value, f"the clock {wanted['clock']}", start)


@in_cup("contest.left-out")
async def left_out(cup: Cup) -> None:
    """Who is left out is not called, and can neither check in nor enter: not_allowed."""
    await cup.called()
    last = cup.peers[2]
    for kind in ("check_in", "enter"):
        await last.refused("not_allowed", kind, competition=cup.name)
    last.heard_no("called", "start", expected="no call")


@in_cup("contest.comes-back")
async def comes_back(cup: Cup) -> None:
    """Who loses its connection in a game resumes it as any other match, and plays on."""
    seats = await cup.come_back()
    match = await cup.first()
    need([each["match"] for each in seats] == [match.name], f"a seat in {match.name}", seats)
    await cup.peers[0].ask("resume", match=match.name, last_seq=0)
    _need_parts([await cup.seen_by(cup.peers[0])], "playing")


@in_cup("contest.withdraw")
async def withdraw(cup: Cup) -> None:
    """Who withdraws while it is played is out for good: no second time, and no way back."""
    told = await cup.gone()
    need_only(told, "an ack", "id")
    _need_parts([await cup.seen_by(cup.peers[1])], "withdrawn")
    for kind in ("withdraw", "enter", "check_in"):
        await cup.peers[1].refused("not_allowed", kind, competition=cup.name)


@in_cup("contest.over")
async def over(cup: Cup) -> None:
    """When all rounds are over everybody is told; nothing of it can be changed any more."""
    _need_parts(await cup.over(), "playing", "withdrawn", "left_out")
    for kind in ("withdraw", "enter", "check_in"):
        await cup.peers[0].refused("not_allowed", kind, competition=cup.name)


@in_cup("contest.withdrawn-plays-no-more")
async def plays_no_more(cup: Cup) -> None:
    """Who has withdrawn is called to no other game, nor is who would have met it."""
    await cup.over()
    for peer in cup.peers:
        await peer.hears_no("called", expected="no other call")


@in_cup("contest.standings")
async def standings(cup: Cup) -> None:
    """The winner is first in the standings, with a point for each game; the other is second."""
    await cup.over()
    first, second = [await cup.row_of(peer) for peer in cup.players]
    games = first.get("games", 0)
    need(games >= 1, "at least one game that counts", first)
    for row, place, won in ((first, 1, games), (second, 2, 0)):
        wanted = {"place": place, "games": games, "won": won}
        found = {"games": 0, "won": 0, **row}
        need(found.items() >= wanted.items(), f"a row with {wanted}", row)
    need(second.get("part") == "withdrawn", "the part withdrawn", second)
    told = (await cup.peers[2].ask("standings", competition=cup.name))["standings"]
    need(told[0] == first, "the winner in the first row, the same for all", told)
