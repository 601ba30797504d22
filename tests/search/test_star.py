"""Expectimax and its pruned forms return exactly what the slow twin of Expectimax returns."""

import itertools
import random
from collections.abc import Callable
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot import _native
from carcbot.games import registry
from carcbot.games.contract import CHANCE, State
from carcbot.lab import positions
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.decision import decide
from carcbot.search.thought import Thought
from tests.hypothesis_profiles import examples
from tests.search.slow_expectimax import SlowExpectimax, lead, slow_maxn
from tests.search.toys import endings, groves, pot_positions

PRUNED = (
    *(f"star:f={f}" for f in (0, 1, 2, 3, 5, 50)),
    *(f"star:f={f},probing=cyclic" for f in (1, 2, 3, 5)),
)
FORMS = ("expectimax:", *PRUNED)
WAYS = ("table=0", "table=1", "table=1,likely=off", "deepening=off,table=0", "table=0,likely=off")


def worth_by(name: str, evaluation: str) -> Callable[[State], list[int]]:
    """The game's own evaluation, which is tested elsewhere."""
    module = getattr(_native, name)

    def worth(state: State) -> list[int]:
        found: list[int] = module.worth(state, evaluation)
        return found

    return worth


def judge(
    state: State,
    depth: int,
    *,
    bound: int,
    dynamic: bool,
    rivals: str,
    evaluation: str,
    width: int = 0,
) -> tuple[SlowExpectimax, dict[str, int]]:
    """The slow twin, and what it says of each move."""
    name = registry.game_of(state.text).name
    worth = worth_by(name, evaluation)
    seat = state.to_move
    centre = lead(worth(state), seat, rivals) if dynamic else 0
    low, high = centre - 1000 * bound, centre + 1000 * bound
    slow = SlowExpectimax(worth, seat, low, high, rivals, width)
    values = slow.move_values(state, depth)
    if width and not slow.cut_off:  # down to the end of the game all moves are looked at
        slow = SlowExpectimax(worth, seat, low, high, rivals)
        values = slow.move_values(state, depth)
    return slow, values


def searched(form: str, way: str, state: State, text: str) -> Thought:
    """What a search thinks."""
    joint = "" if form.endswith(":") else ","
    return decide(parse_agent(f"{form}{joint}{way},{text}"), state.text, 1)


def check_against_twin(
    state: State,
    depth: int,
    *,
    bound: int = 20,
    dynamic: bool = True,
    rivals: str = "best",
    evaluation: str = "points",
    forms: tuple[str, ...] = FORMS,
    ways: tuple[str, ...] = WAYS,
    order: str = "usual",
    width: int = 0,
) -> None:
    """All forms in all ways return the twin's value, and a move that has it."""
    slow, values = judge(
        state,
        depth,
        bound=bound,
        dynamic=dynamic,
        rivals=rivals,
        evaluation=evaluation,
        width=width,
    )
    best = max(values.values())
    text = (
        f"depth={depth},bound={bound},bounds={'dynamic' if dynamic else 'fixed'},"
        f"rivals={rivals},eval={evaluation},order={order}" + (f",width={width}" if width else "")
    )
    for form, way in itertools.product(forms, ways):
        thought = searched(form, way, state, text)
        found = round(thought.value * 1000)
        assert found == best, (form, way, text, state.text)
        assert values[thought.best] == best, (form, way, text, state.text)
        if form == "expectimax:" and way == "deepening=off,table=0":
            assert thought.leaves == slow.leaves
            assert [round(move.value * 1000) for move in thought.moves] == list(values.values())


@pytest.mark.parametrize("options", ("ones=1,twos=1,threes=1", "ones=2,twos=0,threes=1"))
@pytest.mark.parametrize("seats", (2, 3))
def test_pot_exhaustively(options: str, seats: int) -> None:
    """In every position of a small game, to every depth, until the game is known."""
    for state in pot_positions(f"seats={seats},{options}", 10**6):
        for depth in (1, 2, 3):
            check_against_twin(state, depth, forms=FORMS[::3], ways=("table=1", "table=0"))


@pytest.mark.parametrize("seats", (2, 4))
def test_pot_whole(seats: int) -> None:
    """A whole game of six chips from its beginning, in which positions are met by many ways."""
    state = registry.get("pot").new(f"seats={seats},ones=2,twos=2,threes=1")
    state.apply("2")
    for rivals in ("best", "all"):
        check_against_twin(state, 5, rivals=rivals, forms=("expectimax:", "star:f=1", "star:f=5"))


@examples(800)
@given(
    groves(),
    st.sampled_from((1, 2, 15, 100, 5000)),
    st.tuples(st.booleans(), st.sampled_from(("best", "all"))),
    st.sampled_from(PRUNED),
    st.sampled_from(WAYS),
)
def test_random_trees(
    grove: tuple[State, int], bound: int, bounds: tuple[bool, str], form: str, way: str
) -> None:
    """In trees with chances, sizes and turns of every kind, with bounds that are tight or wide."""
    state, depth = grove
    check_against_twin(
        state,
        depth,
        bound=bound,
        dynamic=bounds[0],
        rivals=bounds[1],
        forms=("expectimax:", form),
        ways=(way,),
    )


@examples(400)
@given(
    groves(),
    st.tuples(st.sampled_from((2, 15, 5000)), st.sampled_from(("best", "all"))),
    st.sampled_from(PRUNED),
    st.sampled_from(WAYS),
    st.integers(0, 3),
)
def test_the_best_moves_first(
    grove: tuple[State, int], bound_and_rivals: tuple[int, str], form: str, way: str, width: int
) -> None:
    """By worth nothing else comes out; and with a width, what comes of the best moves alone."""
    state, depth = grove
    bound, rivals = bound_and_rivals
    check_against_twin(
        state,
        depth,
        bound=bound,
        rivals=rivals,
        forms=(form,) if width else ("expectimax:", form),
        ways=(way,),
        order="worth",
        width=width,
    )


@pytest.mark.parametrize(
    ("seats", "tiles", "depth", "count"), ((2, 1, 2, 4), (2, 2, 3, 6), (2, 3, 3, 2), (3, 2, 2, 3))
)
def test_endings_of_carcassonne(seats: int, tiles: int, depth: int, count: int) -> None:
    """At the end of real games, with every evaluation and move order, to the last tile."""
    for number, state in enumerate(endings(seats, tiles, count)):
        check_against_twin(
            state,
            depth,
            evaluation=("virtual", "heyden", "heyden-intuitive", "judge")[number % 4],
            order=("features", "none", "meeple-first", "worth")[number % 4],
            bound=(20, 3, 200, 60)[number % 4],
            forms=("expectimax:", "star:f=0", "star:f=1", "star:f=5", "star:f=3,probing=cyclic"),
            ways=("table=1", "deepening=off,table=0"),
        )


def test_middle_of_carcassonne() -> None:
    """Two decisions ahead before the end, where tiles that fit nowhere are left out."""
    states = [registry.parse(each.text) for each in positions.load()]
    states.sort(key=lambda state: len(state.legal_moves()))
    for state in states[:4]:
        check_against_twin(
            state,
            2,
            evaluation="heyden",
            order="features",
            forms=("expectimax:", "star:f=0", "star:f=1", "star:f=5"),
            ways=("table=0", "deepening=off,table=0"),
        )


@pytest.mark.parametrize(
    ("agent", "change"),
    (
        ("heyden-star1", -0.037),
        ("heyden-star2", -0.016),
        ("heyden-star25-f5-depth2", 0.005),
        ("heyden-star25-f5:depth=2", -0.007),
    ),
)
def test_likely_draws_first(agent: str, change: float) -> None:
    """Moves and values stay, and nodes change as docs/searches.md says, in the fifty positions."""
    joint = "," if ":" in agent else ":"
    nodes: dict[str, list[int]] = {"off": [], "on": []}
    for position in positions.load():
        thoughts = {
            way: decide(parse_agent(f"{agent}{joint}likely={way}"), position.text, 1)
            for way in nodes
        }
        for way, thought in thoughts.items():
            nodes[way].append(thought.nodes)
        assert (thoughts["on"].best, thoughts["on"].value) == (
            thoughts["off"].best,
            thoughts["off"].value,
        )
    assert sum(nodes["on"]) / sum(nodes["off"]) - 1 == pytest.approx(change, abs=5e-4)
    changes = [on / off for on, off in zip(nodes["on"], nodes["off"], strict=True)]
    assert median(changes) == 1


def test_leaves() -> None:
    """To depth 2 no form looks at more leaves than there are: none is looked at twice."""
    for position in positions.load()[::5]:
        leaves = {
            form: decide(
                parse_agent(f"{form},deepening=off,depth=2,table=0,eval=heyden,order=features"),
                position.text,
                1,
            ).leaves
            for form in ("expectimax:likely=on", "star:f=0", "star:f=1", "star:f=5")
        }
        everything = leaves.pop("expectimax:likely=on")
        for form, count in leaves.items():
            assert count <= everything, (form, position.name)


@examples(100)
@given(groves(), st.sampled_from(PRUNED))
def test_leaves_of_random_trees(grove: tuple[State, int], form: str) -> None:
    """No form looks at more leaves than there are: what was probed is not searched again."""
    state, depth = grove
    text = f"deepening=off,depth={depth},table=0"
    everything = decide(parse_agent(f"expectimax:{text}"), state.text, 1)
    pruned = decide(parse_agent(f"{form},{text}"), state.text, 1)
    assert pruned.leaves <= everything.leaves


@examples(100)
@given(groves(), st.sampled_from(("best", "all")))
def test_maxn(grove: tuple[State, int], rivals: str) -> None:
    """max^n gives each seat what the slow twin says."""
    state, depth = grove
    worth = worth_by("grove", "points")
    expected = slow_maxn(state, depth, worth, rivals)
    thought = decide(parse_agent(f"maxn:depth={depth},rivals={rivals}"), state.text, 1)
    assert round(thought.value * 1000) == expected[state.to_move]
    values = {}
    for move in state.legal_moves():
        after = state.copy()
        after.apply(move)
        values[move] = slow_maxn(after, depth - 1, worth, rivals)[state.to_move]
    assert values[thought.best] == max(values.values())


def test_two_seats_are_one_against_one() -> None:
    """For two seats max^n and Expectimax are the same."""
    for state in pot_positions("seats=2,ones=1,twos=1,threes=1", 20):
        for depth in (1, 2, 3):
            text = f"depth={depth}"
            both = [
                decide(parse_agent(f"{name}:{text}{more}"), state.text, 1)
                for name, more in (("maxn", ""), ("expectimax", ",bound=1000"))
            ]
            assert abs(both[0].value - both[1].value) <= 0.001 * depth


def test_maxn_with_less_depth() -> None:
    """A limit of depth holds for max^n as well."""
    state = registry.get("grove").new("decisions=4,moves=3,seats=3,seed=5")
    state.apply("o0")
    for depth in (1, 2, 3):
        limited = decide(parse_agent("maxn:depth=4"), state.text, 1, Budget(depth=depth))
        assert limited.moves == decide(parse_agent(f"maxn:depth={depth}"), state.text, 1).moves


BAGS = st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(1, 3))


@examples(150)
@given(BAGS, st.integers(0, 2**32), st.sampled_from((0.5, 1, 3)), st.sampled_from((0, 1, 3)))
def test_table_in_larger_pots(
    bag: tuple[int, int, int], seed: int, bound: float, probes: int
) -> None:
    """Where positions are met by many ways and windows are narrow, what the table says is right."""
    ones, twos, threes = bag
    state = registry.get("pot").new(f"seats=2,ones={ones},twos={twos},threes={threes}")
    rng = random.Random(seed)
    for _ in range(rng.randrange(1, 6)):
        plies = state.legal_moves() or [text for text, _ in state.outcomes()]
        if plies:
            state.apply(rng.choice(plies))
    while state.to_move == CHANCE:
        state.apply(rng.choice(state.outcomes())[0])
    if state.over:
        return
    text = f"depth=6,bound={bound}"
    exact = decide(parse_agent(f"expectimax:{text},table=0"), state.text, 1)
    worth = {row.move: row.value for row in exact.moves}
    for way in ("table=1", "table=1,deepening=off", "table=1,likely=off"):
        thought = decide(parse_agent(f"star:f={probes},{text},{way}"), state.text, 1)
        assert thought.value == exact.value, (way, state.text)
        assert worth[thought.best] == exact.value
