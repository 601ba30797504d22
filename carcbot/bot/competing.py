"""What a bot says of the competitions that it wants to take part in."""

from collections.abc import Collection

from carcbot.messages.competitions import CheckIn, CompetitionInfo, Enter

__all__ = ["answer_to", "is_taken_by"]


def answer_to(
    info: CompetitionInfo, wanted: Collection[str], number: int
) -> Enter | CheckIn | None:
    """What to say when one hears of a competition; None if nothing is to be said.

    Args:
        info: How it is.
        wanted: Those that one wants to take part in, by name.
        number: Of the command.
    """
    if info.name not in wanted:
        return None
    if info.phase == "registration" and info.you == "none":
        return Enter(number, info.name)
    if info.may_enter and info.you in {"none", "left_out"}:
        return Enter(number, info.name)
    if info.phase == "check_in" and info.you == "entered":
        return CheckIn(number, info.name)
    return None


def is_taken_by(info: CompetitionInfo) -> bool:
    """Whether one has to be free for a competition's matches, and plays no others."""
    return info.phase == "playing" and info.you == "playing"
