"""Tests of carcbot.cli.games."""

import json

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.errors import InputError
from carcbot.games import registry
from carcbot.games.contract import CHANCE, view_of
from carcbot.search.agent import parse_agent


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What `carcbot games` prints."""
    assert run(["games", *arguments]) == ExitCode.OK
    return capsys.readouterr().out


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    """Every game is a line, and says whether it has secrets."""
    lines = printed(capsys).splitlines()
    assert [line.split()[0] for line in lines] == list(registry.names())
    for line in lines:
        assert ("with secrets" in line) == registry.get(line.split()[0]).has_secrets


def test_how_many_play(capsys: pytest.CaptureFixture[str]) -> None:
    """One number of seats is told as one, several as a range."""
    lines = {line.split()[0]: line for line in printed(capsys).splitlines()}
    assert ", 2 seats, with secrets" in lines["kuhn"]
    assert ", 2 to 4 seats, with secrets" in lines["hoard"]


@pytest.mark.parametrize("name", registry.names())
def test_one(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Of one game all options are told, and who plays it."""
    page = printed(capsys, name)
    facts = json.loads(printed(capsys, name, "--json"))
    assert facts["name"] == name
    game = registry.get(name)
    for option, fact in zip(game.options, facts["options"], strict=True):
        assert f"{option.name}: " in page
        assert option.help in page
        assert fact["values"] == list(option.values)
    for agent in game.agents:
        assert agent in page
    for parameter, words in facts["words"].items():
        assert len(words) == 1 or f"    {parameter}: {', '.join(words)}\n" in page
    assert facts in json.loads(printed(capsys, "--json"))["games"]


def test_words(capsys: pytest.CaptureFixture[str]) -> None:
    """The words that are listed are those that the parameters take, and there are no others."""
    state = registry.get("ticket_to_ride").new("")
    while state.to_move == CHANCE:
        state.apply(state.outcomes()[0][0])
    view = view_of(state, state.to_move).text
    listed = json.loads(printed(capsys, "ticket_to_ride", "--json"))["words"]
    assert {"policy", "eval", "order", "guess"} == listed.keys()
    for agent, parameter in (("flat", "policy"), ("flat", "eval"), ("ismcts", "guess")):
        for word in listed[parameter]:
            parse_agent(f"{agent}:sims=1,{parameter}={word}").searcher(view, 1)
        with pytest.raises(InputError) as caught:
            parse_agent(f"{agent}:sims=1,{parameter}=unheard").searcher(view, 1)
        assert all(word in str(caught.value) for word in listed[parameter])


def test_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    """A game that nobody knows is told with those that there are."""
    assert run(["games", "chess"]) == ExitCode.INPUT
    assert "there is no game 'chess'" in capsys.readouterr().err
