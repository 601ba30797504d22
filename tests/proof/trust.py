"""Proof that nobody has to trust the referee further than protocol/chance.md says.

Matches are played in each mode of chance. Then thousands of lies are told about them: each changes
a commitment, a draw, the order of events, an opening, a move, or the signature; makes whatever can
be made fit again, the chain among it; and has the referee itself sign. `carcbot replay verify` has
to find every one, and to name what was changed, and where. So it has to with *vandals*, who change
single bytes or lines and make nothing fit, and with views of single seats. What a record cannot
prove, because it is the referee's word (when something was sent, or that the match was played at
all), has to be genuine with its own signature and named with anybody else's.

And referees that have a trick play whole matches against two bots: each has to be noticed by who
plays or by who verifies, as the page says, and those that nobody can notice have to be as quiet as
it says: see `trust_referees`.

`python -m tests.proof.trust --records 1 --tries 6` is the short form.
"""

import argparse
import contextlib
import io
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from carcbot.cli.main import run
from carcbot.errors import FileInputError
from carcbot.messages.parts import ChanceMode
from carcbot.replay.own_view import own_view, verify_own_view
from carcbot.replay.verification import GENUINE
from tests.proof.trust_lies import lies
from tests.proof.trust_records import (
    THIEF,
    Lie,
    is_named,
    lines_of,
    played_on,
    vandals,
    vouched,
    words,
)
from tests.proof.trust_referees import MODES, TRICKS
from tests.proof.trust_tricks import nonces_picked_against
from tests.referee.hosts import raw
from tests.replay.records import PUBLIC, record_of, text_of_match

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
_VIEW = "a seat's view"
_GUESSES = 400

Cell = tuple[ChanceMode, str]


class Tally:
    """What was tried in each mode, how much of it was caught, and how much was named rightly."""

    def __init__(self) -> None:
        self.tried: Counter[Cell] = Counter()
        self.caught: Counter[Cell] = Counter()
        self.named: Counter[Cell] = Counter()
        self.wrong: list[str] = []

    def count(self, mode: ChanceMode, sort: str, *, is_caught: bool, is_named: bool) -> None:
        """Counts one lie."""
        self.tried[mode, sort] += 1
        self.caught[mode, sort] += is_caught
        self.named[mode, sort] += is_caught and is_named

    def tell(self) -> None:
        """Prints the table."""
        print(f"{'mode':<6} {'what was changed':<20} {'tried':>7} {'caught':>7} {'named':>7}")
        for cell in self.tried:
            mode, sort = cell
            print(
                f"{mode:<6} {sort:<20} {self.tried[cell]:>7,} {self.caught[cell]:>7,}"
                f" {self.named[cell]:>7,}"
            )
        total = [each.total() for each in (self.tried, self.caught, self.named)]
        print(f"{'all':<27} {total[0]:>7,} {total[1]:>7,} {total[2]:>7,}")


def main() -> int:
    """Lies, prints what was found, and says whether it was everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=3, help="of each kind of match")
    parser.add_argument("--tries", type=int, default=400, help="of each sort, for each record")
    arguments = parser.parse_args()
    tally = Tally()
    for mode in MODES:
        for kind in (each for each in MATCHES if each[2] == mode):
            for seed in range(arguments.records):
                prove(*kind, seed=seed, tries=arguments.tries, tally=tally)
    tally.tell()
    tally.wrong += referees()
    for text in tally.wrong[:30]:
        print(f"WRONG: {text}")
    print(f"wrong: {len(tally.wrong)}")
    return 1 if tally.wrong else 0


def prove(
    game: str, options: str, mode: ChanceMode, *, seed: int, tries: int, tally: Tally
) -> None:
    """Tells lies about one match: of each sort so many at most."""
    text = text_of_match(game, options, seed, mode)
    lines = lines_of(text)
    true = vouched(raw(lines))
    rng = random.Random(seed)
    several = [*lies(lines, rng), *played_on(game, options, mode, seed, text)]
    several += vandals(true, rng, tries)
    several.sort(key=lambda lie: lie.sort)
    chosen: list[Lie] = []
    for _, group in groupby(several, lambda lie: lie.sort):
        told = list(group)
        chosen += rng.sample(told, min(tries, len(told)))
    about = f"{game} {options} {mode}, seed {seed}"
    for lie, verdict in zip(chosen, verdicts(lie.record for lie in chosen), strict=True):
        is_caught, is_right = not is_genuine(verdict), is_named(verdict, lie)
        tally.count(mode, lie.sort, is_caught=is_caught, is_named=is_right)
        if not (is_caught and is_right):
            tally.wrong.append(f"{about}, {lie.sort}: {verdict!r}, not {lie.named!r}")
    prove_words([true, *(vouched(raw(each)) for each in words(lines))], about, tally)
    for verdict in verdicts(vouched(raw(each), THIEF) for each in [*words(lines)][-tries:]):
        is_right = "the signature: it is by the key" in verdict
        tally.count(mode, "another's word", is_caught=not is_genuine(verdict), is_named=is_right)
        if not is_right:
            tally.wrong.append(f"{about}, another's word: {verdict!r}")
    prove_views(true, rng, tries, mode, tally)


def is_genuine(verdict: str) -> bool:
    """Whether the record was found to be so."""
    return verdict.startswith("ok: ") and verdict.endswith(f"; {GENUINE}")


def verdicts(records: Iterable[bytes]) -> list[str]:
    """What `carcbot replay verify` with the referee's key says of each of these records."""
    several, found = list(records), []
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, len(several), _BATCH):
            files = []
            for number, record in enumerate(several[first : first + _BATCH], first):
                files.append(Path(folder) / f"{number}.jsonl")
                files[-1].write_bytes(record)
            page = io.StringIO()
            with contextlib.redirect_stdout(page), contextlib.redirect_stderr(io.StringIO()):
                run(["replay", "verify", "--key", PUBLIC, *map(str, files)])
            lines = page.getvalue().splitlines()
            assert len(lines) == len(files)
            found += lines
    return found


def prove_words(records: Sequence[bytes], about: str, tally: Tally) -> None:
    """The true record is genuine, and so are others that nothing but a word contradicts."""
    for verdict in verdicts(records):
        if not is_genuine(verdict):
            tally.wrong.append(f"{about}, the referee's word: {verdict!r}, not {GENUINE!r}")


def prove_views(
    true: bytes, rng: random.Random, tries: int, mode: ChanceMode, tally: Tally
) -> None:
    """Every seat's view is genuine by itself, and no changed one."""
    record = record_of(true)
    for seat in range(len(record.accounts)):
        view = own_view(record, seat)
        if verify_own_view(view, "view", PUBLIC) != GENUINE:
            tally.wrong.append(f"{mode}: a true view of seat {seat}")
        lines = view.splitlines(keepends=True)
        for lie in vandals(b"".join(lines[1:]), rng, tries // 5, first=2):
            try:
                verdict = verify_own_view(lines[0] + lie.record, "view", PUBLIC)
            except FileInputError as error:
                verdict = str(error)
            is_caught, is_right = verdict != GENUINE, is_named(verdict, lie)
            tally.count(mode, _VIEW, is_caught=is_caught, is_named=is_right)
            if not (is_caught and is_right):
                tally.wrong.append(f"{mode}, {_VIEW} of seat {seat}: {verdict}, not {lie.named}")


def referees() -> list[str]:
    """Lets every referee with a trick play; what was not as it has to be."""
    wrong = []
    print(f"{'mode':<6} {'the referee':<40} who notices")
    for mode in MODES:
        for trick in (each for each in TRICKS if mode in each.modes):
            missed = trick.missed(mode)
            print(f"{mode:<6} {trick.name:<40} {'; '.join(missed) or trick.noticed_by}")
            wrong += [f"{mode}, a referee that {trick.name}: {each}" for each in missed]
    right, own = nonces_picked_against(_GUESSES)
    print(
        f"joint: of {_GUESSES} matches {right} begin as the referee likes if it picks its secret"
        f" and knows the nonces, {own} if it does not"
    )
    usual = _GUESSES * 5 / 19
    if right < 0.95 * _GUESSES or abs(own - usual) > 5 * (usual * 14 / 19) ** 0.5:
        wrong.append(f"joint: a picked secret gives {own} of {_GUESSES} wished draws")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
