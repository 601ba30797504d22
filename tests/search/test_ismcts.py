"""Searches for hidden cards do what their slow twin does, and find the best answer to a policy."""

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.errors import AgentError, InputError
from carcbot.games import registry
from carcbot.games.contract import CHANCE, SecretState, view_of
from carcbot.games.random_plies import draw
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.decision import board_for, decide, run
from carcbot.search.own_agent import check_agent, plays_game
from carcbot.search.whole_game import Chance, Player, play_whole_game
from tests.games.solving import best_answer, possible_positions
from tests.hypothesis_profiles import examples
from tests.search.slow_ismcts import SlowIsmcts

TREES = ("single", "multiple", "chance", "worlds")
"""Those that count visits."""
GAMES = (
    ("kuhn", ""),
    ("hoard", "seats=2,turns=3"),
    ("hoard", "seats=3,ranks=4,copies=3,turns=2"),
)


def position(game: str, options: str, seed: int) -> SecretState:
    """One of a random game in which a seat decides."""
    rng = random.Random(seed)
    found: list[SecretState] = []
    state: Any = registry.get(game).new(options)
    while not state.over:
        if state.to_move == CHANCE:
            state.apply(draw(state, rng))
            continue
        found.append(state.copy())
        state.apply(rng.choice(state.legal_moves()))
    return rng.choice(found)


PARAMETERS = st.fixed_dictionaries(
    {
        "tree": st.sampled_from(TREES),
        "worlds": st.sampled_from((1, 3, 20)),
        "joined": st.sampled_from(("off", "off", "on")),
        "c": st.sampled_from((0.0, 0.7, 3.0)),
        "s": st.sampled_from((1, 3)),
        "t": st.sampled_from((1, 2, 5)),
        "uct_after": st.sampled_from((0, 0, 5, 20)),
        "unvisited": st.sampled_from((1e9, 1.0, -2.0)),
        "others": st.sampled_from(("tree", "tree", "policy")),
        "bias": st.sampled_from((0.0, 0.0, 1.0, 20.0)),
        "bias_place": st.sampled_from(("beside", "inside")),
        "prune_k": st.sampled_from((0, 0, 1, 2)),
        "prune_a": st.sampled_from((1.0, 10.0)),
        "prune_b": st.sampled_from((1.3, 3.0)),
        "knowledge_after": st.sampled_from((0, 8)),
        "reward": st.sampled_from(("difference", "outcome")),
        "rivals": st.sampled_from(("best", "all")),
        "turns": st.sampled_from((0, 0, 1, 3)),
        "simcut": st.sampled_from((0, 0, 2)),
    }
)


@examples(50)
@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.integers(1, 250), PARAMETERS)
def test_twin(game: tuple[str, str], seed: int, simulations: int, chosen: dict[str, Any]) -> None:
    """Every visit and every total at the root, whatever is chosen."""
    state = position(*game, seed)
    view = state.view(state.to_move)
    text = ",".join(
        f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"
        for name, value in chosen.items()
    )
    searcher = parse_agent(f"ismcts:{text}").searcher(view.text, seed)
    progress = run(searcher, Budget(simulations=simulations), board_for(16))
    slow = SlowIsmcts(view, seed, **chosen)
    for _ in range(simulations):
        slow.simulate()
    own, seats = view.to_move, view.seats
    for (visits, total), (slow_visits, totals) in zip(progress.moves, slow.rows(), strict=True):
        assert visits == slow_visits
        if visits:
            lead = totals[own]
            if chosen["reward"] == "difference":
                others = [totals[other] for other in range(seats) if other != own]
                lead -= max(others) if chosen["rivals"] == "best" else sum(others)
            assert total == pytest.approx(lead / chosen["s"], abs=1e-9)


SMALL = (
    ("kuhn", "", ("Q", "K")),
    ("hoard", "seats=2,ranks=2,copies=2,hand=1,turns=1", ("1", "2", "2")),
    ("hoard", "seats=2,ranks=3,copies=2,hand=1,turns=1", ("2", "1", "3")),
)
"""Positions with a decision now and one later, which depends on what was hidden before."""


def small(game: str, options: str, draws: tuple[str, ...]) -> tuple[Any, float, Any]:
    """Such a position, what the first seat's best answer to random play is worth, and its view."""
    start: Any = registry.get(game).new(options)
    state = start.copy()
    saw = []
    for text in draws:
        saw.append(state.seen(text, 0))
        state.apply(text)
    return state, float(best_answer(possible_positions(start, 0, saw), 0)), state.view(0)


@pytest.mark.parametrize("tree", ("single", "multiple"))
@pytest.mark.parametrize(("game", "options", "draws"), SMALL)
def test_best_answer_to_a_policy(
    game: str, options: str, draws: tuple[str, ...], tree: str
) -> None:
    """Against another who chooses at random it finds what its best answer is worth."""
    _, worth, view = small(game, options, draws)
    agent = parse_agent(f"ismcts:tree={tree},others=policy,c=2,sims=100000")
    assert decide(agent, view.text, seed=3).value == pytest.approx(worth, abs=0.03)


def test_strategy_fusion() -> None:
    """Trees of guesses believe that a seat will know later what it cannot know.

    In Kuhn poker who passes with a queen and calls a bet gets 0 on the average, as the tree of what
    a seat sees finds; who knew the other's card would call the jack's bets only, and get 0.5.
    """
    _, _, view = small(*SMALL[0])
    values = {}
    for tree in ("single", "worlds"):
        agent = parse_agent(f"ismcts:tree={tree},others=policy,c=8,worlds=50,sims=200000")
        rows = decide(agent, view.text, seed=3).moves
        values[tree] = next(row.value for row in rows if row.move == "pass")
    assert values["single"] == pytest.approx(0, abs=0.2)  # less what it loses by trying
    assert values["worlds"] > values["single"] + 0.4


@pytest.mark.parametrize("tree", TREES)
def test_goes_on_with_its_tree(tree: str) -> None:
    """What was found out about a later decision of the same turn is kept, until others move."""
    state: Any = registry.get("hoard").new("seats=2,turns=3")
    rng = random.Random(4)
    while state.step != "draw":
        state.apply(draw(state, rng))
    seat = state.to_move
    searcher = parse_agent(f"ismcts:tree={tree},worlds=3").searcher(state.view(seat).text, 1)
    before = run(searcher, Budget(simulations=3000), board_for(16))
    assert sum(visits for visits, _ in before.moves) == 3000
    state.apply("open")
    searcher.advance("open")
    assert searcher.position == state.view(seat).text
    after = run(searcher, Budget(simulations=1), board_for(16))
    assert 1000 < sum(visits for visits, _ in after.moves) < 3001
    for _ in range(6):  # the other's turn comes in between
        legal = state.legal_moves()
        ply = rng.choice(legal) if legal else rng.choice(state.outcomes())[0]
        searcher.advance(state.seen(ply, seat))
        state.apply(ply)
    while state.to_move != seat:
        legal = state.legal_moves()
        ply = rng.choice(legal) if legal else rng.choice(state.outcomes())[0]
        searcher.advance(state.seen(ply, seat))
        state.apply(ply)
    assert searcher.position == state.view(seat).text
    later = run(searcher, Budget(simulations=50), board_for(16))
    assert len(later.moves) == len(state.legal_moves())


def test_votes() -> None:
    """Each tree has a vote; the move with most of them is made."""
    state = position("hoard", "seats=2,turns=3", 3)
    view = state.view(state.to_move)
    agent = parse_agent("ismcts:tree=votes,worlds=15,sims=600")
    thought = decide(agent, view.text, seed=5)
    assert sum(row.visits for row in thought.moves) == 15
    most = max(row.visits for row in thought.moves)
    assert most == next(row.visits for row in thought.moves if row.move == thought.best)


def test_votes_that_are_equal() -> None:
    """Of moves with as many votes the one with the most visits, as the same trees add them up."""
    state = position("hoard", "seats=4,ranks=5,copies=4,hand=3,turns=10", 2)
    view = state.view(state.to_move).text
    ties = decided = 0
    for seed in range(60):
        votes, visits = (
            decide(parse_agent(f"ismcts:tree={tree},worlds=4,sims=60"), view, seed)
            for tree in ("votes", "worlds")
        )
        most = max(row.visits for row in votes.moves)
        tied = [row.move for row in votes.moves if row.visits == most]
        tried = {row.move: row.visits for row in visits.moves}
        assert tried[votes.best] == max(tried[move] for move in tied)
        assert votes.best in tied
        ties += len(tied) > 1
        decided += len({tried[move] for move in tied}) > 1
    assert ties > 5
    assert decided > 3


@pytest.mark.parametrize("name", [name for name in registry.native_names() if name != "pot"])
def test_every_game(name: str) -> None:
    """It plays all games, and the same seed and limit give the same thought."""
    rng = random.Random(1)
    state: Any = registry.get(name).new("")
    while state.to_move == CHANCE:
        state.apply(rng.choice(state.outcomes())[0])
    view = view_of(state, state.to_move)
    for tree in (*TREES, "votes"):
        agent = parse_agent(f"ismcts:tree={tree},worlds=4,turns=5,uct_after=3,bias=1,sims=200")
        one, other = (decide(agent, view.text, seed=9) for _ in range(2))
        assert one.best in view.legal_moves()
        assert (one.value, one.nodes, one.moves) == (other.value, other.nodes, other.moves)


@pytest.mark.parametrize(
    ("text", "wrong"),
    (
        ("prune_k=3,prune_b=1", "prune_b"),
        ("share=0.5", "share"),
        ("share=1.5,turns=10", "share"),
        ("tree=none", "tree"),
        ("turns=-1", "turns"),
    ),
)
def test_what_does_not_go_together(text: str, wrong: str) -> None:
    """It is refused before anything runs, with the parameter's name."""
    with pytest.raises(AgentError, match=wrong):
        parse_agent(f"ismcts:{text}")


def lead_of_cheats(game: str, options: str, cheats: str) -> int:
    """Points of who looks at hidden cards less those of who does not, in mirrored pairs."""
    start: Any = registry.get(game).new(options)
    honest, looking = (
        parse_agent(f"ismcts:sims=300,c=4,tree=chance,cheats={each}") for each in ("never", cheats)
    )
    lead = 0
    for seed in range(100):
        for seat in (0, 1):
            agents = (looking, honest) if seat == 0 else (honest, looking)
            players = [Player(agent, Budget(), seed) for agent in agents]
            chance = Chance(seed, one_deck=False)
            played = play_whole_game(game, start, start.text, players, chance=chance, grace_s=1)
            lead += played.scores[seat] - played.scores[1 - seat]
    return lead


def test_who_looks_at_hidden_cards_wins() -> None:
    """To know the other's card is worth much in Kuhn poker, to know the next draws in Hoard."""
    assert lead_of_cheats("kuhn", "", "hands") > 10
    assert lead_of_cheats("hoard", "seats=2,turns=3", "draws") > 50


def test_nobody_cheats_where_others_play() -> None:
    """Whatever holds a view only refuses such an agent before it thinks."""
    state = position("hoard", "", 1)
    with pytest.raises(AgentError, match="hidden"):
        parse_agent("ismcts:cheats=hands").searcher(state.view(state.to_move).text, 1)
    with pytest.raises(AgentError, match="hidden"):
        check_agent("ismcts:cheats=draws", "hoard")
    assert not plays_game("ismcts:cheats=draws", "hoard")


@pytest.mark.parametrize("tree", TREES)
def test_a_full_tree_learns_on(tree: str) -> None:
    """It grows to its limit of memory and no further, and simulations go on."""
    state = position("hoard", "seats=4,ranks=5,copies=4,hand=3,turns=10", 2)
    view = state.view(state.to_move)
    agent = parse_agent(f"ismcts:tree={tree},worlds=4,memory=1,sims=20000")
    thought = decide(agent, view.text, seed=5)
    assert thought.simulations == 20000
    assert thought.nodes < 15000
    assert thought.memory < 1.5 * 2**20


def test_wide_decisions_keep_to_the_memory() -> None:
    """What a node's moves take counts, too: where they are many a full tree gets none of them."""
    state = position("ticket_to_ride", "seats=2", 3)
    agent = parse_agent("ismcts:memory=1,t=20,sims=20000")
    thought = decide(agent, state.view(state.to_move).text, seed=5)
    assert thought.simulations == 20000
    assert thought.memory < 1.5 * 2**20


def test_a_refused_ply_changes_nothing() -> None:
    """Who goes on after a text that is none thinks on with the same tree."""
    state = position("hoard", "", 1)
    view = state.view(state.to_move)
    searcher = parse_agent("ismcts").searcher(view.text, 1)
    first = run(searcher, Budget(simulations=200), board_for(len(view.legal_moves())))
    legal = view.legal_moves()[0]
    with pytest.raises(InputError):
        searcher.advance(f"{legal}7")
    assert searcher.position == view.text
    again = run(searcher, Budget(simulations=200), board_for(len(view.legal_moves())))
    assert [sum(visits for visits, _ in each.moves) for each in (first, again)] == [200, 400]


@pytest.mark.parametrize("family", ("mcts", "ismcts", "star:depth=2"))
def test_threads_take_turns(family: str) -> None:
    """A searcher that several threads ask answers one after the other, and all of them."""
    state = position("pot" if "star" in family or family == "mcts" else "hoard", "", 1)
    view = view_of(state, state.to_move)
    searcher = parse_agent(family).searcher(view.text, 1)
    with ThreadPoolExecutor(4) as threads:
        asked = [
            threads.submit(run, searcher, Budget(simulations=3000), board_for(100))
            for _ in range(8)
        ]
    assert all(each.result().moves for each in asked)
