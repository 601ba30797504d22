"""Proof that help pages, short commands and one TAB take at most three times click and rich alone.

What counts is processor time, of the system's too, as a multiple of that of a Python which imports
click and rich and ends: so it means the same on every machine, also on a busy one. All take turns,
and the medians are compared. A line that ends with a TAB is completed, as bash has it done.
`python -m tests.proof.short_commands --runs 5 agents games` measures these two.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from types import MappingProxyType

import click

from carcbot.cli.main import main

SHORT = (
    *("--help", "--version", "agents", "agents mcts", "games", "games carcassonne", "doctor"),
    *("lab list", "completion bash"),
)
TAB = "\t"
COMPLETED = (
    *("", "pl", "play --agent ", "play --game ", "agents ", "games ", "match ", "sprt "),
    *("think --agent ", "bot run --agent ", "lab run ", "tournament ", "conform bot ", "serve --"),
)
ALONE = (sys.executable, "-c", "import click, rich")
_KEEPS_BYTECODE = {
    name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
}
"""As usual: what was compiled by the first run, which does not count, is there for the next."""


def help_pages(group: click.Group, words: tuple[str, ...] = ()) -> Iterator[str]:
    """The command lines that show the help page of each command."""
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        yield " ".join([*words, name, "--help"])
        if isinstance(command, click.Group):
            yield from help_pages(command, (*words, name))


def process_of(line: str) -> tuple[Sequence[str], dict[str, str]]:
    """What is started for a command line, or for what begins one, and the variables it is given."""
    if not line.endswith(TAB):
        return (sys.executable, "-m", "carcbot", *line.split()), {}
    words = f"carcbot {line.removesuffix(TAB)}"
    asked = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    return (sys.executable, "-m", "carcbot"), asked | {"_CARCBOT_COMPLETE": "bash_complete"}


def seconds(command: Sequence[str], variables: Mapping[str, str] = MappingProxyType({})) -> float:
    """The processor time of a command, and of what it starts."""
    before = getrusage(RUSAGE_CHILDREN)
    env = {**_KEEPS_BYTECODE, **variables}
    subprocess.run(command, stdout=subprocess.DEVNULL, env=env, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def prove() -> int:
    """Measures, tells the multiples, the largest first, and whether each is small enough."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("lines", nargs="*", help="only these command lines, each as one word")
    parser.add_argument("--runs", type=int, default=15, help="how often each is measured")
    parser.add_argument("--most", type=float, default=3.0, help="the largest multiple")
    asked = parser.parse_args()
    lines = asked.lines or [*SHORT, *(each + TAB for each in COMPLETED), *help_pages(main)]
    taken: dict[str, list[float]] = {line: [] for line in ("", *lines)}
    for _ in range(1 + asked.runs):
        for line, times in taken.items():
            times.append(seconds(*process_of(line)) if line else seconds(ALONE))
    alone = median(taken.pop("")[1:])
    print(f"click and rich alone: {1000 * alone:.0f} ms of processor time")
    multiples = {line: median(times[1:]) / alone for line, times in taken.items()}
    for line, multiple in sorted(multiples.items(), key=lambda each: -each[1]):
        print(f"{multiple:6.2f}  carcbot {line.replace(TAB, '<TAB>')}")
    return int(max(multiples.values()) > asked.most)


if __name__ == "__main__":
    sys.exit(prove())
