"""Hoard against its slow twin, worked examples, and best play of its smallest form."""

import random

import pytest

from carcbot import _native
from carcbot.errors import InputError, NotationError, OptionsError
from carcbot.games.hoard import HOARD
from carcbot.games.random_plies import random_ply
from tests.games.hoard.twin import SlowHoard
from tests.games.solving import solved_value

FORMS: tuple[dict[str, int], ...] = (
    {},
    {"seats": 4, "ranks": 5, "copies": 4, "hand": 3, "turns": 10},
    {"seats": 2, "ranks": 2, "copies": 2, "hand": 1, "turns": 10},
    {"seats": 3, "ranks": 3, "copies": 3, "hand": 2, "turns": 10},
)
SMALLEST = {"seats": 2, "ranks": 2, "copies": 2, "hand": 1, "turns": 1}


@pytest.mark.parametrize("form", FORMS)
def test_the_slow_twin_agrees(form: dict[str, int]) -> None:
    """At every step of random games: choices, draws, what each seat sees, points."""
    rng = random.Random(1)
    for _ in range(60):
        state, twin = HOARD.new(form), SlowHoard(**form)
        while not state.over:
            assert state.to_move == twin.to_move
            assert state.legal_moves() == twin.legal_moves()
            assert state.outcomes() == twin.outcomes()
            assert state.scores() == twin.scores()
            ply = random_ply(state, rng)
            for seat in range(state.seats):
                assert state.seen(ply, seat) == twin.seen(ply, seat)
            state.apply(ply)
            twin.apply(ply)
        assert twin.to_move == state.to_move
        assert state.scores() == twin.scores()


def test_a_game_by_hand() -> None:
    """Seat 0 lays two threes and cashes 3 * 2 * 1 = 6; hands of 1 and 1 cost 1 each."""
    state = HOARD.new("ranks=3,copies=2,hand=1,turns=2")
    steps = []
    plies = "3 2 3 open lay1 1 blind 1 drop2 open lay1 cash 2 blind 1 drop1"
    for ply in plies.split():
        steps.append((state.turn, state.step))
        state.apply(ply)
    assert steps == [
        *[(1, "")] * 3,  # two cards are dealt, one is opened
        (1, "draw"),
        (1, "play"),
        (2, ""),
        (2, "draw"),
        (2, ""),
        (2, "play"),
        (3, "draw"),
        (3, "play"),
        (3, "cash"),
        (4, ""),
        (4, "draw"),
        (4, ""),
        (4, "play"),
    ]
    assert state.over
    assert state.scores() == [6 - 1, -1]


def test_what_the_others_see() -> None:
    """A card from the open place is known to all; a blind one only when it is played."""
    state = HOARD.new("hand=1")
    for ply in ("1", "2", "3"):
        state.apply(ply)
    assert state.seen("open", 1) == "open"
    state.apply("blind")
    assert [state.seen("1", seat) for seat in (0, 1, None)] == ["1", "?", "?"]
    state.apply("1")
    assert [state.seen("lay2", seat) for seat in (0, 1, None)] == ["lay2", "lay2/1", "lay2/1"]
    state.apply("drop1")
    state.apply("open")
    assert state.seen("lay2", 0) == "lay2"  # it was open, so its rank is no news
    assert state.seen("lay1", 0) == "lay1/2"


def test_a_shuffled_discard_pile_tells_who_holds_what() -> None:
    """What was never discarded is in hands; so a view knows more after a shuffle than before it."""
    state = HOARD.new("ranks=2,copies=2,hand=1,turns=3")
    for ply in ("1", "2", "1", "blind"):
        state.apply(ply)
    state.apply("2")  # the deck is empty now: seat 0 holds 1 and 2, seat 1 holds 2, a 1 lies open
    state.apply("drop2")
    assert state.view(1).text.endswith(" 1 0.0/0.0") or "?" in state.view(1).text
    state.apply("blind")
    worlds = {state.view(0).determinize(seed).text for seed in range(30)}
    assert worlds == {state.text}  # seat 1's first card can only be the other 2


def test_the_smallest_form_is_solved() -> None:
    """Best play of both seats is worth the same in the core and in the twin."""
    value = solved_value(HOARD.new(SMALLEST))
    assert value == pytest.approx(1 / 3, abs=1e-9)
    assert value == pytest.approx(solved_value(SlowHoard(**SMALLEST)), abs=1e-9)


@pytest.mark.parametrize(
    "options",
    (
        *("seats=1", "seats=5", "ranks=1", "ranks=6", "copies=5", "hand=4", "hand=0", "turns=11"),
        *("x=1", "seats=2,seats=2", "seats=4,ranks=2,hand=3", "turns", "turns="),
    ),
)
def test_impossible_options(options: str) -> None:
    """They are refused, with what would be possible."""
    with pytest.raises(OptionsError) as refused:
        HOARD.new(options)
    assert refused.value.expected


EXAMPLE = "hoard/1 position seats=2,copies=3 4 play 2 b2 0.0.0 1a2a3b:3a1! 0.0.0:0.1.0 0:0 1.0.1"
"""Seat 0 has drawn a card of the second deck; everybody knows the last card of seat 1."""


@pytest.mark.parametrize(
    ("old", "new"),
    (
        (" 1a2a3b:", " 1a2a2b:"),  # a card too many of one rank
        (" 1a2a3b:", " 1a2a:"),
        (" 1a2a3b:", " 1a2a3c:"),
        (" 1a2a3b:", " 1a2a?b:"),
        (":3a1! ", ":3a1!1! "),
        (" play ", " cash2 "),
        (" play ", " open "),
        (" play ", " over "),
        (" play ", " deal "),
        (" play ", " blind "),
        (" b2 ", " b3 "),
        (" 0:0 ", " 0:-1 "),
        (" 0:0 ", " 0 "),
        (" 4 play", " 8 play"),
        (" 1.0.1", " 1.1.0"),
        (" 1.0.1", " 1.0.1.0"),
        ("seats=2,", "seats=3,"),
    ),
)
def test_positions_that_no_game_comes_to(old: str, new: str) -> None:
    """They are refused, and say what is wrong."""
    assert HOARD.parse(EXAMPLE).text == EXAMPLE
    assert EXAMPLE.count(old) == 1 or EXAMPLE.endswith(old)
    with pytest.raises(NotationError) as refused:
        HOARD.parse(EXAMPLE.replace(old, new))
    assert refused.value.expected


def test_an_impossible_view_is_refused() -> None:
    """Every text that differs in one character from a view's is refused, or is itself a view."""
    rng = random.Random(4)
    state = HOARD.parse(EXAMPLE)
    for seat in (0, 1, None):
        text = state.view(seat).text
        for _ in range(400):
            place = rng.randrange(len(text))
            other = text[:place] + rng.choice("0123!?ab-:./ ") + text[place + 1 :]
            try:
                view = _native.hoard.parse_view(other)
            except InputError:
                continue
            assert view.text == other
            assert view.determinize(1).view(view.seat).text == other
