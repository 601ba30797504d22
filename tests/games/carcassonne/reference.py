"""The worked examples and recorded games of protocol/games/carcassonne, in the core's own words."""

import json
from pathlib import Path
from typing import Any

from carcbot import _native

Json = dict[str, Any]
State = _native.carcassonne.State

PROTOCOL = Path(__file__).parents[3] / "protocol" / "games" / "carcassonne"

_LETTERS = {"city": "c", "road": "r", "field": "f", "cloister": "m", "garden": "g"}


def load(name: str) -> Json:
    """A JSON file of the protocol."""
    content: Json = json.loads((PROTOCOL / name).read_text(encoding="utf-8"))
    return content


def recorded_games() -> list[Json]:
    """The games of games.jsonl."""
    text = (PROTOCOL / "games.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def options_text(config: Json) -> str:
    """The options that a config stands for; those games keep all D tiles in the bag."""
    start = config["start"]
    expansions = [name for name in config["sets"] if name != "base"]
    parts = [
        f"seats={config['players']}",
        *(["expansions=" + "+".join(expansions)] if expansions else []),
        f"farm_scoring={config['farm_scoring']}",
        f"two_tile_city={config['two_tile_city']}",
        "river_start_tile=kept",
        f"river_rule={config.get('river_rule', 'immediate')}",
        f"inn_on_EC={config['inn_on_EC']}",
        f"start={start['tile']}{start['rot']}@{start['x']},{start['y']}",
    ]
    return ",".join(parts)


def new_game(config: Json) -> State:
    """The position before the first draw."""
    return _native.carcassonne.new_game(options_text(config))


def figure_text(kind: str, on: str, at: str | None) -> str:
    """The part of a move's text that puts a figure."""
    port = {"interior": "*", None: ""}.get(at, at)
    return f"+{kind[0]}{_LETTERS[on]}{port}"


def points_in_play(state: State) -> list[int]:
    """The points of each seat without the final scoring, also after the end."""
    points = [0] * state.seats
    for turn, _, _, owners, each in state.breakdown():
        if turn is not None:
            for seat in owners:
                points[seat] += each
    return points
