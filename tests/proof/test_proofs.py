"""The proofs in their short forms: what is lost and what is wrong, not how fast."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from carcbot.messages.client import Command, Open, Sit
from carcbot.messages.parts import ChanceMode, Policy
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.tokens import Tokens
from tests.proof.crash import close_all
from tests.proof.players import SteadyPlayer, digest_without_cuts
from tests.waiting import PATIENCE_S, until


@pytest.mark.parametrize(
    "arguments",
    (
        ("crash", "--kills", "2"),
        ("network", "--matches", "3"),
        ("trust", "--records", "1", "--tries", "3"),
        ("records", "--records", "200", "--matches", "3", "--least", "0"),
        # no speed is judged by the short forms: a busy machine may be as slow as it likes
        ("clock", "--short"),
        ("load", "--short"),
        ("stdio", "--short"),
        ("round_robin", "--short"),
        ("capacity", "--schedules", "200", "--over-net", "3"),
        ("scale", "--short"),
        ("viewers", "--short"),
        ("soak", "--minutes", "0.1"),
        ("hostile", "--short"),
        ("redraw", "--short"),
        ("sequential", "--runs", "1500", "--short"),
        ("busy", "--short", "--beside", "1"),
        ("window", "--games", "10"),
        ("hidden_cards", "--games", "2", "--simulations", "50000", "--bar", "0.05"),
        ("learner", "--minutes", "0.03", "--pairs", "2", "--least", "0"),
    ),
    ids=lambda arguments: arguments[0],
)
def test_short_form(arguments: tuple[str, ...]) -> None:
    """Nothing is lost or doubled, lost on time, missed, or wrong more often than it may be."""
    name, *rest = arguments
    command = [sys.executable, "-m", f"tests.proof.{name}", *rest]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=10 * PATIENCE_S
    )
    sys.stdout.write(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr


def test_list() -> None:
    """`make proof` lists the proofs, each with what it is a proof of, and none of their helpers."""
    command = [sys.executable, "-m", "tests.proof"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    _, *lines = done.stdout.splitlines()
    listed = dict(line.split(maxsplit=1) for line in lines)
    folder = Path(__file__).parent
    assert listed.keys() == {
        path.stem
        for path in set(folder.glob("*.py")) - set(folder.glob("test_*.py"))
        if "argparse" in path.read_text()
    }
    assert listed["load"].startswith("Proof of how many moves a referee can take")


class Last(SteadyPlayer):
    """Takes the last seat of a table just when all are told to end."""

    others: tuple[SteadyPlayer, ...] = ()

    async def _send(self, command: Command) -> None:
        await super()._send(command)
        if isinstance(command, Sit):
            close_all((self, *self.others))


@pytest.mark.asyncio
@pytest.mark.parametrize("chance", ("seed", "joint"))
async def test_players_end_well(tmp_path: Path, chance: ChanceMode) -> None:
    """Players who are told to end miss no match that begins at that moment, and wait for none.

    Who is away for a moment would be out here.
    """
    settings = Settings(tmp_path, port=0, policy=Policy(grace_us=1000))
    tokens = Tokens()
    for name in ("ann", "bob", "cid"):
        tokens.add(name, f"token-of-{name}")
    async with RefereeServer(settings, tokens) as server:
        full = server.open_table(Open(1, "pot", "seats=3", chance=chance))
        early = [SteadyPlayer(server.url, name, matches=2) for name in ("ann", "bob")]
        tasks = [asyncio.create_task(player.run()) for player in early]
        table = server.hall.directory.find(full)
        await until(lambda: table.accounts.count(None) == 1)
        waiting = server.hall.directory.find(server.open_table(Open(1, "pot", "seats=3")))
        await until(lambda: waiting.accounts.count(None) == 1)
        late = Last(server.url, "cid")
        late.others = tuple(early)
        await asyncio.wait_for(asyncio.gather(*tasks, late.run()), PATIENCE_S)
        assert table.has_begun or (chance == "joint" and table.accounts == [None, None, None])
        for player in (*early, late) if table.has_begun else ():
            result, digest = player.ended[full]
            assert result.reason == "normal"
            assert digest == digest_without_cuts(player.starts[full], result)
        assert waiting.accounts == [None, None, None]
