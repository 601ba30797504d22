"""A game of Thurn and Taxis played by the core and by its slow twin, compared at every step."""

import random
from collections import Counter

from carcbot.errors import InputError
from carcbot.games.contract import CHANCE, SecretState, View
from carcbot.games.random_plies import draw
from carcbot.games.thurn_and_taxis import THURN_AND_TAXIS
from tests.games.thurn_and_taxis.happenings import Moment, at_the_end
from tests.games.thurn_and_taxis.players import Player
from tests.games.thurn_and_taxis.twin import SlowThurnAndTaxis
from tests.games.thurn_and_taxis.twin_map import CITIES, COPIES
from tests.games.thurn_and_taxis.twin_positions import (
    hidden_cards,
    public_fields,
    public_fields_of,
)
from tests.games.thurn_and_taxis.twin_text import OPTIONS

__all__ = ["FORGOTTEN", "play_side_by_side", "random_options"]

FORGOTTEN = "supply forgotten"
"""That a view holds cards for possible in the supply of which the viewer can know better.

The core remembers only so much of where hidden cards came from: enough for hands as people have
them, but not for one who hoards dozens of cards.
"""

VALUES = {
    "seats": ("2", "3", "4"),
    "officials": ("step", "start"),
    "useless": ("left_out", "offered"),
    "carrier": ("optional", "must"),
    "ties": ("official", "shared"),
    "one_card": ("once", "twice"),
    "provinces": ("9", "8"),
}
"""All that an option may be, but for the cut."""
PLIES_BETWEEN_WORLDS = 50
"""So often what a viewer holds for possible is compared; all else is at every step."""


def random_options(rng: random.Random, cut: int) -> str:
    """Options as text: any that go together, with this cut."""
    while True:
        chosen = {name: rng.choice(values) for name, values in VALUES.items()} | {"cut": str(cut)}
        if (chosen["officials"], chosen["useless"]) != ("start", "left_out"):
            said = [f"{name}={value}" for name, value in chosen.items() if value != OPTIONS[name]]
            return ",".join(said)


def play_side_by_side(options: str, player: Player, seed: int) -> Counter[str]:
    """Plays a game, and returns how often each thing happened that a test may ask for.

    An AssertionError says by which plies the two came to differ.
    """
    rng = random.Random(seed)
    core, twin = THURN_AND_TAXIS.new(options), SlowThurnAndTaxis(options)
    happened: Counter[str] = Counter()
    plies: list[str] = []
    bounds: set[tuple[int, int, int]] = set()
    views: dict[int | None, View] = {
        viewer: core.view(viewer) for viewer in (*range(twin.seats), None)
    }
    try:
        _compare(core, twin, views)
        while not twin.over:
            ply = draw(twin, rng) if twin.to_move == CHANCE else player(twin, rng)
            for viewer, view in views.items():
                seen = core.seen(ply, viewer)
                _same(f"{ply} for {viewer}", seen, twin.seen(ply, viewer))
                view.apply(seen)
            moment = Moment(twin, ply)
            plies.append(ply)
            core.apply(ply)
            twin.apply(ply)
            happened.update(moment.happenings(twin))
            bounds.update((seat, *core.value_bounds(seat)) for seat in range(twin.seats))
            _compare(core, twin, views)
            if len(plies) % PLIES_BETWEEN_WORLDS == 0:
                happened[FORGOTTEN] += _compare_worlds(core, twin, rng)
                assert THURN_AND_TAXIS.parse(core.text).text == core.text
        for seat, least, most in bounds:
            points = twin.scores()[seat]
            assert least <= points <= most, f"{points} of {seat}, but {least} to {most} were told"
    except (AssertionError, InputError) as error:
        raise AssertionError(f"options {options!r}, plies {' '.join(plies)!r}: {error}") from error
    happened.update(at_the_end(twin))
    return happened + Counter(plies=len(plies), turns=twin.turn)


def _same(what: str, core: object, twin: object) -> None:
    assert core == twin, f"{what}: {core} in the core, {twin} in the twin"


def _compare(core: SecretState, twin: SlowThurnAndTaxis, views: dict[int | None, View]) -> None:
    """The positions are the same, and each view of it shows what its seat may know.

    A view has all that is public, the cards of its own seat, and none that others hide. The views
    were made at the beginning, and have taken in what was seen of every ply since.
    """
    public, moves = public_fields(twin), twin.legal_moves()
    hidden = [hand - twin.known_cards[seat] for seat, hand in enumerate(twin.hands)]
    text = core.text
    _same("position", public_fields_of(text), public)
    for seat, cards in enumerate(hidden):
        _same("hidden cards", hidden_cards(text, seat), cards)
    _same("to move", (core.to_move, core.over), (twin.to_move, twin.over))
    _same("decision", (core.turn, core.step), (twin.turn, twin.step))
    _same("moves", core.legal_moves(), moves)
    _same("draws", core.outcomes(), twin.outcomes())
    _same("scores", core.scores(), twin.scores())
    _same("places", core.ranking(), twin.ranking())
    _compare_cards(twin)
    for viewer, view in views.items():
        text = view.text
        assert text == core.view(viewer).text, f"{viewer} came to see {text}"
        _same(f"view of {viewer}", public_fields_of(text), public)
        _same(f"moves for {viewer}", view.legal_moves(), moves if viewer == twin.to_move else [])
        for seat, cards in enumerate(hidden):
            own = cards if seat == viewer else Counter[str]()
            _same(f"cards of {seat} for {viewer}", hidden_cards(text, seat), own)


def _compare_cards(twin: SlowThurnAndTaxis) -> None:
    """No card is lost, and none is there twice: the core has the same in every place."""
    every = Counter(filter(None, twin.display))
    for pile in (twin.supply, twin.discards, *twin.hands, *twin.routes):
        every.update(pile)
    assert every == dict.fromkeys(CITIES, COPIES)


def _compare_worlds(core: SecretState, twin: SlowThurnAndTaxis, rng: random.Random) -> int:
    """What a view holds for possible in hands are cards that the viewer has not seen.

    Returns how many viewers have forgotten that a card cannot be in the supply.
    """
    forgetful = 0
    for viewer in (*range(twin.seats), None):
        world = core.view(viewer).determinize(rng.randrange(2**32))
        _same(f"world of {viewer}", public_fields_of(world.text), public_fields(twin))
        hidden = Counter[str]()
        for seat, hand in enumerate(twin.hands):
            cards, true_cards = hidden_cards(world.text, seat), hand - twin.known(seat)
            if seat == viewer:
                _same("own cards", cards, true_cards)
            else:
                _same("how many hidden cards", cards.total(), true_cards.total())
                hidden += cards
        unseen = twin.possible(viewer)
        assert hidden <= unseen, f"{viewer} has seen some of {hidden}"
        forgetful += not unseen - hidden <= twin.possible_supply(viewer)
    return forgetful
