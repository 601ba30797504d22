"""The native core and its slow twin play the same game, and every answer is compared.

One road to an answer is fast C++ with incremental bookkeeping, the other plain Python that searches
the board each time it is asked; where both agree at every step of many games, neither is wrong by
accident.
"""

import itertools
import random
from collections.abc import Iterator, Sequence

from carcbot import _native
from tests.twin.options import TwinOptions
from tests.twin.state import Twin

State = _native.carcassonne.State

# Every option with all its values. Expansions are three options here: each may be in play or not.
OPTION_VALUES: dict[str, tuple[object, ...]] = {
    "seats": (2, 3, 4, 5, 6),
    "river": (False, True),
    "inns_and_cathedrals": (False, True),
    "abbot": (False, True),
    "farm_scoring": ("current", "second", "first", "off"),
    "two_tile_city": (4, 2),
    "unplaceable": ("discard", "return_to_bag", "bottom"),
    "river_start_tile": ("removed", "kept"),
    "river_rule": ("immediate", "strict"),
    "river_look_ahead": (True, False),
    "inn_on_EC": ("classic", "c2"),
}
_EXPANSIONS = ("river", "inns_and_cathedrals", "abbot")

Setting = dict[str, object]


def playable(setting: Setting) -> bool:
    """Whether the settings go together: six seats need the sixth colour."""
    return setting.get("seats") != 6 or setting.get("inns_and_cathedrals") is not False


def covering_array(strength: int) -> list[Setting]:
    """Settings such that any `strength` options meet in every playable combination of values."""
    wanted = {
        combination
        for names in itertools.combinations(OPTION_VALUES, strength)
        for combination in _combinations(names)
        if playable(dict(combination))
    }
    rng = random.Random(strength)
    rows: list[Setting] = []
    while wanted:
        seed = dict(min(wanted, key=repr))
        candidates = [_complete(seed, rng) for _ in range(30)]
        best = max(candidates, key=lambda row: len(_covered(row, strength) & wanted))
        wanted -= _covered(best, strength)
        rows.append(best)
    return rows


def _combinations(names: Sequence[str]) -> Iterator[tuple[tuple[str, object], ...]]:
    for values in itertools.product(*(OPTION_VALUES[name] for name in names)):
        yield tuple(zip(names, values, strict=True))


def _complete(seed: Setting, rng: random.Random) -> Setting:
    while True:
        row = {name: seed.get(name, rng.choice(values)) for name, values in OPTION_VALUES.items()}
        if playable(row):
            return row


def _covered(row: Setting, strength: int) -> set[tuple[tuple[str, object], ...]]:
    return set(itertools.combinations(row.items(), strength))


def twin_options(setting: Setting) -> TwinOptions:
    """The twin's options for a row of a covering array."""
    rest = {name: value for name, value in setting.items() if name not in _EXPANSIONS}
    expansions = frozenset(name for name in _EXPANSIONS if setting[name])
    return TwinOptions(expansions=expansions, **rest)  # type: ignore[arg-type]


def options_text(options: TwinOptions) -> str:
    """The core's text for the twin's options."""
    parts = [f"seats={options.seats}"]
    if options.expansions:
        parts.append("expansions=" + "+".join(sorted(options.expansions)))
    names = ("farm_scoring", "two_tile_city", "unplaceable", "river_start_tile", "river_rule")
    parts.extend(f"{name}={getattr(options, name)}" for name in names)
    parts.append(f"river_look_ahead={'on' if options.river_look_ahead else 'off'}")
    parts.append(f"inn_on_EC={options.inn_on_EC}")
    if options.start is not None:
        kind, x, y, rot = options.start
        parts.append(f"start={kind}{rot}@{x},{y}")
    return ",".join(parts)


def compare(core: State, twin: Twin) -> None:
    """Everything that both can say about the same position."""
    to_move = {"draw": -1, "place": twin.seat, "end": -2}[twin.phase]
    assert core.to_move == to_move
    assert core.turn == twin.turn + (not core.over)
    assert core.hand == twin.hand
    assert dict(core.outcomes()) == twin.outcomes()
    moves = core.legal_moves()
    assert len(set(moves)) == len(moves)
    assert set(moves) == twin.moves()
    assert core.scores() == twin.scores()
    assert core.virtual_scores() == twin.virtual_scores()
    assert [tuple(supply) for supply in core.supplies()] == twin.supplies()
    assert {(x, y): (kind, rot) for x, y, kind, rot in core.tiles()} == twin.tiles()
    assert core_figures(core) == twin.figures()
    assert core.bag() == twin.bag()
    assert core.bottom() == twin.bottom()
    assert core.digest == core.recomputed_digest()


def core_figures(core: State) -> set[tuple[int, int, int, str, str]]:
    """The core's figures as the twin writes them: x, y, seat, figure, target."""
    letters = {"city": "c", "road": "r", "field": "f", "cloister": "m", "garden": "g"}
    return {
        (x, y, seat, figure, letters[on] + {"interior": "*"}.get(at or "", at or ""))
        for x, y, seat, figure, on, at in core.figures()
    }


def compare_breakdowns(core: State, twin: Twin) -> None:
    """The score sheets, as they stand and as if the game ended now."""
    for as_if_over in (False, True):
        expected = [
            (entry.turn, entry.kind, list(entry.tiles), list(entry.owners), entry.points)
            for entry in twin.breakdown(virtual=as_if_over)
        ]
        found = core.breakdown(as_if_over=as_if_over)
        assert sorted(map(list, found), key=repr) == sorted(map(list, expected), key=repr)
        points = [0] * core.seats
        for _, _, _, owners, each in found:
            for seat in owners:
                points[seat] += each
        assert points == (core.virtual_scores() if as_if_over else core.scores())


def play_side_by_side(options: TwinOptions, seed: int) -> int:
    """A random game in both, compared at each step; returns the number of turns."""
    rng = random.Random(seed)
    twin = Twin(options)
    core = _native.carcassonne.new_game(options_text(options))
    restored_at = rng.randrange(100)
    while twin.phase != "end":
        compare(core, twin)
        if twin.turn == restored_at:
            core = _restored(core, twin)
        if twin.phase == "draw":
            outcomes = twin.outcomes()
            (kind,) = rng.choices(list(outcomes), weights=list(outcomes.values()))
            twin.draw(kind)
            core.apply(kind)
        else:
            if rng.random() < 0.1:
                compare_breakdowns(core, twin)
            move = rng.choice(sorted(twin.moves()))
            twin.play(move)
            core.apply(move)
    compare(core, twin)
    compare_breakdowns(core, twin)
    assert core.ranking() == twin.ranking()
    return twin.turn


def _restored(core: State, twin: Twin) -> State:
    """The position from its text, which must be as good as the one that was played."""
    restored = _native.carcassonne.parse_position(core.text)
    assert restored.text == core.text
    assert restored.digest == core.digest
    compare(restored, twin)
    return core
