"""What docs/tournaments.md shows of a program's match is what a program hears in one."""

import json
import re
import shlex
import sys
from pathlib import Path
from typing import Final

from carcbot.arena.blocks import Block, Game
from carcbot.arena.contest import Contest, Entrant
from carcbot.arena.contest_file import check_contest
from carcbot.contest.any_game import play_game
from carcbot.search.budget import Budget

HOUSE: Final = Path(__file__).parent.parent.parent
PAGE: Final = (HOUSE / "docs" / "tournaments.md").read_text()
LINES: Final = re.findall(r"^(?:> )?\{\"type\":.*", PAGE, re.MULTILINE)
SCRIPT: Final = """
import sys
heard = open(sys.argv[1], "w")
for line in open(sys.argv[2]):
    if line.startswith("> "):
        print(line[2:], end="", flush=True)
    else:
        heard.write(sys.stdin.readline())
        heard.flush()
"""
"""A program that says what the page says, each time that it has heard as many lines as there."""


def test_what_a_program_hears(tmp_path: Path) -> None:
    """Every line that the page shows comes, in this order, with these fields and values."""
    said, heard, script = tmp_path / "said", tmp_path / "heard", tmp_path / "mybot.py"
    said.write_text("".join(f"{line}\n" for line in LINES))
    script.write_text(SCRIPT)
    command = shlex.join((sys.executable, str(script), str(heard), str(said)))
    players = (Entrant("random", "random"), Entrant("mybot", command))
    contest = check_contest(
        Contest(player=players, limits=Budget(hard_s=1.0), grace_s=60), "a test"
    )
    result = play_game(contest, Game(Block(0, 0, (0, 1)), 0))
    shown = [line for line in LINES if not line.startswith("> ")]
    told = heard.read_text().splitlines()
    assert result.fault is not None
    assert result.fault.kind == "disconnect", result.fault  # it ends where the page does
    assert len(told) == len(shown) > 8
    for line, example in zip(told, shown, strict=True):
        real, expected = json.loads(line), json.loads(_whole(example))
        assert list(real) == list(expected), line
        for name, value in expected.items():
            assert _is_shown(real[name], value), (name, real[name], value)


def _whole(example: str) -> str:
    """The example as JSON, with a text where something is left out."""
    return example.replace("{...}", '"..."').replace(",...]", ',"..."]')


def _is_shown(real: object, shown: object) -> bool:
    """Whether a value is the one of the example, as far as that shows it."""
    if isinstance(shown, str) and "..." in shown:
        first, _, last = shown.partition("...")
        return not isinstance(real, str) or (real.startswith(first) and real.endswith(last))
    if isinstance(shown, list) and isinstance(real, list):
        whole = shown[-1:] != ["..."]
        shown = shown if whole else shown[:-1]
        same = all(map(_is_shown, real, shown))
        return same and (len(real) == len(shown) if whole else len(real) > len(shown))
    return real == shown
