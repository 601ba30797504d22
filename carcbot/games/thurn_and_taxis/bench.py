"""How fast random games are played from what a seat knows, and hidden cards dealt."""

import random
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Final

from carcbot import _native
from carcbot.games.contract import CHANCE
from carcbot.games.extras import Bench, Figures, Workload
from carcbot.games.random_plies import draw, random_ply

__all__ = ["BENCH"]

_SEED: Final = 1
_OPTIONS: Final = "reading=thesis,cut="
_STAGES: Final = {"start": 0, "middle": 30, "end": 60}
"""How many turns are over."""
_THESIS: Final = {100: 1_000, 10: 12_700}
"""Samples of so many turns a second on one core of 2.4 GHz (Schadd 2009, 5.2 and 5.3)."""

_THESIS_BY_MERITS: Final = {"pseudo-random": 1_972, "redraw-1": 4_844}
"""The same for samples of ten turns by other policies (5.1.4 and 5.1.5)."""
_LEAD: Final = 5
_THESIS_CUT: Final = {
    ("uniform", 50): (1905.3, 1935.2),
    ("pseudo-random", 50): (182.1, 260.5),
    ("pseudo-random", 25): (358.5, 463.3),
    ("pseudo-random", 10): (1253.9, 1369.9),
}
"""Samples a second of a tree search to the full length, and where a lead of five points ends them,
by policy and turns (tables 5.21 and 5.22). Here it is the samples alone."""

State = _native.thurn_and_taxis.State
View = _native.thurn_and_taxis.View


def _workloads(twin: ModuleType | None) -> Iterator[Workload]:
    for stage, turns_over in _STAGES.items():
        view = _position(turns_over).view(turns_over % 2)
        for turns in _THESIS:
            yield Workload(f"turns_{turns}_{stage}", _sampling(view, turns))
        for policy in _THESIS_BY_MERITS:
            yield Workload(f"{policy}_10_{stage}", _sampling_by(view, policy, 10))
        yield Workload(f"deals_{stage}", _dealing(view))
    middle = _position(_STAGES["middle"]).view(0)
    for policy, turns in _THESIS_CUT:
        yield Workload(f"{policy}_whole_{turns}", _sampling_by(middle, policy, turns))
        yield Workload(f"{policy}_cut_{turns}", _sampling_by(middle, policy, turns, _LEAD))
    if twin is not None:
        yield Workload("twin_turns", _twin_turns(twin))


def _sampling(view: View, turns: int) -> Callable[[int], int]:
    return lambda samples: _native.thurn_and_taxis.play_samples(view, samples, turns, _SEED)


def _sampling_by(view: View, policy: str, turns: int, lead: int = 0) -> Callable[[int], int]:
    def sample(samples: int) -> int:
        _native.thurn_and_taxis.play_samples(view, samples, turns, _SEED, policy, lead)
        return samples

    return sample


def _dealing(view: View) -> Callable[[int], int]:
    def deal(times: int) -> int:
        _native.thurn_and_taxis.determinize_repeatedly(view, times, _SEED)
        return times

    return deal


def _twin_turns(twin: ModuleType) -> Callable[[int], int]:
    def play(turns: int) -> int:
        rng = random.Random(_SEED)
        state = twin.SlowThurnAndTaxis(f"{_OPTIONS}{turns}")
        while not state.over:
            state.apply(random_ply(state, rng))
        return int(state.turn)

    return play


def _position(turns_over: int) -> State:
    """The beginning of a turn after so many, of seats that close routes and draw blind at times."""
    rng = random.Random(_SEED)
    state = _native.thurn_and_taxis.new_game(f"{_OPTIONS}0")
    while state.turn <= turns_over or state.to_move == CHANCE:
        if state.to_move == CHANCE:
            state.apply(draw(state, rng))
            continue
        moves = state.legal_moves()
        kept = [move for move in moves if not move.startswith("scrap:")] or moves
        liked = "close" if "close" in moves else rng.choice(("blind", *kept))
        state.apply(liked if liked in moves else rng.choice(kept))
    return state


def _figures(rates: dict[str, float]) -> Figures:
    told: Figures = {}
    for stage in _STAGES:
        for turns, in_thesis in _THESIS.items():
            samples = rates[f"turns_{turns}_{stage}"] / turns
            told[f"samples_of_{turns}_turns_{stage}_per_s"] = round(samples)
            told[f"samples_of_{turns}_turns_{stage}_to_thesis"] = round(samples / in_thesis, 1)
        for policy, in_thesis in _THESIS_BY_MERITS.items():
            samples = rates[f"{policy}_10_{stage}"]
            told[f"samples_by_{policy}_{stage}_per_s"] = round(samples)
            told[f"samples_by_{policy}_{stage}_to_thesis"] = round(samples / in_thesis, 1)
        told[f"deals_{stage}_per_s"] = round(rates[f"deals_{stage}"])
    for policy, turns in _THESIS_CUT:
        whole, cut = rates[f"{policy}_whole_{turns}"], rates[f"{policy}_cut_{turns}"]
        told[f"gain_of_cut_{policy}_{turns}_percent"] = round(100 * (cut / whole - 1), 1)
    told["state_bytes"] = _native.thurn_and_taxis.STATE_BYTES
    twin = rates.get("twin_turns")
    told["twin_turns_per_s"] = None if twin is None else round(twin)
    told["twin_ratio"] = None if twin is None else round(rates["turns_100_start"] / twin)
    return told


def _page(figures: Figures) -> Iterator[str]:
    def line(name: str, key: str, unit: str = "") -> str:
        return f"  {name:<44}{figures[key]:>12,}{unit}"

    yield "Thurn and Taxis: random turns from what a seat knows, dealt anew for each sample"
    for turns in _THESIS:
        for stage in _STAGES:
            key = f"samples_of_{turns}_turns_{stage}"
            yield line(f"samples of {turns} turns a second, {stage}", f"{key}_per_s")
            yield line("  times what the thesis had", f"{key}_to_thesis")
    for policy in _THESIS_BY_MERITS:
        for stage in _STAGES:
            key = f"samples_by_{policy}_{stage}"
            yield line(f"samples of 10 turns, {policy}, {stage}", f"{key}_per_s")
            yield line("  times what the thesis had", f"{key}_to_thesis")
    for (policy, turns), (whole, cut) in _THESIS_CUT.items():
        yield line(
            f"gain of SimCut, {turns} turns, {policy}",
            f"gain_of_cut_{policy}_{turns}_percent",
            f" % (in the thesis {100 * (cut / whole - 1):.1f} %)",
        )
    for stage in _STAGES:
        yield line(f"hidden cards dealt, times a second, {stage}", f"deals_{stage}_per_s")
    if figures["twin_ratio"] is not None:
        yield line("turns a second of the plain-Python twin", "twin_turns_per_s")
        yield line("so the core is faster by the factor", "twin_ratio")
    yield line("bytes of a position", "state_bytes")


def _bare(position: str) -> Callable[[int], int]:
    """Random games to the end, from what the seat to move knows."""
    state = _native.thurn_and_taxis.parse_position(position)
    view = state.view(state.to_move)
    whole = 10**9

    def play(games: int) -> int:
        _native.thurn_and_taxis.play_samples(view, games, whole, _SEED)
        return games

    return play


BENCH: Final = Bench(
    _workloads,
    _figures,
    _page,
    opening=lambda: _position(0).text,
    bare=_bare,
    telling=("turns_100_start", "turns_10_middle"),
)
