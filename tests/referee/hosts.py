"""Tables with a fixed seed, where the tests say what time it is."""

import bisect
import hashlib
import hmac
import itertools
import random
from collections.abc import Sequence

import msgspec

from carcbot.games import registry
from carcbot.games.contract import CHANCE, State
from carcbot.match.moments import Moments
from carcbot.messages.client import Move
from carcbot.messages.events import Drawn, Event, Moved, Out, Result, Started
from carcbot.messages.parts import Analysis, ChanceMode, ClockSpec, Policy
from carcbot.messages.server import Request
from carcbot.referee import journal
from carcbot.referee.journal import Header, Line, Recorded, Writer
from carcbot.referee.step import Step
from carcbot.referee.table import Table

SEED = bytes(range(32))
EPOCH_US = 1_700_000_000_000_000
MATCH = "m1"
LONG_POT = "seats=2,ones=9,twos=5,threes=5"
EVENTS = (Started, Drawn, Moved, Out, Result)
PER_MOVE = ClockSpec("per_move", 0, 1000)
NO_LAG = (0, 0, 0)


def header(
    game: str = "pot",
    options: str = "",
    *,
    clock: ClockSpec = PER_MOVE,
    policy: Policy | None = None,
    lag: tuple[int, int, int] = NO_LAG,
    seed: bytes = SEED,
    chance: ChanceMode = "seed",
) -> Header:
    """The first line of a match."""
    return Header(
        journal.FORMAT, MATCH, game, 1, options, clock, policy or Policy(), lag, EPOCH_US,
        "test/1", chance=chance, turns=True, seed=seed.hex(),
    )  # fmt: skip


class Script:
    """A match with a player at every seat, and all that came of it.

    Attributes:
        table: Where.
        now_ns: What time it is.
        lines: Of the journal.
        texts: The same as they were written.
        steps: Everything that came of anything.
        request: The last one.
        sent_ns: When that was sent.
        thought: What players say with their moves.
    """

    def __init__(
        self, head: Header, table: Table | None = None, now_ns: int = 5_000_000_007
    ) -> None:
        self.table = table or Table(head, Moments(EPOCH_US))
        self.now_ns = now_ns
        self.lines: list[Line] = [head]
        self.texts = [self.table.opening]
        self.steps: list[Step] = []
        self.request: Request | None = None
        self.sent_ns = 0
        self.thought: Analysis | None = None
        for seat in range(0 if table else self.table.state.seats):
            self.take(self.table.sit(f"p{seat}", seat, self.now_ns))

    def take(self, step: Step) -> Step:
        """Writes and sends what came of something."""
        self.texts += step.lines
        self.lines += map(parsed, step.lines)
        self.steps.append(step)
        for say in step.says:
            if isinstance(say.message, Request):
                assert say.to == say.message.seat
                self.request, self.sent_ns = say.message, self.now_ns
                self.table.play.request_sent(say.to, self.now_ns)
        return step

    def asked(self) -> Request:
        """The last request."""
        assert self.request is not None
        return self.request

    def command(self, text: str | None = None) -> Move:
        """An answer to the last request: the first legal move, or this text."""
        text = text or self.table.state.legal_moves()[0]
        return Move(1, MATCH, self.asked().seq, text, self.thought)

    def move(
        self, text: str | None = None, us: int = 0, lag_us: int = 0, later_us: int = 0
    ) -> Step:
        """A move arrives so long after the request and is handled later still."""
        arrived_ns = self.sent_ns + us * 1000
        self.now_ns = max(self.now_ns, arrived_ns + later_us * 1000)
        seat, command = self.asked().seat, self.command(text)
        return self.take(self.table.play.move(seat, command, arrived_ns, self.now_ns, lag_us))

    def wake(self, us: int) -> Step:
        """The table looks at the clocks so long after the request."""
        self.now_ns = max(self.now_ns, self.sent_ns + us * 1000)
        return self.take(self.table.wake(self.now_ns))

    def resign(self, seat: int) -> Step:
        """A seat gives up."""
        return self.take(self.table.play.resign(seat, self.now_ns))

    def finish(self, rng: random.Random, most_us: int = 0) -> None:
        """Plays random moves until the end, each within so long."""
        while self.table.result is None:
            text = rng.choice(self.table.state.legal_moves())
            self.move(text, rng.randint(0, most_us), rng.randint(0, most_us))

    @property
    def events(self) -> list[Event]:
        """All events, as nobody but the referee sees them."""
        return [line.event for line in self.lines if isinstance(line, Recorded)]

    @property
    def moves(self) -> list[Moved]:
        """All moves."""
        return [event for event in self.events if isinstance(event, Moved)]

    @property
    def result(self) -> Result:
        """How it ended."""
        assert self.table.result is not None
        assert self.events[-1] == self.table.result
        return self.table.result


def parsed(text: bytes) -> Line:
    """A line as it was before it was written."""
    return journal.decode(text)


def raw(lines: Sequence[Line]) -> bytes:
    """The journal of these lines, whatever they say, with a chain that fits."""
    writer, texts = Writer(SEED.hex()), []
    for line in lines:
        if isinstance(line, Header):
            link, writer = writer.link, Writer(line.seed)
            writer.go_on(link)
        if isinstance(line, Recorded) and isinstance(line.event, Result):
            event = msgspec.structs.replace(line.event, chain=writer.link.hex())
            line = msgspec.structs.replace(line, event=event)  # noqa: PLW2901
        assert not isinstance(line, journal.Signed)
        texts.append(writer.write(line))
    return b"".join(texts)


def identity(table: Table) -> object:
    """All that tells whether anything at the table has changed."""
    seats = range(table.state.seats)
    return (
        table.state.text,
        table.state.digest,
        table.seq,
        table.wake_at_ns,
        table.result,
        tuple(table.accounts),
        tuple(table.sync(seat) for seat in seats),
        table.house_accounts(),
        table.info,
    )


def number(seed: bytes, k: int) -> int:
    """The k-th number of a seed, as carcbot.referee.chance defines it."""
    digest = hmac.new(seed, f"draw:{k}".encode("ascii"), hashlib.sha256).digest()
    return int.from_bytes(digest[:8], "big")


def drawn(seed: bytes, k: int, outcomes: Sequence[tuple[str, int]]) -> str:
    """The outcome in whose stretch the k-th number lies."""
    ends = list(itertools.accumulate(weight for _, weight in outcomes))
    return outcomes[bisect.bisect_right(ends, number(seed, k) * ends[-1] // 2**64)][0]


def rebuilt(
    head: Header, events: Sequence[Event], expected_moves: Sequence[str] = (), match: str = MATCH
) -> State:
    """The position after the events, each of which is checked by the rules and by the seed.

    Args:
        head: Of the match.
        events: All so far.
        expected_moves: What the players said, in order, if that is to be checked too.
        match: What it is called.
    """
    state = registry.get(head.game).new(head.options)
    said, used = iter(expected_moves), 0
    for seq, event in enumerate(events, 1):
        assert (event.match, event.seq) == (match, seq)
        if isinstance(event, Drawn):
            assert state.to_move == CHANCE
            assert event.draw == drawn(bytes.fromhex(head.seed), used, state.outcomes())
            used += 1
            state.apply(event.draw)
        elif isinstance(event, Moved):
            assert state.to_move == event.seat
            moves = state.legal_moves()
            assert event.move in moves
            if event.by == "referee":
                chosen = [(move, 1) for move in sorted(moves)]
                assert event.move == drawn(bytes.fromhex(head.seed), used, chosen)
                used += 1
            elif expected_moves:
                assert event.move == next(said)
            state.apply(event.move)
            assert event.scores == tuple(state.scores())
        if isinstance(event, Started | Drawn | Moved):
            assert event.digest == f"{state.digest:016x}"
    return state
