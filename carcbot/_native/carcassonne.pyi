"""Carcassonne: base game, River, Inns & Cathedrals, Abbot."""

from collections.abc import Sequence
from typing import Annotated, Any

import numpy
from numpy.typing import NDArray

import carcbot._native.matches
import carcbot._native.search


def kinds() -> list[dict[str, Any]]:
    """Every tile kind as a dictionary of facts."""

STATE_BYTES: int = ...

def playouts(state: State, sampler: str, games: int, seed: int) -> tuple[int, int]:
    """
    Plays random games; returns the number of moves and a checksum of the points.
    """

def list_repeatedly(positions: Sequence[State], rounds: int) -> int:
    """Lists the moves of each position `rounds` times; returns how many."""

def copy_and_apply(positions: Sequence[State], rounds: int) -> tuple[int, int]:
    """
    Copies each position and makes a move, `rounds` times; returns how often and a checksum.
    """

def random_digests(options: str, seed: int, games: int) -> bytes:
    """
    Digest and check value of every position of random games, eight bytes each.
    """

MOMENTS: int = ...

def fact_names() -> list[str]:
    """The facts that the judge weighs, in order."""

def shipped_weights(state: State) -> list[int]:
    """The judge's weights for such games: a moment after the other."""

def learn(state: State, weights: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', writable=False)], seed: int, games: int, random_per_mille: int, patience: float, common: float, softness: float = ..., others: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', writable=False)] | None = ...) -> tuple[NDArray[numpy.float64], NDArray[numpy.float64], int, float, float]:
    """
    Plays games by these weights, and of choices in mixed company where others play by weights of theirs; returns normal equations (a matrix of which the upper triangle counts, and a target), how many samples are in them, the sum of their squared errors, and that of all final points.
    """

def compare(state: State, weights: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', writable=False)], rival: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', writable=False)], seed: int, decks: int) -> list[list[int]]:
    """
    Plays games at one ply by these weights against rivals who play by others, in each seat of each deck; returns final points, those of the first in front.
    """

def plane_names(seats: int) -> list[str]:
    """The name of each plane, in order."""

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

    @property
    def hand(self) -> str | None:
        """The tile to be laid, if one is drawn."""

    def tiles(self) -> list[tuple[int, int, str, int]]:
        """Tiles as (x, y, kind, rotation), in the order in which they were laid."""

    def figures(self) -> list[tuple[int, int, int, str, str, str | None]]:
        """Figures on the board as (x, y, seat, figure, on, at)."""

    def supplies(self) -> list[list[int]]:
        """Figures each seat has left, as [small, big, abbot]."""

    def bag(self) -> dict[str, int]:
        """Copies of each kind not yet drawn, those under the stack included."""

    def bottom(self) -> list[str]:
        """The known tiles under the stack, the next one first."""

    def placements(self, kind: str) -> list[list[int]]:
        """Where a tile of this kind could be laid, as [x, y, rotation]."""

    def virtual_scores(self) -> list[int]:
        """Points of each seat as if the game ended now."""

    def breakdown(self, as_if_over: bool = ...) -> list[tuple[int | None, str, list[tuple[int, int]], list[int], int]]:
        """
        Everything scored, as (turn, kind, tiles, owners, points); turn is None for the final scoring.
        """

    def areas(self) -> list[tuple[str, list[tuple[int, int, str, str | None]], list[int], int, bool]]:
        """
        Every feature as (kind, segments, owners, points, complete), each segment as (x, y, on, at): points are what it paid, or what it would if the game ended now.
        """

    def promises(self) -> list[list[int]]:
        """
        What the judge promises each seat of each of areas(), in thousandths of a point.
        """

    def facts(self) -> list[tuple[int, str, int]]:
        """What the judge weighs here, as (seat, fact, amount)."""

    def plane_corner(self, laid: str | None = ...) -> tuple[int, int]:
        """The column and row of the board that are the first of planes()."""

    def planes(self, laid: str | None = ..., first: int = ...) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C')]:
        """
        The position as planes of 30 by 30 cells; `laid` is the placement of the tile in hand before its figure, `first` the seat whose planes come first.
        """

    def recomputed_digest(self) -> int:
        """The digest from scratch; equals digest."""
