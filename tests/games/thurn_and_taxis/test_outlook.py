"""What positions of Thurn and Taxis are worth to searches: features and sums done by hand here."""

import random

import pytest

from carcbot import _native
from carcbot.errors import InputError
from carcbot.games.contract import CHANCE
from carcbot.games.random_plies import draw
from carcbot.games.thurn_and_taxis.outlook import (
    NEXT_TURN,
    PHASES,
    State,
    phase,
    shipped_weights,
    weighed,
)
from carcbot.games.thurn_and_taxis.outlook import features as features_of
from tests.games.thurn_and_taxis.twin_positions import public_fields_of
from tests.games.thurn_and_taxis.written_positions import FULL_STACKS, SlowSeat, position

CORE = _native.thurn_and_taxis
DISPLAY = "Wue.Wue.Zue.Zue.Bas.Bas"


def at(seat: SlowSeat, options: str = "", end: str = "-", stacks: str = FULL_STACKS) -> State:
    """The position in which this seat is to place a card, beside one that has nothing."""
    text = position(
        seat,
        SlowSeat(),
        options=options,
        step="place/none/1/0",
        display=DISPLAY,
        stacks=stacks,
        end=end,
    )
    return CORE.parse_position(text)


def features(seat: SlowSeat, options: str = "", stacks: str = FULL_STACKS) -> dict[str, int]:
    """What the outlook counts of this seat, beside one that has nothing."""
    return dict(features_of(at(seat, options, stacks=stacks), 0))


def test_points_are_carriage_and_tiles_less_houses_that_are_left() -> None:
    """A carriage of 4 has 3 points, tiles 5, and 18 houses are left: -10."""
    seat = SlowSeat(houses="AugUlm", level=4, tiles=5, known="Man")
    assert CORE.worth(at(seat), "points") == [-10_000, -20_000]


def test_routes_count_by_the_next_carriage_and_with_what_the_hand_adds() -> None:
    """Ulm and Stuttgart are one of three cards; Mannheim, then Carlsruhe reach on at an end.

    At Ulm Kempten goes on, and Zürich behind it: four at both ends. Linz is of no use, nor is a
    second Ulm. Both cities of Württemberg could get a house.
    """
    counted = features(SlowSeat("UlmStu", known="CarKemLinManUlmZue"))
    assert {name: n for name, n in counted.items() if "province" not in name} == {
        "route of 2, carriage 3 next": 1,
        "route with reach of 6, carriage 3 next": 1,
        "reach 4": 1,
        "houses of the route": 2,
        "joined cities of the hand": 1,
        "other cards of the hand": 2,
    }


def test_without_a_route_the_longest_in_the_hand_counts() -> None:
    """Augsburg, Innsbruck and Salzburg; Lodz stands alone."""
    assert features(SlowSeat(known="AugInnLodSal")) == {
        "route of 0, carriage 3 next": 1,
        "route with reach of 3, carriage 3 next": 1,
        "reach 3": 1,
        "joined cities of the hand": 3,
        "other cards of the hand": 1,
    }


def test_a_long_route_has_a_tile_while_there_is_one() -> None:
    """Five cards in Baden, Württemberg, Bavaria and Tyrol: four houses, and 2 points of the tile.

    None of the four provinces has a house, and the tile for all of them has 6 points.
    """
    seat = SlowSeat("ManStuUlmAugInn", level=6, known="Lod")
    counted = features(seat)
    assert counted["houses of the route"] == 4
    assert counted["tile of the route"] == 2
    assert counted["provinces of the route that are new"] == 4 * 6
    assert counted["route of 5, carriage 7 next"] == 1
    assert "tile of the route" not in features(seat, stacks="3.3.3.3.4.4.0.3.4")


def test_stacks_count_by_what_is_built_times_the_tile_on_top() -> None:
    """Two of the three cities about Württemberg, of which the route has the third; one of Baiern.

    What is complete is in the tiles already, and an empty stack counts no more.
    """
    seat = SlowSeat("SigZueBas", houses="AugStuUlm", level=3, known="Lod")
    counted = features(seat)
    assert counted["stack 1 built 2"] == counted["stack 1 in the route"] == 3
    assert counted["stack 4 built 1"] == 5
    gone = features(seat, stacks="3.0.3.3.4.4.2.3.4")
    assert not any(name.startswith("stack 1") for name in gone)
    complete = features(SlowSeat(houses="SigStuUlm", level=3, tiles=3, known="Lod"))
    assert not any(name.startswith("stack 1") for name in complete)


def test_provinces_that_miss_a_house_count_times_the_tile_for_all() -> None:
    """Three of nine have one, six are missing; of eight without Bavaria six too. Lodz is one."""
    seat = SlowSeat(houses="AugLodStu", level=3, known="Man")
    assert features(seat)["provinces missing 6"] == 6
    assert features(seat, "provinces=8")["provinces missing 6"] == 6
    assert features(SlowSeat(houses="LodStu", level=3, known="Man"))["provinces missing 7"] == 6
    assert features(seat)["house in Lod"] == 1


def test_the_phase_is_what_the_nearest_to_the_end_wants() -> None:
    """With cartwrights 3, 3, 3, 4 and 5 cards for five carriages; or four for three houses."""
    assert phase(at(SlowSeat(known="Lod"))) == 18
    assert phase(at(SlowSeat("UlmStu", level=4, known="Lod"))) == 3 + 4 + 5 - 2
    fourteen = "AugCarFreIngKemManMueNuePasRegSigStuUlmWue"
    assert phase(at(SlowSeat(houses=fourteen, level=3, known="Lod"))) == 8


def test_an_outlook_is_the_weighted_sum_of_the_features() -> None:
    """Mixed by the phase, and the tempo for who is to move; over random games."""
    rng = random.Random(5)
    ends = weighed(shipped_weights(""))
    (tempo,) = ends.pop(NEXT_TURN)
    compared = 0
    for options in ("", "seats=3,reading=thesis", "seats=4,provinces=8"):
        state = CORE.new_game(options)
        while not state.over:
            if state.to_move == CHANCE:
                state.apply(draw(state, rng))
                continue
            if public_fields_of(state.text)[6] == "-":  # nobody has the end tile
                now = phase(state)
                for seat, worth in enumerate(CORE.worth(state, "outlook")):
                    hope = sum(
                        amount * (ends[name][0] * now + ends[name][1] * (PHASES - now))
                        for name, amount in features_of(state, seat)
                    )
                    wanted = 1000 * state.scores()[seat] + int(hope / PHASES)
                    assert worth == wanted + (tempo if seat == state.to_move else 0)
                    compared += 1
            state.apply(rng.choice(state.legal_moves()))
    assert compared > 500


def test_in_the_last_round_counts_what_a_closing_would_bring() -> None:
    """The second seat's turn is to come: two houses and the carriage of 3, which has 2 points."""
    first = SlowSeat(houses="SigStu", level=7, tiles=1, known="Mue")
    text = position(
        first,
        SlowSeat("ManStuUlm", known="Lod"),
        step="place/none/1/0",
        display=DISPLAY,
        end="0",
        done=41,
    )
    assert CORE.worth(CORE.parse_position(text), "outlook") == [-7_000, -20_000 + 2_000 + 2_000]


def test_other_evaluations_are_refused() -> None:
    """With all that may be written."""
    with pytest.raises(InputError, match="points, outlook"):
        CORE.worth(CORE.new_game(""), "virtual")
