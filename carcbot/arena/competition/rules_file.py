"""Reading the rules of a competition from its file, and saying what is wrong with them."""

import itertools
from typing import Any, Final

import msgspec

from carcbot.arena.competition.rules import (
    CheckIn,
    Competition,
    Disqualification,
    NoShow,
    Registration,
    Schedule,
    moment_us,
)
from carcbot.arena.contest import Clock
from carcbot.arena.contest_file import check_rounds, first_position
from carcbot.errors import OptionsError
from carcbot.games import registry
from carcbot.messages.codec import NO_JSON
from carcbot.messages.parts import ACCOUNT_NAME
from carcbot.messages.utc_text import moment_text
from carcbot.settings_file import check_settings, wrong_settings

__all__ = ["check_new", "read_competition"]

_EXPECTED: Final = "what docs/competitions.md lists"
_TABLES: Final[dict[str, type[msgspec.Struct]]] = {
    "clock": Clock,
    "registration": Registration,
    "check_in": CheckIn,
    "schedule": Schedule,
    "no_show": NoShow,
    "disqualification": Disqualification,
}
_ELSEWHERE: Final = {
    key: f"the one of [{name}]" for name, kind in _TABLES.items() for key in kind.__struct_fields__
}


def read_competition(text: str, where: str) -> Competition:
    """What a TOML file says.

    Args:
        text: All of it.
        where: The file's name, for errors.

    Raises:
        OptionsError: It is no TOML, has a key that does not exist, or a value that cannot be.
        InputError: Nobody could play by it.
    """
    try:
        raw = text.encode()
        said: dict[str, Any] = msgspec.toml.decode(raw)
        check_settings(said, Competition, where, _EXPECTED, _ELSEWHERE)
        for name, kind in _TABLES.items():
            check_settings(said.get(name), kind, f"{where}, [{name}]", _EXPECTED)
        competition = msgspec.toml.decode(raw, type=Competition)
    except NO_JSON as error:
        raise wrong_settings(error, Competition, where, _EXPECTED) from error
    try:
        _check_moments(competition, where)
    except OverflowError as error:
        raise OptionsError(
            "a moment is too far away", where=where, expected="moments of our time"
        ) from error
    _check_rounds(competition, where)
    _check_game(competition, where)
    return competition


def check_new(rules: Competition, now_us: int, where: str) -> None:
    """Refuses a new competition whose registration is already over, or with names that cannot be.

    Args:
        rules: The competition.
        now_us: Now, since 1970.
        where: The file's name, for errors.

    Raises:
        OptionsError: Registration is over, or has no end before check-in or the first round; or
            nobody has one of the names in it, or fewer may enter than a table needs.
    """
    _check_players(rules, where)
    ends_us = min(rules.closes_us, rules.check_in_us)
    if ends_us <= now_us:
        raise OptionsError(
            f"nobody could enter: registration ended {moment_text(ends_us)}",
            where=f"{where}, [registration] and [schedule]",
            expected=f"moments that are still to come; now it is {moment_text(now_us)}",
        )


def _check_moments(rules: Competition, where: str) -> None:
    """One thing comes after the other."""
    starts, check_in_us = rules.schedule.starts, rules.check_in_us
    for earlier, later in itertools.pairwise(starts):
        if earlier >= later:
            raise OptionsError(
                f"{later.isoformat()} does not come after {earlier.isoformat()}",
                where=f"{where}, [schedule], starts",
                expected="moments in their order",
            )
    registration = rules.registration
    if registration.opens and rules.opens_us >= rules.closes_us:
        raise OptionsError(
            "registration closes before it opens",
            where=f"{where}, [registration]",
            expected="an earlier opens, or a later closes or first start",
        )
    is_open = rules.format == "ladder"  # which takes newcomers while it goes on
    if registration.closes and not is_open and moment_us(registration.closes) > check_in_us:
        raise OptionsError(
            "registration closes when check-in has begun",
            where=f"{where}, [registration], closes",
            expected=f"a moment {rules.check_in.minutes:g} minutes before the start, or earlier",
        )


def _check_players(rules: Competition, where: str) -> None:
    """Names in the file are those of accounts, each once, and enough of them for a table."""
    allowed = rules.registration.allow
    for setting, names in (("[registration], allow", allowed), ("seeds", rules.seeds)):
        for name in names:
            if not ACCOUNT_NAME.fullmatch(name):
                raise OptionsError(
                    f"{name!a} can be no account",
                    where=f"{where}, {setting}",
                    expected="names as 'carcbot accounts add' takes them",
                )
        folded = [name.lower() for name in names]
        if len(set(folded)) < len(folded):
            raise OptionsError(
                "a name stands there twice", where=f"{where}, {setting}", expected="each once"
            )
    if allowed and len(allowed) < rules.seats:
        raise OptionsError(
            f"only {len(allowed)} may enter, and a table has {rules.seats} seats",
            where=f"{where}, [registration], allow",
            expected=f"{rules.seats} names or more, or none for anybody",
        )


def _check_rounds(rules: Competition, where: str) -> None:
    check_rounds(rules.format, rules.rounds, where)
    if rules.format == "ladder" and not rules.rounds:
        raise OptionsError(
            "a ladder without end is no competition",
            where=f"{where}, rounds",
            expected="how many rounds are played",
        )
    if rules.registration.most < rules.seats:
        raise OptionsError(
            f"{rules.registration.most} players for tables of {rules.seats}",
            where=f"{where}, [registration], most",
            expected=f"{rules.seats} or more",
        )


def _check_game(rules: Competition, where: str) -> None:
    first_position(rules.game, rules.options, rules.seats, where)
    if rules.chance == "deck" and registry.get(rules.game).deck is None:
        raise OptionsError(
            f"{rules.game} has no deck that could be committed to",
            where=f"{where}, chance",
            expected='chance = "seed"',
        )
