"""Tests of carcbot.bot.session: connections that are lost, and events that come twice or not."""

import random
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.bot.session import Answered, EventSeen, Send
from carcbot.messages.client import Resume
from carcbot.messages.events import Drawn, Moved
from carcbot.messages.parts import SeatRef, Welcome
from carcbot.messages.server import (
    Ack,
    Message,
    ServerHello,
)
from tests.bot.pairing import Cut, Pair
from tests.bot.sessions import (
    GAMES,
    HELLO,
    SHORT_GAMES,
    WAYS,
    asked_session,
    match_of,
    moves_said,
    names,
    until_a_move_is_sent,
    welcome_session,
)


@pytest.mark.parametrize(("game", "options", "seats"), SHORT_GAMES)
@pytest.mark.parametrize("loses", WAYS)
@pytest.mark.parametrize("away", (0, 5, None))
def test_cut_anywhere(
    game: str,
    options: str,
    seats: int,
    loses: Literal["both", "up", "down"],
    away: int | None,
) -> None:
    """Wherever a connection is lost, all is seen once, moves are made once, and the end is same."""
    whole = Pair(names(seats))
    uncut = whole.open(game, options)
    whole.play()
    for step in range(whole.steps):
        pair = Pair(names(seats), cuts={step: Cut(loses, away)})
        table = pair.open(game, options)
        pair.play()
        pair.check(table)
        assert table.state.digest == uncut.state.digest
        assert not any(notes.troubles or notes.refused for notes in pair.notes.values())


@given(st.data())
def test_cut_again_and_again(data: st.DataObject) -> None:
    """Connections that are lost often, while others come back, change nothing either."""
    cuts = st.builds(Cut, st.sampled_from(WAYS), st.sampled_from([0, 1, 7, 30, None]))
    pair = Pair(
        names(3),
        seed=data.draw(st.integers(0, 1000)),
        cuts=data.draw(st.dictionaries(st.integers(0, 120), cuts, max_size=12)),
    )
    table = pair.open("pot", "seats=3")
    pair.play()
    pair.check(table)


@pytest.mark.parametrize("seed", range(5))
def test_carcassonne_with_cuts(seed: int) -> None:
    """A whole match of four, in which connections are lost all the time, ends as without that."""
    whole = Pair(names(4), seed=seed)
    uncut = whole.open("carcassonne", "seats=4")
    whole.play()
    rng = random.Random(seed)
    steps = rng.sample(range(whole.steps), 40)
    cuts = {step: Cut(rng.choice(WAYS), rng.choice([0, 5, 50, None])) for step in steps}
    pair = Pair(names(4), seed=seed, cuts=cuts)
    table = pair.open("carcassonne", "seats=4")
    pair.play()
    pair.check(table)
    assert table.state.digest == uncut.state.digest


@pytest.mark.parametrize("loses", WAYS)
def test_move_on_its_way(loses: Literal["both", "up", "down"]) -> None:
    """A move that was lost is sent again; one whose ack was lost is made already, and is not."""
    pair = Pair()
    table = pair.open("pot")
    account = until_a_move_is_sent(pair)
    seq = table.seq
    pair.cut(account, Cut(loses, None))
    assert table.seq == (seq if loses != "down" else seq + 2)
    pair.play()
    pair.check(table)
    moves = moves_said(pair, account)
    assert len(moves) == len(set(moves)) == 3


def test_decided_while_away() -> None:
    """What was decided while there was no connection is sent when the match is resumed."""
    pair = Pair()
    table = pair.open("pot")
    pair.play_until(lambda: bool(pair._thoughts))
    ((account, match),) = pair._thoughts
    pair.cut(account, Cut("both", None))
    pair.sessions[account].connected()
    pair.think(account, match)
    (decided,) = pair.notes[account].decided.items()
    assert not moves_said(pair, account)
    pair.play()
    pair.check(table)
    assert ((match, moves_said(pair, account)[0][0]), moves_said(pair, account)[0][1]) == decided


def test_move_sent_twice() -> None:
    """A move sent before the request is repeated goes out again, and is made once."""
    pair = Pair()
    table = pair.open("pot")
    pair.play_until(lambda: bool(pair._thoughts))
    ((account, match),) = pair._thoughts
    saved = pair._thoughts.pop((account, match))
    pair.cut(account, Cut())
    pair.step()
    pair.play_until(lambda: pair.sessions[account].is_welcome)
    pair._thoughts[account, match] = saved
    pair.think(account, match)
    pair.play()
    pair.check(table)
    moves = moves_said(pair, account)
    assert moves[0] == moves[1]
    assert len(set(moves)) == 3


def test_welcome_resumes() -> None:
    """After each welcome all matches are resumed: those known here, and those the referee names."""
    session, seated, _, _ = asked_session()
    session.connected()
    was_welcome = [session.is_welcome]
    (sent,) = session.hear(HELLO)
    welcome = Welcome(1, "ann", (SeatRef("m9", 1, 12),))
    assert isinstance(sent, Send)
    ack = Ack(sent.command.id, welcome)
    answered, *resumes = session.hear(ack)
    was_welcome.append(session.is_welcome)
    assert was_welcome == [False, True]
    assert session.account == "ann"
    assert answered == Answered(ack)
    commands = [action.command for action in resumes if isinstance(action, Send)]
    assert len(commands) == len(resumes)
    resumed = {each.match: each.last_seq for each in commands if isinstance(each, Resume)}
    assert resumed == {"m1": seated.seq, "m9": 0}


# ------------------------------------------------------------ messages twice, or not at all


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("game", "options", "seats"), GAMES)
def test_doubled_messages(game: str, options: str, seats: int, seed: int) -> None:
    """If everything is said twice, it counts once."""
    pair = Pair(
        names(seats),
        seed=seed,
        meddle=lambda _, message: [message] if isinstance(message, ServerHello) else [message] * 2,
    )
    table = pair.open(game, options)
    pair.play()
    pair.check(table)


@pytest.mark.parametrize("seq", range(2, 14))
def test_skipped_events(seq: int) -> None:
    """An event that is missing is asked for again by what comes after it, and seen in its place."""
    lost: list[Message] = []

    def meddle(account: str, message: Message) -> list[Message]:
        if account == "ann" and isinstance(message, Drawn | Moved) and message.seq == seq:
            lost.append(message)
            return [message] if len(lost) > 1 else []
        return [message]

    pair = Pair(meddle=meddle)
    table = pair.open("pot")
    pair.play()
    pair.check(table)
    assert table.seq == 14  # the result
    assert len(lost) > 1


def test_gap_is_resumed() -> None:
    """Before a gap the session asks for what it misses, and takes in nothing."""
    events, _ = match_of()
    session = welcome_session()
    session.hear(events[0])
    (action,) = session.hear(events[2])
    assert action == Send(Resume(2, "m1", 1))
    seated = session.matches["m1"]
    assert session.hear(events[1]) == [EventSeen(seated, events[1])]
    assert session.hear(events[1]) == []
    assert session.hear(events[2]) == [EventSeen(seated, events[2])]
