"""How the outlook learns: what a lesson of its games holds, and the file of its weights."""

from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from carcbot import _native
from carcbot.errors import OptionsError
from carcbot.games.course import Course, Lesson
from carcbot.games.thurn_and_taxis.outlook import (
    NEXT_TURN,
    SHIPPED,
    TEACHER,
    first_weights,
    put_weights,
    shipped_weights,
    weighed,
)

CORE = _native.thurn_and_taxis


def lesson(
    weights: np.ndarray,
    games: int,
    seats: int = 2,
    *,
    random_per_mille: int = 0,
    patience: float = 1.0,
    common: float = 1.0,
) -> Lesson:
    """What games by these weights teach, without turns at random unless some are asked for."""
    course = Course(
        f"seats={seats}", random_per_mille=random_per_mille, patience=patience, common=common
    )
    return TEACHER.learn(course, weights, 7, games)


def whole(told: Lesson) -> np.ndarray:
    """The matrix with its lower triangle."""
    return np.triu(told.matrix) + np.triu(told.matrix, 1).T


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_a_position_tells_of_every_seat(seats: int) -> None:
    """One of them has the next turn; early and late shares of a feature are one together."""
    told = lesson(shipped_weights(""), 3, seats)
    names = CORE.feature_names()
    positions, rest = divmod(told.samples, seats)
    matrix = whole(told)
    assert rest == 0
    assert positions > 3 * 20
    assert matrix[-1, -1] == positions
    # routes of every length, and without one, by the carriage that comes next: of each seat one
    routes = [2 * place for place, name in enumerate(names) if name.startswith("route of ")]
    both = np.array([matrix[at : at + 2, at : at + 2].sum() for at in routes])
    assert both.sum() <= told.samples
    assert both.sum() > 0.8 * told.samples
    np.linalg.cholesky(matrix + 1e-6 * np.eye(len(matrix)))  # raises unless a sum of squares


def test_patience() -> None:
    """Without it a position hears of the next turn alone, else of all that is still to come."""
    nothing, games = first_weights() * 0, 10
    heard = [lesson(nothing, games, patience=patience).target[-1] for patience in (0.0, 0.5, 1.0)]
    assert 0 < heard[0] < heard[1] < heard[2]
    # 40 points less are missing at the beginning of a game: a house brings one, and tiles more
    told = lesson(nothing, games)
    assert heard[0] <= 2 * told.points + 40 * games + 30 * games


def test_what_is_common() -> None:
    """Who has the next turn is half a seat away from the mean of two."""
    half, in_full = (lesson(shipped_weights(""), 3, common=common) for common in (0.0, 1.0))
    assert half.samples == in_full.samples
    assert whole(half)[-1, -1] == pytest.approx(whole(in_full)[-1, -1] / 2)
    assert half.squared_error == in_full.squared_error > 0


def test_turns_at_random() -> None:
    """Errors in what a seat looks at make other games; without any, games are the same again."""
    weights = shipped_weights("")
    usual, again, stray = (lesson(weights, 40, random_per_mille=share) for share in (0, 0, 1000))
    assert np.array_equal(usual.matrix, again.matrix)
    assert stray.samples != usual.samples
    assert not np.array_equal(stray.target, usual.target)


def test_it_learns() -> None:
    """Weights that ship know better what comes, and win nearly all games against none at all."""
    nothing, shipped = first_weights() * 0, shipped_weights("")
    assert lesson(shipped, 20).squared_error < lesson(nothing, 20).squared_error
    assert TEACHER.compare("seats=2", shipped, nothing, seed=1, games=40).mean() > 0.9
    assert TEACHER.compare("seats=3", shipped, shipped, seed=1, games=9).mean() == pytest.approx(
        1 / 3
    )


def test_weights_of_another_size_are_refused() -> None:
    """With how many there are."""
    with pytest.raises(OptionsError, match=str(len(first_weights()))):
        CORE.learn(CORE.new_game(""), np.zeros(3, dtype=np.int32), 1, 1, 0, 1.0, 1.0)


def test_the_file_has_the_weights_of_the_core(tmp_path: Path) -> None:
    """As they are written, with the digest that the core tells: a new one changes no more."""
    text = SHIPPED.read_text()
    digest = sha256(text.encode()).hexdigest()
    assert SHIPPED.with_name("outlook.txt.sha256").read_text() == f"{digest}  outlook.txt\n"
    assert f"thurn_and_taxis {digest[:12]}" in str(_native.build_info()["weights"]).split(", ")
    copy = tmp_path / "outlook.txt"
    copy.write_text(text)
    put_weights("seats=2", shipped_weights(""), "by hand", copy)
    numbers = [line for line in text.splitlines() if "\t" in line]
    assert [line for line in copy.read_text().splitlines() if "\t" in line] == numbers
    assert copy.read_text().startswith(
        text.partition("version 1")[0] + "version 1\n# seats=2: by hand\n"
    )
    digest, name = (tmp_path / "outlook.txt.sha256").read_text().split()
    assert (digest, name) == (sha256(copy.read_bytes()).hexdigest(), "outlook.txt")


def test_every_weight_has_a_name() -> None:
    """Two for each feature, and one for the next turn."""
    named = weighed(np.arange(len(first_weights()), dtype=np.int32))
    assert named[CORE.feature_names()[3]] == (6, 7)
    assert named[NEXT_TURN] == (len(first_weights()) - 1,)
