"""Tests of carcbot.errors."""

import pickle
import re

import pytest

from carcbot import errors
from carcbot.errors import InputError, InternalError

TREE = [getattr(errors, name) for name in errors.__all__]
THEIRS = [error for error in TREE if issubclass(error, InputError)]


@pytest.mark.parametrize("error", TREE)
def test_every_error_is_made_alike(error: type[InputError | InternalError]) -> None:
    """Every error takes what, where and expected, and keeps them."""
    made = error("no tile is called 'Q9'", where="line 3", expected="a letter from A to X")
    assert (made.what, made.where) == ("no tile is called 'Q9'", "line 3")
    assert made.expected == "a letter from A to X"


@pytest.mark.parametrize(
    ("where", "expected", "sentence"),
    (
        ("", "", "no tile"),
        ("line 3", "", "line 3: no tile"),
        ("", "A to X", "no tile; expected A to X"),
        ("line 3", "A to X", "line 3: no tile; expected A to X"),
    ),
)
def test_str_is_one_sentence(where: str, expected: str, sentence: str) -> None:
    """The parts that are there make one sentence, and the others leave no trace."""
    assert str(InputError("no tile", where=where, expected=expected)) == sentence


@pytest.mark.parametrize("error", TREE)
def test_errors_survive_pickling(error: type[InputError | InternalError]) -> None:
    """An error raised in a worker process arrives whole."""
    made = error("no tile", where="line 3", expected="A to X")
    copy = pickle.loads(pickle.dumps(made))  # noqa: S301 - our own bytes
    assert type(copy) is error
    assert vars(copy) == vars(made)
    assert str(copy) == str(made)


def test_the_roots_never_mix() -> None:
    """Each error is ours or theirs, and not both."""
    assert all(issubclass(error, InputError) != issubclass(error, InternalError) for error in TREE)


def test_codes_are_stable_words() -> None:
    """Each kind of bad input has a code of its own, a word that programs can compare."""
    codes = [error.code for error in THEIRS]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", code) for code in codes)


def test_the_tree_is_printed_whole() -> None:
    """The module opens with the tree: every error, under its base."""
    lines = re.findall(r"^( +)(\w+Error)\b", errors.__doc__ or "", flags=re.MULTILINE)
    printed = {name: len(indent) for indent, name in lines}
    assert sorted(printed) == sorted(errors.__all__)
    for error in TREE:
        base = error.__base__
        assert base is not None
        assert base.__name__.startswith("_") or printed[error.__name__] > printed[base.__name__]
