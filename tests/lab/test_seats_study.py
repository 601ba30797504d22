"""Tests of carcbot.lab.seats_study."""

import pytest

from carcbot.arena.contest import Contest
from carcbot.contest.contest_folder import ContestFolder
from carcbot.lab.duels import Player
from carcbot.lab.seats_study import Variant, seats_study
from carcbot.lab.study import Effort, Result, Table, Workbench


def greedy(_effort: Effort) -> Player:
    """Takes what it can get."""
    return "greedy", "greedy"


def careless(_effort: Effort) -> Player:
    """Does not care."""
    return "careless", "random"


def careful(_effort: Effort) -> Player:
    """As careless, under another name."""
    return "careful", "ameneyro-random"


STUDY = seats_study(
    "mcts-star25-virtual",
    method="Both play.",
    players=(greedy, careless),
    variants=(Variant((greedy, careful), "As clearly."),),
    paper={
        # won in per cent, reward, points, mpg and twm
        ("greedy", "first"): (90.0, 20.0, 80.0, 13.0, 0.5),
        ("careless", "first"): (20.0, -10.0, 60.0, 11.0, 0.4),
        ("greedy", "second"): (80.0, 10.0, 70.0, 12.0, 0.5),
        ("careless", "second"): (10.0, -20.0, 60.0, 12.0, 0.4),
    },
    counted={"first": (9, 1, 0), "second": (8, 0, 2)},
    remarks={"both": "Clear.", "first": "First.", "second": "Second."},
)


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """What came of it."""
    folder = tmp_path_factory.mktemp("games")

    def keep(contest: Contest) -> ContestFolder:
        return ContestFolder.make(folder / contest.names[1], contest)

    return STUDY.run(Effort(budget=0.0004), Workbench(lambda: None, keep))


def table(result: Result, title: str) -> Table:
    """The table of that title."""
    (found,) = (each for each in result.tables if each.title == title)
    return found


def test_matches(result: Result) -> None:
    """The paper's match is first, and each variant has as many decks."""
    assert list(result.figures) == ["greedy v careless", "greedy v careful"]
    assert [each["blocks"] for each in result.figures.values()] == [2, 2]


def test_scores(result: Result) -> None:
    """Won and half of what was drawn: 17.5 of the paper's 20 games; then seat by seat."""
    both, variant, first, second = result.comparisons
    assert both.what == "greedy's score"
    assert both.paper == variant.paper
    assert both.paper.startswith("87.5 %")
    assert first.paper.startswith("95.0 %")
    assert second.paper.startswith("80.0 %")
    assert variant.what == "the same of greedy against careful"
    assert [each.remark for each in result.comparisons] == [
        "Clear.",
        "As clearly.",
        "First.",
        "Second.",
    ]


def test_both_seats_together(result: Result) -> None:
    """The means of what the paper tells of each seat, and of what was played."""
    rows = {row[0]: row[1:] for row in table(result, "Both seats together").rows}
    assert rows["greedy against careless: paper"] == (
        "15.00",
        "-15.00",
        "75.00",
        "60.00",
        "12.50",
        "11.50",
    )
    sides = result.figures["greedy v careful"]["sides"]
    points = [sum(sides["greedy"][seat]["points"]) for seat in ("first", "second")]
    assert rows["greedy against careful: here"][2] == f"{sum(points) / 4:.2f}"


def test_seats(result: Result) -> None:
    """Each player in each seat has a column, with the paper's figure above ours."""
    seats = table(result, "By seat (table V)")
    assert seats.columns[1:] == (
        "greedy as first",
        "careless as first",
        "greedy as second",
        "careless as second",
    )
    assert seats.rows[0] == ("won: paper", "90.0 %", "20.0 %", "80.0 %", "10.0 %")
    assert seats.rows[1][0] == "won: here"
