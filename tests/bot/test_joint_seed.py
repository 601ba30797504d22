"""Tests of joint seeds from a bot's side: it keeps its word, and sees when others do not."""

import hashlib
from collections.abc import Callable

import msgspec
import pytest

from carcbot.messages.client import Open
from carcbot.messages.events import Result, Started
from carcbot.messages.joint import Joint, Reveal
from carcbot.messages.server import Message
from carcbot.referee.commands import carry_out
from tests.bot.pairing import Cut, Pair


def played(
    meddle: Callable[[str, Message], list[Message]] | None = None,
    cuts: dict[int, Cut] | None = None,
    seed: int = 0,
) -> Pair:
    """A match with a joint seed between two sessions."""
    pair = Pair(meddle=meddle or (lambda _, message: [message]), cuts=cuts, seed=seed)
    answer = carry_out(pair.hall, Open(1, "pot", chance="joint"), pair._asked("host"))
    assert answer.table is not None
    pair.play()
    return pair


@pytest.mark.parametrize("seed", range(5))
def test_honest(seed: int) -> None:
    """Sessions add their parts by themselves, play, and find nothing wrong."""
    pair = played(seed=seed)
    table = pair.hall.directory.find("m1")
    assert table.result is not None
    assert [notes.troubles for notes in pair.notes.values()] == [[], []]
    start = table.log.since(0, None)[0]
    assert isinstance(start, Started)
    assert start.joint is not None
    assert len(set(start.joint.nonces)) == 2


def test_cuts_anywhere() -> None:
    """A connection that is lost at any step before the match and after loses nothing."""
    steps = played().steps
    for at in range(steps):
        for loses in ("both", "up", "down"):
            pair = played(cuts={at: Cut(loses)})
            assert pair.hall.directory.find("m1").result is not None
            assert [notes.troubles for notes in pair.notes.values()] == [[], []]


def changed(kind: type, **changes: object) -> Callable[[str, Message], list[Message]]:
    """A referee that says something else to ann."""

    def meddle(account: str, message: Message) -> list[Message]:
        is_early = isinstance(message, Joint) and not message.commitments
        if account == "ann" and isinstance(message, kind) and not is_early:
            return [msgspec.structs.replace(message, **changes)]
        return [message]

    return meddle


@pytest.mark.parametrize(
    "changes", ({"commitment": "0" * 64}, {"commitments": ("0" * 64, "1" * 64)})
)
def test_referee_that_changes_its_mind(changes: dict[str, object]) -> None:
    """If commitments are not what they were, the nonce is not revealed, and people are told."""
    pair = played(changed(Joint, **changes))
    (trouble,) = pair.notes["ann"].troubles
    assert "does not keep to its commitments" in trouble
    assert not any(isinstance(said, Reveal) and who == "ann" for who, said in pair.said)
    assert not pair.hall.directory.find("m1").has_begun


def test_another_commitment_in_the_start() -> None:
    """A match that begins with another commitment than the one that was agreed on is told of."""
    commitment = hashlib.sha256(b"another").hexdigest()
    pair = played(changed(Started, commitment=commitment))
    (trouble,) = pair.notes["ann"].troubles
    assert "the joint seed is not made of what the seats have committed to" in trouble
    assert pair.notes["bob"].troubles == []


def test_a_draw_that_was_not_promised() -> None:
    """A seed that does not open the commitment is told of when the match is over."""
    pair = played(changed(Result, seed="0" * 64))
    (trouble,) = pair.notes["ann"].troubles
    assert "the commitment" in trouble
