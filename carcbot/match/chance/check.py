"""Whether chance kept its promises: all draws of a match are made again from what was opened."""

import re
from collections.abc import Sequence

from carcbot.errors import FileInputError, InputError
from carcbot.games import registry
from carcbot.games.contract import CHANCE, State, has_secrets
from carcbot.match.chance.joint import joint_seed, nonce_commitment
from carcbot.match.chance.numbers import commitment_of
from carcbot.match.chance.source import ChanceSource
from carcbot.match.story import Story, UntrueEventError
from carcbot.messages.events import Drawn, Event, Moved, Result, Started

__all__ = ["BrokenPromiseError", "check_chance", "seed_of"]


class BrokenPromiseError(Exception):
    """Chance was not what was promised.

    Attributes:
        seq: At which event.
        text: What is wrong.
        expected: What it should be.
    """

    def __init__(self, seq: int, text: str, expected: str) -> None:
        super().__init__(f"event {seq}: {text}; expected {expected}")
        self.seq = seq
        self.text = text
        self.expected = expected

    def in_file(self, name: str) -> FileInputError:
        """The same, for whoever has read the events in a file of this name."""
        where = f"{name}, event {self.seq}"
        return FileInputError(self.text, where=where, expected=self.expected)


def seed_of(start: Started, secret: str) -> bytes:
    """The seed of a match.

    Args:
        start: Its first event.
        secret: What was committed to, in hex.
    """
    if start.joint is None:
        return bytes.fromhex(secret)
    return joint_seed(start.match, start.joint.round, secret, start.joint.nonces)


def check_chance(events: Sequence[Event], secret: str = "", *, whole: bool = True) -> None:
    """Checks all events of a match so far, from the first one on.

    Args:
        events: All of them.
        secret: What was committed to, in hex, if the result has not opened it yet.
        whole: Whether they are seen whole; a seat in a game with secrets sees only a part, and can
            check what was committed to, but not each draw.

    Raises:
        BrokenPromiseError: A promise was not kept.
    """
    if not events or not isinstance(events[0], Started):
        raise BrokenPromiseError(0, "the match does not begin", "its start")
    start, last = events[0], events[-1]
    _check_start(start)
    opened = last.seed if isinstance(last, Result) else secret
    if not opened:
        return
    _need(last.seq, "the commitment", start.commitment, commitment_of(bytes.fromhex(opened)))
    try:
        game = registry.get(start.game)
        state: State = game.new(start.options)
    except InputError as error:
        raise BrokenPromiseError(start.seq, str(error), "a game that there is") from error
    if has_secrets(state) and not whole:
        return
    source = ChanceSource(seed_of(start, opened), game.deck if start.chance == "deck" else None)
    _need(start.seq, "the deck", start.deck, source.begin(state))
    story = Story(state)
    try:
        for event in events:
            _check_event(event, story.view, source)  # first: another draw may break the rules too
            story.tell(event)
    except UntrueEventError as error:
        expected = error.expected or "what the rules allow"
        raise BrokenPromiseError(error.seq, error.what, expected) from error


def _check_start(start: Started) -> None:
    joint = start.joint
    _need(start.seq, "that the seats have a part", joint is not None, start.chance == "joint")
    if joint is None:
        return
    _need(start.seq, "the number of nonces", len(joint.nonces), len(start.seats))
    true = tuple(
        nonce_commitment(start.match, joint.round, seat, nonce)
        for seat, nonce in enumerate(joint.nonces)
    )
    _need(start.seq, "the commitments of the seats", joint.commitments, true)


def _check_event(event: Event, before: State, source: ChanceSource) -> None:
    if isinstance(event, Drawn) and before.to_move == CHANCE:
        drawn = source.draw(before)
        _need(event.seq, "the draw", event.draw, drawn.text)
        _need(event.seq, "the salt", event.salt, drawn.salt)
        _need(event.seq, "the new deck", event.deck, drawn.deck)
    elif isinstance(event, Moved) and event.by == "referee" and event.seat == before.to_move:
        _need(event.seq, "the move", event.move, source.choose(before.legal_moves()))


def _need(seq: int, what: str, said: object, true: object) -> None:
    if said != true:
        short = re.sub("([0-9a-f]{64}', ){2,}", "..., ", f"{true!r}")
        raise BrokenPromiseError(seq, f"{what} {str(said)[:100]!r} is not true", short[:200])
