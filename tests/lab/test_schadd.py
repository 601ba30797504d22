"""The tables of F. Schadd's thesis, as studies play them again."""

import pytest

from carcbot.games.thurn_and_taxis.presets import PRESETS
from carcbot.lab import results_folder
from carcbot.lab.schadd import SAMPLES_A_SECOND, Match, player
from carcbot.lab.studies import schadd_mc, schadd_mcts, schadd_samples
from carcbot.search.agent import parse_agent

MATCHES = schadd_mc.MATCHES + schadd_mcts.MATCHES


def test_every_configuration_is_a_preset_with_its_rate() -> None:
    """Who plays in a table is a preset of the game, and the thesis's samples a second are known."""
    names = {preset.name for preset in PRESETS}
    players = {name for match in MATCHES for name in (match.one, match.other)} - {"random"}
    assert players <= names <= SAMPLES_A_SECOND.keys()


def test_as_much_thinking_as_in_the_thesis() -> None:
    """About 3,800 samples a decision of flat Monte Carlo, 2,400 of tree search."""
    assert parse_agent(player("schadd-mc-pr")[1]).budget.simulations == 3776
    assert parse_agent(player("schadd-mcts-pr")[1]).budget.simulations == 2401
    assert player("random") == ("random", "random")


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


def test_samples_of_the_first_game_are_drawn_again() -> None:
    """The committed turns of samples, which depend on no machine."""
    told = results_folder.load("schadd-samples").figures
    seed = schadd_samples.STUDY.usual.seed * 1_000_003
    assert schadd_samples.counts_of(schadd_samples.answer_for(seed)) == told["first_game"]
