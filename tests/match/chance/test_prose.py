"""protocol/chance.md: its worked examples are true, and it tells of every mode."""

import hashlib
import re
from typing import get_args

import pytest

from carcbot.games import registry
from carcbot.match.chance.deck import Deck
from carcbot.match.chance.joint import joint_seed, nonce_commitment
from carcbot.messages.parts import ChanceMode
from tests.match.chance.make_vectors import FILE

PAGE = (FILE.parent / "chance.md").read_text("utf-8")
SECRET = "76cb50480f18a0fbe6fa80eba007cbea585b127fa8de731461ffcd3d5b400776"  # noqa: S105 - an example


def test_every_mode() -> None:
    """Each mode has its section, and the table of what is proven."""
    for mode in get_args(ChanceMode):
        assert f"## Mode `{mode}`" in PAGE
        assert f"| `{mode}`" in PAGE


def test_deck() -> None:
    """The worked deck is that of the examples' seed, and the shell's line gives the commitment."""
    game = registry.get("carcassonne")
    assert game.deck is not None
    deck = Deck(bytes.fromhex(SECRET), game.deck)
    commitments = deck.shuffle(game.new("seats=2"))
    rows = re.findall(r"^\| (\d) \| `(\w+)` \| `(\w+)` \| `(\w+)` \|$", PAGE, flags=re.MULTILINE)
    assert len(rows) == 3
    for place, salt, card, commitment in rows:
        assert (card, salt) == deck._cards[int(place)]
        assert commitment == commitments[int(place)]
    shell = re.search(r"printf '([^']+)' \| sha256sum", PAGE)
    assert shell is not None
    assert hashlib.sha256(shell[1].encode()).hexdigest() == commitments[0]


def test_joint() -> None:
    """The worked joint seed is that of these nonces."""
    rows = re.findall(r"^\| seat (\d) \| `(\w+)` \| `(\w+)` \|$", PAGE, flags=re.MULTILINE)
    match = re.search(r"match `(\w+)`, round 0", PAGE)
    seed = re.search(r"^    seed  (\w+)$", PAGE, flags=re.MULTILINE)
    assert match is not None
    assert seed is not None
    for seat, nonce, commitment in rows:
        assert nonce_commitment(match[1], 0, int(seat), nonce) == commitment
    nonces = [row[1] for row in rows]
    assert joint_seed(match[1], 0, SECRET, nonces).hex() == seed[1]


@pytest.mark.parametrize("page", ("chance.md", "records.md"))
def test_links(page: str) -> None:
    """Every link leads to a file that is there."""
    text = (FILE.parent / page).read_text("utf-8")
    targets = re.findall(r"\]\(([^)#]+)", text)
    assert targets
    for target in targets:
        assert "://" in target or (FILE.parent / target).exists()
