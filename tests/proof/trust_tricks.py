"""What dishonest referees do: each plays a whole match with its trick."""

import hashlib
import itertools
import random
from collections.abc import Callable
from typing import Final

import msgspec

from carcbot.bot.seated_match import SeatedMatch
from carcbot.games import registry
from carcbot.games.contract import State
from carcbot.match.chance.deck import card_commitment
from carcbot.match.chance.joint import joint_seed
from carcbot.match.chance.source import ChanceSource
from carcbot.messages.client import Sit
from carcbot.messages.events import Drawn, Event, Moved, Out, Result, Started
from carcbot.messages.joint import Reveal
from carcbot.messages.parts import ChanceMode, JointSeed, Reason
from carcbot.messages.server import Message, Request
from carcbot.referee.journal import Recorded, Vacated
from carcbot.referee.match_course import MatchCourse
from carcbot.referee.step import Step
from carcbot.referee.table import Table
from tests.bot.pairing import as_it_comes
from tests.proof.trust_evening import Evening, Room, honest
from tests.proof.trust_records import cheat, lines_of, numbered, vouched
from tests.referee.hosts import LONG_POT, raw
from tests.replay.records import record_of

__all__ = [
    "another_draw",
    "another_secret_after_nonces",
    "another_secret_for_draws",
    "another_told",
    "blamed",
    "draws_in_another_order",
    "dropped",
    "false_opening",
    "nonces_picked_against",
    "record_in_another_order",
    "record_lacks_an_event",
    "record_of_another_match",
    "seed_picked",
    "turned_round",
    "whispered",
]

_OTHER: Final = hashlib.sha256(b"the secret that the referee likes better").hexdigest()


def _bent(chance: ChanceMode, bend: Callable[[Table], None]) -> Evening:
    """A match at a table that something was done to."""
    room = Room(chance)
    bend(room.table)
    room.play()
    return room.evening()


def _bent_from_start(chance: ChanceMode, bend: Callable[[MatchCourse], None]) -> Evening:
    """A match that something was done to as soon as its start was told."""

    def tamper(table: Table) -> None:
        course = table._course
        start = course.start

        def started(step: Step, now_ns: int) -> None:
            start(step, now_ns)
            bend(course)

        course.start = started  # type: ignore[method-assign]  # it is a trick

    return _bent(chance, tamper)


# ---------------------------------------------------------------- tricks with draws and secrets


def another_draw(chance: ChanceMode) -> Evening:
    """Draws something else in the middle of the match, and plays on."""
    has_cheated: list[bool] = []
    evening = _bent(chance, cheat(7, has_cheated))
    assert has_cheated
    if chance == "deck":
        evening.notes.append(f"place {_first_unopened(evening)} does not open")
    return evening


def _first_unopened(evening: Evening) -> int:
    """Which place in the deck does not open, as a player sees it at that very draw."""
    start, *events = evening.heard["ann"]
    assert isinstance(start, Started)
    draws = [event for event in events if isinstance(event, Drawn)]
    for place, (event, commitment) in enumerate(zip(draws, start.deck, strict=True)):
        if card_commitment(0, place, event.salt, event.draw) != commitment:
            return place
    return -1


def draws_in_another_order(chance: ChanceMode) -> Evening:
    """Leaves out a number that it does not like, or changes two cards in the deck."""

    def bend(course: MatchCourse) -> None:
        source = course._chance
        if source._deck is None:
            source._used += 1
        else:
            cards = source._deck._cards
            other = next(at for at, card in enumerate(cards) if card[0] != cards[0][0])
            cards[0], cards[other] = cards[other], cards[0]

    return _bent_from_start(chance, bend)


def false_opening(chance: ChanceMode) -> Evening:
    """Opens another secret in the end."""

    def bend(table: Table) -> None:
        course = table._course
        end = course.end

        def ended(step: Step, reason: Reason, text: str, now_ns: int) -> None:
            course._secret = _OTHER
            end(step, reason, text, now_ns)

        course.end = ended  # type: ignore[method-assign]  # it is a trick

    return _bent(chance, bend)


def another_secret_for_draws(chance: ChanceMode) -> Evening:
    """Commits to one secret, and draws from another."""

    def bend(course: MatchCourse) -> None:
        course._chance = _source_of(course, chance)

    return _bent_from_start(chance, bend)


def _source_of(course: MatchCourse, chance: ChanceMode) -> ChanceSource:
    """Draws from the other secret."""
    joint = course._joint
    seed = bytes.fromhex(_OTHER)
    if joint is not None:
        seed = joint_seed(course.header.match, joint.round, _OTHER, joint.nonces)
    source = ChanceSource(seed, registry.get("pot").deck if chance == "deck" else None)
    source.begin(course.state)
    return source


def another_secret_after_nonces(chance: ChanceMode) -> Evening:
    """Takes another secret when it knows all nonces, and commits to that in the start."""

    def bend(table: Table) -> None:
        course = table._course
        agree = course.agree

        def agreed(joint: JointSeed, secret: str) -> None:
            del secret
            agree(joint, _OTHER)

        course.agree = agreed  # type: ignore[method-assign]  # it is a trick

    return _bent(chance, bend)


def blamed(chance: ChanceMode) -> Evening:
    """Says of the first seat that reveals its nonce that it was silent."""
    room = Room(chance, ("ann", "bob", "cyd"))
    table = room.table
    reveal = table.reveal
    blamed: list[int] = []

    def revealed(seat: int, command: Reveal, now_ns: int) -> Step:
        if blamed:
            return reveal(seat, command, now_ns)
        blamed.append(seat)
        step = Step()
        table._waiting.agreement.fail(step, (seat,), "said nothing in time")
        return step

    table.reveal = revealed  # type: ignore[method-assign]  # it is a trick
    room.play()
    if not table.has_begun:  # who found no seat at first takes the one that is free now
        spare = next(each for each, notes in room.notes.items() if "bad_options" in notes.refused)
        room.send(spare, Sit(room.sessions[spare].number(), table.match))
        room.play()
    return _seen_by_all(room.evening())


def _seen_by_all(evening: Evening) -> Evening:
    """Notes what everybody at the table sees of rounds that failed."""
    starts = [heard[0] for heard in evening.heard.values() if heard]
    rounds = {each.joint.round for each in starts if isinstance(each, Started) and each.joint}
    early = record_of(evening.record).lines.early
    blamed = [line for line in early if isinstance(line, Vacated)]
    evening.notes.append(f"round {rounds}, {len(blamed)} time(s) blamed in the record")
    return evening


# ---------------------------------------------------------------- tricks with what is told


def between(evening: Evening) -> int:
    """The number of a draw after which the other seat moves, in the middle of the match."""
    heard = evening.heard["ann"]
    start = heard[0]
    assert isinstance(start, Started)
    other = start.seats.index("bob")
    return next(
        event.seq
        for event, after in itertools.pairwise(heard[10:])
        if isinstance(event, Drawn) and isinstance(after, Moved) and after.seat == other
    )


def _told(chance: ChanceMode, lie: Callable[[int, Event], list[Message]]) -> Evening:
    """A match in which ann is told something else, from this event on until she notices.

    Args:
        chance: The mode.
        lie: What is told in place of an event, by how far it comes behind that draw.
    """
    seq = between(honest(chance))

    def meddle(account: str, message: Message) -> list[Message]:
        if account != "ann" or not isinstance(message, Started | Drawn | Moved | Out | Result):
            return [message]
        if message.seq < seq or room.notes["ann"].troubles:
            return [message]
        return lie(message.seq - seq, message)

    room = Room(chance, meddle=meddle)
    room.play()
    return room.evening()


def dropped(chance: ChanceMode) -> Evening:
    """Does not tell one player of a draw, and numbers what follows as if there had been none."""

    def lie(behind: int, message: Event) -> list[Message]:
        return [msgspec.structs.replace(message, seq=message.seq - 1)] if behind else []

    return _told(chance, lie)


def turned_round(chance: ChanceMode) -> Evening:
    """Tells one player of a draw only after the move that was made with it."""
    held: list[Event] = []

    def lie(behind: int, message: Event) -> list[Message]:
        if behind == 0:
            held[:] = [message]
            return []
        if behind > 1 or not held:
            return [message]
        late = msgspec.structs.replace(held.pop(), seq=message.seq)
        return [msgspec.structs.replace(message, seq=message.seq - 1), late]

    return _told(chance, lie)


def another_told(chance: ChanceMode) -> Evening:
    """Tells one player of another draw than the others."""

    def lie(behind: int, message: Event) -> list[Message]:
        if behind or not isinstance(message, Drawn):
            return [message]
        other = "1" if message.draw != "1" else "2"
        return [msgspec.structs.replace(message, draw=other)]

    return _told(chance, lie)


# ---------------------------------------------------------------- tricks with the record


def record_lacks_an_event(chance: ChanceMode) -> Evening:
    """Shows a record without one of the draws, with all else made to fit."""
    evening = honest(chance)
    return _with_events(evening, lambda events, at: [*events[:at], *events[at + 1 :]])


def record_in_another_order(chance: ChanceMode) -> Evening:
    """Shows a record in which a draw and the move after it have changed places."""
    evening = honest(chance)
    return _with_events(
        evening, lambda events, at: [*events[:at], events[at + 1], events[at], *events[at + 2 :]]
    )


def _with_events(
    evening: Evening, change: Callable[[list[Recorded], int], list[Recorded]]
) -> Evening:
    """The same evening with another record of it."""
    seq = between(evening)
    lines = lines_of(evening.record)
    early = [line for line in lines if not isinstance(line, Recorded)]
    events = change([line for line in lines if isinstance(line, Recorded)], seq - 1)
    evening.record = vouched(raw(numbered([*early, *events])))
    return evening


def record_of_another_match(chance: ChanceMode) -> Evening:
    """Shows the record of a match that nobody has played, in place of the one that was."""
    evening = honest(chance)
    evening.record = honest(chance, seed=1).record
    return evening


# ---------------------------------------------------------------- what nobody can notice


def seed_picked(chance: ChanceMode) -> Evening:
    """Tries seeds before the match until the first draws are those that it likes."""
    for seed in range(10_000):
        secret = bytes.fromhex(Room(chance, seed=seed).table.header.seed)
        game = registry.get("pot")
        state = game.new(LONG_POT)
        source = ChanceSource(secret, game.deck if chance == "deck" else None)
        source.begin(state)
        if source.draw(state).text == "3":
            break
    evening = honest(chance, seed=seed)
    first = next(event for event in evening.heard["ann"] if isinstance(event, Drawn))
    assert first.draw == "3"
    return evening


def whispered(chance: ChanceMode) -> Evening:
    """Tells a friend the secret, who plays by it."""
    rooms: list[Room] = []

    def choose(seated: SeatedMatch, request: Request) -> str:
        if seated.seat:
            return as_it_comes(seated, request)
        secret = rooms[0].table.header.seed
        moves = rooms[0].table.state.legal_moves()
        return random.Random(f"{secret} {request.seq}").choice(moves)

    rooms.append(Room(chance, choose=choose))
    rooms[0].play()
    return rooms[0].evening()


def nonces_picked_against(matches: int) -> tuple[int, int]:
    """How often a referee gets the first draw it wants that picks its secret by guessed nonces.

    It picks from twenty secrets, and has guessed right, or wrong where the players' nonces are
    their own. Returns both counts.
    """
    rng = random.Random(1)
    state = registry.get("pot").new(LONG_POT)
    guessed = ("00" * 32, "00" * 32)
    right = wrong = 0
    for _ in range(matches):
        own = (rng.randbytes(32).hex(), rng.randbytes(32).hex())
        secrets = [rng.randbytes(32).hex() for _ in range(20)]
        wanted = [each for each in secrets if _first_draw(state, each, guessed) == "3"]
        secret = (wanted or secrets)[0]
        right += _first_draw(state, secret, guessed) == "3"
        wrong += _first_draw(state, secret, own) == "3"
    return right, wrong


def _first_draw(state: State, secret: str, nonces: tuple[str, ...]) -> str:
    return ChanceSource(joint_seed("m1", 0, secret, nonces)).draw(state).text
