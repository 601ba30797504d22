"""What lies on the table in Hoard, read off the text of a position or a view."""

from dataclasses import dataclass

from carcbot.games.contract import View

__all__ = ["Card", "TableCards", "table_cards"]


@dataclass(frozen=True, slots=True)
class Card:
    """A card in a hand.

    Attributes:
        rank: From 1; None where it is not known.
        is_open: Whether everybody knows it.
    """

    rank: int | None
    is_open: bool


@dataclass(frozen=True, slots=True)
class TableCards:
    """All of it; numbers of cards are by rank, the lowest first.

    Attributes:
        phase: ``deal``, ``open``, ``draw``, ``blind``, ``play``, ``cash`` or ``over``.
        laid: The rank that was laid and may be cashed now; None if none may.
        open: The rank of the card that lies open; None if none does.
        deck: How many cards are face down.
        discards: The discard pile.
        hands: By seat.
        rows: By seat.
        turns: How many turns there are in all.
        seat: Whose turn it is, or who is dealt a card; None at the end.
    """

    phase: str
    laid: int | None
    open: int | None
    deck: int
    discards: list[int]
    hands: list[list[Card]]
    rows: list[list[int]]
    turns: int
    seat: int | None


def table_cards(view: View) -> TableCards:
    """What lies on the table, as far as this view of Hoard knows it."""
    _, _, options, done, phase, opened, deck, discards, hands, rows = view.text.split(" ")[:10]
    chosen = dict(each.split("=") for each in options.split(","))
    each_has, seats = int(chosen.get("hand", "2")), view.seats
    dealt = [_hand(each) for each in hands.split(":")]
    laid = int(phase[4:]) if phase.startswith("cash") else None
    phase = phase.rstrip("12345")
    if phase == "over":
        seat = None
    elif phase == "deal":
        seat = next(each for each, hand in enumerate(dealt) if len(hand) < each_has)
    else:
        seat = int(done) % seats
    return TableCards(
        phase,
        laid,
        None if opened == "-" else int(opened),
        int(deck[1:]),
        _counts(discards),
        dealt,
        [_counts(each) for each in rows.split(":")],
        int(chosen.get("turns", "4")) * seats,
        seat,
    )


def _hand(text: str) -> list[Card]:
    pairs = zip(text[::2], text[1::2], strict=False)  # of no cards it is a dash
    return [Card(None if rank == "?" else int(rank), mark == "!") for rank, mark in pairs]


def _counts(text: str) -> list[int]:
    return [int(each) for each in text.split(".")]
