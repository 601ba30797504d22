"""Cards, options and positions of Thurn and Taxis as text, as the protocol tells, for its twin."""

import re
from collections import Counter
from collections.abc import Iterable

from tests.games.thurn_and_taxis.twin_map import CITIES

__all__ = ["OPTIONS", "cards_of", "cards_text", "options_of"]

OPTIONS = {
    "seats": "2",
    "officials": "step",
    "useless": "left_out",
    "carrier": "optional",
    "ties": "official",
    "one_card": "once",
    "provinces": "9",
    "cut": "400",
}
"""All options but the presets, with their defaults."""
THESIS = {"officials": "start", "useless": "offered", "carrier": "must", "ties": "shared"}


def options_of(text: str) -> dict[str, str]:
    """All options, those that are not said as they are by default."""
    said = dict(pair.split("=") for pair in text.split(",") if pair)
    preset = THESIS if said.pop("reading", "official") == "thesis" else {}
    options = OPTIONS | preset | said
    assert options.keys() == OPTIONS.keys(), text
    assert (options["officials"], options["useless"]) != ("start", "left_out"), text
    return options


def cards_text(cards: Iterable[str]) -> str:
    """Cards, or cities, in their order; behind a city how many, if it is not one."""
    count = Counter(cards)
    words = [
        f"{city}{count[city] if count[city] > 1 else ''}" for city in sorted(count) if count[city]
    ]
    return "".join(words) or "-"


def cards_of(text: str) -> Counter[str]:
    """The cards that such a text names, wherever they stand in it."""
    cards: Counter[str] = Counter()
    for city, count in re.findall(r"([A-Z][a-z]{2})(\d?)", text):
        cards[city] += int(count or 1)
    assert cards.keys() <= set(CITIES), text
    return cards
