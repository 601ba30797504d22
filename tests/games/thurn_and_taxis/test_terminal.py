"""Tests of carcbot.games.thurn_and_taxis.terminal."""

import random

import pytest

from carcbot.errors import InputError
from carcbot.games.contract import Paper, view_of
from carcbot.games.terminal import meant_move
from carcbot.games.thurn_and_taxis import THURN_AND_TAXIS
from carcbot.games.thurn_and_taxis.map import CITIES
from carcbot.games.thurn_and_taxis.terminal import TERMINAL
from tests.games.thurn_and_taxis.test_table import VIEW, random_states


class Asked:
    """A view of seat 0, with moves that are asked for somewhere in a turn."""

    text = VIEW

    def __init__(self, *moves: str) -> None:
        self.moves = list(moves)

    def legal_moves(self) -> list[str]:
        """Those."""
        return self.moves


DRAW = Asked("take:Aug", "take:Bas", "take:Mue", "blind", "administrator")
PLACE = Asked("left:Inn", "left:Ulm", "right:Ulm", "scrap:Inn", "scrap:Kem", "postmaster")
FINISH = Asked("carrier", "close", "end")
HOUSES = Asked("houses:-", "houses:StuUlm", "houses:AugBasStu")
KEEP = Asked("keep:AugLinUlm", "keep:LinUlm2")
OFFICIAL = Asked("administrator", "postmaster", "carrier", "cartwright", "none")


@pytest.mark.parametrize(
    ("asked", "typed", "move"),
    (
        (DRAW, "take aug", "take:Aug"),
        (DRAW, "t bas", "take:Bas"),
        (DRAW, "take Muenchen", "take:Mue"),
        (DRAW, "muenchen", "take:Mue"),
        (DRAW, "take München", "take:Mue"),
        (DRAW, "augs", "take:Aug"),
        (DRAW, "b", "blind"),
        (DRAW, "admin", "administrator"),
        (PLACE, "ulm left", "left:Ulm"),
        (PLACE, "right ulm", "right:Ulm"),
        (PLACE, "r ulm", "right:Ulm"),
        (PLACE, "Innsbruck before", "left:Inn"),
        (PLACE, "inn", "left:Inn"),
        (PLACE, "kem", "scrap:Kem"),
        (PLACE, "new inn", "scrap:Inn"),
        (PLACE, "post", "postmaster"),
        (FINISH, "c", "close"),
        (FINISH, "carr", "carrier"),
        (FINISH, "END", "end"),
        (HOUSES, "houses ulm stu", "houses:StuUlm"),
        (HOUSES, "h stu, bas, aug", "houses:AugBasStu"),
        (HOUSES, "stuulm", "houses:StuUlm"),
        (HOUSES, "houses none", "houses:-"),
        (KEEP, "keep ulm ulm lin", "keep:LinUlm2"),
        (KEEP, "k linulm2", "keep:LinUlm2"),
        (OFFICIAL, "none", "none"),
        (OFFICIAL, "cart", "cartwright"),
        (OFFICIAL, "carrier", "carrier"),
    ),
)
def test_short_words(asked: Asked, typed: str, move: str) -> None:
    """Words may be short, and cities their letters, their names or how those begin."""
    assert TERMINAL.read(asked, typed) == move  # type: ignore[arg-type]


@pytest.mark.parametrize("typed", ("car", "ulm end", "left right", "take", "nowhere", "houses"))
def test_what_cannot_be_read_is_refused(typed: str) -> None:
    """What could mean several things, or nothing, is left for the rules to refuse."""
    with pytest.raises(InputError):
        meant_move(TERMINAL, THURN_AND_TAXIS.parse_view(VIEW), typed)


def test_every_move_can_be_typed_in_words() -> None:
    """In random games: the kind of a move and the names of its cities, in any order, mean it."""
    rng = random.Random(1)
    kinds = set()
    for state in random_states("seats=2,cut=120", 3):
        if state.to_move < 0:
            continue
        view = view_of(state, state.to_move)
        for move in view.legal_moves():
            kind, _, what = move.partition(":")
            kinds.add(kind)
            words = [kind, *_names(what)]
            rng.shuffle(words)
            assert meant_move(TERMINAL, view, " ".join(words)) == move
    assert {"take", "blind", "left", "right", "scrap", "close", "end", "keep"} <= kinds


def _names(what: str) -> list[str]:
    ends = {"ä": "ae", "ö": "oe", "ü": "ue"}
    names = []
    for letters, city in CITIES.items():
        at = what.find(letters)
        if at >= 0:
            much = what[at + 3 : at + 4]
            name = "".join(ends.get(letter, letter) for letter in city.name)
            names += [name] * (int(much) if much.isdecimal() else 1)
    return names or ["none"] * (what == "-")


def test_what_is_drawn() -> None:
    """The map with its houses, the display, both seats' routes and hands as seat 0 knows them."""
    picture = "\n".join(TERMINAL.picture(THURN_AND_TAXIS.parse_view(VIEW), (), Paper()))
    for line in (
        "turn 31   supply: 40 cards   discards: Aug Lin Pas3 Reg",
        "display: Ulm Lin Ulm Aug Bas Bud",
        "> seat 0 (you)  -5 points  carriage 4  tiles 6  houses left 14",
        "    route Aug - Mue - Reg - Nue   hand Inn! Kem! Bas Zue",
        "  seat 1  -11 points  carriage 3  tiles 2  houses left 15",
        "    route Pil - Bud   hand Lin! Sal! Sal! ?",
        "seat 0 is to move: place",
    ):
        assert line in picture.splitlines(), picture
    plan = picture.partition("turn 31")[0]
    for city in CITIES:
        assert city in plan
    assert "Ulm01" in plan
    assert "Stu0" in plan
    assert "Kem1" in plan


def test_the_map_goes_where_there_is_no_room() -> None:
    """In a narrow terminal the map is small; in a low one it is left out."""
    view = THURN_AND_TAXIS.parse_view(VIEW)
    lines = TERMINAL.picture(view, (), Paper(48))
    assert max(map(len, lines)) <= 48
    assert sum("Lod" in line for line in lines) == 1
    low = TERMINAL.picture(view, (), Paper(80, 14))
    assert len(low) <= 14
    assert "> seat 0 (you)" in "\n".join(low)


def test_where_the_points_come_from() -> None:
    """Each seat's carriage, tiles and houses."""
    assert TERMINAL.sheet(THURN_AND_TAXIS.parse_view(VIEW)) == [
        "seat 0: -5 points = 3 for the carriage + 6 for tiles - 14 for houses left",
        "seat 1: -11 points = 2 for the carriage + 2 for tiles - 15 for houses left",
    ]
