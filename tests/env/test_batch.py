"""Batches of games against the rules as Python knows them: positions, masks, rewards, seeds."""

import heapq
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from carcbot.env import NO_ACTION, WAIT, Batch
from carcbot.env.batch import Illegal, Reward, learned_games, seeds_from
from carcbot.errors import (
    IllegalMoveError,
    InputError,
    OutOfTurnError,
)
from carcbot.games import registry
from carcbot.games.contract import CHANCE, OVER, State, has_secrets, view_of
from tests.games.random_games import OPTION_SETS, positions, random_record

GAMES = [(name, options) for name in learned_games() for options in OPTION_SETS[name]]
EVERY_GAME = pytest.mark.parametrize(("name", "options"), GAMES)
SECRET = [(name, options) for name, options in GAMES if registry.get(name).has_secrets]


MOST_DRAWS = 3000
"""Positions after draws that are looked at; with six cards that are opened there are millions."""


def draws_lead(state: State, wanted: str) -> bool:
    """Whether draws can lead from there to the position of that text.

    It looks first where most parts of the texts agree, which is where cards lie as they should.
    """

    def parts(text: str) -> list[str]:
        return re.split(r"[ /.:+]", text)

    todo = [(0, state.text, state)]
    seen = {state.text}  # a draw may change nothing: the tile goes back into the bag
    while todo and len(seen) < MOST_DRAWS:
        _, text, at = heapq.heappop(todo)
        if at.to_move != CHANCE:
            if text == wanted:
                return True
            continue
        for outcome, _ in at.outcomes():
            after = at.copy()
            after.apply(outcome)
            if after.text not in seen:
                seen.add(after.text)
                agree = sum(map(str.__eq__, parts(after.text), parts(wanted)))
                heapq.heappush(todo, (-agree, after.text, after))
    return False


def masked(batch: Batch, game: int) -> set[int]:
    """The actions whose mask is 1."""
    found: set[int] = set(np.flatnonzero(batch.arrays.masks[game]).tolist())
    return found


@EVERY_GAME
def test_every_step_is_one_of_the_rules(name: str, options: str) -> None:
    """Whose turn it is, the legal moves, what a move does, points and ends are those of the rules.

    The same move is made on a state in Python; draws must lead from there to what the batch has.
    """
    batch = Batch(name, options, games=2, seed=1)
    own = [batch.position(game) for game in range(2)]
    for _ in range(40):
        for game, state in enumerate(own):
            assert state.options == batch.options
            assert batch.arrays.to_move[game] == state.to_move
            moves = batch.moves(game)
            assert set(moves) == set(state.legal_moves())
            assert masked(batch, game) == set(moves.values()) - {NO_ACTION}
            assert len(set(moves.values())) == len(moves)
        actions = batch.sample()
        for game, state in enumerate(own):
            texts = {action: text for text, action in batch.moves(game).items()}
            state.apply(texts[int(actions[game])])
        batch.step(actions)
        for game, state in enumerate(own):
            ended = state.over or not draws_lead(state, batch.position(game).text)
            assert bool(batch.arrays.ended[game]) == ended
            own[game] = batch.position(game)
            if not ended:
                assert batch.arrays.scores[game].tolist() == own[game].scores()


PAID = {
    (2, 1): (1.0, -1.0),
    (2, 2): (0.0, 0.0),
    (3, 1): (1.0, -0.5),
    (3, 2): (0.25, -0.5),
    (3, 3): (0.0, 0.0),
}
"""What a victory pays a winner and a loser, by the seats and how many of them share it."""


def shares(ranking: list[int]) -> list[float]:
    """What each seat is paid for its place."""
    winner, loser = PAID[len(ranking), ranking.count(1)]
    return [winner if place == 1 else loser for place in ranking]


def played_out(batch: Batch) -> Iterator[tuple[list[list[float]], list[State]]]:
    """The rewards of every step and the positions then, until all games are over."""
    while not batch.over.all():
        batch.step(batch.sample())
        yield batch.arrays.rewards.tolist(), [batch.position(i) for i in range(batch.games)]


@pytest.mark.parametrize("reward", ("win", "difference", "gain"))
@pytest.mark.parametrize(
    ("name", "options"), (("pot", ""), ("pot", "seats=3"), ("kuhn", ""), ("carcassonne", ""))
)
def test_rewards(name: str, options: str, reward: Reward) -> None:
    """Each kind of reward follows from the points and places that the rules give."""
    batch = Batch(name, options, games=30, seed=3, reward=reward, restarts=False)
    total = np.array([batch.position(game).scores() for game in range(30)]) * 0.0
    for rewards, states in played_out(batch):
        for game, state in enumerate(states):
            total[game] += rewards[game]
            if not batch.arrays.ended[game]:
                continue
            points = state.scores()
            if reward == "win":
                assert rewards[game] == pytest.approx(shares(state.ranking()))
            if reward == "difference":
                others = [max(points[:i] + points[i + 1 :]) for i in range(state.seats)]
                assert rewards[game] == [a - b for a, b in zip(points, others, strict=True)]
            if reward == "gain":
                assert total[game].tolist() == points
    assert batch.arrays.to_move.tolist() == [OVER] * 30


def test_a_shared_victory_pays_its_part() -> None:
    """Worked by hand: who wins alone gets 1, two winners of three a quarter each."""
    batch = Batch("pot", "seats=3,ones=0,twos=0,threes=3", games=60, seed=5, restarts=False)
    seen = set()
    for rewards, states in played_out(batch):
        for game, state in enumerate(states):
            if batch.arrays.ended[game]:
                seen.add((tuple(state.ranking()), tuple(rewards[game])))
    assert ((1, 2, 2), (1.0, -0.5, -0.5)) in seen
    assert ((1, 1, 3), (0.25, 0.25, -0.5)) in seen
    assert ((1, 1, 1), (0.0, 0.0, 0.0)) in seen


def history(batch: Batch, game: int, steps: int) -> list[tuple[Any, ...]]:
    """What a game is like step by step, if each seat takes the legal action in the middle."""
    found = []
    for _ in range(steps):
        arrays = batch.arrays
        found.append((batch.position(game).text, arrays.rewards[game].tolist()))
        legal = [np.flatnonzero(mask) for mask in arrays.masks]
        batch.step([actions[len(actions) // 2] for actions in legal])
    return found


@pytest.mark.parametrize("name", learned_games())
def test_a_game_depends_on_its_seed_alone(name: str) -> None:
    """It is the same wherever it stands, whatever is beside it, on however many threads."""
    seeds = [11, 12, 13]
    alone = Batch(name, games=1)
    alone.reset(seeds=[12])
    beside = Batch(name, games=70, threads=3)
    beside.reset(seeds=[*seeds, *range(67)])
    there = history(beside, 1, 30)
    assert history(alone, 0, 30) == there
    beside.reset([5], seeds=[12])
    assert history(beside, 5, 30) == there
    assert history(beside, 6, 30) != there


def test_seeds_do_not_depend_on_how_many_there_are() -> None:
    """Another game more does not change those that are there, and no two are alike."""
    assert seeds_from(7, 3).tolist() == seeds_from(7, 100)[:3].tolist()
    assert len({*seeds_from(7, 1000).tolist(), *seeds_from(8, 1000).tolist()}) == 2000


def test_samples_are_drawn_evenly() -> None:
    """Each legal action is as likely as another."""
    batch = Batch("pot", games=4000)
    counts = np.bincount(batch.sample(), minlength=4)
    assert counts[3] == 0  # there is nothing yet to sweep
    assert abs(counts[:3] - 4000 / 3).max() < 5 * (4000 * 2 / 9) ** 0.5


def test_an_illegal_action_is_refused_and_nothing_changes() -> None:
    """The error names the game, and no game has made a move; not one with a chosen move either."""
    batch = Batch("pot", games=3, seed=2)
    before = [batch.position(game).text for game in range(3)]
    for wrong in (3, 4, -1, 10**12):
        with pytest.raises(IllegalMoveError, match="game 2"):
            batch.step([0, 0, wrong])
    batch.choose(1, "take")
    with pytest.raises(IllegalMoveError, match="game 0"):
        batch.step([3, 0, 0])
    assert [batch.position(game).text for game in range(3)] == before
    batch.step([0, 1, 2])
    first = batch.position(1)
    assert first.scores()[1] < 0  # it threw: the choice of before counts no longer


@pytest.mark.parametrize(
    ("reward", "paid"), (("win", [-1.0, 1.0]), ("difference", [-100.0, 0.0]), ("gain", [-100, 0]))
)
def test_an_illegal_action_may_lose(reward: Reward, paid: list[float]) -> None:
    """The game ends at once and the mover pays; others go on."""
    batch = Batch("pot", games=2, reward=reward, illegal="lose", restarts=False)
    batch.step([3, 0])
    assert batch.arrays.illegal.tolist() == [1, 0]
    assert batch.arrays.ended.tolist() == [1, 0]
    assert batch.arrays.rewards[0].tolist() == paid
    assert batch.arrays.to_move.tolist() == [OVER, 1]
    assert masked(batch, 0) == set()
    with pytest.raises(OutOfTurnError):
        batch.choose(0, "take")


def test_an_illegal_action_may_become_a_random_one() -> None:
    """A legal move is made in its place, and the array says so."""
    batch = Batch("pot", games=200, illegal="random", seed=4)
    made = set()
    before = [batch.position(game) for game in range(200)]
    batch.step([99] * 200)
    assert batch.arrays.illegal.all()
    for game, state in enumerate(before):
        fits = []
        for move in state.legal_moves():
            after = state.copy()
            after.apply(move)
            if draws_lead(after, batch.position(game).text):
                fits.append(move)
        assert fits
        made |= set(fits)
    assert made == {"take", "throw", "stack"}


def test_games_begin_anew_only_if_they_are_to() -> None:
    """A game that is over is left alone until somebody resets it; a restarted one goes on."""
    batch = Batch("kuhn", games=2, restarts=False)
    while not batch.over.all():
        batch.step(batch.sample())
    batch.step([NO_ACTION, NO_ACTION])
    assert batch.arrays.ended.tolist() == [0, 0]
    assert batch.arrays.rewards.tolist() == [[0, 0], [0, 0]]
    batch.reset([1], seed=9)
    assert batch.over.tolist() == [True, False]
    hands: list[str] = []
    for seed in (5, 5, 6):
        batch = Batch("hoard", games=2, restarts=False, seed=seed)
        for _ in range(3):
            hands.extend(batch.position(game).text for game in range(2))
            batch.reset()
    assert hands[:6] == hands[6:12]
    assert len({*hands}) == 12  # another reset is another game, by the seed of the batch
    again = Batch("kuhn", games=1)
    ends = 0
    for _ in range(50):
        again.step(again.sample())
        ends += int(again.arrays.ended[0])
    assert ends >= 50 // 3 - 1
    assert not again.over.any()


def test_a_game_can_wait() -> None:
    """Where it is told to wait nothing happens, and its last outcome is told no longer."""
    batch = Batch("pot", games=2, seed=1, reward="gain")
    batch.step([0, 0])
    assert batch.arrays.rewards[:, 0].all()
    before = batch.position(0).text
    batch.step([WAIT, 0])
    assert batch.position(0).text == before
    assert not batch.arrays.rewards[0].any()
    assert batch.arrays.rewards[1].any()


@pytest.mark.parametrize("action", (NO_ACTION, WAIT))
def test_moves_by_their_text(action: int) -> None:
    """A move chosen by its text is made, whatever action stands there; another text is refused."""
    batch = Batch("carcassonne", games=1, seed=1)
    move = next(iter(batch.moves(0)))
    batch.choose(0, move)
    twin = batch.position(0)
    twin.apply(move)
    batch.step([action])
    assert draws_lead(twin, batch.position(0).text)
    with pytest.raises(InputError):
        batch.choose(0, "99,99/0")
    with pytest.raises(InputError, match="no game 1"):
        batch.choose(1, move)


@EVERY_GAME
def test_a_game_can_be_put_anywhere(name: str, options: str) -> None:
    """Every position of a random game can be gone on from; its draws are made if they are due."""
    batch = Batch(name, options, games=2, seed=1, restarts=False)
    for state in list(positions(random_record(name, options, 3)))[::7]:
        batch.put(1, state)
        if state.to_move != CHANCE:
            assert batch.position(1).text == state.text
            assert batch.arrays.to_move[1] == state.to_move
        assert set(batch.moves(1)) == set(batch.position(1).legal_moves())


@EVERY_GAME
def test_afterstates(name: str, options: str) -> None:
    """Moves, points and ends are those that Python finds move by move.

    In a game with secrets points may depend on what is hidden, and then a guess is as good.
    """
    batch = Batch(name, options, games=3, seed=6)
    for _ in range(12):
        batch.step(batch.sample())
    after = batch.afterstates([2, 0])
    assert after.offsets[0] == 0
    assert after.observations.shape == (after.offsets[2], *batch.shape)
    for place, game in enumerate((2, 0)):
        state = batch.position(game)
        seat = state.to_move
        begin, end = after.offsets[place], after.offsets[place + 1]
        texts = batch.moves(game)
        assert after.actions[begin:end].tolist() == list(texts.values())
        if has_secrets(state):
            continue
        for row, text in enumerate(texts, begin):
            one = state.copy()
            one.apply(text)
            assert after.scores[row].tolist() == one.scores()
            assert bool(after.over[row]) == one.over
            if one.to_move >= 0:
                batch.put(1, one)
                np.testing.assert_array_equal(after.observations[row], batch.observation(1, seat))


Seen = Callable[[Batch, int, int], Any]


def seen_by(batch: Batch, game: int, seat: int) -> Any:  # noqa: ANN401 - arrays of many shapes
    """All that a batch tells about a game to the seat that is to move there."""
    after = batch.afterstates([game], seed=3)
    return [
        batch.observation(game, seat).tobytes(),
        batch.arrays.observations[game].tobytes(),
        sorted(masked(batch, game)),
        after.observations.tobytes(),
        after.scores.tobytes(),
        after.over.tobytes(),
    ]


def told_apart(name: str, options: str, seen: Seen) -> int:
    """In how many positions a seat can tell by that what it cannot know."""
    batch = Batch(name, options, games=1, restarts=False)
    found = 0
    records = [random_record(name, options, seed) for seed in range(8, 12)]
    for state in (each for record in records for each in positions(record)):
        seat = state.to_move
        if seat < 0 or not has_secrets(state):
            continue
        possible = [state.view(seat).determinize(seed) for seed in range(6)]
        told = []
        for each in possible:
            batch.put(0, each)
            told.append(seen(batch, 0, seat))
        found += any(each != told[0] for each in told)
    return found


@pytest.mark.parametrize(("name", "options"), SECRET)
def test_a_learner_sees_what_its_seat_sees(name: str, options: str) -> None:
    """Positions with the same view are the same to it: numbers, masks and afterstates."""
    assert told_apart(name, options, seen_by) == 0


@pytest.mark.parametrize(("name", "options"), SECRET)
def test_what_a_learner_must_not_see_is_found(name: str, options: str) -> None:
    """The test above would find an observation that has something of another seat's."""

    def of_the_next(batch: Batch, game: int, seat: int) -> Any:  # noqa: ANN401
        return batch.observation(game, (seat + 1) % batch.seats).tobytes()

    assert told_apart(name, options, of_the_next) > 0


@EVERY_GAME
def test_every_number_has_a_name(name: str, options: str) -> None:
    """There are as many names as numbers, all different."""
    batch = Batch(name, options, games=1)
    assert len(batch.names) == len(set(batch.names)) == batch.shape[0]
    assert batch.arrays.observations.shape == (1, *batch.shape)


def test_what_is_seen_of_pot() -> None:
    """The observation of a small game, read off by hand."""
    batch = Batch("pot", "seats=3", games=1)
    state = registry.get("pot").new("seats=3")
    for ply in ("3", "stack", "1", "take", "2", "throw", "1"):
        state.apply(ply)
    batch.put(0, state)
    told = dict(zip(batch.names, batch.observation(0, 1).tolist(), strict=True))
    assert {name: value for name, value in told.items() if value} == {
        "the chip is a 1": 1,
        "the pot": 3,
        "ones left": 1,
        "twos left": 1,
        "points of player 0": 1,  # seat 1
        "points of player 2": -2,  # seat 0
        "to move is player 2": 1,
    }


def test_what_is_seen_of_kuhn() -> None:
    """One's own card, never the other's before the showdown."""
    batch = Batch("kuhn", games=1, restarts=False)
    state = registry.get("kuhn").new()
    for ply in ("K", "J", "pass", "bet"):
        state.apply(ply)
    batch.put(0, state)
    told = dict(zip(batch.names, batch.arrays.observations[0].tolist(), strict=True))
    assert {name for name, value in told.items() if value} == {
        *("own card is K", "moves first", "first move passed", "second move bet")
    }
    assert view_of(state, 0).text == view_of(batch.position(0), 0).text


@pytest.mark.parametrize("illegal", ("raise", "lose", "random"))
def test_a_game_not_begun_is_not_stepped(illegal: Illegal) -> None:
    """Games that are over take whatever action, and do nothing with it."""
    batch = Batch("kuhn", games=1, restarts=False, illegal=illegal)
    while not batch.over.all():
        batch.step(batch.sample())
    text = batch.position(0).text
    batch.step([17])
    assert batch.position(0).text == text


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_what_has_happened_can_be_told(name: str, options: str) -> None:
    """The draws and moves of a game lead from its beginning to where it is, also of a later one."""
    batch = Batch(name, options, games=2, seed=3)
    begun = 0
    for _ in range(90):
        batch.step(batch.sample())
        begun += int(batch.arrays.ended[1])
        state = registry.get(name).new(options)
        for ply in batch.plies(1):
            state.apply(ply)
        assert state.digest == batch.position(1).digest
        if begun == 2:
            break


def test_nothing_is_told_of_what_did_not_happen() -> None:
    """A game that was put into a position has no beginning; after a reset it has one again."""
    batch = Batch("pot", games=2, illegal="lose", restarts=False)
    batch.put(0, batch.position(1))
    with pytest.raises(OutOfTurnError, match="game 0"):
        batch.plies(0)
    batch.reset([0])
    opening = batch.plies(0)
    batch.step([3, WAIT])  # which is no action, and loses
    assert batch.over[0]
    assert batch.plies(0) == opening


def test_a_forked_process_goes_on_alone() -> None:
    """The threads of a batch stay behind there: its games go on without them."""
    program = """
import os, sys
from carcbot.env import Batch
batch = Batch("pot", games=8, threads=3)
batch.step(batch.sample())
child = os.fork()
batch.step(batch.sample())
text = " ".join(batch.position(game).text for game in range(8))
if not child:
    print(text, flush=True)
    del batch
    sys.exit(0)
assert os.waitpid(child, 0)[1] == 0
print(text)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    one, other = ran.stdout.splitlines()
    assert one == other


def test_a_mask_of_games_is_understood() -> None:
    """What is over is told as a mask, and can be reset as one."""
    batch = Batch("pot", games=6, restarts=False)
    for game in (1, 4):
        while not batch.over[game]:
            batch.step(batch.sample([game]))
    others = [batch.position(game).text for game in (0, 2, 3, 5)]
    batch.reset(batch.over, seed=3)
    assert not batch.over.any()
    assert [batch.position(game).text for game in (0, 2, 3, 5)] == others
