"""Tests of carcbot.net.web.stories: what a page tells of a match is what its record knows."""

import dataclasses
import json
from collections.abc import Iterator

import pytest

from carcbot.games import registry
from carcbot.games.contract import PageFace, is_position, view_of
from carcbot.games.kuhn import KUHN
from carcbot.net.web.archive import told
from carcbot.replay.own_view import own_view, read_view
from carcbot.replay.record import MatchRecord
from carcbot.replay.record_moments import moments_of
from tests.replay.records import record_of, text_of_match

FACE = PageFace(
    picture=lambda view, last: {"text": view.text, "last": last},
    points=lambda view: (view.scores(), view.scores()),
    art=dict,
    style=str,
)


def pictures(record: MatchRecord) -> list[dict[str, str]]:
    """What a page shows of a record, before the first event and after each."""
    shown: list[dict[str, str]] = json.loads(told(record)[1])
    return shown


@pytest.fixture
def kuhn_with_a_page() -> Iterator[None]:
    """Kuhn poker, as if it were shown in another way."""
    registry.add(dataclasses.replace(KUHN, page=FACE))
    yield
    registry.remove("kuhn")


@pytest.mark.usefixtures("kuhn_with_a_page")
@pytest.mark.parametrize("seed", range(4))
def test_a_seat_s_view_of_a_match_with_secrets(seed: int) -> None:
    """From one seat's view a page shows the whole match as that seat saw it, and no more."""
    record = record_of(text_of_match("kuhn", seed=seed))
    whole = pictures(record)
    positions = [moment.view for moment in moments_of(record)]
    for seat in (0, 1):
        seen = pictures(read_view(own_view(record, seat), "view"))
        assert len(seen) == len(whole) == len(record.events) + 1
        texts = {each["text"] for each in seen}
        for position in positions:
            assert is_position(position)
            assert view_of(position, seat).text in texts
        assert all(text.startswith(f"kuhn/1 view seats=2 {seat}:") for text in texts)
        story = json.loads(told(read_view(own_view(record, seat), "view"))[0])
        assert story["points"][-1] == json.loads(told(record)[0])["points"][-1]


@pytest.mark.parametrize("name", [each for each in registry.names() if registry.get(each).page])
def test_a_sheet_adds_up(name: str) -> None:
    """The lines of a sheet add up to the points of each seat, at the end and before it."""
    game = registry.get(name)
    assert game.page is not None
    for seed in range(10):
        state = game.new()
        middle = game.new()
        state.play_randomly(seed)
        for view, points in ((state, state.scores()), (middle, game.page.points(middle)[1])):
            lines = game.page.sheet(view)
            sums = [sum(line[1][seat] for line in lines) for seat in range(view.seats)]
            assert not lines or sums == points


@pytest.mark.parametrize(
    ("game", "options"),
    (("ticket_to_ride", "seats=2"), ("thurn_and_taxis", "seats=2,reading=thesis")),
)
@pytest.mark.parametrize("seed", range(3))
def test_marks_that_only_the_table_saw(game: str, options: str, seed: int) -> None:
    """Whoever knows everything is told of each mark, which one seat's view has in its plies."""
    text = text_of_match(game, options=options, seed=seed)
    record = record_of(text)
    whole = json.loads(told(record)[0])
    own = json.loads(told(read_view(own_view(record, 0), "view"))[0])
    seen = [
        event["seq"] for event in own["events"] if "!" in event.get("move", event.get("draw", ""))
    ]
    assert whole["marked"] == seen != []
    assert own["marked"] == []
    assert not any("!" in event.get("move", event.get("draw", "")) for event in whole["events"])
