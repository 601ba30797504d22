"""A game of Ticket to Ride played by the core and by its slow twin, compared at every step."""

import random
from collections import Counter

from carcbot.errors import InputError
from carcbot.games.contract import CHANCE, SecretState, View
from carcbot.games.random_plies import draw
from carcbot.games.ticket_to_ride import TICKET_TO_RIDE
from tests.games.ticket_to_ride.core_text import Told, public_part, public_part_of_twin, told
from tests.games.ticket_to_ride.players import Player
from tests.games.ticket_to_ride.twin import SlowTicketToRide
from tests.games.ticket_to_ride.twin_table import ALL_CARDS, DEFAULTS

__all__ = ["play_side_by_side", "random_options"]

_VALUES = {
    "seats": ("2", "3", "4", "5"),
    "first": ("seat0", "lot"),
    "start": ("two_or_three", "two"),
    "tickets": ("any_time", "when_done"),
    "locos": ("any_number", "fewest"),
    "second": ("must", "may"),
    "shuffle": ("at_once", "late"),
    "resets": ("guard", "limit3"),
}
"""All that an option may be."""
_PLIES_BETWEEN_WORLDS = 20
"""So often what a viewer holds for possible is compared; all else is at every step."""


def random_options(rng: random.Random) -> str:
    """Options as text: any, for they all go together."""
    chosen = {name: rng.choice(values) for name, values in _VALUES.items()}
    return ",".join(f"{name}={value}" for name, value in chosen.items() if value != DEFAULTS[name])


def play_side_by_side(options: str, player: Player, seed: int) -> Counter[str]:
    """Plays a game, and returns how often each thing happened that a test may ask for.

    An AssertionError says by which plies the two came to differ.
    """
    rng = random.Random(seed)
    core, twin = TICKET_TO_RIDE.new(options), SlowTicketToRide(options)
    happened: Counter[str] = Counter()
    plies: list[str] = []
    views: dict[int | None, View] = {
        viewer: core.view(viewer) for viewer in (*range(twin.seats), None)
    }
    bounds: set[tuple[int, int, int]] = set()
    try:
        _compare(core, twin, views)
        while not twin.over:
            ply = draw(twin, rng) if twin.to_move == CHANCE else player(twin, rng)
            plies.append(ply)
            happened[ply.partition(":")[0] if twin.to_move >= 0 else twin.due] += 1
            before = twin.deck.total()
            seen = {viewer: (core.seen(ply, viewer), twin.seen(ply, viewer)) for viewer in views}
            core.apply(ply)
            twin.apply(ply)
            for viewer, (told_by_core, told_by_twin) in seen.items():
                reset = "!" * twin.was_reset  # which a ply brings, and its text tells
                _same(f"{ply} for {viewer}", told_by_core, told_by_twin + reset)
                views[viewer].apply(told_by_core)
            happened["reset"] += twin.was_reset
            happened["shuffle"] += twin.deck.total() > before
            happened["empty place"] += "-" in twin.row and twin.to_move >= 0
            happened["exchange"] += twin.has_exchanged
            bounds.update((seat, *core.value_bounds(seat)) for seat in range(twin.seats))
            _compare(core, twin, views)
            if len(plies) % _PLIES_BETWEEN_WORLDS == 0:
                _compare_worlds(core, twin, rng)
                assert TICKET_TO_RIDE.parse(core.text).text == core.text
        for seat, least, most in bounds:
            points = twin.scores()[seat]
            assert least <= points <= most, f"{points} of {seat}, but {least} to {most} were told"
    except (AssertionError, InputError) as error:
        raise AssertionError(f"options {options!r}, plies {' '.join(plies)!r}: {error}") from error
    happened["passed to the end"] += twin.passes == twin.seats
    happened["last round"] += twin.turns_left == 0
    return happened + Counter(plies=len(plies), turns=twin.turn)


def _same(what: str, core: object, twin: object) -> None:
    assert core == twin, f"{what}: {core} in the core, {twin} in the twin"


def _compare(core: SecretState, twin: SlowTicketToRide, views: dict[int | None, View]) -> None:
    """The positions are the same, and each view of it shows what its seat may know.

    The views were made at the beginning, and have taken in what was seen of every ply since.
    """
    public, moves = public_part_of_twin(twin), sorted(twin.legal_moves())
    text = core.text
    seats = told(text)
    _same("position", public_part(text, seats), public)
    for seat, each in enumerate(seats):
        _same("hidden cards", each.hidden, twin.hands[seat] - twin.known[seat])
        _same("tickets", set(each.tickets), twin.kept[seat])
    _same("to move", (core.to_move, core.over), (twin.to_move, twin.over))
    _same("decision", (core.turn, core.step), (twin.turn, twin.step))
    _same("moves", sorted(core.legal_moves()), moves)
    _same("draws", core.outcomes(), twin.outcomes())
    _same("scores", core.scores(), twin.scores())
    _same("places", core.ranking(), twin.ranking())
    _compare_cards(twin)
    for viewer, view in views.items():
        text = view.text
        assert text == core.view(viewer).text, f"{viewer} came to see {text}"
        seats = told(text)
        _same(f"view of {viewer}", public_part(text, seats), public)
        may_move = viewer == twin.to_move
        _same(f"moves for {viewer}", sorted(view.legal_moves()), moves if may_move else [])
        _compare_seats(viewer, seats, twin)


def _compare_seats(viewer: int | None, seats: list[Told], twin: SlowTicketToRide) -> None:
    """What a view says of hands and tickets."""
    is_told = twin.done > twin.seats or (twin.done == twin.seats and twin.due != "count")
    for seat, each in enumerate(seats):
        is_own = seat == viewer
        cards = twin.hands[seat] - twin.known[seat] if is_own else None
        _same(f"cards of {seat} for {viewer}", each.hidden, cards)
        has_chosen = seat < twin.done
        told_now = is_told or seat < twin.counts_told or not has_chosen
        number = len(twin.kept[seat]) if is_own or told_now else None
        _same(f"number of tickets of {seat} for {viewer}", each.number, number)
        if is_own:
            _same("own tickets", set(each.tickets), twin.kept[seat])
        else:
            known = twin.known_held[viewer][seat] | (twin.kept[seat] & twin.shown)
            _same(f"tickets of {seat} for {viewer}", set(each.tickets), known)


def _compare_cards(twin: SlowTicketToRide) -> None:
    """No card is lost, and none is there twice: the core has the same in every place."""
    every = Counter(card for card in twin.row if card != "-")
    for pile in (twin.deck, twin.discards, *twin.hands):
        every.update(pile)
    assert +every == ALL_CARDS
    assert every.total() == 110


def _compare_worlds(core: SecretState, twin: SlowTicketToRide, rng: random.Random) -> None:
    """What a view holds for possible is nothing that the viewer knows better."""
    for viewer in (*range(twin.seats), None):
        world = core.view(viewer).determinize(rng.randrange(2**32))
        seats = told(world.text)
        _same(f"world of {viewer}", public_part(world.text, seats), public_part_of_twin(twin))
        hands = Counter[str]()
        for seat, each in enumerate(seats):
            assert each.hidden is not None
            hand = each.known + each.hidden
            hands += hand
            _same("cards", hand.total(), twin.hands[seat].total())
            assert twin.known_to[viewer][seat] <= hand, f"{viewer} knows more of {seat} than {hand}"
            if seat == viewer:
                _same("own cards", hand, +twin.hands[seat])
                _same("own tickets", set(each.tickets), twin.kept[seat])
            else:
                assert twin.known_held[viewer][seat] <= each.tickets
                if viewer is not None:
                    mine = twin.kept[viewer] | twin.known_queue[viewer]
                    assert not mine & each.tickets
        deck = ALL_CARDS - hands - twin.discards - Counter(twin.row)
        assert deck <= twin.deck_left[viewer], f"{viewer} has seen some of {deck}"
        _same("deck", deck.total(), twin.deck.total())
