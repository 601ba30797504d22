"""How the seats of a table and the referee come to a seed together, before the match starts.

When all seats are taken a round begins: the referee commits to a secret, the seats commit to their
nonces, and when all have, they reveal them. A seat that does not do so in time, or reveals another
nonce, loses its seat; the round is over, and when the seat is taken again the next one begins, with
another secret. Whoever has failed once does not sit down at this table again.
"""

from collections.abc import Callable
from typing import Final

from carcbot.errors import FileInputError
from carcbot.match.chance.joint import nonce_commitment, round_secret
from carcbot.match.chance.numbers import commitment_of
from carcbot.messages.joint import Commit, Joint, Reveal, Withheld
from carcbot.messages.parts import JointSeed
from carcbot.referee.journal import Agreed, Committed, Header, Revealed, Vacated, Writer
from carcbot.referee.step import EVERYBODY, Refusal, Say, Step

__all__ = ["Agreement"]


class Agreement:
    """The rounds of one table.

    Args:
        header: What the match is.
        accounts: Who has each seat; those who fail lose theirs.
        writer: Writes the journal.
        lose: What else is to be done then.

    Attributes:
        is_on: Whether a round goes on.
    """

    def __init__(
        self,
        header: Header,
        accounts: list[str | None],
        writer: Writer,
        lose: Callable[[int], None] = lambda _seat: None,
    ) -> None:
        self.is_on = False
        self._header: Final = header
        self._accounts: Final = accounts
        self._writer: Final = writer
        self._lose: Final = lose
        self._round = -1
        self._commitments: list[str | None] = []
        self._nonces: list[str | None] = []
        self._began_ns = 0
        self._shut_out: set[str] = set()

    # ------------------------------------------------------------ what can be seen

    @property
    def secret(self) -> str:
        """The referee's secret of this round, in hex."""
        return round_secret(bytes.fromhex(self._header.seed), self._round).hex()

    @property
    def joint(self) -> JointSeed | None:
        """What the seats have added, once all of them have."""
        commitments = tuple(each for each in self._commitments if each)
        nonces = tuple(each for each in self._nonces if each)
        if not self.is_on or len(nonces) < len(self._accounts):
            return None
        return JointSeed(self._round, commitments, nonces)

    @property
    def wake_at_ns(self) -> int | None:
        """When the time of those who have not answered is over."""
        if not self.is_on:
            return None
        return self._began_ns + self._header.policy.nonce_us * 1000

    @property
    def _reveals(self) -> bool:
        """Whether all have committed themselves."""
        return None not in self._commitments

    def admit(self, account: str) -> None:
        """Lets somebody sit down, or raises a Refusal."""
        if account in self._shut_out:
            raise Refusal("not_allowed", "you have withheld your nonce at this table")

    # ------------------------------------------------------------ a round

    def begin(self, step: Step, now_ns: int) -> None:
        """All seats are taken."""
        self._open()
        commitment = commitment_of(bytes.fromhex(self.secret))
        step.lines.append(self._writer.write(Agreed(self._round, commitment)))
        self._ask(step, now_ns)

    def commit(self, seat: int, command: Commit, now_ns: int) -> Step:
        """A seat commits to its nonce."""
        self._check(command.round)
        step = Step()
        if self._commitments[seat] == command.commitment:
            return step
        if self._commitments[seat] is not None:
            raise Refusal("not_allowed", "you have committed to another nonce")
        self._commitments[seat] = command.commitment
        line = Committed(self._round, seat, command.commitment)
        step.lines.append(self._writer.write(line))
        if self._reveals:
            self._ask(step, now_ns)
        return step

    def reveal(self, seat: int, command: Reveal) -> Step:
        """A seat reveals its nonce."""
        self._check(command.round)
        if not self._reveals:
            raise Refusal("not_allowed", "not all have committed themselves yet")
        step = Step()
        if self._nonces[seat] == command.nonce:
            return step
        if self._nonces[seat] is not None:  # also when all have, and the match goes on
            raise Refusal("not_allowed", "you have revealed your nonce already")
        if not self._fits(seat, command.nonce):
            self.fail(step, (seat,), "revealed another nonce")
            return step
        self._nonces[seat] = command.nonce
        step.lines.append(self._writer.write(Revealed(self._round, seat, command.nonce)))
        return step

    def wake(self, now_ns: int) -> Step:
        """Looks whose time is over."""
        step = Step()
        at_ns = self.wake_at_ns
        if at_ns is not None and now_ns >= at_ns:
            said = self._nonces if self._reveals else self._commitments
            seats = tuple(seat for seat, each in enumerate(said) if each is None)
            self.fail(step, seats, "said nothing in time")
        return step

    def fail(self, step: Step, seats: tuple[int, ...], text: str) -> None:
        """The round is over, by the fault of these seats."""
        accounts = tuple(self._accounts[seat] or "" for seat in seats)
        step.lines.append(self._writer.write(Vacated(self._round, seats, text)))
        message = Withheld(self._header.match, self._round, seats, accounts, text)
        step.says.append(Say(EVERYBODY, message))
        self._vacate(seats)

    def remind(self, step: Step, seat: int, now_ns: int) -> None:
        """Asks a seat that has come again for what it has not said yet."""
        if not self.is_on:
            return
        said = self._nonces if self._reveals else self._commitments
        if said[seat] is None:
            left_us = max((self.wake_at_ns or now_ns) - now_ns, 0) // 1000
            step.says.append(Say(seat, self._question(seat, left_us)))

    def _ask(self, step: Step, now_ns: int) -> None:
        self._began_ns = now_ns
        for seat in range(len(self._accounts)):
            step.says.append(Say(seat, self._question(seat, self._header.policy.nonce_us)))

    def _question(self, seat: int, time_us: int) -> Joint:
        commitment = commitment_of(bytes.fromhex(self.secret))
        commitments = tuple(each for each in self._commitments if each)
        return Joint(
            self._header.match,
            self._round,
            seat,
            commitment,
            time_us,
            commitments if self._reveals else (),
        )

    def _check(self, round_: int) -> None:
        if not self.is_on or round_ != self._round:
            raise Refusal("stale", f"there is no round {round_} now")

    def _fits(self, seat: int, nonce: str) -> bool:
        match = self._header.match
        return nonce_commitment(match, self._round, seat, nonce) == self._commitments[seat]

    def _open(self) -> None:
        self._round += 1
        self.is_on = True
        self._commitments = [None] * len(self._accounts)
        self._nonces = [None] * len(self._accounts)

    def _vacate(self, seats: tuple[int, ...]) -> None:
        self.is_on = False
        for seat in seats:
            self._shut_out.add(self._accounts[seat] or "")
            self._lose(seat)
            self._accounts[seat] = None

    # ------------------------------------------------------------ from a journal

    def happen_again(self, line: Agreed | Committed | Revealed | Vacated) -> None:
        """A line of the journal says what happened.

        Raises:
            FileInputError: It cannot have.
        """
        if isinstance(line, Agreed):
            fits = not self.is_on and None not in self._accounts and line.round == self._round + 1
            self._need(fits, line, "one when all seats are taken")
            self._open()
            commitment = commitment_of(bytes.fromhex(self.secret))
            self._need(line.commitment == commitment, line, commitment)
            return
        self._need(self.is_on and line.round == self._round, line, "a round that goes on")
        seats = line.seats if isinstance(line, Vacated) else (line.seat,)
        is_so = len(set(seats)) == len(seats) and set(seats) <= set(range(len(self._accounts)))
        self._need(is_so, line, "seats of the game, each once")
        if isinstance(line, Committed):
            self._need(self._commitments[line.seat] is None, line, "one commitment")
            self._commitments[line.seat] = line.commitment
        elif isinstance(line, Revealed):
            is_due = self._reveals and self._nonces[line.seat] is None
            fits = is_due and self._fits(line.seat, line.nonce)
            self._need(fits, line, "the nonce that the seat has committed to")
            self._nonces[line.seat] = line.nonce
        else:
            self._vacate(line.seats)

    def go_on(self, step: Step, now_ns: int) -> None:
        """The referee is back: the time for an answer begins anew."""
        if self.is_on:
            self._began_ns = now_ns
        elif None not in self._accounts:
            self.begin(step, now_ns)

    def _need(self, fits: bool, line: object, expected: str) -> None:  # noqa: FBT001 - a check
        if not fits:
            raise FileInputError(
                f"{type(line).__name__.lower()} cannot be here",
                where=f"match {self._header.match}",
                expected=expected,
            )
