"""Tests of the files of the samples: what they say of the tiles, and that they are well written."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.samples.hosting import FOLDER, NODE, SAMPLES
from tests.waiting import PATIENCE_S

README = (FOLDER / "README.md").read_text("utf-8")


def test_readme_tells_of_every_sample() -> None:
    """The page has a section for each folder, and no other."""
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir()}
    assert folders == set(SAMPLES)
    assert set(re.findall(r"^## `(\w+)/", README, flags=re.MULTILINE)) == folders
    for target in re.findall(r"\]\((?!https:)([^)]+)\)", README):
        assert (FOLDER / target.partition("#")[0]).exists()


@pytest.mark.parametrize("sample", SAMPLES)
def test_tiles(sample: str) -> None:
    """The edges that a sample knows are those of tiles.json, for every tile."""
    (file,) = (FOLDER / sample).glob("bot.*")
    told = dict(re.findall(r"\b\[?([ER]?[A-X])\]?[:=]([cfrw]{4})\b", file.read_text("utf-8")))
    tiles = json.loads((FOLDER.parent / "games/carcassonne/tiles.json").read_text("utf-8"))["tiles"]
    letters = {"city": "c", "field": "f", "road": "r", "river": "w"}
    assert told == {
        tile["id"]: "".join(letters[tile["edges"][side]] for side in "NESW") for tile in tiles
    }
    base = [tile for tile in tiles if tile["set"] == "base"]
    assert [tile["id"] for tile in base if tile["cloister"]] == ["A", "B"]
    assert sum(tile["count"] for tile in base if tile["cloister"]) == 6


def test_map() -> None:
    """The cities, provinces and roads that the sample in JavaScript knows are those of map.json."""
    text = (FOLDER / "node" / "thurn_and_taxis.mjs").read_text("utf-8")
    land = json.loads((FOLDER.parent / "games/thurn_and_taxis/map.json").read_text("utf-8"))
    told = re.findall(r'\w+: "((?:[A-Z][a-z]{2} ?)+)"', text)
    wanted = {each["name"]: "" for each in land["provinces"]}
    for city in land["cities"]:
        wanted[city["province"]] += f" {city['letters']}"
    assert sorted(told) == sorted(cities.strip() for cities in wanted.values())
    roads = re.findall(r"\b([A-Z][a-z]{2})([A-Z][a-z]{2})\b", text)
    assert sorted(roads) == sorted((one, other) for one, other in land["roads"])


@pytest.mark.parametrize(
    "command",
    (
        (str(NODE), "--check", str(FOLDER / "node" / "bot.mjs")),
        (str(NODE), "--check", str(FOLDER / "node" / "thurn_and_taxis.mjs")),
        ("bash", "-n", str(FOLDER / "bash" / "bot.sh")),
        (str(Path(sys.executable).parent / "shellcheck"), str(FOLDER / "bash" / "bot.sh")),
    ),
)
def test_linted(command: tuple[str, ...]) -> None:
    """The tools of the other languages find no fault; `make lint` looks after Python."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
