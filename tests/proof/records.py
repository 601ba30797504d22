"""Proof that records are checked quickly: at least 10,000 of Carcassonne a minute on two cores.

Matches with random moves are made, signed, and written into a folder as they are and packed; then
`carcbot replay verify` checks the folder with two processes, as anybody would. Each record is read,
unpacked, its chain followed, every draw made again from the seed, every move and its clock judged,
and the signature checked. What each of these costs in one process is told beside it.

`python -m tests.proof.records --records 200 --matches 3 --least 0` is the short form.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from carcbot.match.chance.check import check_chance
from carcbot.referee import journal_reader
from carcbot.replay.packed import pack, unpack
from carcbot.replay.record import MatchRecord
from carcbot.replay.verification import GENUINE, verify
from tests.replay.records import PUBLIC, signed, text_of_match

_RUN = "from carcbot.cli.main import run; raise SystemExit(run())"
_ROUNDS = 5


def main() -> int:
    """Makes records, has them checked, prints the figures, and says whether it is quick enough."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=10_000, help="files in the folder")
    parser.add_argument("--matches", type=int, default=100, help="that are not the same")
    parser.add_argument("--least", type=float, default=10_000, help="records a minute")
    arguments = parser.parse_args()
    texts = [
        signed(text_of_match("carcassonne", "seats=2", seed)) for seed in range(arguments.matches)
    ]
    print(f"{len(texts)} matches, {sum(map(len, texts)) // len(texts)} bytes each")
    tell_parts(texts)
    slowest = float("inf")
    for name, form in (("as they are", bytes), ("packed", pack)):
        rate = checked(texts, arguments.records, form)
        slowest = min(slowest, rate)
        print(f"{arguments.records} records {name}: {rate:,.0f} a minute in two processes")
    return 0 if slowest >= arguments.least else 1


def tell_parts(texts: list[bytes]) -> None:
    """What the parts of a check cost in one process."""
    packed = [pack(text) for text in texts]
    records = [MatchRecord.read(text, "") for text in texts]
    parts: tuple[tuple[str, Callable[[int], object]], ...] = (
        ("unpacking", lambda i: unpack(packed[i], "")),
        ("reading, with the chain", lambda i: journal_reader.read(texts[i], "")),
        ("chance", lambda i: check_chance([line.event for line in records[i].events])),
        ("all but reading", lambda i: verify(records[i], PUBLIC)),
    )
    for name, work in parts:
        start_s = time.perf_counter()
        for _ in range(_ROUNDS):
            for i in range(len(texts)):
                work(i)
        spent_s = time.perf_counter() - start_s
        print(f"  {name}: {1000 * spent_s / _ROUNDS / len(texts):.2f} ms a record")


def checked(texts: list[bytes], count: int, form: Callable[[bytes], bytes]) -> float:
    """How many records a minute are checked, if all are found genuine."""
    forms = [form(text) for text in texts]
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            raw = forms[number % len(forms)]
            Path(folder, f"{number:05}.jsonl").write_bytes(raw)
        command = [sys.executable, "-c", _RUN, "replay", "verify", "--workers", "2"]
        start_s = time.perf_counter()
        done = subprocess.run(
            [*command, "--key", PUBLIC, folder], capture_output=True, text=True, check=True
        )
        spent_s = time.perf_counter() - start_s
    genuine = sum(line.endswith(f"; {GENUINE}") for line in done.stdout.splitlines())
    assert genuine == count, done.stderr
    return 60 * count / spent_s


if __name__ == "__main__":
    sys.exit(main())
