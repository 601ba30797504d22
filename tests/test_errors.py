"""Tests of carcbot.errors."""

import ast
import builtins
import errno
import pickle
import re
import ssl
from pathlib import Path

import pytest

from carcbot import errors
from carcbot.errors import (
    FileInputError,
    InputError,
    InternalError,
    UnavailableError,
    file_error,
)

TREE = [getattr(errors, name) for name in errors.__all__ if name.endswith("Error")]
THEIRS = [error for error in TREE if issubclass(error, InputError)]


@pytest.mark.parametrize("error", TREE)
def test_every_error_is_made_alike(
    error: type[InputError | InternalError | UnavailableError],
) -> None:
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
def test_errors_survive_pickling(
    error: type[InputError | InternalError | UnavailableError],
) -> None:
    """An error raised in a worker process arrives whole."""
    made = error("no tile", where="line 3", expected="A to X")
    copy = pickle.loads(pickle.dumps(made))  # noqa: S301 - our own bytes
    assert type(copy) is error
    assert vars(copy) == vars(made)
    assert str(copy) == str(made)


def test_the_roots_never_mix() -> None:
    """Each error is ours, theirs or the world's, and only one of them."""
    roots = (InternalError, InputError, UnavailableError)
    assert all(sum(issubclass(error, root) for root in roots) == 1 for error in TREE)


def test_codes_are_stable_words() -> None:
    """Each kind of error that a program may meet has a code of its own, which it can compare."""
    codes = [error.code for error in (*THEIRS, UnavailableError)]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", code) for code in codes)


def test_the_world_asks_for_another_try() -> None:
    """What is nobody's mistake is not told like one: the same may be tried again."""
    assert str(UnavailableError("it is away")) == "it is away; try again"
    full = OSError(errno.ENOSPC, "No space left on device")
    told = file_error(full, "cannot be written", where="m.jsonl", expected="a folder of yours")
    assert type(told) is UnavailableError
    sentence = (
        "m.jsonl: cannot be written: No space left on device; try again with room on the disk"
    )
    assert str(told) == sentence


@pytest.mark.parametrize(
    "error",
    (
        PermissionError(errno.EACCES, "Permission denied"),
        IsADirectoryError(errno.EISDIR, "Is it"),
        OSError(errno.ENXIO, "No such device or address"),  # as of a socket's file
        ssl.SSLError(errno.ESTALE, "[X509: KEY_VALUES_MISMATCH] key values mismatch"),
    ),
)
def test_a_wrong_file_is_theirs(error: OSError) -> None:
    """What the system refuses of a file of somebody's is told with the file that was expected."""
    told = file_error(error, "cannot be read", where="m.jsonl", expected="a record")
    assert type(told) is FileInputError
    assert str(told) == f"m.jsonl: cannot be read: {error.strerror}; expected a record"


def printed_tree() -> dict[str, tuple[str, str]]:
    """By name what the module's text says of each error: its base, and its module."""
    above: list[tuple[int, str]] = []
    tree = {}
    for line in (errors.__doc__ or "").splitlines():
        found = re.match(r"( +)(\w*(?:Error|Refusal|Exception))(?: +(carcbot[\w.]+):| |$)", line)
        if found is None:
            continue
        indent, name, module = len(found[1]), found[2], found[3]
        above = [each for each in above if each[0] < indent]
        if name != "Exception":
            tree[name] = (above[-1][1], module or "carcbot.errors")
        above.append((indent, name))
    return tree


def defined_errors() -> dict[str, tuple[str, str]]:
    """The same of every class of an exception that stands anywhere in carcbot."""
    package = Path(errors.__file__).parent
    found: dict[str, tuple[str, str]] = {}
    while True:  # a class may stand in a file that is read before that of its base
        before = len(found)
        for file in package.rglob("*.py"):
            module = ".".join(file.relative_to(package.parent).with_suffix("").parts)
            for node in ast.walk(ast.parse(file.read_text())):
                if not isinstance(node, ast.ClassDef):
                    continue
                for base in node.bases:
                    name = ast.unparse(base).rpartition(".")[2]
                    if name in found or _is_exception(getattr(builtins, name, None)):
                        found[node.name] = (name, module)
        if len(found) == before:
            return found


def _is_exception(thing: object) -> bool:
    return isinstance(thing, type) and issubclass(thing, BaseException)


def test_the_tree_is_whole() -> None:
    """The module opens with every error that carcbot defines anywhere, under its base."""
    defined = defined_errors()
    hidden = defined.pop("_ExplainedError")  # what the three roots have in common
    assert hidden == ("Exception", "carcbot.errors")
    assert printed_tree() == {
        name: ("Exception" if base == "_ExplainedError" else base, module)
        for name, (base, module) in defined.items()
    }
    here = {name for name, (_, module) in defined.items() if module == "carcbot.errors"}
    assert here | {"file_error"} == set(errors.__all__)
