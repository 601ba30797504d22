"""What a bot answers to news of the competitions that it wants to take part in."""

from collections.abc import Callable, Collection

from carcbot.messages.competitions import CheckIn, CompetitionInfo, Confirm, Enter
from carcbot.messages.utc_text import moment_text

__all__ = ["answers_to_news", "needs_bot", "unknown_competitions", "why_not_playing"]

_NOT_YET = ("none", "left_out")


def answers_to_news(
    info: CompetitionInfo, wanted: Collection[str], number: Callable[[], int]
) -> list[Enter | CheckIn | Confirm]:
    """The commands with which the bot answers news of a competition.

    Args:
        info: How it is.
        wanted: The competitions that the bot wants to take part in, by name.
        number: Gives a command its number.
    """
    if info.name not in wanted:
        return []
    if info.phase == "registration" and info.you == "none":
        return [Enter(number(), info.name)]
    if info.may_enter and info.you in _NOT_YET:
        return [Enter(number(), info.name)]
    answers: list[Enter | CheckIn | Confirm] = []
    if info.to_confirm:
        answers.append(Confirm(number(), info.name, info.changes))
    if info.phase == "check_in" and info.you == "entered":
        answers.append(CheckIn(number(), info.name))
    return answers


def needs_bot(info: CompetitionInfo) -> bool:
    """Whether the bot has to keep itself free for a competition's matches."""
    return info.phase == "playing" and info.you == "playing"


def unknown_competitions(wanted: Collection[str], infos: Collection[CompetitionInfo]) -> list[str]:
    """A sentence for each competition that one wants to take part in and that does not exist.

    Args:
        wanted: The competitions that the bot wants to take part in, by name.
        infos: All that there are.
    """
    names = sorted(info.name for info in infos)
    others = f"those there are: {', '.join(names)}" if names else "nor is there any other"
    return [
        f"there is no competition {name!r} here; {others}" for name in wanted if name not in names
    ]


def why_not_playing(info: CompetitionInfo) -> str:
    """Why the bot cannot play (any more) in a competition, if known; else empty."""
    if info.phase in {"over", "called_off"}:
        end = "is over" if info.phase == "over" else f"was called off: {info.why}"
        return f"{info.name} {end}"
    if info.you in {"withdrawn", "disqualified"}:
        return f"this account is {info.you} in {info.name}"
    if info.you not in _NOT_YET or info.may_enter or info.phase in {"announced", "registration"}:
        return ""
    return _why_not_any_more(info)


def _why_not_any_more(info: CompetitionInfo) -> str:
    """Why one that has no part in a competition gets none."""
    if info.you == "left_out":
        why = "it had not checked in, or the players did not come out even"
        return f"this account was left out of {info.name}: {why}"
    if info.closes_us > info.starts_us:  # a ladder, whose last round may come before that
        return f"{info.name} takes no newcomers any more"
    return f"registration for {info.name} closed at {moment_text(info.closes_us)}"
