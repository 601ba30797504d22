"""Records of whole matches, signed, made without a socket or a disk."""

import random

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from carcbot.messages.parts import ClockSpec, Policy
from carcbot.referee import journal
from carcbot.referee.signature import key_text, sign
from carcbot.replay.record import MatchRecord
from tests.referee.hosts import Script, header

__all__ = ["KEY", "PUBLIC", "record_of", "signed", "text_of_match"]

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = key_text(KEY)


def text_of_match(game: str, options: str = "", seed: int = 1) -> bytes:
    """The journal of a match with random moves, late ones and a seat that gives up."""
    policy = Policy("default_move", stalls=1000)
    script = Script(header(game, options, clock=ClockSpec("bank", 5000, 1000), policy=policy))
    rng = random.Random(seed)
    seats, outs = script.table.state.seats, 0
    while script.table.result is None:
        if outs < seats - 2 and rng.random() < 0.05:
            seat = rng.randrange(seats)
            if not script.table.is_out(seat):
                script.resign(seat)
                outs += 1
        elif rng.random() < 0.05:
            script.wake(10**6)
        else:
            script.move(rng.choice(script.table.state.legal_moves()), rng.randint(0, 900))
    return b"".join(script.texts)


def signed(text: bytes, key: Ed25519PrivateKey = KEY) -> bytes:
    """A journal with its signature."""
    line = sign(text, journal.read(text, "m1").link, key)
    return text + journal.text_of(line) + b"\n"


def record_of(raw: bytes) -> MatchRecord:
    """What a file says."""
    return MatchRecord("m1", journal.read(raw, "m1"), raw)
