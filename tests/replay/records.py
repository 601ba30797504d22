"""Records of whole matches, signed, made without a socket or a disk."""

import hashlib
import random
from collections.abc import Callable, Sequence

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from carcbot.match.chance.joint import nonce_commitment
from carcbot.match.moments import Moments
from carcbot.messages.joint import Commit, Reveal
from carcbot.messages.parts import Analysis, ChanceMode, ClockSpec, Policy
from carcbot.referee import journal, journal_reader
from carcbot.referee.journal import Line, Recorded
from carcbot.referee.signature import key_text, sign
from carcbot.referee.table import Table
from carcbot.replay.record import MatchRecord
from tests.referee.hosts import EPOCH_US, MATCH, Script, header

__all__ = ["BANK", "KEY", "NESTED", "PUBLIC", "numbered", "record_of", "signed", "text_of_match"]

BANK = ClockSpec("bank", 5000, 1000)
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = key_text(KEY)


PATIENT = Policy("default_move", stalls=1000)
"""The referee moves for who is late, again and again."""


def text_of_match(
    game: str,
    options: str = "",
    seed: int = 1,
    chance: ChanceMode = "seed",
    tamper: Callable[[Table], None] = lambda _table: None,
    *,
    agents: tuple[str, ...] = (),
    clock: ClockSpec = BANK,
    policy: Policy = PATIENT,
    thinks: bool = False,
) -> bytes:
    """The journal of a match with random moves, late ones and a seat that gives up.

    Args:
        game: What is played.
        options: How.
        seed: Another one, another match.
        chance: What its draws are committed to.
        tamper: What the referee does to the table before the first draw.
        agents: Who is said to have thought at each seat.
        clock: Of every seat.
        policy: What becomes of who is late.
        thinks: Whether players say what they think.
    """
    secret = hashlib.sha256(b"%d" % seed).digest()
    head = header(game, options, clock=clock, policy=policy, seed=secret, chance=chance)
    head = msgspec.structs.replace(head, agents=agents)
    table = Table(head, Moments(EPOCH_US))
    script = Script(head, table)
    script.texts = [table.opening]
    seats, outs = table.state.seats, 0
    if chance != "joint":
        tamper(table)
    for seat in range(seats):
        script.take(table.sit(f"p{seat}", seat, script.now_ns))
    if chance == "joint":
        agree(script, seed, tamper)
    rng = random.Random(seed)
    while table.result is None:
        if outs < seats - 2 and rng.random() < 0.05:
            seat = rng.randrange(seats)
            if table.sync(seat).out[seat] is None:
                script.resign(seat)
                outs += 1
        elif rng.random() < 0.05:
            script.wake(10**6)
        else:
            moves = table.state.legal_moves()
            if thinks:
                line = tuple(rng.choices(moves, k=rng.randrange(4)))
                script.thought = Analysis(rng.random(), len(line), rng.randrange(10**6), line)
            script.move(rng.choice(moves), rng.randint(0, 900))
    return b"".join(script.texts)


def agree(script: Script, seed: int, tamper: Callable[[Table], None]) -> None:
    """All seats add their parts to a joint seed."""
    table = script.table
    nonces = [
        hashlib.sha256(b"%d %d" % (seed, seat)).hexdigest() for seat in range(len(table.accounts))
    ]
    for seat, nonce in enumerate(nonces):
        commitment = nonce_commitment(MATCH, 0, seat, nonce)
        script.take(table.commit(seat, Commit(1, MATCH, 0, commitment), script.now_ns))
    tamper(table)
    for seat, nonce in enumerate(nonces):
        script.take(table.reveal(seat, Reveal(1, MATCH, 0, nonce), script.now_ns))


def signed(text: bytes, key: Ed25519PrivateKey = KEY) -> bytes:
    """A journal with its signature."""
    line = sign(text, journal_reader.read(text, "m1").link, key)
    return text + journal.text_of(line) + b"\n"


def numbered(lines: Sequence[Line]) -> list[Line]:
    """The lines with the numbers that their events have where they stand now."""
    seq = 0
    again: list[Line] = []
    for line in lines:
        if isinstance(line, Recorded):
            seq += 1
            event = msgspec.structs.replace(line.event, seq=seq)
            again.append(msgspec.structs.replace(line, event=event))
        else:
            again.append(line)
    return again


def record_of(raw: bytes) -> MatchRecord:
    """What a file says."""
    return MatchRecord("m1", journal_reader.read(raw, "m1"), raw)


_DEEP = b"[" * 20_000 + b"]" * 20_000
NESTED = {
    "nothing else": _DEEP + b"\n",
    "header": b'{"line":"header","x":%b}\n' % _DEEP,
    "options": b'{"line":"header","format":"carcbot match 1","options":%b}\n' % _DEEP,
    "view": b'{"line":"view","format":"carcbot view 1","seat":%b}\n' % _DEEP,
    "part": b'{"line":"view","format":"carcbot view 1","seat":0}\n{"line":"part","public":%b}\n'
    % _DEEP,
    "own": b'{"line":"event","received_us":1,"event":%b}\n' % _DEEP,
    "later": b'{"line":"header","format":"carcbot match 2"}\n{"line":"event","event":%b}\n' % _DEEP,
    "cut off": b'{"line":"header","x":' + b"[" * 20_000,
}
"""Files that are nested deeper than anything that reads JSON follows."""
