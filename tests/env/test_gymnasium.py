"""Every game as Gymnasium's and PettingZoo's own checks see it, and what these do not look at."""

import hashlib
import json
import random
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from carcbot.env.all_seats import AllSeats
from carcbot.env.batch import NO_ACTION
from carcbot.env.many_seats import ManySeats
from carcbot.env.names import NAMES
from carcbot.env.one_seat import OneSeat
from carcbot.env.pictures import FRAME
from carcbot.env.seat_games import SeatGames, chance_from
from carcbot.errors import AgentError, IllegalMoveError, OptionsError, OutOfTurnError
from carcbot.games import registry
from carcbot.games.contract import View, view_of
from tests.games.random_games import OPTION_SETS

GAMES = [(name, options) for name in NAMES for options in OPTION_SETS[name]]
EVERY_GAME = pytest.mark.parametrize(("name", "options"), GAMES)
EPISODES = Path(__file__).parent / "episodes.json"


def versions(name: str) -> list[str]:
    """The names of a game's environment in all versions, the oldest first."""
    begun = NAMES[name].rpartition("-v")[0] + "-v"
    return [each for each in gymnasium.registry if each.startswith(begun)]


def named(version: str, options: str = "") -> OneSeat:
    """The environment of this name. Gymnasium itself would warn of one that is not the newest."""
    return OneSeat(**gymnasium.registry[version].kwargs, options=options)


OLDER = [each for name in NAMES for each in versions(name)[:-1]]


def legal_action(info: dict[str, Any]) -> int:
    """The legal action in the middle of all."""
    legal = np.flatnonzero(info["action_mask"])
    return int(legal[len(legal) // 2])


@EVERY_GAME
def test_gymnasium_is_content(name: str, options: str) -> None:
    """Its check of an environment finds nothing, not even something to warn of."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = gymnasium.make(NAMES[name], options=options)
        check_env(made.unwrapped, skip_render_check=False)


@EVERY_GAME
def test_pettingzoo_is_content(name: str, options: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Its checks of the API, of seeds and of pictures find nothing, and do not warn."""

    def make(render_mode: str | None = None) -> AllSeats:
        return AllSeats(name, options, render_mode=render_mode)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(make(), num_cycles=100)
        seed_test(make, num_cycles=20)
        render_test(make)
    capsys.readouterr()


@EVERY_GAME
def test_one_game_and_many_are_the_same(name: str, options: str) -> None:
    """A vector environment does what as many single ones do: numbers, rewards, ends, new games."""
    alone = gymnasium.make_vec(
        NAMES[name],
        num_envs=3,
        vectorization_mode="sync",
        vector_kwargs={"copy": True},
        options=options,
    )
    together = gymnasium.make_vec(NAMES[name], num_envs=3, options=options)
    assert isinstance(together.unwrapped, ManySeats)
    observations, info = together.reset(seed=4)
    expected, other = alone.reset(seed=4)
    for _ in range(60):
        assert observations in together.observation_space
        np.testing.assert_array_equal(observations, expected)
        np.testing.assert_array_equal(info["action_mask"], np.stack(list(other["action_mask"])))
        masks = info["action_mask"]
        actions = [int(mask.argmax()) for mask in masks]
        observations, rewards, ended, cut, info = together.step(np.array(actions))
        expected, paid, over, *_, other = alone.step(np.array(actions))
        np.testing.assert_array_equal(rewards, paid)
        np.testing.assert_array_equal(ended, over)
        assert not cut.any()
    together.close()
    alone.close()


def episode(environment: gymnasium.Env[Any, Any], seed: int) -> str:
    """What an episode is like, as a short text."""
    seen = hashlib.sha256()
    observation, info = environment.reset(seed=seed)
    over = False
    while not over:
        action = legal_action(info)
        seen.update(observation.tobytes() + np.packbits(info["action_mask"]).tobytes())
        observation, reward, over, _, info = environment.step(action)
        seen.update(np.float32(reward).tobytes())
    return seen.hexdigest()[:16]


def episodes() -> dict[str, list[str]]:
    """Two episodes of every environment, by its name and its options."""
    return {
        f"{version} {options}".strip(): [episode(named(version, options), seed) for seed in (1, 2)]
        for name, options in GAMES
        for version in versions(name)
    }


def test_versions_are_frozen() -> None:
    """The same seed and actions give the episodes that were written down with the version.

    If this fails and the change is meant, there is a new version, a line in docs/environments.md,
    and ``python -m tests.env.test_gymnasium`` writes its episodes down.
    """
    assert episodes() == json.loads(EPISODES.read_text())


@pytest.mark.parametrize("name", OLDER)
def test_older_versions_stay(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever has learned in one goes on: both libraries are content with it as ever."""
    with pytest.warns(DeprecationWarning, match="out of date"):
        made = gymnasium.make(name).unwrapped
    assert isinstance(made, OneSeat)
    table = AllSeats(made.game.name, version=made.version)
    assert table.metadata["name"] == f"{made.game.name}_v{made.version}"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made)
        api_test(table, num_cycles=20)
    capsys.readouterr()


def test_who_names_no_version_gets_the_newest() -> None:
    """In every kind of environment, and where there is none that is told."""
    newest, oldest = named(NAMES["carcassonne"]), named(versions("carcassonne")[0])
    assert OneSeat("carcassonne").action_space == newest.action_space != oldest.action_space
    assert ManySeats("carcassonne").single_action_space == newest.action_space
    assert AllSeats("carcassonne").action_space("player_0") == newest.action_space
    with pytest.raises(OptionsError, match=r"no version 7.*from 0 to 1"):
        OneSeat("carcassonne", version=7)
    with pytest.raises(OptionsError, match="no version -1"):
        OneSeat("pot", version=-1)


@pytest.mark.parametrize("name", ("carcassonne", "hoard"))
def test_all_kinds_draw_alike(name: str) -> None:
    """The same seed and moves are the same game, for one learner and for one in each seat."""
    environment = OneSeat(name, opponents=lambda view: view.legal_moves()[0])
    environment.reset(seed=5)
    over = False
    while not over:
        _, _, over, _, _ = environment.step(environment.view().legal_moves()[0])
    table = AllSeats(name)
    table.reset(seed=5)
    for _ in table.agent_iter():
        if table.last()[2]:
            break
        position = table._batch.position(0)
        table.step(view_of(position, position.to_move).legal_moves()[0])
    assert environment.plies() == table._batch.plies(0)


def test_seeds_of_many_games() -> None:
    """A number of any kind is that of the first game; each may have its own, and none too many."""
    environment = ManySeats("pot", num_envs=2)
    first, _ = environment.reset(seed=3)
    seeds: tuple[Any, ...] = (np.int64(3), [3, 4])
    for seed in seeds:
        again, _ = environment.reset(seed=seed)
        np.testing.assert_array_equal(again, first)
    with pytest.raises(OptionsError, match="1 seeds; expected one or 2"):
        environment.reset(seed=[3])


def test_the_learner_sits_where_it_wants() -> None:
    """In the seat that it names, or in any, each as often as another."""
    assert OneSeat("pot", "seats=3", seat=2).reset(seed=1)[1]["moves"]
    seats = set()
    environment = OneSeat("kuhn", seat="random")
    environment.reset(seed=1)
    for _ in range(40):
        observation, _ = environment.reset()
        seats.add(bool(observation[6]))  # "moves first"
    assert seats == {False, True}
    with pytest.raises(OptionsError, match="no seat 3"):
        OneSeat("pot", "seats=3", seat=3)


@pytest.mark.parametrize("name", ("carcassonne", "pot"))
@pytest.mark.parametrize("seat", (0, 1))
def test_rewards_are_the_learners(name: str, seat: int) -> None:
    """The points gained over an episode are those that its seat has in the end."""
    environment = OneSeat(name, seat=seat, reward="gain")
    for seed in range(5):
        _, info = environment.reset(seed=seed)
        total, over = 0.0, False
        while not over:
            _, reward, over, _, info = environment.step(legal_action(info))
            total += reward
        # in Pot others can take points from it before its first move
        assert total == environment._games.view(0).scores()[seat]


def test_opponents_are_agents_or_functions() -> None:
    """A function gets what its seat knows; an agent of ours plays as it always does."""
    asked: list[View] = []

    def takes(view: View) -> str:
        asked.append(view)
        return view.legal_moves()[0]

    def play(opponents: Any) -> list[int]:  # noqa: ANN401 - one or several, names or functions
        environment = OneSeat("pot", "seats=3", opponents=opponents)
        _, info = environment.reset(seed=1)
        over = False
        while not over:
            _, _, over, _, info = environment.step(legal_action(info))
        scores: list[int] = environment._games.view(0).scores()
        return scores

    play([takes, "random"])
    assert {view.to_move for view in asked} == {1}
    assert play("flat:sims=60")[1] >= 0
    with pytest.raises(OptionsError, match="1 opponents"):
        play([takes])
    with pytest.raises(AgentError, match="nobody"):
        OneSeat("pot", opponents="nobody")
    with pytest.raises(AgentError, match="for ever"):
        OneSeat("pot", opponents="mcts")
    with pytest.raises(AgentError, match="'greedy' does not play hoard"):
        OneSeat("hoard", opponents="greedy")
    for wrong in (None, 5, [None]):
        with pytest.raises(OptionsError, match="opponent"):
            OneSeat("pot", opponents=wrong)  # type: ignore[arg-type]


def play_on(environment: OneSeat, info: dict[str, Any]) -> None:
    """Makes legal moves to the end."""
    over = False
    while not over:
        _, _, over, _, info = environment.step(legal_action(info))


def test_nobody_plays_for_an_opponent_that_failed() -> None:
    """The learner's next action is not made in its place."""
    fails = [False]

    def first(view: View) -> str:
        if fails[0]:
            raise ZeroDivisionError
        return view.legal_moves()[0]

    environment = OneSeat("hoard", opponents=first)
    _, info = environment.reset(seed=1)
    fails[0] = True
    with pytest.raises(ZeroDivisionError):
        play_on(environment, info)
    fails[0] = False
    with pytest.raises(OutOfTurnError, match="expected reset"):
        environment.step(0)
    environment.reset()
    environment.step(0)


def test_an_opponent_says_a_legal_move() -> None:
    """Else it is told what it said."""
    environment = OneSeat("pot", opponents=lambda _: None)  # type: ignore[arg-type]
    _, info = environment.reset(seed=1)
    with pytest.raises(IllegalMoveError, match="chose 'None'"):
        play_on(environment, info)


def test_an_action_may_be_an_array_of_one_number() -> None:
    """As networks give it, with every version of numpy."""
    plain, wrapped = OneSeat("pot"), OneSeat("pot")
    for environment in (plain, wrapped):
        environment.reset(seed=1)
    assert wrapped.step(np.array([0]))[4]["illegal"] is False
    plain.step(0)
    assert wrapped.view().text == plain.view().text


def test_who_steps_before_a_reset_is_told() -> None:
    """Also at a table that is empty because all is over."""
    table = AllSeats("pot")
    with pytest.raises(OutOfTurnError, match="reset"):
        table.step(0)
    with pytest.raises(OptionsError, match="seed"):
        table.reset(seed=-1)
    one, many = OneSeat("hoard", seat=1), ManySeats("pot", num_envs=2)
    for step in (lambda: one.step(0), lambda: many.step(np.array([-1, 0])), one.view):
        with pytest.raises(OutOfTurnError, match="reset"):
            step()
    with pytest.raises(OptionsError, match="seed"):
        many.reset(seed=-1)
    wrong: tuple[Any, ...] = (1.5, "7")
    for seed in wrong:
        with pytest.raises(OptionsError, match="seed"):
            many.reset(seed=seed)
    many.reset(seed=1)
    with pytest.raises(OptionsError, match="1 actions"):
        many.step(np.array([0]))
    with pytest.raises(OptionsError, match="2 of them in a row"):
        many.step(np.array(0))
    with pytest.raises(OptionsError, match="nothing is rendered as '3'"):
        OneSeat("hoard", render_mode=3)  # type: ignore[arg-type]


class Drawing:
    """Draws its moves, by the seed that it is made with."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def choose(self, view: View, budget: object) -> str:
        """Any of them."""
        del budget
        return self._chance.choice(view.legal_moves())


def test_an_opponents_class_is_made_for_each_game() -> None:
    """An episode has the same moves of it whatever was played before, and beside other games."""
    drawing = f"{__name__}:Drawing"
    environment = OneSeat("hoard", opponents=drawing)

    def ends(first: int, seeds: range) -> dict[int, str]:
        found = {}
        for seed in (first, *seeds):
            _, info = environment.reset(seed=seed)
            play_on(environment, info)
            found[seed] = environment.view().text
        return found

    alone = ends(5, range(6, 10))
    assert ends(9, range(5, 9)) == alone
    assert len(set(alone.values())) == len(alone)

    together = SeatGames("hoard", "", games=2, seat=0, opponents=drawing)
    together.begin([0, 1], [chance_from(5), chance_from(6)])
    while not together.over.all():
        masks = together.batch.arrays.masks
        together.step(
            [
                NO_ACTION if over else legal_action({"action_mask": mask})
                for over, mask in zip(together.over, masks, strict=True)
            ]
        )
    assert [together.view(game).text for game in (0, 1)] == [alone[5], alone[6]]


@pytest.mark.parametrize("name", [name for name in NAMES if registry.get(name).has_secrets])
def test_an_opponent_gets_a_view(name: str) -> None:
    """In a game with secrets it is a view of its seat, and no position."""
    seen: list[View] = []

    def first(view: View) -> str:
        seen.append(view)
        return view.legal_moves()[0]

    environment = OneSeat(name, opponents=first)
    _, info = environment.reset(seed=3)
    over = False
    while not over:
        _, _, over, _, info = environment.step(legal_action(info))
    assert seen
    assert not any(hasattr(view, "outcomes") for view in seen)


def test_illegal_actions() -> None:
    """By default they lose at once; they can also be refused, or replaced by a legal one."""
    environment = OneSeat("pot")
    environment.reset(seed=1)
    _, reward, over, _, info = environment.step(3)
    assert (reward, over, info["illegal"]) == (-1, True, True)
    strict = OneSeat("pot", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalMoveError):
        strict.step(3)
    lenient = OneSeat("pot", illegal="random")
    lenient.reset(seed=1)
    _, _, over, _, info = lenient.step(3)
    assert (over, info["illegal"]) == (False, True)
    _, _, _, _, info = lenient.step(-2)  # it cannot wait either
    assert info["illegal"]
    table = AllSeats("pot", illegal="random")
    table.reset(seed=1)
    table.step(3)
    assert table.infos["player_0"]["illegal"]
    assert not any(table.terminations.values())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("mode", ("ansi", "svg", "rgb_array"))
def test_pictures(mode: str, name: str) -> None:
    """What the learner knows, in each form."""
    environment = OneSeat(name, render_mode=mode)
    environment.reset(seed=1)
    shown = environment.render()
    if mode == "rgb_array":
        assert shown.dtype == np.uint8
        assert shown.shape == (FRAME[1], FRAME[0], 3)
        colours = shown.astype(int) @ (1 << 16, 1 << 8, 1)
        assert len(np.unique(colours)) > 5
    else:
        assert ("<svg" in shown) == (mode == "svg")


def test_a_person_sees_each_step(capsys: pytest.CaptureFixture[str]) -> None:
    """With `human` the terminal shows the game as it goes on; a hidden card stays hidden."""
    environment = OneSeat("kuhn", render_mode="human")
    _, info = environment.reset(seed=1)
    first = capsys.readouterr().out
    assert first
    environment.step(legal_action(info))
    assert capsys.readouterr().out
    with pytest.raises(OptionsError, match="nothing is rendered as"):
        OneSeat("kuhn", render_mode="film")


def test_a_learner_of_all_seats() -> None:
    """Agents take turns as seats do; the last rewards sum up to nothing."""
    environment = AllSeats("carcassonne", "seats=3")
    environment.reset(seed=2)
    order = []
    for agent in environment.agent_iter():
        order.append(agent)
        _, _, over, _, info = environment.last()
        if over:
            assert sum(environment.rewards.values()) == pytest.approx(0)
            break
        assert info["moves"][legal_action(info)]
        environment.step(legal_action(info))
    assert order[:4] == ["player_0", "player_1", "player_2", "player_0"]


if __name__ == "__main__":
    EPISODES.write_text(json.dumps(episodes(), indent=2) + "\n")
