"""Decks of hosted competitions: who remembers them gains nothing, unless the host trusts bots."""

from collections import defaultdict
from pathlib import Path

import pytest

from carcbot.arena.competition import facts
from carcbot.arena.competition.facts import Called
from carcbot.games import registry
from carcbot.messages.events import Drawn
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.tokens import Tokens
from carcbot.replay.record import MatchRecord
from tests.net.competitions.playing import FAR_S, begun, playing, rules_text, token_of
from tests.waiting import until

pytestmark = pytest.mark.usefixtures("no_pages")

NAMES = ("ann", "bob", "cid")


class Memory:
    """What a bot could know: all draws that it has seen, from the start of each match on.

    Before each draw it says what will come: what came in the match that went like this one so far,
    the longest such; if there is none, what most often comes.
    """

    def __init__(self) -> None:
        self._seen: list[list[str]] = []

    def guess(self, drawn: list[str], usual: str) -> str:
        """What comes next after these draws."""
        for old in reversed(self._seen):
            if old[: len(drawn)] == drawn and len(old) > len(drawn):
                return old[len(drawn)]
        return usual

    def keep(self, drawn: list[str]) -> None:
        """A match is over."""
        self._seen.append(drawn)


def hit_rates(matches: list[list[str]]) -> tuple[float, float]:
    """How often who remembers everything guesses the next draw, and who remembers nothing."""
    memory, hits, plain_hits, draws = Memory(), 0, 0, 0
    for drawn in matches:
        state = registry.get("carcassonne").new("seats=2")
        left = dict(state.outcomes())
        for at, draw in enumerate(drawn):
            usual = max(left, key=lambda each: left[each])
            hits += memory.guess(drawn[:at], usual) == draw
            plain_hits += usual == draw
            draws += 1
            left[draw] -= 1
        memory.keep(drawn)
    return hits / draws, plain_hits / draws


def draws_by_block(folder: Path) -> dict[int, list[list[str]]]:
    """What was drawn in each game of each block, in the order of the games."""
    story = (folder / "competitions" / "cup" / "story.jsonl").read_bytes().splitlines()
    found: dict[int, list[list[str]]] = defaultdict(list)
    for fact in map(facts.decode, story):
        if isinstance(fact, Called):
            record = MatchRecord.load(folder / "records" / f"{fact.match}.jsonl")
            events = [line.event for line in record.events]
            found[fact.block].append([each.draw for each in events if isinstance(each, Drawn)])
    return found


@pytest.mark.asyncio
@pytest.mark.parametrize("settings", ("", 'chance = "deck"'), ids=("seed", "deck"))
@pytest.mark.parametrize("trusts", (False, True), ids=("independent", "trusted"))
async def test_who_remembers(tmp_path: Path, trusts: bool, settings: str) -> None:  # noqa: FBT001
    """A memory of decks is worth nothing; with trust_bots it knows each second game."""
    file = tmp_path / "cup.toml"
    text = f"trust_bots = {str(trusts).lower()}\n{settings}\n"
    file.write_text(rules_text(FAR_S, 0, text))
    folder = tmp_path / "referee"
    tokens = Tokens()
    for name in NAMES:
        tokens.add(name, token_of(name))
    chosen = Settings(folder, port=0, competitions=(file,))
    async with (
        RefereeServer(chosen, tokens) as server,
        playing(server.url, NAMES),
    ):
        await begun(server, len(NAMES), 0)
        story = folder / "competitions" / "cup" / "story.jsonl"
        await until(lambda: story.exists() and b'"finished"' in story.read_bytes())
    blocks = draws_by_block(folder)
    matches = [drawn for block in blocks.values() for drawn in block]
    assert len(matches) == 6
    remembering, plain = hit_rates(matches)
    if trusts:
        assert all(first == second for first, second in blocks.values())
        assert remembering > 0.5 > plain
    else:
        # only in its first draws a match may go like another one, by chance
        assert abs(remembering - plain) < 0.03
        assert len({tuple(each) for each in matches}) == 6
