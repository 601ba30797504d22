"""The worked examples of the rules, derived by hand, for the core and for its slow twin."""

import random

import pytest

from carcbot.games.contract import CHANCE
from carcbot.games.thurn_and_taxis import THURN_AND_TAXIS
from tests.games.thurn_and_taxis.twin import SlowThurnAndTaxis
from tests.games.thurn_and_taxis.twin_map import CITIES
from tests.games.thurn_and_taxis.twin_positions import hidden_cards
from tests.games.thurn_and_taxis.twin_text import cards_of
from tests.games.thurn_and_taxis.written_positions import (
    CORE,
    FULL_STACKS,
    Maker,
    SlowSeat,
    cards,
    every_other_card,
    play,
    position,
)

NOBODY = SlowSeat()
ONE_OF_EACH = "".join(CITIES)


def test_1_setup(make: Maker) -> None:
    """66 cards; in the first turn the postmaster is in force, two draws, one card placed."""
    state = make.new("")
    assert state.to_move == CHANCE
    assert state.outcomes() == [(city, 3) for city in CITIES]
    assert state.scores() == [-20, -20]
    play(state, "Ulm Aug Kem Lin Bas Ulm")
    assert make.shown(state).supply == 60
    takes = ["take:Aug", "take:Bas", "take:Kem", "take:Lin", "take:Ulm"]
    assert (state.to_move, state.step, state.turn) == (0, "draw", 1)
    assert state.legal_moves() == [*takes, "blind"]  # and no administrator
    play(state, "take:Aug Zue blind")
    assert state.outcomes() == [
        (city, 3 - cards_of("Ulm2AugKemLinBasZue")[city]) for city in CITIES
    ]
    state.apply("Lod")
    assert state.legal_moves() == ["start:Aug", "start:Lod"]  # and no other official
    state.apply("start:Lod")
    assert (state.to_move, state.step, state.turn) == (1, "draw", 2)  # closing is no question
    shown = make.shown(state)
    assert (shown.display, shown.supply) == (["Ulm", "Zue", "Kem", "Lin", "Bas", "Ulm"], 58)
    assert shown.seats == [SlowSeat(route="Lod", known="Aug"), NOBODY]


def test_2_fastest_closing(make: Maker) -> None:
    """The second turn brings a route of three with the carrier, and the third the postmaster."""
    state = make.new("")
    play(state, "Ulm Aug Kem Lin Bas Bud take:Ulm Zue take:Aug Wue start:Ulm")
    play(state, "take:Lin Nue take:Bas Nue start:Lin")
    assert state.legal_moves()[-2:] == ["blind", "administrator"]
    play(state, "take:Kem Reg")
    placements = ["right:Aug", "right:Kem", "scrap:Aug", "scrap:Kem", "postmaster"]
    assert state.legal_moves() == placements
    state.apply("right:Aug")
    assert state.legal_moves() == ["carrier", "end"]
    state.apply("carrier")
    assert state.legal_moves() == ["left:Kem", "right:Kem"]
    state.apply("right:Kem")
    assert state.legal_moves() == ["close", "end"]
    shown = make.after(state, "close houses:AugKem")
    assert shown.seats[0] == SlowSeat(houses="AugKem", level=3)
    assert state.scores() == [2 - 18, -20]
    play(state, "take:Nue Pas scrap:Nue end")
    assert state.to_move == 0
    assert "administrator" not in state.legal_moves()
    assert make.shown(state).official == "postmaster"


def test_3_attaching(make: Maker) -> None:
    """The figure of the thesis: five cities fit, and Stuttgart only at one end."""
    state = make.at(
        position(SlowSeat("ManCarFre", hidden=ONE_OF_EACH), NOBODY, step="place/postmaster/2/0")
    )
    fitting = [move for move in state.legal_moves() if not move.startswith("scrap:")]
    assert fitting == ["left:Stu", "left:Wue", "right:Bas", "right:Sig", "right:Zue"]


def test_4_attaching(make: Maker) -> None:
    """The example of the rule book: six cities fit."""
    state = make.at(
        position(SlowSeat("CarStuNueReg", hidden=ONE_OF_EACH), NOBODY, step="place/postmaster/2/0")
    )
    assert [move for move in state.legal_moves() if not move.startswith("scrap:")] == [
        *("left:Fre", "left:Man"),
        *("right:Ing", "right:Mue", "right:Pas", "right:Pil"),
    ]


def test_5_a_city_at_both_ends(make: Maker) -> None:
    """Ingolstadt and Sigmaringen fit at both ends: ten placements of eight cities."""
    state = make.at(
        position(SlowSeat("StuUlm", hidden=ONE_OF_EACH), NOBODY, step="place/postmaster/2/0")
    )
    assert state.legal_moves() == [
        *(f"left:{city}" for city in ("Car", "Ing", "Man", "Nue", "Sig", "Wue")),
        *(f"right:{city}" for city in ("Aug", "Ing", "Kem", "Sig")),
        *(f"scrap:{city}" for city in CITIES),
    ]
    play(state, "left:Ing")
    assert make.shown(state).seats[0].route == "IngStuUlm"


def test_16_score(make: Maker) -> None:
    """The example of the rule book: 7 for the carriage, 17 of tiles, 4 houses left."""
    built = "AugBasBudCarFreInnKemLinLodManMuePilSalSigStuUlm"
    stacks = "2.2.3.2.4.3.0.3.4"  # a route of five closed before by seat 1
    seats = (SlowSeat("Reg", built, 6, 17), SlowSeat("Ing", "NuePas", 3, 2))
    state = make.at(position(*seats, stacks=stacks, step="draw/postmaster/0/0"))
    assert state.scores() == [7 + 17 - 4, 2 + 2 - 18]


ROUTES_OF_7 = ("PasLinBudPilNueWueMan", "LinBudPilNueRegIngUlm", "ZueSigStuManWueNueReg")


@pytest.mark.parametrize(("trigger", "turns"), ((0, 2), (1, 1), (2, 0)))
def test_17_the_round_is_completed(make: Maker, trigger: int, turns: int) -> None:
    """All have the same number of turns; a second trigger in that round takes no tile."""
    seats = [SlowSeat("Aug", "Aug", 3, hidden="Bas"), SlowSeat(), SlowSeat()]
    seats[trigger] = SlowSeat(ROUTES_OF_7[trigger], "Ulm", 6)
    state = make.at(position(*seats, done=24 + trigger))
    play(state, "close")
    state.apply(state.legal_moves()[0])
    assert make.shown(state).end == str(trigger)
    assert make.shown(state).seats[trigger].tiles == 4 + 1
    rng = random.Random(1)
    while not state.over:
        state.apply(rng.choice([text for text, _ in state.outcomes()] or state.legal_moves()))
    assert make.shown(state).done == 24 + trigger + 1 + turns


def test_17_a_second_trigger(make: Maker) -> None:
    """Who comes to the last level after another one takes no tile for the end."""
    first = SlowSeat("Aug", "Aug", 7, 4 + 1, known="Bas")
    second = SlowSeat(ROUTES_OF_7[1], "Zue", 6)
    state = make.at(
        position(first, second, NOBODY, done=25, end="0", stacks=FULL_STACKS[:-1] + "3")
    )
    play(state, "close")
    state.apply(state.legal_moves()[0])
    shown = make.shown(state)
    assert (shown.end, shown.seats[1].level, shown.seats[1].tiles) == ("0", 7, 3)


def test_18_forced_scrap(make: Maker) -> None:
    """What does not fit starts a new route, without points; the old one is discarded."""
    state = make.at(
        position(
            SlowSeat("Lod", hidden="LinMue"),
            NOBODY,
            step="place/postmaster/2/0",
            display="Wue.Wue.Zue.Zue.Ulm.Ulm",
        )
    )
    assert state.legal_moves() == ["scrap:Lin", "scrap:Mue"]
    state.apply("scrap:Mue")
    shown = make.shown(state)
    assert (shown.seats[0], shown.discards) == (SlowSeat("Mue"), "Lod")
    assert (state.to_move, state.scores()) == (1, [-20, -20])


def test_20_administrator_at_low_supply(make: Maker) -> None:
    """Three of the new cards come from the supply, three from the shuffled discards."""
    discards = "AugBasBudCarFreIngInnKemLinLod"
    display = "Man.Mue.Nue.Pas.Pil.Reg"
    *hand, first, second, third = every_other_card(discards, display, "Sal")
    state = make.at(
        position(
            SlowSeat("Sal", hidden=cards(hand)),
            NOBODY,
            step="draw/none/0/0",
            display=display,
            discards=discards,
        )
    )
    supply = [first, second, third]
    assert make.shown(state).supply == 3
    state.apply("administrator")
    assert cards_of(make.shown(state).discards).total() == 16
    assert [text for text, weight in state.outcomes() for _ in range(weight)] == supply
    play(state, " ".join(supply))
    assert state.to_move == CHANCE
    assert dict(state.outcomes()) == cards_of(discards + display)
    play(state, "Aug Man Lod")
    shown = make.shown(state)
    assert (shown.supply, shown.discards, shown.due) == (13, "-", "draw")
    assert shown.display == [*supply, "Aug", "Man", "Lod"]
    assert "administrator" not in state.legal_moves()


@pytest.mark.parametrize(
    ("options", "holder", "places"),
    (
        ("", 2, [1, 2, 3]),
        ("", 1, [2, 1, 3]),
        ("", 0, [1, 2, 3]),
        ("ties=shared", 2, [1, 1, 3]),
        ("reading=thesis", 1, [1, 1, 3]),
    ),
)
def test_22_ties(make: Maker, options: str, holder: int, places: list[int]) -> None:
    """Of equal points the first clockwise from the end tile is ahead; in the thesis nobody is."""
    built = cards([city for city in CITIES if city not in {"Lod", "Wue"}])
    third = cards([city for city in CITIES if city not in {"Kem", "Lod", "Wue"}])
    seats = (
        SlowSeat("Aug", built, 6, 18),
        SlowSeat("Bas", built, 7, 15),
        SlowSeat("Lin", third, 7, 11),
    )
    state = make.at(
        position(
            *seats,
            options=options,
            step="over/none/0/0",
            stacks="0.0.0.0.4.4.0.2.0",
            end=str(holder),
        )
    )
    assert state.over
    assert state.scores() == [25, 25, 20]
    assert state.ranking() == places


def test_23_inference() -> None:
    """Of a card that another seat drew blind, all that were not seen are possible."""
    opening = "Aug Bas Bud Car Fre Ulm take:Ulm Lin blind Zue start:Ulm"
    core, twin = THURN_AND_TAXIS.new(), SlowThurnAndTaxis()
    play(core, opening)
    play(twin, opening)
    unseen = cards_of("".join(every_other_card("AugBasBudCarFreLin", "Ulm")))
    assert twin.possible(1) == twin.possible(None) == unseen
    assert twin.possible(0) == unseen - cards_of("Zue")
    view = core.view(1)
    assert CORE.fields(view) == CORE.fields(core)
    assert CORE.shown(core).seats[0] == SlowSeat("Ulm")
    drawn = [hidden_cards(view.determinize(seed).text, 0) for seed in range(600)]
    assert all(each.total() == 1 and each <= unseen for each in drawn)
    assert set().union(*drawn) == set(unseen)
