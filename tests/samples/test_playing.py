"""Tests that the samples play: whole matches, legally and in time, over a network that fails."""

from pathlib import Path

import pytest

from carcbot.messages.events import Drawn, Moved
from carcbot.replay.record import MatchRecord
from carcbot.replay.verification import verify
from tests.samples.hosting import SAMPLES, TERMS, play


def check(record: MatchRecord, seats: int) -> None:
    """The record is true, all tiles were drawn, and every move was its player's own."""
    verify(record)
    assert record.result is not None
    assert record.result.reason == "normal"
    assert [each.out for each in record.result.standings] == [None] * seats
    events = [line.event for line in record.events]
    assert sum(isinstance(event, Drawn) for event in events) == 71
    assert all(event.by == "player" for event in events if isinstance(event, Moved))


@pytest.mark.asyncio
@pytest.mark.parametrize("seats", (2, 3))
@pytest.mark.parametrize("sample", SAMPLES)
async def test_whole_match(sample: str, seats: int, tmp_path: Path) -> None:
    """A sample plays a match against itself while its connections are cut again and again."""
    records, cuts = await play(tmp_path, [sample] * seats, cut_after=12_000)
    for record in records:
        check(record, seats)
    assert cuts >= seats


@pytest.mark.asyncio
@pytest.mark.parametrize("sample", SAMPLES)
async def test_rated_matches(sample: str, tmp_path: Path) -> None:
    """With --seek a sample plays rated matches one after the other, over connections that break."""
    records, cuts = await play(tmp_path, [sample] * 2, tables=2, cut_after=12_000, seeks=TERMS)
    for record in records:
        check(record, 2)
        assert record.lines.header.rated
    assert cuts >= 2


@pytest.mark.asyncio
async def test_all_at_one_table(tmp_path: Path) -> None:
    """All samples meet at tables of four, several at once, and make no illegal move."""
    records, _ = await play(tmp_path, list(SAMPLES), tables=4)
    assert len(records) == 4
    for record in records:
        check(record, len(SAMPLES))
    ours = [move for record in records for move in moves(record)]
    assert any(move.endswith("+sm") for move in ours)


@pytest.mark.asyncio
@pytest.mark.parametrize("options", ("", ",one_card=twice,provinces=8,ties=shared"))
@pytest.mark.parametrize("seats", (2, 4))
async def test_thurn_and_taxis(seats: int, options: str, tmp_path: Path) -> None:
    """The sample in JavaScript plays it to the last carriage or house, over broken connections."""
    records, cuts = await play(
        tmp_path, ["node"] * seats, cut_after=12_000, options=options, game="thurn_and_taxis"
    )
    assert cuts >= seats
    (record,) = records
    verify(record)
    assert record.result is not None
    assert record.result.reason == "normal"
    assert [each.out for each in record.result.standings] == [None] * seats
    events = [line.event for line in record.events if isinstance(line.event, Moved)]
    assert all(event.by == "player" for event in events)
    assert {event.step for event in events} >= {"draw", "place", "finish", "houses"}
    assert max(each.points for each in record.result.standings) > 10


@pytest.mark.asyncio
@pytest.mark.parametrize("rule", ("immediate", "strict"))
async def test_expansions(rule: str, tmp_path: Path) -> None:
    """They know all expansions: they lay every tile of them, and where the river may flow."""
    chosen = f",expansions=river+inns_and_cathedrals+abbot,river_rule={rule}"
    records, _ = await play(tmp_path, list(SAMPLES), tables=3, options=chosen)
    laid: set[str] = set()
    for record in records:
        verify(record)
        assert record.result is not None
        assert [each.out for each in record.result.standings] == [None] * len(SAMPLES)
        laid |= {line.event.draw for line in record.events if isinstance(line.event, Drawn)}
    assert {tile.rstrip("g") for tile in laid} >= {f"R{each}" for each in "BCDEFGHIJKL"}
    assert {tile for tile in laid if tile.startswith("E") and len(tile.rstrip("g")) == 2}


def moves(record: MatchRecord) -> list[str]:
    """All moves of a match."""
    return [line.event.move for line in record.events if isinstance(line.event, Moved)]
