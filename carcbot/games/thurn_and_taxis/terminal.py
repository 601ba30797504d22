"""Thurn and Taxis in a terminal: the map, what lies on the table, and how moves are typed."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Final

from carcbot.games.contract import Paper, TerminalFace, TurnStep, View
from carcbot.games.terminal import whose_turn
from carcbot.games.thurn_and_taxis.map import CITIES, HEIGHT, ROADS, STACKS, WIDTH
from carcbot.games.thurn_and_taxis.table import Seat, Table, table_of
from carcbot.games.thurn_and_taxis.turn_words import TableStep, say_turn

__all__ = ["TERMINAL"]

_WIDEST: Final = 78
_LINES_FOR: Final = 4.4
"""How many columns of the map make one of its lines: letters are higher than wide."""
_ROOM: Final = 7
"""Columns of a city with its houses."""
_KINDS: Final = ("take", "start", "left", "right", "scrap", "houses", "keep", "discard")
_SHORT: Final = {
    "t": "take", "l": "left", "r": "right", "s": "scrap", "b": "blind", "e": "end", "c": "close",
    "h": "houses", "k": "keep", "before": "left", "behind": "right", "new": "scrap",
}  # fmt: skip


_TWO_LETTERS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def _picture(view: View, _plies: Sequence[str], paper: Paper) -> list[str]:
    table = table_of(view)
    rest = [line for text in _table_lines(view, table) for line in _folded(text, paper.width)]
    drawn = _map(table, min(paper.width, _WIDEST))
    if paper.height is not None and len(drawn) + len(rest) > paper.height:
        drawn = []
    lines = [*drawn, *rest]
    return lines if paper.height is None else lines[-paper.height :]


def _map(table: Table, width: int) -> list[str]:
    """The cities where they lie, with roads as dots; behind a city the seats with a house there."""
    height = int(width / _LINES_FOR) + 1
    grid = [[" "] * width for _ in range(height)]

    def place(letters: str) -> tuple[float, float]:
        city = CITIES[letters]
        return city.x / WIDTH * (width - _ROOM), city.y / HEIGHT * (height - 1)

    for here, there in ROADS:
        (ax, ay), (bx, by) = place(here), place(there)
        steps = max(round(abs(bx - ax) / 2), round(abs(by - ay)), 1)
        for step in range(1, steps):
            x, y = ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps
            grid[round(y)][round(x) + 1] = "."
    for letters in CITIES:
        x, y = place(letters)
        text = letters + "".join(
            str(seat) for seat, each in enumerate(table.seats) if letters in each.houses
        )
        grid[round(y)][round(x) : round(x) + len(text)] = text
    return ["".join(row).rstrip() for row in grid]


def _table_lines(view: View, table: Table) -> list[str]:
    display = " ".join(each or "-" for each in table.display)
    stacks = ", ".join(
        f"{_ascii(stack.title)} {stack.tiles[-left]} of {left}"
        for stack, left in zip(STACKS, table.stacks, strict=True)
        if left
    )
    lines = [
        f"turn {view.turn}   supply: {table.supply} cards   discards: {_cards(table.discards)}",
        f"tiles: {stacks or '-'}",
        f"display: {display}",
    ]
    if table.is_cut:
        lines.append(f"the game was cut after {table.done} turns, as its options say")
    points = view.scores()
    for number, seat in enumerate(table.seats):
        mark = ">" if number == table.turn_of else " "
        you = " (you)" if number == table.viewer else ""
        lines.append(f"{mark} seat {number}{you}  {points[number]} points  {_possessions(seat)}")
        lines.append(f"    route {' - '.join(seat.route) or '-'}   hand {_hand(seat)}")
    return [*lines, whose_turn(view)]


def _possessions(seat: Seat) -> str:
    carriage = f"carriage {seat.level}" if seat.level else "no carriage"
    return f"{carriage}  tiles {seat.tiles}  houses left {seat.houses_left}"


def _hand(seat: Seat) -> str:
    """The cards of a hand: `!` is known to all, `?` is one not known here."""
    known = [f"{city}!" for city in seat.known]
    return " ".join([*known, *seat.own, *["?"] * seat.hidden]) or "-"


def _cards(cards: Iterable[str]) -> str:
    counts = Counter(cards)
    return " ".join(f"{city}{much if much > 1 else ''}" for city, much in counts.items()) or "-"


def _folded(text: str, width: int) -> list[str]:
    return wrap(text, width, subsequent_indent="      ", drop_whitespace=True)


def _sheet(view: View) -> list[str]:
    return [
        f"seat {number}: {points} points = {seat.carriage_points} for the carriage"
        f" + {seat.tiles} for tiles - {seat.houses_left} for houses left"
        for number, (points, seat) in enumerate(
            zip(view.scores(), table_of(view).seats, strict=True)
        )
    ]


def _say_turn(steps: Sequence[TurnStep], after: View) -> str:
    tables = [
        TableStep(step.move, table_of(step.before), step.drawn, has_failed="!" in step.seen[0])
        for step in steps
    ]
    return _ascii(say_turn(tables, table_of(after)))


def _read(view: View, typed: str) -> str:
    """The move that was typed: a word and cities, in any order, both as short as can be."""
    legal = view.legal_moves()
    if typed in legal:
        return typed
    words = re.findall(r"[^\s:,]+", typed.lower())
    kind, cities, rest = None, [], []
    for word in words:
        if found := _cities(word):
            cities += found
        elif _SHORT.get(word, word) in _KINDS and kind is None:
            kind = _SHORT.get(word, word)
        else:
            rest.append(_SHORT.get(word, word))
    if not cities:
        return _without_cities(kind, rest, typed, legal)
    if rest:
        return typed
    order = list(CITIES)
    counts = Counter(sorted(cities, key=order.index))
    what = "".join(f"{city}{much if much > 1 else ''}" for city, much in counts.items())
    meant = [move for move in legal if move.partition(":")[2] == what]
    if kind is not None:
        return f"{kind}:{what}"
    # a city alone: the first thing that can be done with it, which is to lay it where it fits
    return meant[0] if meant else typed


def _without_cities(kind: str | None, rest: list[str], typed: str, legal: list[str]) -> str:
    """A word alone: the only move of its kind, or a move that is one word."""
    of_kind = [move for move in legal if kind is not None and move.startswith(f"{kind}:")]
    if len(of_kind) == 1 and not rest:
        return of_kind[0]
    if kind == "houses" and rest in ([], ["-"], ["none"]):
        return "houses:-"
    if kind is None and len(rest) == 1:
        begins = [move for move in legal if ":" not in move and move.startswith(rest[0])]
        return begins[0] if len(begins) == 1 else rest[0]
    return typed


def _cities(word: str) -> list[str]:
    """The cities that a word names: by letters, by its name or its beginning; else nothing."""
    joined = re.findall(r"[a-z]{3}[23]?", word)
    by_letters = {letters.lower(): letters for letters in CITIES}
    if "".join(joined) == word and all(each[:3] in by_letters for each in joined):
        return [by_letters[each[:3]] for each in joined for _ in range(int(each[3:] or 1))]
    names = [
        letters
        for letters, city in CITIES.items()
        if len(word) > 2 and _ascii(city.name).lower().startswith(_ascii(word))
    ]
    return names if len(names) == 1 else []


def _ascii(text: str) -> str:
    """What a terminal without other letters can show, and everybody can type."""
    return text.translate(_TWO_LETTERS)


TERMINAL: Final = TerminalFace(
    picture=_picture,
    sheet=_sheet,
    how="take ulm (t ulm) takes a card, blind (b) the top of the supply; ulm left (l ulm), ulm"
    " right (r ulm) or scrap ulm (s ulm) lays it; close (c), end (e); houses ulm stu (h ulm stu),"
    " keep lin ulm ulm (k ...); officials by their names.",
    read=_read,
    say_turn=_say_turn,
)
