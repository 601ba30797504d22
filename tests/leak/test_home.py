"""Whoever decides at home, in contests of our own, decides by what its seat has seen alone."""

import pytest

from carcbot.contest.mixed_game import play_mixed
from carcbot.contest.refereed_game import play_refereed
from carcbot.env.batch import learned_games
from tests.games.random_games import OPTION_SETS
from tests.leak.trials import (
    WAYS,
    Play,
    agents_of,
    decided,
    learned,
    seated_together,
    shown,
    spied,
    thought,
    thought_again,
    told_programs,
)
from tests.leak.twins import OPEN_GAMES, SECRET_GAMES, viewers

SECRETS = [(game, options) for game in SECRET_GAMES for options in OPTION_SETS[game]]
# what options change is hidden or told; all ways tell a seat's agent alike
PLAYED = [
    (way, game, options)
    for way in WAYS
    for game, options in SECRETS
    if way == "refereed" or not options
]
SEATS = [(game, seat) for game in SECRET_GAMES for seat in viewers(game, "")[:-1]]


@pytest.mark.parametrize(("way", "game", "options"), PLAYED)
def test_agents_decide_by_what_they_have_seen(way: str, game: str, options: str) -> None:
    """The same agent with the same seed that has seen the same moves the same, in all games."""
    for agent in agents_of(game):
        assert decided(way, game, options, agent).tried > 0


@pytest.mark.parametrize("game", OPEN_GAMES)
def test_agents_know_nothing_of_the_next_draws(game: str) -> None:
    """Where nothing else is hidden, no agent decides by what lies face down."""
    for agent in agents_of(game):
        assert decided("native", game, "", agent).tried > 0


@pytest.mark.parametrize("game", OPEN_GAMES)
def test_the_order_of_the_stack_changes_nothing(game: str) -> None:
    """What lies face down may lie in any order: a tree that is kept from turn to turn is the same.

    In a native contest there is no order at all: a tile is drawn when it is turned up.
    """
    for agent in ("puct:sims=20", "mcts:sims=20"):
        assert decided("mixed", game, "", agent).tried > 0


@pytest.mark.parametrize(
    ("game", "options"), [each for each in SECRETS if each[0] in learned_games()]
)
def test_learners_see_nothing_else(game: str, options: str) -> None:
    """The numbers, infos and pictures of a learner are the same wherever its seat's view is."""
    learned(game, options)


@pytest.mark.parametrize("play", (play_mixed, play_refereed))
@pytest.mark.parametrize(("game", "seat"), SEATS)
def test_own_agents_can_find_nothing_else(play: Play, game: str, seat: int) -> None:
    """Somebody's own agent that looks through all that it can reach finds the same."""
    spied(play, game, seat)


@pytest.mark.parametrize("game", SECRET_GAMES)
def test_own_agents_at_all_seats_know_nothing_of_each_other(game: str) -> None:
    """Where somebody's own agent plays against itself, no seat finds what another one was told."""
    seated_together(game)


@pytest.mark.parametrize(("game", "seat"), SEATS)
def test_programs_are_told_nothing_else(game: str, seat: int) -> None:
    """Every line that a program at a seat is told, of refusals too, is the same."""
    assert told_programs(game, seat) == {"start: commitment"}


@pytest.mark.parametrize(("game", "seat"), SEATS)
def test_a_person_in_the_terminal_is_shown_nothing_else(game: str, seat: int) -> None:
    """All that is printed for a person at a seat is the same, mistakes in typing included."""
    shown(game, seat)


@pytest.mark.parametrize(("game", "seat"), SEATS)
def test_think_tells_nothing_else(game: str, seat: int) -> None:
    """Who asks what an agent thinks of a whole position is told what the seat could think."""
    thought(game, seat)


@pytest.mark.parametrize(("game", "seat"), SEATS)
def test_rethink_tells_nothing_else(game: str, seat: int) -> None:
    """Who has an agent think again of a whole record is told what the seat could think."""
    thought_again(game, seat)
