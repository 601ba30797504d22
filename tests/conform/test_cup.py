"""The checks of a competition that goes on: our referee passes them, and broken ones do not."""

import asyncio
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import pytest
import pytest_asyncio

from carcbot.conform.examination import examine_server
from carcbot.conform.kit import Outcome
from carcbot.conform.server_checks import SERVER
from carcbot.conform.wire import Address
from carcbot.net.competitions.publisher import Publisher
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.tokens import Tokens
from tests.conform.proxy import Message, Spoil, changed, proxied
from tests.conform.test_server_mutants import (
    TOKENS,
    agreeable,
    altered,
    same,
    silenced,
    standings_altered,
    told_of_competitions,
)
from tests.net.competitions.playing import FAR_S, begun, rules_text
from tests.waiting import PATIENCE_S

CHECKS = [check for check in SERVER.checks if check.during == "contest"]
NAMES = {check.name for check in CHECKS}
GOOD = same(lambda _, frame: [frame])
CHECK_IN_S = PATIENCE_S


async def examined(
    folder: Path, make: Callable[[], Spoil], names: Collection[str] = NAMES, open_s: float = FAR_S
) -> Mapping[str, Outcome]:
    """What comes of these checks at our referee behind a proxy that spoils it."""
    # where nothing is spoilt, all that must come does
    patience_s, late_s = (PATIENCE_S, PATIENCE_S) if make is GOOD else (5.0, 3.0)
    tokens = Tokens()
    for token in TOKENS:
        tokens.add(token.removeprefix("token-of-"), token)
    file = folder / "cup.toml"
    file.write_text(rules_text(open_s + CHECK_IN_S, CHECK_IN_S))
    settings = Settings(folder / "referee", port=0, competitions=(file,))
    async with RefereeServer(settings, tokens) as server, proxied(server.url, make) as url:
        chosen = [check for check in CHECKS if check.name in names]
        hurrying = asyncio.create_task(begun(server, len(TOKENS), 2, late_s=late_s))
        outcomes = await examine_server(
            Address(url), TOKENS, chosen, lambda _: None, patience_s=patience_s
        )
        hurrying.cancel()
        return outcomes


def verdicts(outcomes: Mapping[str, Outcome], verdict: str) -> set[str]:
    """The names of those with this verdict."""
    return {name for name, each in outcomes.items() if each.verdict == verdict}


@pytest.mark.asyncio
async def test_none_soon(tmp_path: Path) -> None:
    """Where none begins soon, or there is none at all, that is said of each check."""
    outcomes = await examined(tmp_path, GOOD, open_s=7200.0)
    assert verdicts(outcomes, "skipped") == NAMES
    assert all("begins within 60 s" in each.reason for each in outcomes.values())


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("make", "reason"),
    (
        (
            same(changed("down", "hello", altered(features=["lobby"]))),
            "its hello has no feature competitions",
        ),
        (
            same(changed("down", "ack", lambda said: [nothing_hosted(said)])),
            "it hosts no competition",
        ),
    ),
)
async def test_not_offered(tmp_path: Path, make: Callable[[], Spoil], reason: str) -> None:
    """What a referee does not announce is not offered by it: that is no good verdict, nor a bad."""
    outcomes = await examined(tmp_path, make)
    assert verdicts(outcomes, "skipped") == NAMES
    assert {each.reason for each in outcomes.values()} == {f"not offered by this server: {reason}"}


def nothing_hosted(message: Message) -> Message:
    """An answer in which there are no competitions."""
    return message | {"competitions": []} if "competitions" in message else message


def in_another_phase(message: Message) -> list[Message]:
    """What everybody is told of a round, with another number."""
    if message["competition"]["phase"] == "playing":
        message["competition"]["round"] = 7
    return [message]


def late_calls() -> Spoil:
    """Calls players when their match has begun."""
    held: list[Message] = []

    def change(message: Message) -> list[Message]:
        if message["type"] == "called" and not held:
            held.append(message)
            return []
        return [message, held[0]] if message["type"] == "start" and held else [message]

    return changed("down", "", change)


def seatless(message: Message) -> list[Message]:
    """A welcome that names no seats."""
    if "welcome" in message:
        message["welcome"]["seats"] = []
    return [message]


BROKEN: dict[str, tuple[Callable[[], Spoil], set[str]]] = {
    # what is broken: what breaks it, and the checks that find it, among others perhaps
    "does not know who": (told_of_competitions(you="none"), {"contest.check-in-begins"}),
    "refuses nothing": (
        same(changed("down", "error", agreeable)),
        {"contest.left-out", "contest.withdraw", "contest.over"},
    ),
    "leaves everybody out": (
        same(changed("up", "check_in", silenced)),
        {"contest.check-in", "contest.begins", "contest.called"},
    ),
    "other rounds": (same(changed("down", "competition", in_another_phase)), {"contest.begins"}),
    "calls too late": (late_calls, {"contest.called"}),
    "plays something else": (
        same(changed("down", "start", altered(rated=False))),
        {"contest.terms"},
    ),
    "forgets who plays": (same(changed("down", "ack", seatless)), {"contest.comes-back"}),
    "keeps everybody": (
        same(changed("up", "withdraw", silenced)),
        {"contest.withdraw", "contest.withdrawn-plays-no-more"},
    ),
    "all are equal": (standings_altered(place=1), {"contest.standings"}),
    "nobody has won": (standings_altered(won=0.0), {"contest.standings"}),
    "all have entered": (told_of_competitions(you="entered"), {"contest.check-in"}),
}


ALONE = ("contest.over", "contest.called")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Mapping[str, Outcome]]:
    """What comes of the checks at a good referee, of some alone, and at each broken referee.

    All these competitions are played at the same time: they mostly wait.
    """
    asked: dict[str, tuple[Callable[[], Spoil], Collection[str]]] = {"good": (GOOD, NAMES)}
    asked |= {name: (GOOD, (name,)) for name in ALONE}
    asked |= {name: (make, NAMES) for name, (make, _) in BROKEN.items()}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("carcbot.conform.cup.SOON_S", 2 * FAR_S)  # time is made to pass
        patch.setattr(Publisher, "publish", lambda *_: None)  # nobody looks at their pages
        found = await asyncio.gather(
            *(
                examined(tmp_path_factory.mktemp("referee"), make, names)
                for make, names in asked.values()
            )
        )
    return dict(zip(asked, found, strict=True))


def test_our_referee(outcomes: dict[str, Mapping[str, Outcome]]) -> None:
    """Where a competition begins soon all the checks are made, and our referee passes them."""
    assert {name: each for name, each in outcomes["good"].items() if each.verdict != "passed"} == {}
    assert outcomes["good"].keys() == NAMES


@pytest.mark.parametrize("check", ALONE)
def test_one_alone(outcomes: dict[str, Mapping[str, Outcome]], check: str) -> None:
    """A check that is made alone brings the competition as far as it needs it."""
    assert verdicts(outcomes[check], "passed") == {check}


@pytest.mark.parametrize("broken", BROKEN)
def test_found(outcomes: dict[str, Mapping[str, Outcome]], broken: str) -> None:
    """What is broken is found by the checks that are about it."""
    _, names = BROKEN[broken]
    assert verdicts(outcomes[broken], "failed") >= names


def test_all_found() -> None:
    """Each of the checks has something broken that it finds."""
    assert set().union(*(names for _, names in BROKEN.values())) == NAMES
