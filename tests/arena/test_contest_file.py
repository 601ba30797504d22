"""Tests of carcbot.arena.contest_file."""

from pathlib import Path

import pytest

from carcbot.arena.contest_file import read_contest
from carcbot.errors import InputError

PROGRAMS = '[[player]]\nagent = "./one"\n[[player]]\nagent = "./two"'
TWO = '[[player]]\nagent = "random"\n[[player]]\nagent = "greedy"\n'


def test_example() -> None:
    """The example in docs can be played, and names who has no name by its agent."""
    file = Path(__file__).parents[2] / "docs" / "tournament.toml"
    contest = read_contest(file.read_text(encoding="utf-8"), file.name)
    assert contest.names == ("random", "greedy", "tree", "heyden-star25-f5")
    assert contest.limits_of(2).simulations == 100
    assert contest.limits_of(3) == contest.limits


@pytest.mark.parametrize(
    ("text", "message"),
    (
        ("seats = ", "Invalid"),
        ("seat = 2\n" + TWO, r"no setting 'seat'; did you mean 'seats'\?"),
        ("seats = 7\n" + TWO, r"<= 6 - at `\$.seats`"),
        ('format = "league"\n' + TWO, r"Invalid enum value 'league' - at `\$.format`"),
        ("blocks = 0\n" + TWO, r">= 1 - at `\$.blocks`"),
        ("limits = { node = 3 }\n" + TWO, r"\[limits\]: there is no setting 'node'"),
        (TWO + "[player.limits]\nnode = 3", r"number 2, limits: there is no setting 'node'"),
        ('[[player]]\nagnet = "random"', r"number 1: there is no setting 'agnet'"),
        ("[sprt]\nelo = 3\n" + TWO, r"\[sprt\]: there is no setting 'elo'"),
        ("[sprt]\nalpha = 0.7\n" + TWO, r"< 0.5 - at `\$.sprt.alpha`"),
        ("[sprt]\nelo0 = 5\nelo1 = 5\n" + TWO, "elo0 is 5 and elo1 5"),
        ('format = "gauntlet"\n[sprt]\nelo0 = 0\n' + TWO, "a test is between two players"),
        ("", "0 players for tables of 2"),
        ("seats = 3\n" + TWO, "2 players for tables of 3"),
        ('[[player]]\nname = "x"', "number 1: who plays is not said"),
        (TWO + '[[player]]\nagent = "greedy"', "two players are called 'greedy'"),
        (TWO + '[[player]]\nname = "a b"\nagent = "greedy"', "'a b' is no name"),
        (TWO + '[[player]]\nagent = "gredy"', "number 3, agent: there is no agent 'gredy'"),
        (TWO + '[[player]]\nagent = "mcts:c=x"', "number 3, agent, parameter c"),
        (
            TWO + '[[player]]\nagent = "random:policy=x"',
            "number 3, agent: 'random:policy=x' does not play",
        ),
        (TWO + '[[player]]\nagent = "mcts"', "mcts would think for ever"),
        (
            TWO + '[[player]]\nagent = "nowhere:Nobody"',
            "3, agent nowhere:Nobody: cannot be loaded",
        ),
        (TWO + '[[player]]\nagent = "./bot"', "number 3: a program that may think for ever"),
        (TWO + '[[player]]\nagent = "./bot \'x"', "number 3, agent: .* is no command"),
        ("[clock]\nmian_s = 3\n" + TWO, r"\[clock\]: there is no setting 'mian_s'"),
        (
            f"limits = {{ time_s = 1 }}\n{PROGRAMS}\nlimits = {{ time_s = 2 }}",
            "programs with different limits of time",
        ),
        ('game = "chess"\n' + TWO, "game and options: there is no game 'chess'"),
        ('game = "kuhn"\n' + TWO, "agent: 'greedy' does not play kuhn"),
        ('options = "seats=3"\n' + TWO, "the number of seats is not among these"),
        ('options = "expansions=moon"\n' + TWO, "game and options.*moon"),
        ("rounds = 3\n" + TWO, "a round_robin has no rounds of its own"),
        (TWO + "joins = 3\n", "everybody plays from the beginning"),
        (
            'format = "knockout"\nseats = 3\n' + TWO + '[[player]]\nname = "x"\nagent = "random"\n'
            '[[player]]\nname = "y"\nagent = "random"',
            "4 players do not come out at one table of 3.*expected 3, 5, 7, 9",
        ),
    ),
)
def test_refusals(text: str, message: str) -> None:
    """What cannot be played is refused with the place, and what would be right."""
    with pytest.raises(InputError, match=message) as caught:
        read_contest(text, "file.toml")
    assert "file.toml" in caught.value.where
    assert caught.value.expected or "agent" in caught.value.where


def test_programs() -> None:
    """A program plays with a limit of time or a clock, under a name made of its command."""
    text = f'{TWO}[[player]]\nagent = "./bots/fast --depth 3"\n'
    for limit in ("limits = { time_s = 1.0 }\n", "[clock]\nmain_s = 5.0\n"):
        contest = read_contest(limit + text, "file.toml")
        assert contest.names[2] == "bots-fast-depth-3"
        assert [contest.is_program(at) for at in range(3)] == [False, False, True]


@pytest.mark.parametrize(
    "limits", ("time_s = 0.1", "nodes = 10", "simulations = 10"), ids=lambda each: each[:5]
)
def test_limits_end_a_search(limits: str) -> None:
    """A search that has no end of its own may play within any limit that it counts."""
    text = f'limits = {{ {limits} }}\n{TWO}[[player]]\nagent = "mcts"'
    assert read_contest(text, "file.toml").names[2] == "mcts"
