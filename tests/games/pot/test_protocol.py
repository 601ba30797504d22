"""Pot as protocol/games/pot tells it: the program here is made from that page alone."""

import json
import random
import re
from typing import Any

import pytest

from carcbot.games.contract import CHANCE
from carcbot.games.pot import POT
from tests.games.make_games import PROTOCOL
from tests.games.pot import OPTION_SETS
from tests.games.splitmix import mix64

Line = dict[str, Any]
USUAL = {"seats": 2, "ones": 3, "twos": 2, "threes": 1}
LINES: dict[str, list[Line]] = {
    file.stem: [json.loads(line) for line in file.read_text().splitlines()]
    for file in sorted((PROTOCOL.parent / "transcripts").glob("*.jsonl"))
}
GAMES = {name: lines for name, lines in LINES.items() if '"game": "pot"' in json.dumps(lines)}


class SlowPot:
    """A game by the rules of the page."""

    def __init__(self, options: str) -> None:
        pairs = (pair.split("=") for pair in options.split(",") if pair)
        chosen = USUAL | {name: int(number) for name, number in pairs}
        self.seats = chosen.pop("seats")
        self.full = list(chosen.values())
        self.bag = list(self.full)
        self.points = [0] * self.seats
        self.pot = self.seat = self.chip = 0

    def apply(self, ply: str) -> None:
        """Draws a chip, or does something with it."""
        if ply.isdecimal():
            self.chip = int(ply)
            self.bag[self.chip - 1] -= 1
            return
        following = (self.seat + 1) % self.seats
        match ply:
            case "take":
                self.points[self.seat] += self.chip
            case "throw":
                self.points[following] -= self.chip
            case "stack":
                self.pot += self.chip
            case "sweep":
                self.points[self.seat] += self.pot
                self.pot = 0
        self.seat, self.chip = following, 0

    @property
    def moves(self) -> list[str]:
        """What may be done with the chip."""
        sweep = ["sweep"] if self.pot else []
        return ["take", "throw", "stack", *sweep] if self.chip else []

    @property
    def draws(self) -> list[tuple[str, int]]:
        """What may be drawn, with its weight."""
        left = [(str(chip), count) for chip, count in enumerate(self.bag, start=1) if count]
        return [] if self.chip else left

    @property
    def digest(self) -> int:
        """Of the position."""
        digest = mix64(64 * self.seats + 8 * self.seat + self.chip)
        points = self.points + [0] * (6 - self.seats)
        for number in (self.pot, 0, *self.bag, 0, *self.full, *points):
            digest = mix64(digest ^ number % 2**32)
        return digest

    def text(self, options: str) -> str:
        """The position, with options in canonical text."""
        points, bag = ":".join(map(str, self.points)), ".".join(map(str, self.bag))
        return f"pot/1 position {options} {points} {self.pot} {self.seat}:{self.chip} {bag}"

    @property
    def places(self) -> list[int]:
        """Equal points share the place."""
        return [1 + sum(other > own for other in self.points) for own in self.points]


@pytest.mark.parametrize("name", GAMES)
def test_transcripts(name: str) -> None:
    """Every digest in a transcript, and all points, are those of the rules."""
    told = [line["frame"] for line in GAMES[name] if "to" in line]
    game, seq, count = SlowPot(""), 0, 0
    for event in told:
        if "digest" not in event or event["seq"] <= seq or event["type"] == "sync":
            continue
        seq = event["seq"]
        count += 1
        if event["type"] == "start":
            game = SlowPot(event["options"])
        else:
            game.apply(event[event["type"]])
        assert event["digest"] == f"{game.digest:016x}"
        assert event.get("scores", game.points) == game.points
    assert count > 5


@pytest.mark.parametrize("options", OPTION_SETS)
def test_played(options: str) -> None:
    """What the core writes, allows and counts is what the page tells."""
    rng = random.Random(options)
    state, game = POT.new(options), SlowPot(options)
    while True:
        assert state.text == game.text(state.options)
        assert (state.digest, state.scores()) == (game.digest, game.points)
        assert (state.legal_moves(), state.outcomes()) == (game.moves, game.draws)
        if state.over:
            break
        draws = [draw for draw, _ in game.draws]
        ply = rng.choice(draws if state.to_move == CHANCE else game.moves)
        state.apply(ply)
        game.apply(ply)
    assert not game.moves
    assert not game.draws
    assert state.ranking() == game.places


def test_example() -> None:
    """The position on the page is one, and the transcripts that it speaks of are there."""
    page = (PROTOCOL / "pot" / "README.md").read_text()
    (text,) = re.findall(r"`(pot/1 position [^`]+)`", page)
    assert POT.parse(text).text == text
    assert len(GAMES) >= 3
