"""``carcbot accounts``: who may come to a referee, and the tokens that prove it."""

import json
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Literal

import click
import msgspec

from carcbot.cli.lobby_command import lobby_command
from carcbot.cli.same_lobby import same_lobby
from carcbot.net.store import Store
from carcbot.net.store.accounts import checked_label
from carcbot.net.store.rows import SCOPES, Account, Scope, Token

__all__ = ["accounts"]

_USUAL_SCOPES: tuple[Scope, ...] = ("watch", "play", "lobby")


@click.group(
    epilog="Example: carcbot accounts add ann --label 'the one on my laptop'\n\n"
    "The referee may run meanwhile: changes hold for every client that says hello after them, and"
    " who may not stay is cut off within seconds."
)
def accounts() -> None:
    """Say who may come to a referee: accounts and their tokens."""


_NAME = click.argument("name")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print it as JSON, for programs.")
_LABEL = click.option("--label", default="", help="What the token is for, in your words.")
_SCOPE = click.option(
    "--scope",
    "scopes",
    type=click.Choice(SCOPES),
    multiple=True,
    default=_USUAL_SCOPES,
    show_default=True,
    help="What the token allows; may be given often. watch: tables, matches and results; play: to"
    " open tables, sit down and move; lobby: seeks, challenges and chat; host: nothing so far, for"
    " programs that will run the place from afar.",
)


@lobby_command(accounts, "add", may_be_new=True)
@_NAME
@click.option(
    "--kind",
    type=click.Choice(["bot", "person"]),
    default="bot",
    show_default=True,
    help="Who is behind it.",
)
@_SCOPE
@_LABEL
async def add(
    store: Store,
    *,
    name: str,
    kind: Literal["bot", "person"],
    scopes: tuple[Scope, ...],
    label: str,
) -> None:
    """Make an account and its first token, which is shown only now.

    A name has at most 40 letters, digits, _ . or -, and is the same in capital and small letters.
    """
    checked_label(label)
    account = await store.add_account(name, kind, _now_us())
    await _give_token(store, account.name, scopes, label)


@lobby_command(accounts, "token")
@_NAME
@_SCOPE
@_LABEL
async def token(store: Store, *, name: str, scopes: tuple[Scope, ...], label: str) -> None:
    """Make one more token for an account, which is shown only now."""
    await _give_token(store, name, scopes, label)


@lobby_command(accounts, "list")
@_JSON
async def list_accounts(store: Store, *, as_json: bool) -> None:
    """List all accounts."""
    found = await store.accounts()
    if as_json:
        _print_json("accounts", found)
    else:
        _print_table(("name", "kind", "made", "last seen", ""), map(_account_line, found))


@lobby_command(accounts, "tokens")
@_NAME
@_JSON
async def tokens(store: Store, *, name: str, as_json: bool) -> None:
    """List the tokens of an account, without what is secret of them."""
    found = await store.tokens(name)
    if as_json:
        _print_json("tokens", found)
    else:
        _print_table(("id", "allows", "made", "last used", "label"), map(_token_line, found))


@lobby_command(accounts, "revoke")
@click.argument("token_id")
async def revoke(store: Store, *, token_id: str) -> None:
    """Make the token with this id worthless, for ever.

    Connections that came with it are cut within seconds. Seats in matches that go on are away then,
    and lost after the grace period unless the account comes back with another token.
    """
    revoked = await store.revoke(token_id, _now_us())
    click.echo(f"token {revoked.id} of {revoked.account} is worth nothing any more")


@lobby_command(accounts, "disable")
@_NAME
async def disable(store: Store, *, name: str) -> None:
    """Make all tokens of an account worthless until it is enabled again.

    Its connections are cut within seconds. Its seats in matches that go on are away then, and lost
    after the grace period.
    """
    await store.disable(name, _now_us())
    click.echo(f"{name} may not come any more")


@lobby_command(accounts, "enable")
@_NAME
async def enable(store: Store, *, name: str) -> None:
    """Make the tokens of a disabled account worth something again."""
    await store.enable(name)
    click.echo(f"{name} may come")


@lobby_command(accounts, "kick")
@_NAME
async def kick(store: Store, *, name: str) -> None:
    """Cut the connections of an account, which may come back.

    A bot does so by itself. To keep it away: 'carcbot accounts disable'.
    """
    await store.kick(name, _now_us())
    click.echo(f"{name} is cut off within seconds, if it is there, and may come back")


async def _give_token(store: Store, name: str, scopes: tuple[Scope, ...], label: str) -> None:
    token_id, clear = await store.add_token(name, scopes, label, _now_us())
    click.echo(f"token of {name}: {clear}")
    revoking = f"carcbot accounts revoke {token_id}{same_lobby(click.get_current_context())}"
    click.echo(f"It is not shown again. '{revoking}' makes it worthless.", err=True)


def _now_us() -> int:
    return time.time_ns() // 1000


def _account_line(account: Account) -> tuple[str, ...]:
    state = "disabled" if account.disabled else ""
    return account.name, account.kind, _date(account.created_us), _used(account.seen_us), state


def _token_line(token: Token) -> tuple[str, ...]:
    used = _used(token.used_us) if token.revoked_us is None else "revoked"
    scopes = ",".join(scope for scope in SCOPES if scope in token.scopes)
    return token.id, scopes, _date(token.created_us), used, token.label


def _used(time_us: int | None) -> str:
    return "never" if time_us is None else _date(time_us)


def _date(time_us: int) -> str:
    return f"{datetime.fromtimestamp(time_us // 1_000_000, UTC):%Y-%m-%d %H:%M}"


def _print_json(name: str, rows: Sequence[msgspec.Struct]) -> None:
    click.echo(json.dumps({name: msgspec.to_builtins(rows, order="deterministic")}, indent=2))


def _print_table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> None:
    table = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())
