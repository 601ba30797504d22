"""``carcbot accounts``: the accounts of a referee, and their tokens."""

from __future__ import annotations

import csv
import json
import os
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TextIO

import click
import msgspec

from carcbot.cli.lobby_command import lobby_command
from carcbot.cli.same_lobby import same_lobby
from carcbot.cli.screen import table
from carcbot.cli.values import Choice
from carcbot.errors import OptionsError, file_error

if TYPE_CHECKING:
    from carcbot.net.store.rows import Account, Scope, Token
    from carcbot.net.store.store import Store

__all__ = ["accounts"]

_USUAL_SCOPES: tuple[Scope, ...] = ("watch", "play", "lobby")


@click.group(
    epilog="Example: carcbot accounts add ann --label 'the one on my laptop'\n\n"
    "The referee may run meanwhile: changes hold for every client that says hello after them, and"
    " who may not stay is cut off within seconds."
)
def accounts() -> None:
    """Manage the accounts of a referee, and their tokens."""


_NAME = click.argument("name")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print it as JSON, for programs.")
_LABEL = click.option(
    "--label", default="", show_default=False, help="What the token is for, in your words."
)
_SCOPE = click.option(
    "--scope",
    "scopes",
    type=Choice(("watch", "play", "lobby", "host")),
    multiple=True,
    default=_USUAL_SCOPES,
    help="What the token allows; may be given often. watch: tables, matches and results; play: to"
    " open tables, sit down and move; lobby: seeks, challenges and chat; host: nothing so far, for"
    " programs that will run the place from afar.",
)


@lobby_command(accounts, "add", may_be_new=True)
@click.argument("name", required=False)
@click.option(
    "--count",
    type=click.IntRange(1, 1000),
    help="Make so many accounts at once, named PREFIX01, PREFIX02 and so on.",
)
@click.option(
    "--prefix",
    default="",
    show_default=False,
    help="What the names of --count accounts begin with.",
)
@click.option(
    "--sheet",
    type=click.Path(dir_okay=False, path_type=Path),
    help="With --count: the new file (CSV) for their names and tokens, readable by you alone.",
)
@click.option(
    "--kind",
    type=Choice(["bot", "person"]),
    default="bot",
    help="Whether a bot or a person plays with it.",
)
@_SCOPE
@_LABEL
async def add(
    store: Store,
    *,
    name: str | None,
    count: int | None,
    prefix: str,
    sheet: Path | None,
    kind: Literal["bot", "person"],
    scopes: tuple[Scope, ...],
    label: str,
) -> None:
    """Make an account and its first token, which is shown only now.

    A name has at most 40 letters, digits, _ . or -, and is the same in capital and small letters.
    For many at once: --count 12 --prefix student --sheet tokens.csv, without NAME.
    """
    from carcbot.net.store.accounts import checked_label

    checked_label(label)
    if count is None:
        if name is None or prefix or sheet is not None:
            raise OptionsError(
                "which accounts?",
                expected="NAME alone, or --count with --prefix and --sheet",
            )
        account = await store.add_account(name, kind, _now_us())
        await _give_token(store, account.name, scopes, label)
        return
    if name is not None or not prefix or sheet is None:
        raise OptionsError(
            "--count makes accounts with names of its own",
            expected="--count, --prefix and --sheet together, and no NAME",
        )
    names = numbered_names(prefix, count)
    taken = {each.name.lower() for each in await store.accounts()}
    if known := [each for each in names if each.lower() in taken]:
        raise OptionsError(f"there is an account {known[0]!a} already", expected="another --prefix")
    with _new_sheet(sheet) as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(("account", "token"))
        for each in names:
            account = await store.add_account(each, kind, _now_us())
            _, clear = await store.add_token(account.name, scopes, label, _now_us())
            lines.writerow((account.name, clear))
            file.flush()  # what is made is in the sheet, whatever happens then
    click.echo(f"made {count} accounts: {names[0]} to {names[-1]}; their tokens are in {sheet}")


def numbered_names(prefix: str, count: int) -> list[str]:
    """So many names, with numbers of the same width, at least two digits."""
    width = max(2, len(str(count)))
    return [f"{prefix}{number:0{width}}" for number in range(1, count + 1)]


def _new_sheet(path: Path) -> TextIO:
    """A new file that nobody else can read.

    Raises:
        FileInputError: There is such a file, or it cannot be made.
    """
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        return os.fdopen(os.open(path, flags, 0o600), "w", encoding="utf-8", newline="")
    except OSError as error:
        raise file_error(
            error, "cannot be made", where=str(path), expected="a file that there is not yet"
        ) from error


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
    """List all accounts.

    When one was last seen is written at most once an hour: it may have been here since.
    """
    found = await store.accounts()
    if as_json:
        _print_json("accounts", found)
    else:
        heads = ("name", "kind", "made", "last seen", "")
        click.echo("\n".join(table(heads, [_account_line(each) for each in found], texts=5)))


@lobby_command(accounts, "tokens")
@_NAME
@_JSON
async def tokens(store: Store, *, name: str, as_json: bool) -> None:
    """List the tokens of an account, without their secrets.

    When one was last used is written at most once an hour: it may have been since.
    """
    found = await store.tokens(name)
    if as_json:
        _print_json("tokens", found)
    else:
        heads = ("id", "allows", "made", "last used", "label")
        click.echo("\n".join(table(heads, [_token_line(each) for each in found], texts=5)))


@lobby_command(accounts, "revoke")
@click.argument("token_id")
async def revoke(store: Store, *, token_id: str) -> None:
    """Revoke the token with this id, for ever.

    Its connections are cut within seconds. Seats in matches in progress are away then, and lost
    after the grace period unless the account comes back with another token.
    """
    revoked = await store.revoke(token_id, _now_us())
    click.echo(f"token {revoked.id} of {revoked.account} is worth nothing any more")


@lobby_command(accounts, "disable")
@_NAME
async def disable(store: Store, *, name: str) -> None:
    """Disable an account: its tokens are invalid until it is enabled again.

    Its connections are cut within seconds. Its seats in matches in progress are away then, and lost
    after the grace period.
    """
    await store.disable(name, _now_us())
    click.echo(f"{name} may not come any more")


@lobby_command(accounts, "enable")
@_NAME
async def enable(store: Store, *, name: str) -> None:
    """Enable a disabled account: its tokens are valid again."""
    await store.enable(name)
    click.echo(f"{name} may come")


@lobby_command(accounts, "kick")
@_NAME
async def kick(store: Store, *, name: str) -> None:
    """Cut the connections of an account, which may connect again.

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
    from carcbot.net.store.rows import SCOPES

    used = _used(token.used_us) if token.revoked_us is None else "revoked"
    scopes = ",".join(scope for scope in SCOPES if scope in token.scopes)
    return token.id, scopes, _date(token.created_us), used, token.label


def _used(time_us: int | None) -> str:
    return "never" if time_us is None else _date(time_us)


def _date(time_us: int) -> str:
    return f"{datetime.fromtimestamp(time_us // 1_000_000, UTC):%Y-%m-%d %H:%M}"


def _print_json(name: str, rows: Sequence[msgspec.Struct]) -> None:
    click.echo(json.dumps({name: msgspec.to_builtins(rows, order="deterministic")}, indent=2))
