"""Tests of carcbot.games.terminal, and of how every game shows itself there."""

import itertools
import random
import re
from collections.abc import Iterator

import pytest

from carcbot.errors import InputError
from carcbot.games import registry
from carcbot.games.contract import Paper, State, View, has_secrets, view_of
from carcbot.games.terminal import PLAIN, TurnTeller, face_of, listed_moves, meant_move, whose_turn

ESCAPE = "\x1b"


def moments(game: str, seed: int) -> Iterator[tuple[State, list[str]]]:
    """Every position of a random game with as many seats as may play, and what led to it."""
    rng = random.Random(seed)
    state: State = registry.get(game).new(seats=rng.choice(registry.get(game).seats[:4]))
    plies: list[str] = []
    yield state, plies
    while not state.over:
        outcomes = state.outcomes()
        texts = [text for text, _ in outcomes] if outcomes else state.legal_moves()
        ply = rng.choices(texts, [much for _, much in outcomes] if outcomes else None)[0]
        state.apply(ply)
        plies.append(ply)
        yield state, plies


def seen_by_all(state: State) -> list[View]:
    """The position, and what each seat and everybody at the table knows of it."""
    if not has_secrets(state):
        return [state]
    return [state, *(state.view(seat) for seat in (None, *range(state.seats)))]


@pytest.mark.parametrize("name", registry.names())
def test_pictures(name: str) -> None:
    """Every view of every game is drawn: not too wide, not too high, plain where that is asked."""
    face = face_of(registry.get(name))
    for seed in range(2):
        for number, (state, plies) in enumerate(moments(name, seed)):
            if number % 3 and len(plies) > 30:
                continue  # of long games some moments will do
            for view in seen_by_all(state):
                lines = face.picture(view, plies, Paper(80, None, "none", unicode=False))
                assert lines
                assert all(len(line) <= 80 and line.isascii() for line in lines)
                assert not any(ESCAPE in line or "\n" in line for line in lines)
                assert face.sheet(view)
        assert len(face.picture(state, plies, Paper(80, 12))) <= 12


@pytest.mark.parametrize("name", registry.names())
def test_turns_in_words(name: str) -> None:
    """A game that has words for turns tells each when it is over, the others none."""
    face = face_of(registry.get(name))
    teller = TurnTeller(face)
    states = [(state.copy(), "".join(plies[-1:])) for state, plies in moments(name, 3)]
    told = [
        teller.tell(before, ply, after) for (before, _), (after, ply) in itertools.pairwise(states)
    ]
    assert sum(map(bool, told)) == (states[-1][0].turn if face.say_turn else 0)


@pytest.mark.parametrize("name", registry.names())
def test_moves(name: str) -> None:
    """Each legal move of each view is meant by its number in the list, and by its own text."""
    face = face_of(registry.get(name))
    assert face.how
    for state, _ in moments(name, 3):
        if state.to_move < 0:
            continue
        view = view_of(state, state.to_move)
        moves = view.legal_moves()
        listed = re.findall(r"(\d+) (\S+)", "\n".join(listed_moves(view, 80)))
        assert sorted(listed, key=lambda each: int(each[0])) == [
            (str(number), move) for number, move in enumerate(moves, 1)
        ]
        for number, move in enumerate(moves, 1):
            assert meant_move(face, view, f" {number}\n") == move
            assert meant_move(face, view, f"{move}\n") == move
        for wrong in ("0", str(len(moves) + 1), "no such move", "\x00", "x" * 1000, "\N{SNOWMAN}"):
            with pytest.raises(InputError):
                meant_move(face, view, wrong)


def test_a_seat_does_not_see_the_others() -> None:
    """What a seat is shown of Kuhn poker and of Hoard is the same whatever the others hold."""
    kuhn = registry.get("kuhn")
    pages = {
        "\n".join(face_of(kuhn).picture(kuhn.parse(text).view(0), (), Paper()))  # type: ignore[attr-defined]
        for text in ("kuhn/1 position seats=2 JQ p", "kuhn/1 position seats=2 JK p")
    }
    assert len(pages) == 1
    assert "seat 0  card J" in pages.pop()


def test_words_of_games() -> None:
    """People may write less than the whole move."""
    for game, view, typed, move in (
        ("kuhn", "kuhn/1 view seats=2 0:J- 2 -", "b", "bet"),
        ("kuhn", "kuhn/1 view seats=2 0:J- 2 -", "PASS", "pass"),
        ("hoard", "hoard/1 view seats=2 0 play 1 a6 0.0.0 1a1a3a:?a?a 0.0.0:0.0.0 0:0 0 1.4.3",
         "lay 2", "lay2"),
        ("hoard", "hoard/1 view seats=2 0 play 1 a6 0.0.0 1a1a3a:?a?a 0.0.0:0.0.0 0:0 0 1.4.3",
         "d3", "drop3"),
        ("pot", "pot/1 position seats=2 0:0 0 0:2 3.1.1", "Take", "take"),
    ):  # fmt: skip
        known = registry.parse_view(view)
        assert meant_move(face_of(registry.get(game)), known, typed) == move


def test_what_is_drawn() -> None:
    """The pictures say what there is to know."""
    view = registry.parse_view(
        "hoard/1 view seats=2 5 draw 3 a2 3.1.0 2!2a:?a?a 0.0.1:0.0.0 0:6 0 1.1.2"
    )
    lines = face_of(registry.get("hoard")).picture(view, (), Paper())
    assert lines == [
        "turn 6, 5 over   open card: 3   deck: 2 cards   discards: 1 1 1 2",
        "  seat 0 (you)  hand 1:2! 2:2   row 3   cashed 0",
        "> seat 1  hand 1:? 2:?   row -   cashed 6",
        "seat 1 is to move: draw",
    ]
    view = registry.parse_view("kuhn/1 view seats=2 1:QJ 2 bb")
    lines = face_of(registry.get("kuhn")).picture(view, (), Paper())
    assert lines == [
        "  seat 0  card J  chips in the pot: 2",
        "  seat 1  card Q  chips in the pot: 2",
        "so far: seat 0 bet, seat 1 bet",
        "the game is over",
    ]


def test_a_game_without_a_face() -> None:
    """Its text is shown, whose turn it is and the points; its moves are read as they are."""
    state = registry.get("pot").new("seats=3")
    lines = PLAIN.picture(state, (), Paper())
    assert lines[:3] == [state.text, "chance is to move", "points: 0, 0, 0"]
    assert lines[3] == "possible: 1 (3), 2 (2), 3 (1)"
    state.apply("2")
    assert whose_turn(state) == "seat 0 is to move"
    assert meant_move(PLAIN, state, "stack") == "stack"
    state.play_randomly(1)
    assert PLAIN.picture(state, (), Paper())[1] == "the game is over"


def test_a_number_of_any_length() -> None:
    """What is no number of the list is refused, however long it is."""
    state = next(state for state, _ in moments("pot", 1) if state.to_move >= 0)
    face = face_of(registry.get("pot"))
    for typed in ("0", "99", "1" * 5000):
        with pytest.raises(InputError, match="there is no move"):
            meant_move(face, view_of(state, state.to_move), typed)
