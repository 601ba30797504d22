"""Orders of a competition's host: what may be ordered by hand, and when."""

import msgspec

from carcbot.arena.competition.facts import RulingMade
from carcbot.arena.competition.proceedings import Proceedings
from carcbot.errors import InputError

__all__ = ["check_ruling", "ruling_of", "ruling_text"]


def ruling_of(now: Proceedings, wish: RulingMade) -> RulingMade:
    """The host's order as a fact, marked as refused if it cannot be carried out now."""
    try:
        check_ruling(now, wish)
    except InputError as error:
        return msgspec.structs.replace(wish, refused=str(error))
    return wish


def check_ruling(now: Proceedings, wish: RulingMade) -> None:
    """Raises InputError if the order cannot be carried out as the competition stands."""
    phase = now.phase(wish.at_us)
    if phase in {"over", "called_off"}:
        raise InputError("the competition is over")
    match wish.order:
        case "disqualify" | "withdraw":
            if now.is_gone(wish.account):
                raise InputError(
                    f"{wish.account!a} is {now.part(wish.account)} already",
                    expected="somebody who still takes part",
                )
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


def ruling_text(fact: RulingMade) -> str:
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
