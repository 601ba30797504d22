"""Studies that try one value after the other: which values, against what, and what is said."""

from pathlib import Path

import pytest

from carcbot.lab.studies import huchler_sweep, schadd_sweep
from carcbot.lab.study import Effort
from carcbot.lab.sweeps import Sweep, sweep_study
from carcbot.search.agent import parse_agent
from tests.lab.test_studies import check_shape, desk_in

SWEEPS = {
    f"{module.__name__.rpartition('.')[2]} {what}": sweep
    for module in (huchler_sweep, schadd_sweep)
    for what, sweep in module._SWEEPS.items()
}


@pytest.mark.parametrize("name", SWEEPS)
def test_one_value_is_changed_and_no_other(name: str) -> None:
    """Each value that is tried makes another agent than the chosen one, in that alone."""
    sweep = SWEEPS[name]
    base = parse_agent(f"{sweep.base}:sims=7")
    for value in sweep.tried:
        changed = parse_agent(sweep.changed(value, "sims=7"))
        assert changed.family == base.family
        differ = {key for key in base.values if changed.values[key] != base.values[key]}
        assert differ == {sweep.parameter}


@pytest.mark.parametrize(
    ("name", "unit"),
    (
        ("huchler_sweep A", 1), ("huchler_sweep B", 1), ("huchler_sweep k_init", 1),
        ("huchler_sweep C", 2), ("schadd_sweep C", 1), ("schadd_sweep T", 1),
        ("schadd_sweep turns", 1),
    ),
)  # fmt: skip
def test_told_values_are_those_of_the_agents(name: str, unit: float) -> None:
    """The chosen one is the preset's; rewards of -1 and 1 double the C of 0 and 1."""
    sweep = SWEEPS[name]
    has = parse_agent(sweep.base).values[sweep.parameter]
    assert isinstance(has, float | int)
    assert has == pytest.approx(unit * float(sweep.chosen), rel=1e-3)
    for told, taken in sweep.tried.items():
        assert float(taken) == pytest.approx(unit * float(told))


def test_epsilons_are_those_of_the_policies() -> None:
    """In hundredths behind the policy's name."""
    for told, policy in SWEEPS["huchler_sweep epsilon"].tried.items():
        assert policy == f"rules-{round(100 * float(told))}"


def test_a_small_one_is_played_and_told(tmp_path: Path) -> None:
    """Two values on two decks, both sides of each, with a sentence on each of them."""
    study = sweep_study(
        "small",
        method="Two values.",
        sweeps={"C": Sweep("huchler-so", "c", "1.414", {"1": "2", "2": "4"}, "So it was.")},
        simulations=1,
        blocks=2,
        options="reading=thesis",
        game="ticket_to_ride",
        note="Small.",
    )
    result = study.run(Effort(), desk_in(tmp_path))
    check_shape(result)
    assert [each.what for each in result.comparisons] == [
        "score of C = 1 against 1.414",
        "score of C = 2 against 1.414",
    ]
    assert all(each.remark.endswith("So it was.") for each in result.comparisons)
    assert [row[:2] for row in result.tables[0].rows] == [("C = 1", "4"), ("C = 2", "4")]
