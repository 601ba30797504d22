"""Moves: made, refused, repeated; several matches at once; and other ways to the end of one."""

from carcbot.conform.followed_match import Match
from carcbot.conform.kit import Message, SkippedError, need
from carcbot.conform.kit_game import another_spelling, move_of_elsewhere
from carcbot.conform.visit import Visit, in_match, with_visit


async def _try(match: Match, code: str, move: str = "") -> Message:
    """A move of the seat to move that is refused; if none is said, one that is not legal here."""
    await match.turn()
    move = move or move_of_elsewhere(match.state)
    return await match.mover.refused(code, "move", **match.said(move=move))


async def _unchanged(match: Match) -> None:
    """Nothing has happened in a match that has just begun, and it goes on."""
    await match.settle()
    news = match.witness.events(match.name)[2:]
    need(not news, "no new event", news)
    await match.play(1)


@in_match[2]("moves.ack")
async def ack(match: Match) -> None:
    """The ack of a move has the match, the seat, and the seq of the event that it became."""
    told = await match.move()
    wanted = {"type": "ack", "id": told["id"], "match": match.name, "seat": 0, "seq": 3}
    need(told == wanted, f"{wanted}", told)
    event = await match.next_event("move")
    need(event["seq"] == 3 and event["seat"] == 0, "the move of seat 0 as event 3", event)


@in_match[2]("moves.ack-before-event")
async def ack_before(match: Match) -> None:
    """The ack of a move comes before everything that follows from it."""
    told = await match.move()
    event = await match.next_event("move")
    peer = match.witness
    need(peer.index(told) < peer.index(event), "the ack before the event", peer.heard[-4:])


@in_match[2]("moves.made-as-said")
async def made(match: Match) -> None:
    """The move that was made is the one that was said, also if it is not the first legal one."""
    move = match.state.legal_moves()[-1]
    await match.move(move)
    event = await match.next_event("move")
    need(event["move"] == move, f"the move {move}", event)
    need(event.get("by", "player") == "player", "a move of the player's", event)


@in_match[2]("moves.any-text")
async def any_text(match: Match) -> None:
    """Any text that the notation reads is taken; the event has the canonical one."""
    for _ in range(60):
        await match.turn()
        said = another_spelling(match.state)
        if said:
            move = match.state.canonical_move(said)
            await match.move(said)
            event = await match.next_event("move")
            need(event["move"] == move, f"the canonical text of {said}", event)
            return
        await match.play(1)
    raise SkippedError("no move came that can be written in another way")


@in_match[2]("moves.not-your-turn")
async def not_your_turn(match: Match) -> None:
    """A move of a seat that was not asked is not_your_turn, and changes nothing."""
    await match.waiter.refused("not_your_turn", "move", **match.said())
    await _unchanged(match)


@in_match[2]("moves.stale")
async def stale(match: Match) -> None:
    """A move for an older seq than that of the request is stale; the request still stands."""
    await match.mover.refused("stale", "move", **match.said(seq=match.seq - 1))
    await match.play(1)


@in_match[2]("moves.too-early")
async def too_early(match: Match) -> None:
    """A move for a seq that is yet to come is stale as well."""
    await match.mover.refused("stale", "move", **match.said(seq=match.seq + 2))
    await match.play(1)


@in_match[2]("moves.illegal")
async def illegal(match: Match) -> None:
    """A move that the rules forbid is illegal_move; the request stands, and another is taken."""
    await _try(match, "illegal_move")
    await _unchanged(match)


@in_match[2]("moves.no-move")
async def no_move(match: Match) -> None:
    """Text that is no move is illegal_move, too."""
    await _try(match, "illegal_move", "castle \u00e9\u4e2d")
    await match.play(1)


@with_visit("moves.illegal-without-request", needs=2)
async def illegal_without(visit: Visit) -> None:
    """Whose turn it is not cannot try illegal moves: not_your_turn, which does not count."""
    match = await visit.match(policy={"illegal_moves": 0})
    await match.turn()
    said = match.said(move=move_of_elsewhere(match.state))
    for _ in range(2):
        await match.waiter.refused("not_your_turn", "move", **said)
    await match.play(2)


async def _until_out(match: Match, tries: int) -> None:
    """So many illegal moves are refused, and after one more the seat is out."""
    for _ in range(tries):
        await _try(match, "illegal_move")
    await match.turn()
    told = await match.move(move_of_elsewhere(match.state))
    need("seq" not in told, "an ack without seq", told)
    await match.goes_out(0, "illegal")


@with_visit("moves.illegal-once-more", needs=2)
async def illegal_once_more(visit: Visit) -> None:
    """After policy.illegal_moves tries, one more is acknowledged without seq, and one is out."""
    match = await visit.match(policy={"illegal_moves": 2})
    await _until_out(match, 2)
    await match.ends("illegal")


@with_visit("moves.illegal-none-allowed", needs=2)
async def illegal_none(visit: Visit) -> None:
    """With illegal_moves 0 the first illegal move is one too many."""
    await _until_out(await visit.match(policy={"illegal_moves": 0}), 0)


@with_visit("moves.illegal-in-the-match", needs=2)
async def illegal_in_all(visit: Visit) -> None:
    """Illegal moves are counted over the whole match, not for each request."""
    match = await visit.match(policy={"illegal_moves": 1})
    await _try(match, "illegal_move")
    await match.play(2)
    await _until_out(match, 0)


@in_match[2]("moves.twice")
async def twice(match: Match) -> None:
    """A move that is said twice is made once, and acknowledged twice with the same seq."""
    mover, said = match.mover, match.said()
    acks = [await mover.ask("move", **said) for _ in range(2)]
    need(acks[0]["seq"] == acks[1]["seq"] == 3, "seq 3 in both acks", acks)
    await match.next_event("move")
    await match.turn()
    later = await mover.ask("move", **said)
    need(later["seq"] == 3, "seq 3 once more", later)
    moves = [each for each in match.events if each["type"] == "move"]
    need(len(moves) == 1, "one move", moves)


@in_match[2]("moves.after-the-result")
async def after_result(match: Match) -> None:
    """When the match has a result, what one says in it is match_over."""
    await match.waiter.ask("resign", match=match.name)
    await match.mover.refused("match_over", "move", **match.said())
    for kind in ("resign", "abort"):
        await match.mover.refused("match_over", kind, match=match.name)


@in_match[2]("moves.with-analysis")
async def with_analysis(match: Match) -> None:
    """A move may carry an analysis, whole or in part."""
    full = {"score": -1.25, "depth": 3, "nodes": 12345, "line": ["0,-1/2", "E"]}
    for analysis in (full, {"score": 2}, {}):
        await match.move(analysis=analysis)
        await match.next_event("move")


@in_match[2]("moves.requests-in-turn")
async def requests_in_turn(match: Match) -> None:
    """Every request has the number of the event before it, and its own seat in it."""
    for number in range(5):
        request = await match.turn()
        need(request["seat"] == number % 2, f"a request of seat {number % 2}", request)
        need(request["seq"] == match.seq, f"seq {match.seq}", request)
        await match.play(1)


@with_visit("several.at-once", needs=2)
async def several(visit: Visit) -> None:
    """Several matches of the same players go on side by side and never mix."""
    peers = await visit.peers(2)
    matches = [await visit.match(peers=peers) for _ in range(3)]
    for _ in range(3):
        for match in matches:
            await match.play(1)
    for match in matches:
        told = [event["seq"] for event in match.witness.events(match.name)]
        need(told == list(range(1, len(told) + 1)), "numbers without gaps", told)
    commitments = {match.start["commitment"] for match in matches}
    need(len(commitments) == 3, "a seed for each match", sorted(commitments))


@with_visit("several.one-ends", needs=2)
async def one_ends(visit: Visit) -> None:
    """The end of one match leaves the others of the same players alone."""
    peers = await visit.peers(2)
    first, second = [await visit.match(peers=peers) for _ in range(2)]
    await first.turn()
    await second.turn()
    await peers[1].ask("resign", match=first.name)
    await second.play(4)


@with_visit("adjudication.points", needs=2)
async def adjudication(visit: Visit) -> None:
    """After policy.adjudicate_after turns of all seats the points on the table decide."""
    match = await visit.match(policy={"adjudicate_after": 4})
    await match.play(3)
    await match.move()
    moved = await match.next_event("move")
    while match.result is None:
        await match.next_event("draw", "result")
    need(match.result["reason"] == "adjudicated", "the reason adjudicated", match.result)
    points = [each["points"] for each in match.result["standings"]]
    need(points == moved["scores"], f"the points {moved['scores']}", match.result)
