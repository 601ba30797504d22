"""Tests of carcbot.contest.report: figures, tables and the page say the same."""

import csv
import io
import json
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest

from carcbot.arena.blocks import FAULTS, Fault
from carcbot.arena.contest import Contest, Entrant, FormatName, Sprt
from carcbot.arena.contest_course import ContestCourse
from carcbot.arena.contest_file import check_contest
from carcbot.arena.statistics.intervals import Estimate
from carcbot.cli.contest_screen import page
from carcbot.contest.any_game import play_game
from carcbot.contest.report import plots
from carcbot.contest.report.contest_figures import figures_of
from carcbot.contest.report.csv_tables import crosstable_csv, games_csv, standings_csv
from carcbot.contest.report.files import write_report
from carcbot.contest.report.observed_habits import observed_habits
from carcbot.contest.report.web_page import web_page
from carcbot.games.carcassonne.habits import habits_of
from tests.arena.made_up import contest_of, crashed, play, result_of


@pytest.fixture(scope="module")
def course() -> ContestCourse:
    """A short tournament that was really played, with a fault in it."""
    players = (
        Entrant("guess", "random"),
        Entrant("gain", "greedy"),
        Entrant("tree", "mcts:sims=5"),
    )
    contest = check_contest(Contest(name="A <b>test</b>", player=players, blocks=2), "a test")
    course = ContestCourse(contest)
    while (game := course.take()) is not None:
        result = play_game(contest, game)
        if game.block.number == 4 and game.number == 1:
            fault = Fault("time", "x", game.players.index(2), 0.125)
            result = result_of(contest, game, result.scores, fault)
            result = msgspec.structs.replace(
                result,
                record="carcassonne/1 game seats=2 A 0,1/0",
                efforts=play_game(contest, game).efforts,
            )
        course.put(result)
    return course


def read(text: str) -> list[dict[str, str]]:
    """A table as it is read."""
    return list(csv.DictReader(io.StringIO(text)))


def test_tables(course: ContestCourse) -> None:
    """The CSV tables have the figures of the JSON; faults have columns of their own."""
    figures = figures_of(course)
    text = json.dumps(figures)
    assert json.dumps(json.loads(text)) == text
    rows = read(standings_csv(figures_of(course)["standings"]))
    assert [row["player"] for row in rows] == [each["player"] for each in figures["standings"]]
    for head in ("won", "lost", "score", "score_sum", "points", "margin"):
        assert [float(row[head]) for row in rows] == [e[head] for e in figures["standings"]]
    late = {row["player"]: row["time"] for row in rows}
    assert late == {"guess": "0", "gain": "0", "tree": "1"}
    games = read(games_csv(course))
    assert len(games) == 2 * figures["games"]
    assert [row["player"] for row in games if row["fault"] == "time"] == ["tree"]
    table = {(row["player"], row["against"]): row for row in read(crosstable_csv(course))}
    assert table["gain", "guess"]["won"] == table["gain", "guess"]["games"] == "4"
    assert ("gain", "gain") not in table


def test_page(course: ContestCourse) -> None:
    """The page needs nothing beside it, escapes names, and shows all players, faults and plots."""
    page = web_page(course, seen=observed_habits(course))
    assert "A &lt;b&gt;test&lt;/b&gt;" in page
    assert "<b>test" not in page
    assert "src=" not in page
    assert "http://" not in page.replace("http://www.w3.org/", "")
    assert "https://" not in page
    for heading in ("Standings", "Who beat whom", "Seats", "Effort", "How they played"):
        assert f"<h2>{heading}</h2>" in page
    assert page.count("<svg") == 5
    assert '<td class="fault">1</td>' in page
    assert "0.125 s" in page
    for svg in page.split("<svg")[1:]:
        ET.fromstring("<svg" + svg[: svg.index("</svg>")] + "</svg>")  # noqa: S314
    assert page == web_page(course, seen=observed_habits(course))


def test_same_words_everywhere(course: ContestCourse) -> None:
    """Page, terminal and tables call the same figure by the same name."""
    rows = {row["player"]: row for row in read(standings_csv(figures_of(course)["standings"]))}
    heads, *lines = cells_of(web_page(course).split("<h2>Standings</h2>")[1])
    on_page = {line[0]: dict(zip(heads, line, strict=True)) for line in lines}
    terminal = dict(zip(*(re.split("  +", line) for line in list(page(course))[:2]), strict=True))
    for name, row in rows.items():
        shown = on_page[name]
        for head in ("place", "games", "won", "drawn", "lost"):
            assert shown[head] == row[head]
        assert shown["score"] == f"{float(row['score']):.3f}"
        assert shown["points"] == f"{float(row['points']):.1f}"
        assert shown["margin"] == f"{float(row['margin']):+.1f}"
        assert float(row["score_sum"]) == pytest.approx(float(row["score"]) * int(row["games"]))
        games = [each for each in read(games_csv(course)) if each["player"] == name]
        mean = sum(int(each["points"]) for each in games) / len(games)
        assert float(row["points"]) == pytest.approx(mean)
    first = on_page[terminal["player"]]
    for head in ("games", "won", "drawn", "lost", "score", "margin"):
        assert terminal[head] == first[head]


def cells_of(text: str) -> list[list[str]]:
    """The cells of the first table in a page, line by line."""
    table = text[: text.index("</table>")]
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line) for line in table.split("</tr>")[:-1]]


def test_columns_are_told(course: ContestCourse) -> None:
    """docs/tournaments.md has a line for each column of the standings."""
    docs = Path("docs/tournaments.md").read_text()
    heads = standings_csv(figures_of(course)["standings"]).splitlines()[0].split(",")
    on_page = cells_of(web_page(course).split("<h2>Standings</h2>")[1])[0]
    for head in {*heads, *on_page} - set(FAULTS):
        assert re.search(rf"^\|.*`{re.escape(head)}`", docs, flags=re.MULTILINE), head


def test_written(course: ContestCourse, tmp_path: Path) -> None:
    """Everything is written beside the games."""
    files = write_report(course, tmp_path)
    assert sorted(file.name for file in files) == [
        "crosstable.csv",
        "games.csv",
        "report.html",
        "results.json",
        "standings.csv",
    ]
    assert all(file.stat().st_size > 0 for file in files)
    figures = json.loads((tmp_path / "results.json").read_text())
    assert figures["standings"] == figures_of(course)["standings"]
    assert figures["habits"]["games"] == figures["games"] == 12
    assert figures["habits"]["players"].keys() == {"guess", "gain", "tree"}


def test_habits(course: ContestCourse) -> None:
    """How everybody played is the same in the figures as in the records and on the page."""
    seen = observed_habits(course)
    assert seen is not None
    told = figures_of(course, seen=seen)["habits"]["players"]
    greedy = told["gain"]
    games = [game for result in course.counted for game in result.games]
    habits = habits_of(course.contest.names, ((game.names, game.record) for game in games))["gain"]
    assert sum(greedy["points"].values()) * greedy["games"] == pytest.approx(habits.points.total())
    assert greedy["turns_with_figure_at_hand"] == habits.ready_turns / habits.turns
    assert 0 < greedy["turns_with_figure"] <= greedy["turns_with_figure_at_hand"] <= 1
    # mpg: every figure was put down in a turn
    assert greedy["figures_a_game"] * greedy["games"] == pytest.approx(
        greedy["turns_with_figure"] * greedy["turns"]
    )
    assert greedy["virtual_by_turn"] == habits.mean_virtual
    page = web_page(course, seen=seen)
    lines = cells_of(page.split("<h2>How they played</h2>")[1])
    row = next(line for line in lines if line[0] == "gain")
    assert row[-1] == f"{greedy['turns_with_figure_at_hand']:.2f}"
    assert row[1] == f"{greedy['points']['city']:.1f}"


def test_seats_in_figures() -> None:
    """What a seat is worth is in the figures as on the page, from whole blocks alone."""
    contest = contest_of(2, blocks=6)
    course = ContestCourse(contest)
    while (game := course.take()) is not None:
        points = [7, 4]  # the first seat always wins by 3
        course.put(
            crashed(contest, game, [90, 0], game.players[0])
            if game.block.number == 2
            else result_of(contest, game, points)
        )
    first, second = figures_of(course)["seats"]
    assert (first["seat"], first["blocks"]) == (0, 5)
    assert (first["score"]["value"], first["margin"]["value"]) == (1, 3)
    assert (second["score"]["value"], second["margin"]["value"]) == (0, -3)
    lines = cells_of(web_page(course).split("<h2>Seats</h2>")[1])
    assert lines[1][:2] == ["0", "1.000"]
    assert lines[1][3] == "+3.00"


def test_no_whole_block() -> None:
    """Where somebody forfeited a game of every block, nothing is said of seats and margins."""
    contest = contest_of(2, blocks=3)
    course = ContestCourse(contest)
    while (game := course.take()) is not None:
        course.put(crashed(contest, game, [50 * (p == 0) for p in game.players], 0))
    figures = figures_of(course)
    assert figures["seats"] == []
    assert [row["margin"] for row in figures["standings"]] == [None, None]
    assert {row["player"]: row["forfeits"] for row in figures["standings"]} == {"p0": 6, "p1": 0}
    assert "tells nothing of the seats" in web_page(course)
    assert "+50" not in web_page(course)


def test_elo_of_two() -> None:
    """Between two the tables show the whole difference; JSON has no infinity for who won it all."""
    points = ((1, 0), (1, 0), (1, 0), (0, 1))
    course = play(
        contest_of(2, blocks=40),
        lambda game: [points[(2 * game.block.number + game.number) % 4][p] for p in game.players],
    )
    figures = figures_of(course)
    assert figures["elo_beside"] == "the other player"
    assert [row["elo"] for row in figures["standings"]] == pytest.approx(
        [190.85, -190.85], abs=0.01
    )
    assert figures["normalized_elo"]["value"] > 0
    assert [(each["player"], each["next"], each["shown"]) for each in figures["neighbours"]] == [
        ("p0", "p1", True)
    ]
    for told in ("\n".join(page(course)), web_page(course)):
        assert "p0 beside p1: +191 ± " in told
        assert "p0: stronger: 0.75" in told
        assert "Elo is beside the other player" in told
    one_sided = figures_of(play(contest_of(2, blocks=40)))
    assert "Infinity" not in json.dumps(one_sided)
    first = one_sided["standings"][0]
    assert (first["elo"], first["elo_high"]) == (None, None)
    assert first["elo_low"] > 100


@pytest.mark.parametrize(
    ("form", "alike"),
    (
        ("round_robin", {"p1", "p2"}),
        ("swiss", {"p1", "p2"}),
        ("gauntlet", {"p1", "p2", "p3"}),  # who have never met
    ),
)
def test_what_is_not_shown(form: FormatName, alike: set[str]) -> None:
    """Every format's standings say between which neighbours they show no difference."""
    course = play(
        contest_of(4, format=form, blocks=12),
        # p0 wins, p3 loses, and the two others win in turn
        lambda game: [
            {0: 9, 3: -9}.get(player, (game.number + player + game.block.number) % 2)
            for player in game.players
        ],
    )
    figures = figures_of(course)
    hidden = [(e["player"], e["next"]) for e in figures["neighbours"] if not e["shown"]]
    middle = [row["player"] for row in figures["standings"] if row["player"] in alike]
    assert hidden == list(pairwise(middle))
    remark = f"no difference shown between neighbours (95 %): {', '.join(middle)}"
    assert figures["remarks"] == [remark]
    assert remark in "\n".join(page(course))
    assert f"<p>{remark}</p>" in web_page(course)
    assert "Elo is beside the mean of all players" in web_page(course)


def test_nothing_played() -> None:
    """Of a contest that has not begun there are tables and a page too."""
    course = ContestCourse(contest_of(3))
    assert all(row["games"] == 0 for row in figures_of(course)["standings"])
    assert len(read(standings_csv(figures_of(course)["standings"]))) == 3
    assert "<svg" not in web_page(course)


def test_verdict_is_told() -> None:
    """The figures of a contest with a test say where it stands."""
    contest = contest_of(2, blocks=200, sprt=Sprt(0, 100))
    course = play(contest, lambda game: [p == 0 for p in game.players])
    told = figures_of(course)["test"]
    assert told["verdict"] == "accept H1"
    assert told["blocks"] == len(course.counted)
    assert "accept H1" in web_page(course)


def test_plots() -> None:
    """A plot names what it shows, and the same figures give the same bytes."""

    def drawn() -> list[str]:
        return [
            plots.intervals("Strength", ["ann", "bob"], [Estimate(1, 0, 2), Estimate(3, 2, 4)]),
            plots.bars("Points", ["ann", "bob"], {"city": [1, 2], "road": [0, 1], "none": [0, 0]}),
            plots.lines("ContestCourse", "turn", {"ann": [1, 2, 3], "bob": [0, 4]}),
            plots.curves(
                "Elo",
                "ms",
                {"ann": [(10, Estimate(1, 0, 2)), (20, Estimate(3, 2, 4))], "bob": []},
            ),
        ]

    first, second = drawn(), drawn()
    assert first == second
    for svg in first:
        assert "ann" in svg
        assert "bob" in svg
        ET.fromstring(svg)  # noqa: S314
    assert "road" in first[1]
    assert ">none<" not in first[1]
