"""What a seat takes hidden cards to be comes as often as it should, by going through all deals."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

import numpy as np
import pytest
from scipy.stats import chisquare

from carcbot import _native
from carcbot.env import Batch
from carcbot.errors import NotationError
from tests.games.make_games import PROTOCOL

CITIES = "Aug Bas Bud Car Fre Ing Inn Kem Lin Lod Man Mue Nue Pas Pil Reg Sal Sig Stu Ulm Wue Zue"
GUESSES = 6000
DEALS = PROTOCOL / "thurn_and_taxis" / "deals.json"
Lot = tuple[int, str, int, str]
"""A seat, the letter of a deck, how many cards, and the cities that none of them is."""


def cards_text(cards: Counter[str]) -> str:
    """As positions write them."""
    return "".join(f"{city}{n if n > 1 else ''}" for city, n in sorted(cards.items()) if n) or "-"


def view_text(
    pools: dict[str, str],
    lots: list[Lot],
    opened: list[tuple[int, str]],
    *,
    step: str = "draw/none/0/0",
    route: str = "-",
) -> str:
    """The view of seat 0 of three, in which all cards that are not said lie in the discard pile."""
    display = ["Bud", "Car", "Fre", "Ing", "Inn", "Kem"]
    left = Counter(dict.fromkeys(CITIES.split(), 3))
    left.subtract(display)
    left.subtract(route[i : i + 3] for i in range(0, len(route) - 2, 3))
    for cards in pools.values():
        left.subtract(cards.split())
    left.update(city for _, city in opened)
    assert min(left.values()) >= 0
    current = max(pools)
    supply = len(pools[current].split()) - sum(n for _, deck, n, _ in lots if deck == current)
    seats = []
    for seat in range(3):
        hidden = "+".join(
            f"{deck}{f'({never})' if never else ''}{n}"
            for owner, deck, n, never in lots
            if owner == seat
        ) + "".join(f"~{city}" for owner, city in opened if owner == seat)
        own = route if seat == 1 else "-"
        seats.append(f"{own}/-/0/0/{'Reg' if seat == 0 else '-'}/{hidden or '-'}")
    left.subtract(["Reg"])
    decks = "+".join(
        deck + cards_text(Counter(pools[deck].split())) for deck in sorted(pools) if deck != current
    )
    return (
        f"thurn_and_taxis/1 view seats=3,useless=offered {30 if route == '-' else 31} {step}"
        f" {'.'.join(display)} {supply} {cards_text(left)} 3.3.3.3.4.4.2.3.4 -"
        f" {':'.join(seats)} {decks or '-'} 0"
    )


def deals(pools: dict[str, str], lots: list[Lot]) -> Iterator[list[tuple[str, ...]]]:
    """Every way in which cards, each apart from its equals, can lie in the lots."""
    ways = []
    for deck, cards in pools.items():
        own = [n for _, of, n, _ in lots if of == deck]
        ways.append(list(permutations(cards.split(), sum(own))))
    for chosen in product(*ways):
        by_deck = dict(zip(pools, map(iter, chosen), strict=True))
        yield [tuple(next(by_deck[deck]) for _ in range(n)) for _, deck, n, _ in lots]


def hands(lots: list[Lot], dealt: list[tuple[str, ...]]) -> tuple[str, ...]:
    """The hidden cards of the other two seats."""
    held: dict[int, list[str]] = {1: [], 2: []}
    for (seat, *_), cards in zip(lots, dealt, strict=True):
        held[seat] += cards
    return tuple(cards_text(Counter(cards)) for cards in held.values())


def all_hands(
    pools: dict[str, str], lots: list[Lot], opened: list[tuple[int, str]]
) -> Counter[tuple[str, ...]]:
    """What the two hands can be, each as often as there are deals and ways to have played from it.

    A card that was played was any of the hidden ones of its hand.
    """
    found: Counter[tuple[str, ...]] = Counter()

    def play(dealt: list[tuple[str, ...]], rest: list[tuple[int, str]]) -> None:
        if not rest:
            fits = all(
                city not in never
                for (*_, never), cards in zip(lots, dealt, strict=True)
                for city in cards
            )
            found[hands(lots, dealt)] += fits
            return
        (seat, city), *later = rest
        for i, (owner, *_) in enumerate(lots):
            if owner != seat:
                continue
            for place, card in enumerate(dealt[i]):
                if card == city:
                    shorter = dealt[i][:place] + dealt[i][place + 1 :]
                    play([*dealt[:i], shorter, *dealt[i + 1 :]], later)

    for dealt in deals(pools, lots):
        play(dealt, opened)
    return found


ONE_DECK = {"a": "Aug Aug Bas Lin Ulm Ulm Ulm"}
TWO_DECKS = {"a": "Aug Bas Lin Ulm", "b": "Aug Pas Sig Ulm Wue Zue"}


CASES: tuple[tuple[dict[str, str], list[Lot], list[tuple[int, str]]], ...] = (
    (ONE_DECK, [(1, "a", 2, ""), (2, "a", 2, "")], []),
    (ONE_DECK, [(1, "a", 2, "Ulm"), (2, "a", 2, "")], []),
    (ONE_DECK, [(1, "a", 2, "Ulm"), (2, "a", 2, "AugLin")], []),
    (ONE_DECK, [(1, "a", 1, "LinUlm"), (1, "a", 1, "Ulm"), (2, "a", 2, "Aug")], []),
    (TWO_DECKS, [(1, "a", 2, ""), (1, "b", 1, ""), (2, "a", 2, "")], []),
    (TWO_DECKS, [(1, "a", 2, ""), (1, "b", 1, ""), (2, "a", 2, "")], [(1, "Aug")]),
    (
        TWO_DECKS,
        [(1, "a", 2, ""), (1, "b", 2, ""), (2, "a", 2, ""), (2, "b", 1, "")],
        [(1, "Aug"), (1, "Ulm")],
    ),
    (
        TWO_DECKS,
        [(1, "a", 2, ""), (1, "b", 1, ""), (2, "a", 2, ""), (2, "b", 1, "Wue")],
        [(1, "Aug"), (2, "Ulm")],
    ),
)
"""Pools, lots and open cards."""


@pytest.mark.parametrize(("pools", "lots", "opened"), CASES)
def test_deals_have_their_right_probabilities(
    pools: dict[str, str], lots: list[Lot], opened: list[tuple[int, str]]
) -> None:
    """Cards of the same deck in any order, what lots rule out, and open cards that may be from two.

    Draws come in a fixed order, so that this either holds or not.
    """
    view = _native.thurn_and_taxis.parse_view(view_text(pools, lots, opened))
    true = all_hands(pools, lots, opened)
    came: Counter[tuple[str, ...]] = Counter()
    for seed in range(GUESSES):
        guess = view.determinize(seed)
        assert guess.view(0).text == view.text
        came[hidden_hands(guess)] += 1
    assert set(came) <= {held for held, ways in true.items() if ways}
    often = [held for held, ways in true.items() if ways / true.total() * GUESSES >= 5]
    wanted = np.array([true[held] for held in often])
    seen = np.array([came[held] for held in often])
    assert len(often) > 2
    assert chisquare(seen, wanted * seen.sum() / wanted.sum()).pvalue > 1e-4


def hidden_hands(state: _native.thurn_and_taxis.State) -> tuple[str, ...]:
    """The hidden cards of seats 1 and 2 of a position."""
    found = []
    for seat in state.text.split(" ")[10].split(":")[1:]:
        lots = seat.split("/")[5].split("~")[0].split("+")
        cards: Counter[str] = Counter()
        for lot in lots:
            text = lot[1:].rpartition(")")[2]
            for at, letter in enumerate(text):
                if letter.isupper():
                    number = text[at + 3 : at + 4]
                    cards[text[at : at + 3]] += int(number) if number.isdigit() else 1
        found.append(cards_text(cards))
    return tuple(found)


def told_deals() -> str:
    """What protocol/games has of deals: views, and what the hidden cards of the others can be."""
    told = {
        "title": "What hidden cards can be",
        "schema": "each with the view of seat 0, and what the hidden cards of seats 1 and 2 can"
        " be, with numbers in proportion to their probabilities",
        "deals": [
            {
                "view": view_text(*case),
                "hands": sorted([*held, ways] for held, ways in all_hands(*case).items() if ways),
            }
            for case in CASES
        ],
    }
    return json.dumps(told, separators=(",", ":")).replace('{"view"', '\n{"view"') + "\n"


def test_deals_in_protocol() -> None:
    """The file for other languages is what is right here; running this module writes it."""
    assert DEALS.read_text() == told_deals()


def test_a_carrier_that_did_not_fail_says_something() -> None:
    """While the second card is awaited everybody knows that the hand has one that fits."""
    lots: list[Lot] = [(1, "a", 2, ""), (2, "a", 2, "")]
    text = view_text(ONE_DECK, lots, [], step="place/carrier/1/1", route="SigZue")
    view = _native.thurn_and_taxis.parse_view(text)  # Bas, Fre, Kem, Stu and Ulm would fit
    true = Counter(
        {
            held: ways
            for held, ways in all_hands(ONE_DECK, lots, []).items()
            if "Bas" in held[0] or "Ulm" in held[0]
        }
    )
    came = Counter(hidden_hands(view.determinize(seed)) for seed in range(GUESSES))
    assert set(came) <= set(true)
    wanted = np.array(list(true.values()))
    seen = np.array([came[held] for held in true])
    assert chisquare(seen, wanted * seen.sum() / wanted.sum()).pvalue > 1e-4


@pytest.mark.parametrize(
    ("pools", "lots", "opened"),
    (
        ({"a": "Ulm Ulm Ulm"}, [(1, "a", 1, "Ulm")], []),
        ({"a": "Aug Ulm Ulm"}, [(1, "a", 1, "Ulm"), (2, "a", 1, "Ulm")], []),
        ({"a": "Aug", "b": "Ulm Wue"}, [(1, "a", 1, ""), (1, "b", 1, "Wue")], [(1, "Wue")]),
    ),
)
def test_views_that_nobody_can_have(
    pools: dict[str, str], lots: list[Lot], opened: list[tuple[int, str]]
) -> None:
    """Where no deal can be what is known, the view is refused."""
    with pytest.raises(NotationError) as refused:
        _native.thurn_and_taxis.parse_view(view_text(pools, lots, opened))
    assert refused.value.expected == "hidden cards that can be dealt"


def test_views_that_are_too_much_to_guess_at() -> None:
    """What would take seconds to look through is refused at once; no game comes near it."""
    two = "AugKem AugInn BasIng AugIng BasFre AugFre BasCar AugCar BasBud AugBud AugBas"
    lots = "".join(f"a({each}Zue)2+" for each in two.split())
    most = CITIES.replace(" ", "").removesuffix("WueZue")
    with pytest.raises(NotationError, match="somebody could guess at"):
        _native.thurn_and_taxis.parse_view(
            "thurn_and_taxis/1 view seats=2 5 draw/none/0/0 Aug.Bas.Bud.Car.Fre.Ing 35"
            f" LinLodManMueNuePas 3.3.3.3.4.4.2.3.4 - -/-/0/0/-/{lots}a({most})2"
            "~Lin~Lod~Man~Mue~Nue~Pas:-/-/0/0/Ulm/- - 1"
        )


@pytest.mark.parametrize(
    ("where", "hand", "expected"),
    (
        ("5 draw/none/0/0 Aug.Bas.Bud.Car.Fre.Ing 58", "Lin/a-", "lots with cards"),
        ("0 open/administrator/0/0 Zue.Ulm.Bud.-.-.- 63", "-/-", "the postmaster"),
    ),
)
def test_positions_that_could_not_be_read_again(where: str, hand: str, expected: str) -> None:
    """What would be written as nothing that can be read is refused from the beginning."""
    other = "Ulm" if hand != "-/-" else "-"
    with pytest.raises(NotationError) as refused:
        _native.thurn_and_taxis.parse_position(
            f"thurn_and_taxis/1 position seats=2 {where} - 3.3.3.3.4.4.2.3.4 -"
            f" -/-/0/0/{hand}:-/-/0/0/{other}/- -"
        )
    assert expected in refused.value.expected


def test_two_hands_that_hold_a_whole_deck() -> None:
    """Where two unlike hands have nearly all of a deck it is dealt at once."""
    view = _native.thurn_and_taxis.parse_view(
        "thurn_and_taxis/1 view seats=3,reading=thesis,cut=200 183 official/none/0/0"
        " Inn.Inn.Lin.Inn.Lin.Lin 14 BasFreLodWue 3.3.3.3.4.4.2.3.4 - Car/-/0/0/-/a(LinPil)LodZue2:"
        "Bud/-/0/0/IngUlm/a(Pil)16:Car/-/0/0/SigWue/a(FreZue)16 aAug3Bas2CarFre2Ing2Kem2Lod2Man3"
        "MueNue3Pil2RegSal3SigStu2Ulm2WueZue2 0"
    )
    for seed in range(50):
        state = view.determinize(seed)
        assert state.view(view.seat).text == view.text


if __name__ == "__main__":
    DEALS.write_text(told_deals())


@pytest.mark.parametrize("version", (0, 1))
def test_a_learner_is_told_of_each_card_once(version: int) -> None:
    """Of each city there are three cards: seen ones, known ones in hands, and those not seen.

    In the first version a card that was drawn blind and was shown since could count twice.
    """
    batch = Batch("thurn_and_taxis", "seats=3", games=30, seed=2, version=version)
    where = {
        city: [
            i
            for i, name in enumerate(batch.names)
            if name.endswith(f" {city}")
            and ("cards" in name or " has " in name)
            and "of player 0:" not in name  # what others know of one's own hand
        ]
        for city in CITIES.split()
    }
    twice = 0
    batch.reset()
    for _ in range(1500):
        seen = batch.arrays.observations
        for places in where.values():
            count = seen[:, places].sum(axis=1)
            assert (count >= 3).all()
            twice += int((count > 3).sum())
        batch.step(batch.sample())
    assert (twice > 0) == (version == 0)
