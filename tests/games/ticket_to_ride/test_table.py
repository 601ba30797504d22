"""Tests of carcbot.games.ticket_to_ride.table."""

import random

import pytest

from carcbot.games.contract import CHANCE, View
from carcbot.games.random_plies import random_ply
from carcbot.games.ticket_to_ride import TICKET_TO_RIDE
from carcbot.games.ticket_to_ride.table import cards_of, table_of
from tests.games.ticket_to_ride.players import PLAYERS
from tests.games.ticket_to_ride.twin import SlowTicketToRide


@pytest.mark.parametrize("options", ("", "seats=5,shuffle=late", "seats=3,first=lot"))
def test_tables_of_a_game(options: str) -> None:
    """Whoever looks: what lies on the table is that of the twin, and hands are as far as known."""
    rng = random.Random(1)
    state, twin = TICKET_TO_RIDE.new(options), SlowTicketToRide(options)
    while not state.over:
        ply = random_ply(state, rng) if state.to_move == CHANCE else PLAYERS["random"](twin, rng)
        state.apply(ply)
        twin.apply(ply)
        for viewer in (*range(twin.seats), None):
            check(state.view(viewer), viewer, twin)


def check(view: View, viewer: int | None, twin: SlowTicketToRide) -> None:
    """Compares a view with the twin."""
    table = table_of(view)
    assert (table.done, table.step, table.viewer) == (twin.done, twin.due, viewer)
    assert [card or "-" for card in table.row] == twin.row
    assert (table.deck, table.discards) == (twin.deck.total(), +twin.discards)
    assert (table.first, table.turns_left) == (twin.first, twin.turns_left)
    if not twin.over:
        assert table.turn_of == twin.seat
    if twin.due in {"start", "keep"}:
        assert set(table.offered) == (
            set(twin.offered) if viewer == twin.seat else table_seen(twin, viewer)
        )
    if twin.done > twin.seats and twin.due == "turn":
        assert table.ticket_deck == twin.tickets_in_deck()
    for number, seat in enumerate(table.seats):
        assert seat.tracks == twin.tracks(number)
        assert seat.trains == twin.trains[number]
        assert seat.known == +twin.known[number]
        assert seat.hand_size == twin.hands[number].total()
        if number == viewer:
            assert seat.known + seat.own == +twin.hands[number]
            assert set(seat.tickets) == twin.kept[number]
        else:
            assert not seat.own


def table_seen(twin: SlowTicketToRide, viewer: int | None) -> set[str]:
    """What a viewer knows of what another one may keep: what it had returned itself."""
    return twin.seen_offered[viewer]


def test_cards() -> None:
    """As texts write them."""
    assert cards_of("R2L") == {"R": 2, "L": 1}
    assert not cards_of("-")
