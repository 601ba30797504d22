"""Tests of carcbot.bot.session: its own view and the referee's differ."""

import msgspec
import pytest

from carcbot.bot.session import Send, Trouble
from carcbot.games.contract import view_of
from carcbot.match.story import digest_text
from carcbot.messages.client import Desync, Resume
from carcbot.messages.events import Drawn, Event, Moved, Started
from carcbot.messages.server import (
    Message,
)
from carcbot.referee.table import Table
from tests.bot.pairing import Pair
from tests.bot.sessions import WRONG


def tampered(
    seq: int, changes: dict[str, str], seed: int = 0, game: str = "pot"
) -> tuple[Pair, Table]:
    """A match in which ann is told something wrong once."""
    done: list[Event] = []

    def meddle(account: str, message: Message) -> list[Message]:
        if account != "ann" or done or not isinstance(message, Started | Drawn | Moved):
            return [message]
        if message.seq != seq:
            return [message]
        done.append(message)
        here = {key: text for key, text in changes.items() if hasattr(message, key)}
        return [msgspec.structs.replace(message, **here)]

    pair = Pair(seed=seed, meddle=meddle, is_slow=True)
    table = pair.open(game)
    pair.play()
    assert done
    return pair, table


@pytest.mark.parametrize("changes", ({"digest": WRONG}, {"draw": "nonsense", "move": "nonsense"}))
@pytest.mark.parametrize("seq", range(2, 14))
def test_desync(changes: dict[str, str], seq: int) -> None:
    """A wrong event is reported with its number; after the sync the match goes on and ends."""
    untampered = Pair(is_slow=True)
    whole = untampered.open("pot")
    untampered.play()
    pair, table = tampered(seq, changes)
    reports = [each for who, each in pair.said if isinstance(each, Desync)]
    before = table.log.since(seq - 2, 0)
    own = before[1 if "digest" in changes else 0]
    assert isinstance(own, Started | Drawn | Moved)
    assert (reports[0].seq, reports[0].digest) == (seq, own.digest)
    troubles = pair.notes["ann"].troubles
    assert len(troubles) == len(reports)
    assert f"event {seq}:" in troubles[0]
    assert own.digest in troubles[0]
    assert not pair.notes["bob"].troubles
    assert table.result is not None
    assert table.result.reason == "normal"
    assert table.state.digest == whole.state.digest
    for notes in pair.notes.values():
        (over,) = notes.overs
        assert over.result == table.result
        seqs = [event.seq for event in notes.seen]
        assert seqs == sorted(set(seqs))
    assert seq not in [event.seq for event in pair.notes["ann"].seen]
    if seq < 12:
        seated = pair.notes["ann"].overs[0].seated
        assert seated.digest == digest_text(table.state.digest)


def test_desync_at_the_start() -> None:
    """A match whose first digest is another one is reported too, and can be played."""
    pair, table = tampered(1, {"digest": WRONG})
    assert next(each.seq for _, each in pair.said if isinstance(each, Desync)) == 1
    assert table.result is not None
    assert table.result.reason == "normal"
    assert pair.notes["ann"].overs[0].seated.digest == digest_text(table.state.digest)


@pytest.mark.parametrize("seq", (2, 3, 4))
def test_desync_with_secrets(seq: int) -> None:
    """In a game with secrets one goes on from one's own view, as the referee writes it."""
    pair, table = tampered(seq, {"digest": WRONG}, game="kuhn")
    assert [each.seq for who, each in pair.said if isinstance(each, Desync)] == [seq]
    assert all(each.last_seq >= seq for who, each in pair.said if isinstance(each, Resume))
    assert table.result is not None
    assert table.result.reason == "normal"
    seated = pair.notes["ann"].overs[0].seated
    assert seated.digest == digest_text(view_of(table.state, seated.seat).digest)


def test_sync_that_contradicts_itself() -> None:
    """If even the referee's own view differs, all is told anew once; then people are told."""
    pair = Pair()
    table = pair.open("pot")
    pair.play_until(lambda: table.match in pair.sessions["ann"].matches)
    sync = msgspec.structs.replace(table.sync(0), digest=WRONG)
    (action,) = pair.sessions["ann"].hear(sync)
    assert isinstance(action, Send)
    assert isinstance(action.command, Resume)
    assert (action.command.match, action.command.last_seq) == (table.match, 0)
    (action,) = pair.sessions["ann"].hear(sync)
    assert isinstance(action, Trouble)
    assert table.match in action.text
    assert pair.sessions["ann"].hear(msgspec.structs.replace(sync, match="m9")) == []


# ------------------------------------------------------------ everything else that may be said
