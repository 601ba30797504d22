"""How fast the core plays random games, lists moves and copies positions."""

import random
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Final

from carcbot import _native
from carcbot.games.contract import CHANCE
from carcbot.games.extras import Bench, Figures, Workload
from carcbot.games.random_plies import draw

__all__ = ["BENCH"]

_SEED = 1
_POSITIONS = 64
_ALL_EXPANSIONS = "river+inns_and_cathedrals+abbot"
_SAMPLERS = ("placement_then_meeple", "all_moves", "all_moves_listed")


def _figures(rates: dict[str, float]) -> Figures:
    """The figures for rates of the workloads; those of the twin are None where it is not there."""
    twin = rates.get("twin_games")
    return {
        **{f"playouts_{name}_per_s": round(rates[name]) for name in _SAMPLERS},
        "playouts_all_expansions_per_s": round(rates["all_expansions"]),
        "move_lists_per_s": round(rates["move_lists"]),
        "moves_listed_per_s": round(rates["moves_listed"]),
        "listed_move_ns": round(1e9 / rates["moves_listed"], 2),
        "copy_apply_ns": round(1e9 / rates["copies"], 1),
        "state_bytes": _native.carcassonne.STATE_BYTES,
        "twin_games_per_s": None if twin is None else round(twin, 2),
        # the twin picks from all moves alike, so it is compared with the core's playouts that do
        "twin_ratio": None if twin is None else round(rates["all_moves"] / twin, 1),
    }


def _workloads(twin: ModuleType | None) -> Iterator[Workload]:
    """Each of the core, and the plain-Python twin that it is compared with."""
    core = _native.carcassonne
    base = core.new_game("")
    everything = core.new_game(f"expansions={_ALL_EXPANSIONS}")

    def games_of(start: _native.carcassonne.State, sampler: str) -> Callable[[int], int]:
        def play(games: int) -> int:
            core.playouts(start, sampler, games, _SEED)
            return games

        return play

    for sampler in _SAMPLERS:
        yield Workload(sampler, games_of(base, sampler))
    yield Workload("all_expansions", games_of(everything, _SAMPLERS[0]))

    positions = _sample_positions()

    def list_moves(rounds: int) -> int:
        core.list_repeatedly(positions, rounds)
        return rounds * len(positions)

    yield Workload("move_lists", list_moves)
    yield Workload("moves_listed", lambda rounds: core.list_repeatedly(positions, rounds))
    yield Workload("copies", lambda rounds: core.copy_and_apply(positions, rounds)[0])
    if twin is not None:
        yield _twin_workload(twin)


def _sample_positions() -> list[_native.carcassonne.State]:
    """Positions with a tile in hand, from all parts of random games."""
    rng = random.Random(_SEED)
    positions: list[_native.carcassonne.State] = []
    while len(positions) < _POSITIONS:
        state = _native.carcassonne.new_game("")
        wanted = rng.randrange(71)
        while not state.over:
            if state.to_move == CHANCE:
                state.apply(draw(state, rng))
            elif state.turn - 1 == wanted:
                positions.append(state)
                break
            else:
                state.apply(rng.choice(state.legal_moves()))
    return positions


def _twin_workload(twin: ModuleType) -> Workload:
    def play(games: int) -> int:
        rng = random.Random(_SEED)
        for _ in range(games):
            twin.random_game(twin.TwinOptions(), rng)
        return games

    return Workload("twin_games", play)


def _page(figures: Figures) -> Iterator[str]:
    """The figures as lines for a person."""

    def line(name: str, key: str) -> str:
        return f"  {name:<44}{figures[key]:>12,}"

    yield "complete random games of two seats a second, with farmers"
    yield line("a placement, then a meeple", "playouts_placement_then_meeple_per_s")
    yield line("from all moves alike", "playouts_all_moves_per_s")
    yield line("from all moves alike, each list built", "playouts_all_moves_listed_per_s")
    yield line("a placement, then a meeple; all expansions", "playouts_all_expansions_per_s")
    if figures["twin_ratio"] is None:
        yield "  the plain-Python twin is not measured: it lies in the tests of a checkout"
    else:
        yield line("the plain-Python twin, from all moves alike", "twin_games_per_s")
        yield line("so the core is faster by the factor", "twin_ratio")
    yield ""
    yield "one position"
    yield line("lists of legal moves a second", "move_lists_per_s")
    yield line("nanoseconds a move that is listed", "listed_move_ns")
    yield line("nanoseconds to copy it and make a move", "copy_apply_ns")
    yield line("bytes", "state_bytes")


def _opening() -> str:
    """The first drawn tile of a game."""
    start = _native.carcassonne.new_game("")
    start.apply("E")
    return start.text


def _bare(position: str) -> Callable[[int], int]:
    state = _native.carcassonne.parse_position(position)

    def play(games: int) -> int:
        _native.carcassonne.playouts(state, _SAMPLERS[0], games, _SEED)
        return games

    return play


BENCH: Final = Bench(
    _workloads,
    _figures,
    _page,
    _opening,
    _bare,
    telling=("placement_then_meeple", "all_moves_listed"),
)
