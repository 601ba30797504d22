"""The judge: its facts beside those of a slow twin, its weights, and how it plays."""

import random
import subprocess
import sys
from collections import Counter
from functools import cache
from hashlib import sha256
from math import exp
from pathlib import Path

import numpy as np
import pytest

from carcbot import _native
from carcbot.errors import OptionsError
from carcbot.games.carcassonne.judge import (
    SHIPPED,
    TEACHER,
    first_weights,
    put_weights,
    shipped_weights,
)
from tests.games.carcassonne.test_worth import GAMES, games
from tests.twin import TwinOptions
from tests.twin.facts import facts_of

State = _native.carcassonne.State
new_game = _native.carcassonne.new_game
NAMES = _native.carcassonne.fact_names()
MOMENTS = _native.carcassonne.MOMENTS
TILES_AT = np.array((0, 4, 12, 24, 48, 72))
"""How many tiles of 72 are left at each moment."""


def moment_of(left: int) -> tuple[int, float]:
    """Between which two moments so many tiles of 72 are left, by the earlier; and how far on."""
    lower = min(int(np.searchsorted(TILES_AT, left, side="right")) - 1, MOMENTS - 2)
    return lower, (left - TILES_AT[lower]) / (TILES_AT[lower + 1] - TILES_AT[lower])


@pytest.mark.parametrize("options", GAMES)
def test_facts(options: TwinOptions) -> None:
    """Each amount is what is found on the twin's table, in every position of a random game."""
    seen: set[str] = set()
    for state, twin in games(options, 1):
        if twin.phase == "end":
            continue
        told: Counter[tuple[int, str]] = Counter()
        for seat, name, amount in state.facts():
            told[seat, name] += amount
        assert told == facts_of(twin), state.text
        seen.update(name for _, name in told)
    assert len(seen) > 80


def test_worth() -> None:
    """What the judge promises is points and weighted facts, with weights read between moments."""
    for state, twin in games(TwinOptions(), 5):
        if twin.phase == "end":
            continue
        weights = np.array(_native.carcassonne.shipped_weights(state)).reshape(MOMENTS, -1)
        lower, on = moment_of(sum(state.bag().values()))
        now = weights[lower] * (1 - on) + weights[lower + 1] * on
        wanted = [1000.0 * points for points in twin.scores()]
        of_areas = [0.0] * len(wanted)
        for seat, name, amount in state.facts():
            wanted[seat] += now[NAMES.index(name)] * amount
            if not name.endswith(("always", "moves next", " more than others", " left")):
                of_areas[seat] += now[NAMES.index(name)] * amount
        # a weight is rounded to a thousandth of a point, some are multiplied by twenty points
        assert _native.carcassonne.worth(state, "judge") == pytest.approx(wanted, abs=300)
        promises = state.promises()
        assert [sum(each) for each in zip(*promises, strict=True)] == pytest.approx(
            of_areas, abs=300
        )
        for (_, _, owners, _, _), promised in zip(state.areas(), promises, strict=True):
            assert owners or not any(promised)


def test_the_end() -> None:
    """When the game is over there is nothing to judge: points are points."""
    *_, (state, twin) = games(TwinOptions(seats=3), 3)
    assert twin.phase == "end"
    assert _native.carcassonne.worth(state, "judge") == [1000 * each for each in twin.scores()]


def test_shipped_for_every_table() -> None:
    """Every kind of game has a judge, and every fact of its file is one that the core knows."""
    for seats in range(2, 7):
        for more in ("river", "inns_and_cathedrals", "abbot", "river+inns_and_cathedrals+abbot"):
            if seats == 6 and "inns" not in more:
                continue
            state = new_game(f"seats={seats},expansions={more}")
            assert any(_native.carcassonne.shipped_weights(state))
    for line in SHIPPED.read_text().splitlines():
        if line and not line.startswith(("#", "version ", "game ")):
            numbers, name = line.split("\t")
            assert name in NAMES
            assert len(numbers.split()) == _native.carcassonne.MOMENTS


def test_shipped_section(tmp_path: Path) -> None:
    """Weights take the place of those of the same kind of game, and of no others."""
    file = tmp_path / "weights.txt"
    two = "game 2 base\n1 2 3 4 5 6\talways\n"
    file.write_text(f"# told\n{two}game 3 base\n# a\n5 6 7 8 9 10\talways\n")
    weights = first_weights() * 0
    weights[0] = 9
    put_weights("seats=3,expansions=river", weights, "by hand", file)
    assert file.read_text() == f"# told\n{two}game 3 base\n# by hand\n9 0 0 0 0 0\talways\n"
    digest, name = (tmp_path / "weights.txt.sha256").read_text().split()
    assert (digest, name) == (sha256(file.read_bytes()).hexdigest(), "weights.txt")


def test_digest() -> None:
    """The core tells by their digest which weights are in it: those of the file that ships."""
    digest = sha256(SHIPPED.read_bytes()).hexdigest()
    assert SHIPPED.with_name("judge.txt.sha256").read_text() == f"{digest}  judge.txt\n"
    assert f"carcassonne {digest[:12]}" in str(_native.build_info()["weights"]).split(", ")


def test_compare() -> None:
    """On decks from both seats weights are as strong as themselves, and stronger than none."""
    state = new_game("seats=2")
    shipped = np.array(_native.carcassonne.shipped_weights(state), dtype=np.int32)
    assert TEACHER.compare("seats=2", shipped, shipped, seed=1, games=10).tolist() == [0.5] * 5
    assert TEACHER.compare("seats=2", shipped, first_weights() * 0, seed=1, games=20).mean() > 0.9
    table = np.array(_native.carcassonne.compare(state, shipped, first_weights(), 1, 2))
    assert table.shape == (4, 2)


def test_shares_by_deck() -> None:
    """By the same weights it is one seat's share of each deck; else points decide, deck by deck."""
    shipped = shipped_weights("seats=3")
    even = TEACHER.shares_by_deck("seats=3", shipped, shipped, seed=1, decks=4)
    assert even == pytest.approx([1 / 3] * 4)
    state, rival = new_game("seats=2"), shipped_weights("seats=3")
    games = _native.carcassonne.compare(state, shipped_weights("seats=2"), rival, 3, 20)
    won = [(own > other) + (own == other) / 2 for own, other in games]
    wanted = [(one + two) / 2 for one, two in zip(won[::2], won[1::2], strict=True)]
    shares = TEACHER.shares_by_deck("seats=2", shipped_weights("seats=2"), rival, seed=3, decks=20)
    assert shares.tolist() == wanted
    assert len(set(wanted)) > 1


def test_learn_refuses() -> None:
    """Weights of another size are refused."""
    state = new_game("seats=2")
    with pytest.raises(OptionsError, match=str(MOMENTS * len(NAMES))):
        _native.carcassonne.learn(state, np.zeros(3, dtype=np.int32), 1, 1, 0, 1.0, 1.0)


def test_patience() -> None:
    """A judge that knows nothing but points hears without patience what the next move brings.

    All together those are the points of the game, but for those of its first tile. With patience
    every position hears of all points that are still to come.
    """
    state, games = new_game("seats=2"), 20
    always = NAMES.index("always")
    heard = []
    for patience in (0.0, 0.5, 1.0):
        _, target, samples, _, points = _native.carcassonne.learn(
            state, first_weights() * 0, 1, games, 0, patience, 1.0
        )
        assert samples == games * 2 * 70
        heard.append(np.array(target).reshape(_native.carcassonne.MOMENTS, -1)[:, always].sum())
        assert points - 4 * games <= heard[0] <= points + 1e-6
    assert heard[0] < heard[1] < heard[2]
    assert heard[2] > 20 * heard[0]


def test_what_is_common() -> None:
    """What all seats have alike counts as much as is said, and what differs in full.

    All have the fact "always", and one of two seats moves next, half a seat away from the mean.
    """
    state, games = new_game("seats=2"), 5
    names = np.array(NAMES * _native.carcassonne.MOMENTS)
    sums = []
    for common in (0.0, 0.25, 1.0):
        matrix, target, samples, _, _ = _native.carcassonne.learn(
            state, first_weights(), 1, games, 0, 0.9, common
        )
        whole = np.triu(matrix) + np.triu(matrix, 1).T
        always, moves_next = (
            whole[np.ix_(names == name, names == name)].sum() for name in ("always", "moves next")
        )
        assert always == pytest.approx(common * samples)
        assert moves_next == pytest.approx((1 + common) / 2 * samples / 2)
        # raises unless it is a sum of squares
        np.linalg.cholesky(whole + 1e-6 * np.eye(len(whole)))
        sums.append(np.append(whole, target))
    # no more of it than is said
    assert np.allclose(sums[1], 0.75 * sums[0] + 0.25 * sums[2], rtol=1e-6, atol=1e-12)


def test_what_all_moves_have_in_common() -> None:
    """From choices nothing is learned of what is there whichever move is made."""
    matrix, target, samples, _, points = _native.carcassonne.learn(
        new_game("seats=2"), shipped_weights("seats=2"), 1, 5, 0, 0.9, 1.0, 0.3
    )
    whole = np.triu(matrix) + np.triu(matrix, 1).T
    names = np.array(NAMES * _native.carcassonne.MOMENTS)
    assert samples == 5 * 71
    assert 50 < points / 5 / 2 < 150
    for name in ("always", "moves next", "a turn more than others"):
        assert whole[names == name] == pytest.approx(0)
        assert target[names == name] == pytest.approx(0)
    assert np.count_nonzero(whole.diagonal()) > 200
    np.linalg.cholesky(whole + 1e-6 * np.eye(len(whole)))  # raises unless a sum of squares


def test_a_choice() -> None:
    """Each choice counts as a slow reading of it says, and the better a move the more often.

    Two tiles are left, so what came of the first choice is the final lead. By how much that was
    judged wrong tells which two moves were made; of the last one nothing is left to be wrong about.
    """
    softness = 1.0
    weights = shipped_weights("seats=2")
    state = two_tiles_left(random.Random(22))
    likely: dict[int, tuple[float, float, np.ndarray]] = {}
    first = choices(state, softness)
    usual = sum(part * facts for part, _, _, facts in first)
    for part, judged, after, facts in first:
        ((kind, _),) = after.outcomes()
        after.apply(kind)
        for other_part, _, end, _ in choices(after, softness):
            error = (end.scores()[state.to_move] - end.scores()[1 - state.to_move]) - judged
            key = round(1000 * error**2)
            likely[key] = (likely.get(key, (0.0,))[0] + part * other_part, error, facts - usual)
    games = 80
    made: Counter[int] = Counter()
    for seed in range(games):
        matrix, target, samples, squares, _ = _native.carcassonne.learn(
            state, weights, seed, 1, 0, 1.0, 1.0, softness
        )
        made[key := round(1000 * squares)] += 1
        if made[key] > 1:
            continue
        _, error, beyond = likely[key]
        assert samples == 2
        assert np.allclose(matrix, np.triu(np.outer(beyond, beyond)), atol=1e-6)
        assert np.allclose(target, beyond * (beyond @ weights / 1000 + error), atol=1e-6)
    assert len(made) > 4
    for key, (part, _, _) in likely.items():
        assert made[key] / games == pytest.approx(part, abs=5 * (part / games) ** 0.5)


def test_mixed_company() -> None:
    """In half of the games one seat learns alone; who is careless or sees little has less."""
    state, weights, seeds = new_game("seats=2"), shipped_weights("seats=2"), range(20)

    def learned(games: int, others: np.ndarray | None) -> tuple[float, float]:
        lessons = [
            _native.carcassonne.learn(state, weights, seed, games, 0, 1.0, 1.0, 0.3, others)
            for seed in seeds
        ]
        choices = sum(each[2] for each in lessons) / len(seeds)
        return choices, sum(each[4] for each in lessons) / len(seeds)

    # a tile that fits nowhere is rare, and nobody's choice
    own, own_points = learned(2, weights)
    assert (own, own_points) == learned(2, None)
    assert own == pytest.approx(2 * 71, abs=0.5)
    with_careless, points = learned(3, weights)
    assert with_careless == pytest.approx(own + 36, abs=0.5)
    careless = points - own_points
    with_others, more_points = learned(4, weights)
    assert with_others == pytest.approx(with_careless + 36, abs=0.5)
    others = more_points - points
    near_sighted = learned(4, 0 * weights)[1] - points
    assert careless < own_points / 2 - 10
    assert near_sighted < others - 10
    with pytest.raises(OptionsError, match=str(MOMENTS * len(NAMES))):
        _native.carcassonne.learn(state, weights, 1, 1, 0, 1.0, 1.0, 0.3, weights[:3])


def two_tiles_left(rng: random.Random) -> State:
    """A position of a random game of two in which one tile is in hand, and one in the bag."""
    state = new_game("seats=2")
    while sum(state.bag().values()) > 1 or state.to_move < 0:
        if state.to_move < 0:
            state.apply(rng.choice([kind for kind, _ in state.outcomes()]))
        else:
            state.apply(rng.choice(state.legal_moves()))
    return state


def choices(state: State, softness: float) -> list[tuple[float, float, State, np.ndarray]]:
    """Each likely move: how often it is made, the lead it is judged to bring, and what is then.

    That is the position after it, and the mover's facts there less the other's.
    """
    found = []
    for move in state.legal_moves():
        after = state.copy()
        after.apply(move)
        worth = [each / 1000 for each in _native.carcassonne.worth(after, "judge")]
        facts = np.zeros((MOMENTS, len(NAMES)))
        if not after.over:
            lower, upper = moment_of(sum(after.bag().values()))
            assert lower == 0
            upper = int(upper * 1024) / 1024  # it is read in whole parts of 1024
            for seat, name, amount in after.facts():
                sign = 1 if seat == state.to_move else -1
                facts[:2, NAMES.index(name)] += sign * amount * np.array((1 - upper, upper))
        lead = worth[state.to_move] - worth[1 - state.to_move]
        found.append((lead, after, facts.reshape(-1)))
    best = max(lead for lead, _, _ in found)
    often = [exp((lead - best) / softness) for lead, _, _ in found]
    whole = sum(each for each in often if each >= 0.05)
    return [(each / whole, *rest) for each, rest in zip(often, found, strict=True) if each >= 0.05]


def test_the_judge_beats_points() -> None:
    """One ply of the judge wins nearly all games against one ply of points, on the same decks."""
    margins = [margin(seed, judge) for seed in range(6) for judge in range(2)]
    assert sum(each > 0 for each in margins) >= 9
    assert sum(margins) > 0


def margin(seed: int, judge: int) -> int:
    """By how many points the seat wins that makes the move after which the judge likes it best."""
    rng = random.Random(seed)
    state = new_game("seats=2")
    while not state.over:
        if state.to_move < 0:
            outcomes = state.outcomes()
            ((kind, _),) = rng.choices(outcomes, weights=[weight for _, weight in outcomes])
            state.apply(kind)
            continue
        seat = state.to_move
        evaluation = "judge" if seat == judge else "virtual"
        lead = {}
        for move in state.legal_moves():
            after = state.copy()
            after.apply(move)
            worth = _native.carcassonne.worth(after, evaluation)
            lead[move] = worth[seat] - worth[1 - seat]
        state.apply(max(lead, key=lambda move: lead[move]))
    scores = state.scores()
    return scores[judge] - scores[1 - judge]


@pytest.mark.parametrize("before", ("", "removed", "kept"))
def test_what_was_played_before_changes_nothing(before: str) -> None:
    """The judge of one box is the same whichever box its process has met before."""
    alone = [judged_in_a_process_of_its_own(each) for each in ("kept", "removed")]
    assert alone[0] != alone[1]
    for start, told in zip(("kept", "removed"), alone, strict=True):
        assert judged_in_a_process_of_its_own(*filter(None, (before,)), start)[-1:] == told


@cache
def judged_in_a_process_of_its_own(*starts: str) -> list[str]:
    """What the judge says of first positions with these start tiles of the river, in this order."""
    script = (
        "import sys\nfrom carcbot._native import carcassonne as core\n"
        "for start in sys.argv[1:]:\n"
        "    options = 'seats=2,expansions=river,river_start_tile=' + start\n"
        "    print(core.worth(core.new_game(options), 'judge'))\n"
    )
    command = [sys.executable, "-c", script, *starts]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()
