"""How fast random games of Ticket to Ride are played, and hidden cards and tickets dealt."""

import random
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from types import ModuleType
from typing import Final

from carcbot import _native
from carcbot.games.extras import Bench, Figures, Workload
from carcbot.games.random_plies import random_ply
from carcbot.games.ticket_to_ride.map import TICKETS

__all__ = ["BENCH"]

_SEED: Final = 1
_SEATS: Final = (2, 5)
_STAGES: Final = {"start": 0, "middle": 40, "end": 80}
"""How many turns are over."""

_OPTIONS: Final = "seats=3"
"""Of positions that are looked at."""
_SEARCHES: Final = {"paths": "longest paths of a seat", "ways": "shortest ways for a ticket"}
"""What is looked for on the map, and in words."""

State = _native.ticket_to_ride.State
View = _native.ticket_to_ride.View


def _workloads(twin: ModuleType | None) -> Iterator[Workload]:
    for seats in _SEATS:
        first = _native.ticket_to_ride.new_game(f"seats={seats}")
        yield Workload(f"games_{seats}", _games(first))
        yield Workload(f"turns_{seats}", _turns(first))
    yield Workload("planned_games", _planned(_native.ticket_to_ride.new_game("")))
    for stage, turns_over in _STAGES.items():
        state = _position(turns_over)
        yield Workload(f"deals_{stage}", _dealing(state.view(state.to_move)))
    plies = _plies(_STAGES["end"])
    network = _after(plies)
    yield Workload("paths", _repeated(_native.ticket_to_ride.longest_paths_repeatedly, network))
    yield Workload("ways", _repeated(_native.ticket_to_ride.ways_repeatedly, network))
    if twin is not None:
        yield Workload("twin_turns", _twin_turns(twin))
        yield from _twin_searches(twin, plies)


def _games(first: State) -> Callable[[int], int]:
    def play(games: int) -> int:
        _native.ticket_to_ride.play_games(first, games, _SEED)
        return games

    return play


def _planned(first: State) -> Callable[[int], int]:
    def play(games: int) -> int:
        for seed in range(games):
            _native.ticket_to_ride.play_part(first, "planner", 0, seed)
        return games

    return play


def _turns(first: State) -> Callable[[int], int]:
    return lambda games: _native.ticket_to_ride.play_games(first, games, _SEED)


def _dealing(view: View) -> Callable[[int], int]:
    def deal(times: int) -> int:
        _native.ticket_to_ride.determinize_repeatedly(view, times, _SEED)
        return times

    return deal


def _repeated(work: Callable[[State, int], int], state: State) -> Callable[[int], int]:
    def repeat(times: int) -> int:
        work(state, times)
        return times

    return repeat


def _twin_searches(twin: ModuleType, plies: Sequence[str]) -> Iterator[Workload]:
    """What the core's paths and ways are compared with, on the same tracks."""
    longest_trail = import_module(".twin_scoring", twin.__package__).longest_trail
    distance = import_module(".twin_merits", twin.__package__).distance
    tickets = list(TICKETS)
    state = twin.SlowTicketToRide(_OPTIONS)
    for ply in plies:
        state.apply(ply)

    def paths(times: int) -> int:
        for number in range(times):
            longest_trail(state.network(number % state.seats))
        return times

    def ways(times: int) -> int:
        for number in range(times):
            distance(state, 0, tickets[number % len(tickets)])
        return times

    yield Workload("twin_paths", paths)
    yield Workload("twin_ways", ways)


def _twin_turns(twin: ModuleType) -> Callable[[int], int]:
    def play(turns: int) -> int:
        rng, played = random.Random(_SEED), 0
        while played < turns:
            state = twin.SlowTicketToRide("seats=2")
            while not state.over:
                state.apply(random_ply(state, rng))
            played += int(state.turn)
        return played

    return play


def _plies(turns_over: int) -> list[str]:
    """A random game of three seats up to the beginning of a turn after so many."""
    rng, plies = random.Random(_SEED), list[str]()
    state = _native.ticket_to_ride.new_game(_OPTIONS)
    while state.turn <= turns_over or state.step not in {"turn", "start"}:
        texts, weights = zip(
            *(state.outcomes() or [(m, 1) for m in state.legal_moves()]), strict=True
        )
        plies.append(rng.choices(texts, weights)[0])
        state.apply(plies[-1])
    return plies


def _after(plies: Sequence[str]) -> State:
    state = _native.ticket_to_ride.new_game(_OPTIONS)
    for ply in plies:
        state.apply(ply)
    return state


def _position(turns_over: int) -> State:
    return _after(_plies(turns_over))


def _figures(rates: dict[str, float]) -> Figures:
    told: Figures = {}
    for seats in _SEATS:
        told[f"games_of_{seats}_seats_per_s"] = round(rates[f"games_{seats}"])
        told[f"turns_of_{seats}_seats_per_s"] = round(rates[f"turns_{seats}"])
    told["planned_games_per_s"] = round(rates["planned_games"])
    for stage in _STAGES:
        told[f"deals_{stage}_per_s"] = round(rates[f"deals_{stage}"])
    for what in _SEARCHES:
        told[f"{what}_per_s"] = round(rates[what])
        slow = rates.get(f"twin_{what}")
        told[f"{what}_twin_ratio"] = None if slow is None else round(rates[what] / slow)
    told["state_bytes"] = _native.ticket_to_ride.STATE_BYTES
    twin = rates.get("twin_turns")
    told["twin_turns_per_s"] = None if twin is None else round(twin)
    told["twin_ratio"] = None if twin is None else round(rates["turns_2"] / twin)
    return told


def _page(figures: Figures) -> Iterator[str]:
    def line(name: str, key: str) -> str:
        return f"  {name:<44}{figures[key]:>12,}"

    yield "Ticket to Ride: random games from the first card to the last point"
    for seats in _SEATS:
        yield line(f"games of {seats} seats a second", f"games_of_{seats}_seats_per_s")
        yield line("  turns a second", f"turns_of_{seats}_seats_per_s")
    yield line("games of two planners a second", "planned_games_per_s")
    for stage in _STAGES:
        yield line(f"hidden things dealt, times a second, {stage}", f"deals_{stage}_per_s")
    for what, name in _SEARCHES.items():
        yield line(f"{name}, a second", f"{what}_per_s")
        if figures[f"{what}_twin_ratio"] is not None:
            yield line("  faster than the plain-Python twin's by the factor", f"{what}_twin_ratio")
    if figures["twin_ratio"] is not None:
        yield line("turns a second of the plain-Python twin", "twin_turns_per_s")
        yield line("so the core is faster by the factor", "twin_ratio")
    yield line("bytes of a position", "state_bytes")


def _bare(position: str) -> Callable[[int], int]:
    return _games(_native.ticket_to_ride.parse_position(position))


BENCH: Final = Bench(
    _workloads,
    _figures,
    _page,
    opening=lambda: _position(3).text,
    bare=_bare,
    telling=("turns_2", "deals_middle"),
)
