"""protocol/chance.json, checked with hashes alone: of ours, only the writer is called here."""

import hashlib
import hmac
import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.match.chance.make_vectors import FILE, text

VECTORS: dict[str, Any] = json.loads(FILE.read_text("utf-8"))


def sha(raw: bytes) -> bytes:
    """SHA-256."""
    return hashlib.sha256(raw).digest()


def mac(key: str, name: str) -> bytes:
    """HMAC-SHA256 with a key in hex."""
    return hmac.new(bytes.fromhex(key), name.encode(), hashlib.sha256).digest()


def test_file_is_up_to_date() -> None:
    """The committed file is what `make protocol` writes."""
    assert FILE.read_text("utf-8") == text()


@pytest.mark.parametrize("vector", VECTORS["numbers"])
def test_numbers(vector: dict[str, Any]) -> None:
    """Numbers are the first 64 bits of an HMAC."""
    assert sha(bytes.fromhex(vector["seed"])).hex() == vector["commitment"]
    for k, number in enumerate(vector["numbers"]):
        assert int(mac(vector["seed"], f"draw:{k}")[:8].hex(), 16) == int(number)


@pytest.mark.parametrize("vector", VECTORS["decks"])
def test_decks(vector: dict[str, Any]) -> None:
    """Each card is one of those left in its stack, by its number, and its commitment opens."""
    for r, shuffle in enumerate(vector["shuffles"]):
        p = 0
        for stack in vector["stacks"]:
            rest = [card for card, copies in stack for _ in range(copies)]
            while rest:
                number = int(mac(vector["seed"], f"deck:{r}:{p}")[:8].hex(), 16)
                card = rest.pop(number * len(rest) // 2**64)
                salt = mac(vector["seed"], f"deck-salt:{r}:{p}").hex()
                assert shuffle["cards"][p] == {"card": card, "salt": salt}
                opening = f"carcbot deck 1 {r} {p} {salt} {card}"
                assert sha(opening.encode()).hex() == shuffle["commitments"][p]
                p += 1
        assert p == len(shuffle["cards"]) == len(shuffle["commitments"])


@pytest.mark.parametrize("vector", VECTORS["joint"])
def test_joint(vector: dict[str, Any]) -> None:
    """A joint seed is a hash of everybody's part, each of which was committed to."""
    start = f"{vector['match']} {vector['round']}"
    assert sha(bytes.fromhex(vector["secret"])).hex() == vector["commitment"]
    for seat, (nonce, commitment) in enumerate(
        zip(vector["nonces"], vector["commitments"], strict=True)
    ):
        assert sha(f"carcbot nonce 1 {start} {seat} {nonce}".encode()).hex() == commitment
    whole = f"carcbot joint 1 {start} {vector['secret']} {' '.join(vector['nonces'])}"
    assert sha(whole.encode()).hex() == vector["seed"]


def check_signature(line: dict[str, str], chain: bytes) -> None:
    """The signature is for this chain, by the key of the vectors."""
    assert (line["key"], line["chain"]) == (VECTORS["record"]["key"], chain.hex())
    said = f"carcbot record 1 {line['chain']} {line['bytes']}".encode()
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(line["key"]))
    key.verify(bytes.fromhex(line["signature"]), said)


def test_record() -> None:
    """A record's chain, seals and signature follow from its bytes and the seed that it opens."""
    raw = VECTORS["record"]["file"].encode()
    *lines, last = raw.splitlines(keepends=True)
    seed = json.loads(lines[0])["secret"]
    chain = bytes(32)
    for line in lines:
        content = json.loads(line)
        body, _, end = line.rpartition(b',"link":"')
        public, _, _ = body.partition(b',"secret":')
        parts = content.get("secret", [])
        seq = content["event"]["seq"] if "event" in content else 0
        seals = []
        for place, part in enumerate([parts] if isinstance(parts, str) else parts):
            compact = json.dumps(part, separators=(",", ":")).encode()
            assert compact in body
            seals.append(sha(b"carcbot seal 1" + mac(seed, f"salt:{seq}:{place}") + compact))
        chain = sha(chain + bytes([len(seals)]) + b"".join(seals) + public + b"}")
        assert end == chain.hex().encode() + b'"}\n'
    signature = json.loads(last)
    assert signature["bytes"] == sha(b"".join(lines)).hex()
    check_signature(signature, chain)


@pytest.mark.parametrize("seat", range(2))
def test_views(seat: int) -> None:
    """A seat follows the same chain to the same signature, with its own parts alone."""
    head, *parts, last = VECTORS["record"]["views"][seat].encode().splitlines()
    assert json.loads(head) == {"line": "view", "format": "carcbot view 1", "seat": seat}
    chain, own = bytes(32), 0
    for line in parts:
        content = json.loads(line)
        public = line[len(b'{"line":"part","public":') : line.index(b',"link":"')]
        seals = [bytes.fromhex(each) for each in content.get("seals", [])]
        if "own" in content:
            compact = json.dumps(content["own"], separators=(",", ":")).encode()
            salt = bytes.fromhex(content["salt"])
            assert seals[seat] == sha(b"carcbot seal 1" + salt + compact)
            own += 1
        chain = sha(chain + bytes([len(seals)]) + b"".join(seals) + public)
        assert content["link"] == chain.hex()
    assert own > 3
    check_signature(json.loads(last), chain)
