"""Tests of carcbot.net.store.tokens."""

from pathlib import Path

import pytest

from carcbot.errors import FileInputError
from carcbot.net.store.tokens import Tokens, new_token

ONE, TWO = "1" * 22, "2" * 22


def written(folder: Path, text: str, mode: int = 0o600) -> Path:
    """A file of tokens."""
    file = folder / "tokens.txt"
    file.write_text(text)
    file.chmod(mode)
    return file


def test_load(tmp_path: Path) -> None:
    """Names and tokens are read; what begins with # is not."""
    text = f"# mine\nann {ONE} # a comment\n\nbob carcbot_{TWO}\n"
    tokens = Tokens.load(written(tmp_path, text))
    assert tokens.account_of(ONE) == "ann"
    assert tokens.account_of(f"carcbot_{TWO}") == "bob"
    assert tokens.account_of(TWO) is None
    assert tokens.accounts == ["ann", "bob"]
    tokens.remove(ONE)
    assert tokens.account_of(ONE) is None
    assert tokens.accounts == ["bob"]


@pytest.mark.parametrize(
    ("text", "what"),
    (
        ("ann", "line 1.*no account"),
        ("a b c", "line 1.*no account"),
        (f"ann {ONE}\nb*b {TWO}", "line 2.*no account"),
        (f"ann {ONE}\nbob {ONE}", "line 2.*same token"),
        (f"ann {ONE}\nbob {TWO[1:]}", "line 2.*may be guessed.*openssl rand"),
        (f"ann carcbot_{ONE[1:]}", "line 1.*may be guessed"),
    ),
)
def test_wrong_lines(tmp_path: Path, text: str, what: str) -> None:
    """The error says which line is wrong and why."""
    with pytest.raises(FileInputError, match=what):
        Tokens.load(written(tmp_path, text))


@pytest.mark.parametrize("mode", (0o604, 0o606, 0o644, 0o666))
def test_others_may_read(tmp_path: Path, mode: int) -> None:
    """A file that others may read or change is refused, with what to do about it."""
    with pytest.raises(FileInputError, match="chmod 600"):
        Tokens.load(written(tmp_path, f"ann {ONE}", mode))


def test_group_may_read(tmp_path: Path) -> None:
    """A group may be let in, as containers and service managers do with their secrets."""
    assert Tokens.load(written(tmp_path, f"ann {ONE}", 0o440)).accounts == ["ann"]


def test_new_tokens() -> None:
    """A new token has 192 random bits, and is recognised as one."""
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert {(each.startswith("carcbot_"), len(each)) for each in tokens} == {(True, 40)}
