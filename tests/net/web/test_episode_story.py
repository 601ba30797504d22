"""An episode as the page tells it."""

import json
from itertools import islice
from typing import Any

import pytest

from carcbot.env.episode_steps import Step, play
from carcbot.env.one_seat import OneSeat
from carcbot.errors import InputError
from carcbot.games import registry
from carcbot.games.contract import seen_ply
from carcbot.net.web.episode_story import EpisodeStory
from tests.leak.twins import twins


def told(environment: OneSeat, steps: int = 1000) -> tuple[EpisodeStory, int]:
    """An episode in which the first legal action is taken, and how many draws and moves it had."""
    seen = environment.reset(seed=4)
    names = [f"player {each}" for each in range(environment.view().seats)]
    story = EpisodeStory(environment.game, environment.options, names, environment.seat)
    story.tell(environment.plies())
    for step in islice(play(environment, first, *seen), steps):
        story.take(step)
    return story, len(environment.plies())


def first(_environment: OneSeat, _observation: object, info: dict[str, Any]) -> int:
    """The first legal action."""
    return int(info["action_mask"].argmax())


def page_of(story: EpisodeStory, *, goes_on: bool = True) -> dict[str, Any]:
    """What the page is given."""
    page: dict[str, Any] = json.loads(story.held(goes_on=goes_on))
    return page


def test_a_whole_episode() -> None:
    """Events with a picture before each and after the last, points, the sheet, and every step."""
    environment = OneSeat("hoard", "seats=3", seat=1, reward="difference")
    story, plies = told(environment)
    page = page_of(story)
    events = page["story"]["events"]
    assert [each["type"] for each in (events[0], events[-1])] == ["start", "result"]
    assert len(events) == plies + 2
    assert len(page["pictures"]) == len(events) + 1
    assert page["story"]["over"]
    assert page["story"]["sheet"]
    assert not page["goes_on"]
    own = [each for each in events if each["type"] == "move" and each["seat"] == 1]
    assert [each["seq"] for each in own] == [each["seq"] for each in page["steps"]]
    assert [each["move"] for each in own] == [each["text"] for each in page["steps"]]
    points = [each["points"] for each in events[-1]["standings"]]
    lead = points[1] - max(points[0], points[2])
    assert sum(each["reward"] for each in page["steps"]) == lead


def test_news_are_what_has_come_since() -> None:
    """After any event those behind it, each with its picture: the same as from the beginning."""
    story, _ = told(OneSeat("hoard"), steps=2)
    page = page_of(story)
    assert page["goes_on"]
    assert not page["story"]["over"]
    for after in (0, 3, story.seq):
        news = json.loads(story.news(after))
        assert news["events"] == page["story"]["events"][after:]
        assert news["pictures"] == page["pictures"][after + 1 :]
        assert len(news["steps"]) == 2
    assert not page_of(story, goes_on=False)["goes_on"]


def test_what_the_learner_may_not_know_is_told_at_the_end() -> None:
    """Until then every draw and move is as its seat sees it, and so is every picture."""
    environment = OneSeat("hoard")
    story, _ = told(environment, steps=2)
    page = page_of(story)
    state = environment.game.new(environment.options)
    plies = environment.plies()
    shown = [each.get("draw") or each["move"] for each in page["story"]["events"][1:]]
    whole, seen = [], []
    for ply in plies:
        seen.append(seen_ply(state, ply, environment.seat))
        whole.append(ply)
        state.apply(ply)
    assert shown == seen != whole
    assert page["story"]["hides"]
    ended, _ = told(OneSeat("hoard"))
    page = page_of(ended)
    assert not page["story"]["hides"]
    shown = [each.get("draw") or each["move"] for each in page["story"]["events"][1:-1]]
    assert shown[: len(whole)] == whole


@pytest.mark.parametrize("game", ("kuhn", "hoard", "ticket_to_ride"))
def test_two_that_are_the_same_to_the_learner_are_told_alike(game: str) -> None:
    """To the last byte, whatever is hidden, as long as they go on."""
    pair = twins(game, "", 0)
    assert pair.one.plies != pair.other.plies
    said = []
    for match in (pair.one, pair.other):
        story = EpisodeStory(registry.get(game), pair.options, ["a", "b"], 0)
        story.tell(match.plies)
        said.append(story.news(0) + story.held(goes_on=True))
    assert said[0] == said[1]


@pytest.mark.parametrize(
    ("is_over", "reason", "place"), ((True, "illegal", 2), (False, "adjudicated", 1))
)
def test_how_it_can_end_early(is_over: bool, reason: str, place: int) -> None:  # noqa: FBT001
    """Who makes an illegal action comes last; one that is broken off is ended as it stands."""
    story, _ = told(OneSeat("hoard"), steps=2)
    story.take(Step(99, "", 0.0, (), is_illegal=is_over, is_over=is_over, is_cut=not is_over))
    result = page_of(story)["story"]["events"][-1]
    assert result["reason"] == reason
    assert result["standings"][0]["place"] == place


def test_a_game_that_no_page_shows() -> None:
    """It is told before anything is played."""
    with pytest.raises(InputError, match="has no page in a browser"):
        EpisodeStory(registry.get("pot"), "", ["a", "b"], 0)
