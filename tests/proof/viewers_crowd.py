"""The viewers of the proof of viewers: connections as a page has one, in a process of their own.

`python -m tests.proof.viewers_crowd PORT TABLES VIEWERS` prints a line when all of them watch;
after a line of input it prints, as JSON, which move was seen when, and how many pictures came.
"""

import json
import os
import selectors
import sys
import time

from tests.proof.load_generator import Client

_MOVE = b'{"type":"move",'
_PICTURE = b'{"type":"picture",'


def watching(port: int, viewer: int, tables: int) -> Client:
    """A viewer who sees everything at one of the tables."""
    client = Client(port, viewer % tables, 0)
    client.send(
        b'{"type":"hello","id":1,"product":"page","token":"viewer-%d","features":["pictures"]}'
        % viewer
    )
    client.until(b'"welcome"')
    client.send(b'{"type":"watch","id":2,"match":"%d-0","last_seq":0}' % client.table)
    client.until(_PICTURE)
    return client


def main(port: int, tables: int, viewers: int) -> None:
    """Watches until it is told to stop."""
    selector = selectors.DefaultSelector()
    for viewer in range(viewers):
        client = watching(port, viewer, tables)
        selector.register(client.socket, selectors.EVENT_READ, client)
    selector.register(sys.stdin, selectors.EVENT_READ)
    print("all watch", flush=True)
    seen: list[tuple[int, int, int]] = []
    pictures = lost = 0
    goes_on = True
    while goes_on:
        for key, _ in selector.select():
            if key.fileobj is sys.stdin:
                goes_on = False
                continue
            frames = key.data.frames()
            now_ns = time.monotonic_ns()
            for frame in frames:
                pictures += frame.startswith(_PICTURE)
                if frame.startswith(_MOVE):
                    seen.append((key.data.table, json.loads(frame)["seq"], now_ns))
            if key.data.is_lost:
                lost += 1
                selector.unregister(key.fileobj)
    print(json.dumps({"seen": seen, "pictures": pictures, "lost": lost}), flush=True)


if __name__ == "__main__":
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    # on this core are the players too, who would not notice in life when a viewer begins to read
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    main(*(int(word) for word in sys.argv[1:]))
