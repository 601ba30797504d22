"""Tests of carcbot.games.thurn_and_taxis.effects: worked examples, and what moves then do."""

import pytest

from carcbot.games.contract import CHANCE, State
from carcbot.games.thurn_and_taxis import THURN_AND_TAXIS
from carcbot.games.thurn_and_taxis.effects import effects
from carcbot.games.thurn_and_taxis.table import table_of
from tests.games.thurn_and_taxis.test_table import random_states

FULL = "3.3.3.3.4.4.2.3.4"
THESIS = "seats=2,reading=thesis"


def position(step: str, route: str, *, hand: str = "-", houses: str = "-", **more: str) -> str:
    """A position in the first seat's third turn; its supply has what lies nowhere else."""
    stacks, level = more.get("stacks", FULL), more.get("level", "0")
    options, official = more.get("options", "seats=2"), more.get("official", "none")
    used = sum(map(str.isupper, route + hand))
    display = "Kem.Kem.Kem.Lod.Wue.Wue"
    cards = {"draw": "0/0", "place": "1/0"}.get(step, "1/1")
    return (
        f"thurn_and_taxis/1 position {options} 4 {step}/{official}/{cards} {display} {60 - used} -"
        f" {stacks} - {route}/{houses}/{level}/0/{hand}/-:-/-/0/0/-/- -"
    )


@pytest.mark.parametrize(
    ("text", "move", "found"),
    (
        # of the rules: Mannheim, Carlsruhe, Freiburg; Basel and Zürich fit behind it
        (position("draw", "ManCarFre", hand="Lin"), "take:Wue", {"ends": ["Man"]}),
        (position("draw", "ManCarFre", hand="Lin"), "take:Kem", {"ends": []}),
        (position("place", "StuUlm", hand="Ing"), "left:Ing", {"length": 3}),
        (position("place", "StuUlm", hand="Lin"), "scrap:Lin", {"length": 1, "lost": 2}),
        (position("finish", "ManCarFre"), "close", {"length": 3, "carriage": 3, "points": 2}),
        (
            position("finish", "ManCarFre", level="5", hand="Lin"),
            "close",
            {"length": 3},
        ),
        # who was asked before the turn helps with up to two cards
        (
            position(
                "finish", "ManCarFre", level="4", official="cartwright", options=THESIS
            ),
            "close",
            {"length": 3, "carriage": 5, "points": 2},
        ),
        (
            position(
                "finish", "ManCarFre", level="5", official="cartwright", options=THESIS
            ),
            "close",
            {"length": 3},
        ),
        (
            position("houses", "ManCarFre"),
            "houses:CarFreMan",
            {"houses": 3, "tiles": [("Baden", 3)], "points": 6},
        ),
        (
            position("houses", "ManCarFre", stacks="1.3.3.3.4.4.2.3.4"),
            "houses:CarFreMan",
            {"houses": 3, "tiles": [("Baden", 1)], "points": 4},
        ),
        (
            position("houses", "SigUlmAug", houses="Stu"),
            "houses:AugSigUlm",
            {"houses": 3, "tiles": [("Württemberg and Hohenzollern", 3)], "points": 6},
        ),
        # a route of 8 takes the tile for 7, and where those are gone that for 6, or for 5
        (
            position("houses", "PasLinBudPilNueWueManCar"),
            "houses:Pas",
            {"houses": 1, "tiles": [("Route of 7", 4)], "points": 5},
        ),
        (
            position("houses", "PasLinBudPilNueWueManCar", stacks="3.3.3.3.4.4.2.3.0"),
            "houses:Pas",
            {"houses": 1, "tiles": [("Route of 6", 3)], "points": 4},
        ),
        (
            position("houses", "PasLinBudPilNueWueManCar", stacks="3.3.3.3.4.4.0.0.0"),
            "houses:Pas",
            {"houses": 1, "tiles": [], "points": 1},
        ),
        (
            position("houses", "AugInnSal", houses="BasFreLodNuePilSigStu"),
            "houses:AugInnSal",
            {"houses": 3, "tiles": [("All provinces", 6)], "points": 9},
        ),
        (
            position(
                "houses", "MueInnSal", houses="BasFreLodPilSigStu", options="seats=2,provinces=8"
            ),
            "houses:Inn",
            {"houses": 1, "tiles": [], "points": 1},
        ),
    ),
)  # fmt: skip
def test_worked_examples(text: str, move: str, found: dict[str, object]) -> None:
    """What follows from a move, as the rules have it."""
    assert effects(THURN_AND_TAXIS.parse(text), move) == found


def end_of_closing(state: State) -> State:
    """The position when a closed route is done with, without another cartwright."""
    seat = state.to_move
    state = state.copy()
    while not state.over and state.to_move == seat and (table := table_of(state)).seats[seat].route:
        moves = state.legal_moves()
        state.apply("none" if table.step == "cartwright" else moves[0])
    return state


@pytest.mark.parametrize("options", ("seats=3,cut=200", "seats=2,reading=thesis,cut=200"))
def test_moves_do_what_is_told(options: str) -> None:
    """In random games: points, tiles and lengths of routes are afterwards what was said before."""
    told = set()
    for seed in range(4):
        for state in random_states(options, seed):
            if state.to_move == CHANCE or state.over:
                continue
            seat = state.to_move
            for move in state.legal_moves():
                found = effects(state.view(seat), move)  # type: ignore[attr-defined]
                if not found:
                    continue
                after = state.copy()
                after.apply(move)
                kind = move.partition(":")[0]
                told.add(kind)
                now = table_of(after).seats[seat]
                before = table_of(state).seats[seat]
                if kind in {"start", "left", "right", "scrap"}:
                    # of a carrier who has to lay a card and finds none, all is given up
                    given_up = {0} if options.startswith(THESIS) else set()
                    assert len(now.route) in {found["length"], *given_up}
                elif kind == "close":
                    level = table_of(end_of_closing(after)).seats[seat].level
                    assert (level > before.level) == ("carriage" in found)
                    assert level == found.get("carriage", before.level)
                elif kind == "houses" and table_of(after).step == "keep":
                    tiles = found["tiles"]
                    assert isinstance(tiles, list)
                    assert now.tiles - before.tiles == sum(points for _, points in tiles)
    assert {"start", "left", "right", "scrap", "take", "close", "houses"} <= told
