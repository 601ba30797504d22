"""What is played under load: games whose every move is known beforehand."""

import hashlib
from dataclasses import dataclass, field
from functools import cache

from carcbot.games import registry
from carcbot.games.contract import CHANCE, Game, Option, State
from carcbot.match.chance.source import ChanceSource

__all__ = ["OPTIONS", "SEED", "moves_of", "register_null"]

SEED = hashlib.sha256(b"load").hexdigest()
OPTIONS = {"null": "seats=4", "carcassonne": "seats=4"}
_LENGTH = 2000


@dataclass(slots=True)
class NullState:
    """Four seats move in turn, and nothing comes of it."""

    count: int = 0
    options: str = "seats=4"
    seats: int = 4
    _scores: list[int] = field(default_factory=lambda: [0, 0, 0, 0])

    @property
    def to_move(self) -> int:
        """Whose turn it is."""
        return -2 if self.count == _LENGTH else self.count & 3

    @property
    def over(self) -> bool:
        """Whether all moves were made."""
        return self.count == _LENGTH

    @property
    def digest(self) -> int:
        """A number for the position."""
        return (self.count * 0x9E3779B97F4A7C15) & (2**64 - 1)

    @property
    def text(self) -> str:
        """The position."""
        return f"null/1 position {self.count}"

    @property
    def turn(self) -> int:
        """Each move is one."""
        return self.count + (self.count < _LENGTH)

    @property
    def step(self) -> str:
        """There is always a move."""
        return "move" if self.count < _LENGTH else ""

    def legal_moves(self) -> list[str]:
        """There is one."""
        return ["x"]

    def outcomes(self) -> list[tuple[str, int]]:
        """There is no chance."""
        return []

    def apply(self, text: str, /) -> None:
        """Counts."""
        self.count += text == "x"

    def canonical_move(self, text: str, /) -> str:
        """The only move."""
        return text

    def copy(self) -> "NullState":
        """Another one."""
        return NullState(self.count)

    def scores(self) -> list[int]:
        """Nobody has any."""
        return self._scores

    def ranking(self) -> list[int]:
        """All are first."""
        return [1, 1, 1, 1]

    def turns_left(self, seat: int, /) -> int:
        """Some."""
        return (_LENGTH - self.count + 3 - seat) // 4

    def value_bounds(self, seat: int, /) -> tuple[int, int]:
        """None."""
        return (0, seat * 0)

    def perft(self, draws: list[str], depth: int, /) -> int:
        """There is one way."""
        return int(bool(draws) or depth >= 0)

    def play_randomly(self, seed: int, /) -> None:
        """To the end."""
        self.count = _LENGTH + 0 * seed


def register_null() -> None:
    """Makes the null game known in this process."""
    null: Game[NullState] = Game(
        name="null",
        title="Null",
        seats=range(4, 5),
        options=(Option("seats", ("4",), "How many play."),),
        has_secrets=False,
        new_game=lambda _: NullState(),
        parse_position=lambda text: NullState(int(text.rsplit(" ", 1)[1])),
    )
    registry.add(null)


@cache
def moves_of(game: str) -> tuple[tuple[int, int, str], ...]:
    """For every move of the game with our seed: the event it answers, the seat and its text."""
    if game == "null":
        register_null()
    state: State = registry.get(game).new(OPTIONS[game])
    chance = ChanceSource(bytes.fromhex(SEED))
    seq, moves = 1, []
    while not state.over:
        if state.to_move == CHANCE:
            state.apply(chance.draw(state).text)
        else:
            legal = state.legal_moves()
            move = legal[len(legal) // 2]
            moves.append((seq, state.to_move, move))
            state.apply(move)
        seq += 1
    return tuple(moves)
