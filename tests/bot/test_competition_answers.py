"""Tests of carcbot.bot.competition_answers."""

import itertools
from typing import get_args

import msgspec

from carcbot.bot.competition_answers import (
    answers_to_news,
    needs_bot,
    unknown_competitions,
    why_not_playing,
)
from carcbot.messages.competitions import (
    CheckIn,
    CompetitionInfo,
    CompetitionPhase,
    Confirm,
    Enter,
    Part,
)
from carcbot.messages.lobby import Terms


def info(phase: CompetitionPhase, you: Part, name: str = "cup") -> CompetitionInfo:
    """What the referee says of a competition."""
    return CompetitionInfo(name, name, "swiss", Terms("pot"), 2, phase, 0, 1, 2, 3, 4, you=you)


def answers(told: CompetitionInfo) -> list[Enter | CheckIn | Confirm]:
    """What a bot says that wants to take part in the cup; its commands count from 7."""
    return answers_to_news(told, ("cup",), itertools.count(7).__next__)


def test_answers() -> None:
    """It enters what it wants and checks in, each when it is time, and says nothing else."""
    said = {}
    for phase, you in itertools.product(get_args(CompetitionPhase), get_args(Part)):
        assert answers(info(phase, you, "other")) == []
        if answer := answers(info(phase, you)):
            said[phase, you] = answer
    assert said == {
        ("registration", "none"): [Enter(7, "cup")],
        ("check_in", "entered"): [CheckIn(7, "cup")],
    }


def test_changed_terms() -> None:
    """It confirms changed terms by their number, and checks in besides when it is time."""
    for told, more in (
        (info("registration", "entered"), []),
        (info("closed", "entered"), []),
        (info("check_in", "entered"), [CheckIn(8, "cup")]),
        (info("check_in", "checked_in"), []),
    ):
        changed = msgspec.structs.replace(told, changes=2, to_confirm=True)
        assert answers(changed) == [Confirm(7, "cup", 2), *more]
        confirmed = msgspec.structs.replace(changed, to_confirm=False)
        assert not any(isinstance(each, Confirm) for each in answers(confirmed))


def test_late() -> None:
    """Where newcomers are taken while it goes on, it enters late; who was put out stays out."""
    for you in get_args(Part):
        late = msgspec.structs.replace(info("playing", you), may_enter=True)
        assert answers(late) == ([Enter(7, "cup")] if you in {"none", "left_out"} else [])


def test_taken() -> None:
    """It is free for others before and after, and once it is out."""
    taken = {
        (phase, you)
        for phase, you in itertools.product(get_args(CompetitionPhase), get_args(Part))
        if needs_bot(info(phase, you))
    }
    assert taken == {("playing", "playing")}


def test_missing() -> None:
    """A competition that there is not is named, with those that there are."""
    there = [info("over", "none", "spring"), info("registration", "none")]
    assert unknown_competitions(("cup", "nocup"), there) == [
        "there is no competition 'nocup' here; those there are: cup, spring"
    ]
    assert unknown_competitions(("nocup",), []) == [
        "there is no competition 'nocup' here; nor is there any other"
    ]


def test_hindrances() -> None:
    """Nothing hinders exactly those who take part or still can; all others hear why."""
    free = {
        (phase, you)
        for phase, you in itertools.product(get_args(CompetitionPhase), get_args(Part))
        if not why_not_playing(info(phase, you))
    }
    can_enter = {(p, y) for p in ("announced", "registration") for y in ("none", "left_out")}
    takes_part = {
        (phase, you)
        for phase in set(get_args(CompetitionPhase)) - {"over", "called_off"}
        for you in ("entered", "checked_in", "playing")
    }
    assert free == can_enter | takes_part
    late = msgspec.structs.replace(info("playing", "none"), may_enter=True)
    assert not why_not_playing(late)
    closed = msgspec.structs.replace(info("closed", "none"), closes_us=1_800_000_000_000_000)
    closed = msgspec.structs.replace(closed, starts_us=closed.closes_us)
    assert why_not_playing(closed) == "registration for cup closed at 2027-01-15 08:00:00 UTC"
    ladder = msgspec.structs.replace(closed, phase="playing", starts_us=1)
    assert why_not_playing(ladder) == "cup takes no newcomers any more"
