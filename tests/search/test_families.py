"""What the native core says of its families is all that is known of them anywhere."""

import re
from collections.abc import Iterator

import pytest

from carcbot import _native
from carcbot.errors import AgentError
from carcbot.search.families import FAMILIES, Family, Value
from tests.search.parameter_table import BEGIN, END, PAGE, table

Parameter = _native.search.Parameter
EACH = [
    (family.name, each.name)
    for family in FAMILIES.values()
    for each in family.settings([]).parameters
]

BESIDE = {"width": ",order=worth", "share": ",turns=10"}
"""What has to be said besides for a parameter to mean something."""


def named(family: Family, name: str) -> Parameter:
    """The parameter of that name, as usual."""
    return next(each for each in family.settings([]).parameters if each.name == name)


def values_of(family: Family, text: str) -> dict[str, Value]:
    """What everything is when this is said."""
    return {each.name: each.value for each in family.settings([text] if text else []).parameters}


def possible(parameter: Parameter) -> Iterator[tuple[str, Value]]:
    """Texts that may be written, as the parameter itself says, and what they mean."""
    expected = parameter.expected
    if numbers := re.fullmatch(r"(a whole number|a number) from (\S+) to (\S+)", expected):
        kind = int if numbers[1] == "a whole number" else float
        for end in (numbers[2], numbers[3]):
            yield str(kind(float(end))), kind(float(end))
    elif expected == "on or off":
        yield from (("on", True), ("off", False))
    elif expected.startswith("one of "):
        yield from ((word, word) for word in expected.removeprefix("one of ").split(", "))
    else:
        assert expected == "usual, or a word that the game knows"
        yield from ((word, word) for word in ("usual", "anything"))


def impossible(parameter: Parameter) -> Iterator[str]:
    """Texts that may not be written."""
    yield ""
    if numbers := re.fullmatch(r"a (?:whole )?number from (\S+) to (\S+)", parameter.expected):
        low, high = map(float, numbers.groups())
        yield from (f"{low - 1:.0f}", f"{high + 1:.0f}", "x", "nan", "inf", "1x", " 1", "1 ", "0x1")
        if isinstance(parameter.value, int):
            yield from ("1.5", "1e2", "1.")
        yield from ("_1", "1_", "1__0", "+", "-", "--1")
    elif parameter.expected != "usual, or a word that the game knows":
        yield from ("yes", "On", " on", "one")


@pytest.mark.parametrize(("of", "name"), EACH)
def test_what_may_be_written(of: str, name: str) -> None:
    """Each parameter takes what it says it takes, sets itself and nothing else, and reads back."""
    family = FAMILIES[of]
    parameter = named(family, name)
    usual = values_of(family, "")
    texts = list(possible(parameter))
    assert any(value != usual[parameter.name] for _, value in texts)
    for text, value in texts:
        settings = f"{parameter.name}={text}"
        if family.name in {"star", "expectimax"}:  # without deepening there has to be a depth
            settings += ",depth=1" if parameter.name == "deepening" else ""
            settings += ",deepening=on" if parameter.name == "depth" else ""
        settings += BESIDE.get(parameter.name, "")
        found = values_of(family, settings)
        assert found[parameter.name] == value
        assert type(found[parameter.name]) is type(value)
        changed = {name for name in usual if found[name] != usual[name]}
        beside = {"deepening": "depth", "share": "turns", "width": "order"}.get(parameter.name, "")
        assert changed <= {parameter.name, beside}
        written = ",".join(
            f"{each.name}={each.text}" for each in family.settings([settings]).parameters
        )
        assert values_of(family, written) == found


@pytest.mark.parametrize(("of", "name"), EACH)
def test_what_may_not_be_written(of: str, name: str) -> None:
    """What it does not take is refused, and the error says where, and what it takes."""
    family = FAMILIES[of]
    parameter = named(family, name)
    for text in impossible(parameter):
        with pytest.raises(AgentError, match="is not possible") as caught:
            family.settings([f"{parameter.name}={text}"])
        assert caught.value.where == f"parameter {parameter.name}"
        assert caught.value.expected == parameter.expected


def test_numbers_may_be_grouped() -> None:
    """Underscores between digits count for nothing, and a plus is no other number."""
    mcts = FAMILIES["mcts"]
    assert values_of(mcts, "sims=1_000_000") == values_of(mcts, "sims=1000000")
    assert values_of(mcts, "c=+2.5e-1") == values_of(mcts, "c=0.25")


def test_later_texts_change_earlier_ones() -> None:
    """A preset is a text, and what is said besides another one."""
    said = FAMILIES["rave"].settings(["c=2,sims=50", "c=4,b=1"]).parameters
    found = {each.name: each.value for each in said}
    assert (found["c"], found["sims"], found["b"]) == (4.0, 50, 1.0)


def test_without_deepening_there_is_a_depth() -> None:
    """What would never end, or not begin, is refused where it is said."""
    for name in ("star", "expectimax"):
        with pytest.raises(AgentError, match="how deep") as caught:
            FAMILIES[name].settings(["deepening=off"])
        assert caught.value.where == "parameter depth"
        FAMILIES[name].settings(["deepening=off", "depth=2"])


def test_only_the_best_moves_need_an_order_of_worth() -> None:
    """Which moves are the best is not known otherwise."""
    with pytest.raises(AgentError, match="order=worth") as caught:
        FAMILIES["star"].settings(["width=5"])
    assert caught.value.where == "parameter width"
    FAMILIES["star"].settings(["width=5", "order=worth"])


def test_the_page_tells_of_every_parameter() -> None:
    """If this fails: `python -m tests.search.parameter_table`."""
    said = PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    assert said.strip() == table().strip()


def test_the_stubs_tell_of_every_parameter() -> None:
    """Who reads no C++ finds them where a program would look; if this fails: `make stub`."""
    stub = (PAGE.parent.parent / "carcbot" / "_native" / "search.pyi").read_text(encoding="utf-8")
    for family in FAMILIES.values():
        _, _, said = stub.partition(f"{family.name}: {family.title}")
        for each in family.settings([]).parameters:
            line = f"{each.name}={each.text}: {each.help} ({each.expected})"
            _, found, said = said.partition(line)
            assert found, line


def test_parameters_are_listed_nowhere_else() -> None:
    """No file of Python has a sentence about a parameter."""
    told = {each.help for family in FAMILIES.values() for each in family.settings([]).parameters}
    sentences = {sentence for sentence in told if len(sentence.split()) > 3}
    assert len(sentences) > 15
    for file in (PAGE.parent.parent / "carcbot").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert not [sentence for sentence in sentences if sentence in text], file
