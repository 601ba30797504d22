"""The games of protocol/games/kuhn as its README tells them: nothing here asks the core."""

import itertools
import json

from tests.games.make_games import PROTOCOL, Json
from tests.games.splitmix import mix64

GAMES: list[Json] = json.loads((PROTOCOL / "kuhn" / "games.json").read_text())["games"]
WAYS_TO_PLAY = (
    ("pass", "pass"),
    ("pass", "bet", "pass"),
    ("pass", "bet", "bet"),
    ("bet", "pass"),
    ("bet", "bet"),
)
CARDS = "-JQK"


def points(cards: str, moves: list[str]) -> list[int]:
    """What both have won: by the higher card after a showdown, else by who has bet."""
    if tuple(moves) not in WAYS_TO_PLAY:
        return [0, 0]
    is_higher = CARDS.index(cards[0]) > CARDS.index(cards[1])
    wins = is_higher if shows(moves) else moves[0] == "bet"
    chips = 2 if moves[-1] == "bet" else 1
    return [chips, -chips] if wins else [-chips, chips]


def shows(moves: list[str]) -> bool:
    """Whether the cards are shown after these moves."""
    return tuple(moves) in WAYS_TO_PLAY and (moves[-1] == "bet" or "bet" not in moves)


def view(seat: int | None, cards: str, moves: list[str]) -> tuple[str, int]:
    """Its text and digest."""
    dealt = 2 - cards.count("-")
    first = cards[seat or 0] if seat is not None or shows(moves) else "-"
    second = cards[1 - (seat or 0)] if shows(moves) else "-"
    played = "".join(move[0] for move in moves) or "-"
    text = f"kuhn/1 view seats=2 {'-' if seat is None else seat}:{first}{second} {dealt} {played}"
    bets = sum(1 << i for i, move in enumerate(moves) if move == "bet")
    number = (1 << 63) + (255 if seat is None else seat) + (CARDS.index(first) << 8)
    number += (CARDS.index(second) << 16) + (dealt << 24) + (len(moves) << 32) + (bets << 40)
    return text, mix64(number)


def seen(seat: int | None, cards: str, moves: list[str], ply: str) -> str:
    """What a seat sees of a draw or a move, after which the moves are these."""
    if ply in CARDS:
        return ply if seat == cards.find("-") else "?"
    if not shows(moves):
        return ply
    return f"{ply}/{cards if seat is None else cards[1 - seat]}"


def test_every_game_is_there() -> None:
    """Six deals, and five ways to play each."""
    deals = itertools.permutations("JQK", 2)
    expected = {(*deal, *way) for deal in deals for way in WAYS_TO_PLAY}
    found = [tuple(step["ply"] for step in game["plies"][:-1]) for game in GAMES]
    assert len(found) == len(expected) == 30
    assert set(found) == expected


def test_what_everybody_sees() -> None:
    """Texts, digests, points, legal moves and what is seen, at each step of each game."""
    for game in GAMES:
        cards, moves = "--", list[str]()
        for step in game["plies"]:
            before = step["before"]
            is_over = tuple(moves) in WAYS_TO_PLAY
            to_move = -1 if "-" in cards else -2 if is_over else len(moves) % 2
            assert before["to_move"] == to_move
            assert before["turn"] == len(moves) + (not is_over)
            assert before["step"] == ("move" if to_move >= 0 else "")
            assert before["scores"] == points(cards, moves)
            played = "".join(move[0] for move in moves) or "-"
            assert before["position"] == f"kuhn/1 position seats=2 {cards} {played}"
            bets = sum(1 << i for i, move in enumerate(moves) if move == "bet")
            first, second = map(CARDS.index, cards)
            digest = mix64(first + (second << 8) + (len(moves) << 16) + (bets << 24))
            assert before["digest"] == f"{digest:016x}"
            for seat, told in zip((0, 1, None), before["views"], strict=True):
                text, number = view(seat, cards, moves)
                legal = ["pass", "bet"] if seat == to_move else []
                assert told == [text, f"{number:016x}", legal]
            if "ply" not in step:
                assert is_over
                continue
            ply = step["ply"]
            then = moves if ply in CARDS else [*moves, ply]
            assert step["seen"] == [seen(seat, cards, then, ply) for seat in (0, 1, None)]
            cards, moves = (cards.replace("-", ply, 1) if ply in CARDS else cards), then
        won = points(cards, moves)
        assert game["ranking"] == [1 + (won[1] > won[0]), 1 + (won[0] > won[1])]
