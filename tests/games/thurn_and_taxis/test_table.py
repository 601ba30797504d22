"""Tests of carcbot.games.thurn_and_taxis.table: what texts say, and what the core says of it."""

import random
from dataclasses import dataclass

import pytest

from carcbot import _native
from carcbot.games.contract import Paper, State, view_of
from carcbot.games.thurn_and_taxis import THURN_AND_TAXIS
from carcbot.games.thurn_and_taxis.map import CITIES, COPIES
from carcbot.games.thurn_and_taxis.table import cards_of, table_of
from carcbot.games.thurn_and_taxis.terminal import TERMINAL
from tests.games.thurn_and_taxis import OPTION_SETS

VIEW = (
    "thurn_and_taxis/1 view seats=2 30 place/none/1/0 Ulm.Lin.Ulm.Aug.Bas.Bud 40 AugLinPas3Reg"
    " 2.2.3.3.4.4.2.2.4 - AugMueRegNue/CarFreManSigStuUlm/4/6/InnKem/aBasZue"
    ":PilBud/AugInnKemMueUlm/3/2/LinSal2/a1 - 0"
)
"""Seat 0 has a card drawn and lays one now."""


@dataclass(frozen=True)
class Written:
    """Whatever text a view may have."""

    text: str


def test_all_that_a_text_says() -> None:
    """Each part of a view of seat 0."""
    table = table_of(THURN_AND_TAXIS.parse_view(VIEW))
    assert (table.done, table.step, table.official) == (30, "place", "none")
    assert (table.drawn, table.placed, table.viewer, table.turn_of) == (1, 0, 0, 0)
    assert table.display == ["Ulm", "Lin", "Ulm", "Aug", "Bas", "Bud"]
    assert (table.supply, table.end) == (40, None)
    assert table.discards == ["Aug", "Lin", "Pas", "Pas", "Pas", "Reg"]
    assert table.stacks == [2, 2, 3, 3, 4, 4, 2, 2, 4]
    own, other = table.seats
    assert own.route == ["Aug", "Mue", "Reg", "Nue"]
    assert own.houses == ["Car", "Fre", "Man", "Sig", "Stu", "Ulm"]
    assert (own.level, own.carriage_points, own.tiles, own.houses_left) == (4, 3, 6, 14)
    assert (own.known, own.own, own.hidden, own.hand_size) == (["Inn", "Kem"], ["Bas", "Zue"], 0, 4)
    assert (other.known, other.own, other.hidden) == (["Lin", "Sal", "Sal"], [], 1)


@pytest.mark.parametrize(
    ("hidden", "own", "count"),
    (
        ("-", [], 0),
        ("a3", [], 3),
        ("aLinUlm2", ["Lin", "Ulm", "Ulm"], 0),
        ("aUlm+bLin", ["Lin", "Ulm"], 0),
        ("a2+b1", [], 3),
        ("a(AugUlm)2+b1", [], 3),
        ("a(AugUlm)Lin", ["Lin"], 0),
        ("a2+b1~Aug", [], 2),
        ("aLin+bUlm~Aug2", ["Lin", "Ulm"], 0),
        ("a-+bUlm~Aug1", ["Ulm"], 0),
    ),
)
def test_hidden_cards(hidden: str, own: list[str], count: int) -> None:
    """Cards of lots, or their number without those that were played of it."""
    seat = table_of(Written(VIEW.replace("aBasZue", hidden))).seats[0]  # type: ignore[arg-type]
    assert (seat.own, seat.hidden) == (own, count)


def test_nothing_there() -> None:
    """Places of the display without a card, and a table that everybody sees at the end."""
    text = VIEW.replace("Ulm.Lin.Ulm", "-.Lin.-").replace("place/none/1/0", "over/none/0/0")
    table = table_of(Written(f"{text.removesuffix('0')}-"))  # type: ignore[arg-type]
    assert table.display == [None, "Lin", None, "Aug", "Bas", "Bud"]
    assert (table.turn_of, table.viewer) == (None, None)


def test_cards() -> None:
    """Letters of cities, with how many there are of one."""
    assert cards_of("-") == []
    assert cards_of("AugLin2Ulm3") == ["Aug", "Lin", "Lin", "Ulm", "Ulm", "Ulm"]


def random_states(options: str, seed: int) -> list[State]:
    """Positions of a random game."""
    rng = random.Random(seed)
    state: State = THURN_AND_TAXIS.new(options)
    states: list[State] = []
    while not state.over and len(states) < 600:
        states.append(state.copy())
        plies = state.outcomes() or [(move, 1) for move in state.legal_moves()]
        texts, weights = zip(*plies, strict=True)
        state.apply(rng.choices(texts, weights)[0])
    return [*states, state]


@pytest.mark.parametrize("options", OPTION_SETS)
def test_no_card_is_lost(options: str) -> None:
    """Of whatever view: all cards are somewhere, and points are those of what lies there."""
    all_cards = len(CITIES) * COPIES
    for state in random_states(options, 1)[::5]:
        for view in (state, *(view_of(state, seat) for seat in (None, *range(state.seats)))):
            table = table_of(view)
            display = [city for city in table.display if city is not None]
            held = sum(len(seat.route) + seat.hand_size for seat in table.seats)
            assert table.supply + len(display) + len(table.discards) + held == all_cards
            assert view.scores() == [
                seat.carriage_points + seat.tiles - seat.houses_left for seat in table.seats
            ]
            if view.to_move >= 0:
                assert (table.turn_of, table.step) == (view.to_move, view.step)
            assert view.over == (table.turn_of is None)
            for number, seat in enumerate(table.seats):
                knows = view is state or table.viewer == number
                assert not (seat.hidden if knows else seat.own)


@pytest.mark.parametrize(("options", "is_cut"), (("cut=3", True), ("cut=0", False), ("", False)))
def test_a_cut_game_says_so(options: str, *, is_cut: bool) -> None:
    """A game that had its turns is told apart from one that came to its end, or is not over."""
    rng = random.Random(2)
    state = THURN_AND_TAXIS.new(options)
    while not state.over and state.turn < 9:
        assert not table_of(state).is_cut
        outcomes = [text for text, _ in state.outcomes()]
        state.apply(rng.choice(outcomes or state.legal_moves()))
    assert table_of(state).is_cut == is_cut
    lines = TERMINAL.picture(state, [], Paper(80, None))
    assert any("cut after 3 turns" in line for line in lines) == is_cut


def test_a_game_that_ends_on_its_last_turn_is_not_cut() -> None:
    """By its rules it would be over then as well."""
    rng = random.Random(2)
    plies: list[str] = []
    state = THURN_AND_TAXIS.new("seats=2")
    while not state.over:
        outcomes = [text for text, _ in state.outcomes()]
        moves, merits = state.legal_moves(), _native.thurn_and_taxis.merits(state)
        best = [move for move, merit in zip(moves, merits, strict=True) if merit == max(merits)]
        plies.append(rng.choice(outcomes or best))
        state.apply(plies[-1])
    ended = table_of(state)
    cut = THURN_AND_TAXIS.new(f"seats=2,cut={ended.done}")
    for ply in plies:
        cut.apply(ply)
    assert cut.over
    assert ended.end is not None
    assert not table_of(cut).is_cut
