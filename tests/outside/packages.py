"""Packages with games, installed for a test as pip would: into a folder on PYTHONPATH."""

import re
import tomllib
from pathlib import Path

__all__ = ["DOC", "LOST", "ODD", "SIGNS", "UNCOUNTED", "documented", "install"]

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

UNCOUNTED = {
    name.replace("lost", "uncounted"): text.replace("lost", "uncounted")
    .replace("LOST", "UNCOUNTED")
    .replace(
        """    def legal_moves(self):
        if self.fields == [4, 3]:
            raise KeyError("the way")
        return super().legal_moves()
""",
        """    turn = 0
""",
    )
    for name, text in LOST.items()
}
"""A package with a game that goes wrong when a search asks which turn it is."""

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

ODD = {
    "pyproject.toml": """
[project]
name = "odd-games"
version = "1"
[project.entry-points."carcbot.games"]
endless = "odd_games:ENDLESS"
wordy = "odd_games:WORDY"
talker = "odd_games:TALKER"
beginner = "odd_games:BEGINNER"
dreamer = "odd_games:DREAMER"
sleeper = "odd_games:SLEEPER"
""",
    "odd_games.py": """
from dataclasses import replace

from small_games import dare, dash


class Named:
    @property
    def text(self):
        return type(self).name + super().text[len("dash"):]

    @classmethod
    def of(cls, inner):
        made = cls.__new__(cls)
        vars(made).update(vars(inner))
        return made

    def copy(self):
        return self.of(super().copy())

    @classmethod
    def read(cls, parse):
        return lambda text: cls.of(parse("dash" + text[len(cls.name):]))


class Endless(Named, dash.State):
    name = "endless"

    def make_move(self, move):
        self.die = 0  # and nobody has moved


class Wordy(Named, dash.State):
    name = "wordy"

    @property
    def step(self):
        return super().step and "in full words, " * self.done + "move"


class Talker(Named, dash.State):
    name = "talker"

    def legal_moves(self):
        return ["a" * 101] if self.to_move >= 0 else []

    def make_move(self, move):
        super().make_move("walk")


class Beginner(Wordy):
    name = "beginner"

    @property
    def step(self):
        return "in very many words, " * 4


def of_dash(kind):
    return replace(
        dash.DASH,
        name=kind.name,
        new_game=lambda options: kind.of(dash.new_game(options)),
        parse_position=kind.read(dash.parse_position),
    )


class Dreamt(Named, dare.State):
    def legal_moves(self):
        return super().legal_moves()[1:]


class Slept(Named, dare.State):
    @property
    def to_move(self):
        return 1 - super().to_move if super().to_move >= 0 else super().to_move


class Dreamer(Named, dare.View):
    name = "dreamer"
    guess = Dreamt

    def determinize(self, seed):
        return self.guess.of(super().determinize(seed))


class Sleeper(Dreamer):
    name = "sleeper"
    guess = Slept


class Dream(Named, dare.State):
    name, seen_as = "dreamer", Dreamer

    def view(self, seat):
        return self.seen_as.of(super().view(seat))


class Sleep(Dream):
    name, seen_as = "sleeper", Sleeper


Dreamt.name, Slept.name = "dreamer", "sleeper"


def of_dare(kind):
    return replace(
        dare.DARE,
        name=kind.name,
        new_game=lambda options: kind.of(dare.new_game(options)),
        parse_position=lambda text: kind.of(dare.parse_position("dare" + text[len(kind.name):])),
        parse_seen=lambda text: kind.seen_as.of(
            dare.parse_view("dare" + text[len(kind.name):])
        ),
    )


ENDLESS, WORDY, TALKER, BEGINNER = map(of_dash, (Endless, Wordy, Talker, Beginner))
DREAMER, SLEEPER = map(of_dare, (Dream, Sleep))
""",
}
"""A package with games that can be loaded, and do what no game may.

One has no end; of one the name of the step grows with each move, of one it is too long at once; of
one a move is too long. Of two, what is guessed from a view has not its moves, or another's turn.
"""
