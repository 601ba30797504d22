"""Agents for Ticket to Ride: each plays, and what is in the name of a thesis's is in it."""

import random
from collections import Counter

import pytest

from carcbot.errors import AgentError, InputError
from carcbot.games.contract import CHANCE, view_of
from carcbot.games.random_plies import draw
from carcbot.games.ticket_to_ride import TICKET_TO_RIDE
from carcbot.games.ticket_to_ride.presets import PRESETS
from carcbot.games.ticket_to_ride.table import table_of
from carcbot.search.agent import parse_agent
from carcbot.search.budget import UNLIMITED
from carcbot.search.decision import decide
from carcbot.search.own_agent import plays_game
from carcbot.search.whole_game import Chance, Player, play_whole_game

NAMES = [preset.name for preset in PRESETS if preset.name.startswith("huchler-")]
READING = "reading=thesis"


@pytest.mark.parametrize("name", NAMES)
def test_a_few_turns_of_each(name: str) -> None:
    """With a handful of simulations it plays a whole game against random moves, cheats too."""
    start = TICKET_TO_RIDE.new(READING, seats=2)
    players = [Player(parse_agent(text), UNLIMITED, 1) for text in (f"{name}:sims=3,t=2", "random")]
    chance = Chance(4, one_deck=False)
    played = play_whole_game(
        "ticket_to_ride", start, start.text, players, chance=chance, grace_s=60
    )
    assert sorted(played.ranking) in ([1, 1], [1, 2])


@pytest.mark.parametrize("name", NAMES)
def test_who_cheats_plays_only_among_our_own(name: str) -> None:
    """Those that see hidden things are refused where others play, and no other is."""
    cheats = "huchler-cp" in name or "huchler-fcp" in name
    assert parse_agent(name).settings.cheats == cheats
    assert plays_game(name, "ticket_to_ride") == (not cheats)


@pytest.mark.parametrize(
    ("name", "values"),
    (
        ("huchler-so", {"tree": "single", "c": 2.82843, "unvisited": 1, "policy": "no-tickets"}),
        ("huchler-so-pub", {"prune_k": 5, "prune_a": 25, "prune_b": 1.3, "bias": 2}),
        ("huchler-so-ps", {"policy": "rules", "turns": 0, "bias": 0}),
        ("huchler-mo-t", {"tree": "multiple", "turns": 45}),
        ("huchler-fso-ratio", {"tree_turns": 1, "final": "best-value"}),
        ("huchler-uct-5", {"tree": "worlds", "worlds": 5, "reward": "outcome"}),
        ("huchler-votes-20-pub", {"tree": "votes", "worlds": 20, "bias": 2}),
        ("huchler-fcp", {"cheats": "hands", "tree_turns": 1}),
        ("huchler-cp-u", {"cheats": "draws", "tree_turns": 0}),
        ("huchler-so-wmr", {"guess": "worst-random"}),
        ("huchler-so-pub-ps-wm", {"guess": "worst", "policy": "rules", "bias": 2}),
    ),
)
def test_what_a_name_stands_for(name: str, values: dict[str, object]) -> None:
    """The thesis's numbers (5.2.1), on the scale of 1 and -1."""
    agent = parse_agent(name)
    assert {key: agent.values[key] for key in values} == values
    assert agent.values["ruled"] is True


@pytest.mark.parametrize(
    ("text", "wrong"),
    (("prune_b=1", "prune_b"), ("turns=-1", "turns"), ("tree_turns=-1", "tree_turns")),
)
def test_wrong_parameters_are_refused(text: str, wrong: str) -> None:
    """Before anything runs, with the parameter's name."""
    with pytest.raises(AgentError, match=wrong):
        parse_agent(f"huchler-so-pub:{text}")


@pytest.mark.parametrize(
    ("wrong", "known"),
    (
        ("guess=best", "one of uniform, "),
        ("policy=greedy", "one of uniform, "),
        ("rules=house", "one of thesis, planner"),
    ),
)
def test_words_that_the_game_does_not_know_are_refused(wrong: str, known: str) -> None:
    """Before a search begins, with those that it knows."""
    view = TICKET_TO_RIDE.new(READING, seats=2).view(0).text
    with pytest.raises(InputError, match=known):
        parse_agent(f"huchler-so:{wrong}").searcher(view, 1)


def test_rules_of_thumb_decide_without_a_search() -> None:
    """First tickets by the rule, without one simulation; everything else by simulations."""
    rng = random.Random(5)
    state = TICKET_TO_RIDE.new(READING, seats=2)
    ruled = searched = 0
    while state.turn < 8:
        if state.to_move == CHANCE:
            state.apply(draw(state, rng))
            continue
        view = state.view(state.to_move)
        thought = decide(parse_agent("huchler-so:sims=30"), view.text, 3)
        free = decide(parse_agent("huchler-so:sims=30,ruled=off"), view.text, 3)
        assert free.simulations == 30
        if state.step == "start":
            assert thought.simulations == 0
            assert thought.best.count("+") == 1
            ruled += 1
        else:
            assert thought.simulations == 30
            searched += 1
        state.apply(thought.best)
    assert (ruled, searched) == (2, searched)
    assert searched > 5


def test_our_best_searches_where_much_is_at_stake() -> None:
    """Tickets, turns without lines to build and those near the end; what else, the planner says."""
    rng = random.Random(2)
    state = TICKET_TO_RIDE.new(seats=2)
    searched: Counter[str] = Counter()
    while not state.over:
        if state.to_move == CHANCE:
            state.apply(draw(state, rng))
            continue
        view = state.view(state.to_move)
        planned = decide(parse_agent("planner"), view.text, 1).best
        thought = decide(parse_agent("dispatcher:sims=60"), view.text, 3)
        if thought.simulations == 20:
            assert thought.best == planned
            assert state.step in {"turn", "second"}
            seats = table_of(state).seats
            assert state.step == "second" or min(seat.trains for seat in seats) > 12
            searched["by rule"] += 1
        else:
            assert thought.simulations == 60
            searched[state.step] += 1
        state.apply(planned)
    assert searched["start"] == 2
    assert searched["by rule"] > 20
    assert searched["turn"] > 3
    assert "second" not in searched


def test_flat_is_a_tree_of_one_turn() -> None:
    """Its tree has the decisions of the turn that is due, and none of the turns that follow."""
    rng = random.Random(5)
    state = TICKET_TO_RIDE.new(READING, seats=2)
    while state.to_move == CHANCE or state.step != "turn":
        move = draw(state, rng) if state.to_move == CHANCE else state.legal_moves()[0]
        state.apply(move)
    view = state.view(state.to_move)
    flat, tree = (
        decide(parse_agent(f"{name}:sims=3000"), view.text, 3)
        for name in ("huchler-fso", "huchler-so")
    )
    assert flat.depth <= 2 < tree.depth
    assert flat.nodes < tree.nodes


def test_two_cards_can_be_one_choice() -> None:
    """The second card is chosen as if nothing was known of what chance did after the first."""
    rng = random.Random(5)
    state = TICKET_TO_RIDE.new(READING, seats=2)
    while state.to_move == CHANCE or state.step != "turn":
        move = draw(state, rng) if state.to_move == CHANCE else state.legal_moves()[0]
        state.apply(move)
    goes_on = {move for move in state.legal_moves() if move == "blind" or "take:" in move}
    goes_on.discard("take:L")
    view = state.view(state.to_move)
    joined, apart = (
        decide(parse_agent(f"ismcts:tree_turns=1,turns=1,sims=2000{each}"), view.text, 3)
        for each in (",joined=on", "")
    )
    assert joined.nodes == len(goes_on)
    assert apart.nodes > 3 * joined.nodes


def whole_game(one: str, other: str, seed: int, options: str = "") -> list[int]:
    """The points of two agents."""
    start = TICKET_TO_RIDE.new(options, seats=2)
    players = [Player(parse_agent(text), UNLIMITED, seed) for text in (one, other)]
    chance = Chance(seed, one_deck=False)
    played = play_whole_game(
        "ticket_to_ride", start, start.text, players, chance=chance, grace_s=60
    )
    return list(played.scores)


def test_the_planner_is_far_ahead_of_random_moves() -> None:
    """In each of a few games, from both seats, by either reading of the rules."""
    for seed, options in enumerate(("", "reading=thesis")):
        ours, theirs = whole_game("planner", "random", seed, options)
        assert ours > theirs + 40
        theirs, ours = whole_game("random", "planner", seed, options)
        assert ours > theirs + 40


def test_our_best_has_a_value_for_several_moves_of_each_decision() -> None:
    """So that hints are never empty, first tickets and forced draws of tickets included."""
    rng = random.Random(5)
    asked = 0
    for options in ("seats=2", "seats=3,reading=thesis"):
        state = TICKET_TO_RIDE.new(options)
        while not state.over:
            if state.to_move == CHANCE:
                state.apply(draw(state, rng))
                continue
            moves = state.legal_moves()
            if rng.random() < 0.2 or state.step in {"start", "keep"}:
                known = view_of(state, state.to_move).text
                thought = decide(parse_agent("dispatcher:sims=30"), known, seed=1)
                assert thought.best in moves
                looked_at = [each for each in thought.moves if each.visits]
                assert len(looked_at) >= min(2, len(moves))
                asked += 1
            state.apply(rng.choice(moves))
    assert asked > 20
