"""Packages with games, installed for a test as pip would: into a folder on PYTHONPATH."""

import re
import tomllib
from pathlib import Path

__all__ = ["DOC", "LOST", "SIGNS", "documented", "install"]

DOC = Path(__file__).parent.parent.parent / "docs" / "adding-a-game.md"


def documented() -> dict[str, str]:
    """The files of the package in docs/adding-a-game.md: what stands in a block after a path."""
    section = DOC.read_text().partition("## From outside the package")[2]
    section = re.split(r"^## ", section, flags=re.MULTILINE)[0]
    blocks = re.findall(
        r"^`([\w./-]+)`:[^\n]*\n(?:[^\n]+\n)*\n```\w+\n(.*?)^```$",
        section,
        flags=re.MULTILINE | re.DOTALL,
    )
    return dict(blocks)


def install(folder: Path, files: dict[str, str]) -> None:
    """Puts a package into a folder, with what its pyproject.toml says of its entry points."""
    project = tomllib.loads(files["pyproject.toml"])["project"]
    for path, text in files.items():
        if path != "pyproject.toml":
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    lines = []
    for group, entries in project.get("entry-points", {}).items():
        lines.append(f"[{group}]")
        lines += [f"{name} = {value}" for name, value in entries.items()]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


LOST = {
    "pyproject.toml": """
[project]
name = "lost-games"
version = "1"
[project.entry-points."carcbot.games"]
lost = "lost_games:LOST"
""",
    "lost_games.py": """
from dataclasses import replace

from small_games.dash import DASH, State, new_game, parse_position


class Lost(State):
    def legal_moves(self):
        if self.fields == [4, 3]:
            raise KeyError("the way")
        return super().legal_moves()

    @property
    def text(self):
        return super().text.replace("dash/", "lost/")

    def copy(self):
        return lost(super().copy())


def lost(state):
    state.__class__ = Lost
    return state


LOST = replace(
    DASH,
    name="lost",
    new_game=lambda options: lost(new_game(options)),
    parse_position=lambda text: lost(parse_position(text.replace("lost/", "dash/"))),
)
""",
}
"""A package with a game that goes wrong when nobody has run for seven turns."""

SIGNS = {
    "pyproject.toml": """
[project]
name = "sign-games"
version = "1"
[project.entry-points."carcbot.games"]
signs = "sign_games:SIGNS"
""",
    "sign_games.py": """
from dataclasses import replace

from small_games.dash import DASH, State, new_game, parse_position

MOVES = {"m10012": "run", "m77408": "walk"}


class Signs(State):
    def legal_moves(self):
        return list(MOVES) if self.to_move >= 0 else []

    def make_move(self, move):
        super().make_move(MOVES[move])

    @property
    def text(self):
        return super().text.replace("dash/", "signs/")

    def copy(self):
        return signs(super().copy())


def signs(state):
    state.__class__ = Signs
    return state


SIGNS = replace(
    DASH,
    name="signs",
    new_game=lambda options: signs(new_game(options)),
    parse_position=lambda text: signs(parse_position(text.replace("signs/", "dash/"))),
)
""",
}
"""A package with Dash in which the texts of the two moves have the same hash in the core."""
