"""What positions of Thurn and Taxis are worth to searches: sums that are done by hand here."""

import pytest

from carcbot import _native
from carcbot.errors import InputError
from tests.games.thurn_and_taxis.written_positions import FULL_STACKS, SlowSeat, position

CORE = _native.thurn_and_taxis
NOTHING_BUILT = -20_000
"""Every house that is not built is a point less."""
DISPLAY = "Wue.Wue.Zue.Zue.Bas.Bas"


def worth(
    seat: SlowSeat, weights: str, options: str = "", end: str = "-", stacks: str = FULL_STACKS
) -> int:
    """What the position is worth to this seat, beside one that has nothing, in thousandths."""
    text = position(
        seat,
        SlowSeat(),
        options=options,
        step="place/none/1/0",
        display=DISPLAY,
        stacks=stacks,
        end=end,
    )
    mine, other = CORE.worth(CORE.parse_position(text), weights)
    assert other == NOTHING_BUILT
    return mine


def test_points_are_carriage_and_tiles_less_houses_that_are_left() -> None:
    """A carriage of 4 has 3 points, tiles 5, and 18 houses are left: -10."""
    seat = SlowSeat(houses="AugUlm", level=4, tiles=5, known="Man")
    assert worth(seat, "points") == -10_000
    assert worth(seat, "0/0/0/0/0/0") == -10_000


def test_a_route_is_worth_what_closing_it_would_bring() -> None:
    """Two houses, in Ulm and Stuttgart or Mannheim and one of them; the carriage has 2 points."""
    assert (
        worth(SlowSeat("UlmStuMan", known="Lod"), "1000/0/0/0/0/0") == NOTHING_BUILT + 2000 + 2000
    )
    assert worth(SlowSeat("UlmStuMan", known="Lod"), "500/0/0/0/0/0") == NOTHING_BUILT + 2000


def test_a_long_route_has_a_tile_and_the_part_of_a_carriage() -> None:
    """Of 5 cards in Baden, Wuerttemberg, Baiern and Tyrol: 4 houses, and the tile of 2 points.

    The carriage of 7 cards wants 5 with the cartwright: 3 points. Without tiles of 5 there is none.
    """
    seat = SlowSeat("ManStuUlmAugInn", level=6, known="Lod")
    base = NOTHING_BUILT + 7000
    assert worth(seat, "1000/0/0/0/0/0") == base + 4000 + 2000 + 3000
    assert worth(seat, "1000/0/0/0/0/0", stacks="3.3.3.3.4.4.0.3.4") == base + 4000 + 3000


def test_of_a_carriage_counts_the_square_of_the_part_that_the_route_has() -> None:
    """Two cards of the three that the first carriage wants: 4/9 of 2 points; and a house each."""
    assert worth(SlowSeat("ManStu", known="Lod"), "1000/0/0/0/0/0") == NOTHING_BUILT + 2000 + 888


def test_tiles_of_provinces_count_by_the_square_of_the_part_that_is_built() -> None:
    """With two of the three cities in and about Wuerttemberg: 4/9 of the tile of 3 points.

    With one of the eight of Baiern: 1/64 of 5. What is complete is in the tiles already.
    """
    seat = SlowSeat(houses="AugStuUlm", level=3, known="Lod")
    base = NOTHING_BUILT + 3000 + 2000
    assert worth(seat, "0/1000/0/0/0/0") == base + 1333 + 78
    assert worth(seat, "0/1000/0/0/0/0", stacks="3.0.3.3.4.4.2.3.4") == base + 78
    complete = SlowSeat(houses="SigStuUlm", level=3, tiles=3, known="Lod")
    assert worth(complete, "0/1000/0/0/0/0", stacks="3.2.3.3.4.4.2.3.4") == base + 3000


def test_every_province_counts_alike_and_so_does_lodz() -> None:
    """Three of the nine: 1/9 of the 6 points; four: 16/81. Of eight without Baiern two: 1/16."""
    base = NOTHING_BUILT + 2000
    assert (
        worth(SlowSeat(houses="AugCarStu", level=3, known="Lod"), "0/0/1000/0/0/0")
        == base + 3000 + 666
    )
    assert (
        worth(SlowSeat(houses="AugLodStu", level=3, known="Man"), "0/0/1000/0/0/0")
        == base + 3000 + 666
    )
    assert (
        worth(SlowSeat(houses="AugCarLodStu", level=4, known="Man"), "0/0/1000/0/0/0")
        == base + 5000 + 1185
    )
    eight = worth(
        SlowSeat(houses="AugLodStu", level=3, known="Man"), "0/0/1000/0/0/0", "provinces=8"
    )
    assert eight == base + 3000 + 375


def test_cards_count_by_whether_they_fit() -> None:
    """Beside Ulm and Stuttgart: Augsburg and Mannheim fit, Innsbruck is joined to Augsburg.

    Linz is joined to nothing, and a second card of a city adds nothing.
    """
    seat = SlowSeat("UlmStu", known="Aug2InnLinMan")
    assert worth(seat, "0/0/0/100/10/1") == NOTHING_BUILT + 200 + 20 + 1


def test_where_nothing_can_be_laid_to_nothing_cards_are_joined_to_each_other() -> None:
    """Without a route none fits: Augsburg and Innsbruck are joined, Linz is not."""
    assert worth(SlowSeat(known="AugInnLin"), "0/0/0/100/10/1") == NOTHING_BUILT + 2


def test_there_is_no_hope_when_the_last_round_is_played() -> None:
    """Who has the end tile has its point among the tiles."""
    seat = SlowSeat("ManStuUlmAugInn", houses="SigStu", level=7, tiles=1, known="Mue")
    assert worth(seat, "outlook", end="0") == -18_000 + 10_000 + 1000
    before = SlowSeat("ManStuUlmAugInn", houses="SigStu", level=6, known="Mue")
    assert worth(before, "outlook") > -18_000 + 7000


@pytest.mark.parametrize(
    "wrong", ("", "virtual", "1/2/3", "1/2/3/4/5/6/7", "1/2/3/4/5/x", "1/2/3/4/5/99999")
)
def test_other_evaluations_are_refused(wrong: str) -> None:
    """With all that may be written."""
    state = CORE.new_game("")
    with pytest.raises(InputError, match="points, outlook, or six whole numbers"):
        CORE.worth(state, wrong)
