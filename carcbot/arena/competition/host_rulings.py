"""Orders of a competition's host: what may be ordered by hand, and when."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from carcbot.arena.competition.facts import RulingMade
from carcbot.arena.competition.proceedings import Phase, Proceedings
from carcbot.arena.competition.rules import Competition
from carcbot.errors import InputError

__all__ = ["check_ruling", "ruling_of", "ruling_text"]


def ruling_of(now: Proceedings, wish: RulingMade, rules: Competition | None = None) -> RulingMade:
    """The host's order as a fact, marked as refused if it cannot be carried out now.

    Args:
        now: How the competition stands.
        wish: What the host wishes.
        rules: The changed ones, if it is about them.
    """
    known = {each.lower(): each for each in now.entrants}
    wish = msgspec.structs.replace(wish, account=known.get(wish.account.lower(), wish.account))
    try:
        check_ruling(now, wish, rules)
    except InputError as error:
        return msgspec.structs.replace(wish, refused=str(error))
    if rules is None:
        return wish
    return msgspec.structs.replace(wish, changes="; ".join(_changes(now.competition, rules)))


def check_ruling(now: Proceedings, wish: RulingMade, rules: Competition | None = None) -> None:
    """Raises InputError if the order cannot be carried out as the competition stands."""
    phase = now.phase(wish.at_us)
    _check_goes_on(phase)
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
        case "change" if rules is not None:
            _check_change(now, rules)


def _check_goes_on(phase: Phase) -> None:
    if phase == "called_off":
        raise InputError("the competition was called off")
    if phase == "over":
        raise InputError(
            "the competition is over",
            expected="an order before that: [schedule] protest_s keeps it open for them",
        )


def _check_change(now: Proceedings, rules: Competition) -> None:
    """Before the first game everything may change but the name and the moments."""
    if now.course is not None:
        raise InputError(
            "the competition has begun", expected="other terms before the first round begins"
        )
    before = now.competition
    if rules.name != before.name:
        raise InputError(
            f"the file describes {rules.name!a}", expected=f"one with name = {before.name!r}"
        )
    moments = {
        "[registration]": before.registration == rules.registration,
        "[check_in]": before.check_in == rules.check_in,
        "[schedule], starts": before.schedule.starts == rules.schedule.starts,
    }
    for where, is_same in moments.items():
        if not is_same:
            raise InputError(
                "who may enter, and when, does not change with the terms",
                where=where,
                expected="what it was; 'carcbot competition postpone' has all come later",
            )


def _changes(before: Competition, after: Competition) -> Iterator[str]:
    """Which settings differ, in words."""
    was = dict(_settings(msgspec.to_builtins(before)))
    for name, value in _settings(msgspec.to_builtins(after)):
        if value != was[name]:
            yield f"{name} = {_text(value)} (was {_text(was[name])})"


def _settings(rules: Mapping[str, Any], table: str = "") -> Iterator[tuple[str, object]]:
    """All settings by name, those of tables as ``clock.main_s``."""
    for name, value in rules.items():
        if isinstance(value, Mapping):
            yield from _settings(value, f"{table}{name}.")
        else:
            yield f"{table}{name}", value


def _text(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else msgspec.json.encode(value).decode()


def ruling_text(fact: RulingMade) -> str:
    """An order in words, for everybody."""
    match fact.order:
        case "disqualify":
            done = f"{fact.account} is disqualified"
        case "withdraw":
            done = f"{fact.account} is withdrawn"
        case "postpone":
            minutes = f"{fact.minutes:g} minute{'s' * (fact.minutes != 1)}"
            done = f"everything that had not begun comes {minutes} later"
        case "change":
            done = f"the terms are changed: {fact.changes}" if fact.changes else "the terms changed"
        case _:
            done = f"the game of match {fact.match} is played again"
    return f"{done} ({fact.reason})" if fact.reason else done
