"""Which token proves which account."""

import hashlib
import re
import secrets
from pathlib import Path
from typing import Final

from carcbot.errors import FileInputError
from carcbot.net.store.secret_file import read_secret

__all__ = ["Tokens", "new_token"]

_PREFIX: Final = "carcbot_"
_LEAST_LENGTH: Final = 22
"""So many letters of 6 bits have 128 and more."""


def new_token() -> str:
    """A token that nobody can guess."""
    return _PREFIX + secrets.token_urlsafe(24)


class Tokens:
    """The accounts of a referee. Only hashes of the tokens are kept."""

    def __init__(self) -> None:
        self._accounts: dict[str, str] = {}

    @classmethod
    def load(cls, path: Path) -> "Tokens":
        """The accounts in a file: on each line a name, a space and a token; # begins a comment.

        Raises:
            FileInputError: It cannot be read, others may read it, a line is wrong, or a token is so
                short that it may be guessed.
        """
        text = read_secret(path, "a file with a name and a token on each line")
        tokens = cls()
        for number, line in enumerate(text.splitlines(), 1):
            words = line.partition("#")[0].split()
            if not words:
                continue
            if len(words) != 2 or not re.fullmatch(r"[A-Za-z0-9_.-]{1,40}", words[0]):
                raise FileInputError(
                    "this is no account",
                    where=f"{path}, line {number}",
                    expected="a name of letters, digits, _ . or -, a space and a token",
                )
            if len(words[1].removeprefix(_PREFIX)) < _LEAST_LENGTH:
                raise FileInputError(
                    f"this token has less than {_LEAST_LENGTH} characters, and may be guessed",
                    where=f"{path}, line {number}",
                    expected="a random one, as this makes it: openssl rand -hex 24",
                )
            if tokens.account_of(words[1]) is not None:
                raise FileInputError(
                    "another account has the same token",
                    where=f"{path}, line {number}",
                    expected="a token for each account",
                )
            tokens.add(*words)
        return tokens

    @property
    def accounts(self) -> list[str]:
        """All accounts that have a token."""
        return list(dict.fromkeys(self._accounts.values()))

    def add(self, account: str, token: str) -> None:
        """One more account."""
        self._accounts[_hash(token)] = account

    def add_new(self, account: str) -> str:
        """One more account, or one more token of it; returns that."""
        token = new_token()
        self.add(account, token)
        return token

    def remove(self, token: str) -> None:
        """A token is worth nothing any more."""
        self._accounts.pop(_hash(token), None)

    def account_of(self, token: str) -> str | None:
        """Who has this token."""
        return self._accounts.get(_hash(token))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
