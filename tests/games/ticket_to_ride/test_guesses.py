"""Guesses at the tickets of others by their tracks: what the seat knows stays as it is."""

import random
from collections import Counter

import pytest

from carcbot import _native
from carcbot.errors import InputError
from carcbot.games.random_plies import draw
from carcbot.games.ticket_to_ride.table import table_of
from tests.games.ticket_to_ride.players import PLAYERS
from tests.games.ticket_to_ride.twin import SlowTicketToRide
from tests.games.ticket_to_ride.twin_lines import CLOSED, STRETCHES, distances
from tests.games.ticket_to_ride.twin_map import ROUTES, TICKETS
from tests.games.ticket_to_ride.twin_scoring import is_completed

CORE = _native.ticket_to_ride
BY_NAME = {route.name: route for route in ROUTES}
State = _native.ticket_to_ride.State


def positions(options: str, seed: int, after: int = 0) -> list[State]:
    """Some of a game of purposeful players, late enough, in which a seat begins its turn."""
    rng = random.Random(seed)
    core, twin = CORE.new_game(options), SlowTicketToRide(options)
    found = []
    while not twin.over:
        if twin.due == "turn" and twin.done >= after and rng.random() < 0.1:
            found.append(core.copy())
        ply = PLAYERS["purposeful"](twin, rng) if twin.to_move >= 0 else draw(core, rng)
        core.apply(ply)
        twin.apply(ply)
    return found


def tickets_of(state: State) -> list[set[str]]:
    """Those that each seat holds."""
    return [set(seat.tickets) for seat in table_of(state).seats]


def unknown_to(state: State, seat: int) -> set[str]:
    """Tickets that may be in another's hand as far as a seat knows: those that sometimes are."""
    view = state.view(seat)
    found: set[str] = set()
    for seed in range(150):
        for other, held in enumerate(tickets_of(view.determinize(seed))):
            found |= held if other != seat else set()
    return found - {ticket for seat_ in table_of(view).seats for ticket in seat_.tickets}


@pytest.mark.parametrize("how", ("uniform", "worst", "worst-random", "tracks"))
@pytest.mark.parametrize("options", ("seats=2", "seats=3,start=two"))
def test_a_guess_has_the_view_that_it_is_made_of(options: str, how: str) -> None:
    """To its last letter, and it can be played on to the end."""
    for state in positions(options, 3):
        for seat in range(state.seats):
            view = state.view(seat)
            guess = CORE.guess(view, how, 5)
            assert guess.view(seat).text == view.text
            assert CORE.parse_position(guess.text).text == guess.text
            assert guess.text == CORE.guess(view, how, 5).text
            guess.play_randomly(1)
            assert guess.over


def test_others_have_what_their_tracks_complete() -> None:
    """The completed ones of the highest values; else all of them, and the lowest of the others."""
    seen = Counter[str]()
    for state in [each for seed in range(14) for each in positions("reading=thesis", seed, 40)]:
        own, other = state.to_move, 1 - state.to_move
        tracks = [BY_NAME[name] for name in table_of(state).seats[other].tracks]
        pool = unknown_to(state, own)
        known = set(table_of(state.view(own)).seats[other].tickets)
        number = len(tickets_of(state)[other] - known)
        done = {ticket for ticket in pool if is_completed(ticket, tracks)}
        guessed = tickets_of(CORE.guess(state.view(own), "worst", 1))[other] - known
        assert len(guessed) == number
        if len(done) >= number:
            best = sorted((TICKETS[each][2] for each in done), reverse=True)[:number]
            assert guessed <= done
            assert sorted((TICKETS[each][2] for each in guessed), reverse=True) == best
            seen["too many"] += 1
        else:
            rest = sorted(TICKETS[each][2] for each in pool - done)[: number - len(done)]
            assert done <= guessed
            assert sorted(TICKETS[each][2] for each in guessed - done) == rest
            seen["too few"] += 1
        again = tickets_of(CORE.guess(state.view(own), "worst-random", 1))[other] - known
        assert again <= done or done <= again
    assert seen["too many"] > 2
    assert seen["too few"] > 10


def test_any_are_as_likely_where_values_do_not_count() -> None:
    """At the beginning, where nothing is completed, all unknown tickets come up alike."""
    state = positions("seats=2", 1)[0]
    own, other = state.to_move, 1 - state.to_move
    pool = unknown_to(state, own)
    came = Counter(
        ticket
        for seed in range(2000)
        for ticket in tickets_of(CORE.guess(state.view(own), "worst-random", seed))[other]
    )
    assert came.keys() == pool
    mean = came.total() / len(pool)
    assert max(came.values()) < mean + 6 * mean**0.5
    assert min(came.values()) > mean - 6 * mean**0.5


def likelihood(state: State, seat: int, ticket: str) -> float:
    """Of a ticket in the hand of one of two, by the part of its way that its tracks save."""
    seats = table_of(state).seats
    own, others = set(seats[seat].tracks), set(seats[1 - seat].tracks)
    start, goal, _ = TICKETS[ticket]
    whole = {name: routes[0].length for name, routes in STRETCHES.items()}
    left = dict(whole)
    for name, routes in STRETCHES.items():
        names = {route.name for route in routes}
        if names & own:
            left[name] = 0
        elif names & others:  # of a double the other track is closed to two players
            left[name] = CLOSED
    far = distances(whole, start)[goal]
    saved = max(0, far - distances(left, start).get(goal, CLOSED)) / far
    return 1 + 63 * saved**2


def test_tickets_are_drawn_by_what_tracks_save() -> None:
    """Each comes up as often as in draws by a slow twin of their likelihood."""
    state = next(
        each
        for seed in range(20)
        for each in positions("seats=2", seed, 40)
        if max(likelihood(each, 1 - each.to_move, ticket) for ticket in TICKETS) > 30
    )
    own, other = state.to_move, 1 - state.to_move
    pool = sorted(unknown_to(state, own))
    known = set(table_of(state.view(own)).seats[other].tickets)
    number = len(tickets_of(state)[other] - known)
    weights = {ticket: likelihood(state, other, ticket) for ticket in pool}
    rng, games = random.Random(1), 4000
    came, drawn = Counter[str](), Counter[str]()
    for seed in range(games):
        came.update(tickets_of(CORE.guess(state.view(own), "tracks", seed))[other] - known)
        left = dict(weights)
        for _ in range(number):
            (ticket,) = rng.choices(list(left), list(left.values()))
            drawn[ticket] += 1
            del left[ticket]
    assert came.total() == drawn.total() == number * games
    for ticket in pool:
        assert abs(came[ticket] - drawn[ticket]) < 6 * (2 * max(1, drawn[ticket])) ** 0.5
    assert max(came.values()) > 3 * min(came.values())


def test_unknown_guesses_are_refused() -> None:
    """With the list of those that there are."""
    state = positions("seats=2", 1)[0]
    with pytest.raises(InputError, match="one of uniform, worst, worst-random, tracks"):
        CORE.guess(state.view(0), "best", 1)
    assert CORE.guesses() == ["uniform", "worst", "worst-random", "tracks"]
