"""A bot whose own agent fails at every move: nobody takes what it wins for its agent's."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from carcbot.arena.standings import standings
from carcbot.cli.competition import competition
from carcbot.messages.competitions import Standings
from carcbot.net.competitions.competition_folder import CompetitionFolder
from carcbot.net.competitions.views import rows_of
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.tokens import Tokens
from tests.net.competitions.playing import FAR_S, begun, playing, rules_text, token_of
from tests.waiting import until

NAMES = ("ann", "bob")
FAILING = "tests.net.process.own_agents:Clumsy"


async def played(folder: Path, settings: str, tables: str = "") -> CompetitionFolder:
    """A competition between ann, whose agent always fails, and bob."""
    file = folder / "cup.toml"
    file.write_text(rules_text(FAR_S, 0, settings, tables))
    tokens = Tokens()
    for name in NAMES:
        tokens.add(name, token_of(name))
    chosen = Settings(folder / "referee", port=0, competitions=(file,))
    path = folder / "referee" / "competitions" / "cup"
    async with (
        RefereeServer(chosen, tokens) as server,
        playing(server.url, NAMES, agents={"ann": FAILING}),
    ):
        await begun(server, len(NAMES), 0)
        (hosted,) = server._competitions._hosted.values()
        await until(lambda: hosted.now.phase(0) == "over")
        told = server._competitions.carry_out(Standings(1, "cup"), "bob").standings
        assert told == rows_of(hosted.now)
    return CompetitionFolder(path)


@pytest.mark.asyncio
async def test_everybody_is_told(tmp_path: Path) -> None:
    """Host, page, tables and standings tell how many of the moves were not its own."""
    folder = await played(tmp_path, "")
    now = folder.proceedings
    assert now.course is not None
    ann, bob = sorted(rows_of(now), key=lambda row: row.account)
    assert ann.not_own == ann.moves > 10
    assert bob.not_own == 0 < bob.moves
    sentence = f"ann: {ann.moves} of {ann.moves} moves were not its own"
    runner = CliRunner()
    where = [folder.path.name, "--folder", str(folder.path.parent.parent)]
    assert sentence in runner.invoke(competition, ["status", *where]).output
    assert runner.invoke(competition, ["report", *where]).exit_code == 0
    page = (folder.path / "report.html").read_text()
    assert sentence in page
    games = [row for row in page.split("<tr>") if "/table/" in row]
    assert len(games) == 2
    assert all("moves were not its own" in row for row in games)
    heads, *lines = (folder.path / "standings.csv").read_text().splitlines()
    at = heads.split(",").index("not_own")
    assert {line.split(",")[1]: int(line.split(",")[at]) for line in lines} == {
        "ann": ann.moves,
        "bob": 0,
    }


@pytest.mark.asyncio
async def test_a_competition_may_forbid_it(tmp_path: Path) -> None:
    """Then the first such move loses the game, as a crash, which counts as any crash."""
    folder = await played(tmp_path, "substitutes = false", "[disqualification]\ncrash = 2\n")
    now = folder.proceedings
    assert now.course is not None
    rows = {row.name: row for row in standings(now.course)}
    assert rows["ann"].faults == {"crash": 2}
    assert not rows["bob"].faults
    assert rows["ann"].score_sum == 0
    assert rows["bob"].score_sum == 2
    assert now.part("ann") == "disqualified"
