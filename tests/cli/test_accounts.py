"""Tests of ``carcbot accounts``."""

import asyncio
import csv
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.net.store.rows import Holder
from carcbot.net.store.store import Store
from tests.waiting import PATIENCE_S


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Commands run in an empty folder; the place is that of the database they use."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CARCBOT_DATABASE", raising=False)
    return tmp_path / "carcbot-referee" / "lobby.db"


class Accounts:
    """Calls the command, and tells what it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str) -> str:
        """What it printed, and that all went well."""
        assert run(["accounts", *arguments]) == ExitCode.OK, self._capsys.readouterr().err
        return self._capsys.readouterr().out

    def fails(self, *arguments: str) -> str:
        """What it told of a mistake."""
        assert run(["accounts", *arguments]) == ExitCode.INPUT
        told = self._capsys.readouterr()
        assert not told.out
        return told.err


@pytest.fixture
def accounts(capsys: pytest.CaptureFixture[str]) -> Accounts:
    """The command."""
    return Accounts(capsys)


def holder(file: Path, token: str) -> Holder | None:
    """Who has a token."""

    async def ask() -> Holder | None:
        async with Store.open(f"sqlite:///{file}") as store:
            return await store.holder(token, 1)

    return asyncio.run(ask())


def token_in(page: str) -> str:
    """The token that a command printed."""
    (token,) = re.findall(r"^token of \S+: (carcbot_\S+)$", page, flags=re.MULTILINE)
    return str(token)


def test_add(place: Path, accounts: Accounts, capsys: pytest.CaptureFixture[str]) -> None:
    """A new account gets a token, shown once, with the usual scopes."""
    assert run(["accounts", "add", "ann"]) == ExitCode.OK
    told = capsys.readouterr()
    assert "It is not shown again" in told.err
    assert "made a new database in 'carcbot-referee'\n" in told.err
    token = token_in(told.out)
    found = holder(place, token)
    assert found is not None
    assert (found.account, found.kind) == ("ann", "bot")
    assert found.scopes == {"watch", "play", "lobby"}
    for page in (("list",), ("tokens", "ann"), ("tokens", "ann", "--json")):
        assert token.removeprefix("carcbot_") not in accounts(*page)


def test_add_where_the_lobby_is_elsewhere(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Beside a referee whose lobby is on a server no other one is made, which it never looks at."""
    folder = place.parent
    (folder / "records").mkdir(parents=True)
    assert run(["accounts", "add", "ann"]) == ExitCode.INPUT
    assert "--database or CARCBOT_DATABASE" in capsys.readouterr().err
    assert not place.exists()


def test_options_of_add(tmp_path: Path, accounts: Accounts) -> None:
    """Kind, scopes, label and folder are as they were asked for."""
    page = accounts(
        "add", "Ann", "--kind", "person", "--scope", "watch", "--scope", "host", "--label",
        "my laptop", "--folder", "elsewhere",
    )  # fmt: skip
    found = holder(tmp_path / "elsewhere" / "lobby.db", token_in(page))
    assert found is not None
    assert found.kind == "person"
    assert found.scopes == {"watch", "host"}
    assert "watch,host" in accounts("tokens", "ann", "--folder", "elsewhere")
    assert "my laptop" in accounts("tokens", "ann", "--folder", "elsewhere")


def test_list(place: Path, accounts: Accounts) -> None:
    """Accounts are listed for people and for programs."""
    accounts("add", "bob", "--kind", "person")
    holder(place, token_in(accounts("add", "ann")))
    accounts("disable", "bob")
    head, ann, bob = accounts("list").splitlines()
    assert head.split() == ["name", "kind", "made", "last", "seen"]
    date = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    assert re.fullmatch(rf"ann   bot     {date}  1970-01-01 00:00", ann)
    assert re.fullmatch(rf"bob   person  {date}  never             disabled", bob)
    listed = json.loads(accounts("list", "--json"))["accounts"]
    assert [(each["name"], each["disabled"]) for each in listed] == [("ann", False), ("bob", True)]


def test_tokens(place: Path, accounts: Accounts) -> None:
    """An account can have several tokens, and one can be revoked by its id."""
    first = token_in(accounts("add", "ann"))
    second = token_in(accounts("token", "ANN", "--scope", "host", "--label", "other"))
    assert holder(place, first)
    listed = json.loads(accounts("tokens", "ann", "--json"))["tokens"]
    assert [each["scopes"] for each in listed] == [["lobby", "play", "watch"], ["host"]]
    assert [each["used_us"] for each in listed] == [1, None]
    token_id = listed[0]["id"]
    assert accounts("revoke", token_id).startswith(f"token {token_id} of ann is worth nothing")
    assert holder(place, first) is None
    assert holder(place, second)
    _, one, two = accounts("tokens", "ann").splitlines()
    assert one.split()[0] == token_id
    assert one.endswith("revoked")
    assert two.endswith("1970-01-01 00:00  other")


def test_disable(place: Path, accounts: Accounts) -> None:
    """A disabled account's tokens are worth nothing until it is enabled again."""
    token = token_in(accounts("add", "ann"))
    accounts("disable", "ann")
    assert holder(place, token) is None
    accounts("enable", "Ann")
    assert holder(place, token)


def test_revoked_before(accounts: Accounts) -> None:
    """Revoking a token twice is told, and is no success."""
    accounts("add", "ann")
    token_id = json.loads(accounts("tokens", "ann", "--json"))["tokens"][0]["id"]
    accounts("revoke", token_id)
    assert f"the token {token_id} of ann was revoked before" in accounts.fails("revoke", token_id)


def test_kick(accounts: Accounts) -> None:
    """Who is kicked may come back, which is said."""
    accounts("add", "ann")
    assert "may come back" in accounts("kick", "ann")


@pytest.mark.parametrize(
    ("typed", "named"),
    (
        ((), ""),
        (("--folder", "two words"), " --folder 'two words'"),
        (("--database", "sqlite:///hush.db"), " --database URL"),
    ),
)
def test_hint(
    accounts: Accounts, typed: tuple[str, ...], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command that is hinted at works on the same lobby, and shows no password."""
    assert run(["accounts", "add", "ann", *typed]) == ExitCode.OK
    hint = capsys.readouterr().err
    token_id = json.loads(accounts("tokens", "ann", "--json", *typed))["tokens"][0]["id"]
    assert f"'carcbot accounts revoke {token_id}{named}' makes it worthless" in hint
    assert "hush" not in hint


def test_add_is_all_or_nothing(accounts: Accounts) -> None:
    """Where the label cannot be, no account is made either."""
    assert "is no label" in accounts.fails("add", "ann", "--label", "two\nlines")
    assert accounts("add", "ann")


@pytest.mark.parametrize(
    ("arguments", "told"),
    (
        (("add", "ANN"), "there is an account 'ANN' already"),
        (("add", "two words"), "'two words' is no name of an account"),
        (("add", "eve", "--kind", "house"), "'house' is not one of 'bot', 'person'"),
        (("add", "eve", "--scope", "fly"), "'fly' is not one of"),
        (("tokens", "eve"), "there is no account 'eve'"),
        (("token", "eve"), "there is no account 'eve'"),
        (("disable", "eve"), "there is no account 'eve'"),
        (("enable", "eve"), "there is no account 'eve'"),
        (("kick", "eve"), "there is no account 'eve'"),
        (("revoke", "0123"), "there is no token '0123'"),
        (("list", "--folder", "elsewhere"), "'elsewhere/lobby.db': there are no accounts yet"),
        (("list", "--database", "mysql://ann:hush@host/x"), "there is no database 'mysql'"),
    ),
)
def test_refused(accounts: Accounts, arguments: tuple[str, ...], told: str) -> None:
    """What cannot be is told in a line, without a password, and makes nothing."""
    accounts("add", "ann")
    message = accounts.fails(*arguments)
    assert told in message
    assert "hush" not in message
    assert not Path("elsewhere").exists()


def test_database(tmp_path: Path, accounts: Accounts, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another database is named by its URL, as an option or in the environment."""
    url = f"sqlite:///{tmp_path}/other.db"
    accounts("add", "ann", "--database", url)
    monkeypatch.setenv("CARCBOT_DATABASE", url)
    assert "ann" in accounts("list")
    assert not (tmp_path / "carcbot-referee").exists()


@pytest.mark.asyncio
async def test_while_a_referee_runs(tmp_path: Path) -> None:
    """Somebody else may have the database open: each sees what the other changes."""
    async with Store.open(f"sqlite:///{tmp_path}/lobby.db") as store:
        await store.add_account("ann", "bot", 1)
        command = [sys.executable, "-m", "carcbot", "accounts", "token", "ann"]
        done = await asyncio.to_thread(
            subprocess.run,
            [*command, "--folder", str(tmp_path)],
            check=True,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )
        assert await store.holder(token_in(done.stdout), 2)


def test_many_at_once(accounts: Accounts, place: Path, tmp_path: Path) -> None:
    """Each of so many accounts has a token of its own, in a sheet that nobody else can read."""
    sheet = tmp_path / "tokens.csv"
    many = ("--count", "12", "--prefix", "student", "--sheet", str(sheet))
    told = accounts("add", *many)
    assert "made 12 accounts: student01 to student12" in told
    rows = list(csv.DictReader(sheet.read_text().splitlines()))
    assert [row["account"] for row in rows] == [f"student{n:02}" for n in range(1, 13)]
    assert len({row["token"] for row in rows}) == 12
    assert not any(row["token"] in told for row in rows)
    for row in (rows[0], rows[-1]):
        held = holder(place, row["token"])
        assert held is not None
        assert held.account == row["account"]
    assert sheet.stat().st_mode & 0o777 == 0o600
    before = sheet.read_text()
    assert "student01" in accounts.fails("add", *many)
    assert sheet.read_text() == before
    other = ("--count", "2", "--prefix", "pupil", "--sheet", str(sheet))
    assert "tokens.csv" in accounts.fails("add", *other)
    assert "pupil" not in accounts("list")


@pytest.mark.parametrize(
    "words",
    (
        ("add",),
        ("add", "ann", "--count", "2"),
        ("add", "--count", "2", "--prefix", "p"),
        ("add", "ann", "--sheet", "tokens.csv"),
    ),
)
def test_which_accounts(words: tuple[str, ...], accounts: Accounts, tmp_path: Path) -> None:
    """It is either one by its name, or so many with a prefix and a sheet."""
    assert "hint: expected" in accounts.fails(*words) or "expected" in accounts.fails(*words)
    assert not (tmp_path / "tokens.csv").exists()
