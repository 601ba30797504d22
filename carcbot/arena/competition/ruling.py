"""What the host of a competition may order by hand, and when that can be done."""

from typing import TYPE_CHECKING

from carcbot.arena.competition.facts import Ruled
from carcbot.errors import InputError

if TYPE_CHECKING:
    from carcbot.arena.competition.proceedings import Proceedings

__all__ = ["check_ruling", "told_ruling"]


def check_ruling(now: "Proceedings", wish: Ruled) -> None:
    """Raises InputError where that cannot be done as the competition stands."""
    phase = now.phase(wish.at_us)
    if phase in {"over", "called_off"}:
        raise InputError("the competition is over")
    match wish.order:
        case "disqualify" | "withdraw":
            if now.part(wish.account) not in {"entered", "checked_in", "playing"}:
                raise InputError(
                    f"{wish.account!a} does not take part", expected="somebody who has entered"
                )
        case "postpone":
            if not any(each > wish.at_us for each in now.times.starts) and phase != "check_in":
                raise InputError(
                    "every round may begin already",
                    expected="a competition that waits for a moment",
                )
        case "replay":
            if wish.match not in now.ended_matches:
                raise InputError(
                    f"no game of this round was the match {wish.match!a}",
                    expected="a match that is over, before the next round begins",
                )


def told_ruling(fact: Ruled) -> str:
    """An order in words, for everybody."""
    match fact.order:
        case "disqualify":
            done = f"{fact.account} is disqualified"
        case "withdraw":
            done = f"{fact.account} is withdrawn"
        case "postpone":
            done = f"everything that had not begun comes {fact.minutes:g} minutes later"
        case _:
            done = f"the game of match {fact.match} is played again"
    return f"{done} ({fact.reason})" if fact.reason else done
