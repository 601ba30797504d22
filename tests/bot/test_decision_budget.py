"""Tests of carcbot.bot.decision_budget."""

import random
from typing import Literal, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.bot.decision_budget import budget_of
from carcbot.games import registry
from carcbot.games.contract import State, view_of
from carcbot.games.random_plies import random_ply
from carcbot.messages.parts import ClockSpec
from carcbot.messages.server import Request
from carcbot.referee import clocks
from tests.referee.hosts import Script, header

Kind = Literal["per_move", "sudden_death", "fischer", "delay", "bank"]
KINDS: tuple[Kind, ...] = get_args(Kind)
S = 1_000_000
START = registry.get("carcassonne").new("").text


def ask(spec: ClockSpec, main_us: int, *, gone_us: int = 0, seat: int = 0) -> Request:
    """What the referee asks when so much is on the clock, and of it so much has run already."""
    time_us = max(clocks.time_for(spec, main_us) - gone_us, 0)
    return Request("m1", 2, seat, time_us, main_us)


def limits(
    spec: ClockSpec,
    request: Request,
    state: State,
    gone_s: float = 0.0,
    margin_s: float = 0.002,
    *,
    agent: str = "mcts",
) -> tuple[float, float]:
    """Both limits of a budget."""
    budget = budget_of(spec, request, state, gone_s, margin_s, agent=agent)
    assert budget.soft_s is not None
    assert budget.hard_s is not None
    return budget.soft_s, budget.hard_s


def test_late_machine() -> None:
    """Under every clock a decision ends so much earlier that it is in time on a machine so late."""
    state = start()
    for kind in KINDS:
        spec = ClockSpec(kind, main_us=0 if kind == "per_move" else S, move_us=S // 5)
        asked = Request("m1", 2, 0, S // 5, spec.main_us)
        budget = budget_of(spec, asked, state, 0.0, 0.002, agent="mcts", late_s=0.15)
        assert budget.hard_s is not None
        assert budget.hard_s <= 0.05


def start() -> State:
    """The first position of a game of two."""
    return registry.parse(START)


def late_position(turns: int) -> State:
    """A position in which the seat to move has so many decisions left."""
    state, rng = start(), random.Random(1)
    while state.to_move < 0 or state.turns_left(state.to_move) > turns:
        state.apply(random_ply(state, rng))
    return state


POSITIONS = [START, *(late_position(turns).text for turns in (20, 10, 4, 2, 1))]


@pytest.mark.parametrize("agent", ("mcts", "heyden-star25-f5", "flat", "maxn:depth=3"))
def test_plan_of_an_agent(agent: str) -> None:
    """An agent that is told so gives each decision its share; others, early ones more."""
    spec = ClockSpec("sudden_death", 60 * S)
    joint = "," if ":" in agent else ":"
    for state, greed in ((late_position(20), 1.3), (late_position(2), 0.6)):
        asked = ask(spec, 60 * S, seat=state.to_move)
        share = (60 - 0.5) / state.turns_left(state.to_move)
        early, _ = limits(spec, asked, state, agent=agent)
        even, _ = limits(spec, asked, state, agent=f"{agent}{joint}plan=even")
        named, _ = limits(spec, asked, state, agent=f"{agent}{joint}plan=early")
        own, _ = limits(spec, asked, state, agent="mine:Mine")
        hard = 0.25 * (60 - 0.5)
        assert early == named == own == pytest.approx(min(share * greed - 0.002, hard))
        assert even == pytest.approx(min(share - 0.002, hard))


def test_decisions_of_the_examples() -> None:
    """What the worked examples count on: 36 decisions of seat 0 and 35 of seat 1."""
    assert [start().turns_left(seat) for seat in range(2)] == [36, 35]


def test_per_move() -> None:
    """Of a second 0.2 s are gone: the plan is 0.85 of what is left, the limit all but a margin."""
    spec = ClockSpec("per_move", 0, S)
    assert limits(spec, ask(spec, 0), start(), 0.2, 0.01) == pytest.approx((0.68, 0.79))


def test_sudden_death() -> None:
    """Six minutes for 36 decisions: a little more than a share now, three times that at most."""
    spec = ClockSpec("sudden_death", 360 * S)
    soft, hard = limits(spec, ask(spec, 360 * S), start())
    assert soft == pytest.approx(359.5 / 36 * 1.3 - 0.002)
    assert hard == pytest.approx(3 * soft)
    soft, _ = limits(spec, ask(spec, 360 * S), start(), 60.0)
    assert soft == pytest.approx(299.5 / 36 * 1.3 - 0.002)


@pytest.mark.parametrize("kind", ("fischer", "delay"))
def test_time_that_comes_back(kind: Literal["fischer", "delay"]) -> None:
    """What a move brings back is spent on it, besides the share of what is there."""
    spec = ClockSpec(kind, 60 * S, 2 * S)
    soft, hard = limits(spec, ask(spec, 60 * S), start())
    assert soft == pytest.approx((59.5 / 36 + 2) * 1.3 - 0.002)
    assert hard == pytest.approx(3 * soft)
    # but it is not there before the move is made
    _, hard = limits(spec, ask(spec, S), start())
    assert hard == pytest.approx(1 - 0.002)


def test_bank() -> None:
    """The second of each move is spent, and beyond it a share of the bank."""
    spec = ClockSpec("bank", 60 * S, S)
    soft, hard = limits(spec, ask(spec, 60 * S), start())
    assert soft == pytest.approx((59.5 / 36 + 1) * 1.3 - 0.002)
    assert hard == pytest.approx(3 * soft)
    # when half a minute has run, half of the bank and a second are left
    soft, _ = limits(spec, ask(spec, 60 * S, gone_us=30 * S), start())
    assert soft == pytest.approx((29.5 / 36 + 1) * 1.3 - 0.002)


def test_empty_bank() -> None:
    """Without a bank a move has its second, less the margin."""
    spec = ClockSpec("bank", 60 * S, S)
    _, hard = limits(spec, ask(spec, 0), start())
    assert hard == pytest.approx(0.998)
    _, hard = limits(spec, ask(spec, 0), start(), 0.6)
    assert hard == pytest.approx(0.398)


def test_a_long_turn_of_a_bank() -> None:
    """What a turn took beyond its second counts as it does on a clock that has no such seconds."""
    turn = Request("m1", 2, 0, 59 * S, 59 * S, turn_us=3 * S // 2)
    beyond = Request("m1", 2, 0, 59 * S, 59 * S, turn_us=S // 2)
    banked = limits(ClockSpec("bank", 60 * S, S), turn, start())
    assert banked == limits(ClockSpec("sudden_death", 60 * S), beyond, start())


def test_late_in_the_game() -> None:
    """With few decisions left a share gets less than itself."""
    state = late_position(4)
    seat = state.to_move
    turns = state.turns_left(seat)
    assert turns == 4
    spec = ClockSpec("sudden_death", 360 * S)
    soft, hard = limits(spec, ask(spec, 20 * S, seat=seat), state)
    assert soft == pytest.approx(19.5 / 4 * 0.6 - 0.002)
    assert hard == pytest.approx(0.25 * 19.5)
    # what counts for that are the decisions of all seats
    state = late_position(8)
    soft, _ = limits(spec, ask(spec, 80 * S, seat=state.to_move), state)
    assert soft == pytest.approx(79.5 / 8 * 1.3 - 0.002)


def test_seat_of_the_request() -> None:
    """The decisions that count are those of the seat that is asked."""
    spec = ClockSpec("sudden_death", 360 * S)
    soft, _ = limits(spec, ask(spec, 360 * S, seat=1), start())
    assert soft == pytest.approx(359.5 / 35 * 1.3 - 0.002)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_left(kind: Kind) -> None:
    """When all time is gone there is still a budget, for an answer at once."""
    spec = ClockSpec(kind, 10 * S, S)
    soft, hard = limits(spec, ask(spec, 10 * S), start(), 100.0)
    assert 0 < soft <= hard <= 0.001


@given(
    kind=st.sampled_from(KINDS),
    main_us=st.integers(0, 3600 * S),
    move_us=st.integers(0, 60 * S),
    ran=st.floats(0, 1.5),
    gone=st.floats(0, 1.5),
    margin_s=st.floats(0, 2),
    position=st.sampled_from(POSITIONS),
)
def test_never_more_than_there_is(
    *,
    kind: Kind,
    main_us: int,
    move_us: int,
    ran: float,
    gone: float,
    margin_s: float,
    position: str,
) -> None:
    """Whatever the clock and however late it is, the plan is within the limit, that in the time."""
    spec = ClockSpec(kind, main_us, move_us)
    request = ask(spec, main_us, gone_us=int(ran * clocks.time_for(spec, main_us)))
    gone_s = gone * request.time_us / 1e6
    soft, hard = limits(spec, request, registry.parse(position), gone_s, margin_s)
    left_s = request.time_us / 1e6 - gone_s
    assert 0 < soft <= hard
    assert hard <= max(left_s, 0.001) * (1 + 1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_within_its_clock(kind: Kind) -> None:
    """Who spends all that it may on every decision is in time until the end of the game."""
    spec = ClockSpec(kind, 20 * S, S // 10)
    main_us = [clocks.at_start(spec)] * 2
    state, rng, decisions = start(), random.Random(3), 0
    while not state.over:
        seat = state.to_move
        if seat >= 0:
            _, hard = limits(spec, ask(spec, main_us[seat], seat=seat), state)
            main_us[seat] = clocks.after(spec, main_us[seat], int(hard * 1e6))
            assert main_us[seat] >= 0
            decisions += 1
        state.apply(random_ply(state, rng))
    assert decisions > 60


def test_a_game_uses_its_time() -> None:
    """Who spends what is planned has used most of its time at the end, and not all of it."""
    spec = ClockSpec("sudden_death", 60 * S)
    main_us = [clocks.at_start(spec)] * 2
    state, rng = start(), random.Random(4)
    while not state.over:
        seat = state.to_move
        if seat >= 0:
            soft, _ = limits(spec, ask(spec, main_us[seat], seat=seat), state)
            main_us[seat] = clocks.after(spec, main_us[seat], int(soft * 1e6))
        state.apply(random_ply(state, rng))
    assert all(0 < left < 15 * S for left in main_us)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("spends", ("hard", "soft"))
def test_turns_of_several_decisions(kind: Kind, spends: str) -> None:
    """By the referee's rules for turns nobody is late, and every decision has something left.

    Who spends what is planned keeps its turns to their shares.
    """
    spec = ClockSpec(kind, 20 * S, S)
    script = Script(header("hoard", "turns=8", clock=spec))
    rng, taken = random.Random(6), dict[int, float]()
    while script.table.result is None:
        asked = script.asked()
        view = view_of(script.table.state, asked.seat)
        budget = budget_of(spec, asked, view, 0.0, 0.002, agent="mcts")
        assert budget.soft_s is not None
        assert budget.hard_s is not None
        assert 0.01 < budget.hard_s < asked.time_us / S
        spent_s = budget.hard_s if spends == "hard" else budget.soft_s
        taken[asked.turn] = taken.get(asked.turn, 0.0) + spent_s
        script.move(rng.choice(script.table.state.legal_moves()), int(spent_s * S))
    assert script.result.reason == "normal"
    assert len(script.moves) > 2 * len(taken) > 20
    if spends == "soft":
        share_s = 1 if kind == "per_move" else 20 / 8 + (kind != "sudden_death")
        assert max(taken.values()) < 1.3 * share_s
