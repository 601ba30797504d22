"""How large is Ticket to Ride? C. Huchler 2015, sections 2.4 and 4.2.2, tables 2.2 and 2.3."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Final

import numpy as np

from carcbot.arena.statistics.intervals import mean_margin
from carcbot.games.contract import State
from carcbot.games.ticket_to_ride import TICKET_TO_RIDE
from carcbot.games.ticket_to_ride.map import COPIES, TICKETS, TRACKS, TRAINS
from carcbot.games.ticket_to_ride.table import table_of
from carcbot.lab.huchler import RULES, SIMULATIONS
from carcbot.lab.number_text import count, power_of_ten
from carcbot.lab.played_games import game_with_itself
from carcbot.lab.study import (
    Comparison,
    Effort,
    Figures,
    Result,
    Study,
    Table,
    Unfinished,
    Workbench,
)
from carcbot.lab.turn_means import mean_of_turns

__all__ = ["PLAYERS", "STUDY", "game_of", "network_pairs", "options_of", "ticket_hands"]

_NAME: Final = "huchler-size"
PLAYERS: Final = {name: f"huchler-{name}:sims={SIMULATIONS}" for name in ("so", "so-pub")}
"""Who plays against itself; which of its players the thesis counts with it does not say."""
_SEATS: Final = 2
_KEPT_FIRST: Final = 2
"""Tickets that are kept at the beginning, at least."""
_OFFERED: Final = 3
_THESIS_TURNS: Final = 91.70
_THESIS_SUM: Final = 313.79
_PRINTED: Final = {
    # of table 2.3: what each kind of action is called here, and the thesis's possibilities
    "two open cards (d1)": 11.34,
    "an open locomotive (d2)": 0.43,
    "tickets (d3)": 7.0,
    "a card of the deck, then an open one (d4)": 71.19,
    "a track (d5)": 99.23,
    "an open card, then one of the deck (c1)": 66.01,
    "two cards of the deck (c2)": 124.61,
}
_LEFT_OUT: Final = "an open card, then one of the deck (c1)"
"""What the thesis's sum does not have in it."""


def ticket_hands(tickets: int, kept: int) -> int:
    """The hands of tickets that two seats can have, if each keeps at least so many of them."""
    return sum(
        math.comb(tickets, own) * math.comb(tickets - own, other)
        for own in range(kept, tickets - kept + 1)
        for other in range(kept, tickets - own + 1)
    )


def network_pairs(lengths: Iterable[int], trains: int) -> int:
    """In how many ways two seats can have claimed tracks, with no more than so many trains each."""
    ways = Counter({(0, 0): 1})
    for length in lengths:
        more = Counter[tuple[int, int]]()
        for (one, other), number in ways.items():
            for then in ((one, other), (one + length, other), (one, other + length)):
                if max(then) <= trains:
                    more[then] += number
        ways = more
    return ways.total()


def options_of(state: State) -> list[int]:
    """How many possibilities of each kind of action of table 2.3 the seat to move has.

    Cards are counted by their kinds, a draw of two in its order, and an open card as second one if
    it lies there already; a track once for each colour that pays for it.
    """
    table = table_of(state)
    row = Counter(card for card in table.row if card)
    hands = (each.known + each.own for each in table.seats)
    deck = Counter(COPIES)
    deck.subtract(row)
    deck.subtract(table.discards)
    for hand in hands:
        deck.subtract(hand)
    drawn = _in_order(deck)
    has_locomotive = row.pop("L", 0) > 0
    opened = sum(number > 0 for number in row.values())
    kinds = sum(number > 0 for number in deck.values())
    claims = {
        (track, payment[0])
        for what, _, rest in (move.partition(":") for move in state.legal_moves())
        if what == "claim"
        for track, _, payment in (rest.partition(":"),)
    }
    return [
        _in_order(row),
        int(has_locomotive),
        2 ** min(_OFFERED, table.ticket_deck) - 1,
        kinds * opened,
        len(claims),
        opened * kinds,
        drawn,
    ]


def _in_order(cards: Mapping[str, int]) -> int:
    """The ordered draws of two kinds of these cards."""
    there = [number for number in cards.values() if number > 0]
    return len(there) * (len(there) - 1) + sum(number > 1 for number in there)


def game_of(agent: str, seed: int) -> dict[str, list[int]]:
    """A game of the agent against itself: the sums of its possibilities, and its turns."""
    state, plies = game_with_itself(TICKET_TO_RIDE, RULES, agent, _SEATS, seed)
    sums, turns = [0] * len(_PRINTED), 0
    for ply in plies:
        if state.step == "turn":
            turns += 1
            sums = [each + more for each, more in zip(sums, options_of(state), strict=True)]
        state.apply(ply)
    return {"sums": sums, "turns": [turns]}


def _run(effort: Effort, workbench: Workbench) -> Result:
    figures: Figures = {}
    missing = []
    for name, agent in PLAYERS.items():
        seeds = [effort.seed * 1_000_003 + game for game in range(effort.count)]
        notes = f"{_NAME}-{agent.replace(':', '-')}-{effort.seed}"
        games = workbench.each_noted(notes, partial(game_of, agent), seeds)
        figures[name] = _figures(games)
        if len(games) < len(seeds):
            missing.append(Unfinished(f"{name} against itself", len(games), len(seeds), "games"))
    return Result(
        _NAME,
        effort,
        (*_states(), *_choices(), *_actions(figures), *_game_trees(figures)),
        (_table(figures),),
        {"players": figures},
        unfinished=tuple(missing),
    )


def _figures(games: Iterable[Mapping[str, list[int]]]) -> Figures:
    every = list(games)
    turns = [game["turns"][0] for game in every]
    kinds = zip(*(game["sums"] for game in every), strict=True)
    return {
        "games": len(every),
        "turns": mean_margin(np.array(turns, dtype=float), 1).ends,
        "actions": {
            what: mean_of_turns(sums, turns).ends
            for what, sums in zip(_PRINTED, kinds, strict=True)
        },
        "first_game": every[0],
    }


def _states() -> Iterator[Comparison]:
    hands = ticket_hands(len(TICKETS), _KEPT_FIRST)
    lengths = [TRACKS[name].length for name in {name[:6]: name for name in TRACKS}.values()]
    networks, boards = 3 ** len(lengths), network_pairs(lengths, TRAINS)
    yield Comparison(
        "hands of tickets of two seats",
        "5.76e17",
        power_of_ten(math.log10(hands), 2),
        f"A slip of the thesis: its formula has {count(hands)}; what it prints is 2^59.",
    )
    yield Comparison(
        "claims on the 78 pairs of cities (3^78)",
        "1.64e37",
        power_of_ten(math.log10(networks), 2),
        "Agrees.",
    )
    yield Comparison(
        "configurations of the board: the product of both",
        "9.46e54",
        power_of_ten(math.log10(hands * networks), 2),
        "With the right number of hands. The thesis's summary has 9.45e54. Beside its 10^43 of"
        " chess that is more by a factor of 10^8, not 10^11.",
    )
    yield Comparison(
        f"the same with no more than {TRAINS} trains of each seat on the board",
        "not done",
        power_of_ten(math.log10(hands * boards), 2),
        "The thesis calls its number too large because not all tracks can be built. How much too"
        " large can be counted: claims are added pair by pair with the trains that both have used.",
    )


def _choices() -> Iterator[Comparison]:
    for known, printed in ((3, 2_024), (6, 2_925)):
        yield Comparison(
            f"draws of three tickets, if {known} are known (4.2.2)",
            count(printed),
            count(math.comb(len(TICKETS) - known, _OFFERED)),
            "A slip: by the thesis's own formula its two numbers belong to each other's case.",
        )
    for locomotives, printed, said in ((0, 36, "at most"), (2, 18, "at least")):
        others = len(_ROW) + 1 - locomotives
        yield Comparison(
            f"draws of two cards by places, {said}",
            count(printed),
            count(others**2 + locomotives),
            f"The same: with {locomotives} open locomotives five places and the deck, twice.",
        )


def _actions(figures: Figures) -> Iterator[Comparison]:
    for what, printed in _PRINTED.items():
        ours = figures[_MAIN]["actions"][what]
        yield Comparison(f"possibilities: {what}", f"{printed:g}", _shown(ours), _COUNTED[what])


def _game_trees(figures: Figures) -> Iterator[Comparison]:
    printed = sum(_PRINTED.values())
    yield Comparison(
        "the sum of all actions",
        f"{_THESIS_SUM:g}",
        f"{printed:.2f}",
        f"The thesis's own seven numbers added up. {_THESIS_SUM:g} is the sum without"
        f" {_PRINTED[_LEFT_OUT]:g}, those of an open card and then one of the deck.",
    )
    turns = figures[_MAIN]["turns"]
    yield Comparison(
        "turns of a game",
        f"{_THESIS_TURNS:.2f}",
        _shown(turns),
        f"Of both seats, {_MAIN} against itself; others stand below.",
    )
    yield Comparison(
        "game tree: 313.79^91.70",
        "8.75e228",
        power_of_ten(_THESIS_TURNS * math.log10(_THESIS_SUM), 2),
        "Agrees as a number. Its section 2.4.2 calls it 10^118 times chess's 10^120, which are"
        " 10^108, as its summary says.",
    )
    yield Comparison(
        "the same with all seven actions",
        "not done",
        power_of_ten(_THESIS_TURNS * math.log10(printed), 2),
        "With the thesis's own numbers, none of them left out.",
    )
    measured = sum(value for value, _, _ in figures[_MAIN]["actions"].values())
    yield Comparison(
        "the same with what is counted here",
        "not done",
        power_of_ten(turns[0] * math.log10(measured), 2),
        "By kinds of cards there are other numbers of possibilities than in the thesis, and of the"
        " turns the interval above is the exponent's.",
    )


def _table(figures: Figures) -> Table:
    rows = [
        (what, f"{printed:g}", *(_shown(each["actions"][what]) for each in figures.values()))
        for what, printed in _PRINTED.items()
    ]
    rows.append(
        ("turns of a game", f"{_THESIS_TURNS:.2f}", *(_shown(x["turns"]) for x in figures.values()))
    )
    rows.append(("games", "not told", *(count(each["games"]) for each in figures.values())))
    return Table(
        "Possibilities at the beginning of a turn (table 2.3)",
        ("", "thesis", *figures),
        tuple(rows),
    )


def _shown(ends: list[float]) -> str:
    value, low, high = ends
    return f"{value:.2f} ({max(low, 0):.2f} to {high:.2f})"  # nothing is there less than not at all


_ROW: Final = range(5)
_MAIN: Final = "so-pub"
"""Whose possibilities are nearer to the thesis's."""
_BY_KINDS: Final = (
    "The thesis does not say how it counts. By the nine kinds of cards there are no more than 81"
    " ordered draws of two"
)
_COUNTED: Final = {
    "two open cards (d1)": "By kinds, in their order, of what lies there before.",
    "an open locomotive (d2)": "How often one lies there.",
    "tickets (d3)": "One or more of three.",
    "a card of the deck, then an open one (d4)": f"{_BY_KINDS}, and of one drawn and one open no"
    " more than 45, so its number counts something else.",
    "a track (d5)": "A track with each colour that can pay for it: how many there are depends on"
    " how many cards a player keeps.",
    "an open card, then one of the deck (c1)": "As the last but one: the order makes no difference"
    " to their number here.",
    "two cards of the deck (c2)": f"{_BY_KINDS}, so its number counts something else.",
}
STUDY = Study(
    name=_NAME,
    method=(
        "The thesis's formulas for two seats computed again, from the map that the game has here."
        f" Then its possibilities of each kind of action, counted at the beginning of every turn of"
        f" games in which one of its players meets itself, with {SIMULATIONS} simulations a"
        " decision: cards by their kinds and in their order, tracks with each colour that pays."
    ),
    steps=lambda effort: len(PLAYERS) * effort.count,
    run=_run,
)
