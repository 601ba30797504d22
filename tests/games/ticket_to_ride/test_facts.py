"""The worked examples of the rules of Ticket to Ride, for the core and for its slow twin."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from carcbot.games.contract import CHANCE
from carcbot.games.ticket_to_ride import TICKET_TO_RIDE
from tests.games.ticket_to_ride.core_text import public_part, public_part_of_twin, told
from tests.games.ticket_to_ride.scenes import Scene, Table
from tests.games.ticket_to_ride.twin import SlowTicketToRide
from tests.games.ticket_to_ride.twin_map import ROUTES

GRAY_DOUBLES = {
    route.name for route in ROUTES if [each.name for each in ROUTES].count(route.name) == 2
}


def public(table: Table) -> tuple[object, ...]:
    """What everybody sees."""
    if isinstance(table, SlowTicketToRide):
        return public_part_of_twin(table)
    return public_part(table.text, told(table.text))


def row(table: Table) -> str:
    """The cards that lie open."""
    cards = public(table)[2]
    assert isinstance(cards, list)
    return "".join(cards)


def piles(table: Table) -> tuple[object, object]:
    """How many cards are in the deck and in the discard pile."""
    deck, discards = public(table)[3:5]
    assert isinstance(discards, Counter)
    return deck, discards.total()


def play(table: Table, *plies: str) -> None:
    """Makes all of them."""
    for ply in plies:
        table.apply(ply)


def claims(table: Table) -> list[str]:
    """What can be claimed, without the payments."""
    return sorted({move.split(":")[1] for move in table.legal_moves() if move.startswith("claim")})


def routes(table: Table) -> int:
    """How many of the printed routes can be claimed; where both twins can be they are two."""
    taken = {name for seat in public(table)[6] for name in seat[0]}  # type: ignore[attr-defined]
    return sum(2 if name in GRAY_DOUBLES - taken else 1 for name in claims(table))


def payments(table: Table, track: str) -> set[str]:
    """How a track can be paid."""
    start = f"claim:{track}:"
    return {move[len(start) :] for move in table.legal_moves() if move.startswith(start)}


def dealt(seats: int, options: str = "") -> Iterator[Table]:
    """Games up to the first turn, in which nobody has returned a ticket."""
    text = f"seats={seats}{options}"
    for table in (TICKET_TO_RIDE.new(text), SlowTicketToRide(text)):
        while table.step != "turn":
            if table.to_move == CHANCE:
                # the first of all draws: no locomotives, so that there is no reset
                table.apply(table.outcomes()[0][0])
            else:
                table.apply(max(table.legal_moves(), key=len))
        yield table


@pytest.mark.parametrize(
    ("seats", "deck", "tickets"), ((2, 97, 24), (3, 93, 21), (4, 89, 18), (5, 85, 15))
)
def test_1_setup(seats: int, deck: int, tickets: int) -> None:
    """Decks after the cards and tickets are dealt."""
    for table in dealt(seats):
        assert piles(table) == (deck, 0)
        if isinstance(table, SlowTicketToRide):
            assert table.tickets_in_deck() == tickets
        else:
            assert table.text.split(" ")[9] == f"{tickets}/-/-"


def test_2_reset_between_two_cards() -> None:
    """Three locomotives lie open: the row is discarded, and the second card is from the new one."""
    scene = Scene(row="LLRBG", deck="W10K10P10Y10O6L4", discards="R5G5")
    for table in scene.both():
        play(table, "take:R", "L", "W", "W", "K", "P", "Y")
        assert row(table) == "WWKPY"
        assert piles(table) == (44, 15)
        assert table.step == "second"
        assert set(table.legal_moves()) == {"take:W", "take:K", "take:P", "take:Y", "blind"}


def test_3_a_locomotive_is_a_whole_turn() -> None:
    """Taken from the row first, it is the only card."""
    for table in Scene(row="LRBGK").both():
        play(table, "take:L", "P")
        assert row(table) == "PRBGK"
        assert (table.to_move, table.step) == (1, "turn")


def test_4_no_locomotive_as_second_card() -> None:
    """One that lies open cannot be taken, whether it was there before or not."""
    for table in Scene(row="RBLGK", deck="L3P10").both():
        play(table, "take:R", "L")
        assert set(table.legal_moves()) == {"take:B", "take:G", "take:K", "blind"}


def test_5_a_blind_locomotive() -> None:
    """It is a card as any other: a second one follows."""
    for table in Scene(row="RBLGK", deck="L3P10").both():
        play(table, "blind", "L")
        assert set(table.legal_moves()) == {"take:R", "take:B", "take:G", "take:K", "blind"}


@pytest.mark.parametrize(("cards", "choices"), (("PWBYO", 36), ("LWBYO", 26), ("LLBYO", 18)))
def test_6_ordered_draws(cards: str, choices: int) -> None:
    """With every place of the row counted, and replacements that are no locomotives."""
    for table in Scene(row=cards, deck="R10G10K5").both():
        found = 0
        for first in table.legal_moves():
            if not first.startswith(("take", "blind")):
                continue
            after = (
                table.copy()
                if not isinstance(table, SlowTicketToRide)
                else Scene(row=cards, deck="R10G10K5").twin()
            )
            play(after, first, "R")
            weight = cards.count(first[-1]) if first != "blind" else 1
            if after.step != "second":
                found += weight
                continue
            for second in after.legal_moves():
                found += weight * (1 if second == "blind" else row(after).count(second[-1]))
        assert found == choices


@pytest.mark.parametrize(
    ("hand", "wanted"),
    (
        ("B3R2GL2", {"B3", "B2L", "BL2", "R2L", "RL2", "GL2"}),
        ("B3R2GL3", {"B3", "B2L", "BL2", "R2L", "RL2", "GL2", "L3"}),
    ),
)
def test_7_gray_payments(hand: str, wanted: set[str]) -> None:
    """Cards of any one colour, and any number of locomotives."""
    for table in Scene(hand=hand).both():
        assert payments(table, "LosPho") == wanted


def test_8_coloured_payments() -> None:
    """A yellow track of six: one payment or three, fifteen points, six trains."""
    for table in Scene(hand="Y6L2", row="PWBRO").both():
        assert payments(table, "HelSea") == {"Y6", "Y5L", "Y4L2"}
    for table in Scene(hand="Y4L2", row="PWBRO").both():
        assert payments(table, "HelSea") == {"Y4L2"}
        play(table, "claim:HelSea:Y4L2")
        assert table.scores()[0] == 15


def test_9_points() -> None:
    """A track of each length."""
    tracks = ("AtlNas", "AtlCha", "ElpPho", "CalHel", "AtlMia", "ElpHou")
    for table in Scene(tracks={0: tracks}).both():
        assert table.scores()[0] == 39
        if isinstance(table, SlowTicketToRide):
            assert table.trains[0] == 24


@pytest.mark.parametrize(
    ("seats", "claimer", "others"), ((2, 98, 98), (3, 98, 98), (4, 98, 99), (5, 98, 99))
)
def test_10_and_11_doubles(seats: int, claimer: int, others: int) -> None:
    """Denver to Salt Lake City in red is claimed: whether the yellow one is open, and to whom."""
    for owner, wanted in ((0, claimer), (1, others)):
        for table in Scene(f"seats={seats}", hand="L14", tracks={owner: ("DenSlcR",)}).both():
            assert routes(table) == wanted
            assert ("DenSlcY" in claims(table)) == (wanted == 99)


def test_both_of_a_gray_double() -> None:
    """With four seats two of them can have it, with three one; nobody has both."""
    for seats, owners, is_open in (
        (4, (1,), True),
        (4, (1, 2), False),
        (4, (0,), False),
        (3, (1,), False),
    ):
        tracks = dict.fromkeys(owners, ("DalHou",))
        for table in Scene(f"seats={seats}", hand="L14", tracks=tracks).both():
            assert ("DalHou" in claims(table)) == is_open


@pytest.mark.parametrize(("left", "kept"), ((0, 0), (1, 1), (2, 3), (3, 7), (10, 7)))
def test_12_tickets_near_the_end(left: int, kept: int) -> None:
    """As many as there are, of which one at least is kept."""
    for table in Scene(held=26 - left).both():
        if left == 0:
            assert "tickets" not in table.legal_moves()
            continue
        play(table, "tickets")
        while table.to_move == CHANCE:
            table.apply(table.outcomes()[0][0])
        assert len(table.legal_moves()) == kept


def test_12_first_tickets() -> None:
    """Of three, two or three are kept: four choices."""
    for table in (TICKET_TO_RIDE.new("seats=2"), SlowTicketToRide("seats=2")):
        while table.step != "start":
            table.apply(table.outcomes()[0][0])
        assert len(table.legal_moves()) == 4


TRAINS_41 = ("CalSea", "PorSea", "PorSfoG", "LosSfoP", "ElpLos", "ElpHou", "HouNor", "AtlNorO",
             "AtlNas", "NasStl", "ChiStlG", "ChiPitK", "NycPitG")  # fmt: skip
"""Forty-one trains, all on one path."""


def test_13_the_last_round() -> None:
    """Who comes to two trains has another turn after the others; then the game ends."""
    scene = Scene("seats=3", hand="L14", tracks={0: TRAINS_41})
    for table in scene.both():
        play(table, "claim:AtlCha:L2")
        order = []
        while table.step:
            order.append(table.to_move)
            play(table, "blind")
            while table.to_move == CHANCE and table.step == "":
                if table.outcomes()[0][0] not in "PWBYOKRGL":
                    break
                table.apply(table.outcomes()[-1][0])
                if table.step == "second":
                    play(table, "blind")
        assert order == [1, 2, 0]


def test_14_not_enough_trains() -> None:
    """With three trains no track of four; and three are no reason for the last round."""
    scene = Scene(hand="L14", tracks={0: TRAINS_41})
    for table in scene.both():  # four trains are left
        assert "CalHel" in claims(table)
        play(table, "claim:SeaVan:L")
        assert public(table)[5] == "0/-"
    for table in Scene(hand="L14", tracks={0: (*TRAINS_41, "SeaVan")}).both():
        assert "CalHel" not in claims(table)
        assert "CalVan" in claims(table)


@pytest.mark.parametrize(
    ("timing", "after", "later"), (("", (6, 0), (6, 3)), (",shuffle=late", (0, 6), (0, 9)))
)
def test_18_when_cards_are_shuffled(
    timing: str, after: tuple[int, int], later: tuple[int, int]
) -> None:
    """As the last card of the deck is drawn, or when one is wanted."""
    scene = Scene(f"seats=2{timing}", row="PPWBY", deck="R", discards="K6")
    for table in scene.both():
        play(table, "take:P", "R")
        if not timing:
            play(table, "take:P", "K")
            continue
        play(table, "blind", "K")
        assert piles(table) == (5, 0)
    for table in Scene(f"seats=2{timing}", row="PPWBY", deck="RG", discards="K6").both():
        play(table, "blind", "R", "blind", "G")
        assert piles(table) == after
        play(table, "claim:LosPho:L3")
        assert piles(table) == later


def test_19_running_dry() -> None:
    """Neither deck nor discards: what lies open can be drawn, a locomotive only as a first card."""
    for take in ("take:L", "take:R"):
        for table in Scene(row="LR---", deck="-", hand="PW").both():
            draws = {move for move in table.legal_moves() if move.startswith(("take", "blind"))}
            assert draws == {"take:L", "take:R"}
            play(table, take)
            assert (table.to_move, table.step) == (1, "turn")
    for table in Scene(row="-----", deck="-", hand="P").both():
        assert not [move for move in table.legal_moves() if move.startswith(("take", "blind"))]


def test_empty_places_are_filled_after_a_claim() -> None:
    """The paid cards are shuffled at once, and the row is filled."""
    for table in Scene(row="LR---", deck="-", hand="P3").both():
        play(table, "claim:LosPho:P3", "P", "P", "P")
        assert row(table) == "LRPPP"
        assert (table.to_move, table.step, piles(table)) == (1, "turn", (0, 0))


def test_nobody_can_do_anything() -> None:
    """Neither cards nor tickets are left: who cannot pay for a track passes."""
    scene = Scene("seats=3", row="-----", deck="-", hand="-", held=24, tracks={2: TRAINS_41})
    for table in scene.both():
        play(table, "pass", "pass")
        assert table.to_move == 2
        assert "pass" not in table.legal_moves()


def test_20_final_score() -> None:
    """Tracks, a ticket that is done and one that is not, and the longest path."""
    scene = Scene(
        tracks={0: ("LosPho", "ElpPho", "ElpHou", "HouNor", "MiaNor")},
        tickets={0: ("LosMia", "NycSea")},
        is_over=True,
    )
    for table in scene.both():
        assert table.scores()[0] == 40 + 20 - 22 + 10


TIES = (
    # more tickets are completed, though the other has the longest path
    (("DalElp", "SlcSfoO"), ("DenSfe", "ElpSfe", "DulWin"),
     "LosNyc HelLos", "DenElp NasPor", [2, 1]),
    # none is completed, and the longest path decides
    (("SsmTor", "LitNor", "ChiTor"), ("HelOma", "LosSfoY", "KanStlP", "ChiDul"),
     "AtlSfo HelLos", "HouWin MiaTor", [1, 2]),
    # both have the longest path
    (("AtlNas", "PitTor", "AtlMia"), ("DenKanK", "LosPho", "DalOkl", "DenSfe"),
     "ChiSfe BosMia", "HouWin PhoPor", [1, 1]),
)  # fmt: skip
"""Tracks and tickets of two seats with equal points, and their places."""


@pytest.mark.parametrize(("first", "second", "tickets", "others", "places"), TIES)
def test_21_ties(
    first: tuple[str, ...], second: tuple[str, ...], tickets: str, others: str, places: list[int]
) -> None:
    """More completed tickets; then the longest path; then the victory is shared."""
    scene = Scene(
        tracks={0: first, 1: second},
        tickets={0: tickets.split(), 1: others.split()},
        is_over=True,
    )
    for table in scene.both():
        assert table.scores()[0] == table.scores()[1]
        assert table.ranking() == places


def test_22_a_hand_that_is_known() -> None:
    """Two play, and the deck has ended: who counts knows the hand of the other."""
    core, rng = TICKET_TO_RIDE.new("seats=2"), random.Random(22)
    # until all hidden cards are from before a shuffle
    while not (core.step == "turn" and core.text.count("+-/") == 2):
        if core.to_move == CHANCE:
            core.apply(rng.choice(core.outcomes())[0])
        else:
            claim = [move for move in core.legal_moves() if move.startswith("claim")]
            draw = [move for move in core.legal_moves() if move == "blind"]
            core.apply(rng.choice(claim if claim and rng.random() < 0.2 else draw or claim
                                  or core.legal_moves()))  # fmt: skip
    for viewer in (0, 1):
        true = told(core.text)[1 - viewer].hidden
        assert true
        view = core.view(viewer)
        for seed in range(20):
            assert told(view.determinize(seed).text)[1 - viewer].hidden == true


def test_a_reset_that_only_changes_places() -> None:
    """Row and deck would change places for ever; so the second reset is not made."""
    scene = Scene(row="LLRBP", deck="L4BR", hand="W")
    for table in scene.both():
        play(table, "take:P", "L")  # three locomotives lie open, five cards in the deck
        play(table, "L", "L", "L", "B", "R")
        assert row(table) == "LLLBR"
        assert piles(table) == (5, 0)
        assert table.step == "second"


def test_at_most_three_resets() -> None:
    """The other way to stop: three in succession, whatever comes."""
    scene = Scene("seats=2,resets=limit3", row="LLRBP", deck="L4BR", hand="W")
    for table in scene.both():
        play(table, "take:P", "L")
        for _ in range(3):
            assert table.to_move == CHANCE
            play(table, "L", "L", "L", "B", "R")
        assert table.step == "second"


def test_a_reset_that_cannot_help() -> None:
    """Too few other cards are left: the row stays."""
    for table in Scene(row="LLRBP", deck="L5", hand="W").both():
        play(table, "take:P", "L")
        assert row(table) == "LLRBL"
        assert table.step == "second"
