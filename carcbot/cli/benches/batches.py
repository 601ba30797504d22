"""How fast games are played for learners: in batches, beside a plain loop and bare random games."""

import os
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from carcbot.cli.benches.searches import measured_game
from carcbot.env import Batch
from carcbot.env.batch import learned_games
from carcbot.games import USUAL_GAME, registry
from carcbot.games.contract import CHANCE
from carcbot.games.extras import Figures, Workload
from carcbot.games.random_plies import draw

__all__ = ["figures", "page", "workloads"]

_GAMES: Final = 64
"""So many at once stay in the caches of a core."""
_CORES: Final = os.cpu_count() or 1
_GAMES_SHARED: Final = 256 * _CORES
"""So many that cores share: a step of fewer is over before the others are awake."""
_OTHERS: Final = tuple(game for game in learned_games() if game != USUAL_GAME)
"""The other games that learners can play."""


def workloads() -> Iterator[Workload]:
    """Random decisions in batches, in a loop over states in Python, and in bare games."""
    yield Workload("batch_turns", _stepping(Batch(USUAL_GAME, games=_GAMES)))
    yield Workload(
        "batch_turns_planes", _stepping(Batch(USUAL_GAME, games=_GAMES, observation="planes"))
    )
    yield Workload("batch_turns_bits", _stepping(Batch(USUAL_GAME, games=_GAMES, masks="bits")))
    for name, threads in (("batch_turns_large", 1), ("batch_turns_all_cores", _CORES)):
        large = Batch(USUAL_GAME, games=_GAMES_SHARED, masks="bits", threads=threads)
        yield Workload(name, _stepping(large))
    yield Workload("python_turns", _looping(USUAL_GAME))
    yield Workload("bare_turns", _bare_turns())
    for game in _OTHERS:
        yield Workload(f"batch:{game}", _stepping(Batch(game, games=_GAMES)))
        yield Workload(f"python:{game}", _looping(game))


def _stepping(batch: Batch) -> Callable[[int], int]:
    def play(steps: int) -> int:
        for _ in range(steps):
            batch.step(batch.sample())
        return steps * batch.games

    return play


def _looping(game: str) -> Callable[[int], int]:
    def play(decisions: int) -> int:
        rng = random.Random(1)
        state = registry.get(game).new()
        for _ in range(decisions):
            while state.to_move == CHANCE:
                state.apply(draw(state, rng))
            if state.over:
                state = registry.get(game).new()
                continue
            state.apply(rng.choice(state.legal_moves()))
        return decisions

    return play


def _bare_turns() -> Callable[[int], int]:
    bench = measured_game()
    first = registry.get(USUAL_GAME).new()
    turns = sum(first.turns_left(seat) for seat in range(first.seats))
    play = bench.bare(first.text)
    return lambda games: play(games) * turns


def figures(rates: Mapping[str, float]) -> Figures:
    """The figures for rates of the workloads."""
    return {
        "batch_turns_per_s": round(rates["batch_turns"]),
        "batch_turns_planes_per_s": round(rates["batch_turns_planes"]),
        "batch_turns_bits_per_s": round(rates["batch_turns_bits"]),
        "batch_large_games": _GAMES_SHARED,
        "batch_turns_large_per_s": round(rates["batch_turns_large"]),
        "batch_turns_all_cores_per_s": round(rates["batch_turns_all_cores"]),
        "batch_cores": _CORES,
        "python_turns_per_s": round(rates["python_turns"]),
        "bare_turns_per_s": round(rates["bare_turns"]),
        "batch_ratio_to_python": round(rates["batch_turns"] / rates["python_turns"], 1),
        "batch_share_of_bare": round(rates["batch_turns"] / rates["bare_turns"], 3),
        "batch_bits_share_of_bare": round(rates["batch_turns_bits"] / rates["bare_turns"], 3),
        "batches": {
            game: {
                "batch_decisions_per_s": round(rates[f"batch:{game}"]),
                "python_decisions_per_s": round(rates[f"python:{game}"]),
                "ratio_to_python": round(rates[f"batch:{game}"] / rates[f"python:{game}"], 1),
            }
            for game in _OTHERS
        },
    }


def page(figures: Figures) -> Iterator[str]:
    """The figures as lines for a person."""

    def line(name: str, key: str) -> str:
        return f"  {name:<52}{figures[key]:>12,}"

    yield "for learners: random decisions a second, with masks of legal actions"
    yield line("in a batch, compact observations", "batch_turns_per_s")
    yield line("the same with masks of bits", "batch_turns_bits_per_s")
    yield line("in a batch, planes", "batch_turns_planes_per_s")
    large = f"in one of {figures['batch_large_games']:,} games, masks of bits"
    yield line(large, "batch_turns_large_per_s")
    yield line(f"{large}, {figures['batch_cores']} cores", "batch_turns_all_cores_per_s")
    yield line("in a plain loop in Python, with neither", "python_turns_per_s")
    yield line("so the batch is faster by the factor", "batch_ratio_to_python")
    yield line("turns of bare random games, nothing listed", "bare_turns_per_s")
    yield line("the batch as a share of these", "batch_share_of_bare")
    yield line("the batch with masks of bits as a share of these", "batch_bits_share_of_bare")
    yield ""
    yield f"  {'the same of other games':<28}{'batch':>12}{'plain loop':>12}{'factor':>12}"
    for game, told in figures["batches"].items():
        batch, loop, factor = told.values()
        yield f"  {registry.get(game).title:<28}{batch:>12,}{loop:>12,}{factor:>12,}"
