"""Rules of thumb of Ticket to Ride: ways against brute force, merits, and games by policies."""

import random
from collections import Counter

import pytest

from carcbot import _native
from carcbot.errors import InputError
from carcbot.games.contract import CHANCE
from carcbot.games.random_plies import draw
from carcbot.games.ticket_to_ride import TICKET_TO_RIDE
from carcbot.games.ticket_to_ride.table import table_of
from tests.games.ticket_to_ride.players import PLAYERS
from tests.games.ticket_to_ride.twin import SlowTicketToRide
from tests.games.ticket_to_ride.twin_map import ROUTES, TICKETS
from tests.games.ticket_to_ride.twin_merits import checked_way, merits

CORE = _native.ticket_to_ride
LENGTHS = {route.name: route.length for route in ROUTES}


@pytest.mark.parametrize("options", ("seats=2", "seats=2,reading=thesis", "seats=4"))
@pytest.mark.parametrize("player", ("random", "purposeful"))
def test_merits_are_those_of_the_twin(options: str, player: str) -> None:
    """Ways are shortest ways, and each move is worth what the thesis's table says of them."""
    rng = random.Random(f"{options} {player}")
    core, twin = CORE.new_game(options), SlowTicketToRide(options)
    compared = Counter[str]()
    while not twin.over:
        if twin.to_move == CHANCE:
            ply = draw(twin, rng)
        else:
            if twin.due in {"turn", "second"} and rng.random() < 0.2:
                ways = [CORE.way(core, twin.seat, ticket) for ticket in twin.kept[twin.seat]]
                for ticket, way in zip(twin.kept[twin.seat], ways, strict=True):
                    checked_way(twin, twin.seat, ticket, way)
                moves = core.legal_moves()
                deck = [card for card, number in twin.deck.items() if number]
                assert CORE.merits(core) == merits(moves, ways, deck)
                compared[twin.due] += 1
            ply = PLAYERS[player](twin, rng)
        core.apply(ply)
        twin.apply(ply)
    assert compared["turn"] > 10
    assert compared["second"] > 2


def test_every_ticket_of_an_empty_map_and_of_a_full_one() -> None:
    """All ways at the start and, for every seat and ticket, where random players have claimed."""
    rng = random.Random(6)
    core, twin = CORE.new_game("seats=3"), SlowTicketToRide("seats=3")
    blocked = completed = 0
    while not twin.over:
        if twin.done in {3, 120, 150} and twin.to_move >= 0:
            for seat in range(3):
                for ticket in TICKETS:
                    way = CORE.way(core, seat, ticket)
                    checked_way(twin, seat, ticket, way)
                    blocked += not way
                    completed += bool(way)
        ply = draw(twin, rng) if twin.to_move == CHANCE else PLAYERS["random"](twin, rng)
        core.apply(ply)
        twin.apply(ply)
    assert blocked > 5
    assert completed > 100


def at_first_decision(options: str, seed: int) -> _native.ticket_to_ride.State:
    """A game in which seat 0 is to choose its first tickets."""
    state = CORE.new_game(options)
    rng = random.Random(seed)
    while state.to_move == CHANCE:
        state.apply(draw(state, rng))
    return state


def names_kept(move: str) -> set[str]:
    """The tickets of ``keep:LosMia+NycSea``."""
    return set(move.removeprefix("keep:").split("+"))


def shared(state: _native.ticket_to_ride.State, one: str, other: str) -> tuple[int, int]:
    """Stretches that two ways have in common, and those of the second that are left."""
    ends = [
        {next(r.ends for r in ROUTES if r.name == track) for track in CORE.way(state, 0, ticket)}
        for ticket in (one, other)
    ]
    return len(ends[0] & ends[1]), len(ends[1] - ends[0])


@pytest.mark.parametrize("policy", ("no-tickets", "rules"))
def test_first_tickets_by_the_rule_of_the_thesis(policy: str) -> None:
    """The highest value, and with it that which shares most; then fewer tracks, then value."""
    decided = Counter[str]()
    for seed in range(60):
        state = at_first_decision("reading=thesis", seed)
        offered = set().union(*map(names_kept, state.legal_moves()))
        kept = names_kept(CORE.choose(state, policy, seed))
        assert len(kept) == 2
        best = max(TICKETS[ticket][2] for ticket in offered)
        firsts = [ticket for ticket in offered if TICKETS[ticket][2] == best]
        if len(firsts) > 1:
            decided["several firsts"] += 1
            continue
        (first,) = firsts
        assert first in kept
        (second,) = kept - {first}
        (third,) = offered - kept
        in_common, left = shared(state, first, second)
        others, others_left = shared(state, first, third)
        own, other = (
            (n, -m, TICKETS[t][2])
            for n, m, t in ((in_common, left, second), (others, others_left, third))
        )
        assert own >= other
        decided["shared" if in_common != others else "left"] += 1
    assert decided["shared"] > 5
    assert decided["left"] > 5


def played(policy: str, seed: int, turns: int = 0) -> _native.ticket_to_ride.State:
    """A game from the first decision on."""
    return CORE.play_part(at_first_decision("reading=thesis", seed), policy, turns, seed)


def test_games_go_to_their_end_or_so_far() -> None:
    """Without tickets to the end of the game; after 45 turns not further; the same each time."""
    assert played("no-tickets", 1).over
    assert played("uniform", 1).over
    part = played("no-tickets", 1, 45)
    assert not part.over
    assert part.turn - at_first_decision("reading=thesis", 1).turn == 45
    assert part.text == played("no-tickets", 1, 45).text
    assert part.options == at_first_decision("reading=thesis", 1).options


def test_nobody_draws_tickets_in_games_without_them() -> None:
    """Everybody has the two of the beginning at the end, though the game would have them drawn."""
    for seed in range(20):
        state = played("no-tickets", seed)
        assert [len(names) for names in tickets_of(state)] == [2, 2]


def tickets_of(state: _native.ticket_to_ride.State) -> list[list[str]]:
    """Those that each seat holds, as a position tells them."""
    return [list(seat.tickets) for seat in table_of(state).seats]


def test_rules_complete_tickets() -> None:
    """Games by rules end where the seat to move needs no track, or with the game; most soon."""
    ended = Counter[str]()
    for seed in range(40):
        state = played("rules", seed)
        if state.over:
            ended["over"] += 1
            continue
        ended["done"] += 1
        held = tickets_of(state)[state.to_move]
        assert not any(CORE.way(state, state.to_move, ticket) for ticket in held)
    assert ended["done"] > 10


def by_rules(policy: str, seed: int) -> tuple[int, int, int]:
    """How often claims followed the rules, of how many turns, and how often cards were drawn."""
    rng = random.Random(seed)
    twin, core = SlowTicketToRide("reading=thesis"), CORE.new_game("reading=thesis")
    followed = asked = drawn = 0
    while not twin.over:
        if twin.to_move == CHANCE:
            ply = draw(twin, rng)
        elif twin.legal_moves() == ["tickets"]:  # which the policy would leave out
            ply = "tickets"
        else:
            ply = CORE.choose(core, policy, rng.getrandbits(60))
            needed = [
                {track for ticket in twin.kept[seat] for track in CORE.way(core, seat, ticket)}
                for seat in range(2)
            ]
            claims = {move.split(":")[1] for move in twin.legal_moves() if move.startswith("claim")}
            own, others = (claims & needed[seat] for seat in (twin.seat, 1 - twin.seat))
            if twin.due == "turn" and own:
                asked += 1
                longest = max(LENGTHS[name] for name in own)
                name = ply.split(":")[1] if ply.startswith("claim") else ""
                followed += name in own and LENGTHS[name] == longest
            elif twin.due == "turn" and others:
                asked += 1
                shortest = min(LENGTHS[name] for name in others)
                name = ply.split(":")[1] if ply.startswith("claim") else ""
                followed += name in others and LENGTHS[name] == shortest
            elif twin.due == "turn" and any(needed):
                drawn += ply.startswith(("take", "blind"))
        core.apply(ply)
        twin.apply(ply)
    return followed, asked, drawn


@pytest.mark.parametrize(
    ("policy", "least", "most"),
    (("rules", 0.85, 1), ("rules-0", 1, 1), ("rules-10", 0.8, 0.99), ("rules-40", 0.4, 0.85)),
)
def test_rules_claim_the_longest_needed_track(policy: str, least: float, most: float) -> None:
    """The longest that is needed and can be paid, but where the turn is left to chance."""
    followed, asked, drawn = (
        sum(each) for each in zip(*map(by_rules, (policy,) * 4, range(4)), strict=True)
    )
    assert asked > 60
    assert least * asked <= followed <= most * asked
    assert drawn > 40


def test_unknown_policies_are_refused() -> None:
    """With the list of those that there are."""
    with pytest.raises(InputError, match="one of uniform, no-tickets, rules, planner, rules-0, "):
        CORE.play_part(TICKET_TO_RIDE.new(), "greedy", 0, 1)
    by_rules_at = ["rules-0", "rules-10", "rules-20", "rules-40"]
    assert CORE.policies() == ["uniform", "no-tickets", "rules", "planner", *by_rules_at]
