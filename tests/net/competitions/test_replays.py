"""A game that the referee itself could not bring to its end is played again."""

from pathlib import Path

import pytest

from carcbot.arena.competition import facts
from carcbot.arena.competition.facts import Called, Ended, Fact
from carcbot.arena.standings import standings
from carcbot.net.competitions.competition_folder import CompetitionFolder
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.tokens import Tokens
from tests.net.competitions.playing import FAR_S, begun, playing, rules_text, token_of
from tests.waiting import until

pytestmark = pytest.mark.usefixtures("no_pages")

NAMES = ("ann", "bob")


@pytest.mark.asyncio
async def test_replay(tmp_path: Path) -> None:
    """It has no result and harms nobody; the second try counts, with a deck of its own."""
    file = tmp_path / "cup.toml"
    file.write_text(rules_text(FAR_S, 0))
    folder = tmp_path / "referee"
    story = folder / "competitions" / "cup" / "story.jsonl"

    def happened() -> list[Fact]:
        raw = story.read_bytes() if story.exists() else b""
        return [facts.decode(line) for line in raw[: raw.rfind(b"\n") + 1].splitlines()]

    tokens = Tokens()
    for name in NAMES:
        tokens.add(name, token_of(name))
    chosen = Settings(folder, port=0, competitions=(file,))
    async with RefereeServer(chosen, tokens) as server, playing(server.url, NAMES):
        await begun(server, len(NAMES), 0)
        floor = server._floor
        await until(lambda: any(room.table.seq > 5 for room in floor.rooms))
        (room,) = floor.rooms
        floor.rooms.give_up(room)
        await until(lambda: happened()[-1].__struct_config__.tag == "finished")
    first, *later = [fact.result for fact in happened() if isinstance(fact, Ended)]
    assert first.fault is not None
    assert (first.fault.kind, first.counts, first.attempt) == ("referee", False, 1)
    assert sorted((each.game, each.attempt, each.counts) for each in later) == [
        (first.game, 2, True),
        (1 - first.game, 1, True),
    ]
    called = [fact for fact in happened() if isinstance(fact, Called)]
    assert len({fact.match for fact in called}) == 3
    now = CompetitionFolder(folder / "competitions" / "cup").proceedings
    assert now.course is not None
    assert now.course.replayed == 1
    assert not any(row.faults for row in standings(now.course))
