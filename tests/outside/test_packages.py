"""Packages with games: found, loaded when they are wanted, and refused without harm to others."""

import json
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from scipy.stats import chisquare
from structlog.testing import capture_logs

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.errors import AgentError, UnknownGameError
from carcbot.games import registry
from carcbot.games.contract import determinized, has_secrets, seen_ply, view_of
from carcbot.games.promises import remarks_on
from carcbot.search.agent import parse_agent
from carcbot.search.decision import decide
from carcbot.search.presets import PRESETS
from tests.games.random_games import random_record
from tests.games.solving import possible_positions
from tests.net.client.hosting import hosted
from tests.outside.conftest import installed
from tests.outside.packages import ODD, install

REPLACING = "from dataclasses import replace\nfrom carcbot.games.pot import POT\n"
NO_TEXT = f"""{REPLACING}
NO = replace(POT.options[0], values=(2,))
GAME = replace(POT, name="bad", options=(NO,))
"""
HOUSE = Path(__file__).parent.parent.parent


def package(name: str, entries: dict[str, str], text: str = "") -> dict[str, str]:
    """A package of one module."""
    lines = "\n".join(f'{game} = "{place}"' for game, place in entries.items())
    return {
        "pyproject.toml": f'[project]\nname = "{name}"\nversion = "1"\n'
        f'[project.entry-points."carcbot.games"]\n{lines}\n',
        f"{name}.py": text,
    }


def test_beside_those_of_the_house(small_games: Path) -> None:
    """The games of an installed package are there, under their names, after those of the house."""
    del small_games
    assert registry.names() == (*registry.native_names(), "dash", "dare")
    assert [registry.is_native(name) for name in ("pot", "dash")] == [True, False]
    assert registry.get("dash").title == "Dash"
    assert registry.parse("dash/1 position seats=2 0 0.0 3").legal_moves() == ["run", "walk"]
    assert registry.broken() == ()
    for name in ("dash", "dare"):
        assert list(remarks_on(registry.get(name), 3, seed=1)) == []


@pytest.mark.parametrize(
    ("entries", "text", "told"),
    (
        ({"bad": "bad_one:GAME"}, "import nothing_at_all", "ModuleNotFoundError: No module named"),
        ({"bad": "bad_one:GAME"}, "1 / 0", "it cannot be imported: ZeroDivisionError"),
        ({"bad": "bad_one:GAME"}, "exit(3)", "it cannot be imported: SystemExit: 3"),
        ({"bad": "bad_one:GAME"}, "", "it cannot be imported: AttributeError"),
        ({"bad": "bad_one:GAME"}, "GAME = 7", "'7' is no game; expected a carcbot.games.contract"),
        (
            {"bad": "bad_one:GAME"},
            "from carcbot.games.pot import POT as GAME",
            "the game calls itself 'pot'; expected the name of the entry point",
        ),
        (
            {"bad": "bad_one:GAME"},
            f"{REPLACING}GAME = replace(POT, name='bad')",
            "its first position is 'pot/1 position",
        ),
        (
            {"bad": "bad_one:GAME"},
            f"{REPLACING}GAME = replace(POT, name='bad', seats=range(1, 9))",
            "range(1, 9) cannot play; expected 2 to 6 seats",
        ),
        (
            {"bad": "bad_one:GAME"},
            f"{REPLACING}GAME = replace(POT, name='bad', rules='x')",
            "is no title and no version of its rules",
        ),
        (
            {"bad": "bad_one:GAME"},
            f"{REPLACING}GAME = replace(POT, name='bad', title=7)",
            "is no title",
        ),
        (
            {"bad": "bad_one:GAME"},
            f"{REPLACING}GAME = replace(POT, name='bad', agents=())",
            "its agents or presets cannot be",
        ),
        (
            {"bad": "bad_one:GAME"},
            f"{REPLACING}GAME = replace(POT, name='bad', presets=None)",
            "its agents or presets cannot be",
        ),
        (
            {"bad": "bad_one:GAME"},
            f"{REPLACING}GAME = replace(POT, name='bad', presets=('zz',))",
            "its agents or presets cannot be",
        ),
        (
            {"bad": "bad_one:GAME"},
            f"{REPLACING}GAME = replace(POT, name='bad', terminal='x')",
            "its terminal or page cannot be",
        ),
        (
            {"bad": "bad_one:GAME"},
            f"{REPLACING}GAME = replace(POT, name='bad', page='x')",
            "its terminal or page cannot be",
        ),
        (
            {"bad": "bad_one:GAME"},
            f"{REPLACING}GAME = replace(POT, name='bad', seats=[2, 3])",
            "cannot play; expected 2 to 6 seats",
        ),
        (
            {"bad": "bad_one:GAME"},
            f"{REPLACING}GAME = replace(POT, name='bad', options=('seats',))",
            "its options are not described",
        ),
        (
            {"bad": "bad_one:GAME"},
            NO_TEXT,
            "its options are not described",
        ),
        (
            {"bad": "bad_one:GAME"},
            f"{REPLACING}GAME = replace(POT, name='bad', has_secrets=True)",
            "only one of has_secrets and parse_seen is there",
        ),
        (
            {"bad": "bad_one:GAME"},
            f"{REPLACING}GAME = replace(POT, name='bad', has_secrets=True, parse_seen=str)",
            "it has secrets and a deck",
        ),
        (
            {"bad": "bad_one:GAME"},
            f"{REPLACING}GAME = replace(POT, name='bad', new_game=lambda text: 1 / 0)",
            "it cannot begin: OptionsError: '' cannot be read: ZeroDivisionError",
        ),
    ),
)
def test_broken(
    small_games: Path, tmp_path: Path, entries: dict[str, str], text: str, told: str
) -> None:
    """What cannot be played is told of with the name of its package, and all else goes on."""
    del small_games
    install(tmp_path, package("bad_one", entries, text))
    with installed(tmp_path):
        assert registry.names()[-2:] == ("dash", "dare")
        (error,) = registry.broken()
        assert str(error).startswith("the game 'bad' of the package bad_one: ")
        assert told in str(error)
        with pytest.raises(UnknownGameError) as refused:
            registry.get("bad")
        assert str(refused.value) == str(error)
        assert registry.get("pot").new().seats == 2
        assert registry.get("dash").new().seats == 2


def test_a_step_that_is_too_long(small_games: Path, tmp_path: Path) -> None:
    """A game whose first step no message can say is told of; one with 64 characters is played."""
    del small_games
    install(tmp_path, ODD)
    with installed(tmp_path):
        (error,) = registry.broken()
        assert str(error).startswith("the game 'beginner' of the package odd-games: its first step")
        assert str(error).endswith("expected text of at most 64 characters")
        assert registry.get("wordy").new().step == ""


def test_names_that_are_taken(tmp_path: Path, small_games: Path) -> None:
    """Nobody gets a name of the house, and a name that two packages want is nobody's."""
    del small_games
    pot = "from carcbot.games.pot import POT as GAME"
    install(tmp_path / "a", package("wants_pot", {"pot": "wants_pot:GAME"}, pot))
    install(tmp_path / "b", package("second_dash", {"dash": "second_dash:GAME"}, pot))
    with installed(tmp_path / "a"), installed(tmp_path / "b"):
        assert registry.names() == (*registry.native_names(), "dare")
        assert registry.is_native("pot")
        taken, ours = sorted(map(str, registry.broken()))
    assert taken == (
        "the game 'dash' of the package second_dash and small-games: several packages bring a game"
        " of this name; expected one of them alone"
    )
    assert ours == (
        "the game 'pot' of the package wants_pot: this is the name of ours; expected another name"
    )


def test_nothing_is_imported_before_it_is_wanted(small_games: Path) -> None:
    """Whoever plays a game of the house, or asks for help, does not wait for other packages."""
    del small_games
    pot = "pot/1 position seats=2 0:0 0 1:2 2.1.1"
    words = (
        ["--help"],
        ["show", pot],
        ["perft", "--depth", "1", "--game", "pot", "--draws", "1"],
        ["think", pot, "--agent", "mcts:sims=9"],
    )
    for arguments in words:
        script = (
            "import sys; from carcbot.cli.main import run; "
            f"code = run({arguments!r}); assert 'small_games' not in sys.modules; sys.exit(code)"
        )
        subprocess.run([sys.executable, "-c", script], cwd=HOUSE, check=True, capture_output=True)


def passed(chosen: str, *words: str) -> int:
    """How many tests of the house passed in a process of its own; all that ran have to."""
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", chosen]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *words],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "skipped" not in done.stdout
    return int(done.stdout.rsplit(" passed", 1)[0].rsplit(maxsplit=1)[-1])


def test_the_contract(small_games: Path) -> None:
    """The games keep every promise that the tests of all games know."""
    del small_games
    names = ("test_contract", "test_hostile_input", "test_rules_digest", "test_registry")
    files = [f"tests/games/{name}.py" for name in names]
    chosen = "(dash or dare) and not made_by_force"  # that is about classes of C++
    assert passed(chosen, *files) > 300


def test_no_leak(small_games: Path) -> None:
    """Nobody is told, and nobody decides by, what a seat of Dare cannot know."""
    del small_games
    # the only decision of seat 1 comes last, so that these have nothing to compare there
    idle = (
        "test_programs_are_told_nothing_else[dare-1]",
        "test_a_person_in_the_terminal_is_shown_nothing_else[dare-1]",
        "test_rethink_tells_nothing_else[dare-1]",
    )
    left_out = [f"--deselect=tests/leak/test_home.py::{name}" for name in idle]
    files = ("tests/leak/test_wire.py", "tests/leak/test_home.py")
    # how matches draw, and what pictures are made of, is the same for every game
    assert passed("dare and not joint and not pictures", *files, *left_out) >= 20


def test_listed(small_games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`carcbot games` lists what can be played, with its package, and what cannot, with why."""
    del small_games
    install(tmp_path, package("bad_one", {"bad": "bad_one:GAME"}, "GAME = 7"))
    with installed(tmp_path):
        assert run(["games"]) == ExitCode.OK
        lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
        assert run(["games", "--json"]) == ExitCode.OK
        facts = json.loads(capsys.readouterr().out)
        assert run(["games", "dash"]) == ExitCode.OK
        page = capsys.readouterr().out
    assert "dash Dash, 2 to 4 seats, of the package small-games" in lines
    assert "dare Dare, 2 seats, with secrets, of the package small-games" in lines
    assert lines[-1].startswith("cannot be played: the game 'bad' of the package bad_one: '7' is")
    assert "length: such as 12, 4, 40" in page
    packages = {game["name"]: game["package"] for game in facts["games"]}
    assert packages["dash"] == "small-games"
    assert packages["pot"] is None
    assert len(facts["broken"]) == 1


@pytest.mark.asyncio
async def test_told_by_a_referee(small_games: Path, tmp_path: Path) -> None:
    """Who starts a referee is told at once of games that cannot be played there."""
    del small_games
    install(tmp_path / "site", package("bad_one", {"bad": "bad_one:GAME"}, "GAME = 7"))

    with installed(tmp_path / "site"), capture_logs() as logs:
        async with hosted(tmp_path / "referee") as server:
            assert server.page
    (told,) = [line for line in logs if line["log_level"] == "warning"]
    assert told["event"] == "a game of a package cannot be played"
    assert "the package bad_one" in told["error"]


def test_shown(small_games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`carcbot show`, `perft` and `think` take positions of such a game as of any other."""
    del small_games
    position = "dash/1 position seats=2 0 0.0 3"
    assert run(["show", position]) == ExitCode.OK
    assert "seat 0 is to move" in capsys.readouterr().out
    assert run(["show", "dash/1 game seats=2 3 run 6 walk"]) == ExitCode.OK
    assert "dash/1 position seats=2 2 3.1 0" in capsys.readouterr().out
    assert run(["perft", position, "--draws", "1,2", "--depth", "3"]) == ExitCode.OK
    assert "8" in capsys.readouterr().out
    assert run(["think", position, "--agent", "mcts:sims=200"]) == ExitCode.OK
    assert "run" in capsys.readouterr().out


PRESET = f"""
{REPLACING}from carcbot.games.contract import Preset
from small_games.dash import DASH, State, new_game, parse_position


class Hop(State):
    text = property(lambda self: State.text.fget(self).replace("dash/", "hop/"))
    copy = lambda self: hop(State.copy(self))


def hop(state):
    state.__class__ = Hop
    return state


GAME = replace(
    DASH,
    name="hop",
    new_game=lambda options: hop(new_game(options)),
    parse_position=lambda text: hop(parse_position(text.replace("hop/", "dash/"))),
    presets=(
        Preset("hopper", "mcts:sims=50", "ours", "Thinks for a short time."),
        Preset("mcts", "random", "ours", "Would like to be somebody else."),
        Preset("nobody", "nothing:c=1", "ours", "Is of a family that is not there."),
    ),
    agents=("hopper",),
)
"""


def test_presets(small_games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Agents that a package brings along are there by their names, if those are not taken."""
    del small_games
    with pytest.raises(AgentError):
        parse_agent("hopper")
    install(tmp_path, package("hops", {"hop": "hops:GAME"}, PRESET))
    with installed(tmp_path):
        thought = decide(parse_agent("hopper"), "hop/1 position seats=2 0 0.0 3", 1)
        assert thought.simulations == 50
        assert parse_agent("mcts").family.name == "mcts"
        assert "hopper" in PRESETS
        assert len(PRESETS) == len(list(PRESETS))
        assert run(["agents"]) == ExitCode.OK
        listed = capsys.readouterr().out
        assert "hopper" in listed
        assert "cannot be named: the preset 'nobody': 'nothing' is no family" in listed
        assert run(["games", "hop", "--check", "1"]) == ExitCode.OK
        assert "no broken promise" in capsys.readouterr().out
        assert run(["agents", "--json"]) == ExitCode.OK
        names = {each["name"] for each in json.loads(capsys.readouterr().out)["agents"]}
        assert "hopper" in names
        assert "nobody" not in names


def test_guesses_have_their_right_probabilities(small_games: Path) -> None:
    """What a seat of Dare takes a position to be comes as often as it should."""
    del small_games
    compared = 0
    for seed in range(3):
        record = random_record("dare", "", seed)
        start = record.position(0)
        assert has_secrets(start)
        for seat in range(2):
            saw: list[str] = []
            for number, ply in enumerate(record.plies):
                state = record.position(number)
                true: dict[str, float] = defaultdict(float)
                for position, chance in possible_positions(start, seat, saw):
                    true[position.text] += float(chance)
                view = view_of(state, seat)
                guesses = Counter(determinized(view, guess).text for guess in range(600))
                assert set(guesses) <= set(true)
                if len(true) > 1:
                    came = [guesses[text] for text in true]
                    wanted = [600 * chance for chance in true.values()]
                    assert chisquare(came, wanted).pvalue > 1e-4
                    compared += 1
                saw.append(seen_ply(state, ply, seat))
    assert compared > 6
