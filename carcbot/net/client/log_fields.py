"""What lines of a bot's log say alike: of which match they are, and its beginning."""

from carcbot.bot.seated_match import SeatedMatch
from carcbot.messages.events import Started

__all__ = ["begins_text", "connected_text", "match_fields", "seated_match_fields"]


def connected_text(url: str, account: str) -> str:
    """Where the bot plays, and under which name."""
    return f"connected to {url} as {account}"


def begins_text(begun: Started) -> str:
    """Who plays in a match that begins."""
    return f"match begins: {', '.join(begun.seats)}"


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
