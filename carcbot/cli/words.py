"""Players, clocks, rankings and turns in words, the same in every command."""

import sys
import textwrap
from collections.abc import Sequence

from carcbot.cli.screen import size
from carcbot.messages.events import Result
from carcbot.messages.parts import ClockSpec

__all__ = ["clock_in_words", "outcome", "player", "ranking", "told_lines"]


def player(names: Sequence[str | None], seat: int) -> str:
    """Who sits there: ``"bob (seat 1)"``."""
    name = names[seat] if seat < len(names) else None
    return f"{name} (seat {seat})" if name else f"seat {seat}"


def clock_in_words(clock: ClockSpec) -> str:
    """What the clock gives each seat: ``"1 s a move, and a bank of 60 s"``."""
    main, move = f"{clock.main_us / 1e6:g} s", f"{clock.move_us / 1e6:g} s"
    match clock.kind:
        case "per_move":
            return f"{move} a move"
        case "sudden_death":
            return f"{main} for all moves"
        case "fischer":
            return f"{main} for all moves, and each move brings {move}"
        case "delay":
            return f"{main} for all moves, and the first {move} of each are free"
        case _:
            return f"{move} a move, and a bank of {main}"


def outcome(result: Result) -> str:
    """Why a match ended: ``"result: time: seat 0 is out: time"``."""
    return f"result: {result.reason}{': ' + result.text if result.text else ''}"


def ranking(result: Result, names: Sequence[str | None]) -> list[str]:
    """How a match ended, a line for each seat, the best first."""
    lines = []
    places = sorted((each.place, seat) for seat, each in enumerate(result.standings))
    for place, seat in places:
        standing = result.standings[seat]
        out = f", out: {standing.out}" if standing.out else ""
        lines.append(f"{place}. {player(names, seat)}: {standing.points} points{out}")
    return lines


def told_lines(sentence: str) -> list[str]:
    """A turn in words, as it stands beneath the move that ends it; no line if it is empty."""
    indent = " " * 6
    columns = size(sys.stdout)[0]
    return textwrap.wrap(sentence, columns, initial_indent=indent, subsequent_indent=indent)
