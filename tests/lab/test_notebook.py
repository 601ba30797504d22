"""Tests of carcbot.lab.notebook, and of desks at which answers are noted down."""

import json
from pathlib import Path

import pytest

from carcbot.errors import FileInputError
from carcbot.lab.notebook import Notebook
from carcbot.lab.study import Workbench


def desk_over(folder: Path, *, is_enough: bool = False) -> tuple[Workbench, list[None]]:
    """A workbench that notes there, and its steps; matches are not played at it."""
    steps: list[None] = []

    def keep(_: object) -> object:
        raise AssertionError

    workbench = Workbench(
        lambda: steps.append(None),
        keep,  # type: ignore[arg-type]
        is_enough=lambda: is_enough,
        notes=lambda name: Notebook(name, folder),
    )
    return workbench, steps


def test_answers_are_kept(tmp_path: Path) -> None:
    """Line by line, with what JSON can hold; another name is another notebook."""
    notebook = Notebook("one", tmp_path / "new")
    notebook.add([1, {"two": 2.5}])
    notebook.add("three")
    with pytest.raises(FileInputError, match="somebody else"):
        Notebook("one", tmp_path / "new")
    del notebook
    again = Notebook("one", tmp_path / "new")
    assert again.answers() == [[1, {"two": 2.5}], "three"]
    assert Notebook("other", tmp_path / "new").answers() == []
    assert len((tmp_path / "new" / "one.jsonl").read_text().splitlines()) == 2


def test_half_a_line_is_cut_off(tmp_path: Path) -> None:
    """What a crash has left half written is not there the next time, and the next answer is."""
    file = tmp_path / "one.jsonl"
    file.write_text("[1]\n[2, ")
    notebook = Notebook("one", tmp_path)
    assert notebook.answers() == [[1]]
    notebook.add([2, 3])
    assert [json.loads(line) for line in file.read_text().splitlines()] == [[1], [2, 3]]


def test_what_is_no_notebook(tmp_path: Path) -> None:
    """It is named, and left as it is."""
    file = tmp_path / "one.jsonl"
    file.write_text("nonsense\n")
    with pytest.raises(FileInputError, match=r"one\.jsonl.*remove it"):
        Notebook("one", tmp_path)
    assert file.read_text() == "nonsense\n"


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """The file in its way is named."""
    (tmp_path / "folder").write_text("")
    with pytest.raises(FileInputError, match="cannot be written"):
        Notebook("one", tmp_path / "folder").add(1)


def test_who_has_enough_goes_on_later(tmp_path: Path) -> None:
    """Two are done at least; nothing is done twice, and every one is a step."""
    done: list[int] = []

    def square(number: int) -> int:
        done.append(number)
        return number * number

    workbench, steps = desk_over(tmp_path, is_enough=True)
    assert workbench.each_noted("squares", square, range(5)) == [0, 1]
    workbench, steps = desk_over(tmp_path)
    assert workbench.each_noted("squares", square, range(5)) == [0, 1, 4, 9, 16]
    assert done == list(range(5))
    assert len(steps) == 5
    assert workbench.each_noted("squares", square, range(3)) == [0, 1, 4]
    assert done == list(range(5))


def test_without_a_folder_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That is what a workbench has if nobody says otherwise."""
    monkeypatch.chdir(tmp_path)
    notebook = Notebook("one")
    notebook.add(1)
    assert notebook.answers() == [1]
    assert list(tmp_path.iterdir()) == []
