"""A program that plays over `carcbot bot run --stdio` in the proof of soak: always the first chip.

It knows nothing between two messages but its open offers, so it may be killed at any moment.
"""

import json
import sys
from itertools import count
from typing import Any

_SEEK = {"type": "seek", "terms": {"game": "pot", "options": "seats=2"}, "expires_s": 10}


def main() -> None:
    """Seeks one match after the other, and takes every chip."""
    numbers = count(1)
    offers: set[str] = set()

    def say(message: dict[str, Any]) -> None:
        print(json.dumps({"id": next(numbers), **message}), flush=True)

    for line in sys.stdin:
        heard = json.loads(line)
        match heard["type"]:
            case "hello":
                say({"type": "hello", "product": "soak/1"})
            case "ack" if "welcome" in heard:
                offers.clear()
                say({"type": "capacity", "matches": 1})
                for seat in heard["welcome"]["seats"]:
                    say({"type": "resume", "match": seat["match"], "last_seq": seat["seq"]})
                say(_SEEK)
            case "ack" if "offer" in heard:
                offers.add(heard["offer"])
            case "offer_over":
                offers.discard(heard["offer"])
                if not offers:
                    say(_SEEK)
            case "request":
                move = {"match": heard["match"], "seq": heard["seq"], "move": "take"}
                say({"type": "move", **move})


if __name__ == "__main__":
    main()
