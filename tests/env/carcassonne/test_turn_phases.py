"""Learners that act in two phases play the same games as those that make whole moves."""

import random
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from carcbot.env.all_seats import AllSeats
from carcbot.env.carcassonne.action_vector import part_with
from carcbot.env.carcassonne.two_phases import TwoPhases
from carcbot.env.many_seats import ManySeats
from carcbot.env.names import NAMES
from carcbot.env.one_seat import OneSeat
from carcbot.errors import IllegalMoveError, OptionsError

ALL = "expansions=river+inns_and_cathedrals+abbot"
WAYS = pytest.mark.parametrize("actions", ("phases", "vector"))


def action_for(info: dict[str, Any], part: str) -> Any:  # noqa: ANN401 - a number or a vector
    """The action that has this text."""
    if "action_vectors" in info:
        return info["action_vectors"][info["moves"].index(part)]
    action = next(number for number, text in info["moves"].items() if text == part)
    assert info["action_mask"][action] == 1
    return action


@WAYS
@pytest.mark.parametrize("options", ("", ALL))
def test_the_parts_of_moves_make_the_same_game(actions: str, options: str) -> None:
    """Rewards, observations and ends are those of the whole moves, which the parts make."""
    whole = OneSeat("carcassonne", options, reward="gain")
    parted = OneSeat("carcassonne", options, reward="gain", actions=actions)
    rng = random.Random(1)
    for seed in range(2):
        observation, info = whole.reset(seed=seed)
        seen, told = parted.reset(seed=seed)
        over = False
        while not over:
            np.testing.assert_array_equal(observation, seen)
            action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
            move = info["moves"][action]
            phases = TwoPhases(parted._games.batch.position(0))  # type: ignore[arg-type]
            tile = max((part for part in phases.parts() if move.startswith(part)), key=len)
            assert sorted(phases.parts()) == sorted(parts_in(told))
            _, paid, ended, _, told = parted.step(action_for(told, tile))
            assert (paid, ended, told["illegal"]) == (0, False, False)
            phases.make(tile)
            assert sorted(phases.parts()) == sorted(parts_in(told))
            seen, paid, ended, _, told = parted.step(action_for(told, move.removeprefix(tile)))
            observation, reward, over, _, info = whole.step(action)
            assert (paid, ended) == (reward, over)


def parts_in(info: dict[str, Any]) -> list[str]:
    """What the info says may be done."""
    moves = info["moves"]
    return list(moves.values()) if isinstance(moves, dict) else moves


def test_vectors_are_the_articles() -> None:
    """Each vector that is offered is that of its text, in both phases."""
    environment = OneSeat("carcassonne", ALL, actions="vector")
    _, info = environment.reset(seed=3)
    laid = None
    for _ in range(12):
        phases = TwoPhases(environment._games.batch.position(0))  # type: ignore[arg-type]
        phases.laid = laid
        assert info["action_vectors"].shape == (len(info["moves"]), 81)
        for vector, text in zip(info["action_vectors"], info["moves"], strict=True):
            assert part_with(phases, vector) == text
        laid = info["moves"][0] if laid is None else None
        info = environment.step(info["action_vectors"][0])[4]


def test_the_tile_is_seen_before_its_figure() -> None:
    """The planes have it, with the phase; compact numbers are those of the position after it."""
    planes = OneSeat("carcassonne", observation="planes", actions="phases")
    compact = OneSeat("carcassonne", actions="phases")
    for environment in (planes, compact):
        _, info = environment.reset(seed=5)
        state = environment._games.batch.position(0)
        place, tile = next(iter(info["moves"].items()))
        seen = environment.step(place)[0]
        if environment is planes:
            expected = state.planes(tile, 0)  # type: ignore[attr-defined]
            np.testing.assert_array_equal(seen, expected)
            assert seen[-1, 0, 1] == 1  # the meeple phase
        else:
            after = environment._games.batch.afterstates()
            row = list(environment._games.batch.moves(0)).index(tile)
            np.testing.assert_array_equal(seen, after.observations[row])


def test_vectors_have_no_mask() -> None:
    """Who asks for one is told so."""
    environment = OneSeat("carcassonne", actions="vector")
    environment.reset(seed=1)
    with pytest.raises(OptionsError, match="have no mask"):
        environment.action_masks()


@WAYS
def test_illegal_parts(actions: str) -> None:
    """In both phases they lose, are refused and change nothing, or become a legal part."""

    def wrong(environment: OneSeat) -> Any:  # noqa: ANN401
        return np.ones(81, np.int8) if actions == "vector" else environment._games.acting.size - 1

    for laid in (False, True):
        made = {}
        for illegal in ("lose", "raise", "random"):
            environment = OneSeat("carcassonne", illegal=illegal, actions=actions)
            _, info = environment.reset(seed=1)
            if laid:
                _, _, _, _, info = environment.step(action_for(info, parts_in(info)[0]))
            made[illegal] = environment, info
        lost = made["lose"][0].step(wrong(made["lose"][0]))
        assert (lost[1], lost[2], lost[4]["illegal"]) == (-1, True, True)
        assert len(parts_in(lost[4])) == 0
        strict, info = made["raise"]
        with pytest.raises(IllegalMoveError):
            strict.step(wrong(strict))
        assert parts_in(strict._info()) == parts_in(info)
        lenient, info = made["random"]
        before = len(lenient._games.acting.waiting)
        _, _, over, _, told = lenient.step(wrong(lenient))
        assert (over, told["illegal"]) == (False, True)
        assert len(lenient._games.acting.waiting) == 1 - before


@WAYS
def test_the_libraries_are_content(actions: str) -> None:
    """Their checks find nothing, and do not warn."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(NAMES["carcassonne"], actions=actions).unwrapped)
        api_test(AllSeats("carcassonne", actions=actions), num_cycles=60)
        seed_test(lambda: AllSeats("carcassonne", actions=actions), num_cycles=20)


@WAYS
def test_a_table_waits_for_the_figure(actions: str) -> None:
    """The same agent has two actions in its turn, then the next agent; a game has its end."""
    table = AllSeats("carcassonne", "seats=3", actions=actions)
    table.reset(seed=1)
    order = []
    for agent in table.agent_iter():
        _, _, over, _, info = table.last()
        if over:
            break
        order.append(agent)
        others = [each for each in table.agents if each != agent]
        assert not any(len(table.infos[each]["moves"]) for each in others)
        table.step(action_for(info, parts_in(info)[0]))
    assert len(order) == 2 * 71
    assert order[:7] == [f"player_{seat}" for seat in (0, 0, 1, 1, 2, 2, 0)]


@WAYS
def test_many_games_are_as_many_alone(actions: str) -> None:
    """A vector environment does what single ones do."""
    together = ManySeats("carcassonne", num_envs=2, actions=actions)
    alone = [OneSeat("carcassonne", actions=actions) for _ in range(2)]
    observations, _ = together.reset(seed=7)
    told = [each.reset(seed=7 + number) for number, each in enumerate(alone)]
    infos = [info for _, info in told]
    for number in range(2):
        np.testing.assert_array_equal(observations[number], told[number][0])
    for _ in range(9):
        chosen = [action_for(info, parts_in(info)[-1]) for info in infos]
        observations, rewards, *_, info = together.step(np.array(chosen))
        steps = [each.step(action) for each, action in zip(alone, chosen, strict=True)]
        infos = [step[4] for step in steps]
        for number, step in enumerate(steps):
            np.testing.assert_array_equal(observations[number], step[0])
            assert rewards[number] == step[1]
            key = "action_vectors" if actions == "vector" else "action_mask"
            np.testing.assert_array_equal(info[key][number], step[4][key])


def test_other_ways_are_refused() -> None:
    """With those that there are, in one sentence."""
    with pytest.raises(OptionsError, match=r"no actions called .*moves or phases or vector"):
        OneSeat("carcassonne", actions="words")
    with pytest.raises(OptionsError, match="pot has no actions"):
        OneSeat("pot", actions="phases")
