"""The sample bot for websockets takes part in a competition: it enters, checks in, and plays."""

import asyncio
import os
from pathlib import Path

from carcbot.net.competitions.folder import CompetitionFolder
from carcbot.net.referee import RefereeServer, Settings
from carcbot.net.referee.tokens import Tokens
from tests.net.competitions.playing import playing, rules_text, until
from tests.samples.hosting import SAMPLES


def test_sample_in_a_competition(tmp_path: Path) -> None:
    """Two games against a bot of ours come to their end, without a fault."""
    file = tmp_path / "cup.toml"
    file.write_text(rules_text(14, 6))
    folder = tmp_path / "referee"
    story = folder / "competitions" / "cup" / "story.jsonl"

    async def main() -> None:
        tokens = Tokens()
        for name in ("ann", "sam"):
            tokens.add(name, f"token-of-{name}")
        chosen = Settings(folder, port=0, competitions=(file,))
        async with RefereeServer(chosen, tokens) as server, playing(server.url, ("ann",)):
            sample = await asyncio.create_subprocess_exec(
                *SAMPLES["python_websockets"],
                "--enter",
                "cup",
                env=os.environ | {"CARCBOT_URL": server.url, "CARCBOT_TOKEN": "token-of-sam"},
            )
            try:
                await until(lambda: story.exists() and b'"finished"' in story.read_bytes())
            finally:
                sample.kill()
                await sample.wait()

    asyncio.run(main())
    now = CompetitionFolder(folder / "competitions" / "cup").proceedings
    assert now.course is not None
    (block,) = now.course.counted
    assert now.entrants == {"ann": "playing", "sam": "playing"}
    assert block.is_clean
    assert all(game.efforts[0].decisions > 30 for game in block.games)
