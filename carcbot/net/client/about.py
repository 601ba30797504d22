"""What every line of a bot's log says of the match that it is about."""

from carcbot.bot.chair import Chair

__all__ = ["about", "about_chair"]


def about(match: str | None, seat: int | None = None) -> dict[str, object]:
    """The match and the bot's seat in it, as far as they are known, as fields of the log."""
    said: dict[str, object] = {}
    if match:
        said["match"] = match
        if seat is not None:
            said["seat"] = seat
    return said


def about_chair(chair: Chair) -> dict[str, object]:
    """The same of a match that one plays in; which seat one has is known when it has begun."""
    return about(chair.match, chair.seat if chair.seq else None)
