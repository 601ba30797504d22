"""A deck whose every place has a commitment of its own, published before the first card is drawn.

A shuffle r (counted from 0) puts cards on places p, counted from 0 through all stacks. The card on
place p is drawn from those of its stack that are left, in the order in which the game lists them,
by the first 8 bytes of HMAC-SHA256(seed, "deck:r:p"), as draws are in the mode `seed`. Its salt is
HMAC-SHA256(seed, "deck-salt:r:p"), and its commitment the SHA-256 of the text

    carcbot deck 1 r p SALT CARD

with the salt in hex. Who draws the card is shown the salt. When cards have come back or are to be
shuffled anew, so that what lies face down is not what is left of the deck, the next shuffle of the
same seed begins: the seed was committed to, so nobody can choose it. Where only one card can come
and no place is left, nothing is drawn from the deck.
"""

import hashlib
import hmac
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from carcbot.games.contract import State
from carcbot.match.chance.numbers import number_of, pick

__all__ = ["ChanceDraw", "Deck", "card_commitment"]

Stacks = list[dict[str, int]]


class ChanceDraw(msgspec.Struct, frozen=True, gc=False):
    """A draw of chance.

    Attributes:
        text: The outcome.
        salt: The salt that opens its place in the deck, in hex.
        deck: The commitments of a new deck, from which it is the first card.
    """

    text: str
    salt: str = ""
    deck: tuple[str, ...] = ()


def card_commitment(shuffle: int, place: int, salt: str, card: str) -> str:
    """What is published of a card before it is drawn."""
    return hashlib.sha256(f"carcbot deck 1 {shuffle} {place} {salt} {card}".encode()).hexdigest()


class Deck:
    """The decks of one match, one after the other.

    Args:
        seed: 32 secret bytes.
        stacks_of: What lies face down in a position: `Game.deck`.
    """

    def __init__(self, seed: bytes, stacks_of: Callable[[Any], Stacks]) -> None:
        self._seed = seed
        self._stacks_of = stacks_of
        self._shuffles = 0
        self._left: Stacks = []
        self._cards: deque[tuple[str, str]] = deque()

    def shuffle(self, state: State) -> tuple[str, ...]:
        """Lays the next deck; its commitments, one for each place."""
        shuffle, place = self._shuffles, 0
        self._shuffles += 1
        self._left = [dict(stack) for stack in self._stacks_of(state)]
        self._cards.clear()
        commitments = []
        for stack in self._left:
            rest = dict(stack)
            for total in range(sum(rest.values()), 0, -1):
                number = number_of(self._seed, b"deck:%d:%d" % (shuffle, place))
                card = pick(number, rest.items(), total)
                rest[card] -= 1
                name = b"deck-salt:%d:%d" % (shuffle, place)
                salt = hmac.digest(self._seed, name, "sha256").hex()
                self._cards.append((card, salt))
                commitments.append(card_commitment(shuffle, place, salt, card))
                place += 1
        return tuple(commitments)

    def draw(self, state: State) -> ChanceDraw:
        """The next card; the first of a new deck if what lies face down has changed."""
        outcomes = state.outcomes()
        if not self._cards and len(outcomes) == 1:
            return ChanceDraw(outcomes[0][0])
        commitments = () if self._stacks_of(state) == self._left else self.shuffle(state)
        card, salt = self._cards.popleft()
        top = self._left[0]
        top[card] -= 1
        if not top[card]:
            del top[card]
        if not top:
            del self._left[0]
        return ChanceDraw(card, salt, commitments)
