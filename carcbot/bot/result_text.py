"""How a match ended for one of its seats, in words."""

from carcbot.messages.events import Result

__all__ = ["result_text"]


def result_text(result: Result, seat: int) -> str:
    """``"won 99:64 (place 1 of 2)"``, with the seat's own points first."""
    why = "" if result.reason == "normal" else f", {result.reason}"
    if seat >= len(result.standings):
        return f"ended without a result{why}"
    mine = result.standings[seat]
    others = [each for number, each in enumerate(result.standings) if number != seat]
    is_shared = any(each.place == mine.place for each in others)
    best = "drew" if is_shared else "won"
    word = best if mine.place == 1 else "lost"
    points = ":".join(str(each.points) for each in (mine, *others))
    return f"{word} {points} (place {mine.place} of {len(result.standings)}{why})"
