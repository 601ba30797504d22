"""The planner: its lines against brute force and a slow twin, and what it decides by."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest

from carcbot import _native
from carcbot.games.contract import CHANCE
from carcbot.games.random_plies import draw
from carcbot.games.ticket_to_ride.connections import connection
from carcbot.games.ticket_to_ride.table import table_of
from tests.games.ticket_to_ride.players import PLAYERS
from tests.games.ticket_to_ride.scenes import Scene
from tests.games.ticket_to_ride.twin import SlowTicketToRide
from tests.games.ticket_to_ride.twin_lines import (
    CLOSED,
    STRETCHES,
    cheapest,
    costs_of,
    distances,
    lacks,
)
from tests.games.ticket_to_ride.twin_map import CITIES, ROUTES, TICKETS

CORE = _native.ticket_to_ride
TITLES = list(TICKETS)
STRETCH_OF = {route.name: name for name, routes in STRETCHES.items() for route in routes}
OPTIONS = (
    "seats=2",
    "seats=2,reading=thesis",
    "seats=3,second=may,resets=limit3",
    "seats=4,locos=fewest,shuffle=late",
    "seats=5,start=two,tickets=when_done,first=lot",
)


def some_costs(rng: random.Random) -> list[int]:
    """Of each stretch another one, some of nothing and some closed; sums are hardly ever equal."""
    return [rng.choices((0, CLOSED, rng.randrange(1000, 9000)), (1, 2, 9))[0] for _ in STRETCHES]


def test_lines_are_those_of_the_twin() -> None:
    """The same cost for one to five tickets, and stretches that connect what can be connected."""
    rng = random.Random(1)
    for _ in range(40):
        costs = some_costs(rng)
        named = dict(zip(STRETCHES, costs, strict=True))
        tickets = rng.sample(TITLES, rng.randint(1, 5))
        cost, lines = CORE.cheapest_lines(costs, "+".join(tickets))
        wanted = cheapest(named, tickets)
        assert cost == sum(named[name] for name in wanted)
        assert cost == sum(named[name] for name in lines)
        built = named | dict.fromkeys(lines, 0)
        for ticket in tickets:
            start, goal, _ = TICKETS[ticket]
            if goal in distances(named, start):
                assert distances(built, start)[goal] == 0


def best_for_two(costs: dict[str, int], tickets: list[str]) -> int:
    """The least that two tickets cost: apart, or by a tree with two cities where ways meet."""
    far = {city: distances(costs, city) for city in CITIES}

    def way(a: str, b: str) -> int:
        return far[a].get(b, CLOSED)

    (a, b, _), (c, d, _) = (TICKETS[each] for each in tickets)
    trees = (
        way(one, u) + way(two, u) + way(u, v) + way(v, three) + way(v, four)
        for one, two, three, four in permutations((a, b, c, d))
        for u in CITIES
        for v in CITIES
    )
    return min(way(a, b) + way(c, d), *trees)


def test_lines_are_nearly_the_cheapest_that_there_are() -> None:
    """Of two tickets against all trees: never cheaper, and mostly as cheap."""
    rng = random.Random(2)
    as_cheap = 0
    for _ in range(12):
        costs = [rng.randrange(1000, 9000) for _ in STRETCHES]
        named = dict(zip(STRETCHES, costs, strict=True))
        tickets = rng.sample(TITLES, 2)
        cost, _ = CORE.cheapest_lines(costs, "+".join(tickets))
        best = best_for_two(named, tickets)
        assert best <= cost
        as_cheap += best == cost
    assert as_cheap >= 9


def test_wrong_costs_are_refused() -> None:
    """One of each stretch there has to be."""
    with pytest.raises(Exception, match="78 numbers"):
        CORE.cheapest_lines([1, 2], "LosMia")


def positions(
    options: str, player: str, seed: int
) -> Iterator[tuple[_native.ticket_to_ride.State, SlowTicketToRide]]:
    """The decisions of a game, with the twin beside the core."""
    rng = random.Random(seed)
    core, twin = CORE.new_game(options), SlowTicketToRide(options)
    while not twin.over:
        if twin.to_move == CHANCE:
            ply = draw(twin, rng)
        else:
            yield core, twin
            if player == "planner":
                ply = CORE.choose(core, "planner", 0)
            else:
                ply = PLAYERS[player](twin, rng)
        core.apply(ply)
        twin.apply(ply)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("player", ("planner", "purposeful", "travelling", "hoarding"))
def test_every_choice_is_legal(options: str, player: str) -> None:
    """In positions of all kinds of games, with every number of seats and every option."""
    chosen = Counter[str]()
    for core, twin in positions(options, player, 3):
        move = CORE.choose(core, "planner", 0)
        assert move in twin.legal_moves()
        chosen[move.partition(":")[0]] += 1
    assert {"keep", "claim"} <= chosen.keys()
    assert chosen.total() > 60


@pytest.mark.parametrize("options", ("seats=2", "seats=3,reading=thesis"))
def test_it_decides_by_what_its_seat_knows(options: str) -> None:
    """Whatever the others hold and however the decks lie, the choice is the same."""
    rng = random.Random(4)
    compared = 0
    for core, _ in positions(options, "planner", 5):
        if rng.random() < 0.5:
            continue
        view = core.view(core.to_move)
        for seed in range(3):
            other = view.determinize(seed)
            assert CORE.choose(other, "planner", 0) == CORE.choose(core, "planner", 0)
            assert CORE.plan(other, core.to_move) == CORE.plan(core, core.to_move)
            compared += other.text != core.text
    assert compared > 60


@pytest.mark.parametrize("options", ("seats=2", "seats=4"))
def test_plans_are_those_of_the_twin(options: str) -> None:
    """As long as there are turns and trains enough, a plan costs what the twin's does."""
    compared = lacking = 0
    for core, twin in positions(options, "planner", 6):
        if twin.due != "turn" or twin.done > 12 * int(options[-1]):
            continue
        seat = twin.seat
        lines, lack = CORE.plan(core, seat)
        named = dict(zip(STRETCHES, costs_of(twin, seat), strict=True))
        wanted = cheapest(named, twin.kept[seat])
        trains = sum(STRETCHES[name][0].length for name in wanted)
        if trains > twin.trains[seat]:
            continue
        assert sum(named[name] for name in lines) == sum(named[name] for name in wanted)
        assert lack == lacks(twin, seat, lines)
        compared += 1
        lacking += lack > 0
    assert compared > 20
    assert lacking > 10


def test_it_builds_what_it_plans_and_can_pay() -> None:
    """A claim is of a planned stretch as long as there is one, with the fewest locomotives."""
    claims = 0
    for core, twin in positions("seats=2", "planner", 7):
        seat = twin.seat
        if twin.due != "turn" or twin.turns_left is not None:
            continue
        lines, lack = CORE.plan(core, seat)
        move = CORE.choose(core, "planner", 0)
        if move.startswith("claim"):
            _, track, payment = move.split(":")
            length = next(each.length for each in ROUTES if each.name == track)
            stretch = next(
                n for n, routes in STRETCHES.items() if track in {r.name for r in routes}
            )
            assert stretch in lines or not lines
            colour = payment[0]
            locos = 0 if "L" not in payment else int(payment.partition("L")[2] or 1)
            if colour != "L":
                assert locos == max(0, length - twin.hands[seat][colour])
            claims += 1
        elif lines:
            assert lack > 0  # who can pay everything draws no more cards
    assert claims > 10


FAR_AWAY = ["AtlMia", "AtlNas", "CalWin", "ChiTor", "DulHel", "DulTor", "MiaNor", "SsmWin"]
"""Forty trains of seat 0 in the worked examples, far from where it wants to build."""


@pytest.mark.parametrize(
    ("hand", "row", "lack", "choice"),
    (
        # Denver-Santa Fe is gray and two trains long
        ("R2", "PWBYO", 0, "claim:DenSfe:R2"),
        ("RL", "PWBYO", 0, "claim:DenSfe:RL"),
        ("R", "PWBRO", 1, "take:R"),
        ("R", "PWBYO", 1, "blind"),
        ("R", "PWLYO", 1, "take:L"),
    ),
)
def test_worked_examples(hand: str, row: str, lack: int, choice: str) -> None:
    """Denver to El Paso lacks Denver-Santa Fe: it is paid, or the card for it is drawn.

    With three trains left it is the only way, and the other ticket is given up.
    """
    scene = Scene(
        row=row,
        hand=hand,
        tracks={0: ["ElpSfe", *FAR_AWAY]},
        tickets={0: ["DenElp", "NycSea"]},
    )
    core = CORE.parse_position(scene.core().text)
    lines, lacking = CORE.plan(core, 0)
    assert lines == ["DenSfe"]
    assert lacking == lack
    assert CORE.choose(core, "planner", 0) == choice


def test_it_takes_no_locomotive_for_a_card_that_lies_there() -> None:
    """Where one red is missing, red pays as well, and leaves a second card to draw."""
    scene = Scene(
        row="PWLRO",
        deck=0,
        hand="R",
        tracks={0: ["ElpSfe", *FAR_AWAY]},
        tickets={0: ["DenElp", "NycSea"]},
    )
    core = CORE.parse_position(scene.core().text)
    assert CORE.plan(core, 0)[1] == 1
    assert {"take:R", "take:L"} <= set(core.legal_moves())
    assert not any(move.startswith("blind") for move in core.legal_moves())
    assert CORE.choose(core, "planner", 0) == "take:R"


def test_its_own_choice_has_the_best_merit() -> None:
    """Of all legal moves, in their order, and in the same position as often as it is asked."""
    asked = 0
    for core, twin in positions("seats=3", "planner", 8):
        merits = CORE.planner_merits(core)
        moves = core.legal_moves()
        assert len(merits) == len(moves)
        if twin.due in {"turn", "second"}:
            assert merits[moves.index(CORE.choose(core, "planner", 0))] == max(merits)
            asked += len(moves) > 1
    assert asked > 60


def test_planners_complete_tickets() -> None:
    """In games with each other they complete most of what they hold, and use most of their trains.

    The mean of their points is above that of the best search of the thesis, 97 (its section 5.12).
    """
    completed = held = trains = points = 0
    for seed in range(30):
        state = CORE.play_part(CORE.new_game("seats=2"), "planner", 0, seed)
        assert state.over
        table = table_of(state)
        for number, seat in enumerate(table.seats):
            held += len(seat.tickets)
            trains += seat.trains
            for ticket in seat.tickets:
                missing, _ = connection(table, number, ticket) or (None, ())
                completed += missing == 0
        points += sum(state.scores())
    assert completed > 0.8 * held
    assert trains < 5 * 60
    assert points > 97 * 60
