"""The worked examples of what closing a route brings, for the core and for its slow twin."""

import pytest

from tests.games.thurn_and_taxis.twin_map import CITIES
from tests.games.thurn_and_taxis.twin_text import cards_of
from tests.games.thurn_and_taxis.written_positions import (
    FULL_STACKS,
    Maker,
    Played,
    SlowSeat,
    cards,
    play,
    position,
)

NOBODY = SlowSeat()
BAIERN = "AugIngKemMueNuePasRegWue"


def closing(make: Maker, *seats: SlowSeat, stacks: str = FULL_STACKS, options: str = "") -> Played:
    """A game in which seat 0 has just closed the route."""
    state = make.at(position(*seats, stacks=stacks, options=options))
    state.apply("close")
    return state


def houses(state: Played) -> list[str]:
    """The choices of houses without the word before them."""
    assert state.step == "houses"
    return [move.removeprefix("houses:") for move in state.legal_moves()]


def test_6_closing(make: Maker) -> None:
    """The example of the rule book: 4 ways of one per province, 3 of one province; a tile of 3."""
    state = closing(make, SlowSeat("SigStuNueRegIngAug"), NOBODY)
    singles = ["AugIngNueReg", "Sig", "Stu"]
    assert houses(state) == [*singles, "AugSigStu", "IngSigStu", "NueSigStu", "RegSigStu"]
    shown = make.after(state, "houses:IngSigStu")
    assert shown.seats[0] == SlowSeat(houses="IngSigStu", level=3, tiles=3)
    assert state.scores()[0] == 2 + 3 - 17


def test_7_closing_with_own_houses(make: Maker) -> None:
    """With houses in Nuernberg and Sigmaringen there are six different results."""
    state = closing(make, SlowSeat("SigStuNueRegIngAug", "NueSig", 3), NOBODY)
    assert houses(state) == ["-", "AugIngReg", "Stu", "AugStu", "IngStu", "RegStu"]


@pytest.mark.parametrize("others", (0, 1, 2, 3))
def test_8_baden(make: Maker, others: int) -> None:
    """All three at once complete Baden: 3 points for the first, then 2, 1, 0."""
    stacks = str(3 - others) + FULL_STACKS[1:]
    had = [SlowSeat(houses="CarFreMan", level=3, tiles=tile) for tile in (3, 2, 1)[:others]]
    seats = [SlowSeat("ManCarFre"), *had, *[NOBODY] * (3 - others)]
    state = closing(make, *seats, stacks=stacks)
    assert houses(state) == ["Car", "Fre", "Man", "CarFreMan"]
    play(state, "houses:CarFreMan")
    assert make.shown(state).seats[0].tiles == 3 - others


def test_9_a_stack_of_two_provinces(make: Maker) -> None:
    """With a house in Stuttgart, one per province completes Wuerttemberg and Hohenzollern."""
    for choice, points in (("AugSigUlm", 3), ("Aug", 0), ("Sig", 0), ("Ulm", 0)):
        state = closing(make, SlowSeat("SigUlmAug", "Stu", 3), NOBODY)
        assert houses(state) == ["Aug", "Sig", "Ulm", "AugSigUlm"]
        play(state, f"houses:{choice}")
        assert make.shown(state).seats[0].tiles == points


ROUTE_OF_8 = "PasLinBudPilNueWueManCar"


@pytest.mark.parametrize(
    ("level", "length", "official", "gained"),
    (
        (0, 3, "", 3),
        (3, 5, "", 4),
        (4, 4, "none", 4),
        (4, 4, "cartwright", 5),
        (6, 5, "cartwright", 7),
        (6, 4, "", 6),
        # the shortest ladder with the cartwright: 3, 3, 3, 4, 5
        (3, 3, "cartwright", 4),
        (4, 3, "cartwright", 5),
        (5, 4, "cartwright", 6),
        (5, 3, "", 5),
    ),
)
def test_10_and_11_carriages(
    make: Maker, level: int, length: int, official: str, gained: int
) -> None:
    """One level for a closing, as long as it, or up to two cards shorter with the cartwright."""
    own = "-" if level == 0 else "Ulm"
    state = closing(make, SlowSeat(ROUTE_OF_8[: 3 * length], own, level), NOBODY)
    state.apply(state.legal_moves()[0])
    assert state.step == ("cartwright" if official else "draw")
    if official:
        assert state.legal_moves() == ["cartwright", "none"]
        state.apply(official)
    shown = make.shown(state)
    assert shown.seats[0].level == gained
    assert shown.end == ("0" if gained == 7 else "-")
    route_tile = 2 if length == 5 else 0
    assert shown.seats[0].tiles == route_tile + (gained == 7)


@pytest.mark.parametrize(
    ("stacks", "won", "tile"),
    (("2.3.4", 0, 4), ("2.3.0", 10, 3), ("2.0.0", 16, 2), ("0.0.0", 19, 0)),
)
def test_12_tile_of_a_long_route(make: Maker, stacks: str, won: int, tile: int) -> None:
    """A route of eight takes the top of 7, or of the next lower stack that has a tile."""
    other = SlowSeat(houses="AugBasUlm", level=6, tiles=won)
    all_stacks = FULL_STACKS[:-5] + stacks
    state = closing(make, SlowSeat(ROUTE_OF_8), other, stacks=all_stacks)
    state.apply(state.legal_moves()[0])
    assert make.shown(state).seats[0].tiles == tile


@pytest.mark.parametrize(("left", "won", "tile"), ((2, 0, 2), (1, 2, 1), (0, 3, 0)))
def test_12_tiles_of_routes_of_five(make: Maker, left: int, won: int, tile: int) -> None:
    """Three routes of five in a row bring 2, 1, 0, whoever closes them."""
    other = SlowSeat(houses="AugBasUlm", level=4, tiles=won)
    stacks = f"{FULL_STACKS[:-5]}{left}.3.4"
    state = closing(make, SlowSeat(ROUTE_OF_8[:15]), other, stacks=stacks)
    state.apply(state.legal_moves()[0])
    assert make.shown(state).seats[0].tiles == tile


def test_13_all_provinces(make: Maker) -> None:
    """Seven provinces in one route, later the other two: 4 for the route, then 6."""
    state = closing(make, SlowSeat("LodPilNueStuSigFreBas"), NOBODY)
    everywhere = "BasFreLodNuePilSigStu"
    singles = ["Bas", "Fre", "Lod", "Nue", "Pil", "Sig", "Stu"]
    assert houses(state) == [*singles, everywhere]
    play(state, f"houses:{everywhere}")
    assert make.shown(state).seats[0] == SlowSeat(houses=everywhere, level=3, tiles=4)
    stacks = FULL_STACKS[:-1] + "3"
    state = closing(make, SlowSeat("AugInnSal", everywhere, 3, 4), NOBODY, stacks=stacks)
    play(state, "houses:AugInnSal cartwright")
    assert make.shown(state).seats[0].tiles == 4 + 6


@pytest.mark.parametrize(("provinces", "tile"), ((9, 0), (8, 6)))
def test_13_all_provinces_but_baiern(make: Maker, provinces: int, tile: int) -> None:
    """By the first edition a house in Baiern is not needed."""
    state = closing(
        make,
        SlowSeat("InnSalLin", "BasFreLodPilSigStu", 3),
        NOBODY,
        options="provinces=8" if provinces == 8 else "",
    )
    play(state, "houses:InnSal none")
    assert make.shown(state).seats[0].tiles == tile


def test_14_choice_in_each_province(make: Maker) -> None:
    """Two by two ways of one per province, and five of one province."""
    state = closing(make, SlowSeat("LodPilBudLinSalInnKem"), NOBODY)
    assert sorted(houses(state)) == sorted(
        [
            *("Lod", "BudPil", "LinSal", "Inn", "Kem"),
            *("BudInnKemLinLod", "BudInnKemLodSal", "InnKemLinLodPil", "InnKemLodPilSal"),
        ]
    )


def test_15_all_of_baiern(make: Maker) -> None:
    """Eight houses, the tile of Baiern and that of a long route."""
    state = closing(make, SlowSeat("WueNueRegPasMueIngAugKem"), NOBODY)
    assert len(houses(state)) == 8 + 1
    play(state, f"houses:{BAIERN}")
    assert make.shown(state).seats[0] == SlowSeat(houses=BAIERN, level=3, tiles=5 + 4)


@pytest.mark.parametrize(
    ("hand", "ways"),
    (("AugBasLinLodUlm", 10), ("BasLinLodUlm2", 7), ("BasUlm2", 0), ("Ulm3", 0), ("-", 0)),
)
def test_19_hand_limit(make: Maker, hand: str, ways: int) -> None:
    """Three cards stay when a route is closed, by choice; otherwise all of them."""
    state = closing(make, SlowSeat("ManCarFre", hidden=hand), NOBODY)
    state.apply("houses:Car")
    assert state.step == ("keep" if ways else "draw")
    if ways:
        assert len(state.legal_moves()) == ways
        keep = state.legal_moves()[0]
        gone = cards(list((cards_of(hand) - cards_of(keep[5:])).elements()))
        assert [state.seen(keep, seat) for seat in (0, 1, None)] == [keep, *2 * [f"discard:{gone}"]]
        state.apply(keep)
        assert cards_of(make.shown(state).discards) == cards_of("ManCarFre") + cards_of(gone)
    held = make.at(position(SlowSeat("ManCarFre", hidden=hand), NOBODY))
    held.apply("end")
    assert make.shown(held).discards == "-"


def test_21_too_few_houses(make: Maker) -> None:
    """Two houses for three cities: any two of them, and the end comes."""
    built = cards([city for city in CITIES if city not in {"Aug", "Ing", "Mue", "Lod"}])
    seat = SlowSeat("AugIngMue", built, 5, 3 + 3 + 3 + 4)
    state = closing(make, seat, NOBODY, stacks="2.2.2.2.4.4.2.3.4")
    assert houses(state) == ["Aug", "Ing", "AugIng", "Mue", "AugMue", "IngMue"]
    shown = make.after(state, "houses:AugIng")
    assert (shown.end, shown.stacks) == ("0", "2.2.2.2.4.4.2.3.4")  # Baiern needs all eight
    assert state.scores()[0] == 5 + 13 + 1
