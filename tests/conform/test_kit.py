"""What a check is, how many are run, and the page that lists them."""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

import pytest

from carcbot.conform.bot_checks import BOT
from carcbot.conform.kit import (
    Check,
    FailedError,
    Outcome,
    SkippedError,
    Talk,
    need,
    run_checks,
    shown,
)
from carcbot.conform.kit_game import GAME
from carcbot.conform.server_checks import SERVER
from carcbot.conform.transcript_files import transcripts
from tests.conform.make_page import BOOKS, PAGE, section


async def ran(
    checks: Sequence[Check[int]], room: int = 3
) -> tuple[Mapping[str, Outcome], list[str]]:
    """The outcomes of checks that get a number, and the names in the order of their ends."""

    @asynccontextmanager
    async def lend(check: Check[int], talk: Talk) -> AsyncIterator[int]:
        talk.add("kit", "#", f"lends to {check.name}")
        yield len(check.name)

    ended: list[str] = []
    told = await run_checks(checks, room, lend, lambda each: ended.append(each.name))
    return told, ended


def check(name: str, error: Exception | None = None, *, needs: int = 1) -> Check[int]:
    """A check that raises this error."""

    async def act(_: int) -> None:
        if error is not None:
            raise error

    return Check(name, f"{name} is well.", act, needs)


@pytest.mark.asyncio
async def test_verdicts() -> None:
    """Every check gets its verdict, with its reasons, in the order in which they are listed."""
    told, _ = await ran(
        [
            check("good"),
            check("bad", FailedError("this", "that")),
            check("impossible", SkippedError("no room")),
            check("large", needs=4),
            check("stumbling", KeyError("seq")),
        ]
    )
    assert list(told) == ["good", "bad", "impossible", "large", "stumbling"]
    verdicts = [each.verdict for each in told.values()]
    assert verdicts == ["passed", "failed", "skipped", "skipped", "failed"]
    assert (told["bad"].expected, told["bad"].came) == ("this", "that")
    assert told["bad"].said == ("kit # lends to bad",)
    assert told["impossible"].reason == "no room"
    assert told["large"].reason == "it needs 4 accounts, and there are 3"
    assert "seq" in told["stumbling"].came


@pytest.mark.asyncio
async def test_room() -> None:
    """No more run at once than there is room for, and slow ones begin first."""
    now = most = 0

    async def act(_: int) -> None:
        nonlocal now, most
        now += 2
        most = max(most, now)
        await asyncio.sleep(0.001)
        now -= 2

    checks = [
        Check(f"c{number}", "Well.", act, 2, takes_s=float(number == 5)) for number in range(6)
    ]
    told, ended = await ran(checks, 4)
    assert most == 4
    assert ended[0] in {"c0", "c5"}
    assert {each.verdict for each in told.values()} == {"passed"}


def test_lines() -> None:
    """A failure is told with what was said, what was expected and what came."""
    outcome = Outcome("a.b", "It is so.", "failed", "", "x", "y", ("> one", "< two"))
    assert list(outcome.lines) == [
        "failed   a.b: It is so.",
        "    said      > one",
        "              < two",
        "    expected  x",
        "    came      y",
    ]


def test_need() -> None:
    """What is not so is said in two halves, and long messages are cut."""
    need(["something"], "a thing", None)
    with pytest.raises(FailedError, match="expected a thing; came") as caught:
        need([], "a thing", {"x": "y" * 1000})
    assert caught.value.came.endswith("y... (1008 characters)")
    assert shown({"a": 1}) == '{"a":1}'


def test_names() -> None:
    """Every check has a name of its own and one sentence, and there are enough of them."""
    for book in BOOKS.values():
        names = [each.name for each in book.checks]
        assert len(set(names)) == len(names) >= 60
        for each in book.checks:
            assert re.fullmatch(r"[a-z0-9-]+\.[a-z0-9-]+", each.name)
            assert re.fullmatch(r"\S[^\n]*\.", each.sentence)
    with pytest.raises(ValueError, match=r"hello\.first"):
        BOT.add(BOT.checks[1])


def test_chosen() -> None:
    """A pattern chooses by any part of the name, with * and ?."""
    assert [each.name for each in SERVER.chosen("hello.w")] == ["hello.welcome"]
    assert SERVER.chosen("h*.f?rst") == SERVER.chosen("hello.first")
    assert SERVER.chosen("") == SERVER.checks
    assert SERVER.chosen("no such check") == []


def test_transcripts() -> None:
    """Every transcript is a check on both sides."""
    names = {f"transcript.{each.name}" for each in transcripts()}
    assert len(names) >= 5
    for book in BOOKS.values():
        assert names <= {each.name for each in book.checks}


def test_games_of_transcripts() -> None:
    """The page says which transcripts are of another game than the others."""
    page = PAGE.read_text("utf-8").partition("## Transcripts")[0]
    for each in transcripts():
        assert (f"`transcript.{each.name}`" in page) == (each.game != GAME)
        assert each.game == GAME or f"(games/{each.game}/README.md)" in page


def test_page() -> None:
    """The page in protocol lists all checks, and the entrance counts them."""
    page = PAGE.read_text("utf-8")
    for side in BOOKS:
        assert section(side) in page, "python -m tests.conform.make_page"
    entrance = (PAGE.parent / "README.md").read_text("utf-8")
    bots, referees = len(BOOKS["a bot"].checks), len(BOOKS["a referee"].checks)
    assert f"{bots} checks for a bot, {referees} for a referee" in entrance
