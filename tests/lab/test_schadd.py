"""The tables of F. Schadd's thesis, as studies play them again."""

import random
from collections import Counter

import pytest

from carcbot.games.contract import CHANCE
from carcbot.games.game_text import GameRecord
from carcbot.games.random_plies import draw
from carcbot.games.thurn_and_taxis import THURN_AND_TAXIS
from carcbot.games.thurn_and_taxis.presets import PRESETS
from carcbot.lab.schadd import SAMPLES_A_SECOND, Match, player
from carcbot.lab.studies import schadd_mc, schadd_mcts
from carcbot.lab.studies.schadd_lengths import Played, ways_of_turns
from carcbot.search.agent import parse_agent
from tests.games.thurn_and_taxis.players import purposeful
from tests.games.thurn_and_taxis.twin import SlowThurnAndTaxis

MATCHES = schadd_mc.MATCHES + schadd_mcts.MATCHES


def test_every_configuration_is_a_preset_with_its_rate() -> None:
    """Who plays in a table is a preset of the game, and the thesis's samples a second are known."""
    names = {each.name for each in PRESETS if each.name.startswith("schadd-")}
    players = {name for match in MATCHES for name in (match.one, match.other)} - {"random"}
    assert players <= names <= SAMPLES_A_SECOND.keys()


def test_as_much_thinking_as_in_the_thesis() -> None:
    """About 3,800 samples a decision of flat Monte Carlo, 2,400 of tree search."""
    assert parse_agent(player("schadd-mc-pr")[1]).budget.simulations == 3776
    assert parse_agent(player("schadd-mcts-pr")[1]).budget.simulations == 2401
    assert player("random") == ("random", "random")


SLIPS = {
    ("5.11", "2 redraws"): [88.8],
    ("5.17", "max child"): [5.6],
    ("5.26", "20 % pseudo-random"): [32.3],
    ("5.29", "MCTS"): [3.6, 41.6, 45.6],
}
"""Percentages that are of no whole number of games: slips, or of seats with other numbers."""


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: f"{match.table} {match.label}")
def test_published_figures_are_of_whole_games(match: Match) -> None:
    """Each percentage is that of so many games, of as many as its seat has in that table."""
    games = (match.counted or match.games) / 2
    # some are cut off after one decimal and not rounded
    off = {part: abs(part - 100 * round(games * part / 100) / games) for part in match.paper}
    wrong = [part for part, distance in off.items() if distance > 0.1]
    assert wrong == SLIPS.get((match.table, match.label), [])


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: f"{match.table} {match.label}")
def test_published_figures_add_up(match: Match) -> None:
    """Won, drawn and lost are a hundred together, but for rounding and the thesis's own slips."""
    slips = {
        ("5.11", "2 redraws"): 1.0,
        ("5.17", "max child"): 1.3,
        ("5.26", "20 % pseudo-random"): 1.1,
    }
    allowed = slips.get((match.table, match.label), 0.4)
    for seat in (0, 1):
        assert abs(sum(match.paper[3 * seat : 3 * seat + 3]) - 100) < allowed
    assert match.published.low <= match.published.value <= match.published.high


@pytest.mark.parametrize("options", ("seats=2,reading=thesis,cut=60", "seats=3,cut=60"))
def test_ways_of_turns_are_those_of_the_twin(options: str) -> None:
    """The choices of a turn's decisions, multiplied, as the slow twin finds them."""
    rng = random.Random(4)
    record, twin = GameRecord(THURN_AND_TAXIS, options), SlowThurnAndTaxis(options)
    start = record.state.copy()
    expected = Counter[int]()
    ways = 1
    while not record.state.over:
        turn, is_draw = twin.turn, twin.to_move == CHANCE
        ply = draw(record.state, rng) if is_draw else purposeful(twin, rng)
        ways *= 1 if is_draw else len(twin.legal_moves())
        record.apply(ply)
        twin.apply(ply)
        if not is_draw and (twin.over or twin.turn != turn):
            expected[ways] += 1
            ways = 1
    assert ways_of_turns(start, record.plies) == expected


def test_what_lengths_tell_of_games() -> None:
    """Means, median and shares of two games of three turns, by hand."""
    played = Played(({35: 2, 1: 1}, {35: 1, 60: 2}))
    assert played.lengths == [3, 3]
    assert played.length.value == 3
    assert played.ways.value == pytest.approx((35 * 3 + 1 + 120) / 6)
    assert played.median == 35
    assert played.share(30, 35) == pytest.approx(5 / 6)
