"""Which token proves which account."""

import hashlib
import re
import secrets
from pathlib import Path

from carcbot.errors import FileInputError

__all__ = ["Tokens", "new_token"]

_PREFIX = "carcbot_"


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
            FileInputError: It cannot be read, others may read it, or a line is wrong.
        """
        try:
            mode = path.stat().st_mode
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is no text"
            raise FileInputError(
                f"cannot be read: {reason}",
                where=str(path),
                expected="a file with a name and a token on each line",
            ) from error
        if mode & 0o007:
            raise FileInputError(
                "others may read it, and so be anybody in it",
                where=str(path),
                expected=f"a file for its owner: chmod 600 {path}",
            )
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

    def account_of(self, token: str) -> str | None:
        """Who has this token."""
        return self._accounts.get(_hash(token))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
