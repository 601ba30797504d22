"""Events: numbered, equal for all, and true to the rules and to the seed."""

import hashlib
from typing import Final

from carcbot.conform.followed_match import Match, changes_by
from carcbot.conform.kit import Message, need, need_in
from carcbot.conform.kit_game import CARD_GAME, GAME
from carcbot.conform.scripted_client import EVENTS, Peer
from carcbot.conform.visit import Visit, in_match, with_visit
from carcbot.games import registry
from carcbot.match.chance.deck import card_commitment
from carcbot.match.chance.source import ChanceSource
from carcbot.match.story import digest_text

_MOVES: Final = 24


async def _some(visit: Visit) -> Match:
    """A match in which some moves were made."""
    match = await visit.match()
    await match.play(_MOVES)
    await match.settle()
    return match


async def _whole(visit: Visit) -> Match:
    """A match that was played to its end."""
    match = await visit.match()
    await match.finish()
    await match.settle()
    return match


def _without(event: Message, *names: str) -> Message:
    return {name: value for name, value in event.items() if name not in names}


@with_visit("events.no-gaps", needs=2)
async def no_gaps(visit: Visit) -> None:
    """Every seat gets every event of a whole match once, numbered from 1 without gaps."""
    match = await _whole(visit)
    for peer in match.peers:
        numbers = [event["seq"] for event in peer.events(match.name)]
        need(numbers == list(range(1, match.seq + 1)), f"1 to {match.seq}", numbers)


@with_visit("events.same-for-all", needs=2)
async def same(visit: Visit) -> None:
    """Without secrets all seats get the same events, but for the own seat at the start."""
    match = await _some(visit)
    told = [[_without(each, "seat") if each["type"] == "start" else each
             for each in peer.events(match.name)] for peer in match.peers]  # fmt: skip
    need(told[0] == told[1], "the same events", [each for each in told[0] if each not in told[1]])


@with_visit("events.before-request", needs=2)
async def before_request(visit: Visit) -> None:
    """A request comes after the event whose number it has, and before the next."""
    match = await _some(visit)
    asked = 0
    for peer in match.peers:
        last = 0
        for message in peer.heard:
            if message["type"] in EVENTS:
                last = message["seq"]
            elif message["type"] == "request":
                asked += 1
                need(message["seq"] == last, f"a request about event {last}", message)
    need(asked == _MOVES + 1, f"{_MOVES + 1} requests", asked)


@with_visit("events.digests", needs=2)
async def digests(visit: Visit) -> None:
    """The digest in every start, draw and move is that of the kit's own board."""
    match = await _whole(visit)
    for event, change in changes_by(match.events[:-1]):
        digest = digest_text(change.after.digest)
        need(event["digest"] == digest, f"the digest {digest}", event)


@in_match[2]("events.scores")
async def scores(match: Match) -> None:
    """The scores in every move are the points on the kit's own board."""
    for _ in range(_MOVES):
        await match.move()
        event = await match.next_event("move")
        need(event["scores"] == match.state.scores(), f"{match.state.scores()}", event)
        await match.turn()


@with_visit("events.canonical", needs=2)
async def canonical(visit: Visit) -> None:
    """Moves in events are in the canonical text of the game."""
    match = await _some(visit)
    for event, change in changes_by(match.events):
        if event["type"] == "move":
            need(event["move"] in change.before.legal_moves(), "a move in canonical text", event)


@in_match[3]("events.seats-take-turns")
async def turns(match: Match) -> None:
    """The seat in every move is the one whose turn it was."""
    await match.play(7)
    seats = [event["seat"] for event in match.events if event["type"] == "move"]
    need(seats == [0, 1, 2, 0, 1, 2, 0], "the seats one after the other", seats)


@in_match[2]("chance.commitment")
async def commitment(match: Match) -> None:
    """The result opens the seed: 32 bytes whose SHA-256 is the commitment of the start."""
    result = await match.resigned()
    found = hashlib.sha256(bytes.fromhex(result["seed"])).hexdigest()
    need(found == match.start["commitment"], f"the commitment {found}", match.start)


@with_visit("chance.other-seed", needs=2)
async def other_seed(visit: Visit) -> None:
    """Two matches have two seeds."""
    peers = await visit.peers(2)
    found = []
    for _ in range(2):
        match = await visit.match(peers=peers)
        await match.turn()
        found.append(match.start["commitment"])
    need(found[0] != found[1], "two commitments", found)


@with_visit("chance.draws", needs=2)
async def draws(visit: Visit) -> None:
    """Every draw follows from the seed as the protocol says, the k-th from the k-th number."""
    match = await _whole(visit)
    assert match.result is not None  # noqa: S101 - that is what it waits for
    chance = ChanceSource(bytes.fromhex(match.result["seed"]))
    draws = (each for each in changes_by(match.events) if each[0]["type"] == "draw")
    for k, (event, change) in enumerate(draws):
        wanted = chance.draw(change.before).text
        need(event["draw"] == wanted, f"the draw {wanted} by number {k}", event)


@with_visit("chance.deck", needs=2)
async def deck(visit: Visit) -> None:
    """With a deck each draw opens the next place by its salt, and all were laid by the seed."""
    visit.need_feature("deck")
    match = await visit.match(chance="deck")
    result = await match.finish()
    need_in(match.start, "a start", chance="deck")
    places = match.start.get("deck", [])
    draws = [event for event in match.events if event["type"] == "draw"]
    for place, (told, event) in enumerate(zip(places, draws, strict=False)):
        found = card_commitment(0, place, event.get("salt", ""), event["draw"])
        need(found == told, f"the card and the salt of place {place}, {told}", event)
    game = registry.get(GAME)
    laid = ChanceSource(bytes.fromhex(result["seed"]), game.deck)
    wanted = laid.begin(game.new(match.start["options"]))
    need(len(places) == len(wanted), f"{len(wanted)} places", match.start)
    for place, (told, true) in enumerate(zip(places, wanted, strict=True)):
        need(told == true, f"{true} for place {place}, as the seed lays it", told)


@in_match[3]("chance.moves-of-the-referee")
async def referee_moves(match: Match) -> None:
    """A move that the referee makes takes a number like a draw: it follows from the seed, too."""
    await match.peers[2].ask("resign", match=match.name)
    for _ in range(6):
        await match.turn()
        await match.play(1)
    await match.peers[1].ask("resign", match=match.name)
    result = await match.over()
    chance = ChanceSource(bytes.fromhex(result["seed"]))
    for event, change in changes_by(match.events):
        if event["type"] == "draw":
            wanted = chance.draw(change.before).text
            need(event["draw"] == wanted, f"the draw {wanted} by the seed", event)
        elif event.get("by") == "referee":
            wanted = chance.choose(change.before.legal_moves())
            need(event["move"] == wanted, f"the move {wanted} by the seed", event)


@with_visit("result.normal", needs=2)
async def normal(visit: Visit) -> None:
    """A game that is over by its rules ends with normal, its final points and its places."""
    match = await _whole(visit)
    result = match.result or {}
    need(result["reason"] == "normal", "the reason normal", result)
    points = [each["points"] for each in result["standings"]]
    places = [each["place"] for each in result["standings"]]
    need(points == match.state.scores(), f"the points {match.state.scores()}", result)
    need(places == match.state.ranking(), f"the places {match.state.ranking()}", result)
    need(not any("out" in each for each in result["standings"]), "nobody out", result)


@in_match[2]("result.last")
async def last(match: Match) -> None:
    """Nothing about the match comes after its result."""
    await match.waiter.ask("resign", match=match.name)
    await match.settle()
    for peer in match.peers:
        about = [each for each in peer.heard if each.get("match") == match.name]
        about = [each for each in about if each["type"] != "ack"]
        need(about[-1]["type"] == "result", "the result as the last", about[-1])


async def _cards(visit: Visit) -> tuple[str, list[Peer]]:
    """A match of a game with hidden cards that has just begun."""
    match = await visit.match(game=CARD_GAME)
    await match.peers[0].take("request")
    await match.peers[1].settle()
    return match.name, match.peers


@with_visit("hidden.draws", needs=2)
async def hidden_draws(visit: Visit) -> None:
    """In a game with hidden information a seat sees its own card and not the other's."""
    name, peers = await _cards(visit)
    seen = [[e["draw"] for e in peer.events(name) if e["type"] == "draw"] for peer in peers]
    need(len(seen[0]) == len(seen[1]) == 2, "two draws for each", seen)
    need(seen[0][1] == seen[1][0] == "?", "the other's card as ?", seen)
    need(seen[0][0] != "?" and seen[1][1] != "?", "the own card", seen)


@with_visit("hidden.digests", needs=2)
async def hidden_digests(visit: Visit) -> None:
    """With hidden information the digests are those of each seat's own view, and differ."""
    name, peers = await _cards(visit)
    told = [[event["digest"] for event in peer.events(name)] for peer in peers]
    both = [pair for pair in zip(*told, strict=True) if pair[0] == pair[1]]
    need(not both, "other digests for the other seat", both)


@with_visit("hidden.sync", needs=2)
async def hidden_sync(visit: Visit) -> None:
    """With hidden information a sync has the own view with its digest, and nobody else's."""
    name, peers = await _cards(visit)
    texts = []
    for peer in peers:
        await peer.ask("desync", match=name, seq=3, digest="0" * 16)
        sync = await peer.take("sync", match=name)
        need(sync["digest"] == peer.events(name)[-1]["digest"], "the digest of the view", sync)
        texts.append(sync["view"])
    need(texts[0] != texts[1], "two views", texts)


@with_visit("hidden.watching", needs=3)
async def hidden_watching(visit: Visit) -> None:
    """Who watches a game with hidden information is refused, or sees no card at once."""
    name, _ = await _cards(visit)
    visit.need_feature("watch")
    other = await visit.peer(2)
    answer = await other.answer(other.say("watch", match=name))
    allowed = answer["type"] == "ack" or answer.get("code") == "not_allowed"
    need(allowed, "an ack, or an error not_allowed", answer)
    await other.settle()
    cards = [each for each in other.events(name) if each["type"] == "draw" and each["draw"] != "?"]
    need(not cards, "no card for one who watches", cards)
