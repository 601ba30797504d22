"""Tests of carcbot.cli.competition_orders: what a host orders by hand, and a referee that obeys."""

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import main, run
from carcbot.messages.competitions import CheckIn, Confirm, Enter
from carcbot.net.competitions.competition_folder import CompetitionFolder
from tests.net.competitions.test_commands import info_for, make
from tests.net.town import Guest, Town, hosted


def order(folder: Path, *arguments: str) -> str:
    """What a command says that goes well."""
    command = ["competition", *arguments, "--folder", str(folder)]
    done = CliRunner().invoke(main, command, catch_exceptions=False)
    assert done.exit_code == ExitCode.OK, done.output
    return done.stdout


def status(folder: Path) -> str:
    """What a host is shown of a competition."""
    command = ["competition", "status", folder.name, "--folder", str(folder.parent.parent)]
    return CliRunner().invoke(main, command).output


async def until_told(guest: Guest, what: str, value: object) -> None:
    """Asks for the competition until it is so, which must happen."""
    while (await info_for(guest)).get(what) != value:  # noqa: ASYNC110 - nobody tells when
        await asyncio.sleep(0.1)


@pytest.mark.asyncio
async def test_obeyed(tmp_path: Path) -> None:
    """A running referee carries out orders at once, one that was stopped when it is back; once."""
    make(tmp_path, "cup", "[check_in]\nminutes = 5\n", hours=1)

    starts_us = CompetitionFolder(tmp_path / "competitions" / "cup").proceedings.times.starts_us

    async def later(town: Town) -> None:
        ann = await town.come("ann")
        await until_told(ann, "starts_us", starts_us + 90_000_000)
        await asyncio.sleep(1.2)  # it looks again
        info = await info_for(ann)
        assert (info["starts_us"], info["entrants"]) == (starts_us + 90_000_000, 1)

    async with hosted(tmp_path) as town:
        ann, bob = await town.come("ann"), await town.come("bob")
        for guest in (ann, bob):
            await guest.say(Enter(1, "cup"))
        text = await asyncio.to_thread(
            order, tmp_path, "disqualify", "cup", "bob", "--reason", "two accounts"
        )
        assert text == "order 1: bob is disqualified (two accounts)\n"
        await until_told(bob, "you", "disqualified")
        assert (await bob.say(Enter(1, "cup")))["text"] == "you are disqualified"
        assert (await bob.say(CheckIn(1, "cup")))["text"] == "you have not entered"
        assert (await info_for(ann))["entrants"] == 1
    await asyncio.to_thread(order, tmp_path, "postpone", "cup", "1.5")
    async with hosted(tmp_path) as town:
        await later(town)
    async with hosted(tmp_path) as town:
        await later(town)
    page = await asyncio.to_thread(status, tmp_path / "competitions" / "cup")
    assert "bob is disqualified (two accounts); everything that had not begun comes 1.5" in page


@pytest.mark.asyncio
async def test_numbers_begin_again(tmp_path: Path) -> None:
    """An order of a new database is carried out, though one of its number was before."""
    make(tmp_path, "cup", "[check_in]\nminutes = 5\n", hours=1)
    starts_us = CompetitionFolder(tmp_path / "competitions" / "cup").proceedings.times.starts_us
    for postponed_us in (60_000_000, 180_000_000):
        async with hosted(tmp_path) as town:
            ann = await town.come("ann")
            minutes = "1" if postponed_us == 60_000_000 else "2"
            text = await asyncio.to_thread(order, tmp_path, "postpone", "cup", minutes)
            assert text.startswith("order 1: ")
            await until_told(ann, "starts_us", starts_us + postponed_us)
        (tmp_path / "lobby.db").unlink()


@pytest.mark.asyncio
async def test_changed_terms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The host is told what differs, and by the status who has not confirmed it yet."""
    make(tmp_path, "cup")
    kept = tmp_path / "competitions" / "cup"
    file = tmp_path / "changed.toml"
    file.write_text((kept / "competition.toml").read_text() + "[clock]\nmain_s = 30\n")
    async with hosted(tmp_path) as town:
        ann, bob = await town.come("ann"), await town.come("bob")
        for guest in (ann, bob):
            await guest.say(Enter(1, "cup"))
        text = await asyncio.to_thread(order, tmp_path, "change", "cup", str(file))
        assert text == "order 1: the terms are changed: clock.main_s = 30 (was 60)\n"
        await until_told(ann, "changes", 1)
        await ann.say(Confirm(1, "cup", 1))
    page = await asyncio.to_thread(status, kept)
    assert "By order of the host: the terms are changed: clock.main_s = 30 (was 60)." in page
    assert "Not confirmed yet by: bob." in page
    assert "  ann  entered\n  bob  entered, has not confirmed the changed terms\n" in page
    command = ["competition", "change", "cup", str(file), "--folder", str(tmp_path)]
    assert await asyncio.to_thread(run, command) == ExitCode.INPUT
    assert "the file changes nothing" in capsys.readouterr().err


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("arguments", "message"),
    (
        (("disqualify", "cup", "nobody"), "'nobody' does not take part"),
        (("withdraw", "cup", "nobody"), "'nobody' does not take part"),
        (("replay", "cup", "m1"), "no game of this round was the match 'm1'"),
        (("postpone", "cap", "3"), "there is no competition 'cap'"),
        (("postpone", "cup", "3", "--reason", "a\nb"), "the reason is no line of text"),
    ),
)
async def test_refusals(
    tmp_path: Path,
    arguments: tuple[str, ...],
    message: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What cannot be done is the host's mistake, and nothing is ordered."""
    make(tmp_path, "cup")

    async def nothing(town: Town) -> None:
        assert await town.store.rulings("cup") == []

    async with hosted(tmp_path) as town:
        await nothing(town)
    command = ["competition", *arguments, "--folder", str(tmp_path)]
    assert await asyncio.to_thread(run, command) == ExitCode.INPUT
    assert message in capsys.readouterr().err
    async with hosted(tmp_path) as town:
        await nothing(town)


def test_no_referee(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where there is no referee's folder, that is said."""
    command = ["competition", "withdraw", "cup", "ann", "--folder", str(tmp_path / "no")]
    assert run(command) == ExitCode.INPUT
    assert "lobby.db" in capsys.readouterr().err
