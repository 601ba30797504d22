"""Tests of carcbot.arena.competition.facts."""

import msgspec
import pytest

from carcbot.arena.blocks import Fault, GameResult
from carcbot.arena.competition import facts
from carcbot.arena.competition.facts import Fact

RESULT = GameResult(
    3, 1, ("ann", "bob"), (4, 5), (2, 1), "pot/1 game seats=2", fault=Fault("time", "x", 0, 0.5)
)
TOLD: tuple[Fact, ...] = (
    facts.Entered(1, "ann"),
    facts.Withdrew(2, "ann"),
    facts.CheckInBegan(3),
    facts.CheckedIn(4, "bob"),
    facts.Confirmed(4, "bob"),
    facts.Began(5, ("ann", "bob")),
    facts.CalledOff(6, "nobody"),
    facts.RoundBegan(7, 0),
    facts.Called(8, 3, 1, 2, "m1"),
    facts.Ended(9, RESULT, "m1"),
    facts.Finished(10),
    facts.RulingMade(11, 1, "disqualify", account="bob", reason="two accounts"),
)


@pytest.mark.parametrize("fact", TOLD, ids=lambda fact: type(fact).__name__)
def test_lines(fact: Fact) -> None:
    """Every fact is one line, from which it comes back as it was."""
    line = facts.encode(fact)
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert facts.decode(line) == fact


def test_there_is_one_of_each() -> None:
    """No kind of fact is left out above, and each has a name of its own."""
    assert {type(fact) for fact in TOLD} == set(Fact.__args__)
    assert len({kind.__struct_config__.tag for kind in Fact.__args__}) == len(TOLD)


def test_no_fact() -> None:
    """What tells of nothing is refused."""
    for line in (b"", b"{}", b'{"fact":"danced","at_us":1}', b'{"fact":"entered","at_us":1}'):
        with pytest.raises(msgspec.DecodeError):
            facts.decode(line)
