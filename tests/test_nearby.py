"""Tests of tests.nearby: a change finds its tests, and no change finds the quick ones."""

import subprocess
from pathlib import Path

import pytest

from tests.nearby import HOUSE, MOST, OF_THE_CORE, QUICK, SLOW, changed_files, nearby

ROOMS = [f"tests/{room}" for room in QUICK]
TESTS = {
    "tests/arena/test_elo.py": "from carcbot.arena.elo import Elo",
    "tests/arena/players.py": "from carcbot.arena.elo import Elo",
    "tests/net/test_server.py": "from carcbot.net import addresses, server\nimport carcbot.bot",
    "tests/net/host/test_room.py": (
        'from tests.net.town import hosted\npatch("carcbot.net.host.room.view_of")'
    ),
    "tests/net/town.py": "from carcbot.net.server import RefereeServer",
    "tests/web/test_looks.py": "from carcbot.net.server import RefereeServer",
    HOUSE: "",
}


@pytest.mark.parametrize(
    ("changed", "found"),
    (
        pytest.param([], ROOMS, id="nothing"),
        pytest.param(["docs/hosting.md"], ROOMS, id="no code"),
        pytest.param(["carcbot/arena/elo.py"], ["tests/arena/test_elo.py"], id="a module"),
        pytest.param(["carcbot/net/server.py"], ["tests/net/test_server.py"], id="not a slow room"),
        pytest.param(["carcbot/net/host/room.py"], ["tests/net/host/test_room.py"], id="replaced"),
        pytest.param(["carcbot/bot/__init__.py"], ["tests/net/test_server.py"], id="a package"),
        pytest.param(["tests/net/town.py"], ["tests/net/host/test_room.py"], id="a helper"),
        pytest.param(["tests/web/test_looks.py"], ["tests/web/test_looks.py"], id="a slow test"),
        pytest.param(["tests/web/test_gone.py"], ROOMS, id="a test that is gone"),
        pytest.param(["carcbot/net/addresses.py"], ["tests/net/test_server.py"], id="in a list"),
        pytest.param(["carcbot/net/serve.py"], ROOMS, id="a name that begins alike"),
        pytest.param(["native/src/net/arrivals.cpp"], [*OF_THE_CORE], id="the core"),
    ),
)
def test_a_change_finds_its_tests(changed: list[str], found: list[str]) -> None:
    """What was changed itself, what names a module that was, or the quick rooms."""
    assert set(nearby(changed, TESTS)) == {*found, HOUSE}


def test_only_the_nearest() -> None:
    """Of very many that name a module, those that lie nearest to it are run."""
    far = {f"tests/cli/test_{n}.py": "import carcbot.net.host.room" for n in range(MOST)}
    near = {
        "tests/net/host/test_room.py": "import carcbot.net.host.room",
        "tests/net/test_server.py": "import carcbot.net.host.room",
    }
    found = nearby(["carcbot/net/host/room.py"], far | near)
    assert len(found) == MOST + 1
    assert near.keys() <= set(found)


def test_every_room_is_one() -> None:
    """The rooms that are told apart by their speed are there."""
    for room in (*QUICK, *SLOW):
        assert (Path(__file__).parent / room).is_dir(), room


def git(place: Path, *words: str) -> None:
    """Has git do something."""
    who = ("-c", "user.name=ann", "-c", "user.email=ann@example.org")
    subprocess.run(["git", *who, *words], cwd=place, check=True, capture_output=True)


def test_what_git_says(tmp_path: Path) -> None:
    """Commits that main has not, what is not committed, and new files; not what main did since."""
    for name in ("old", "gone", "moved"):
        (tmp_path / name).write_text(f"{name}\n" * 9)
    assert changed_files(tmp_path) == set(), "there is no git"
    git(tmp_path, "init", "--initial-branch", "main")
    assert changed_files(tmp_path) == set(), "there is no commit"
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--message", "all")
    assert changed_files(tmp_path) == set()
    git(tmp_path, "switch", "--create", "work")
    (tmp_path / "committed").write_text("x")
    git(tmp_path, "mv", "moved", "there")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--message", "some")
    git(tmp_path, "switch", "main")
    (tmp_path / "of others").write_text("x")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--message", "theirs")
    git(tmp_path, "switch", "work")
    (tmp_path / "old").write_text("other")
    (tmp_path / "gone").unlink()
    (tmp_path / "new").write_text("x")
    assert changed_files(tmp_path) == {"committed", "moved", "there", "old", "gone", "new"}
    git(tmp_path, "switch", "--detach")
    git(tmp_path, "branch", "--delete", "--force", "main")
    assert changed_files(tmp_path) == {"old", "gone", "new"}, "there is no main"
