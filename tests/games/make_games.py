"""Writes games.json of games with secrets in protocol/games: whole games, as everybody sees them.

    python -m tests.games.make_games

makes them anew. `test_games_in_protocol` makes them too and compares, so a change of play shows
itself there; whoever meant it runs this and commits what it wrote.
"""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from carcbot.games import registry
from carcbot.games.contract import CHANCE, State, seen_ply, view_of
from carcbot.games.random_plies import draw
from tests.games.random_games import OPTION_SETS, random_record
from tests.games.thurn_and_taxis.players import purposeful
from tests.games.thurn_and_taxis.twin import SlowThurnAndTaxis

__all__ = ["NAMES", "PROTOCOL", "Json", "text_of"]

_GAMES = {"hoard": 1, "kuhn": None, "thurn_and_taxis": 1}
"""How many with each set of options; None: every game that there is."""
_CUT = "cut=24"
"""Of long games only so many turns are written, for the files come with wheels."""
NAMES = tuple(_GAMES)
Json = dict[str, Any]
PROTOCOL = Path(__file__).parent.parent.parent / "protocol" / "games"
_SCHEMA = (
    "games, each with its options and all its plies. before: the position before the ply, with its "
    "digest, whose decision it is (-1: a draw, -2: over), the turn and its step, the points, and "
    "the view of each seat and last of everybody, with its digest and the moves that are legal "
    "there. ply: the draw or move; seen: what each seat sees of it and last everybody. The last "
    "one has no ply"
)


def _all_games(state: State) -> Iterator[list[str]]:
    """The plies of every game that can follow."""
    if state.over:
        yield []
    for ply in (*state.legal_moves(), *dict(state.outcomes())):
        after = state.copy()
        after.apply(ply)
        yield from ([ply, *rest] for rest in _all_games(after))


def _told(state: State) -> Json:
    viewers = (*range(state.seats), None)
    views = [view_of(state, viewer) for viewer in viewers]
    return {
        "position": state.text,
        "digest": f"{state.digest:016x}",
        "to_move": state.to_move,
        "turn": state.turn,
        "step": state.step,
        "scores": state.scores(),
        "views": [[view.text, f"{view.digest:016x}", view.legal_moves()] for view in views],
    }


def _game(name: str, options: str, plies: list[str]) -> Json:
    state = registry.get(name).new(options)
    steps: list[Json] = []
    for ply in plies:
        seen = [seen_ply(state, ply, viewer) for viewer in (*range(state.seats), None)]
        steps.append({"before": _told(state), "ply": ply, "seen": seen})
        state.apply(ply)
    steps.append({"before": _told(state)})
    return {"options": state.options, "ranking": state.ranking(), "plies": steps}


def _plies(name: str, options: str, seed: int) -> list[str]:
    """A game of random players, or of purposeful ones where random ones hardly score."""
    if name != "thurn_and_taxis":
        return list(random_record(name, options, seed).plies)
    rng, plies = random.Random(seed), []
    state, twin = registry.get(name).new(options), SlowThurnAndTaxis(options)
    while not state.over:
        ply = draw(state, rng) if state.to_move == CHANCE else purposeful(twin, rng)
        plies.append(ply)
        state.apply(ply)
        twin.apply(ply)
    return plies


def games(name: str) -> Json:
    """What the file of a game holds."""
    found: list[Json] = []
    for options in (re.sub(r"cut=\d+", _CUT, each) for each in OPTION_SETS[name]):
        count = _GAMES[name]
        if count is None:
            found += [
                _game(name, options, plies) for plies in _all_games(registry.get(name).new(options))
            ]
        else:
            found += [_game(name, options, _plies(name, options, seed)) for seed in range(count)]
    return {"title": f"Games of {registry.get(name).title}", "schema": _SCHEMA, "games": found}


def text_of(name: str) -> str:
    """The same as the file has it, with a game on each line, so that changes can be read."""
    content = games(name)
    head = {key: value for key, value in content.items() if key != "games"}
    lines = ",\n".join("  " + json.dumps(game) for game in content["games"])
    return json.dumps(head, indent=1)[:-2] + f',\n "games": [\n{lines}\n ]\n}}\n'


def main() -> None:
    """Writes the files."""
    for name in NAMES:
        (PROTOCOL / name / "games.json").write_text(text_of(name))


if __name__ == "__main__":
    main()
