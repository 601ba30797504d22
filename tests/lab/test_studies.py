"""Tests of the studies: each runs, and the committed results are what the code finds and tells."""

import json
from dataclasses import replace

import pytest

from carcbot.errors import FileInputError, InternalError, OptionsError
from carcbot.lab import looking, shelf
from carcbot.lab.catalogue import STUDIES, study_named
from carcbot.lab.choices import first_ply, seen_in
from carcbot.lab.looking import Look, look, look_side_by_side
from carcbot.lab.positions import chosen, load
from carcbot.lab.studies.branching import MAIN, RANDOM
from carcbot.lab.study import Effort, Result, Study, effort_of
from carcbot.lab.wording import count, percent, power_of_ten

NAMES = tuple(STUDIES)
ON_POSITIONS = tuple(name for name, study in STUDIES.items() if study.counts == "positions")
CHEAP = 3_000_000
"""Nodes that are counted again in a test, at most."""


def tiny(study: Study) -> Effort:
    """The smallest effort that shows everything."""
    return replace(study.usual, count=3 if study.counts == "positions" else 1, runs=1)


@pytest.fixture(scope="module", params=[name for name in NAMES if name != "deepening"])
def ran(request: pytest.FixtureRequest) -> tuple[Study, Result, int]:
    """A study, a small result of it, and how many steps that took."""
    study = STUDIES[request.param]
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1

    return study, study.run(tiny(study), step), steps


def test_a_result_has_its_shape(ran: tuple[Study, Result, int]) -> None:
    """Figures beside the paper's, each with a sentence; tables whose rows are full; JSON."""
    study, result, steps = ran
    assert result.study == study.name
    assert steps == study.steps(tiny(study))
    assert result.comparisons
    for each in result.comparisons:
        assert all((each.what, each.paper, each.ours))
        assert each.remark.endswith(".")
    assert result.tables
    for table in result.tables:
        assert table.title
        assert {len(row) for row in table.rows} <= {len(table.columns)}
    assert Result.from_json(json.loads(json.dumps(result.as_json()))) == result


def test_deepening_runs_where_it_is_cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """The study of depth 3 on one position of the end."""
    (cheap,) = (each for each in load() if each.name == "end-14")
    study = STUDIES["deepening"]
    monkeypatch.setattr(f"{study.run.__module__}.chosen", lambda _: (cheap,))
    result = study.run(replace(study.usual, count=1), lambda: None)
    assert result.figures["within_limit"] == 1
    assert set(result.figures["mean_nodes"]) == set(result.figures["positions"][0]["nodes"])


@pytest.mark.parametrize("name", NAMES)
def test_the_committed_page_tells_the_committed_result(name: str) -> None:
    """The data was made with the usual effort, and the page is what they are written as."""
    result = shelf.load(name)
    study = STUDIES[name]
    assert result.study == name
    assert result.effort == study.usual
    assert (shelf.PAGES / f"{name}.md").read_text(encoding="utf-8") == shelf.page(study, result)


def test_the_index_names_every_study() -> None:
    """docs/lab/README.md is the index as it is written, and every result has a study."""
    assert (shelf.PAGES / "README.md").read_text() == shelf.index(STUDIES.values())
    assert shelf.saved_names() == set(STUDIES)


@pytest.mark.parametrize("name", ON_POSITIONS)
def test_committed_counts_are_found_again(name: str) -> None:
    """Three positions of the committed result, counted again: the very same nodes and values."""
    rows = shelf.load(name).figures["positions"]
    assert len(rows) <= 50
    positions = {each.name: each for each in load()}
    cheap = [row for row in rows if sum(row["nodes"].values()) < CHEAP]
    for row in (cheap[0], cheap[len(cheap) // 2], cheap[-1]):
        position = positions[row["name"]]
        for agent, nodes in row["nodes"].items():
            again = look(agent, position)
            assert (again.nodes, again.value) == (nodes, row["value"])


def test_committed_games_are_played_again() -> None:
    """The first game of each player has, turn by turn, the numbers of the committed result."""
    result = shelf.load("branching")
    assert result.figures["first_ply"] == first_ply()[0]
    for player in (MAIN, RANDOM):
        told = result.figures["players"][player]
        again = seen_in(player, 1, result.effort.seed, lambda: None)
        assert again.games == [told["first_game"]]
        assert sum(told["histogram"].values()) <= 71 * told["games"]


def test_the_first_turn_counted_by_hand() -> None:
    """Of all tiles the first turn has 21 moves on average; a cloister alone has three."""
    merged, apart = first_ply()
    assert merged == 21
    assert apart > merged


def test_searches_that_disagree_are_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    """So is a search that counts differently the second time."""
    tellings = iter(range(10))

    def other_each_time(_agent: str, _position: object) -> Look:
        return Look(nodes=1, value=next(tellings), depth=1, seconds=1.0)

    monkeypatch.setattr(looking, "look", other_each_time)
    with pytest.raises(InternalError, match="disagree"):
        look_side_by_side(("greedy", "random"), chosen(1), 1, lambda: None, agree=True)
    with pytest.raises(InternalError, match="differently"):
        look_side_by_side(("greedy",), chosen(1), 2, lambda: None)


def test_what_does_not_go_with_a_study() -> None:
    """An unknown name, a size that the study does not have and a missing result are named."""
    with pytest.raises(OptionsError, match=r"no study 'nonsense'; expected one of complexity"):
        study_named("nonsense")
    with pytest.raises(OptionsError, match="--games: the study probing"):
        effort_of(STUDIES["probing"], games=3)
    with pytest.raises(OptionsError, match="--seed: the study complexity"):
        effort_of(STUDIES["complexity"], seed=3)
    assert effort_of(STUDIES["branching"], games=3, seed=5) == Effort(count=3, seed=5)
    with pytest.raises(FileInputError, match="no result yet"):
        shelf.load("nonsense")


def test_numbers_in_words() -> None:
    """Counts, shares and powers are written as the pages show them."""
    assert count(25465.14) == "25,465.1"
    assert count(865) == "865"
    assert percent(0.2069) == "20.7 %"
    assert power_of_ten(194.944) == "8.8e194"
    assert power_of_ten(2.99999) == "1.0e3"
