"""The fields that tell of which match a line of a bot's log is."""

from carcbot.bot.seated_match import SeatedMatch

__all__ = ["match_fields", "seated_match_fields"]


def match_fields(match: str | None, seat: int | None = None) -> dict[str, object]:
    """The match and the bot's seat, as far as they are known, as fields for the log."""
    said: dict[str, object] = {}
    if match:
        said["match"] = match
        if seat is not None:
            said["seat"] = seat
    return said


def seated_match_fields(seated: SeatedMatch) -> dict[str, object]:
    """The same for a match of the bot; its seat is known once the match has begun."""
    return match_fields(seated.match, seated.seat if seated.seq else None)
