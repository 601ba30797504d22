"""Tests of carcbot.lab.ameneyro."""

from functools import partial

import pytest

from carcbot.games.carcassonne.habits import Habits
from carcbot.lab.ameneyro import (
    CRITERIA,
    criteria,
    duel,
    later_turns,
    mcts,
    random_agent,
    rave,
    star25,
    star25_depth2,
    star25_limited,
)
from carcbot.lab.duels import Side
from carcbot.lab.positions import load
from carcbot.lab.study import Effort
from carcbot.search.agent import parse_agent
from carcbot.search.decision import decide

CHEAP = {"end-08", "end-12", "end-13", "end-14"}
"""Positions in which depth 3 takes the preset a moment."""


def test_players_think_as_much_as_asked() -> None:
    """Simulations and nodes grow by the root of the budget; so many times as many are told."""
    assert mcts(Effort()) == ("MCTS", "ameneyro-mcts:sims=100")
    assert rave(Effort(budget=4), 4) == ("RAVE-x4", "ameneyro-rave:sims=800")
    assert star25_limited(Effort(budget=0.25))[1].endswith("nodes=30000")
    assert star25_depth2(Effort(budget=4)) == star25_depth2(Effort())


def test_players_can_be_made() -> None:
    """Every player's text is one of an agent."""
    for player in (
        random_agent(),
        *(each(Effort()) for each in (mcts, rave, star25, star25_limited)),
    ):
        parse_agent(player[1])
    parse_agent(star25_depth2(Effort())[1])


def test_the_quickest_way_is_the_preset() -> None:
    """Star2.5 finds the values of the preset, which looks at depth 3 at once, with less work.

    Of the moves that are not the best bounds are known, so that it is the best one that counts:
    what the preset chooses is worth as much as what it chooses itself.
    """
    agents = "ameneyro-star25", star25(Effort())[1]
    nodes = [0, 0]
    for position in [each for each in load() if each.name in CHEAP]:
        preset, quick = (decide(parse_agent(agent), position.text, 1) for agent in agents)
        assert (quick.value, quick.depth) == (preset.value, preset.depth)
        assert {each.move: each.value for each in preset.moves}[quick.best] == preset.value
        nodes[0] += preset.nodes
        nodes[1] += quick.nodes
    assert nodes[1] < nodes[0] / 2


def test_less_than_the_usual_budget_looks_two_decisions_ahead() -> None:
    """As long as it takes is seconds, which a small run does not have."""
    assert "depth=2" in star25(Effort(budget=0.9))[1]
    assert "depth" not in star25(Effort())[1].partition(":")[2]


def test_all_play_on_the_same_decks() -> None:
    """Whoever plays, the decks are those of the seed, and a tile may go under the stack."""
    few = duel("one", mcts(Effort()), random_agent(), 5, Effort(seed=7))
    many = duel("other", partial(rave, times=4)(Effort()), star25(Effort()), 10, Effort(seed=7))
    assert few.seed == many.seed == 7
    assert few.options == many.options == "unplaceable=bottom"
    assert (few.blocks, many.blocks) == (5, 10)


def test_criteria_by_hand() -> None:
    """Two games of 36 turns: 17 and 15 points ahead, 13 figures each, 20 turns with a figure."""
    habits = Habits(games=2, turns=72, ready_turns=40)
    habits.figures.update(city=20, field=6)
    told = dict(
        zip(
            CRITERIA,
            criteria(Side((80, 60), (63, 45), (1, 1), lambda: habits), "first"),
            strict=True,
        )
    )
    assert told == {
        "won": 100,
        "reward": 16,
        "points": 70,
        "mpg": 13,
        "twm": pytest.approx(20 / 28),
    }
    # of 29 turns a game that may lack one, 13 had one
    assert later_turns(Side((80, 60), (63, 45), (1, 1), lambda: habits)) == pytest.approx(26 / 58)
