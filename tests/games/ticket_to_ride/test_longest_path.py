"""The longest path of Ticket to Ride: worked examples, and every way tried in random networks."""

import random

import pytest

from carcbot import _native
from carcbot.errors import InputError, NotationError
from tests.games.ticket_to_ride.twin_map import ROUTES, TRACKS
from tests.games.ticket_to_ride.twin_scoring import longest_trail

BY_NAME = {route.name: route for route in ROUTES}
LOOP = "DenOma KanOma DenKanO"
COAST_TO_COAST = (
    "CalSea PorSea PorSfoG LosSfoP ElpLos ElpHou HouNor AtlNorO AtlCha AtlNas NasStl ChiStlG"
    " ChiPitK NycPitG"
)
EXAMPLES = (
    ("PorSlc HelSlc LasSlc LasLos DenSlcR DenKanK", 13),
    (COAST_TO_COAST, 41),
    (LOOP, 9),
    (f"{LOOP} DenSfe", 11),
    (f"{LOOP} DenSfe KanStlB", 11),
    (f"{LOOP} DenSfe ElpSfe ElpPho DenPho", 21),
    ("AtlNas AtlRal AtlCha AtlMia AtlNorO", 9),
    ("CalWin DulWin SeaVan", 10),
    ("ElpHou DalLit LitStl", 6),
    ("AtlNas", 1),
)


@pytest.mark.parametrize(("tracks", "length"), EXAMPLES)
def test_examples(tracks: str, length: int) -> None:
    """Examples 15 to 17 of the rules, and a few more: forks, loops, stars, two parts."""
    names = tracks.split()
    assert _native.ticket_to_ride.longest_path(".".join(names)) == length
    assert longest_trail(BY_NAME[name] for name in names) == length


@pytest.mark.parametrize("number", range(30))
def test_against_every_way(number: int) -> None:
    """Networks by chance, the denser the higher the number: the same as by trying every way."""
    rng = random.Random(number)
    cities = sorted({city for route in ROUTES for city in route.ends})
    for _ in range(40):
        chosen = set(rng.sample(cities, 6 + number // 3))
        inside = [name for name in TRACKS if chosen.issuperset(BY_NAME[name].ends)]
        names = sorted(set(rng.sample(inside or ["AtlNas"], min(len(inside), 13) or 1)))
        brute = longest_trail(BY_NAME[name] for name in names)
        assert _native.ticket_to_ride.longest_path(".".join(names)) == brute


@pytest.mark.parametrize("tracks", ("", "AtlNas.", "AtlBos", "DenKan", "DenKanR", "atlnas", "x"))
def test_no_tracks(tracks: str) -> None:
    """Text that names no tracks is refused."""
    with pytest.raises(NotationError):
        _native.ticket_to_ride.longest_path(tracks)


def test_more_tracks_than_trains() -> None:
    """Nobody has more than 45 trains."""
    tracks = ".".join(sorted(BY_NAME))
    with pytest.raises(InputError, match="for nobody has more trains"):
        _native.ticket_to_ride.longest_path(tracks)
