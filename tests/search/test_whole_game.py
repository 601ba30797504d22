"""Tests of carcbot.search.whole_game; that its games are the right ones, tests/contest says."""

from collections import Counter
from typing import Any

import pytest

from carcbot import _native
from carcbot.errors import AgentError, InputError
from carcbot.games import registry
from carcbot.games.contract import CHANCE
from carcbot.search.agent import parse_agent
from carcbot.search.budget import UNLIMITED, Budget
from carcbot.search.decision import board_for, run
from carcbot.search.whole_game import Chance, Player, play_whole_game


def test_chance_by_weight() -> None:
    """Outcomes come by their weights: each count is within 5 standard deviations of its mean."""
    chance = Chance(7, one_deck=True)
    weights = [1, 2, 5, 32]
    drawn = Counter(chance.pick(weights, 0) for _ in range(40_000))
    for outcome, weight in enumerate(weights):
        share = weight / sum(weights)
        deviation = (40_000 * share * (1 - share)) ** 0.5
        assert abs(drawn[outcome] - 40_000 * share) < 5 * deviation


def test_weights_that_no_number_holds() -> None:
    """More weight than the core can count is refused, and not wrapped around."""
    with pytest.raises(InputError, match="too many together"):
        Chance(1, one_deck=True).pick([2**31 - 1, 2**31 - 1, 2], 0)


def test_nobody_at_a_seat() -> None:
    """A seat without a player is refused."""
    nobody: Any = [None, None]
    start = _native.pot.new_game("seats=2")
    with pytest.raises(InputError, match="nobody plays a seat"):
        _native.pot.play_game(start, nobody, Chance(1, one_deck=True), 0)


def test_one_deck() -> None:
    """Of one deck the k-th draw is the same, whoever has moved."""
    one, other = Chance(3, one_deck=True), Chance(3, one_deck=True)
    assert [one.pick([5] * 9, -1) for _ in range(99)] == [
        other.pick([5] * 9, number % 6) for number in range(99)
    ]


def test_streams_of_seats() -> None:
    """Without a deck a seat's draws do not depend on how often others draw in between."""
    busy, quiet = Chance(3, one_deck=False), Chance(3, one_deck=False)
    mine = []
    for number in range(50):
        for _ in range(number % 4):
            busy.pick([5] * 9, 1)
        mine.append(busy.pick([5] * 9, 0))
    assert mine == [quiet.pick([5] * 9, 0) for _ in range(50)]
    assert mine != [quiet.pick([5] * 9, 1) for _ in range(50)]


@pytest.mark.parametrize(("weights", "mover"), (([], 0), ([1, 0], 0), ([1], 6), ([1], -2)))
def test_refused_draws(weights: list[int], mover: int) -> None:
    """There is nothing to draw from no weights, and no stream of a seat that does not exist."""
    with pytest.raises(InputError):
        Chance(1, one_deck=False).pick(weights, mover)


def test_players_and_seats() -> None:
    """There has to be one player for each seat."""
    state = registry.get("pot").new(seats=3)
    players = [Player(parse_agent("random"), Budget(), 1)] * 2
    with pytest.raises(InputError, match="one for each seat"):
        play_whole_game(
            "pot", state, state.text, players, chance=Chance(1, one_deck=False), grace_s=0
        )


def test_searches_of_another_game() -> None:
    """Nobody plays a game with a search that holds a position of another one."""
    grove = registry.get("grove").new(seats=2)
    stray = _native.matches.Player(parse_agent("random").searcher(grove.text, 1), Budget())
    start = _native.pot.parse_position(registry.get("pot").new(seats=2).text)
    with pytest.raises(InputError, match="a search of another game"):
        _native.pot.play_game(start, [stray, stray], Chance(1, one_deck=False), 0)


def test_endless() -> None:
    """A search that nothing would end is not begun."""
    state = registry.get("pot").new(seats=2)
    players = [Player(parse_agent("mcts"), Budget(), 1)] * 2
    with pytest.raises(AgentError, match="mcts would think for ever"):
        play_whole_game(
            "pot", state, state.text, players, chance=Chance(1, one_deck=False), grace_s=0
        )


def test_the_start_stays() -> None:
    """The first position is as it was, and the same seeds give the same game."""
    state = registry.get("carcassonne").new("expansions=river", seats=2)
    text = state.text
    players = [Player(parse_agent(name), Budget(), 5) for name in ("mcts:sims=10", "random")]
    games = [
        play_whole_game(
            "carcassonne", state, text, players, chance=Chance(2, one_deck=True), grace_s=0
        )
        for _ in range(2)
    ]
    assert state.text == text
    assert games[0].plies == games[1].plies
    assert games[0].efforts[0].simulations == 10 * games[0].efforts[0].decisions


@pytest.mark.parametrize("agent", ("puct:sims=20", "puct:sims=20,final=best-value", "mcts:sims=30"))
def test_plays_the_best_of_a_search(agent: str) -> None:
    """Each move is the one that the search calls its best, also where several have equal visits."""
    agents = [parse_agent(agent), parse_agent(agent)]
    start = registry.get("carcassonne").new(seats=2)
    players = [Player(each, UNLIMITED, seat) for seat, each in enumerate(agents)]
    played = play_whole_game(
        "carcassonne", start, start.text, players, chance=Chance(4, one_deck=True), grace_s=0
    )
    state = start.copy()
    searches = [each.searcher(start.text, seat) for seat, each in enumerate(agents)]
    for ply in played.plies.split():
        if state.to_move != CHANCE:
            thought = run(
                searches[state.to_move], agents[state.to_move].limits(UNLIMITED), board_for(16)
            )
            assert ply == state.legal_moves()[thought.best]
        state.apply(ply)
        for each in searches:
            each.advance(ply)
