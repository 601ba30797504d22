"""What our rules decide where the published ones are silent, for the core and its slow twin."""

from functools import cache
from random import Random

import pytest

from carcbot.errors import OptionsError
from carcbot.games.contract import CHANCE
from carcbot.games.random_plies import draw
from carcbot.games.thurn_and_taxis import THURN_AND_TAXIS
from tests.games.thurn_and_taxis.twin_map import CITIES, NEIGHBOURS
from tests.games.thurn_and_taxis.twin_text import cards_of, cards_text
from tests.games.thurn_and_taxis.written_positions import (
    Maker,
    SlowSeat,
    cards,
    every_other_card,
    play,
    position,
)

NOBODY = SlowSeat()
DISPLAY = "Aug.Kem.Lin.Mue.Reg.Sal"
NO_DISPLAY = "-.-.-.-.-.-"


def words(moves: list[str]) -> list[str]:
    """The moves that name no city."""
    return [move for move in moves if ":" not in move]


def test_equal_cards_of_the_display(make: Maker) -> None:
    """They are one choice: the lowest place is taken, and filled again."""
    state = make.at(
        position(NOBODY, NOBODY, step="draw/postmaster/0/0", display="Aug.Ulm.Ulm.Bas.Ulm.Lin")
    )
    assert state.legal_moves() == ["take:Aug", "take:Bas", "take:Lin", "take:Ulm", "blind"]
    shown = make.after(state, "take:Ulm Zue")
    assert shown.display == ["Aug", "Zue", "Ulm", "Bas", "Ulm", "Lin"]


@pytest.mark.parametrize("options", ("", "one_card=twice", "reading=thesis"))
def test_a_route_of_one_card(make: Maker, options: str) -> None:
    """A second card lies at its right, unless both sides are told apart."""
    state = make.at(
        position(
            SlowSeat("Lod", hidden="Pil"), NOBODY, step="place/postmaster/2/0", options=options
        )
    )
    sides = ["left:Pil", "right:Pil"] if options == "one_card=twice" else ["right:Pil"]
    assert state.legal_moves() == [*sides, "scrap:Pil"]


def test_the_left_of_a_route_of_one_card() -> None:
    """Where both sides are one choice, the left is read as the right."""
    state = THURN_AND_TAXIS.parse(
        position(SlowSeat("Lod", hidden="Pil"), NOBODY, step="place/postmaster/2/0")
    )
    assert state.canonical_move("left:Pil") == "right:Pil"
    state.apply("left:Pil")
    assert "LodPil/" in state.text


def test_an_empty_supply_with_discards(make: Maker) -> None:
    """It may stand between turns; the discards are shuffled when a card is drawn."""
    display, discards = "Man.Mue.Nue.Pas.Pil.Reg", "AugBasLin2"
    hand = cards(every_other_card(display, discards))
    state = make.at(
        position(
            NOBODY,
            SlowSeat(hidden=hand),
            step="draw/postmaster/0/0",
            display=display,
            discards=discards,
        )
    )
    assert make.shown(state).supply == 0
    assert state.legal_moves()[-1] == "blind"
    state.apply("take:Nue")
    assert state.outcomes() == [("Aug", 1), ("Bas", 1), ("Lin", 2)]
    shown = make.after(state, "Lin")
    assert (shown.supply, shown.discards) == (3, "-")
    assert shown.display == ["Man", "Mue", "Lin", "Pas", "Pil", "Reg"]


def test_places_that_cannot_be_filled(make: Maker) -> None:
    """They are filled before the next turn, in their order, if a route was discarded."""
    display = "Man.-.Nue.Pas.-.Reg"
    hand = cards(every_other_card(display, "LodZueBas", "Aug"))
    state = make.at(
        position(
            SlowSeat("ZueBas", known="Aug"),
            SlowSeat("Lod", hidden=hand),
            step="draw/none/0/0",
            display=display,
        )
    )
    takes = ["take:Man", "take:Nue", "take:Pas", "take:Reg"]
    assert state.legal_moves() == [*takes, "administrator"]
    state.apply("take:Man")
    assert make.shown(state).display == ["-", "-", "Nue", "Pas", "-", "Reg"]
    play(state, "scrap:Aug end")
    assert state.outcomes() == [("Bas", 1), ("Zue", 1)]
    shown = make.after(state, "Zue Bas")
    assert shown.display == ["Zue", "Bas", "Nue", "Pas", "-", "Reg"]
    assert (state.to_move, state.step, shown.supply) == (1, "draw", 0)


@pytest.mark.parametrize("options", ("", "useless=offered"))
def test_officials_when_nothing_can_be_drawn(make: Maker, options: str) -> None:
    """The draw is skipped then, and a postmaster would be of no use."""
    state = make.at(
        position(
            SlowSeat(hidden="AugBas"),
            SlowSeat("Lod", hidden=cards(every_other_card("AugBasLod"))),
            step="place/none/0/0",
            display=NO_DISPLAY,
            options=options,
        )
    )
    starts = ["start:Aug", "start:Bas"]
    if not options:
        assert state.legal_moves() == starts
        return
    assert state.legal_moves() == [*starts, "postmaster"]
    state.apply("postmaster")
    assert state.legal_moves() == starts
    state.apply("start:Aug")
    assert state.to_move == 1


@pytest.mark.parametrize("options", ("", "useless=offered"))
def test_officials_of_no_use(make: Maker, options: str) -> None:
    """Carrier and cartwright are offered where they do something, or always."""
    seat = SlowSeat("ManCarFre", "Ulm", 5, hidden="Lod")
    state = make.at(position(seat, NOBODY, options=options))
    assert state.legal_moves() == (["carrier"] if options else []) + ["close", "end"]
    play(state, "close houses:Car")
    if options:
        assert state.step == "cartwright"
        state.apply("cartwright")
    assert make.shown(state).seats[0].level == 5
    fitting = make.at(position(SlowSeat("ManCarFre", hidden="Bas"), NOBODY))
    assert fitting.legal_moves() == ["carrier", "close", "end"]
    fitting.apply("carrier")
    assert fitting.legal_moves() == ["right:Bas"]


@pytest.mark.parametrize(("hand", "moves"), (("Bas", ["carrier", "end"]), ("Lod", ["end"])))
def test_what_fits_is_not_told(make: Maker, hand: str, moves: list[str]) -> None:
    """Whoever has a card ends the turn by a move, also if nothing fits: the others cannot know."""
    state = make.at(position(SlowSeat("CarFre", hidden=hand), NOBODY))
    assert state.legal_moves() == moves
    state.apply("end")
    assert state.to_move == 1


def test_officials_at_the_start(make: Maker) -> None:
    """One of them or none, before anything is drawn; only with a hand."""
    options = "officials=start,useless=offered"
    seat = SlowSeat("ManCarFre", "Ulm", 5, hidden="Lod")
    text = position(seat, NOBODY, options=options, step="official/none/0/0")
    state = make.at(text)
    assert (state.step, state.legal_moves()) == (
        "official",
        ["administrator", "postmaster", "carrier", "cartwright", "none"],
    )
    state.apply("administrator")
    assert make.shown(state).display == ["-"] * 6
    assert state.to_move == CHANCE
    play(state, "Aug Bas Bas Bud Car Reg")
    assert words(state.legal_moves()) == ["blind"]
    play(state, "take:Bas Inn right:Bas")
    assert state.legal_moves() == ["close", "end"]
    state = make.at(text)
    play(state, "postmaster blind Sig")
    assert words(state.legal_moves()) == ["blind"]
    state = make.at(text)
    play(state, "cartwright blind Bas right:Bas close houses:Bas")
    assert make.shown(state).seats[0].level == 6
    assert state.to_move == 1


@pytest.mark.parametrize("carrier", ("optional", "must"))
def test_a_carrier_chosen_at_the_start(make: Maker, carrier: str) -> None:
    """Its second card must be attached, or may be; where none fits the route may be lost."""
    options = f"officials=start,useless=offered,carrier={carrier}"

    def placed(hidden: str, move: str) -> tuple[str, list[str]]:
        seat = SlowSeat("ManCarFre", hidden=hidden)
        state = make.at(
            position(seat, NOBODY, options=options, step="place/carrier/1/0", display=DISPLAY)
        )
        state.apply(move)
        return make.shown(state).seats[0].route, state.legal_moves()

    skip = ["none"] if carrier == "optional" else []
    assert placed("BasZue", "right:Bas") == ("ManCarFreBas", ["right:Zue", *skip])
    assert placed("BasLodZue", "scrap:Bas") == ("Bas", ["right:Zue", *skip])
    alone = placed("BasLod2", "right:Bas")
    if carrier == "must":
        assert alone == ("-", ["start:Lod"])
    else:
        assert alone == ("ManCarFreBas", ["none"])


def test_a_carrier_that_must_but_cannot(make: Maker) -> None:
    """The route with the first card is discarded, and any card of the hand starts a new one."""
    state = make.at(
        position(
            SlowSeat("LodPil", hidden="RegUlm"),
            NOBODY,
            options="reading=thesis",
            step="place/carrier/1/0",
            display="Wue.Wue.Zue.Zue.Bas.Bas",
        )
    )
    assert [state.seen("right:Reg", seat) for seat in (0, 1, None)] == ["right:Reg!"] * 3
    state.apply("right:Reg")
    assert state.legal_moves() == ["start:Ulm"]
    assert make.shown(state).discards == "LodPilReg"
    shown = make.after(state, "start:Ulm")
    assert (shown.seats[0], state.to_move) == (SlowSeat("Ulm"), 1)


def test_order_at_closing(make: Maker) -> None:
    """Houses and tiles count before the cartwright is asked, the end tile comes last of all."""
    seat = SlowSeat("ManCarFreBasZue", "Ulm", 6, hidden="AugLinLodReg")
    state = make.at(position(seat, NOBODY))
    play(state, "close houses:CarFreMan")
    assert state.step == "cartwright"
    assert state.scores()[0] == 7 + 3 + 2 - 16
    shown = make.after(state, "cartwright")
    assert (state.step, shown.end, shown.seats[0].level) == ("keep", "-", 7)
    assert (shown.seats[0].route, shown.discards) == ("-", "BasCarFreManZue")
    shown = make.after(state, "keep:AugLinLod")
    assert (shown.end, state.scores()[0]) == ("0", 10 + 3 + 2 + 1 - 16)


def test_known_cards(make: Maker) -> None:
    """A card of the display is known in a hand until one of its city leaves it."""
    seat = SlowSeat("UlmStu", known="Lin", hidden="LinLod")
    state = make.at(position(seat, NOBODY, step="place/postmaster/2/0"))
    assert make.after(state, "scrap:Lin").seats[0] == SlowSeat("Lin")
    seat = SlowSeat("ManCarFre", known="AugLin2", hidden="LinLod")
    state = make.at(position(seat, NOBODY))
    play(state, "close houses:Car")
    assert make.after(state, "keep:AugLinLod").seats[0].known == "Aug"


def test_many_ways_to_keep_three(make: Maker) -> None:
    """Two cards of each city: 22 * 21 * 20 / 6 ways of three cities, and 22 * 21 with a pair."""
    hand = "".join(f"{city}2" for city in CITIES)
    display = "Aug.Bas.Bud.Ing.Inn.Kem"
    state = make.at(position(SlowSeat("ManCarFre", hidden=hand), NOBODY, display=display))
    play(state, "close houses:Car")
    moves = state.legal_moves()
    assert len(set(moves)) == len(moves) == 1540 + 462
    assert moves[:3] == ["keep:Aug2Bas", "keep:Aug2Bud", "keep:Aug2Car"]
    assert moves[20:23] == ["keep:Aug2Zue", "keep:AugBas2", "keep:AugBasBud"]
    assert moves[-1] == "keep:WueZue2"


@pytest.mark.parametrize(
    ("end", "places"), (("1", [4, 1, 3, 2]), ("-", [2, 4, 2, 1])), ids=("end tile", "none")
)
def test_places_below_the_first(make: Maker, end: str, places: list[int]) -> None:
    """The same tie-break, clockwise from the end tile; without one a place is shared."""
    tied, better = SlowSeat("Aug", "Ulm", 3), SlowSeat("Bas", "BasLinLod", 3)
    second = NOBODY if end == "-" else SlowSeat("Bud", "Ulm", 7, tiles=1)
    text = position(tied, second, tied, better, step="over/none/0/0", end=end, options="cut=24")
    state = make.at(text)
    assert state.scores() == [-17, -20 if end == "-" else -8, -17, -15]
    assert state.ranking() == places


@cache
def route_through_all(first: str, last: str) -> str:
    """A route of all cities from one to another."""

    def onwards(route: list[str]) -> list[str]:
        if len(route) == len(CITIES):
            return route if route[-1] == last else []
        for city in NEIGHBOURS[route[-1]]:
            if city not in route and (found := onwards([*route, city])):
                return found
        return []

    return "".join(onwards([first]))


def test_nobody_can_do_anything(make: Maker) -> None:
    """With all cards in routes the game is over."""
    route = route_through_all("Lod", "Car")
    state = make.at(
        position(
            SlowSeat(route[:-3], hidden="Car"),
            *[SlowSeat(route), SlowSeat(route)],
            step="place/none/0/0",
            display=NO_DISPLAY,
        )
    )
    assert state.legal_moves() == ["right:Car", "scrap:Car"]
    play(state, "right:Car end")
    assert state.over
    assert make.shown(state).done == 25
    assert state.ranking() == [1, 1, 1]


def test_a_hand_may_be_played_when_all_cards_are_out(make: Maker) -> None:
    """Who has a card goes on, and those who have none wait: their turns are skipped."""
    route = route_through_all("Lod", "Car")
    state = make.at(
        position(
            SlowSeat(route[:-9], hidden=cards_text(cards_of(route[-9:]))),
            *[SlowSeat(route), SlowSeat(route)],
            step="place/none/0/0",
            display=NO_DISPLAY,
        )
    )
    shown = make.after(state, f"right:{route[-9:-6]} end")
    assert (state.to_move, state.step, shown.done) == (0, "place", 27)


def test_the_cut(make: Maker) -> None:
    """After so many turns the game is over as it stands."""
    state = make.new("cut=2")
    play(state, "Ulm Aug Kem Lin Bas Bud take:Ulm Zue take:Aug Wue start:Ulm")
    play(state, "take:Lin Nue take:Bas Nue start:Lin")
    assert state.over
    assert (state.turn, state.step, state.legal_moves(), state.outcomes()) == (2, "", [], [])
    assert state.ranking() == [1, 1]


@pytest.mark.parametrize(
    ("said", "written"),
    (
        ("", ""),
        ("reading=official", ""),
        ("reading=thesis", ",reading=thesis"),
        ("officials=start,useless=offered,carrier=must,ties=shared", ",reading=thesis"),
        ("reading=thesis,one_card=twice,provinces=8,cut=0",) * 2,
        ("reading=thesis,ties=official", ",officials=start,useless=offered,carrier=must"),
        ("reading=official,useless=offered,cut=7", ",useless=offered,cut=7"),
    ),
)
def test_options(said: str, written: str) -> None:
    """A reading is written as such, and what is usual is not written."""
    state = THURN_AND_TAXIS.new(said)
    assert state.options == f"seats=2,{written.removeprefix(',')}".removesuffix(",")
    assert THURN_AND_TAXIS.new(state.options).text == state.text


@pytest.mark.parametrize(
    "options",
    (
        *("officials=start", "reading=thesis,useless=left_out", "reading=thesis,reading=thesis"),
        *("seats=1", "seats=5", "cut=10000", "cut=-1", "provinces=7", "reading=yucata", "x=1"),
    ),
)
def test_impossible_options(options: str) -> None:
    """They are refused, with what would be possible; so is what contradicts itself."""
    with pytest.raises(OptionsError) as refused:
        THURN_AND_TAXIS.new(options)
    assert refused.value.expected


def test_turns_without_end() -> None:
    """Where nothing cuts a game, turns go round however many there were, and can be read again."""
    rng = Random(1)
    state = THURN_AND_TAXIS.new("seats=3,cut=0")
    while state.to_move == CHANCE:
        state.apply(draw(state, rng))
    words_of_it = state.text.split()
    words_of_it[3] = "65533"  # turns that are over
    state = THURN_AND_TAXIS.parse(" ".join(words_of_it))
    turns = {state.turn: state.to_move}
    while len(turns) < 7:
        ply = draw(state, rng) if state.to_move == CHANCE else rng.choice(state.legal_moves())
        state.apply(ply)
        if state.to_move != CHANCE:
            turns[state.turn] = state.to_move
    assert list(turns.items()) == [(turn, (turn - 1) % 3) for turn in range(65534, 65541)]
    assert THURN_AND_TAXIS.parse(state.text).text == state.text
