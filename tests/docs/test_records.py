"""The examples in docs/records.md run, one after the other."""

import re
from pathlib import Path

import pytest

from tests.replay.records import text_of_match

PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text()
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each does what the page says, in a folder with records of a referee."""
    folder = tmp_path / "carcbot-referee" / "records"
    folder.mkdir(parents=True)
    (folder / "m1.jsonl").write_bytes(text_of_match("carcassonne", "seats=2"))
    (folder / "hoard.jsonl").write_bytes(text_of_match("hoard", "seats=2"))
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    assert len(EXAMPLES) == 6
    for number, example in enumerate(EXAMPLES, 1):
        exec(compile(example, f"example {number}", "exec"), names)  # noqa: S102 - our own page
    assert names["wins"]
