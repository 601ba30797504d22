"""Packages with games, installed for a test as pip would: into a folder on PYTHONPATH."""

import re
import tomllib
from pathlib import Path

__all__ = ["DOC", "documented", "install"]

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
