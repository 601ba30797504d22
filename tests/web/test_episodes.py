"""An episode of a learner's environment is watched on the page of a match."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import expect

from carcbot.env.episode_steps import Step, play
from carcbot.env.one_seat import OneSeat
from carcbot.net.web.episode_page import episode_page
from carcbot.net.web.episode_story import EpisodeStory
from carcbot.net.web.single_file import file_of
from tests.web.conftest import Opened
from tests.web.test_replaying import shown

LOOKS = Path(__file__).parent.parent.parent / "build" / "screenshots"


def middle(_environment: OneSeat, _observation: object, info: dict[str, Any]) -> int:
    """The legal action in the middle of all."""
    legal = np.flatnonzero(info["action_mask"])
    return int(legal[len(legal) // 2])


class Watched:
    """An episode that goes on a step at a time."""

    def __init__(self, game: str, **how: Any) -> None:  # noqa: ANN401 - as OneSeat takes it
        environment = OneSeat(game, **how)
        seen = environment.reset(seed=3)
        seats = range(environment.view().seats)
        names = ["learner" if seat == environment.seat else "rival" for seat in seats]
        self.story = EpisodeStory(environment.game, environment.options, names, environment.seat)
        self.story.tell(environment.plies())
        self.steps = play(environment, middle, *seen)

    def step(self) -> Step:
        """Takes the next step, and tells of it."""
        step = next(self.steps)
        self.story.take(step)
        return step


def test_an_episode_as_it_goes_on(opened: Opened, tmp_path: Path) -> None:
    """Tiles come as they are laid, each step stands beside the board, and at the end the sheet."""
    episode = Watched("carcassonne", reward="gain")
    with ExitStack() as served:
        page = opened(served.enter_context(episode_page("carcassonne", episode.story)))
        page.wait_for_selector("body[data-ready]")
        expect(page.locator("#state")).to_have_text("Live")
        page.get_by_role("tab", name="Steps").click()
        rows = page.locator(".paid li")
        expect(rows).to_have_count(0)
        for number in (1, 2, 3):
            step = episode.step()
            expect(rows).to_have_count(number)
            expect(rows.nth(number - 1)).to_contain_text(f"{step.text} · action {step.action}")
        expect(page.locator("#seats")).to_contain_text("learner")
        assert shown(page) == 1 + 6
        while not episode.step().is_over:
            pass
        expect(page.locator("#result b")).to_be_visible()
        expect(page.get_by_role("tab", name="Score")).to_be_visible()
        points = episode.story.state.scores()[0]
        assert points
        expect(rows.last).to_contain_text(f"(+{points})")
        LOOKS.mkdir(parents=True, exist_ok=True)
        page.get_by_role("tab", name="Steps").click()
        page.screenshot(path=LOOKS / "episode.png")
        rows.nth(1).get_by_role("button").click()
        assert shown(page) == 1 + 3
    kept = tmp_path / "episode.html"
    kept.write_bytes(file_of("carcassonne", episode.story.held(goes_on=False)))
    alone = opened(kept.as_uri())
    alone.wait_for_selector("body[data-ready]")
    alone.get_by_role("tab", name="Steps").click()
    expect(alone.locator(".paid li")).to_have_count(len(episode.story._steps))


def test_hidden_cards_are_open_at_the_end(opened: Opened) -> None:
    """Who watches sees what the learner may know, and everything when the episode is over."""
    episode = Watched("hoard")
    with episode_page("hoard", episode.story) as address:
        page = opened(address)
        page.wait_for_selector("body[data-ready]")
        moves = page.locator(".moves:not(.paid) li")
        while not episode.step().is_over:
            pass
        expect(page.locator("#result b")).to_be_visible()
        expect(page.locator("#state")).to_have_text("Over")
        events = episode.story._whole
        expect(moves).to_have_count(sum(hasattr(each, "move") for each in events))
        drawn = [each.draw for each in events if hasattr(each, "draw")]
        assert "?" not in "".join(drawn)


def test_a_program_that_has_ended(opened: Opened) -> None:
    """The page says so, and can still be looked through."""
    episode = Watched("carcassonne")
    with episode_page("carcassonne", episode.story) as address:
        page = opened(address)
        page.wait_for_selector("body[data-ready]")
        episode.step()
        expect(page.locator("#timeline")).to_contain_text("2")
    expect(page.locator("#link-mark")).to_contain_text("has ended")
    page.keyboard.press("Home")
    assert shown(page) == 1
