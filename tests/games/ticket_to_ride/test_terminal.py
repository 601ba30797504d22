"""Tests of carcbot.games.ticket_to_ride.terminal."""

import re

import pytest

from carcbot.errors import InputError
from carcbot.games.contract import Paper
from carcbot.games.terminal import meant_move
from carcbot.games.ticket_to_ride import TICKET_TO_RIDE
from carcbot.games.ticket_to_ride.terminal import TERMINAL
from tests.games.ticket_to_ride.scenes import Scene

HAND = "R3B2L2"


@pytest.mark.parametrize(
    ("typed", "move"),
    (
        ("r", "take:R"),
        ("red", "take:R"),
        ("t red", "take:R"),
        ("Loco", "take:L"),
        ("blind", "blind"),
        ("los pho", "claim:LosPho:R3"),
        ("pho los", "claim:LosPho:R3"),
        ("phoenix losa b", "claim:LosPho:B2L"),
        ("c lospho b2l", "claim:LosPho:B2L"),
        ("claim los-pho rl2", "claim:LosPho:RL2"),
        ("den slc", "claim:DenSlcR:R3"),
        ("los angeles phoenix red", "claim:LosPho:R3"),
        ("Denver, Salt Lake City", "claim:DenSlcR:R3"),
        ("dallas houston", "claim:DalHou:R"),
        ("tickets", "tickets"),
        ("d", "tickets"),
    ),
)
def test_words(typed: str, move: str) -> None:
    """People may write less than the whole move."""
    view = Scene(row="RLWBY", hand=HAND).core().view(0)
    assert meant_move(TERMINAL, view, typed) == move


def test_blue_is_no_blind_draw() -> None:
    """A draw cannot be taken back: who types b means blue, also where none lies open."""
    view = Scene(row="RLWRY", hand=HAND).core().view(0)
    for typed in ("b", "blue"):
        with pytest.raises(InputError):
            meant_move(TERMINAL, view, typed)


def test_which_track_and_what_it_costs() -> None:
    """Of two coloured tracks one is named; any colour is paid by that of which most are left."""
    view = Scene(row="RLWBY", hand="R5Y3B4").core().view(0)
    with pytest.raises(InputError, match=r"there are two tracks.*red behind it or yellow behind"):
        meant_move(TERMINAL, view, "den slc")
    assert meant_move(TERMINAL, view, "den slc y") == "claim:DenSlcY:Y3"
    assert meant_move(TERMINAL, view, "dal hou") == "claim:DalHou:R"


@pytest.mark.parametrize("typed", ("", "den", "den elp xx", "g", "los pho g9", "keep los mia"))
def test_what_cannot_be_meant(typed: str) -> None:
    """Anything else is refused."""
    with pytest.raises(InputError):
        meant_move(TERMINAL, Scene(row="RLWBY", hand=HAND).core().view(0), typed)


def test_tickets_to_keep() -> None:
    """By their cities, in any order."""
    state = Scene(row="RLWBY", hand=HAND).core()
    for ply in ("tickets", "LosMia", "NycSea", "ChiNor"):
        state.apply(ply)
    for typed in ("keep losmia nycsea", "k sea nyc los mia"):
        assert meant_move(TERMINAL, state.view(0), typed) == "keep:LosMia+NycSea"
    with pytest.raises(InputError):
        meant_move(TERMINAL, state.view(0), "keep chicago")


def test_what_is_drawn() -> None:
    """What a seat sees, and what it does not."""
    state = TICKET_TO_RIDE.parse(
        "ticket_to_ride/1 position seats=2 9 keep/3/0/0 R.L.W.B.Y 98 - 0/2"
        " 22/-/DenPit+HouWin+MonNor DalHou.PorSlc/R2/-+BL/LosMia+NycSea"
        ":LosPho/-/-+G3/CalSlc+ChiNor+DulHou -"
    )
    assert TERMINAL.picture(state.view(1), (), Paper()) == [
        "turn 10   deck: 98 cards   discards: -   tickets: 22",
        "row: R L W B Y",
        "the last round: 2 turns are left",
        "  seat 0  16 points  trains 38  hand R2! 2?  tickets 2",
        "    tracks DalHou PorSlc",
        "> seat 1 (you)  4 points  trains 42  hand G3  tickets CalSlc(7) ChiNor(7)",
        "      DulHou(8)",
        "    tracks LosPho",
        "to keep: DenPit(11) HouWin(12) MonNor(13)",
        "seat 1 is to move: keep",
    ]
    assert TERMINAL.sheet(state)[0] == "seat 0: 16 points, 2 tracks, 38 trains left"


def test_where_the_points_came_from() -> None:
    """At the end each seat's line adds up to its points."""
    state = TICKET_TO_RIDE.new("")
    state.play_randomly(3)
    assert state.over
    for line, points in zip(TERMINAL.sheet(state), state.scores(), strict=True):
        gains = [int(each) for each in re.findall(r"[a-z] ([+-]\d+)", line)]
        assert sum(gains) == points == int(line.split()[2])
        assert "tickets" in line
