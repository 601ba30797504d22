"""Over the wire nobody is told anything by which they could tell what they cannot know."""

from pathlib import Path

import pytest

from carcbot.games import registry
from carcbot.messages.parts import ChanceMode
from tests.leak.bots import check_a_bot
from tests.leak.comparing import MADE_OF_THE_SEED
from tests.leak.trials import SPY, agents_of, shows_views, told
from tests.leak.twins import OPEN_GAMES, SECRET_GAMES, Viewer, twins, viewers

CHANCES: tuple[ChanceMode, ...] = ("seed", "joint")
FACE_DOWN: tuple[tuple[str, ChanceMode], ...] = tuple(
    (game, chance)
    for game in OPEN_GAMES
    for chance in ("seed", "deck" if registry.get(game).deck else "joint")
)
"""Games in which nothing is hidden but what will be drawn."""
VIEWERS = [(game, viewer) for game in SECRET_GAMES for viewer in viewers(game, "")]
SEATS = [(game, viewer) for game, viewer in VIEWERS if viewer is not None]
ENOUGH: tuple[tuple[str, str, Viewer, ChanceMode], ...] = (
    ("kuhn", "", 0, "joint"),
    ("pot", "", 0, "deck"),
)
"""Matches in which all is told that is made of the seed."""


@pytest.mark.parametrize("chance", CHANCES)
@pytest.mark.parametrize(("game", "viewer"), VIEWERS)
def test_the_same_bytes(game: str, viewer: Viewer, chance: ChanceMode) -> None:
    """Messages, refusals, pictures, hints and pages are the same, but for what the seed makes."""
    assert told(twins(game, "", viewer, chance)) <= MADE_OF_THE_SEED


@pytest.mark.parametrize(("game", "chance"), FACE_DOWN)
def test_what_lies_face_down(game: str, chance: ChanceMode) -> None:
    """Where nothing else is hidden, nobody is told what will be drawn: a stack in another order."""
    assert told(twins(game, "", 0, chance)) <= MADE_OF_THE_SEED


def test_nothing_differs_without_need() -> None:
    """Whatever may differ does, in games that are soon over."""
    jointly, from_a_deck = (told(twins(*each)) for each in ENOUGH)
    assert jointly | from_a_deck == MADE_OF_THE_SEED


@pytest.mark.parametrize("viewer", (1, None))
@pytest.mark.parametrize(
    "game", [name for name in SECRET_GAMES if registry.get(name).seats[-1] > 2]
)
def test_the_same_bytes_at_a_table_of_three(game: str, viewer: Viewer) -> None:
    """Where others know of each other what the viewer does not know it is so too."""
    assert told(twins(game, "seats=3", viewer)) <= MADE_OF_THE_SEED


@pytest.mark.parametrize(("game", "viewer"), VIEWERS)
def test_pictures_of_all_that_is_known(
    game: str, viewer: Viewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is so too where pictures and pages show whatever they are given to show."""
    shows_views(monkeypatch, game)
    assert told(twins(game, "", viewer)) <= MADE_OF_THE_SEED


@pytest.mark.parametrize(("game", "seat"), SEATS)
def test_who_plays_while_others_may_watch(game: str, seat: int) -> None:
    """Where the host shows hands to watchers some turns later, who plays is shown none."""
    assert told(twins(game, "", seat), veil_turns=1) <= MADE_OF_THE_SEED


@pytest.mark.parametrize(("game", "seat"), (*SEATS, *((game, 0) for game, _ in FACE_DOWN[::2])))
def test_bots(game: str, seat: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot with the same seed decides the same, and writes down the same."""
    monkeypatch.setenv("CARCBOT_SPY", str(tmp_path / "spy"))
    ours = agents_of(game) if game in SECRET_GAMES else ("mcts:sims=5", "star:depth=1")
    for number, agent in enumerate((*ours, SPY)):
        check_a_bot(tmp_path / f"{number}", game, "", seat, agent)
