"""What a seat takes hidden things to be comes as often as it should, by going through all deals."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product
from math import comb

import numpy as np
import pytest
from scipy.stats import chisquare

from carcbot import _native
from carcbot.errors import NotationError, OutOfTurnError
from carcbot.games.contract import CHANCE, State, determinized
from carcbot.games.ticket_to_ride import TICKET_TO_RIDE
from carcbot.games.ticket_to_ride.table import table_of
from tests.games.ticket_to_ride.core_text import cards_of, told
from tests.games.ticket_to_ride.scenes import cards_text
from tests.games.ticket_to_ride.twin_map import TICKETS
from tests.games.ticket_to_ride.twin_table import ALL_CARDS

LOCOMOTIVES = (
    "ticket_to_ride/1 view seats=3 52 turn/0/0/0 L.L.L.L.L 2 O2 0/-"
    " 21/0?,1ChiLos,2?/- PitTor/P4W2B3Y2K2RG3/17+0/2"
    ":MonTor/B2Y4O2K4R2G/P2W2BO3K2RL5+-/HouWin+LosMia:-/PWB2YK2R4G2/22+1/2 P7W9B5Y5O8K4R4G6L7 1"
)
"""What seat 1 knows where a row of locomotives lies: so few other cards are there beside hands."""
SHUFFLED_LATE = (
    "ticket_to_ride/1 view seats=2,shuffle=late 50 second/1/0/0 L.L.L.G.W 5 - 0/- 24/0DulElp,1?/- -"
    "/P6W3B3Y5O4K3RG8/PW2B3YO2K4R4L2+L/CalPho+MonVan:DulSsm/P3W2B4Y2O5K4R7G/17+2/2"
    " P3W6B5Y5O3K5R4GL4 0"
)
"""What seat 0 knows where such a row lies over a deck of five, and nothing was discarded."""
GUESSES = 5000
Payment = tuple[int, str, int]
"""A seat, the cards of one colour that it paid, and how many fresh cards it had then."""
Hands = tuple[str, str]
"""The hidden cards of seats 1 and 2."""


def view_text(
    old: str, fresh: str, lots: dict[int, tuple[int, int]], payments: list[Payment]
) -> str:
    """What seat 0 of three knows after a shuffle.

    Args:
        old: Hidden cards that were in the hands of seats 1 and 2 before.
        fresh: Cards of the deck since then that nobody has seen.
        lots: How many old and fresh ones seats 1 and 2 had, what they paid included.
        payments: What they paid of these, in this order.

    Everything else is in the discard pile.
    """
    row = "PWBYO"
    left = ALL_CARDS - Counter(row) - cards_of(old) - cards_of(fresh)
    for _, cards, _ in payments:
        left += cards_of(cards)  # it was paid, and is counted with the hidden ones too
    deck = cards_of(fresh).total() - sum(n for _, n in lots.values())
    seats = ["-/-/-+-/DenElp+HouKan"]
    for seat, (old_cards, fresh_cards) in lots.items():
        opened = "".join(
            f"~{cards[1:] or 1}{cards[0]}.{then}" for by, cards, then in payments if by == seat
        )
        seats.append(f"-/-/{old_cards}+{fresh_cards}{opened}/2")
    return (
        f"ticket_to_ride/1 view seats=3 60 turn/0/0/0 {'.'.join(row)} {deck} {cards_text(left)}"
        f" 0/- 24/-/- {':'.join(seats)} {old} 0"
    )


def splits(cards: list[str], sizes: list[int]) -> Iterator[list[tuple[str, ...]]]:
    """Every way to deal cards, each apart from its equals, to lots of these sizes."""
    if not sizes:
        yield []
        return
    for chosen in combinations(range(len(cards)), sizes[0]):
        rest = [card for place, card in enumerate(cards) if place not in chosen]
        for others in splits(rest, sizes[1:]):
            yield [tuple(cards[place] for place in chosen), *others]


def all_hands(
    old: str, fresh: str, lots: dict[int, tuple[int, int]], payments: list[Payment]
) -> Counter[Hands]:
    """What the two hands can be, each as often as there are deals and ways to have paid from it.

    What was paid were any of the hidden cards that the hand had then: of the fresh ones those that
    it drew first.
    """
    found: Counter[Hands] = Counter()
    old_cards, fresh_cards = list(cards_of(old).elements()), list(cards_of(fresh).elements())
    for old_lots in splits(old_cards, [n for n, _ in lots.values()]):
        for fresh_lots in splits(fresh_cards, [n for _, n in lots.values()]):
            # fresh cards came in some order
            for ordered in product(*map(permutations, fresh_lots)):
                ways = [
                    paid(Counter(old_lot), list(lot), [p[1:] for p in payments if p[0] == seat])
                    for seat, old_lot, lot in zip(lots, old_lots, ordered, strict=True)
                ]
                for (first, weight), (second, other) in product(*ways):
                    found[first, second] += weight * other
    return found


def paid(
    old: Counter[str], fresh: list[str], payments: list[tuple[str, int]]
) -> list[tuple[str, int]]:
    """What a hand can be after these payments, with the number of ways."""
    if not payments:
        return [(cards_text(old + Counter(fresh)), 1)]
    (cards, then), *later = payments
    (colour, number), *_ = cards_of(cards).items()
    found = []
    for of_old in range(number + 1):
        first = [place for place, card in enumerate(fresh[:then]) if card == colour]
        if of_old > old[colour] or number - of_old > len(first):
            continue
        for gone in combinations(first, number - of_old):
            rest = [card if place not in gone else "" for place, card in enumerate(fresh)]
            after = old.copy()
            after[colour] -= of_old
            found += [
                (hand, ways * comb(old[colour], of_old)) for hand, ways in paid(after, rest, later)
            ]
    return found


CASES: tuple[tuple[str, str, dict[int, tuple[int, int]], list[Payment]], ...] = (
    # right after a shuffle: all old cards are in the two hands
    ("R2KGL", "R2B2G", {1: (2, 0), 2: (3, 0)}, []),
    ("R2KGL", "R2B2G", {1: (2, 2), 2: (3, 1)}, []),
    # a red card was paid, which may have been old or fresh
    ("R2KGL", "R2B2G", {1: (3, 2), 2: (2, 1)}, [(1, "R", 2)]),
    # the same while it had one fresh card, to which another has come
    ("R2KGL", "R2B2G", {1: (3, 2), 2: (2, 1)}, [(1, "R", 1)]),
    # two that were equal, and then one of another colour
    ("R2KG2", "R2BG", {1: (3, 2), 2: (2, 1)}, [(1, "R2", 2), (1, "G", 2)]),
    # both have paid
    ("R2KGL", "R2BG2", {1: (3, 1), 2: (2, 2)}, [(1, "R", 1), (2, "G", 2)]),
    # only one of the others has old cards: they are known, and are paid first
    ("R2KG", "R2B2G", {1: (4, 1), 2: (0, 2)}, []),
)
"""Pools, lots and payments."""


@pytest.mark.parametrize(("old", "fresh", "lots", "payments"), CASES)
def test_cards_after_a_shuffle(
    old: str, fresh: str, lots: dict[int, tuple[int, int]], payments: list[Payment]
) -> None:
    """Three seats: every deal that can be, with its right probability.

    Draws come in a fixed order, so that this either holds or not.
    """
    view = _native.ticket_to_ride.parse_view(view_text(old, fresh, lots, payments))
    true = all_hands(old, fresh, lots, payments)
    came: Counter[Hands] = Counter()
    for seed in range(GUESSES):
        guess = view.determinize(seed)
        assert guess.view(0).text == view.text
        _, first, second = told(guess.text)
        assert first.hidden is not None
        assert second.hidden is not None
        came[cards_text(first.hidden), cards_text(second.hidden)] += 1
    compare(came, true)


def compare(came: Counter[Hands], true: Counter[Hands]) -> None:
    """Nothing came that cannot be, and the rest as often as it should."""
    assert set(came) <= set(true)
    wanted = np.array(list(true.values()), dtype=float)
    seen = np.array([came[each] for each in true])
    if len(true) > 1:
        assert chisquare(seen, wanted * seen.sum() / wanted.sum()).pvalue > 1e-4


def test_known_old_cards_are_paid_first() -> None:
    """Seat 1 has all old cards: of two red ones that it paid both were old, and fresh ones any."""
    view = _native.ticket_to_ride.parse_view(
        view_text("R2KG", "R2B2G", {1: (4, 1), 2: (0, 0)}, [(1, "R2", 1)])
    )
    came = Counter(cards_text(told(view.determinize(seed).text)[1].hidden or Counter())
                   for seed in range(GUESSES))  # fmt: skip
    true = Counter({"KRG": 2, "BKG": 2, "KG2": 1})
    compare(
        Counter({(k, ""): n for k, n in came.items()}),
        Counter({(k, ""): n for k, n in true.items()}),
    )


@pytest.mark.parametrize(
    ("old", "fresh", "lots", "payments"),
    (
        ("R2", "B4", {1: (1, 1), 2: (1, 0)}, [(1, "K", 1)]),
        ("R2", "B4", {1: (1, 1), 2: (1, 0)}, [(1, "R2", 1)]),
        ("R2", "B4", {1: (2, 1), 2: (1, 0)}, []),
    ),
)
def test_views_that_nobody_can_have(
    old: str, fresh: str, lots: dict[int, tuple[int, int]], payments: list[Payment]
) -> None:
    """Where no deal can be what is known, the view is refused."""
    with pytest.raises(NotationError):
        _native.ticket_to_ride.parse_view(view_text(old, fresh, lots, payments))


@pytest.mark.parametrize(
    "text",
    (
        # a payment, and first tickets of another seat, that nobody who sees it could believe in
        (
            "ticket_to_ride/1 position seats=4,reading=thesis 109 second/1/0/0 K.P.K.L.K 64 "
            "P3B3K4L 0/- 18/0HouKan,1DulElp,2DulHou,3PhoPor/- AtlNas.CalHel.ChaRal.ChiStlG."
            "DalHou.DalLit.DalOkl.LasLos.LitStl.MonTor.PorSea.RalWas/PW2YRG/P+WR~1K.1."
            "1/HelLos+BosMia:AtlRal.BosNycY.ChiDul.HouNor.KanOma.KanStlP.LitOkl.NasStl."
            "PitWas.SsmTor.SeaVan/Y2OR3GL/OK+B/LosSea+OklSsm:AtlCha.AtlRal.BosMon.DenSfe."
            "DulOma.DulSsm.ElpSfe.KanOkl.KanOma.KanStlB.LosPho."
            "SeaVan/Y2OK2G/-+-/DenElp+ChiNor:BosMon.DalHou.DalOkl.DulOma.KanOkl.MonNyc."
            "NycPitW.NycWasK.PitRal.PitTor.PorSea.RalWas/PWO/-+B~3L.1.1/ChiSfe+CalPho POK2L"
        ),
        (
            "ticket_to_ride/1 position seats=4 2 ticket/1/0/0 L.K.W.K.P 89 - 0/- "
            "24/2DulHou,1DalNyc/AtlNyc -/-/-+PWBY/DenElp+ChiLos:-/-/-+YOL2/MonNor+SfeVan:"
            "-/-/-+ORGL/-:-/-/-+PY2R/- -"
        ),
    ),
)
def test_positions_that_no_view_allows(text: str) -> None:
    """What no seat could believe in is refused: a guess by a view of it would be no position."""
    with pytest.raises(NotationError):
        _native.ticket_to_ride.parse_position(text)


def test_nobody_chooses_where_nothing_is_to_be_decided() -> None:
    """Policies are asked for moves alone."""
    with pytest.raises(OutOfTurnError):
        _native.ticket_to_ride.choose(TICKET_TO_RIDE.new(""), "uniform", 1)


def test_tickets_are_any() -> None:
    """Of two others with two and three tickets each of those that are not seen is as likely."""
    view = _native.ticket_to_ride.parse_view(
        "ticket_to_ride/1 view seats=3 9 turn/0/0/0 P.W.B.Y.O 105 - 0/- 20/0HelLos,1?/-"
        " -/-/-+-/DenElp+HouKan:-/-/0+0/2:-/-/0+0/4 - 0"
    )
    came: Counter[str] = Counter()
    for seed in range(GUESSES):
        _, first, second = told(view.determinize(seed).text)
        assert (len(first.tickets), len(second.tickets)) == (2, 4)
        assert not first.tickets & second.tickets
        came.update(first.tickets)
    assert not {"DenElp", "HouKan", "HelLos"} & came.keys()
    counts = [came[ticket] for ticket in TICKETS if ticket not in {"DenElp", "HouKan", "HelLos"}]
    assert chisquare(counts).pvalue > 1e-4


def test_first_tickets_hide_their_number() -> None:
    """While others choose, nobody sees how many were kept: three of them in one of four choices."""
    state = TICKET_TO_RIDE.new("seats=3")
    rng = random.Random(3)
    while state.turn < 3 or state.step != "start":
        if state.to_move == CHANCE:
            state.apply(rng.choice(state.outcomes())[0])
        else:
            state.apply(min(state.legal_moves(), key=len))
    other = TICKET_TO_RIDE.parse(state.text)
    view = state.view(2)
    assert [seat.number for seat in told(view.text)] == [None, None, 0]
    kept = Counter(len(told(view.determinize(seed).text)[0].tickets) for seed in range(GUESSES))
    assert chisquare([kept[2], kept[3]], [GUESSES * 3 / 4, GUESSES / 4]).pvalue > 1e-4
    move = other.legal_moves()[0]
    assert other.seen(move, 0) == "keep"
    other.apply(move)
    assert other.outcomes() == [("kept2", 1)]


def test_a_returner_knows_the_end_of_the_ticket_deck() -> None:
    """What it returned lies there and nowhere else, until somebody draws it and keeps it."""
    text = (
        "ticket_to_ride/1 position seats=3 9 ticket/0/0/0 P.W.B.Y.O 110 - 0/-"
        " 1/2HelLos+LosMia,1CalSlc/- -/-/-+-/A:-/-/-+-/B:-/-/-+-/C -"
    ).replace(" 110 ", " 105 ")
    rest = [ticket for ticket in TICKETS if ticket not in {"HelLos", "LosMia", "CalSlc", "NycSea"}]
    for letter, cards in (("A", rest[:4]), ("B", rest[4:14]), ("C", rest[14:])):
        text = text.replace(f"/{letter}", "/" + "+".join(cards))
    state = TICKET_TO_RIDE.parse(text)
    assert "2HelLos+LosMia,1?" in state.view(2).text
    assert "2?+?,1CalSlc" in state.view(1).text
    assert "2?+?,1?" in state.view(None).text
    assert state.outcomes() == [("NycSea", 1)]
    seat = 0  # whose turn it is
    state.apply("NycSea")
    assert dict(state.outcomes()).keys() == {"HelLos", "LosMia"}
    state.apply("LosMia")
    state.apply("HelLos")
    # seat 0 keeps all three: seat 2 knows two of them there, and the others know nothing
    state.apply("keep:HelLos+LosMia+NycSea")
    assert {"HelLos", "LosMia"} == set(told(state.view(2).text)[seat].tickets)
    assert not told(state.view(1).text)[seat].tickets
    for seed in range(20):
        assert {"HelLos", "LosMia"} <= told(state.view(2).determinize(seed).text)[seat].tickets


def plain_cards_outside(state: State) -> int:
    """Cards beside hands that are no locomotives: of the row, the deck and the discards."""
    table = table_of(state)
    held = sum((seat.known + seat.own for seat in table.seats), Counter[str]())
    return ALL_CARDS.total() - ALL_CARDS["L"] - held.total() + held["L"]


def test_a_row_that_stands_tells_what_is_not_there() -> None:
    """It would have been reset if three cards that are no locomotives had been outside of hands."""
    view = TICKET_TO_RIDE.parse_view(LOCOMOTIVES)
    outside = Counter(plain_cards_outside(determinized(view, seed)) for seed in range(400))
    assert max(outside) == 2
    assert min(outside.values()) > 40


def test_a_row_that_stands_where_nothing_is_exchanged() -> None:
    """The same with five cards in the deck and no discards, where cards are shuffled late."""
    view = TICKET_TO_RIDE.parse_view(SHUFFLED_LATE)
    assert max(plain_cards_outside(determinized(view, seed)) for seed in range(3000)) == 2
