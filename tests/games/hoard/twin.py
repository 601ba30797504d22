"""Hoard once more, in plain Python, from the rules alone: slow, with nothing of the core's ways.

Cards are lists of ranks. It has as much of `carcbot.games.contract.State` as solving a game needs,
so that whatever walks through a game can walk through both.
"""

from collections import Counter
from copy import deepcopy

from carcbot.games.contract import CHANCE, OVER

__all__ = ["SlowHoard"]


class SlowHoard:
    """A game from its beginning on."""

    def __init__(
        self, *, seats: int = 2, ranks: int = 3, copies: int = 4, hand: int = 2, turns: int = 4
    ) -> None:
        self.seats = seats
        self.hand_size = hand
        self.all_turns = turns * seats
        self.deck = [rank for rank in range(1, ranks + 1) for _ in range(copies)]
        self.pile: list[int] = []
        self.open: int | None = None
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.public: list[list[bool]] = [[] for _ in range(seats)]
        self.rows: list[list[int]] = [[] for _ in range(seats)]
        self.points = [0] * seats
        self.done = 0
        self.due = "deal"
        self.laid = 0

    @property
    def _seat(self) -> int:
        if self.due == "deal":
            return next(i for i, hand in enumerate(self.hands) if len(hand) < self.hand_size)
        return self.done % self.seats

    @property
    def to_move(self) -> int:
        """The seat to move, CHANCE or OVER."""
        if self.due == "over":
            return OVER
        return CHANCE if self.due in {"deal", "open", "blind"} else self._seat

    def copy(self) -> "SlowHoard":
        """Another one."""
        return deepcopy(self)

    def scores(self) -> list[int]:
        """Points cashed; at the end less what hands cost."""
        cost = [sum(hand) if self.due == "over" else 0 for hand in self.hands]
        return [points - less for points, less in zip(self.points, cost, strict=True)]

    def outcomes(self) -> list[tuple[str, int]]:
        """What may be drawn, with how many cards there are of it."""
        if self.to_move != CHANCE:
            return []
        return [
            (str(rank), count) for rank, count in sorted(Counter(self.deck or self.pile).items())
        ]

    def legal_moves(self) -> list[str]:
        """What the seat to move may do."""
        places = range(1, len(self.hands[self._seat]) + 1) if self.due == "play" else ()
        return {
            "draw": ["open", "blind"] if self.deck or self.pile else ["open"],
            "play": [f"{what}{place}" for what in ("lay", "drop") for place in places],
            "cash": ["cash", "keep"],
        }.get(self.due, [])

    def seen(self, text: str, seat: int | None) -> str:
        """What a seat sees of a ply that is about to be made; None: everybody at the table."""
        if self.to_move == CHANCE:
            return text if self.due == "open" or self._seat == seat else "?"
        told = text
        if self.due == "play" and seat != self._seat:
            place = int(text[-1]) - 1
            if not self.public[self._seat][place]:
                told += f"/{self.hands[self._seat][place]}"
        after = self.copy()
        after.apply(text)
        if after.due == "over":
            told += "=" + ":".join("".join(map(str, hand)) for hand in after.hands)
        return told

    def apply(self, text: str) -> None:
        """A draw or a move."""
        if self.to_move == CHANCE:
            self._draw(int(text))
        elif self.due == "draw":
            self._take(text)
        elif self.due == "play":
            self._play(text[:-1], int(text[-1]) - 1)
        else:
            self._cash(text)

    def _draw(self, rank: int) -> None:
        if not self.deck:
            self.deck, self.pile = self.pile, []
        self.deck.remove(rank)
        if self.due == "open":
            self.open, self.due = rank, "draw"
            return
        seat = self._seat
        self.hands[seat].append(rank)
        self.public[seat].append(False)
        if self.due == "blind":
            self.due = "play"
        elif all(len(hand) == self.hand_size for hand in self.hands):
            self._begin_turn()

    def _take(self, text: str) -> None:
        if text == "blind":
            self.due = "blind"
            return
        assert self.open is not None
        self.hands[self._seat].append(self.open)
        self.public[self._seat].append(True)
        self.open, self.due = None, "play"

    def _play(self, what: str, place: int) -> None:
        seat = self._seat
        rank = self.hands[seat].pop(place)
        self.public[seat].pop(place)
        if what == "drop":
            self.pile.append(rank)
            self._end_turn()
            return
        self.rows[seat].append(rank)
        if self.rows[seat].count(rank) > 1:
            self.laid, self.due = rank, "cash"
        else:
            self._end_turn()

    def _cash(self, text: str) -> None:
        row = self.rows[self._seat]
        if text == "cash":
            cards = [rank for rank in row if rank == self.laid]
            self.points[self._seat] += self.laid * len(cards) * (len(cards) - 1)
            self.pile += cards
            self.rows[self._seat] = [rank for rank in row if rank != self.laid]
        self._end_turn()

    def _end_turn(self) -> None:
        self.done += 1
        self._begin_turn()

    def _begin_turn(self) -> None:
        if self.done == self.all_turns:
            self.due = "over"
        elif self.open is not None:
            self.due = "draw"
        else:
            self.due = "open" if self.deck or self.pile else "over"
