"""A bot whose process dies in a competition: that is counted as a crash, and puts it out."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from carcbot.arena.standings import standings
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.tokens import Tokens
from tests.net.competitions.playing import FAR_S, begun, playing, rules_text, token_of
from tests.waiting import until

pytestmark = pytest.mark.usefixtures("no_pages")

NAMES = ("ann", "bob")


@pytest.mark.asyncio
async def test_a_killed_bot(tmp_path: Path) -> None:
    """The game that it was in and the one that it does not come to are two crashes."""
    file = tmp_path / "cup.toml"
    tables = "[no_show]\ngrace_s = 1\nwithdrawn_after = 0\n[disqualification]\ncrash = 2\n"
    file.write_text(rules_text(FAR_S, 0, "away_s = 1", tables))
    tokens = Tokens()
    for name in NAMES:
        tokens.add(name, token_of(name))
    chosen = Settings(tmp_path / "referee", port=0, competitions=(file,))
    config = tmp_path / "bob.toml"
    async with RefereeServer(chosen, tokens) as server, playing(server.url, NAMES[:1]):
        config.write_text(
            f'url = "{server.url}"\nagent = "random"\n[competition]\njoin = ["cup"]\n'
        )
        bob = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "carcbot", "bot", "run", str(config)),
            env=os.environ | {"CARCBOT_TOKEN": token_of("bob")},
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            await begun(server, len(NAMES), 0)
            await until(lambda: any(room.table.seq > 5 for room in server._floor.rooms))
        finally:
            bob.kill()
            await bob.wait()
        (hosted,) = server._competitions._hosted.values()
        await until(lambda: hosted.now.phase(0) == "over")
        now = hosted.now
    assert now.course is not None
    rows = {row.name: row for row in standings(now.course)}
    assert rows["bob"].faults == {"crash": 2}
    assert not rows["ann"].faults
    assert now.part("bob") == "disqualified"
