"""Writes the data of protocol/games/carcassonne that the core answers for.

    python -m tests.games.carcassonne.make_protocol

makes vectors.json and perft/*.json anew. The tests make them too and compare, so a change of play
shows itself there; whoever meant it runs this and commits what it wrote.
"""

import json
import random
from itertools import count

from carcbot.errors import InputError
from tests.games.carcassonne.random_play import OPTION_SETS, is_draw, new_game, random_ply
from tests.games.carcassonne.reference import PROTOCOL, Json, State

VECTORS_PER_SET = 70
#: No count in a perft file is larger: a test has to reach it.
MOST_SEQUENCES = 3_000_000
PERFT_FILES = {
    "base": ("seats=2", "seats=5,farm_scoring=off", "seats=2,start=C0@3,-4"),
    "river": (
        "seats=2,expansions=river",
        "seats=3,expansions=river,river_rule=strict,river_look_ahead=off",
        "seats=2,expansions=river,river_start_tile=kept,river_look_ahead=off",
    ),
    "inns_and_cathedrals": (
        "seats=2,expansions=inns_and_cathedrals",
        "seats=3,expansions=inns_and_cathedrals,inn_on_EC=c2",
    ),
    "abbot": ("seats=2,expansions=abbot", "seats=4,expansions=abbot,farm_scoring=off"),
    "six_seats": (
        "seats=6,expansions=inns_and_cathedrals",
        "seats=6,expansions=river+inns_and_cathedrals+abbot",
    ),
    "unplaceable": (
        "seats=2,start=B0@0,0",
        "seats=2,unplaceable=return_to_bag,start=B0@0,0",
        "seats=2,unplaceable=bottom,start=B0@0,0",
    ),
}
#: How far into a random game the counting begins, in moves.
PERFT_STARTS = (0, 12, 40, 66)


def vectors() -> Json:
    """Positions of random games with their digests, from the first draw to the end."""
    rows: list[list[str]] = []
    for number, options in enumerate(OPTION_SETS):
        rng = random.Random(number)
        seen: dict[str, int] = {}
        while len(seen) < VECTORS_PER_SET:
            state = new_game(options)
            # Short texts for the most part, and a few long ones with every kind of content.
            last = rng.choice((10, 30, 60, 1000))
            chosen = sorted(rng.sample(range(last), min(last, 6)))
            for step in count():
                if step in chosen or (state.over and last == 1000):
                    seen[state.text] = state.digest
                if state.over or step == last:
                    break
                state.apply(random_ply(state, rng))
        rows += [[text, f"{digest:016x}"] for text, digest in seen.items()][:VECTORS_PER_SET]
    return {
        "title": "Digests of positions of Carcassonne",
        "schema": "rows of [position, digest]: notation.md says how to read the position, "
        "digest.md how the digest follows from it, here written as 16 hexadecimal digits",
        "positions": rows,
    }


def perft_file(name: str) -> Json:
    """The counts of one file, found by the core."""
    cases = [
        perft_case(options, moves, random.Random(f"{name} {options} {moves}"))
        for options in PERFT_FILES[name]
        for moves in PERFT_STARTS
    ]
    return {
        "title": "Sequences of moves in Carcassonne when the draws are given",
        "schema": "cases of {game, draws, sequences}. Play the game, then count the different "
        "sequences of 1, 2, 3, ... moves that may follow when chance gives the draws in this "
        "order, one whenever a tile is to be drawn. A drawn tile that nobody can lay takes one "
        "draw from the list too. A sequence that ends the game early does not count",
        "cases": cases,
    }


def perft_case(options: str, moves: int, rng: random.Random) -> Json:
    """A random game of so many moves, draws to come, and the counts by the core."""
    while True:
        state = new_game(options)
        plies: list[str] = []
        while not state.over and (len(state.tiles()) <= moves or state.to_move >= 0):
            plies.append(random_ply(state, rng))
            state.apply(plies[-1])
        draws = random_draws(state, rng)
        sequences = counts(state, draws)
        if sequences:
            game = " ".join(["carcassonne/1 game", state.options, *plies])
            return {"game": game, "draws": draws, "sequences": sequences}


def random_draws(state: State, rng: random.Random) -> list[str]:
    """Draws as they come in a random game that goes on from here."""
    state = state.copy()
    draws: list[str] = []
    while not state.over and len(draws) < 12:
        ply = random_ply(state, rng)
        state.apply(ply)
        if is_draw(ply):
            draws.append(ply)
    return draws


def counts(state: State, draws: list[str]) -> list[int]:
    """The number of sequences by length, as long as they can be counted soon."""
    sequences: list[int] = []
    for depth in range(1, len(draws) + 1):
        try:
            found = state.perft(draws, depth)
        except InputError:
            # On another path a tile was laid that was put back on this one, or the other way round.
            break
        if found == 0:
            break
        sequences.append(found)
        branching = found / sequences[-2] if depth > 1 else found
        if found * branching > MOST_SEQUENCES:
            break
    return sequences


def rows_to_text(content: Json, rows: str) -> str:
    """JSON with one row of its long list on each line, so that changes can be read."""
    head = {key: value for key, value in content.items() if key != rows}
    lines = ",\n".join("  " + json.dumps(row) for row in content[rows])
    return json.dumps(head, indent=1)[:-2] + f',\n "{rows}": [\n{lines}\n ]\n}}\n'


def main() -> None:
    """Writes the files."""
    path = PROTOCOL / "vectors.json"
    path.write_text(rows_to_text(vectors(), "positions"), encoding="utf-8")
    (PROTOCOL / "perft").mkdir(exist_ok=True)
    for name in PERFT_FILES:
        path = PROTOCOL / "perft" / f"{name}.json"
        path.write_text(rows_to_text(perft_file(name), "cases"), encoding="utf-8")


if __name__ == "__main__":
    main()
