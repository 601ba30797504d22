"""The twin where the reference's data are silent: notation, chance, river, breakdown."""

import random
from collections import Counter
from itertools import product

import pytest

from tests.twin import Entry, Twin, TwinOptions, perft, random_game
from tests.twin.notation import SIZES
from tests.twin.scoring import totals
from tests.twin.tiles import EDGES, HALF_EDGES, catalogue, mating_half_edge

_EVERYTHING = frozenset({"river", "inns_and_cathedrals", "abbot"})
_TARGETS = (
    ["m", "g", "f*"]
    + [letter + edge for letter in "cr" for edge in EDGES]
    + ["f" + half_edge for half_edge in HALF_EDGES]
)
_DECISIONS = ["", "^"] + [f"+{figure}{target}" for figure in "sba" for target in _TARGETS]
_RANDOM_GAMES = {
    "base": TwinOptions(),
    "six seats": TwinOptions(seats=6, expansions=_EVERYTHING),
    "second farms": TwinOptions(farm_scoring="second", unplaceable="return_to_bag"),
    "first farms": TwinOptions(farm_scoring="first", unplaceable="bottom"),
    "no farms": TwinOptions(farm_scoring="off", expansions=frozenset({"abbot"})),
    "strict river": TwinOptions(
        expansions=_EVERYTHING, river_rule="strict", river_start_tile="kept"
    ),
    "blind river": TwinOptions(expansions=_EVERYTHING, river_look_ahead=False, inn_on_EC="c2"),
}


def after(options: TwinOptions, *turns: str) -> Twin:
    """The position after turns such as "E 0,-1/2+scS": a draw and a move."""
    twin = Twin(options)
    for turn in turns:
        kind, move = turn.split()
        assert twin.draw(kind)
        twin.play(move)
    return twin


def on_cloister(unplaceable: str, **stack: int) -> Twin:
    """A lone cloister B on the table, where no C fits, and a stack of our choice."""
    twin = Twin(TwinOptions(unplaceable=unplaceable, start=("B", 0, 0, 0)))
    twin._stack = Counter(stack)
    return twin


# Options and setup


@pytest.mark.parametrize(
    ("wrong", "message"),
    (
        ({"seats": 1}, "seats"),
        ({"seats": 6}, "inns_and_cathedrals"),
        ({"expansions": frozenset({"tower"})}, "tower"),
        ({"farm_scoring": "third"}, "farm_scoring"),
        ({"two_tile_city": 3}, "two_tile_city"),
        ({"expansions": frozenset({"river"}), "start": ("D", 0, 0, 0)}, "RA"),
        ({"start": ("D", 0, 0, 4)}, "rotation"),
        ({"start": ("EA", 0, 0, 0)}, "in this game"),
    ),
)
def test_refused_options(wrong: dict[str, object], message: str) -> None:
    """Options that go against each other or the tile set are refused by name."""
    with pytest.raises(ValueError, match=message):
        Twin(TwinOptions(**wrong))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("expansions", "kept", "tiles"),
    (
        (frozenset(), "removed", 71),
        (frozenset({"inns_and_cathedrals", "abbot"}), "removed", 89),
        (frozenset({"river"}), "removed", 82),
        (_EVERYTHING, "removed", 100),
        (_EVERYTHING, "kept", 101),
    ),
)
def test_tiles_to_draw(expansions: frozenset[str], kept: str, tiles: int) -> None:
    """The bag holds as many tiles as section 1 of the rules says."""
    bag = Twin(TwinOptions(expansions=expansions, river_start_tile=kept)).bag()

    assert sum(bag.values()) == tiles


def test_gardens_come_with_the_abbot() -> None:
    """Only with the Abbot some copies of a kind carry a garden."""
    plain = Twin(TwinOptions()).bag()
    abbot = Twin(TwinOptions(expansions=frozenset({"abbot"}))).bag()

    assert (plain["E"], plain.get("Eg", 0)) == (5, 0)
    assert (abbot["E"], abbot["Eg"]) == (4, 1)


def test_half_edges_mate() -> None:
    """Half-edges touch as the conventions of tiles.json name them."""
    pairs = {HALF_EDGES[h]: HALF_EDGES[mating_half_edge(h)] for h in range(8)}
    named = {"NL": "SR", "NR": "SL", "EL": "WR", "ER": "WL"}

    assert pairs == named | {mate: half_edge for half_edge, mate in named.items()}


def test_junction_inn_variant() -> None:
    """The inn of EC lies at its east arm, in the variant also at its west arm."""
    arms = {
        reading: [s.inn for s in catalogue(reading)["EC"].turned[0].segments if s.kind == "road"]
        for reading in ("classic", "c2")
    }

    assert arms == {"classic": [True, False, False], "c2": [True, False, True]}


# Notation


def test_joined_segments_are_one_option() -> None:
    """Two segments that the board joins are one target, named by its first edge."""
    twin = after(
        TwinOptions(start=("N", 0, 1, 0)), "N 0,0/1", "N 1,0/2"
    )  # three corners of a city around the crossing of four cells
    twin.draw("I")

    assert "1,1/0+scN" in twin.moves()
    assert "1,1/0+scW" not in twin.moves()
    assert twin.canonical("1,1/0+scW") == "1,1/0+scN"


@pytest.mark.parametrize("seed", range(3))
def test_every_text_has_its_canonical_move(seed: int) -> None:
    """Of all texts the grammar allows, the legal ones mean exactly the listed moves."""
    rng = random.Random(seed)
    twin = Twin(TwinOptions(seats=2, expansions=_EVERYTHING))
    for _ in range(30):
        while twin.phase == "draw":
            twin.draw(rng.choice(sorted(twin.outcomes())))
        moves = twin.moves()
        cell = rng.choice(sorted({move.split("/")[0] for move in moves}))
        texts = [f"{cell}/{rot}{decision}" for rot, decision in product(range(4), _DECISIONS)]
        meant = {canonical_or_none(twin, text) for text in texts}

        assert meant - {None} == {move for move in moves if move.startswith(cell + "/")}
        assert all(twin.canonical(move) == move for move in moves)
        twin.play(rng.choice(sorted(moves)))


def canonical_or_none(twin: Twin, text: str) -> str | None:
    """The canonical text, or None for an illegal move."""
    try:
        return twin.canonical(text)
    except ValueError:
        return None


@pytest.mark.parametrize(
    "text", ("", "0,-1", "0,-1/4", "0,-01/2", "0,-1/2+s", "0,-1/2+xcS", "0,-1/2+fcS", "0,-1/2^ ")
)
def test_broken_move_texts(text: str) -> None:
    """A text outside the grammar is refused as such."""
    twin = Twin(TwinOptions())
    twin.draw("E")

    with pytest.raises(ValueError, match="expected x,y/rot"):
        twin.play(text)


def test_moves_out_of_phase() -> None:
    """A move before the draw and a draw before the move are refused."""
    twin = Twin(TwinOptions())
    with pytest.raises(ValueError, match="expected a draw"):
        twin.play("0,-1/2")
    twin.draw("E")
    with pytest.raises(ValueError, match="phase place"):
        twin.draw("E")


# Chance


def test_return_to_bag() -> None:
    """A tile without placement goes back, and the same seat draws again."""
    twin = on_cloister("return_to_bag", C=1, E=2)

    assert not twin.draw("C")
    assert (twin.phase, twin.seat, twin.bag()) == ("draw", 0, {"C": 1, "E": 2})
    assert twin.outcomes() == {"C": 1, "E": 2}


def test_bottom_queue() -> None:
    """The known queue is drawn in its order once the rest is used up."""
    twin = on_cloister("bottom", X=1, C=1, E=1)

    assert not twin.draw("X")
    assert not twin.draw("C")
    assert twin.outcomes() == {"E": 1}
    assert (twin.bottom(), twin.bag()) == (["X", "C"], {"X": 1, "C": 1, "E": 1})
    twin.draw("E")
    twin.play("0,1/2")  # opens a city, where C fits
    assert twin.outcomes() == {"X": 1}
    assert not twin.draw("X")
    assert (twin.phase, twin.bottom(), twin.outcomes()) == ("draw", ["C", "X"], {"C": 1})
    assert twin.draw("C")
    twin.play("0,2/0")
    assert not twin.draw("X")
    assert (twin.phase, twin.bag()) == ("end", {"X": 1})


@pytest.mark.parametrize("unplaceable", ("discard", "return_to_bag", "bottom"))
def test_game_ends_when_nothing_fits(unplaceable: str) -> None:
    """The game ends at the event that leaves no tile with a placement."""
    twin = on_cloister(unplaceable, C=1)

    assert not twin.draw("C")
    assert (twin.phase, twin.turn, twin.hand) == ("end", 0, None)
    assert (twin.outcomes(), twin.moves()) == ({}, set())


def test_discard_goes_on_while_tiles_are_left() -> None:
    """By default unplaceable tiles are removed one by one until none is left."""
    twin = on_cloister("discard", C=2)

    assert not twin.draw("C")
    assert (twin.phase, twin.bag()) == ("draw", {"C": 1})
    assert not twin.draw("C")
    assert twin.phase == "end"


# The river


def test_river_order() -> None:
    """Ten river tiles come first, then the lake, then the land."""
    twin = Twin(TwinOptions(expansions=frozenset({"river"})))
    rng = random.Random(0)
    seen = []
    for _ in range(12):
        kind = rng.choice(sorted(twin.outcomes()))
        seen.append(kind)
        if twin.draw(kind):
            twin.play(rng.choice(sorted(twin.moves())))

    assert sorted(seen[:10]) == ["RB", "RC", "RD", "RE", "RF", "RG", "RH", "RI", "RJ", "RK"]
    assert seen[10] == "RL"
    assert seen[11] in Twin(TwinOptions()).bag()


@pytest.mark.parametrize("cell", ((-1, 2), (1, 2), (-1, 3), (0, 3), (1, 3)))
def test_river_look_ahead(cell: tuple[int, int]) -> None:
    """A tile in the two rows before the new open end forbids it; then river tiles go."""
    twin = Twin(TwinOptions(expansions=frozenset({"river"}), unplaceable="bottom"))
    twin._board[cell] = catalogue("classic")["B"].turned[0]

    assert not twin.draw("RD")
    assert (twin.phase, twin.bottom(), twin.bag().get("RD", 0)) == ("draw", [], 0)


def test_river_without_look_ahead() -> None:
    """Without look-ahead only the edges and the turns count."""
    options = TwinOptions(expansions=frozenset({"river"}), river_look_ahead=False)
    twin = Twin(options)
    twin._board[1, 2] = catalogue("classic")["B"].turned[0]

    assert twin.placements("RD") == {(0, 1, 0)}


def test_strict_river_also_forbids_immediate_turns() -> None:
    """Under the strict rule the last bend counts, whether straights follow or not."""
    options = TwinOptions(
        expansions=frozenset({"river"}), river_rule="strict", river_look_ahead=False
    )
    bend = after(options, "RG 0,1/0")
    straight = after(options, "RG 0,1/0", "RD -1,1/1")

    assert bend.placements("RJ") == {(-1, 1, 0)}
    assert straight.placements("RJ") == {(-2, 1, 0)}


# Scores


def test_entries_in_play() -> None:
    """A completed city and an abbot taken back have an entry with their turn."""
    options = TwinOptions(expansions=frozenset({"abbot"}))
    city = after(options, "E 0,-1/2+scS")
    waiting = after(options, "Eg 0,-1/2+ag", "U 1,0/1")
    back = after(options, "Eg 0,-1/2+ag", "U 1,0/1", "U -1,0/1^")

    assert city.breakdown() == [Entry(0, "city", [(0, -1), (0, 0)], [0], 4)]
    assert waiting.breakdown() == []
    assert waiting.breakdown(virtual=True) == [Entry(None, "garden", [(0, -1)], [0], 3)]
    assert back.breakdown() == [Entry(2, "garden", [(0, -1)], [0], 4)]
    assert (waiting.supplies()[0], back.supplies()[0]) == ((7, 0, 0), (7, 0, 1))


@pytest.mark.parametrize(
    ("farm_scoring", "entries"),
    (
        ("current", [([(-1, 0), (0, 0), (1, 0)], 3), ([(0, -1)], 3)]),
        ("second", [([(0, -1), (0, 0)], 3)]),
        ("first", [([(0, -1), (0, 0)], 4)]),
    ),
)
def test_farm_entries(farm_scoring: str, entries: list[tuple[object, int]]) -> None:
    """Two farms of one seat beside one city appear as each edition scores them."""
    twin = after(
        TwinOptions(farm_scoring=farm_scoring), "E 0,-1/2+sfNL", "U -1,0/1", "U 1,0/1+sfNL"
    )

    final = twin.breakdown(virtual=True)

    assert [(e.turn, e.kind, e.owners) for e in final] == [(None, "field", [0])] * len(entries)
    assert [(e.tiles, e.points) for e in final] == entries


@pytest.mark.parametrize("farm_scoring", ("current", "second", "first"))
def test_farm_without_cities(farm_scoring: str) -> None:
    """A farm without cities has an entry of its own by the current rule only."""
    twin = after(TwinOptions(farm_scoring=farm_scoring), "B 0,1/0+sfNL")
    farm = Entry(None, "field", [(0, 0), (0, 1)], [0], 0)

    assert twin.breakdown(virtual=True) == ([farm] if farm_scoring == "current" else [])


def test_no_farmers() -> None:
    """With farms off, no figure may be placed on a field."""
    twin = Twin(TwinOptions(farm_scoring="off"))
    twin.draw("E")

    assert len(twin.moves()) == 8
    assert not any("+sf" in move for move in twin.moves())


@pytest.mark.parametrize("options", _RANDOM_GAMES.values(), ids=list(_RANDOM_GAMES))
def test_random_game(options: TwinOptions) -> None:
    """A random game keeps its sums: points, figures, tiles, places."""
    twin = random_game(options, random.Random(1))
    scores = twin.scores()
    standing = Counter((seat, size) for _, _, seat, size, _ in twin.figures())
    figures = [
        tuple(left + standing[seat, size] for left, size in zip(s, SIZES.values(), strict=True))
        for seat, s in enumerate(twin.supplies())
    ]

    assert twin.phase == "end"
    assert totals(twin.breakdown(), options.seats) == scores == twin.virtual_scores()
    assert len(set(figures)) == 1
    assert figures[0] == Twin(options).supplies()[0]
    assert len(twin.tiles()) == twin.turn + 1
    assert [scores[seat] == max(scores) for seat in range(options.seats)] == [
        place == 1 for place in twin.ranking()
    ]


def test_ranking_shares_places() -> None:
    """Seats with the same score share a place, and the next place is left out."""
    twin = Twin(TwinOptions(seats=4))
    twin._entries = [Entry(0, "road", [(0, 0)], [1, 3], 4), Entry(1, "road", [(0, 0)], [0], 2)]

    assert twin.ranking() == [3, 1, 4, 1]


# Playing


def test_copies_are_independent() -> None:
    """Playing a copy on leaves the original as it was."""
    twin = after(TwinOptions(), "F 0,-1/1+scS")
    copy = twin.copy()
    copy.draw("E")
    copy.play("0,-2/2")

    assert (twin.phase, twin.turn, twin.scores()) == ("draw", 1, [0, 0])
    assert (len(twin.tiles()), len(twin.figures()), twin.bag()["E"]) == (2, 1, 5)


def test_perft() -> None:
    """Perft counts moves, skips unplaceable draws, and adds up over the first move."""
    start = Twin(TwinOptions())
    drawn = start.copy()
    drawn.draw("E")
    total = 0
    for move in drawn.moves():
        follower = drawn.copy()
        follower.play(move)
        total += perft(follower, ["V"], 1)
    lone = Twin(TwinOptions(start=("B", 0, 0, 0)))

    assert perft(start, ["E"], 1) == 12  # four places, each with a knight, a farmer, nobody
    assert perft(start, ["E", "V"], 2) == total
    assert perft(lone, ["C", "E"], 1) == perft(lone, ["E"], 1)
    with pytest.raises(ValueError, match="another draw"):
        perft(lone, ["C"], 1)
