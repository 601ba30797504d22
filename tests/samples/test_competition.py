"""The sample bots take part in a competition: they enter, check in, and play."""

import contextlib
from pathlib import Path

import pytest

from carcbot.net.competitions.competition_folder import CompetitionFolder
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.tokens import Tokens
from tests.net.competitions.playing import FAR_S, begun, rules_text
from tests.samples.hosting import SAMPLES, running
from tests.waiting import until


@pytest.mark.asyncio
async def test_samples_in_a_competition(tmp_path: Path) -> None:
    """All of them play a block at one table to its end, without a fault."""
    file = tmp_path / "cup.toml"
    file.write_text(rules_text(FAR_S, 60, f"seats = {len(SAMPLES)}"))
    folder = tmp_path / "referee"
    story = folder / "competitions" / "cup" / "story.jsonl"
    tokens = Tokens()
    for name in SAMPLES:
        tokens.add(name, f"token-of-{name}")
    chosen = Settings(folder, port=0, competitions=(file,))
    async with RefereeServer(chosen, tokens) as server, contextlib.AsyncExitStack() as stack:
        for name in SAMPLES:
            await stack.enter_async_context(
                running(name, server.url, f"token-of-{name}", "--enter", "cup")
            )
        await begun(server, len(SAMPLES), len(SAMPLES))
        await until(lambda: story.exists() and b'"finished"' in story.read_bytes())
    now = CompetitionFolder(folder / "competitions" / "cup").proceedings
    assert now.course is not None
    (block,) = now.course.counted
    assert now.entrants == dict.fromkeys(now.entrants, "playing")
    assert set(now.entrants) == set(SAMPLES)
    assert block.is_whole
    assert all(effort.decisions > 15 for game in block.games for effort in game.efforts)
