"""A table before its match begins: who sits down and gets up, and what a joint seed needs."""

from collections import Counter
from typing import Final

from carcbot.referee.agreement import Agreement
from carcbot.referee.journal import Early, Seated
from carcbot.referee.match_course import MatchCourse, Seat
from carcbot.referee.step import Refusal, Step

__all__ = ["WaitingTable"]

_MOST_SITTINGS: Final = 16
"""How often an account may sit down at a table: each time is a line of the journal."""


class WaitingTable:
    """What happens at a table until all seats are taken and the seed is made.

    Args:
        course: What has happened so far.

    Attributes:
        agreement: How the seats come to a seed together.
    """

    def __init__(self, course: MatchCourse) -> None:
        self._course: Final = course
        self.agreement: Final = Agreement(
            course.header, course.accounts, course.writer, lose=course.get_up
        )
        self._sittings: Final = Counter[str]()

    def happen_again(self, early: Early) -> None:
        """A line of the journal says what happened.

        Raises:
            FileInputError: It cannot have.
        """
        if isinstance(early, Seated):
            self._sittings[early.account or ""] += 1
            self._course.seat_again(early)
        else:
            self.agreement.happen_again(early)

    def is_ready(self, step: Step, now_ns: int) -> bool:
        """Whether the match can begin; if only a joint seed is missing, that is asked for."""
        if None in self._course.accounts:
            return False
        if self._course.header.chance == "joint" and not self.agree():
            self.agreement.go_on(step, now_ns)
            return False
        return True

    def agree(self) -> bool:
        """Takes what the seats have added to the seed; whether all have."""
        joint = self.agreement.joint
        if joint:
            self._course.agree(joint, self.agreement.secret)
        return joint is not None

    # ------------------------------------------------------------ what seats do

    def sit(self, account: str, seat: Seat | None) -> Step:
        """Takes a seat, or the first that is free."""
        accounts = self._course.accounts
        self.agreement.admit(account)
        if account in accounts:
            raise Refusal("not_allowed", f"you have seat {accounts.index(account)} already")
        if self._sittings[account] >= _MOST_SITTINGS:
            raise Refusal("not_allowed", "you have sat down here and got up again too often")
        if seat is None and None in accounts:
            seat = accounts.index(None)
        if seat is None or seat not in range(len(accounts)):
            raise Refusal("bad_options", f"the seats are 0 to {len(accounts) - 1}")
        if accounts[seat] is not None:
            raise Refusal("seat_taken", f"seat {seat} is taken")
        self._course.sit(seat, account)
        self._sittings[account] += 1
        return Step([self._course.writer.write(Seated(seat, account))])

    def leave(self, seat: Seat) -> Step:
        """Gets up again; who does so while the seed is made has withheld a part of it."""
        step = Step()
        if self.agreement.is_on:
            self.agreement.fail(step, (seat,), "left")
        else:
            self._vacate(step, seat)
        return step

    # ------------------------------------------------------------ time

    @property
    def wake_at_ns(self) -> int | None:
        """When somebody has been away for too long, or has added nothing to the seed in time."""
        if self.agreement.is_on:
            return self.agreement.wake_at_ns  # who is away keeps the seat until then
        return min((away_ns + self._grace_ns for _, away_ns in self._away()), default=None)

    def wake(self, now_ns: int) -> Step:
        """Who withholds a part of the seed or is away for too long has not got a seat any more."""
        step = self.agreement.wake(now_ns)
        if self.agreement.is_on:
            return step
        for seat, away_ns in self._away():
            if now_ns - away_ns >= self._grace_ns:
                self._vacate(step, seat)
        return step

    @property
    def _grace_ns(self) -> int:
        return self._course.header.policy.grace_us * 1000

    def _away(self) -> list[tuple[Seat, int]]:
        """The seats whose clients are not here, and since when."""
        return [
            (seat, player.away_ns)
            for seat, player in enumerate(self._course.players)
            if player.away_ns is not None and player.can("get_up")
        ]

    def _vacate(self, step: Step, seat: Seat) -> None:
        self._course.get_up(seat)
        step.lines.append(self._course.writer.write(Seated(seat)))
