"""Verifies a record: every event is computed again from the header alone, and compared.

What can be known is checked: draws from the seed, moves by the rules, points, digests, clocks,
lag credit, who may move or be out by the policy, moments as far as one tells of another, standings,
and the signature; that lines belong to the chain shows when they are read. What happened outside of
the rules, as that a connection was lost, is taken for granted.
"""

import hashlib
from collections.abc import Iterator

from carcbot.errors import FileInputError, InputError
from carcbot.games import registry
from carcbot.games.contract import State, has_secrets, seen_ply, view_of
from carcbot.games.rules_digest import rules_digest
from carcbot.match.chance.check import BrokenPromiseError, check_chance
from carcbot.match.chance.joint import round_secret
from carcbot.match.chance.numbers import commitment_of
from carcbot.match.story import Change, Story, UntrueEventError, digest_text, ply_of
from carcbot.messages.events import ONE_STEP, Drawn, Moved, Out, Result, Started
from carcbot.referee import clocks
from carcbot.referee.agreement import Agreement
from carcbot.referee.journal import Recorded, Seated, Seen, Signed, Writer, text_of
from carcbot.referee.signature import is_signed_well
from carcbot.replay.record import MatchRecord
from carcbot.replay.seats import Seats
from carcbot.replay.stamps import Stamps

__all__ = ["GENUINE", "GOES_ON", "UNKNOWN", "check_signer", "verify"]

GENUINE = "genuine"
"""The record is signed with the key that is trusted."""
UNKNOWN = "intact, signer unknown"
"""It is signed, but nobody has said whose key is trusted."""
GOES_ON = "intact so far, not signed"
"""The match goes on, or its record was cut off: nobody has signed it, whatever key is trusted."""


def verify(record: MatchRecord, key: str = "") -> str:
    """Checks a record from its first event to its last, and its signature.

    Args:
        record: All of it.
        key: The public key that is trusted, in hex, if there is one.

    Returns:
        GENUINE, UNKNOWN or GOES_ON.

    Raises:
        FileInputError: Something is not true; the error names the event and what it should be.
    """
    _Verifier(record).run()
    signed = record.lines.signed
    if signed is None and record.result is None:
        return GOES_ON
    where = record.name if record.cut_line is None else f"{record.name}, line {record.cut_line}"
    verdict = check_signer(signed, record.lines.link, key, where)
    if signed:
        digest = hashlib.sha256(record.raw[: -len(text_of(signed)) - 1]).hexdigest()
        if signed.bytes != digest:
            raise FileInputError(
                "the signature is for other bytes", where=record.name, expected=digest
            )
    return verdict


def check_signer(signed: Signed | None, link: bytes, key: str, name: str) -> str:
    """Checks the signature of a chain.

    Args:
        signed: The signature.
        link: The last one of the chain.
        key: The public key that is trusted, if there is one.
        name: Of the file, for errors.

    Returns:
        GENUINE or UNKNOWN.

    Raises:
        FileInputError: There is no signature, it is for something else, or by another key.
    """
    where = f"{name}, the signature"
    if signed is None:
        raise FileInputError("this is not signed", where=name, expected="a signature at its end")
    if signed.chain != link.hex():
        raise FileInputError("it is for another chain", where=where, expected=link.hex())
    if not is_signed_well(signed):
        raise FileInputError("it was not made with the key that it names", where=where)
    if key and signed.key != key:
        raise FileInputError(f"it is by the key {signed.key}", where=where, expected=key)
    return GENUINE if key else UNKNOWN


def secret_of(record: MatchRecord) -> str:
    """What a match's start has committed to, in hex."""
    seed = record.lines.header.seed
    first = record.events[0].event if record.events else None
    if isinstance(first, Started) and first.joint:
        return round_secret(bytes.fromhex(seed), first.joint.round).hex()
    return seed


class _Verifier:
    """A match that is computed again."""

    def __init__(self, record: MatchRecord) -> None:
        header = record.lines.header
        self.record = record
        self.header = header
        self.secret = secret_of(record)
        try:
            state = registry.get(header.game).new(header.options)
        except InputError as error:
            raise FileInputError(str(error), where=f"{record.name}, the header") from error
        self.story = Story(state, header.match, digests=True)
        self.where = record.name
        self.check_header()
        self.seats = Seats(self.state.seats, header.clock, header.policy, self.need)
        self.lag = [clocks.LagAccount(*header.lag) for _ in range(self.state.seats)]
        self.stamps = Stamps(self.need, header.opened_us)

    @property
    def state(self) -> State:
        """The position after the last event."""
        return self.story.view

    def check_header(self) -> None:
        """Checks that the match was played by rules that we know, and the rest of the header."""
        ours = rules_digest(self.header.game, self.state.options)
        if self.header.rules_digest not in {"", ours}:
            raise FileInputError(
                f"it was played by other rules, with the digest {self.header.rules_digest}",
                where=f"{self.record.name}, the header",
                expected=ours,
            )
        header = self.header
        self.where = f"{self.record.name}, the header"
        if header.agents:
            self.need("the number of agents", len(header.agents), self.state.seats)
        if header.seats:
            self.need("the number of seats", header.seats, self.state.seats)
        if header.commitment:
            true = commitment_of(bytes.fromhex(header.seed))
            self.need("the commitment", header.commitment, true)

    def agree(self) -> None:
        """The making of a joint seed."""
        accounts: list[str | None] = [None] * self.state.seats
        agreement = Agreement(self.header, accounts, Writer(self.header.seed))
        for number, line in enumerate(self.record.lines.early, 2):
            if isinstance(line, Seated):
                self.where = f"{self.record.name}, line {number}"
                if line.seat not in range(len(accounts)):
                    self.need("the seat", line.seat, f"one from 0 to {len(accounts) - 1}")
                if accounts[line.seat] is not None and line.account is not None:
                    self.need("who sat down", line.account, "nobody: the seat was taken")
                accounts[line.seat] = line.account
                continue
            try:
                agreement.happen_again(line)
            except FileInputError as error:
                raise error.at(f"{self.record.name}, line {number}") from error
        first = self.record.events[0].event if self.record.events else None
        if isinstance(first, Started):
            self.where = f"{self.record.name}, event 1"
            self.need("the joint seed", first.joint, agreement.joint)

    def run(self) -> None:
        """Takes in all events."""
        self.agree()
        broken = self.broken_promise()
        for line in self.record.events:
            # what is wrong first is told: what follows from it is often wrong as well
            if broken is not None and broken.seq <= line.event.seq:
                raise broken.in_file(self.record.name)
            self.where = f"{self.record.name}, event {line.event.seq}"
            try:
                change = self.story.tell(line.event)
            except UntrueEventError as error:
                raise error.in_file(self.record.name) from error
            waited_us = self.seats.time_us(line.event) if isinstance(line.event, Out) else 0
            self.seats.follow(change)
            self.stamps.follow(line, waited_us)
            match line.event:
                case Started():
                    self.start(line.event)
                case Drawn():
                    self.need("the turn", line.event.turn, self.turn_of(change)[0])
                case Moved():
                    self.move(line.event, change)
                    self.think(line)
                case Result():
                    self.need("the seed", line.event.seed, self.secret)
                case _:
                    pass
            self.need("what the seats see", list(line.seen), list(seen_in(change)))

    def broken_promise(self) -> BrokenPromiseError | None:
        """Where chance was first not what was promised."""
        events = [line.event for line in self.record.events]
        try:
            if events:
                check_chance(events, self.secret)
        except BrokenPromiseError as error:
            return error
        return None

    def need(self, what: str, said: object, true: object) -> None:
        """Compares a value of the record with the true one."""
        if said != true:
            raise FileInputError(
                f"{what} {said!r} is not true", where=self.where, expected=f"{true}"
            )

    def start(self, event: Started) -> None:
        """The beginning."""
        header = self.header
        for what, said, true in (
            ("the game", event.game, header.game),
            ("the version of the rules", event.rules, header.rules),
            ("the options", event.options, self.state.options),
            ("the seats", list(event.seats), self.record.accounts),
            ("the clock", event.clock, header.clock),
            ("the policy", event.policy, header.policy),
            ("the chance", event.chance, header.chance),
            ("whether it is rated", event.rated, header.rated),
            ("a seat of one's own", event.seat, None),
            ("the commitment", event.commitment, commitment_of(bytes.fromhex(self.secret))),
        ):
            self.need(what, said, true)

    def move(self, event: Moved, change: Change[State]) -> None:
        """A move, and what was credited for it."""
        self.need("the text", event.move, change.before.canonical_move(event.move))
        self.need("the turn and step", (event.turn, event.step), self.turn_of(change))
        if event.by == "player":
            lag = self.lag[event.seat]
            most = lag.most(self.header.lag[1])
            if event.lag_us > most:
                self.need("the lag credit", event.lag_us, most)
            lag.pay(event.lag_us)

    def think(self, line: Recorded) -> None:
        """Who chose a move, as far as it is said."""
        is_substitute = line.analysis is not None and line.analysis.by == "substitute"
        if is_substitute and not self.header.policy.substitutes:
            self.need("who chose", "substitute", "the player's own: a substitute is not allowed")

    def turn_of(self, change: Change[State]) -> tuple[int, str]:
        """The turn and step of a draw or move, as this record says them."""
        return (change.turn, change.step) if self.header.turns else (0, ONE_STEP)


def seen_in(change: Change[State]) -> Iterator[Seen]:
    """What each seat sees of an event, and knows after it, in games with secrets."""
    event, state = change.event, change.after
    if has_secrets(state) and not isinstance(event, Out | Result):
        ply = ply_of(event)
        for seat in range(state.seats):
            text = "" if ply is None else seen_ply(change.before, ply, seat)
            yield Seen(text, digest_text(view_of(state, seat).digest))
