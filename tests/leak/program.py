"""A program that plays the moves it is given, and notes every line that it is told.

Started as ``python program.py MOVE MOVE ...``.
"""

import json
import os
import sys
from pathlib import Path


def say(kind: str, **fields: object) -> None:
    """Says a command."""
    sys.stdout.write(json.dumps({"type": kind, "id": 1, **fields}) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Plays a match, until there are no more moves."""
    moves = iter(sys.argv[1:])
    with Path(os.environ["CARCBOT_SPY"]).open("a") as file:
        for line in sys.stdin:
            file.write(line)
            file.flush()
            message = json.loads(line)
            if message["type"] == "hello":
                say("hello", product="program/1", token="")
            elif "welcome" in message:
                for seat in message["welcome"]["seats"]:
                    say("resume", match=seat["match"])
            elif message["type"] == "request":
                move = next(moves, None)
                if move is None:
                    return
                say("move", match=message["match"], seq=message["seq"] + 9, move=move)
                say("desync", match=message["match"], seq=message["seq"], digest="0" * 16)
                say("resign", match="another")
                say("move", match=message["match"], seq=message["seq"], move=move)


if __name__ == "__main__":
    main()
