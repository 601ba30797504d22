"""An episode step by step, for those who look on."""

from typing import Any

import pytest
from gymnasium.wrappers import TimeLimit, TransformAction

from carcbot.env.episode_steps import play
from carcbot.env.one_seat import OneSeat
from carcbot.env.policies import policy_of


@pytest.mark.parametrize(
    ("game", "how"),
    (
        ("hoard", {"options": "seats=3", "seat": 2, "reward": "difference"}),
        ("carcassonne", {"actions": "phases", "reward": "gain"}),
    ),
)
def test_steps_are_the_episode(game: str, how: dict[str, Any]) -> None:
    """Their draws and moves are all of it, and their texts those of the learner; all is paid."""
    environment = OneSeat(game, **how)
    seen = environment.reset(seed=2)
    opening = environment.plies()
    steps = list(play(environment, policy_of("random", environment, 1), *seen))
    assert [*opening, *(ply for step in steps for ply in step.plies)] == environment.plies()
    assert [step.is_over for step in steps] == [*[False] * (len(steps) - 1), True]
    state = environment.game.new(environment.options)
    own = ""
    for ply in environment.plies():
        own += ply if state.to_move == environment.seat else ""
        state.apply(ply)
    assert own == "".join(step.text for step in steps)
    points = state.scores()
    others = [each for seat, each in enumerate(points) if seat != environment.seat]
    wanted = points[environment.seat] - (max(others) if how["reward"] == "difference" else 0)
    assert sum(step.reward for step in steps) == wanted


def test_a_wrapper_makes_another_action() -> None:
    """What is told is the move that was made."""
    environment = OneSeat("hoard")
    swapped = TransformAction(
        environment, lambda action: {0: 1, 1: 0}.get(action, action), environment.action_space
    )
    seen = swapped.reset(seed=1)

    def policy(_: object, __: object, info: dict[str, Any]) -> int:
        swaps = {0: 1, 1: 0}
        first: int = next(iter(info["moves"]))
        return swaps.get(first, first)

    opening = len(environment.plies())
    steps = list(play(swapped, policy, *seen))
    assert {step.text for step in steps} & {"open", "blind"}
    told = environment.plies()[opening:]
    for step in steps:
        assert told[0] == step.text
        told = told[len(step.plies) :]


def test_an_episode_that_ends_early() -> None:
    """By a wrapper, which is no end of the game; or by an action that is not legal."""
    environment = OneSeat("carcassonne")
    limited = TimeLimit(environment, 3)
    seen = limited.reset(seed=1)
    steps = list(play(limited, policy_of("random", environment, 1), *seen))
    assert [step.is_cut for step in steps] == [False, False, True]
    assert not any(step.is_over for step in steps)
    seen = environment.reset(seed=1)
    (step,) = play(environment, lambda *_: 10**7, *seen)
    assert (step.action, step.text, step.plies) == (10**7, "", ())
    assert step.is_illegal
    assert step.is_over


def test_a_move_made_for_the_learner() -> None:
    """What was made by chance instead of an illegal action is a ply, and no text of the action."""
    environment = OneSeat("carcassonne", illegal="random")
    step = next(play(environment, lambda *_: 10**7, *environment.reset(seed=1)))
    assert (step.text, step.is_illegal, step.is_over) == ("", True, False)
    assert step.plies
