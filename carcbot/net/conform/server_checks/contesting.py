"""A competition as it goes on, from check-in to its end.

They come in this order, and share one competition, in which three of the kit's accounts take part.
"""

from carcbot.net.conform.contest import Contest
from carcbot.net.conform.kit import Message, need
from carcbot.net.conform.server_checks.book import SERVER
from carcbot.net.conform.visit import Visit


def _contest(visit: Visit) -> Contest:
    if visit.contest is None:
        raise AssertionError
    return visit.contest


def _need_parts(told: list[Message], *parts: str) -> None:
    """Each was told what it has to do with it."""
    found = tuple(each.get("you", "none") for each in told)
    need(found == parts, f"you as {', '.join(parts)}", told)


@SERVER.check("contest.check-in-begins", needs=3, during="contest")
async def check_in_begins(visit: Visit) -> None:
    """When check-in begins everybody is told so by the message competition."""
    contest = _contest(visit)
    _need_parts(await contest.check_in_begun(), "entered", "entered", "entered")
    same = await contest.seen_by(contest.peers[0])
    told = (await contest.check_in_begun())[0]
    need(same == told, "the same in answer to competitions", same)


@SERVER.check("contest.check-in", needs=3, during="contest")
async def check_in(visit: Visit) -> None:
    """Who checks in is told by the id alone, and has checked in from then on."""
    contest = _contest(visit)
    for told in await contest.checked_in():
        need(set(told) == {"type", "id"}, "the id and nothing else", told)
    for peer in contest.players:
        seen = await contest.seen_by(peer)
        _need_parts([seen], "playing" if seen["phase"] == "playing" else "checked_in")


@SERVER.check("contest.begins", needs=3, during="contest")
async def begins(visit: Visit) -> None:
    """When the first round begins all are told: who has not checked in is left out."""
    contest = _contest(visit)
    told = await contest.begun()
    _need_parts(told, "playing", "playing", "left_out")
    rounds = [each["round"] for each in told]
    need(rounds == [1, 1, 1], "round 1", told)


@SERVER.check("contest.called", needs=3, during="contest")
async def called(visit: Visit) -> None:
    """Who plays is called to the first round, and then its match starts, without any sit."""
    contest = _contest(visit)
    told = await contest.called()
    for peer, (call, start) in zip(contest.players, told, strict=True):
        need(call["round"] == 1, "a call to round 1", call)
        need(peer.index(call) < peer.index(start), "the call before the start", start)
    matches = {call["match"] for call, _ in told}
    need(len(matches) == 1, "one match for both", [call for call, _ in told])
    names = sorted(peer.known_as for peer in contest.players)
    need(sorted(told[0][1]["seats"]) == names, f"the players {names}", told[0][1])


@SERVER.check("contest.terms", needs=3, during="contest")
async def terms(visit: Visit) -> None:
    """The match is played by the terms that the competition has told."""
    contest = _contest(visit)
    start, wanted = (await contest.called())[0][1], contest.info["terms"]
    need(start["game"] == wanted["game"], f"the game {wanted['game']}", start)
    is_rated = wanted.get("rated", True)
    need(start.get("rated", False) == is_rated, f"rated {is_rated}", start)
    for name, value in wanted.get("clock", {}).items():
        need(start["clock"].get(name, value) == value, f"the clock {wanted['clock']}", start)


@SERVER.check("contest.left-out", needs=3, during="contest")
async def left_out(visit: Visit) -> None:
    """Who is left out is not called, and can neither check in nor enter: not_allowed."""
    contest = _contest(visit)
    await contest.called()
    last = contest.peers[2]
    for kind in ("check_in", "enter"):
        await last.refused("not_allowed", kind, competition=contest.name)
    need(not last.untaken("called", "start"), "no call", last.untaken("called", "start"))


@SERVER.check("contest.comes-back", needs=3, during="contest")
async def comes_back(visit: Visit) -> None:
    """Who loses its connection in a game resumes it as any other match, and plays on."""
    contest = _contest(visit)
    seats = await contest.come_back()
    match = await contest.first()
    need([each["match"] for each in seats] == [match.name], f"a seat in {match.name}", seats)
    await contest.peers[0].ask("resume", match=match.name, last_seq=0)
    _need_parts([await contest.seen_by(contest.peers[0])], "playing")


@SERVER.check("contest.withdraw", needs=3, during="contest")
async def withdraw(visit: Visit) -> None:
    """Who withdraws while it is played is out for good: no second time, and no way back."""
    contest = _contest(visit)
    told = await contest.gone()
    need(set(told) == {"type", "id"}, "the id and nothing else", told)
    _need_parts([await contest.seen_by(contest.peers[1])], "withdrawn")
    for kind in ("withdraw", "enter", "check_in"):
        await contest.peers[1].refused("not_allowed", kind, competition=contest.name)


@SERVER.check("contest.over", needs=3, during="contest")
async def over(visit: Visit) -> None:
    """When all rounds are over everybody is told; nothing of it can be changed any more."""
    contest = _contest(visit)
    _need_parts(await contest.over(), "playing", "withdrawn", "left_out")
    for kind in ("withdraw", "enter", "check_in"):
        await contest.peers[0].refused("not_allowed", kind, competition=contest.name)


@SERVER.check("contest.withdrawn-plays-no-more", needs=3, during="contest")
async def plays_no_more(visit: Visit) -> None:
    """Who has withdrawn is called to no other game, nor is who would have met it."""
    contest = _contest(visit)
    await contest.over()
    for peer in contest.peers:
        await peer.settle()
        need(not peer.untaken("called"), "no other call", peer.untaken("called"))


@SERVER.check("contest.standings", needs=3, during="contest")
async def standings(visit: Visit) -> None:
    """The winner is first in the standings, with a point for each game; the other is second."""
    contest = _contest(visit)
    await contest.over()
    first, second = [await contest.row_of(peer) for peer in contest.players]
    games = first.get("games", 0)
    need(games >= 1, "at least one game that counts", first)
    for row, place, won in ((first, 1, games), (second, 2, 0)):
        wanted = {"place": place, "games": games, "won": won}
        found = {"games": 0, "won": 0, **row}
        need(found.items() >= wanted.items(), f"a row with {wanted}", row)
    need(second.get("part") == "withdrawn", "the part withdrawn", second)
    told = (await contest.peers[2].ask("standings", competition=contest.name))["standings"]
    need(told[0] == first, "the winner in the first row, the same for all", told)
