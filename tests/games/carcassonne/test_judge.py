"""The judge: its facts beside those of a slow twin, its weights, and how it plays."""

import random
from collections import Counter
from hashlib import sha256
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

new_game = _native.carcassonne.new_game
NAMES = _native.carcassonne.fact_names()


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
    moments = _native.carcassonne.MOMENTS
    for state, twin in games(TwinOptions(), 5):
        if twin.phase == "end":
            continue
        weights = np.array(_native.carcassonne.shipped_weights(state)).reshape(moments, -1)
        at = sum(state.bag().values()) * (moments - 1) / 72
        lower = min(int(at), moments - 2)
        now = weights[lower] * (1 - (at - lower)) + weights[lower + 1] * (at - lower)
        wanted = [1000.0 * points for points in twin.scores()]
        of_areas = [0.0] * len(wanted)
        for seat, name, amount in state.facts():
            wanted[seat] += now[NAMES.index(name)] * amount
            if not name.endswith(("always", "moves next", " left")):
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
    file.write_text("# told\ngame 2 base\n1 2 3 4\talways\ngame 3 base\n# a\n5 6 7 8\talways\n")
    weights = first_weights() * 0
    weights[0] = 9
    put_weights("seats=3,expansions=river", weights, "by hand", file)
    assert file.read_text() == (
        "# told\ngame 2 base\n1 2 3 4\talways\ngame 3 base\n# by hand\n9 0 0 0\talways\n"
    )
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
    games = _native.carcassonne.compare(state, shipped_weights("seats=2"), rival, 3, 8)
    won = [(own > other) + (own == other) / 2 for own, other in games]
    wanted = [(one + two) / 2 for one, two in zip(won[::2], won[1::2], strict=True)]
    shares = TEACHER.shares_by_deck("seats=2", shipped_weights("seats=2"), rival, seed=3, decks=8)
    assert shares.tolist() == wanted
    assert len(set(wanted)) > 1


def test_learn_refuses() -> None:
    """Weights of another size are refused."""
    state = new_game("seats=2")
    with pytest.raises(OptionsError, match="2160"):
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
