"""Accounts, and the tokens that prove them."""

import hashlib
import re
import secrets
from collections.abc import Collection
from typing import Any, Final

import structlog
from sqlalchemy import ColumnElement, Row, bindparam, delete, exists, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.selectable import Exists

from carcbot.errors import InputError, UnavailableError
from carcbot.messages.parts import ACCOUNT_NAME
from carcbot.net.store.database import Database, new_row
from carcbot.net.store.rows import GUEST_LABEL, SCOPES, Account, Holder, Kind, Scope, Token
from carcbot.net.store.schema import accounts, cuts, offers, ratings, seats, tokens
from carcbot.net.store.tokens import new_token
from carcbot.net.store.wishes import write_cut

__all__ = ["Accounts", "account_id", "account_ids", "checked_label"]

_TOKEN: Final = re.compile(r"carcbot_[A-Za-z0-9_-]{22,200}")  # 22 letters of 6 bits: 128 and more
_LABEL_LENGTH: Final = 100
_HOUR_US: Final = 3_600_000_000

_log = structlog.get_logger()


def checked_label(label: str) -> str:
    """The label of a token, if it can be one.

    Raises:
        InputError: It is too long, or no line of text.
    """
    if len(label) > _LABEL_LENGTH or not label.isprintable():
        raise InputError(
            f"{label[:_LABEL_LENGTH]!a} is no label",
            expected=f"at most {_LABEL_LENGTH} characters in one line",
        )
    return label


async def account_id(connection: AsyncConnection, name: str) -> int:
    """The number of an account in the tables.

    Raises:
        InputError: There is no such account.
    """
    return (await account_ids(connection, [name]))[name]


async def account_ids(connection: AsyncConnection, names: Collection[str]) -> dict[str, int]:
    """The numbers of accounts in the tables, by their names as they are given.

    Raises:
        InputError: One of them is no account.
    """
    rows = await connection.execute(_NUMBERS, {"keys": list({name.lower() for name in names})})
    known = {row.key: int(row.id) for row in rows}
    for name in names:
        if name.lower() not in known:
            raise InputError(f"there is no account {name!a}", expected="the name of an account")
    return {name: known[name.lower()] for name in names}


class Accounts(Database):
    """Who may come. Names are the same in capital and in small letters."""

    async def add_account(self, name: str, kind: Kind, now_us: int) -> Account:
        """One more account.

        Raises:
            InputError: The name is taken, or is none.
        """
        if not ACCOUNT_NAME.fullmatch(name):
            raise InputError(
                f"{name!a} is no name of an account",
                expected="at most 40 letters, digits, _ . or -",
            )
        row = {
            "key": name.lower(),
            "name": name,
            "kind": kind,
            "created_us": now_us,
            "disabled": False,
        }

        async def write(connection: AsyncConnection) -> int | None:
            added: int | None = await connection.scalar(_NEW_ACCOUNT[connection.dialect.name], row)
            return added

        if await self._write(write) is None:
            raise InputError(f"there is an account {name!a} already", expected="another name")
        return Account(name, kind, now_us, disabled=False)

    async def accounts(self) -> list[Account]:
        """All accounts, by name."""
        async with self._reading() as connection:
            rows = await connection.execute(_ACCOUNTS.order_by(accounts.c.key))
        return [Account(*row) for row in rows]

    async def account(self, name: str) -> Account | None:
        """The account of that name, if there is one."""
        async with self._reading() as connection:
            rows = await connection.execute(_ACCOUNTS.where(accounts.c.key == name.lower()))
        row = rows.one_or_none()
        return Account(*row) if row else None

    async def disable(self, name: str, now_us: int) -> None:
        """Makes all tokens of an account worthless for now, and has its connections cut.

        Raises:
            InputError: There is no such account.
        """
        async with self._writing() as connection:
            await write_cut(connection, await _set_disabled(connection, name, value=True), now_us)

    async def enable(self, name: str) -> None:
        """Makes the tokens of an account that was disabled worth something again.

        Raises:
            InputError: There is no such account.
        """
        async with self._writing() as connection:
            await _set_disabled(connection, name, value=False)

    async def kick(self, name: str, now_us: int) -> None:
        """Has the connections of an account cut; it may come back.

        Raises:
            InputError: There is no such account.
        """
        async with self._writing() as connection:
            number = await account_id(connection, name)
            await write_cut(connection, number, now_us, for_good=False)

    # ------------------------------------------------------------ tokens

    async def add_token(
        self,
        account: str,
        scopes: Collection[Scope],
        label: str,
        now_us: int,
        token: str | None = None,
    ) -> tuple[str, str]:
        """One more token of an account: its id, and the token itself, which is told only now.

        Args:
            account: Whose it is.
            scopes: What it allows; at least one.
            label: What it is for, in its owner's words.
            now_us: Since 1970.
            token: The token; by default a new one.

        Raises:
            InputError: There is no such account, or something does not look as it should.
        """
        clear = token if token is not None else new_token()
        if not _TOKEN.fullmatch(clear):
            raise InputError(
                "this is no token", expected="carcbot_ and at least 22 letters, digits, _ or -"
            )
        if not scopes or not set(scopes) <= set(SCOPES):
            raise InputError(
                f"no token allows {', '.join(map(ascii, scopes)) or 'nothing'}",
                expected=f"some of {', '.join(SCOPES)}",
            )
        name = secrets.token_hex(6)
        row = {
            "id": name,
            "hash": _hash(clear),
            "label": checked_label(label),
            "scopes": " ".join(sorted(set(scopes))),
            "created_us": now_us,
        }

        async def write(connection: AsyncConnection) -> int | None:
            number = await account_id(connection, account)
            added: int | None = await connection.scalar(
                _NEW_TOKEN[connection.dialect.name], row | {"account_id": number}
            )
            return added

        if await self._write(write) is None:
            raise InputError("this token is somebody's already", expected="another token")
        return name, clear

    async def holder(self, clear: str, now_us: int) -> Holder | None:
        """Who has this token.

        None if it is unknown or revoked, or its account disabled. The database looks for its hash,
        so the time that it takes tells nothing about tokens that there are.
        """
        async with self._reading() as connection:
            row = (await connection.execute(_HOLDER, {"token": _hash(clear)})).one_or_none()
        if row is None:
            return None
        account, kind, scopes, token_id, used_us = row
        if used_us is None or now_us - used_us >= _HOUR_US:
            await self._note_used(token_id, now_us)
        return Holder(account, kind, frozenset(scopes.split()), token_id)

    async def _note_used(self, token_id: str, now_us: int) -> None:
        """Writes when a token was used, if that is possible: for that nobody is kept out."""
        used = {"token_id": token_id, "now_us": now_us}
        try:
            await self._write(lambda connection: connection.execute(_USE, used))
        except UnavailableError as error:
            _log.warning("when a token was used cannot be written", error=str(error))

    async def tokens(self, account: str) -> list[Token]:
        """The tokens of an account, the oldest first.

        Raises:
            InputError: There is no such account.
        """
        async with self._reading() as connection:
            number = await account_id(connection, account)
            rows = await connection.execute(
                _TOKENS.where(tokens.c.account_id == number).order_by(
                    tokens.c.created_us, tokens.c.id
                )
            )
        return [_token(row) for row in rows]

    async def revoke(self, token_id: str, now_us: int) -> Token:
        """Makes a token worthless for ever, and has its connections cut; returns what it was.

        Raises:
            InputError: There is no such token, or it is worthless already.
        """
        async with self._writing() as connection:
            account = await connection.scalar(
                update(tokens)
                .where(tokens.c.id == token_id, tokens.c.revoked_us.is_(None))
                .values(revoked_us=now_us)
                .returning(tokens.c.account_id)
            )
            rows = await connection.execute(_TOKENS.where(tokens.c.id == token_id))
            row = rows.one_or_none()
            if row is None:
                raise InputError(
                    f"there is no token {token_id!a}",
                    expected="the id of one, as 'carcbot accounts tokens NAME' lists them",
                )
            token = _token(row)
            if account is None:
                raise InputError(
                    f"the token {token_id} of {token.account} was revoked before",
                    expected="a token that is worth something",
                )
            await write_cut(connection, account, now_us, token_id=token_id)
        return token

    # ------------------------------------------------------------ guests

    async def gone_guests(self, before_us: int, after: str, most: int) -> list[str]:
        """Some names of guests who have not come since a moment and have no offers, by name.

        Args:
            before_us: The moment, since 1970.
            after: Only names behind this one.
            most: How many at most.
        """
        last_us = func.max(func.coalesce(tokens.c.used_us, tokens.c.created_us))
        query = (
            select(accounts.c.name)
            .join_from(accounts, tokens)
            .where(accounts.c.kind == "person", accounts.c.key > after.lower())
            .where(~_of(offers.c.account_id))
            .group_by(accounts.c.id)
            .having(last_us < before_us, func.min(tokens.c.label) == GUEST_LABEL)
            .having(func.max(tokens.c.label) == GUEST_LABEL)
            .order_by(accounts.c.key)
            .limit(most)
        )
        async with self._reading() as connection:
            return [str(name) for name in await connection.scalars(query)]

    async def forget_guests(self, names: Collection[str]) -> None:
        """Takes these accounts away with their tokens; of who has played its name is kept.

        What is told of matches and ratings stays as it is: nobody can come with that name again.
        """
        keys = [name.lower() for name in names]
        async with self._writing() as connection:
            found = list(
                await connection.scalars(select(accounts.c.id).where(accounts.c.key.in_(keys)))
            )
            await connection.execute(delete(cuts).where(cuts.c.account_id.in_(found)))
            await connection.execute(delete(tokens).where(tokens.c.account_id.in_(found)))
            nobody: ColumnElement[bool] = ~_of(seats.c.account_id) & ~_of(ratings.c.account_id)
            await connection.execute(
                delete(accounts).where(accounts.c.id.in_(found), nobody, ~_of(offers.c.account_id))
            )


_NUMBERS: Final = select(accounts.c.key, accounts.c.id).where(
    accounts.c.key.in_(bindparam("keys", expanding=True))
)
_NEW_ACCOUNT: Final = new_row(accounts)
_NEW_TOKEN: Final = new_row(tokens)
_USE: Final = (
    update(tokens).where(tokens.c.id == bindparam("token_id")).values(used_us=bindparam("now_us"))
)
_HOLDER: Final = (
    select(accounts.c.name, accounts.c.kind, tokens.c.scopes, tokens.c.id, tokens.c.used_us)
    .join_from(tokens, accounts)
    .where(
        tokens.c.hash == bindparam("token"),
        tokens.c.revoked_us.is_(None),
        accounts.c.disabled.is_(False),
    )
)
_SEEN: Final = (
    select(func.max(tokens.c.used_us))
    .where(tokens.c.account_id == accounts.c.id)
    .correlate(accounts)
    .scalar_subquery()
)
_ACCOUNTS: Final = select(
    accounts.c.name, accounts.c.kind, accounts.c.created_us, accounts.c.disabled, _SEEN
)
_TOKENS: Final = select(
    tokens.c.id,
    accounts.c.name,
    tokens.c.label,
    tokens.c.scopes,
    tokens.c.created_us,
    tokens.c.revoked_us,
    tokens.c.used_us,
).join_from(tokens, accounts)


def _token(row: Row[*tuple[Any, ...]]) -> Token:
    name, account, label, scopes, *times = row
    return Token(name, account, label, frozenset(scopes.split()), *times)


def _hash(clear: str) -> bytes:
    return hashlib.sha256(clear.encode("utf-8", "surrogatepass")).digest()


def _of(column: ColumnElement[int]) -> Exists:
    """Whether there is anything of an account in a table."""
    return exists().where(column == accounts.c.id).correlate(accounts)


async def _set_disabled(connection: AsyncConnection, name: str, *, value: bool) -> int:
    """Makes an account disabled, or not any more; returns its number."""
    number = await account_id(connection, name)
    await connection.execute(update(accounts).where(accounts.c.id == number).values(disabled=value))
    return number
