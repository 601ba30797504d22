"""Tests of carcbot.arena.standings."""

from fractions import Fraction

import msgspec
import pytest

from carcbot.arena.blocks import Effort, Fault
from carcbot.arena.contest import FormatName
from carcbot.arena.contest_course import ContestCourse
from carcbot.arena.standings import crosstable, standings
from tests.arena.made_up import contest_of, crashed, play, result_of


@pytest.mark.parametrize(
    ("form", "settings"),
    (
        ("round_robin", {"blocks": 2}),
        ("swiss", {}),
        ("knockout", {}),
        ("ladder", {"rounds": 40}),
    ),
)
def test_places(form: FormatName, settings: dict[str, int]) -> None:
    """Who always wins is first, whatever the format."""
    rows = standings(play(contest_of(8, format=form, **settings)))
    assert rows[0].name == "p0"
    assert rows[0].place == 1
    assert [row.place for row in rows] == sorted(row.place for row in rows)


def test_sums() -> None:
    """What one wins another loses: points add up to the games, margins to nothing."""
    course = play(
        contest_of(4, seats=3, blocks=2),
        lambda game: [
            (player * 7 + game.block.number + game.number) % 5 for player in game.players
        ],
    )
    rows = standings(course)
    games = 3 * len(course.counted)
    assert sum(row.score_sum for row in rows) == games
    assert sum(row.margin for row in rows) == 0
    assert sum(row.games for row in rows) == 3 * games
    for row in rows:
        assert row.games == row.wins + row.draws + row.losses
        assert sum(row.block_shares) * 3 == pytest.approx(float(row.score_sum))


def test_round_robin_counts() -> None:
    """Wins, draws, losses and points of a small contest, counted by hand."""
    # p0 beats p1 and ties p2; p1 beats p2
    points = {(0, 1): (5, 3), (0, 2): (4, 4), (1, 2): (9, 2)}

    course = play(
        contest_of(3),
        lambda game: [
            points[min(game.players), max(game.players)][player == max(game.players)]
            for player in game.players
        ],
    )
    rows = {row.name: row for row in standings(course)}
    told = {
        name: (
            row.place,
            row.wins,
            row.draws,
            row.losses,
            int(row.score_sum),
            int(row.margin),
            row.points,
        )
        for name, row in rows.items()
    }
    assert told == {
        "p0": (1, 2, 2, 0, 3, 4, 18),
        "p1": (2, 2, 0, 2, 2, 10, 24),
        "p2": (3, 0, 2, 2, 1, -14, 12),
    }
    table = crosstable(course.counted)
    assert {pair: (int(won), games) for pair, (won, games) in table.items()} == {
        (0, 1): (2, 2),
        (1, 0): (0, 2),
        (0, 2): (1, 2),
        (2, 0): (1, 2),
        (1, 2): (2, 2),
        (2, 1): (0, 2),
    }


def test_nobody_wins() -> None:
    """Where both are out nobody gets anything; who are level behind a winner share that game."""
    lost = ContestCourse(contest_of(2, blocks=1))
    while (game := lost.take()) is not None:
        result = result_of(lost.contest, game, [3, 3])
        lost.put(msgspec.structs.replace(result, places=(2, 2)))
    nothing = (Fraction(0), 2)
    assert crosstable(lost.counted) == {(0, 1): nothing, (1, 0): nothing}
    behind = play(contest_of(3, seats=3, blocks=1), lambda game: [p == 0 for p in game.players])
    assert crosstable(behind.counted)[1, 2] == (Fraction(3, 2), 3)


def test_faults_have_columns() -> None:
    """Every fault is counted as what it is, with its worst overrun; the score does not hide it."""
    contest = contest_of(2, blocks=3)
    course = ContestCourse(contest)
    kinds = iter((("time", 0.25), ("time", 0.75), ("illegal", 0.0), ("crash", 0.0)))
    while (game := course.take()) is not None:
        kind, over = next(kinds, (None, 0.0))
        fault = Fault(kind, "x", game.players.index(1), over) if kind else None  # type: ignore[arg-type]
        course.put(result_of(contest, game, [10, 10], fault))
    rows = {row.name: row for row in standings(course)}
    assert rows["p1"].faults == {"time": 2, "illegal": 1, "crash": 1}
    assert rows["p1"].overrun_s == 0.75
    assert not rows["p0"].faults


def test_disqualified_come_last() -> None:
    """Who is disqualified stands below everybody, whatever it has won."""
    contest = contest_of(3, blocks=2, disqualify_after=1)
    course = ContestCourse(contest)
    while (game := course.take()) is not None:
        fault = Fault("crash", "x", game.players.index(0)) if 0 in game.players else None
        course.put(result_of(contest, game, [100 - p for p in game.players], fault))
    last = standings(course)[-1]
    assert (last.name, last.is_out, last.score) == ("p0", True, 1.0)


def test_efforts() -> None:
    """Time and nodes are added up for each player, wherever it sat."""
    contest = contest_of(2, blocks=2)
    course = ContestCourse(contest)
    while (game := course.take()) is not None:
        result = result_of(contest, game, [1, 0])
        efforts = tuple(Effort(10, 100 * (p + 1), 0, 0.5, 0.1 * (p + 1)) for p in game.players)
        course.put(msgspec.structs.replace(result, efforts=efforts))
    efforts_of = {row.name: row.effort for row in standings(course)}
    assert efforts_of["p0"] == Effort(40, 400, 0, 2.0, 0.1)
    assert efforts_of["p1"] == Effort(40, 800, 0, 2.0, 0.2)


def test_shared_wins() -> None:
    """Of a game that three share everybody has a third."""
    course = play(contest_of(3, seats=3), lambda game: [4] * len(game.players))
    assert [row.score_sum for row in standings(course)] == [Fraction(1)] * 3
    assert [row.draws for row in standings(course)] == [3] * 3


@pytest.mark.parametrize("form", ("round_robin", "swiss"))
def test_who_leads_and_crashes_gains_nothing(form: FormatName) -> None:
    """Of equals the one without a forfeited game stands above, and a lead at a break is no margin.

    p0 and p1 share their block, and both beat p2; p0 leads by 80 in the game in which it crashes.
    """
    contest = contest_of(3, format=form, **({"rounds": 3} if form == "swiss" else {}))
    course = ContestCourse(contest)
    while (game := course.take()) is not None:
        if game.players == (0, 1):
            course.put(crashed(contest, game, (80, 0), 0))
        else:
            course.put(result_of(contest, game, [100 - 5 * p for p in game.players]))
    rows = {row.name: row for row in standings(course)}
    assert rows["p0"].score == rows["p1"].score
    assert (rows["p1"].place, rows["p0"].place) == (1, 2)
    assert (rows["p0"].forfeits, rows["p1"].forfeits, rows["p0"].whole_games) == (1, 0, 3)
    # 5 against p1, and twice 10 against p2
    assert rows["p0"].mean_margin == pytest.approx(25 / 3)


def test_no_whole_game() -> None:
    """Who has crashed in every game has no margin at all."""
    contest = contest_of(2)
    course = ContestCourse(contest)
    while (game := course.take()) is not None:
        course.put(crashed(contest, game, [50 * (p == 0) for p in game.players], 0))
    assert [row.mean_margin for row in standings(course)] == [None, None]
