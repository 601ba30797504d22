"""Tests of carcbot.cli.bench."""

import json
from pathlib import Path
from typing import Any

import pytest

import carcbot
from carcbot import _native, instruction_sets
from carcbot.cli.benches import each_set
from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.env.names import NAMES
from carcbot.games import USUAL_GAME, registry
from carcbot.instruction_sets import BASELINE

QUICK = ("--seconds", "0.001", "--runs", "1")
TURNS = ("batch_turns_per_s", "python_turns_per_s", "batch_ratio_to_python")
RATES = (
    "playouts_placement_then_meeple_per_s",
    "playouts_all_moves_per_s",
    "playouts_all_moves_listed_per_s",
    "playouts_all_expansions_per_s",
    "move_lists_per_s",
    "moves_listed_per_s",
    "mcts_opening_sims_per_s",
    "mcts_middle_sims_per_s",
    "mcts_end_sims_per_s",
    "bare_opening_playouts_per_s",
    "rave_opening_sims_per_s",
    "expectimax_nodes_per_s",
    "star25_nodes_per_s",
    "decision_latency_p50_us",
    "decision_latency_p99_us",
    "bytes_per_tree_node",
    "twin_mcts_sims_per_s",
    "twin_expectimax_nodes_per_s",
    "greedy_games_per_s",
    "random_games_per_s",
    "match_share_in_search",
    "batch_turns_per_s",
    "batch_turns_planes_per_s",
    "batch_turns_bits_per_s",
    "batch_turns_large_per_s",
    "batch_turns_all_cores_per_s",
    "python_turns_per_s",
    "bare_turns_per_s",
)


def page_of(
    figures: dict[str, Any], capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch
) -> str:
    """What people are shown of figures, which are not measured once more."""
    patch.setattr("carcbot.cli.bench.measured", lambda *_: figures)
    assert run(["bench", *QUICK]) == ExitCode.OK
    return capsys.readouterr().out


def test_json_and_page(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """--json has every figure that programs rely on, and what they were measured on.

    The page for people says the same in lines that fit a terminal.
    """
    assert run(["bench", "--json", *QUICK]) == ExitCode.OK
    figures = json.loads(capsys.readouterr().out)
    assert all(figures[key] > 0 for key in RATES)
    assert 0 < figures["listed_move_ns"] < 1e6
    assert 0 < figures["copy_apply_ns"] < 1e6
    assert figures["state_bytes"] == _native.carcassonne.STATE_BYTES
    assert figures["twin_games_per_s"] > 0
    for key in ("twin_ratio", "twin_mcts_ratio", "twin_expectimax_ratio"):
        assert figures[key] > 1
    # what is measured for so short a time may be a pause of the machine: no ratio is a bar here
    assert figures["mcts_share_of_bare"] >= 0  # it is rounded
    assert figures["batch_share_of_bare"] > 0
    assert figures["batch_bits_share_of_bare"] > 0
    assert set(figures["batches"]) == NAMES.keys() - {USUAL_GAME}
    turns = (figures[key] for key in TURNS)
    for rate, twin, ratio in (turns, *(told.values() for told in figures["batches"].values())):
        assert min(rate, twin) > 0
        # each of the three is rounded, the rates to whole turns
        assert ratio == pytest.approx(rate / twin, abs=0.06 + rate / twin**2)
    assert figures["build"] == _native.build_info()
    assert figures["runs"] == 1
    assert figures["python"]
    assert figures["cpu"]

    page = page_of(figures, capsys, monkeypatch)
    assert "games of two seats a second" in page
    assert "the core is faster by the factor" in page
    _, _, learners = page.partition("the same of other games")
    assert all(registry.get(game).title in learners for game in NAMES if game != USUAL_GAME)
    assert f"{_native.carcassonne.STATE_BYTES:,}" in page
    assert all(len(line) <= 100 for line in page.splitlines())


def test_without_the_twin(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where there are no tests beside the package, the twin's figures are null, and it says why."""
    monkeypatch.setattr(carcbot, "__file__", str(tmp_path / "carcbot" / "__init__.py"))
    assert run(["bench", "--json", *QUICK]) == ExitCode.OK
    figures = json.loads(capsys.readouterr().out)
    assert figures["twin_games_per_s"] is None
    assert figures["twin_ratio"] is None
    assert "the plain-Python twin is not measured" in page_of(figures, capsys, monkeypatch)


def test_each_instruction_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where several cores can be had, each is measured in a process that is told to load it."""
    monkeypatch.setattr(instruction_sets, "choices", lambda: (BASELINE,))
    assert each_set.figures(0.001, 1) == {"instruction_sets": {}}
    monkeypatch.setattr(instruction_sets, "choices", lambda: ("avx2", BASELINE))
    told = each_set.figures(0.001, 1)
    assert list(told["instruction_sets"]) == ["avx2", BASELINE]
    for rates in told["instruction_sets"].values():
        assert list(rates) == ["placement_then_meeple", "all_moves_listed"]
        assert min(rates.values()) > 0
    lines = list(each_set.page(told))
    assert [line.split(":")[0].strip() for line in lines] == ["avx2", "avx2", BASELINE, BASELINE]


@pytest.mark.parametrize("arguments", (("--runs", "0"), ("--seconds", "0"), ("--seconds", "nan")))
def test_refused(arguments: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """Measuring for no time is refused."""
    assert run(["bench", *arguments]) == ExitCode.INPUT
    assert arguments[0] in capsys.readouterr().err
