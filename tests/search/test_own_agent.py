"""Tests of carcbot.search.own_agent; how such agents live and die is shown with the pool."""

from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from carcbot.errors import AgentError, IllegalMoveError
from carcbot.games import registry
from carcbot.search import agent, own_agent
from carcbot.search.agent import parse_agent

OWN = "tests.net.process.own_agents"


def test_names() -> None:
    """MODULE:CLASS is somebody's own agent; names of ours and texts with parameters are not."""
    assert own_agent.is_own(f"{OWN}:First")
    assert own_agent.is_own("mine:Mine")
    for text in ("mcts", "mcts:c=2", "greedy", "mcts:", "a b:C", "mine.Mine", "", "1:2"):
        assert not own_agent.is_own(text)


def test_a_module_that_is_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends nothing when it is imported."""
    (tmp_path / "quitter.py").write_text("import sys\nsys.exit(0)\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AgentError, match="its module ends the program"):
        own_agent.load("quitter:Mine", 1)


def test_seed() -> None:
    """A class that wants a seed gets it; one that does not is made without."""
    seeded = own_agent.load(f"{OWN}:Seeded", 17)
    assert getattr(seeded, "seed") == 17  # noqa: B009 - Chooser does not promise it
    assert not hasattr(own_agent.load(f"{OWN}:First", 17), "seed")


@pytest.mark.parametrize(
    ("text", "message"),
    (
        ("no_such_module:Agent", "ModuleNotFoundError"),
        (f"{OWN}:Nobody", "AttributeError"),
        (f"{OWN}:Mute", "no method choose"),
        (f"{OWN}:START", "AttributeError"),
        ("json:loads", "cannot be made"),
    ),
)
def test_refused(text: str, message: str) -> None:
    """What is no agent is refused with the reason."""
    with pytest.raises(AgentError, match=message):
        own_agent.load(text, 1)


def test_moves() -> None:
    """A legal move is taken in any equivalent text; anything else is an error that quotes it."""
    state = registry.get("carcassonne").new()
    state.apply("U")
    assert own_agent.checked_move(state, "0,1/3") == "0,1/1"
    with pytest.raises(IllegalMoveError, match="chose '90,90/0'"):
        own_agent.checked_move(state, "90,90/0")
    with pytest.raises(IllegalMoveError, match="is no text"):
        own_agent.checked_move(state, None)


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Lets packages bring these agents: their names, and what each stands for."""

    def install(*entries: tuple[str, str]) -> None:
        found = [EntryPoint(name, value, own_agent.GROUP) for name, value in entries]
        monkeypatch.setattr(
            "importlib.metadata.entry_points",
            lambda *, group: found if group == own_agent.GROUP else [],
        )
        forget()

    def forget() -> None:
        for each in (agent.found, agent.registered, agent._agent):
            each.cache_clear()

    yield install
    forget()


def test_entry_points(install: Callable[..., None]) -> None:
    """An installed package may give its agent a name of its own."""
    install(("first", f"{OWN}:First"))
    assert own_agent.registered() == {"first": f"{OWN}:First"}
    assert own_agent.broken() == ()
    assert own_agent.is_own("first")
    assert type(own_agent.load("first", 1)).__name__ == "First"
    with pytest.raises(AgentError, match="did you mean 'first'"):
        parse_agent("frist")
    with pytest.raises(AgentError, match="'first' is an agent of a package, which is no search"):
        parse_agent("first:sims=20")


def test_names_that_are_taken(install: Callable[..., None]) -> None:
    """What is ours stays ours, and of a name that comes twice nobody guesses who is meant."""
    install(("mcts", f"{OWN}:First"), ("twin", f"{OWN}:First"), ("twin", f"{OWN}:Second"))
    assert own_agent.registered() == {}
    assert not own_agent.is_own("mcts")
    assert parse_agent("mcts").family.name == "mcts"
    ours, twice = map(str, own_agent.broken())
    assert "'mcts'" in ours
    assert "this is the name of ours" in ours
    assert "several packages bring an agent of this name" in twice
    with pytest.raises(AgentError, match="several packages"):
        parse_agent("twin")
