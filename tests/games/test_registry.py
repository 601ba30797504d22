"""Tests of carcbot.games.registry."""

import dataclasses
import subprocess
import sys
from pathlib import Path

import pytest

from carcbot.errors import NotationError, UnknownGameError
from carcbot.games import registry

GAMES = Path(registry.__file__).parent


def test_every_game_folder_is_registered() -> None:
    """A folder in games/ is a game that the registry knows, under the same name."""
    folders = {file.parent.name for file in GAMES.glob("*/__init__.py")}
    assert set(registry.names()) == folders
    assert all(registry.get(name).name == name for name in registry.names())


def test_names_import_no_game() -> None:
    """A game is imported when it is asked for, and no other with it; all can be beforehand."""
    program = (
        "import sys\n"
        "from carcbot.games import registry\n"
        "names = [*registry.known_names(), *registry.names()]\n"
        "def loaded(): print(*(name for name in sys.modules if '_native' in name\n"
        "                      or name.removeprefix('carcbot.games.') in names))\n"
        "loaded()\n"
        "registry.get('kuhn')\n"
        "loaded()\n"
        "registry.load_all()\n"
        "loaded()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    names_alone, with_kuhn, with_all = done.stdout.splitlines()
    assert names_alone == ""
    modules = {f"carcbot.games.{name}" for name in registry.names()}
    assert modules & {*with_kuhn.split()} == {"carcbot.games.kuhn"}
    assert modules <= {*with_all.split()}


def test_a_game_that_a_program_adds() -> None:
    """It is there as long as it is not removed; one of the house has its place again then."""
    kuhn = registry.get("kuhn")
    other = dataclasses.replace(kuhn, title="Poker of another house")
    mine = dataclasses.replace(kuhn, name="mine")
    for game in (other, mine):
        registry.add(game)
    try:
        assert registry.get("kuhn") is other
        assert registry.get("mine") is mine
        assert registry.names().count("kuhn") == registry.known_names().count("mine") == 1
        assert registry.is_native("kuhn")
        assert not registry.is_native("mine")
    finally:
        for game in (other, mine):
            registry.remove(game.name)
    assert registry.get("kuhn") is kuhn
    assert "mine" not in registry.names()


def test_unknown_game() -> None:
    """A game that nobody registered is named, with those that are."""
    with pytest.raises(UnknownGameError) as refused:
        registry.get("chess")
    listed = " ".join(registry.names())
    assert str(refused.value) == f"there is no game 'chess'; expected one of {listed}"


@pytest.mark.parametrize("name", registry.names())
def test_parse_finds_the_game(name: str) -> None:
    """A position's first word says which game it is of."""
    start = registry.get(name).new()
    found = registry.parse(start.text)
    assert type(found) is type(start)
    assert found.text == start.text
    assert registry.game_of(start.text) is registry.get(name)


@pytest.mark.parametrize(
    ("text", "message"),
    (
        ("", "the first word: '' does not name its game"),
        ("carcassonne/1", "the first word: 'carcassonne/1' does not name its game"),
        ("pot", "the first word: 'pot' does not name its game"),
        ("pot/2 position", "the first word: version 2 of this notation is not known"),
        (" pot/1 position", "does not name its game"),
        ("café/1 x", "character 4: the text holds the character '\\xe9'"),
    ),
)
def test_text_of_no_game(text: str, message: str) -> None:
    """Text that does not begin with a game and its version is refused, and quoted."""
    with pytest.raises(NotationError) as refused:
        registry.parse(text)
    assert message in str(refused.value)


def test_parse_unknown_game() -> None:
    """A well-written first word with an unknown game in it is the game's fault."""
    with pytest.raises(UnknownGameError, match="there is no game 'go'"):
        registry.parse("go/1 position")
