"""Writes protocol/chance.json: test vectors of chance and of records, for any language.

    python -m tests.match.chance.make_vectors

makes the file anew; `make protocol` calls it. Everything in it is made by the code that plays
matches; tests/match/chance/test_vectors.py checks it with a plain second implementation.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from carcbot.games import registry
from carcbot.match.chance.deck import Deck
from carcbot.match.chance.joint import joint_seed, nonce_commitment, round_secret
from carcbot.match.chance.numbers import commitment_of, number_of
from carcbot.replay.own_view import own_view
from tests.replay.records import PUBLIC, record_of, signed, text_of_match

__all__ = ["FILE", "text"]

FILE = Path(__file__).parents[3] / "protocol" / "chance.json"
DECKS = (
    ("pot", ""),
    ("pot", "seats=3,ones=9,twos=0,threes=2"),
    ("carcassonne", "seats=2,expansions=river"),
    ("carcassonne", "seats=2,expansions=river+inns_and_cathedrals+abbot"),
)


def text() -> str:
    """All of the file."""
    seeds = [hashlib.sha256(b"vector %d" % number).digest() for number in range(4)]
    content: dict[str, Any] = {
        "numbers": [numbers(seed) for seed in seeds],
        "decks": [deck(seed, *kind, shuffles=2) for seed, kind in zip(seeds, DECKS, strict=True)],
        "joint": [joint(seed, seats) for seed, seats in zip(seeds[:3], (2, 3, 6), strict=True)],
        "record": record("kuhn", "", 2),
    }
    return json.dumps(content, indent=1) + "\n"


def numbers(seed: bytes) -> dict[str, Any]:
    """The first numbers of a seed."""
    return {
        "seed": seed.hex(),
        "commitment": commitment_of(seed),
        "numbers": [str(number_of(seed, b"draw:%d" % k)) for k in range(12)],
    }


def deck(seed: bytes, game: str, options: str, shuffles: int) -> dict[str, Any]:
    """The first decks of a seed, all of the same stacks."""
    found = registry.get(game)
    assert found.deck is not None
    state = found.new(options)
    decks, laid = Deck(seed, found.deck), []
    for _ in range(shuffles):
        commitments = decks.shuffle(state)
        cards = [{"card": card, "salt": salt} for card, salt in decks._cards]
        laid.append({"commitments": commitments, "cards": cards})
    stacks = [list(stack.items()) for stack in found.deck(state)]
    return {"seed": seed.hex(), "stacks": stacks, "shuffles": laid}


def joint(secret: bytes, seats: int) -> dict[str, Any]:
    """A joint seed."""
    nonces = [hashlib.sha256(b"nonce %d" % seat).hexdigest() for seat in range(seats)]
    opened = round_secret(secret, seats).hex()
    return {
        "match": "m1",
        "round": seats,
        "secret": opened,
        "commitment": commitment_of(bytes.fromhex(opened)),
        "nonces": nonces,
        "commitments": [nonce_commitment("m1", seats, at, each) for at, each in enumerate(nonces)],
        "seed": joint_seed("m1", seats, opened, nonces).hex(),
    }


def record(game: str, options: str, seed: int) -> dict[str, Any]:
    """A signed record of a game with secrets, and what each seat may have of it."""
    raw = signed(text_of_match(game, options, seed))
    found = record_of(raw)
    return {
        "key": PUBLIC,
        "file": raw.decode(),
        "views": [own_view(found, seat).decode() for seat in range(len(found.accounts))],
    }


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
