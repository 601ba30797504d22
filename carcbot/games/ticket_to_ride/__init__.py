"""Ticket to Ride on the map of the USA: hidden cards, hidden tickets, and tracks between cities.

Two to five seats collect train cards, from an open row or blind, and pay with them for tracks. Who
connects the two cities of a ticket has its value, who does not loses it, and the longest path
brings points at the end. The rules are in the native core.
"""

from carcbot import _native
from carcbot.games.contract import Game, Option
from carcbot.games.ticket_to_ride.bench import BENCH
from carcbot.games.ticket_to_ride.page import PAGE
from carcbot.games.ticket_to_ride.presets import PRESETS
from carcbot.games.ticket_to_ride.rail_picture import view_svg
from carcbot.games.ticket_to_ride.terminal import TERMINAL

__all__ = ["TICKET_TO_RIDE"]

TICKET_TO_RIDE: Game[_native.ticket_to_ride.State] = Game(
    name="ticket_to_ride",
    title="Ticket to Ride",
    seats=range(2, 6),
    options=(
        Option("seats", ("2", "3", "4", "5"), "How many play."),
        Option(
            "reading",
            ("official", "thesis"),
            "The published rules, or what the players of a thesis do: start=two,"
            " tickets=when_done, locos=fewest and shuffle=late.",
            title="Rules",
        ),
        Option("first", ("seat0", "lot"), "Who begins: seat 0, or a seat drawn by lot."),
        Option(
            "start",
            ("two_or_three", "two"),
            "How many of the three first tickets are kept.",
        ),
        Option(
            "tickets",
            ("any_time", "when_done"),
            "When tickets are drawn: as one likes, or always and only when all own are completed.",
        ),
        Option(
            "locos",
            ("any_number", "fewest"),
            "How many locomotives pay for a track: as many as one likes, or as few as possible.",
        ),
        Option(
            "second",
            ("must", "may"),
            "Whether who has drawn a card has to draw the second one.",
        ),
        Option(
            "shuffle",
            ("at_once", "late"),
            "When the discard pile becomes the deck: as the deck ends, or when a card is wanted.",
        ),
        Option(
            "resets",
            ("guard", "limit3"),
            "How often three locomotives reset the row: while it can help, or three times at most.",
        ),
    ),
    has_secrets=True,
    new_game=_native.ticket_to_ride.new_game,
    parse_position=_native.ticket_to_ride.parse_position,
    parse_seen=_native.ticket_to_ride.parse_view,
    page=PAGE,
    presets=PRESETS,
    agents=("dispatcher", "planner", "flat", "random"),
    terminal=TERMINAL,
    svg=view_svg,
    bench=BENCH,
)
