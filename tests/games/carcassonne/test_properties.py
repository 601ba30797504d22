"""What holds in every game of Carcassonne, whoever plays it."""

import random
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot import _native
from tests.games.carcassonne.random_play import (
    OPTION_SETS,
    State,
    new_game,
    positions,
    random_ply,
)
from tests.hypothesis_profiles import examples

OPTIONS = st.sampled_from(OPTION_SETS)
SEEDS = st.integers(0, 2**32 - 1)

# ---------------------------------------------------------------- figures and points


@examples(15)
@given(options=OPTIONS, seed=SEEDS)
def test_figures_are_conserved(options: str, seed: int) -> None:
    """A figure is in its supply or on the board, one on a tile, and never on the start tile."""
    for state in positions(options, seed):
        has_big, has_abbot = "inns_and_cathedrals" in options, "abbot" in options
        on_board = Counter((seat, figure) for _, _, seat, figure, _, _ in state.figures())
        for seat, supply in enumerate(state.supplies()):
            names = ("small", "big", "abbot")
            both = [n + on_board[seat, name] for n, name in zip(supply, names, strict=True)]
            assert both == [7, has_big, has_abbot]
        cells = [(x, y) for x, y, *_ in state.figures()]
        assert len(cells) == len(set(cells))
        assert state.tiles()[0][:2] not in cells


@examples(15)
@given(options=OPTIONS, seed=SEEDS)
def test_a_feature_is_scored_once(options: str, seed: int) -> None:
    """No city, road, cloister or garden pays twice, and each line of the sheet took a figure."""
    *_, last = positions(options, seed)
    sheet = last.breakdown()
    closable = [(kind, tuple(tiles)) for _, kind, tiles, _, _ in sheet if kind != "field"]
    assert len(closable) == len(set(closable))
    if "farm_scoring=off" in options:
        assert not any(kind == "field" for _, kind, *_ in sheet)
    for turn, kind, tiles, owners, points in sheet:
        assert turn is None or 0 <= turn < len(last.tiles()) - 1
        assert (turn is None) or kind != "field"
        assert owners
        assert points >= (0 if turn is None else 1)
        assert set(tiles) <= {(x, y) for x, y, _, _ in last.tiles()}


@examples(15)
@given(options=OPTIONS, seed=SEEDS)
def test_points_only_grow_and_stay_within_bounds(options: str, seed: int) -> None:
    """Points never fall, the final ones lie within every bound told before, and turns run out."""
    played = list(positions(options, seed))
    final = played[-1].scores()
    before = [0] * len(final)
    for state in played:
        now = state.scores()
        assert all(a <= b for a, b in zip(before, now, strict=True))
        before = now
        for seat, points in enumerate(final):
            low, high = state.value_bounds(seat)
            assert low <= points <= high
            assert low <= state.virtual_scores()[seat] <= high
    assert [played[-1].turns_left(seat) for seat in range(len(final))] == [0] * len(final)


@examples(8)
@given(options=OPTIONS, seed=SEEDS)
def test_turns_left_count_down(options: str, seed: int) -> None:
    """The estimate of turns left is exact when no tile is lost, and never too low."""
    played = list(positions(options, seed))
    moves = [state.to_move for state in played if state.to_move >= 0]
    lost = sum(played[0].bag().values()) - len(moves)
    made = 0
    for state in played:
        for seat in range(state.seats):
            told = state.turns_left(seat)
            real = moves[made:].count(seat)
            assert real <= told <= real + lost
        made += state.to_move >= 0


# ---------------------------------------------------------------- order and symmetry


@examples(10)
@given(inns=st.booleans(), seed=SEEDS)
def test_the_order_of_laying_does_not_matter(inns: bool, seed: int) -> None:  # noqa: FBT001 - drawn
    """The same tiles laid in another order without figures are the same position, for good."""
    options = "seats=2,expansions=abbot" + "+inns_and_cathedrals" * inns
    rng = random.Random(seed)
    board = new_game(options)
    while len(board.tiles()) < 40:
        ply = random_ply(board, rng)
        board.apply(re.sub(r"[+^].*", "", ply))
    orders = [lay_again(options, board, rng) for _ in range(3)]
    assert len({state.text for state in orders}) == 1
    assert len({state.digest for state in orders}) == 1

    while not orders[0].over:
        assert len({tuple(sorted(state.legal_moves())) for state in orders}) == 1
        assert len({tuple(state.virtual_scores()) for state in orders}) == 1
        ply = random_ply(orders[0], rng)
        for state in orders:
            state.apply(ply)
    sheets = [sorted(map(repr, state.breakdown())) for state in orders]
    assert sheets[0] == sheets[1] == sheets[2]


def lay_again(options: str, board: State, rng: random.Random) -> State:
    """The tiles of a board laid in some order in which each touches another."""
    state = new_game(options)
    (start, *left) = board.tiles()
    laid = {start[:2]}
    while left:
        reachable = [tile for tile in left if laid & around(tile[0], tile[1])]
        tile = rng.choice(reachable)
        x, y, kind, rotation = tile
        state.apply(kind)
        state.apply(f"{x},{y}/{rotation}")
        laid.add((x, y))
        left.remove(tile)
    return state


def around(x: int, y: int) -> set[tuple[int, int]]:
    """The four cells beside a cell."""
    return {(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)}


@examples(10)
@given(options=OPTIONS, seed=SEEDS, quarters=st.integers(1, 3))
def test_a_turned_board_is_the_same_game(options: str, seed: int, quarters: int) -> None:
    """With the start tile and every move turned, there are the same moves and the same points."""
    straight = new_game(re.sub(",start=.*", "", options))
    start = "RA" if "river" in options else "D"
    turned = new_game(re.sub(",start=.*", "", options) + f",start={start}{quarters}@0,0")
    rng = random.Random(seed)
    while not straight.over:
        ply = random_ply(straight, rng)
        if straight.to_move < 0:
            straight.apply(ply)
            turned.apply(ply)
            continue
        moves = straight.legal_moves()
        assert len(moves) == len(turned.legal_moves())
        if rng.random() < 0.05:
            images = {turned.canonical_move(turn_move(move, quarters)) for move in moves}
            assert images == set(turned.legal_moves())
        straight.apply(ply)
        turned.apply(turn_move(ply, quarters))
        assert straight.scores() == turned.scores()
        assert straight.virtual_scores() == turned.virtual_scores()
    assert turned.over
    assert straight.supplies() == turned.supplies()


def turn_move(move: str, quarters: int) -> str:
    """The move as it looks on a board turned clockwise."""
    match = re.fullmatch(r"(-?\d+),(-?\d+)/(\d)(.*)", move)
    assert match is not None
    x, y, rotation, rest = int(match[1]), int(match[2]), int(match[3]), match[4]
    for _ in range(quarters):
        x, y = -y, x
    edges = "NESW"
    shifted = edges[quarters:] + edges[:quarters]
    # only the letters of edges are capitals, the halves L and R of an edge stay what they are
    return f"{x},{y}/{(rotation + quarters) % 4}" + rest.translate(str.maketrans(edges, shifted))


# ---------------------------------------------------------------- identity and text


def test_digests_are_equal_when_texts_are() -> None:
    """Over many positions of many games, the digest tells apart exactly what the text tells."""
    digest_of: dict[str, int] = {}
    for options in OPTION_SETS:
        for seed in range(8):
            for state in positions(options, seed):
                assert digest_of.setdefault(state.text, state.digest) == state.digest
                assert state.recomputed_digest() == state.digest
    assert len(set(digest_of.values())) == len(digest_of) > 15_000


@examples(10)
@given(options=OPTIONS, seed=SEEDS)
def test_a_restored_position_goes_on_alike(options: str, seed: int) -> None:
    """A position read from its text offers what the played one offers, and plays on alike."""
    rng = random.Random(seed)
    played = new_game(options)
    restored = new_game(options)
    while not played.over:
        if rng.random() < 0.1:
            restored = _native.carcassonne.parse_position(played.text)
        assert restored.text == played.text
        assert restored.digest == played.digest
        assert restored.legal_moves() == played.legal_moves()
        assert restored.outcomes() == played.outcomes()
        assert restored.supplies() == played.supplies()
        assert restored.virtual_scores() == played.virtual_scores()
        ply = random_ply(played, rng)
        played.apply(ply)
        restored.apply(ply)
    assert restored.scores() == played.scores()
    assert restored.ranking() == played.ranking()


# ---------------------------------------------------------------- tiles that nobody can lay


@pytest.mark.parametrize(
    ("rule", "left", "bottom"),
    (("discard", 0, []), ("return_to_bag", 1, []), ("bottom", 1, ["C"])),
)
def test_an_unplaceable_tile_goes_where_the_option_says(
    rule: str, left: int, bottom: list[str]
) -> None:
    """C fits nowhere beside a lone B: it is gone, in the bag, or known to lie at the bottom."""
    state = new_game(f"seats=2,unplaceable={rule},start=B0@0,0")
    state.apply("C")
    assert state.hand is None
    assert state.to_move == -1
    assert state.bag().get("C", 0) == left
    assert state.bottom() == bottom
    assert dict(state.outcomes()).get("C", 0) == (1 if rule == "return_to_bag" else 0)
    assert _native.carcassonne.parse_position(state.text).digest == state.digest


@pytest.mark.parametrize("rule", ("discard", "return_to_bag", "bottom"))
def test_the_game_ends_when_nothing_can_be_laid(rule: str) -> None:
    """When the one tile left fits nowhere the game is over, and its tile is where it belongs."""
    state = _native.carcassonne.parse_position(
        f"carcassonne/1 position seats=2,unplaceable={rule},start=B0@0,0 B0@0,0 0:0 draw:0 C1 -"
    )
    state.apply("C")
    assert state.over
    assert state.bag() == ({} if rule == "discard" else {"C": 1})
    assert _native.carcassonne.parse_position(state.text).digest == state.digest


def test_the_queue_is_drawn_in_its_order() -> None:
    """When the unknown rest is used up the bottom comes from its front, one certain tile a time."""
    state = _native.carcassonne.parse_position(
        "carcassonne/1 position seats=2,unplaceable=bottom,start=B0@0,0 B0@0,0 0:0 draw:0 - C.V.E"
    )
    assert state.outcomes() == [("C", 1)]
    state.apply("C")
    assert state.bottom() == ["V", "E", "C"]
    assert state.outcomes() == [("V", 1)]
    state.apply("V")
    assert state.hand == "V"
    state.apply("0,1/0")
    assert state.outcomes() == [("E", 1)]


# ---------------------------------------------------------------- the river


@pytest.mark.parametrize("rule", ("immediate", "strict"))
def test_the_river_is_always_finished(rule: str) -> None:
    """With look-ahead the lake is laid in every game; by the strict rule every river tile is."""
    for seed in range(200):
        state = new_game(f"seats=2,expansions=river,river_rule={rule}")
        rng = random.Random(seed)
        while any(kind.startswith("R") and kind != "R" for kind in state.bag()):
            state.apply(random_ply(state, rng))
        if state.hand:
            state.apply(random_ply(state, rng))
        river = [kind for _, _, kind, _ in state.tiles() if kind.startswith("R") and kind != "R"]
        assert river[-1] == "RL"
        if rule == "strict":
            assert len(river) == 12
