"""A program that speaks the protocol in lines and does what it is told, for the tests of contests.

Started as ``python programs.py HOW``: it plays the first legal move, and after some of them does
what HOW says.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from carcbot.games import registry

if TYPE_CHECKING:
    from carcbot.games.contract import State

_MOVES_BEFORE = 3


def say(kind: str, **fields: object) -> None:
    """Says a command."""
    write(json.dumps({"type": kind, "id": 1, **fields}))


def write(line: str) -> None:
    """Says a line."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def slip() -> None:
    """Fails."""
    raise RuntimeError("a slip")


def close() -> None:
    """Says nothing more, and stays."""
    os.close(1)
    time.sleep(60)


def forget_id(match: str, seq: int) -> None:
    """Moves without saying which command this is, and waits for an answer."""
    write(json.dumps({"type": "move", "match": match, "seq": seq, "move": "0,1/0"}))
    time.sleep(60)


MISDEEDS: dict[str, Callable[[str, int], object]] = {
    "cheat": lambda match, seq: say("move", match=match, seq=seq, move="90,90/0"),
    "crash": lambda *_: slip(),
    "leave": lambda *_: sys.exit(0),
    "die": lambda *_: os.abort(),
    "close": lambda *_: close(),
    "hang": lambda *_: time.sleep(60),
    "babble": lambda *_: write("\n".join(["what?"] * 30)),
    "rant": lambda *_: write("x" * 2_000_000),
    "resign": lambda match, _: say("resign", match=match),
    "nameless": forget_id,
    "late": lambda *_: time.sleep(0.5),
}
"""What no program should do, by its name."""


def main(how: str) -> None:
    """Plays one match."""
    state: State | None = None
    left = _MOVES_BEFORE
    seat = -1
    sys.stderr.write("here I am\n")
    for line in sys.stdin:
        said: dict[str, Any] = json.loads(line)
        match said["type"]:
            case "hello":
                if how == "mute":
                    time.sleep(60)
                if how == "stillborn":
                    sys.exit(7)
                say("hello", product="test/1")
            case "ack" if "welcome" in said:
                (place,) = said["welcome"]["seats"]
                say("resume", match=place["match"], last_seq=0)
            case "start":
                state = registry.get(said["game"]).new(said["options"])
                seat = said["seat"]
            case "draw" | "move" if state is not None:
                state.apply(said[said["type"]])
            case "request" if state is not None and said["seat"] == seat:
                left -= 1
                if left < 0 and how in MISDEEDS:
                    MISDEEDS[how](said["match"], said["seq"])
                move = state.legal_moves()[0]
                thought = {"nodes": 5}
                say("move", match=said["match"], seq=said["seq"], move=move, analysis=thought)


if __name__ == "__main__":
    if sys.argv[1] == "unborn":
        sys.exit("not today\nnor tomorrow")
    main(sys.argv[1])
