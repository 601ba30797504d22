"""Proof that the lobby seats nobody more often than they want, and forgets no offer.

Many random schedules of seeks, challenges, acceptances, refusals, capacities, tables that are
opened, seats that are taken, left, resumed and lost by who stays away, comings, goings,
resignations and time that passes, against the hall alone; then some over a real referee with a
database and websockets (`capacity_net`). After each step nobody has more seats than the capacity
that they have said, except those they had before they said it; seats are those that a look at every
table finds; nobody plays against themselves; and every offer has exactly one end, of which its
owner is told. When all is over everybody can be seated again as often as at first, and nothing is
left among the offers, in memory or on disk.

`python -m tests.proof.capacity --schedules 200 --over-net 3` is the short form.
"""

import argparse
import itertools
import logging
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from carcbot.cli.log_setup import set_up_logging
from carcbot.match.moments import Moments
from carcbot.messages.client import Command, Leave, Open, Resign, Resume, Sit
from carcbot.messages.lobby import (
    Accept,
    Cancel,
    Capacity,
    Challenge,
    Decline,
    Offered,
    OfferOver,
    Seek,
    Terms,
)
from carcbot.messages.parts import Limits, Policy
from carcbot.referee.commands import Asked, carry_out
from carcbot.referee.hall import Hall
from carcbot.referee.step import LobbyStep, Refusal
from tests.proof.capacity_net import play_over_net

ACCOUNTS = tuple("abcdef")
TERMS = (Terms("pot", "seats=2"), Terms("pot", "seats=3"), Terms("kuhn"))
SEED = "11" * 32
SECOND = 10**9
_MATCHES = 5
_GRACE_US = 8_000_000


class Schedule:
    """A hall, and everything that happens there.

    Attributes:
        ends: How often the owner of each offer was told of its end.
        counts: What has happened, by its name.
    """

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        limits = Limits(8192, 200, 400, 2**16, 5, 0, 0, 0, matches=_MATCHES)
        self.hall = Hall(limits, Moments(), "proof/1", usual_policy=Policy(grace_us=_GRACE_US))
        self.now_ns = SECOND
        self.here: set[str] = set()
        self.may: Counter[str] = Counter()
        self.owners: dict[str, str] = {}
        self.ends: Counter[str] = Counter()
        self.kept: set[str] = set()
        self.counts: Counter[str] = Counter()
        self._names = itertools.count(1)

    def name_and_seed(self) -> tuple[str, str]:
        """A new name each time."""
        return f"n{next(self._names)}", SEED

    def run(self, steps: int) -> None:
        """Lets so many things happen, then ends everything.

        Raises:
            AssertionError: Something that must never be.
        """
        for _ in range(steps):
            longest_s = 90 if self.rng.random() < 0.03 else 1
            self.now_ns += self.rng.randrange(longest_s * SECOND)
            before = {account: self.hall.shares.seats(account) for account in ACCOUNTS}
            self._anything()
            self._check(before)
        self._end()

    def _anything(self) -> None:
        account = self.rng.choice(ACCOUNTS)
        roll = self.rng.random()
        if account not in self.here or roll < 0.05:
            self.here.add(account)
            self.may[account] = _MATCHES
            self.hall.lobby.came(account, "x/1")
            self.counts["came"] += 1
        elif roll < 0.12:
            self.here.discard(account)
            self.hall.lobby.went(account)
            for ref in self.hall.seats_of(account):
                self.hall.directory.find(ref.match).left(ref.seat, self.now_ns)
            self.counts["went"] += 1
        elif roll < 0.2:
            self._wake()
        else:
            self.say(account, self._command(account))
        self.pair()

    def _wake(self) -> None:
        """Time is over: of offers, and of those who have been away for too long."""
        self._take(self.hall.lobby.wake(self.now_ns // 1000))
        for table in list(self.hall.tables.values()):
            if table.wake_at_ns is not None and table.wake_at_ns <= self.now_ns:
                free = table.accounts.count(None)
                table.wake(self.now_ns)
                self.counts["seats lost"] += table.accounts.count(None) - free
        self.counts["abandoned"] += len(list(filter(None, self.hall.abandoned(self.now_ns))))

    def _command(self, account: str) -> Command:
        """Something that somebody may say."""
        rng, terms = self.rng, self.rng.choice(TERMS)
        offers = [*self.kept, "none"]
        others = tuple(rng.sample(ACCOUNTS, rng.randrange(1, 3)))
        playing = [ref.match for ref in self.hall.seats_of(account)] or ["none"]
        waiting = [each.match for each in self.hall.tables.values() if not each.has_begun]
        kinds: list[Command] = [
            Seek(1, terms, expires_s=rng.choice((1, 60))),
            Seek(1, terms, max_rating=rng.choice((0, 1500, 3000))),
            Challenge(1, terms, rng.choice(((), others)), expires_s=rng.choice((1, 60))),
            Accept(1, rng.choice(offers)),
            Accept(1, rng.choice(offers)),
            Decline(1, rng.choice(offers)),
            Cancel(1, rng.choice(offers)),
            Capacity(1, rng.randrange(4)),
            Resign(1, rng.choice(playing)),
            Resume(1, rng.choice(playing), 0),
            Resume(1, rng.choice(playing), 0),
            Leave(1, rng.choice(playing)),
            Open(1, terms.game, terms.options),
            Sit(1, rng.choice(waiting or ["none"])),
            Sit(1, rng.choice(waiting or ["none"])),
            Sit(1, rng.choice(list(self.hall.tables) or ["none"])),
        ]
        return rng.choice(kinds)

    def say(self, account: str, command: Command) -> None:
        """Somebody says something."""
        asked = Asked(account, self.now_ns, self.now_ns, 0, self.name_and_seed)
        try:
            answer = carry_out(self.hall, command, asked)
        except Refusal as refusal:
            self.counts[f"refused: {refusal.code}"] += 1
            return
        self.counts[type(command).__name__.lower()] += 1
        if isinstance(command, Capacity):
            self.may[account] = command.matches
        if answer.ack.offer is not None:
            self.owners[answer.ack.offer] = account
        if answer.lobby is not None:
            self._take(answer.lobby)

    def pair(self) -> None:
        """Begins what can begin."""
        while self.hall.has_to_pair:
            began = self.hall.pair_next(self.name_and_seed, self.now_ns)
            if began is None:
                continue
            self.counts["matches"] += 1
            players = began.table.players
            assert len(set(players)) == len(players), f"{players} have a seat twice"
            assert set(players) == set(began.pairing.accounts), "others were seated"
            assert set(players) <= self.here, f"{set(players) - self.here} are not here"
            self.kept -= {offer.offer for offer in began.pairing.offers}
            self._tell(began.pairing.matched(began.table.match))

    def _take(self, step: LobbyStep) -> None:
        """What a database would do, and who is told."""
        self.kept |= {offer.offer for offer in step.kept}
        gone = {each.offer for each in step.gone}
        assert gone <= self.kept, "an offer ends that is none"
        self.kept -= gone
        self._tell(step.says)

    def _tell(self, says: Iterable[tuple[str, Offered | OfferOver]]) -> None:
        told = [(account, over.offer) for account, over in says if isinstance(over, OfferOver)]
        assert len(set(told)) == len(told), "somebody is told twice"
        self.ends.update(offer for account, offer in told if self.owners[offer] == account)

    def _check(self, before: dict[str, int]) -> None:
        for account, had in before.items():
            plays = self.hall.shares.seats(account)
            most = self.may[account] if account in self.here else _MATCHES
            assert plays <= max(had, most), f"{account} has {plays} seats and wants {most}"
            going = [each for each in self.hall.tables.values() if not each.result]
            seats = sum(each.accounts.count(account) for each in going)
            assert plays == seats, f"{account} has {seats} seats, and {plays} are counted"
        for offer, owner in self.owners.items():
            due = 0 if offer in self.kept else 1
            assert self.ends[offer] == due, f"{owner} heard {self.ends[offer]} ends of {offer}"

    def _end(self) -> None:
        """Everything ends; then everybody is seated as often as at first."""
        self._take(self.hall.lobby.wake(self.now_ns // 1000 + 10**12))
        self._check({account: self.hall.shares.seats(account) for account in ACCOUNTS})
        assert not self.kept, f"{self.kept} are left"
        for account in ACCOUNTS:
            for ref in self.hall.seats_of(account):
                begun = self.hall.directory.find(ref.match).has_begun
                self.say(account, Resign(1, ref.match) if begun else Leave(1, ref.match))
        for account in ACCOUNTS:
            self.here.add(account)
            self.may[account] = _MATCHES
            self.hall.lobby.came(account, "x/1")
        for account in ACCOUNTS:
            for _ in range(_MATCHES):
                self.say(account, Seek(1, TERMS[0]))
        self.pair()
        for account in ACCOUNTS:
            plays = self.hall.shares.seats(account)
            assert plays == _MATCHES, f"{account} cannot be seated {_MATCHES} times, only {plays}"
        assert not self.kept, f"{self.kept} were not paired"


def main() -> int:
    """Runs them all; 0 if all is as it must be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--schedules", type=int, default=10_000)
    parser.add_argument("--steps", type=int, default=80)
    parser.add_argument("--over-net", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    set_up_logging("text", logging.ERROR)
    counts: Counter[str] = Counter()
    wrong = []
    for number in range(arguments.schedules):
        schedule = Schedule(arguments.seed + number)
        try:
            schedule.run(arguments.steps)
        except AssertionError as error:
            wrong.append(f"schedule {arguments.seed + number}: {error}")
        counts.update(schedule.counts)
    with tempfile.TemporaryDirectory() as folder:
        over_net, wrong_there = play_over_net(Path(folder), arguments.over_net, arguments.seed)
    print(f"{arguments.schedules:,} schedules of {arguments.steps} steps against the hall:")
    print(", ".join(f"{what} {count:,}" for what, count in sorted(counts.items())))
    print(f"{arguments.over_net} over websockets, with a database:")
    print(", ".join(f"{what} {count:,}" for what, count in sorted(over_net.items())))
    for text in (wrong + wrong_there)[:20]:
        print(f"WRONG: {text}")
    print(f"wrong: {len(wrong) + len(wrong_there)}")
    return 1 if wrong or wrong_there or not counts["matches"] or not over_net["matches"] else 0


if __name__ == "__main__":
    sys.exit(main())
