"""The common part of positions and views of games in plain Python.

Such a game defines what is its own, and inherits the rest. It is slower than one in the native
core, and is played, searched, kept and shown in the same way::

    class State(PlainState):       # a position
        ...
    class View(PlainView):         # with secrets: what a seat may know
        ...

What belongs to a position are its attributes, from which `copy` makes an equal one.
"""

import copy
import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Self

from carcbot.errors import (
    GameError,
    IllegalMoveError,
    NotationError,
    OptionsError,
    OutOfTurnError,
)
from carcbot.games.contract import CHANCE, OVER
from carcbot.games.option_text import number_in, plain, quoted
from carcbot.games.random_plies import draw

__all__ = ["PlainState", "PlainView", "numbers_of", "text_of_numbers"]

_DEEPEST = 1000
_MOST_PLIES = 10_000
"""No game that anybody plays is as long."""
Numbers = Mapping[str, tuple[int, range]]
"""Options that are whole numbers: the default of each, and what is possible. One is ``seats``."""


def numbers_of(text: str, options: Numbers) -> dict[str, int]:
    """Reads options, as in ``"seats=3,length=20"``; what is not said has its default.

    Raises:
        OptionsError: One does not exist, is given twice, or is not possible.
    """
    said: dict[str, int] = {}
    for part in text.split(",") if text else ():
        name, _, value = part.partition("=")
        if name not in options or name in said:
            expected = f"each of {' '.join(options)} once at most"
            raise OptionsError(f"{quoted(name)} is no option here", expected=expected)
        possible = options[name][1]
        if value not in map(str, possible):
            what = f"{quoted(value)} is not possible"
            raise OptionsError(what, where=name, expected=number_in(possible))
        said[name] = int(value)
    return {name: said.get(name, default) for name, (default, _) in options.items()}


def text_of_numbers(values: Mapping[str, int], options: Numbers) -> str:
    """Options as text: the seats, and what differs from its default."""
    return ",".join(
        f"{name}={values[name]}"
        for name, (default, _) in options.items()
        if name == "seats" or values[name] != default
    )


class PlainView(ABC):
    """What a seat may know, or a position; `carcbot.games.contract` has the promises.

    A class of it has `options`, `seats`, `to_move`, `turn` and `text` as attributes or properties,
    and the methods that are abstract here. Where a turn has several decisions it has `step`, too.
    Of what is not in the text nothing may depend, for the digest is made from that.
    """

    if TYPE_CHECKING:  # at run time these would be in the way of attributes of the same names

        @property
        def options(self) -> str:
            """As text."""

        @property
        def seats(self) -> int:
            """How many play."""

        @property
        def to_move(self) -> int:
            """The seat to move, CHANCE or OVER."""

        @property
        def turn(self) -> int:
            """From 1."""

        @property
        def text(self) -> str:
            """All of it in one line."""

    @abstractmethod
    def legal_moves(self) -> list[str]:
        """Every move once, in the same order for equal positions; none where none is due."""

    @abstractmethod
    def scores(self) -> list[int]:
        """Points of each seat."""

    @abstractmethod
    def turns_left(self, seat: int, /) -> int:
        """How many turns the seat may still have; `check_seat` refuses one that does not play."""

    @abstractmethod
    def apply(self, text: str, /) -> None:
        """Takes in what happens."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.to_move == OVER

    @property
    def step(self) -> str:
        """The decision that is due."""
        return "move" if self.to_move >= 0 else ""

    @property
    def digest(self) -> int:
        """64 bits of the text's SHA-256."""
        return int.from_bytes(sha256(self.text.encode()).digest()[:8], "big")

    def canonical_move(self, text: str, /) -> str:
        """The move itself: there is one way to write it, unless the game knows others."""
        moves = self.legal_moves()
        plain(text, "a move", NotationError)
        if not moves:
            raise OutOfTurnError(
                f"{quoted(text)} cannot be played now", expected="nothing, or a draw, or patience"
            )
        if text not in moves:
            raise IllegalMoveError(f"{quoted(text)} cannot be played", expected="a legal move")
        return text

    def copy(self) -> Self:
        """An independent copy."""
        twin = type(self).__new__(type(self))
        vars(twin).update(copy.deepcopy(vars(self)))
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __repr__(self) -> str:
        return f"<{self.text}>"


class PlainState(PlainView):
    """A position. Besides what a view has, a class of it says what moves and draws do."""

    @abstractmethod
    def make_move(self, move: str) -> None:
        """Makes a legal move."""

    @abstractmethod
    def value_bounds(self, seat: int, /) -> tuple[int, int]:
        """Points below and above which the seat's final score cannot be."""

    def outcomes(self) -> list[tuple[str, int]]:
        """Every draw once with its weight; a game without chance has none."""
        return []

    def make_draw(self, draw: str) -> None:
        """Makes a draw of `outcomes`."""
        raise GameError(
            f"it does not say what the draw {quoted(draw)} does",
            where=type(self).__name__,
            expected="a method make_draw, as it has outcomes",
        )

    def ranking(self) -> list[int]:
        """Places by points; seats with the same share one."""
        scores = self.scores()
        return [1 + sum(other > own for other in scores) for own in scores]

    def apply(self, text: str, /) -> None:
        """Makes a move, or at a chance node a draw."""
        if self.to_move != CHANCE:
            self.make_move(self.canonical_move(text))
            return
        if plain(text, "a draw", NotationError) not in (draw for draw, _ in self.outcomes()):
            raise IllegalMoveError(f"{quoted(text)} cannot be drawn", expected="a possible draw")
        self.make_draw(text)

    def perft(self, draws: Sequence[str], depth: int, /) -> int:
        """How many sequences of `depth` moves there are when chance gives these draws."""
        if depth not in range(_DEEPEST):
            wish = f"a number from 0 to {_DEEPEST - 1}"
            raise OptionsError(f"that is no depth: {depth}", where="perft", expected=wish)
        if depth == 0:
            return 1
        start, left = self.copy(), list(draws)
        while start.to_move == CHANCE:
            if not left:
                raise OutOfTurnError(
                    "there are too few",
                    where="the draws",
                    expected="more of them; one that cannot be used takes another",
                )
            start.apply(left.pop(0))
        count = 0
        for move in start.legal_moves():
            after = start.copy()
            after.make_move(move)
            count += after.perft(left, depth - 1)
        return count

    def play_randomly(self, seed: int, /) -> None:
        """Plays to the end: draws by their weights, moves all alike.

        Raises:
            GameError: There is none.
        """
        rng = random.Random(seed)
        for _ in range(_MOST_PLIES + 1):
            if self.over:
                return
            if self.to_move == CHANCE:
                self.make_draw(draw(self, rng))
            else:
                self.make_move(rng.choice(self.legal_moves()))
        raise GameError(
            f"it is not over after {_MOST_PLIES} plies",
            where=type(self).__name__,
            expected="an end, also where all move at random",
        )
