"""Tests of the studies: each runs, and the committed results are what the code finds and tells."""

import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from carcbot.arena.blocks import GameResult
from carcbot.arena.contest import Contest
from carcbot.arena.contest_course import ContestCourse
from carcbot.cli.contest_options import CONTESTS
from carcbot.cli.contest_play import growing_path
from carcbot.contest.any_game import play_game
from carcbot.contest.contest_folder import ContestFolder
from carcbot.errors import FileInputError, InternalError, OptionsError
from carcbot.games.carcassonne import CARCASSONNE
from carcbot.games.game_text import GameRecord
from carcbot.lab import results_folder, search_comparison, studies
from carcbot.lab.catalogue import STUDIES, study_named
from carcbot.lab.choices import first_ply
from carcbot.lab.chosen_positions import chosen
from carcbot.lab.kept_games import KeptGames, archive_of
from carcbot.lab.number_text import count, percent, power_of_ten
from carcbot.lab.plot_files import mark, svg
from carcbot.lab.positions import load
from carcbot.lab.search_comparison import SearchRun, compare_searches, run_search
from carcbot.lab.studies import champion, judge_facts
from carcbot.lab.study import Effort, Figures, Result, Study, Unfinished, Workbench, effort_of
from carcbot.lab.study_list import LISTED
from tests.proof.studies import WITHOUT_GAMES, duels_of, first_games, first_match

OF_HUCHLER = frozenset(("huchler-simulations", "huchler-size", "huchler-sweep", "huchler-tables"))
"""Their smallest run is long, for they have many cells; test_huchler.py and test_sweeps.py try
a few of them."""
WITHOUT_HABITS = ("champion", "scaling")
"""Studies that do not ask how players play."""
WITHOUT_POINTS = ("huchler-tables", "schadd-mc", "schadd-mcts")
"""Studies with so many games that their figures have the mean of the points only."""
OF_CARDS = {
    "dispatcher",
    "huchler-simulations",
    "huchler-sweep",
    "huchler-tables",
    "postmaster",
    "schadd-hidden",
    "schadd-mc",
    "schadd-mcts",
    "schadd-sweep",
    "strengths",
}
"""Their matches are of other games than Carcassonne, or told as those are: without features."""
OF_MATCHES = tuple(name for name in STUDIES if LISTED[name].counts == "matches")
OF_KEPT_MATCHES = tuple(name for name in OF_MATCHES if archive_of(name).exists())
"""Those whose games lie in docs/lab/games."""
PRINTED = "printed-listings"
"""Its searches are no agents; it has tests of its own in test_printed_star.py."""
ON_POSITIONS = tuple(
    name for name in STUDIES if LISTED[name].counts == "positions" and name != PRINTED
)
OF_FIRST_GAMES = ("branching", "placements", "schadd-lengths", "schadd-samples")
"""Their figures have the numbers of the first game of each player."""
OF_LONG_GAMES = frozenset(
    (
        "mcts-star25",
        "mcts-star25-virtual",
        "rave-mcts",
        "rave-star25-virtual",
        "weights",
    )
)
"""Three seconds of a core or more for a game of their first match: the proof `studies` has it."""
LONG = {"deepening", PRINTED}
"""What looks three decisions ahead, which is tried at one position only."""
CHEAP = 3_000_000
"""Nodes that are counted again in a test, at most."""


def tiny(study: Study) -> Effort:
    """The smallest effort that shows everything."""
    if study.listing.counts == "matches":
        # of the others some matches would be the same with so little thinking
        is_told_apart = study.name in OF_CARDS or study.name == "champion"
        return replace(study.usual, budget=1e-6 if is_told_apart else 1e-4)
    return replace(study.usual, count=3 if study.listing.counts == "positions" else 1, runs=1)


def desk_in(folder: Path, step: Callable[[], None] = lambda: None) -> Workbench:
    """A workbench at which every match is already played when somebody asks for it.

    The matches are in folders that are numbered from 0.
    """
    known: dict[Contest, Path] = {}

    def keep(contest: Contest) -> ContestFolder:
        if contest in known:
            return ContestFolder(known[contest])
        known[contest] = folder / str(len(known))
        kept = ContestFolder.make(known[contest], contest)
        course = ContestCourse(contest)
        with kept:
            while (game := course.take()) is not None:
                kept.add([play_game(contest, game)])
        return kept

    return Workbench(step, keep)


def spare(name: str, patch: pytest.MonkeyPatch) -> None:
    """Leaves out of a study what takes long and is like the rest: they have many cells alike."""
    if name == "champion":  # which searches to depth 2, whatever the effort
        patch.setattr(champion, "_TENTH_OF_THEIRS", {"ameneyro-random": 2})
    if name == "judge-facts":  # which solves thousands of equations for each kind
        kinds = ("fields", "the moment of the box")
        patch.setattr(judge_facts, "_WITHOUT", {kind: judge_facts._WITHOUT[kind] for kind in kinds})


@pytest.fixture(scope="module", params=[name for name in STUDIES if name not in LONG | OF_HUCHLER])
def ran(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Study, Result, Path]:
    """A study, a small result of it in the steps that were foreseen, and where its matches are."""
    study = STUDIES[request.param]
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1

    folder = tmp_path_factory.mktemp(study.name)
    with pytest.MonkeyPatch.context() as patch:
        spare(study.name, patch)
        result = study.run(tiny(study), desk_in(folder, step))
        assert steps == study.steps(tiny(study))
    return study, result, folder


def test_a_result_has_its_shape(ran: tuple[Study, Result, Path]) -> None:
    """Figures beside the paper's, each with a sentence; tables whose rows are full; JSON."""
    study, result, _ = ran
    assert result.study == study.name
    assert result.unfinished == ()
    check_shape(result)


def check_shape(result: Result) -> None:
    """What every result has."""
    assert result.comparisons
    for each in result.comparisons:
        assert all((each.what, each.paper, each.ours))
        assert each.remark.endswith(".")
    assert result.tables
    for table in result.tables:
        assert table.title
        assert {len(row) for row in table.rows} <= {len(table.columns)}
    assert Result.from_json(json.loads(json.dumps(result.as_json()))) == result


def test_infinite_figures_are_null_in_json() -> None:
    """JSON has none, as of the ends of an interval that one game alone leaves open."""
    result = Result("pots", Effort(), (), (), {"ends": [1.0, -math.inf, {"high": math.nan}]})
    told = json.dumps(result.as_json(), allow_nan=False)
    assert json.loads(told)["figures"] == {"ends": [1.0, None, {"high": None}]}


@pytest.mark.parametrize("name", sorted(LONG))
def test_what_is_long_runs_where_it_is_cheap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The studies of depth 3 on one position of the end, whose every figure is told."""
    (cheap,) = (each for each in load() if each.name == "end-14")
    study = STUDIES[name]
    monkeypatch.setattr(f"{study.run.__module__}.chosen", lambda _: (cheap,))
    result = study.run(replace(study.usual, count=1), desk_in(tmp_path))
    assert [each["name"] for each in result.figures["positions"]] == [cheap.name]
    check_shape(result)


def test_a_page_says_what_is_missing() -> None:
    """Which samples are not whole and how far they are stands above all figures, if any is not."""
    study, whole = STUDIES["weights"], replace(results_folder.load("weights"), unfinished=())
    assert "Not whole" not in results_folder.page(study, whole)
    missing = (Unfinished("one against other", 1_234, 4_000, "games"),)
    page = results_folder.page(study, replace(whole, unfinished=missing))
    assert "- one against other: 1,234 of 4,000 games" in page
    # nothing is kept of it, so the same command begins anew
    assert page.index("the same command plays all") < page.index("## Beside the paper")
    page = results_folder.page(STUDIES["champion"], replace(whole, unfinished=missing))
    assert page.index("A checkout has all its games") < page.index("the same command goes on")
    for name in ("endings", "judge-facts"):
        page = results_folder.page(STUDIES[name], results_folder.load(name))
        assert "A checkout has what was counted in each of its games" in page
    told = json.loads(json.dumps(replace(whole, unfinished=missing).as_json()))
    assert Result.from_json(told).unfinished == missing


@pytest.mark.parametrize("name", OF_MATCHES)
def test_what_is_missing_of_committed_samples_is_told(name: str) -> None:
    """Every match that has fewer decks than it should is named with its games, and no other."""
    result = results_folder.load(name)
    told = {each.what: (each.played, each.wanted) for each in result.unfinished}
    titles = {id(duel): title for title, duel in result.figures.items()}
    for duel in duels_of(result.figures):
        played, missing = duel["blocks"], duel.get("blocks_missing", 0)
        names = (titles.get(id(duel), ""), " against ".join(duel["players"]))
        there = next((told[name] for name in names if name in told), None)
        assert there == ((2 * played, 2 * (played + missing)) if missing else None)


def test_figures_are_those_of_the_records(ran: tuple[Study, Result, Path]) -> None:
    """What is told of matches is what comes of counting in their records in another way."""
    study, result, folder = ran
    duels = duels_of(result.figures)
    assert bool(duels) == (study.listing.counts == "matches")
    for number, duel in enumerate(duels):
        one, other = duel["players"]
        games = list(ContestFolder(folder / str(number)).results())
        assert len(games) == 2 * duel["blocks"]
        shares = [share_in(game, one) for game in games]
        assert duel["share"][0] == pytest.approx(sum(shares) / len(shares))
        assert duel["share"][1] <= duel["share"][0] <= duel["share"][2]
        for name in (one, other):
            for seat, called in enumerate(("first", "second")):
                side = duel["sides"][name][called]
                if study.name in OF_CARDS:
                    sat = [game for game in games if game.names[seat] == name]
                    points = [game.scores[seat] for game in sat]
                    if study.name in WITHOUT_POINTS:
                        assert side["mean_points"] == pytest.approx(sum(points) / len(points))
                    else:
                        assert side["points"] == points
                    assert (
                        side["wins"] == sum(game.places[seat] == 1 for game in sat) - side["draws"]
                    )
                    continue
                watched = [Watched(game.record, seat) for game in games if game.names[seat] == name]
                assert side["points"] == [each.points for each in watched]
                assert side["wins"] == sum(each.points > each.rival for each in watched)
                assert side["draws"] == sum(each.points == each.rival for each in watched)
                assert ("features" in side) == (study.name not in WITHOUT_HABITS)
                if study.name in WITHOUT_HABITS:
                    continue
                put = [put for each in watched for put in each.put]
                assert side["figures_a_game"] == pytest.approx(len(put) / len(watched))
                assert side["figures_by_feature"]["field"] == put.count("f")
                assert side["turns"] == sum(len(each.ready) for each in watched)
                assert side["ready_turns"] == sum(sum(each.ready) for each in watched)
                paid = sum(side["points_by_feature"].values())
                assert paid == sum(side["points"])
                first_turn = sum(each.virtual[0] for each in watched) / len(watched)
                assert side["virtual_by_turn"][0] == pytest.approx(first_turn, abs=1e-3)


def share_in(game: GameResult, name: str) -> float:
    """What a player won of a game."""
    own, other = (
        game.places[game.names.index(name)],
        game.places[1 - game.names.index(name)],
    )
    return (own < other) + (own == other) / 2


class Watched:
    """A game as it is played once more: what one seat did in it."""

    def __init__(self, record: str, seat: int) -> None:
        game = GameRecord.parse(record)
        state = CARCASSONNE.new(game.state.options)
        self.put: list[str] = []
        self.ready: list[bool] = []
        self.virtual: list[int] = []
        for ply in game.plies:
            moves = state.to_move == seat
            if moves:
                on_board = sum(figure[2] == seat for figure in state.figures())
                self.ready.append(on_board < 7)
            state.apply(ply)
            if moves:
                self.virtual.append(state.virtual_scores()[seat])
                if "+" in ply:
                    self.put.append(ply[ply.index("+") + 2])
        self.points, self.rival = state.scores()[seat], state.scores()[1 - seat]


def test_pictures(ran: tuple[Study, Result, Path]) -> None:
    """A picture is drawn whole, with the name of everything in it, and says what it was made of."""
    _, result, _ = ran
    for picture in result.pictures:
        text = svg(picture)
        assert ET.fromstring(text).tag.endswith("svg")  # noqa: S314 - it is our own
        assert mark(picture) in text
        for name in (picture.title, *(picture.names or picture.series)):
            assert f">{name}</text>" in text


@pytest.mark.parametrize("name", STUDIES)
def test_committed_pictures_show_the_committed_result(name: str) -> None:
    """Every picture of the result was drawn of its figures."""
    study, result = STUDIES[name], results_folder.load(name)
    for picture in result.pictures:
        assert mark(picture) in results_folder.picture_file(study, picture).read_text(
            encoding="utf-8"
        )


def test_no_picture_is_left_over() -> None:
    """Every picture in docs/lab belongs to a result."""
    files = {
        results_folder.picture_file(STUDIES[name], each)
        for name in STUDIES
        for each in results_folder.load(name).pictures
    }
    assert set(results_folder.PAGES.glob("*.svg")) == files


@pytest.mark.parametrize("name", OF_KEPT_MATCHES)
def test_committed_matches_are_told_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The result is what is told of the games that are kept with it, to nine digits.

    Ratings come of linear algebra, whose last digits differ from processor to processor. That the
    games are played alike is seen in test_kept_games.py.
    """
    study = STUDIES[name]
    monkeypatch.chdir(tmp_path)
    kept = KeptGames(name, CONTESTS, growing_path)
    bench = Workbench(lambda: None, kept.contest, is_enough=lambda: True, notes=kept.notes)
    told = study.run(study.usual, bench)
    assert told.as_json() == in_nine_digits(results_folder.load(name).as_json())


def in_nine_digits(told: object) -> object:
    """The same with an approximate number for each that is no whole one, whatever it is in."""
    match told:
        case float():
            return pytest.approx(told, rel=1e-9, abs=1e-9)
        case dict():
            return {key: in_nine_digits(each) for key, each in told.items()}
        case list() | tuple():
            return type(told)(in_nine_digits(each) for each in told)
    return told


@pytest.mark.parametrize("name", sorted(set(WITHOUT_GAMES) - OF_LONG_GAMES))
def test_committed_matches_are_played_again(name: str) -> None:
    """The first game of a study's first match: the same points.

    The proof `studies` plays it from both seats, and those that take long too.
    """
    played, told = next(first_games(name))
    assert played.scores == told


def test_each_match_is_told_or_played_again() -> None:
    """No committed match is left out, and none is called long without need."""
    assert set(WITHOUT_GAMES) | set(OF_KEPT_MATCHES) == set(OF_MATCHES)
    assert set(WITHOUT_GAMES) >= OF_LONG_GAMES
    assert first_match("weights").game == "carcassonne"


@pytest.mark.parametrize("name", STUDIES)
def test_the_committed_page_tells_the_committed_result(name: str) -> None:
    """The data was made with the usual effort, and the page is what they are written as."""
    result = results_folder.load(name)
    study = STUDIES[name]
    assert result.study == name
    assert result.effort == study.usual
    assert (results_folder.PAGES / f"{name}.md").read_text(encoding="utf-8") == results_folder.page(
        study, result
    )


def test_the_index_names_every_study() -> None:
    """docs/lab/README.md is the index as it is written, and every result has a study."""
    assert (results_folder.PAGES / "README.md").read_text() == results_folder.index(
        STUDIES.values()
    )
    assert results_folder.saved_names() == set(STUDIES)


@pytest.mark.parametrize("name", ON_POSITIONS)
def test_committed_counts_are_found_again(name: str) -> None:
    """Three positions of the committed result, counted again: the very same nodes and values."""
    rows = results_folder.load(name).figures["positions"]
    assert len(rows) <= 50
    positions = {each.name: each for each in load()}
    cheap = [row for row in rows if sum(row["nodes"].values()) < CHEAP]
    for row in (cheap[0], cheap[len(cheap) // 2], cheap[-1]):
        position = positions[row["name"]]
        for agent, nodes in row["nodes"].items():
            again = run_search(agent, position)
            assert (again.nodes, again.value) == (nodes, row["value"])


def test_committed_games_are_played_again(ran: tuple[Study, Result, Path]) -> None:
    """The first game of a player has, turn by turn, the numbers of the committed result."""
    study, result, _ = ran
    again = dict(first_games_in(result.figures))
    assert bool(again) == (study.name in OF_FIRST_GAMES)
    told = dict(first_games_in(results_folder.load(study.name).figures))
    assert again == {player: told[player] for player in again}


def first_games_in(figures: Figures, player: str = "") -> Iterator[tuple[str, object]]:
    """What the figures have of the first game of each player."""
    for name, each in figures.items():
        if name == "first_game":
            yield player, each
        elif isinstance(each, dict):
            yield from first_games_in(each, name)


def test_games_that_are_counted() -> None:
    """No game has more turns than tiles; before the first turn there is nothing to count."""
    figures = results_folder.load("branching").figures
    assert figures["first_ply"] == first_ply()[0]
    for told in figures["players"].values():
        assert sum(told["histogram"].values()) <= 71 * told["games"]


def test_the_first_turn_counted_by_hand() -> None:
    """Of all tiles the first turn has 21 moves on average; a cloister alone has three."""
    merged, apart = first_ply()
    assert merged == 21
    assert apart > merged


def test_searches_that_disagree_are_a_bug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So is a search that counts differently the second time."""
    tellings = iter(range(10))

    def other_each_time(_agent: str, _position: object) -> SearchRun:
        return SearchRun(nodes=1, value=next(tellings), depth=1, seconds=1.0)

    monkeypatch.setattr(search_comparison, "run_search", other_each_time)
    with pytest.raises(InternalError, match="disagree"):
        compare_searches(("greedy", "random"), chosen(1), 1, desk_in(tmp_path))
    with pytest.raises(InternalError, match="differently"):
        compare_searches(("greedy",), chosen(1), 2, desk_in(tmp_path))


def test_what_does_not_go_with_a_study() -> None:
    """An unknown name, a size that the study does not have and a missing result are named."""
    with pytest.raises(OptionsError, match=r"no study 'nonsense'; expected one of complexity"):
        study_named("nonsense")
    with pytest.raises(OptionsError, match="--games: the study probing"):
        effort_of(STUDIES["probing"], games=3)
    with pytest.raises(OptionsError, match="--seed: the study complexity"):
        effort_of(STUDIES["complexity"], seed=3)
    with pytest.raises(OptionsError, match="--games: the study weights"):
        effort_of(STUDIES["weights"], games=3)
    with pytest.raises(OptionsError, match=r"--budget: the size is told twice; .* --games"):
        effort_of(STUDIES["branching"], games=3, budget=2)
    with pytest.raises(OptionsError, match=r"--budget: the size is told twice; .* --positions"):
        effort_of(STUDIES["probing"], positions=3, budget=2)
    assert effort_of(STUDIES["branching"], games=3, seed=5) == Effort(count=3, seed=5)
    with pytest.raises(FileInputError, match="no result yet"):
        results_folder.load("nonsense")


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_has_a_budget(name: str) -> None:
    """That of the committed result is 1; with more or less of it there is more or less to do."""
    study = STUDIES[name]
    assert effort_of(study, budget=1) == study.usual
    less, usual, more = (study.steps(effort_of(study, budget=each)) for each in (0.25, 1, 4))
    if study.listing.counts == "":
        assert less == usual == more == 1  # it is the step that grows, if anything can
    else:
        assert less < usual < more


def test_a_budget_is_so_many_times_what_is_counted() -> None:
    """Games and positions are as many times as many, but never none; runs are left as they are."""
    assert effort_of(STUDIES["branching"], budget=4, seed=5) == Effort(count=800, seed=5)
    assert effort_of(STUDIES["probing"], budget=0.1) == Effort(count=5, runs=5)
    assert effort_of(STUDIES["deepening"], budget=1e-6, runs=2) == Effort(count=1, runs=2)
    assert effort_of(STUDIES["weights"], budget=4) == Effort(budget=4)


@pytest.mark.parametrize(("budget", "squares"), ((1e-6, 1), (0.25, 8), (1, 9), (3.9, 9), (4, 10)))
def test_complexity_counts_as_far_as_its_budget(
    tmp_path: Path, budget: float, squares: int
) -> None:
    """Shapes of a square more take four times as long, and they are the known numbers."""
    effort = effort_of(STUDIES["complexity"], budget=budget)
    result = STUDIES["complexity"].run(effort, desk_in(tmp_path))
    last = result.tables[1].rows[-1]
    assert result.effort == effort
    assert int(last[0]) == len(result.tables[1].rows) == squares
    assert last[1] == {1: "1", 8: "2,725", 9: "9,910", 10: "36,446"}[squares]


def test_a_budget_is_work() -> None:
    """Four times the budget is twice the games with twice the thinking; two blocks at least."""
    assert (Effort(budget=4).blocks(50), Effort(budget=4).thinking(250)) == (100, 500)
    assert (Effort(budget=1e-6).blocks(50), Effort(budget=1e-6).thinking(250)) == (2, 1)


def test_numbers_in_words() -> None:
    """Counts, shares and powers are written as the pages show them."""
    assert count(25465.14) == "25,465.1"
    assert count(865) == "865"
    assert percent(0.2069) == "20.7 %"
    assert power_of_ten(194.944) == "8.8e194"
    assert power_of_ten(2.99999) == "1.0e3"
    assert power_of_ten(75.61654, 4) == "4.1356e75"
    assert power_of_ten(2.9999999, 4) == "1.0000e3"


def test_what_a_doubling_is_worth_is_known() -> None:
    """Up to 320 milliseconds to 60 Elo, wherever all decks of a doubling are played."""
    result = results_folder.load("scaling")
    (elo,) = (table for table in result.tables if table.title == "Elo by time")
    missing = {each.what for each in result.unfinished}
    rows = {(row[0], row[2]): row[4] for row in elo.rows}
    for (name, ms), more in rows.items():
        half = f"{float(ms) / 2:g}"
        pair = f"{name}-{ms}ms against {name}-{half}ms"
        if (name, half) in rows and float(ms) <= 320 and pair not in missing:
            reach = re.search(r"± (\d+)", more)
            assert reach is not None
            assert int(reach[1]) <= 60


def test_every_study_is_listed() -> None:
    """Every file of a study is listed, and each study under its own name."""
    assert [study.name for study in STUDIES.values()] == list(LISTED)
    files = (Path(studies.__file__).parent).glob("[a-z]*.py")
    assert {file.stem.replace("_", "-") for file in files} == set(LISTED)
