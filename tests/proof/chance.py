"""Proof that nobody changes a record unseen: `carcbot replay verify` finds every manipulation.

Matches are played in each mode of chance, and their records are signed with the referee's key. Then
thousands of single manipulations are made, each by one of three:

- a *vandal* changes, removes, doubles or swaps single events, or single bytes, and nothing else;
- a *forger* does the same and makes a new chain that fits, and signs it with another key;
- the *referee* itself draws another outcome once, plays the match on from there as if nothing were
  wrong, and signs it with its own key.

Not one of these may be found genuine. And every true record has to be found genuine, and every
seat's own view of it by itself, and no changed one.

`python -m tests.proof.chance --records 1 --tries 40` is the short form.
"""

import argparse
import contextlib
import io
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from carcbot.chance.deck import Drawing
from carcbot.chance.source import Source
from carcbot.cli.main import run
from carcbot.errors import FileInputError
from carcbot.games.contract import State
from carcbot.messages.events import Drawn, Event, Moved
from carcbot.messages.parts import ChanceMode
from carcbot.referee import journal
from carcbot.referee.journal import Line, Recorded
from carcbot.referee.table import Table
from carcbot.replay.own_view import own_view, verify_own_view
from carcbot.replay.verifying import GENUINE
from tests.referee.hosts import raw
from tests.replay.records import KEY, PUBLIC, record_of, signed, text_of_match

MATCHES: tuple[tuple[str, str, ChanceMode], ...] = (
    ("carcassonne", "seats=2", "seed"),
    ("carcassonne", "seats=3,expansions=river", "deck"),
    ("carcassonne", "seats=2,unplaceable=return_to_bag", "deck"),
    ("carcassonne", "seats=4,expansions=river+abbot", "joint"),
    ("kuhn", "", "seed"),
    ("kuhn", "", "joint"),
    ("pot", "seats=3,ones=9", "deck"),
)
_BATCH = 200
_THIEF = Ed25519PrivateKey.from_private_bytes(b"thief" * 6 + b"!!")


def main() -> int:
    """Makes and changes records, prints what was found, and says whether it was everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=3, help="of each kind of match")
    parser.add_argument("--tries", type=int, default=200, help="of each kind, for each record")
    arguments = parser.parse_args()
    missed, made = 0, 0
    for kind in MATCHES:
        counts: Counter[str] = Counter()
        for seed in range(arguments.records):
            missed += prove(*kind, seed=seed, tries=arguments.tries, counts=counts)
        told = ", ".join(f"{count} by {who}" for who, count in counts.items())
        print(f"{' '.join(filter(None, kind))}: {told}", flush=True)
        made += counts.total()
    print(f"{made} manipulations, {missed} of them missed")
    return 1 if missed else 0


def prove(
    game: str,
    options: str,
    chance: ChanceMode,
    *,
    seed: int,
    tries: int,
    counts: Counter[str],
) -> int:
    """Changes one record in many ways; returns how many of these were missed."""
    text = text_of_match(game, options, seed, chance)
    true = signed(text)
    missed = len(not_genuine([true]))
    rng = random.Random(seed)
    for who, several in (
        ("vandals", vandals(true, rng, tries)),
        ("forgers", forgers(text, rng, tries)),
        ("the referee", cheats(game, options, chance, seed, text)),
    ):
        changed = list(several)
        wrong = not_genuine(changed)
        for number in set(range(len(changed))) - set(wrong):
            print(f"MISSED: {who}, {game} {options} {chance}, seed {seed}, number {number}")
        missed += len(changed) - len(wrong)
        counts[who] += len(changed)
    return missed + views(true, rng, tries, counts)


def not_genuine(records: list[bytes]) -> list[int]:
    """Which of these records `carcbot replay verify` with the referee's key does not let pass."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, len(records), _BATCH):
            files = []
            for number, record in enumerate(records[first : first + _BATCH], first):
                files.append(Path(folder) / f"{number}.jsonl")
                files[-1].write_bytes(record)
            page = io.StringIO()
            with contextlib.redirect_stdout(page), contextlib.redirect_stderr(io.StringIO()):
                run(["replay", "verify", "--key", PUBLIC, *map(str, files)])
            lines = page.getvalue().splitlines()
            assert len(lines) == len(files)
            found += [
                number
                for number, line in enumerate(lines, first)
                if not line.endswith(f"; {GENUINE}")
            ]
    return found


# ---------------------------------------------------------------- who changes something


def vandals(true: bytes, rng: random.Random, tries: int) -> Iterator[bytes]:
    """Changes of single lines and bytes."""
    lines = true.splitlines(keepends=True)
    for _ in range(tries):
        others = list(lines)
        place = rng.randrange(len(lines))
        what = rng.choice(("byte", "remove", "double", "swap", "encode"))
        if what == "byte":
            line = bytearray(others[place])
            at = rng.randrange(len(line))
            line[at] = rng.choice([each for each in b'0123456789abcdefNESW",:' if each != line[at]])
            others[place] = bytes(line)
        elif what == "remove":
            del others[place]
        elif what == "double":
            others.insert(place, others[place])
        elif what == "swap":
            place = rng.randrange(len(lines) - 1)
            others[place], others[place + 1] = lines[place + 1], lines[place]
        else:
            others[place] = others[place].replace(b":", b": ", 1)
        if others != lines:
            yield b"".join(others)


def forgers(text: bytes, rng: random.Random, tries: int) -> Iterator[bytes]:
    """Changes of single events, with a new chain and somebody else's signature."""
    read = journal.read(text, "m1")
    lines: list[Line] = [read.header, *read.early, *read.events]
    first = 1 + len(read.early)
    for _ in range(tries):
        place = rng.randrange(first, len(lines) - 1)
        line = lines[place]
        assert isinstance(line, Recorded)
        others: list[Line] = list(lines)
        others[place] = msgspec.structs.replace(line, event=another(line.event, rng))
        yield signed(raw(others), _THIEF)
    yield signed(text, _THIEF)


def another(event: Event, rng: random.Random) -> Event:
    """The event with something changed in it."""
    if isinstance(event, Drawn):
        salt = event.salt and rng.randbytes(32).hex()
        return rng.choice(
            (
                msgspec.structs.replace(event, draw=f"{event.draw}1"),
                msgspec.structs.replace(event, digest=rng.randbytes(8).hex()),
                msgspec.structs.replace(event, draw="A" if event.draw != "A" else "B", salt=salt),
            )
        )
    if isinstance(event, Moved):
        return rng.choice(
            (
                msgspec.structs.replace(event, spent_us=event.spent_us + 1),
                msgspec.structs.replace(event, move=f"{event.move}1"),
                msgspec.structs.replace(event, scores=tuple(each + 1 for each in event.scores)),
            )
        )
    return msgspec.structs.replace(event, match="m2")


def cheats(game: str, options: str, chance: ChanceMode, seed: int, text: bytes) -> Iterator[bytes]:
    """For each draw, the match in which the referee has drawn something else there."""
    draws = sum(isinstance(line.event, Drawn) for line in journal.read(text, "m1").events)
    for number in range(draws):
        has_cheated: list[bool] = []
        other = text_of_match(game, options, seed, chance, cheat(number, has_cheated))
        if has_cheated:
            yield signed(other, KEY)


def cheat(number: int, has_cheated: list[bool]) -> Callable[[Table], None]:
    """Makes a referee draw something else, at this draw; notes whether that was possible."""

    def tamper(table: Table) -> None:
        count = 0
        draw = Source.draw

        def crooked(source: Source, state: State) -> Drawing:
            nonlocal count
            count += 1
            drawn = draw(source, state)
            others = [text for text, _ in state.outcomes() if text != drawn.text]
            if count != number + 1 or not others:
                return drawn
            has_cheated.append(True)
            return Drawing(others[0], drawn.salt, drawn.deck)

        course = table._course
        agree = course.agree

        def bend() -> None:
            source = course._chance
            source.draw = lambda state: crooked(source, state)  # type: ignore[method-assign]

        def agreed(*arguments: object) -> None:
            agree(*arguments)  # type: ignore[arg-type]
            bend()

        course.agree = agreed  # type: ignore[assignment,method-assign]
        bend()

    return tamper


def views(true: bytes, rng: random.Random, tries: int, counts: Counter[str]) -> int:
    """Every seat's view is genuine by itself, and no changed one; returns how many were missed."""
    record, missed = record_of(true), 0
    for seat in range(len(record.accounts)):
        view = own_view(record, seat)
        missed += verify_own_view(view, "view", PUBLIC) != GENUINE
        lines = view.splitlines(keepends=True)
        for changed in vandals(b"".join(lines[1:]), rng, tries // 5):
            counts["those who change a seat's view"] += 1
            try:
                verify_own_view(lines[0] + changed, "view", PUBLIC)
            except FileInputError:
                continue
            missed += 1
            print(f"MISSED: a view of seat {seat}")
    return missed


if __name__ == "__main__":
    sys.exit(main())
