"""Tests of carcbot.replay.own_view: what a seat has proves itself without the rest."""

import hashlib

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from carcbot.errors import FileInputError
from carcbot.messages.events import Drawn
from carcbot.referee import journal, journal_reader
from carcbot.replay.own_view import own_view, verify_own_view
from carcbot.replay.verification import GENUINE, GOES_ON, UNKNOWN
from tests.referee.hosts import parsed, raw
from tests.replay.records import KEY, PUBLIC, record_of, signed, text_of_match

GAMES = (("kuhn", ""), ("pot", "seats=3"), ("carcassonne", "seats=2"))


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_every_seat(game: str, options: str) -> None:
    """Each seat's view is true by itself, genuine with the referee's key, and ends as it should."""
    record = record_of(signed(text_of_match(game, options)))
    for seat in range(len(record.accounts)):
        view = own_view(record, seat)
        assert verify_own_view(view, "view", PUBLIC) == GENUINE
        assert verify_own_view(view, "view") == UNKNOWN
        with pytest.raises(FileInputError, match="by the key"):
            verify_own_view(view, "view", "0" * 64)
        short = b"".join(view.splitlines(keepends=True)[:-2])
        assert verify_own_view(short, "view") == GOES_ON
        assert verify_own_view(short, "view", PUBLIC) == GOES_ON
        unsigned = b"".join(view.splitlines(keepends=True)[:-1])
        with pytest.raises(FileInputError, match="not signed"):
            verify_own_view(unsigned, "view", PUBLIC)


def test_nothing_of_others() -> None:
    """Until the end, a view tells nothing of what only others saw, and not the seed."""
    texts = text_of_match("kuhn").splitlines(keepends=True)
    record = record_of(b"".join(texts[:-1]))
    draws = [line.event for line in record.events if isinstance(line.event, Drawn)]
    for seat in (0, 1):
        view = own_view(record, seat).decode()
        assert record.lines.header.seed not in view
        assert f'"text":"{draws[seat].draw}"' in view
        assert f'"text":"{draws[1 - seat].draw}"' not in view
        assert all(draw.digest not in view for draw in draws)


@pytest.mark.parametrize(("game", "options"), GAMES[:2])
def test_every_change_is_found(game: str, options: str) -> None:
    """Whatever byte of a view is changed, it is found."""
    view = own_view(record_of(signed(text_of_match(game, options))), 0)
    head = view.index(b"\n")  # it only says whose view it is
    for place in range(head, len(view)):
        changed = bytearray(view)
        changed[place] = ord("1") if view[place] == ord("0") else ord("0")
        with pytest.raises(FileInputError):
            verify_own_view(bytes(changed), "view", PUBLIC)


def test_what_is_written_otherwise() -> None:
    """A line that says the same in other bytes is refused, for a view has one text."""
    first, *lines = own_view(record_of(signed(text_of_match("kuhn"))), 0).splitlines(keepends=True)
    for at, line in enumerate(lines):
        others = [*lines[:at], line.replace(b":", b": ", 1), *lines[at + 1 :]]
        with pytest.raises(FileInputError, match="not how such a line is written"):
            verify_own_view(b"".join([first, *others]), "view")


def test_another_seat_s_part() -> None:
    """A view that is said to be another seat's is refused."""
    view = own_view(record_of(signed(text_of_match("kuhn"))), 0)
    with pytest.raises(FileInputError, match="not the one that was sealed"):
        verify_own_view(view.replace(b'"seat":0}', b'"seat":1}', 1), "view")


def test_another_chain() -> None:
    """A true view with the signature of another match is refused."""
    texts = [text_of_match("kuhn", seed=seed) for seed in (1, 2)]
    one, other = (own_view(record_of(signed(text)), 0) for text in texts)
    lines = one.splitlines(keepends=True)
    lines[-1] = other.splitlines(keepends=True)[-1]
    with pytest.raises(FileInputError, match="another chain"):
        verify_own_view(b"".join(lines), "view")


def test_signed_by_another_key() -> None:
    """A signature by somebody else is intact by itself, and refused where a key is trusted."""
    key = Ed25519PrivateKey.from_private_bytes(bytes(32))
    text = text_of_match("pot")
    record = record_of(signed(text, key))
    assert record_of(signed(text, KEY)).lines.link == record.lines.link
    assert verify_own_view(own_view(record, 0), "view") == UNKNOWN
    with pytest.raises(FileInputError, match="by the key"):
        verify_own_view(own_view(record, 0), "view", PUBLIC)
    assert journal_reader.read(record.raw, "m1").signed is not None


@pytest.mark.parametrize(
    ("change", "what"),
    (({"seats": 3}, "seats 3 is not true"), ({"commitment": "0" * 64}, "commitment '0000")),
)
def test_a_header_that_contradicts_the_start(change: dict[str, object], what: str) -> None:
    """A header that says otherwise than the players were told is found, whoever has signed it."""
    head, *lines = map(parsed, text_of_match("kuhn").splitlines())
    assert isinstance(head, journal.Header)
    true = {"seats": 2, "commitment": hashlib.sha256(bytes.fromhex(head.seed)).hexdigest()}
    for fields, message in ((true, ""), (true | change, what)):
        record = record_of(signed(raw([msgspec.structs.replace(head, **fields), *lines])))
        if not message:
            assert verify_own_view(own_view(record, 0), "view", PUBLIC) == GENUINE
            continue
        with pytest.raises(FileInputError, match=message):
            verify_own_view(own_view(record, 0), "view", PUBLIC)
