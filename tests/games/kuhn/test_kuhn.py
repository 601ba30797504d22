"""Kuhn poker is solved from its states and views, and must have the value that is known."""

import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction

import pytest

from carcbot import _native
from carcbot.errors import NotationError
from carcbot.games.contract import CHANCE
from carcbot.games.kuhn import KUHN

State = _native.kuhn.State

Strategy = Mapping[str, Fraction]
"""For what a seat knows, its view as text: how likely it bets."""

VALUE = Fraction(-1, 18)
"""What the first seat wins on average when both play their best."""

THIRD = Fraction(1, 3)
# One of the known solutions. The keys are the own card and the moves so far.
NO, YES = Fraction(0), Fraction(1)
SOLUTION_OF_0 = {"J-": THIRD, "Q-": NO, "K-": YES, "Jpb": NO, "Qpb": 2 * THIRD, "Kpb": YES}
SOLUTION_OF_1 = {"Jp": THIRD, "Qp": NO, "Kp": YES, "Jb": NO, "Qb": THIRD, "Kb": YES}


def all_positions() -> Iterator[State]:
    """Every position of the game."""
    waiting = [KUHN.new()]
    while waiting:
        state = waiting.pop()
        yield state
        for ply in [*state.legal_moves(), *dict(state.outcomes())]:
            after = state.copy()
            after.apply(ply)
            waiting.append(after)


def views_to_act(seat: int) -> list[str]:
    """Everything that the seat may know when it has to move, each once."""
    return sorted({state.view(seat).text for state in all_positions() if state.to_move == seat})


def by_view(solution: Mapping[str, Fraction], seat: int) -> Strategy:
    """A strategy in terms of cards and moves, in terms of views."""
    strategy = {}
    for text in views_to_act(seat):
        _, _, _, cards, _, moves = text.split(" ")
        strategy[text] = solution[cards[2] + moves]
    return strategy


def pure_strategies(seat: int) -> Iterator[Strategy]:
    """All ways for the seat to decide in advance."""
    views = views_to_act(seat)
    for bets in itertools.product((NO, YES), repeat=len(views)):
        yield dict(zip(views, bets, strict=True))


def value(strategies: tuple[Strategy, Strategy], state: State | None = None) -> Fraction:
    """What the first seat wins on average."""
    state = KUHN.new() if state is None else state
    if state.over:
        return Fraction(state.scores()[0])
    if state.to_move == CHANCE:
        likely = {ply: Fraction(weight) for ply, weight in state.outcomes()}
    else:
        bet = strategies[state.to_move][state.view(state.to_move).text]
        likely = {"bet": bet, "pass": 1 - bet}
    total = Fraction()
    for ply, weight in likely.items():
        if weight:
            after = state.copy()
            after.apply(ply)
            total += weight * value(strategies, after)
    return total / sum(likely.values())


def test_value_of_the_game() -> None:
    """Neither seat can win more than -1/18 and 1/18 against the known solution of the other.

    Each of the 64 pure strategies of either seat is tried, so these two are a solution, and the
    game has this value.
    """
    first, second = by_view(SOLUTION_OF_0, 0), by_view(SOLUTION_OF_1, 1)
    assert value((first, second)) == VALUE
    assert max(value((other, second)) for other in pure_strategies(0)) == VALUE
    assert min(value((first, other)) for other in pure_strategies(1)) == VALUE


def test_number_of_views() -> None:
    """Each seat knows one of three cards at each of two moments: that is all."""
    assert len(views_to_act(0)) == 6
    assert len(views_to_act(1)) == 6


def test_view_hides_the_other_card() -> None:
    """Positions that differ only in the other's card look the same, until a showdown shows it."""
    groups: dict[tuple[int, str, str], set[tuple[str, int]]] = defaultdict(set)
    for state in all_positions():
        cards, moves = state.text.split(" ")[3:]
        if "-" in cards:
            continue
        for seat in (0, 1):
            known = cards if moves in {"pp", "bb", "pbb"} else cards[seat]
            view = state.view(seat)
            groups[seat, known, moves].add((view.text, view.digest))
    assert all(len(views) == 1 for views in groups.values())
    assert len(set.union(*groups.values())) == len(groups)


def test_view_tells_no_more_than_its_text() -> None:
    """A view has neither the state nor the other card among its attributes."""
    view = KUHN.parse("kuhn/1 position seats=2 JK p").view(0)
    assert not {"outcomes", "seen", "view", "ranking", "value_bounds"} & set(dir(view))
    assert "K" not in view.text


def test_determinize_is_uniform() -> None:
    """Each card that the other seat may hold comes up, about equally often."""
    state = KUHN.parse("kuhn/1 position seats=2 JK p")
    drawn = [state.view(0).determinize(seed).text for seed in range(400)]
    counts = {text: drawn.count(text) for text in set(drawn)}
    assert set(counts) == {f"kuhn/1 position seats=2 J{card} p" for card in "QK"}
    assert min(counts.values()) > 150


def test_determinize_keeps_what_was_shown() -> None:
    """After a showdown nothing is hidden; after a fold the other card still is."""
    shown = KUHN.parse("kuhn/1 position seats=2 JK pp")
    assert {shown.view(0).determinize(seed).text for seed in range(20)} == {shown.text}
    folded = KUHN.parse("kuhn/1 position seats=2 JK bp")
    assert len({folded.view(0).determinize(seed).text for seed in range(20)}) == 2


def test_determinize_before_the_deal() -> None:
    """Cards that nobody has are not dealt by guessing."""
    start = KUHN.new()
    assert start.view(1).determinize(1).text == start.text
    start.apply("Q")
    guesses = {start.view(1).determinize(seed).text for seed in range(30)}
    assert guesses == {f"kuhn/1 position seats=2 {card}- -" for card in "JQK"}


def test_no_other_view_is_read() -> None:
    """Of all texts that look like a view, just those are read that some position is seen as."""
    true = {state.view(seat).text for state in all_positions() for seat in (0, 1)}
    histories = [
        "-",
        *("".join(moves) for n in (1, 2, 3, 4) for moves in itertools.product("pb", repeat=n)),
    ]
    for parts in itertools.product("012", "-JQK", "-JQK", "0123", histories):
        text = "kuhn/1 view seats=2 {}:{}{} {} {}".format(*parts)
        try:
            assert KUHN.parse_view(text).text == text
        except NotationError:
            assert text not in true
        else:
            assert text in true


@pytest.mark.parametrize(
    "text",
    (
        "kuhn/1 view seats=2 0:J- 2 p extra",
        "kuhn/1 view seats=2 0:J- 2",
        "kuhn/1 view seats=2 0:J- 02 p",
        "kuhn/1 view seats=2 0J- 2 p",
        "kuhn/1 position seats=2 JK p",
        "pot/1 view",
        "",
    ),
)
def test_what_is_no_view(text: str) -> None:
    """Anything else is refused, with what was expected."""
    with pytest.raises(NotationError) as caught:
        KUHN.parse_view(text)
    assert caught.value.expected
