"""Tests of carcbot.games.promises: what it finds in a game that breaks them one by one."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.games import registry
from carcbot.games.contract import Game
from carcbot.games.promises import remarks_on

INNER = registry.get("hoard")
FIRST = INNER.new("seats=2").text
_count = itertools.count()
Said = Callable[..., Any]
"""What a position or view says instead, made of itself and what was asked behind that."""


class Table:
    """A position or view of Hoard, of which something is otherwise."""

    faults: dict[str, Said] = {}  # noqa: RUF012 - set by each test, and forgotten behind it

    def __init__(self, inner: Any) -> None:  # noqa: ANN401 - a native state
        self.inner = inner

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever it has
        said = getattr(self.inner, name)
        otherwise = self.faults.get(f"{type(self).__name__}.{name}")
        if otherwise is None:
            return said
        if callable(said):
            return lambda *asked: otherwise(self.inner, *asked)
        return otherwise(self.inner)


class State(Table):
    """A position."""

    def copy(self) -> "State":
        """Another one, or not."""
        return self if "copy" in self.faults else State(self.inner.copy())

    def view(self, seat: int | None) -> "View":
        """What a seat knows."""
        otherwise = self.faults.get("view")
        return View(otherwise(self.inner, seat) if otherwise else self.inner.view(seat))


class View(Table):
    """What a seat knows."""

    def determinize(self, seed: int) -> State:
        """A position that has this view."""
        otherwise = self.faults.get("determinize")
        return State(otherwise(self.inner, seed) if otherwise else self.inner.determinize(seed))


GAME: Game[Any] = replace(
    INNER,
    options=(),
    new_game=lambda options: State(INNER.new(options)),
    parse_position=lambda text: State(INNER.parse(text)),
    parse_seen=lambda text: View(INNER.parse_view(text)),
)


@pytest.fixture
def game() -> Iterator[Game[Any]]:
    """The game, in which nothing is otherwise yet."""
    yield GAME
    Table.faults = {}


@pytest.mark.parametrize("name", ("carcassonne", "grove", "hoard", "kuhn", "pot"))
def test_games_of_the_house(name: str) -> None:
    """They keep all of them."""
    assert not [each for each in remarks_on(registry.get(name), 1, 1) if each.is_broken]


def test_a_game_in_python(game: Game[Any]) -> None:
    """One that does as a game of the house does keeps them, too."""
    assert list(remarks_on(game, 2, 1)) == []


@pytest.mark.parametrize(
    ("asked", "said", "found"),
    (
        ("State.legal_moves", lambda *_: [], "legal_moves has 0 moves where to_move is 0"),
        ("State.legal_moves", lambda state: state.legal_moves() * 2, "is listed twice"),
        (
            "State.legal_moves",
            lambda state: state.legal_moves()[:: (-1) ** next(_count)],
            "another order",
        ),
        ("State.legal_moves", lambda state: {*state.legal_moves()}, "have to be lists"),
        ("State.legal_moves", lambda state: state.nothing, "raised AttributeError"),
        ("State.outcomes", lambda state: [(draw, 0.5) for draw, _ in state.outcomes()], "weight"),
        ("State.to_move", lambda *_: 5, "to_move is 5: no seat"),
        ("State.text", lambda state: f"{state.text}\n", "is no line"),
        ("State.turn", lambda state: -state.turn, "turn goes down, or up"),
        ("State.turn", lambda *_: 1.5, "turn and step are 1.5"),
        ("State.scores", lambda state: [0.5] * state.seats, "a whole number for each seat"),
        ("State.ranking", lambda state: [7] * state.seats, "ranking does not count from 1"),
        ("State.ranking", lambda state: [1] * state.seats, "does not count from 1 who"),
        ("State.ranking", lambda *_: [1], "a place for each seat"),
        ("State.digest", lambda *_: next(_count), "another digest"),
        (
            "State.canonical_move",
            lambda state, text: (
                "other" if text in state.legal_moves() else state.canonical_move(text)
            ),
            "of a legal move is 'other'",
        ),
        ("State.canonical_move", lambda _, text: text, "takes text that is no ply"),
        ("State.play_randomly", lambda *_: None, "does not play to the end"),
        (
            "State.play_randomly",
            lambda state, _: state.play_randomly(next(_count)),
            "another way with the same seed",
        ),
        ("View.turns_left", lambda *_: 9, "turns_left of a view"),
        ("State.value_bounds", lambda *_: (9, -9), "low is above high"),
        ("State.value_bounds", lambda *_: (99, 99), "not within value_bounds"),
        ("State.turns_left", lambda *_: 0, "turns_left is 0 for who decides"),
        ("copy", None, "is done to the first as well"),
        ("State.seen", lambda _state, ply, _seat: ply, "View.apply"),
        ("view", lambda state, seat: state.view(seat if state.turn < 2 else None), "is not view("),
        ("View.legal_moves", lambda *_: [], "legal_moves of a view"),
        ("determinize", lambda view, _: view.determinize(next(_count)), "for the same seed"),
        ("determinize", lambda *_: INNER.parse(FIRST), "has another view"),
    ),
)
def test_what_is_found(game: Game[Any], asked: str, said: Said, found: str) -> None:
    """Each of them is told in its own words, with the position."""
    Table.faults = {asked: said}
    remarks = [each for each in remarks_on(game, 3, 1) if each.is_broken]
    assert any(found in each.what for each in remarks), remarks
    assert all(each.text.startswith(("hoard/1 position ", "seats=")) for each in remarks)


def test_nothing_is_hidden(game: Game[Any]) -> None:
    """A view that tells everything leaves one position possible; that is told as well."""
    Table.faults = {"determinize": lambda view, _: view.determinize(1)}
    (remark,) = remarks_on(game, 2, 1)
    assert remark.what == "it has secrets, but each view leaves one position possible"


def test_command(
    game: Game[Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command tells what was found, and says by its exit code whether that was anything."""
    assert run(["games", "hoard", "--check", "1"]) == ExitCode.OK
    assert "no broken promise in 1 random games" in capsys.readouterr().out
    Table.faults = {"State.scores": lambda *_: []}
    monkeypatch.setattr(registry, "get", lambda _: game)
    assert run(["games", "hoard", "--check", "1"]) == ExitCode.FAILED
    printed = capsys.readouterr().out
    assert "there are 0 scores for 2 seats\n    at hoard/1 position " in printed
    assert printed.count("    at ") == 1
    assert printed.endswith("hoard breaks promises of carcbot.games.contract\n")
    Table.faults = {}
    monkeypatch.setattr(registry, "get", lambda _: replace(game, agents=("nobody",)))
    assert run(["games", "hoard", "--check", "1"]) == ExitCode.FAILED
    assert "its agent nobody cannot play it: there is no agent" in capsys.readouterr().out
    assert run(["games", "--check", "1"]) == ExitCode.INPUT
    assert "no game is named" in capsys.readouterr().err
