"""The games of protocol/games/hoard as its README tells them: nothing here asks the core."""

import json

import pytest

from tests.games.hoard.twin import SlowHoard
from tests.games.make_games import PROTOCOL, Json
from tests.games.splitmix import mix64

GAMES: list[Json] = json.loads((PROTOCOL / "hoard" / "games.json").read_text())["games"]
USUAL = {"seats": 2, "ranks": 3, "copies": 4, "hand": 2, "turns": 4}
PHASES = ("deal", "open", "draw", "blind", "play", "cash", "over")
LETTERS = "abcdefghijklmnopq"


def options_of(text: str) -> dict[str, int]:
    """All of them, those that are not said as they are usually."""
    said = {key: int(value) for key, value in (pair.split("=") for pair in text.split(","))}
    return USUAL | said


def six(counts: str) -> list[int]:
    """The counts of a text as digests take them."""
    numbers = [0, *map(int, counts.split("."))]
    return numbers + [0] * (6 - len(numbers))


def hand_numbers(hand: str) -> list[int]:
    """What a digest takes of a hand: how many cards, and four places."""
    cards = [] if hand == "-" else [hand[i : i + 2] for i in range(0, len(hand), 2)]
    places = []
    for card in cards:
        rank = 0 if card[0] == "?" else int(card[0])
        places.append(rank + (1 << 16 if card[1] == "!" else LETTERS.index(card[1]) << 8))
    return [len(cards), *places, *[0] * (4 - len(cards))]


def digest_of(text: str) -> int:
    """The digest of a position or a view, from its text."""
    _, kind, options, *table, tail = text.split(" ")
    done, phase, lies_open, deck, discards, hands, rows, points = table[:8]
    name = phase.rstrip("12345")
    numbers = [*options_of(options).values(), PHASES.index(name), int(done)]
    numbers += [int(phase[len(name) :] or 0), 0 if lies_open == "-" else int(lies_open)]
    numbers += [LETTERS.index(deck[0]), int(deck[1:]), *six(discards)]
    columns = (hands.split(":"), rows.split(":"), points.split(":"))
    for hand, row, won in zip(*columns, strict=True):
        numbers += [*hand_numbers(hand), *six(row), int(won)]
    digest = 0
    for number in numbers:
        digest = mix64(digest ^ number)
    if kind == "position":
        rest = six(tail)
    else:
        viewer = table[8]
        digest = mix64(digest ^ (255 if viewer == "-" else int(viewer)))
        decks = tail.split("/")
        rest = [number for deck_cards in decks for number in six(deck_cards)]
        rest += [0] * 6 * (17 - len(decks))
    for number in rest:
        digest = mix64(digest ^ number)
    return digest


@pytest.mark.parametrize("game", GAMES, ids=[game["options"] for game in GAMES])
def test_digests(game: Json) -> None:
    """Each digest follows from its text."""
    for step in game["plies"]:
        before = step["before"]
        assert before["digest"] == f"{digest_of(before['position']):016x}"
        for text, digest, _ in before["views"]:
            assert digest == f"{digest_of(text):016x}"


@pytest.mark.parametrize("game", GAMES, ids=[game["options"] for game in GAMES])
def test_rules(game: Json) -> None:
    """The twin is asked the same, may do the same, sees the same and wins as much at each step."""
    twin = SlowHoard(**options_of(game["options"]))
    viewers = (*range(twin.seats), None)
    for step in game["plies"]:
        before = step["before"]
        assert before["to_move"] == twin.to_move
        assert before["scores"] == twin.scores()
        assert before["step"] == (twin.due if twin.to_move >= 0 else "")
        assert before["turn"] == twin.done + (twin.due != "over")
        for viewer, (_, _, moves) in zip(viewers, before["views"], strict=True):
            assert moves == (twin.legal_moves() if viewer == twin.to_move else [])
        if "ply" in step:
            assert step["seen"] == [twin.seen(step["ply"], viewer) for viewer in viewers]
            twin.apply(step["ply"])
    assert twin.due == "over"
    points = twin.scores()
    assert game["ranking"] == [1 + sum(other > own for other in points) for own in points]
