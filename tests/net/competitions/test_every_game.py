"""Competitions of every game are played to their end, over real websockets."""

from pathlib import Path

import pytest

from carcbot.games import registry
from carcbot.net.competitions.competition_folder import CompetitionFolder
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.tokens import Tokens
from carcbot.replay.record import MatchRecord
from carcbot.replay.verification import verify
from tests.games.random_games import OPTION_SETS
from tests.net.competitions.playing import FAR_S, begun, playing, rules_text, token_of
from tests.waiting import until

pytestmark = pytest.mark.usefixtures("no_pages")

NAMES = ("ann", "bob", "cid")


@pytest.mark.asyncio
@pytest.mark.parametrize("game", registry.names())
async def test_a_small_competition(game: str, tmp_path: Path) -> None:
    """Three bots play each other, or all at one table; nobody is at fault, and all records hold."""
    options = [word for word in OPTION_SETS[game][0].split(",") if not word.startswith("seats=")]
    seats = registry.get(game).new(OPTION_SETS[game][0]).seats
    settings = f'game = "{game}"\noptions = "{",".join(options)}"\nseats = {seats}'
    file = tmp_path / "cup.toml"
    file.write_text(rules_text(FAR_S, 60, settings))
    folder = tmp_path / "referee"
    story = folder / "competitions" / "cup" / "story.jsonl"
    tokens = Tokens()
    for name in NAMES:
        tokens.add(name, token_of(name))
    chosen = Settings(folder, port=0, competitions=(file,))
    async with (
        RefereeServer(chosen, tokens) as server,
        playing(server.url, NAMES),
    ):
        await begun(server, len(NAMES), len(NAMES))
        await until(lambda: story.exists() and b'"finished"' in story.read_bytes())
    now = CompetitionFolder(folder / "competitions" / "cup").proceedings
    assert now.entrants == dict.fromkeys(NAMES, "playing")
    assert now.course is not None
    games = [played for block in now.course.counted for played in block.games]
    assert len(games) >= 3
    assert {played.fault for played in games} == {None}
    assert {played.record.partition("/")[0] for played in games} == {game}
    for path in (folder / "records").glob("*.jsonl"):
        verify(MatchRecord.load(path))
