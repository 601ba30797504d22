"""Pot, a toy with chance."""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray

import carcbot._native.matches
import carcbot._native.search


def new_game(options: str) -> State:
    """The position before the first draw."""

def parse_position(text: str) -> State:
    """The position that State.text wrote."""

class State:
    """A position. Cheap to copy; changed only by apply()."""

    @property
    def options(self) -> str:
        """The game's options as text."""

    @property
    def seats(self) -> int:
        """How many seats play."""

    @property
    def to_move(self) -> int:
        """The seat to move, CHANCE (-1) or OVER (-2)."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""

    @property
    def turn(self) -> int:
        """The number of the turn, from 1; at the end that of the last one."""

    @property
    def step(self) -> str:
        """The decision that is due; empty at chance nodes and at the end."""

    def legal_moves(self) -> list[str]:
        """
        Every legal move once; empty where its seat, or any, has nothing to decide.
        """

    def canonical_move(self, text: str) -> str:
        """The one way in which legal_moves() writes this move."""

    def copy(self) -> State:
        """An independent copy."""

    def __copy__(self) -> State: ...

    def __deepcopy__(self, memo: object) -> State: ...

    def scores(self) -> list[int]:
        """Points of each seat; final ones when the game is over."""

    @property
    def digest(self) -> int:
        """64 bits: equal positions have equal digests."""

    def turns_left(self, seat: int) -> int:
        """An estimate of the turns that the seat still has."""

    @property
    def text(self) -> str:
        """All of it in one line."""

    def __repr__(self) -> str: ...

    def __getstate__(self) -> str: ...

    def __setstate__(self, arg: str, /) -> None: ...

    def outcomes(self) -> list[tuple[str, int]]:
        """What chance can do, with weights; empty elsewhere."""

    def apply(self, text: str) -> None:
        """Makes a move, or at a chance node a draw."""

    def ranking(self) -> list[int]:
        """Place of each seat, 1 the best; ties share a place."""

    def value_bounds(self, seat: int) -> tuple[int, int]:
        """Bounds of the seat's final score."""

    def perft(self, draws: Sequence[str], depth: int) -> int:
        """
        The number of sequences of `depth` moves when chance gives these draws.
        """

    def play_randomly(self, seed: int) -> None:
        """Plays to the end with random draws and moves."""

def check_settings(settings: carcbot._native.search.Settings, game: str) -> None:
    """
    Raises AgentError, with the game's name, if searches with these settings do not play it.
    """

def make_searcher(settings: carcbot._native.search.Settings, view: str, seed: int) -> carcbot._native.search.Searcher:
    """A search with these settings about what a seat knows."""

def policies() -> list[str]:
    """Ways to pick moves; the first is the usual one."""

def orders() -> list[str]:
    """Orders of moves; the first is the usual one."""

def evaluations() -> list[str]:
    """Evaluations; the first is the usual one."""

def guesses() -> list[str]:
    """Ways to guess; the first is the usual one."""

def worth(state: State, evaluation: str) -> list[int]:
    """What the position is worth to each seat, in thousandths of a point."""

def play_game(start: State, players: Sequence[carcbot._native.matches.Player], chance: carcbot._native.matches.Chance, grace_ns: int) -> carcbot._native.matches.Played:
    """
    Plays a game to its end between searches that stand at `start`. Who takes longer than its time by more than `grace_ns` ends it.
    """

def observations() -> list[str]:
    """Kinds of observations; the first is the usual one."""

def versions() -> int:
    """How many versions there are of the numbers; the last is the newest."""

def encoding(options: str, observation: str, version: int) -> tuple[int, list[int], list[str]]:
    """
    How many actions there are, the shape of an observation, and what it is made of.
    """

class Batch:
    """Many games at once, which write into the caller's arrays."""

    def __init__(self, options: str, observation: str, version: int, games: int, reward: str, illegal: str, restarts: bool, threads: int, mask_kind: str, observations: Annotated[NDArray[numpy.float32], dict(order='C', device='cpu')], masks: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')], rewards: Annotated[NDArray[numpy.float32], dict(order='C', device='cpu')], scores: Annotated[NDArray[numpy.int32], dict(order='C', device='cpu')], to_move: Annotated[NDArray[numpy.int32], dict(order='C', device='cpu')], ended: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')], illegal_moves: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')]) -> None: ...

    def reset(self, which: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Begins these games anew, each from its seed."""

    def put(self, game: int, state: State) -> None:
        """Puts a game into a position of the same options."""

    def choose(self, game: int, text: str) -> None:
        """
        The next step of this game makes this move, whatever action it is given.
        """

    def forget_choices(self) -> None:
        """What was chosen is not made."""

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Makes a move in every game."""

    def sample(self, which: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """
        Writes a random legal action for each of these games, or of all; -1 for none.
        """

    def afterstates(self, which: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], seed: int) -> tuple[NDArray[numpy.int64], NDArray[numpy.int32], NDArray[numpy.float32], NDArray[numpy.int32], NDArray[numpy.uint8]]:
        """
        Offsets, actions, observations, scores and ends after all legal moves of these games.
        """

    def state(self, game: int) -> State:
        """A copy of the position of a game."""

    def moves(self, game: int) -> list[tuple[str, int]]:
        """Every legal move of a game and its action; -1 for one outside."""

    def plies(self, game: int) -> list[str]:
        """All that was drawn and moved in a game since it began."""

    def observation(self, game: int, seat: int) -> NDArray[numpy.float32]:
        """What a seat sees of a game now."""
