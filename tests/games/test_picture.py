"""Pictures of every game: no fonts, one size, and nothing that a seat may not know."""

import io
import random
from collections import Counter
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from carcbot.games import registry
from carcbot.games.contract import State, determinized, view_of
from carcbot.games.picture import SEAT_COLOURS, Line, panel_svg, picture_of, svg
from carcbot.games.png import png
from carcbot.games.random_plies import random_ply
from carcbot.games.ticket_to_ride.map import TRACKS
from tests.games.random_games import OPTION_SETS, positions, random_record

EVERY_GAME = pytest.mark.parametrize("name", registry.native_names())
SECRET = pytest.mark.parametrize(
    "name", [name for name in registry.native_names() if registry.get(name).has_secrets]
)
_HIDDEN_AFTER = {"thurn_and_taxis": 141, "ticket_to_ride": 60}
"""After so many plies a hand is hidden; in other games as soon as seats know different things."""
SVG = "{http://www.w3.org/2000/svg}"


@EVERY_GAME
def test_every_moment_is_drawn(name: str) -> None:
    """For every seat a picture that needs no font and is the same every time."""
    game = registry.get(name)
    states = list(positions(random_record(name, OPTION_SETS[name][-1], 2)))
    for state in states[:: max(1, len(states) // 4)]:
        for seat in (*range(state.seats), None):
            drawn = picture_of(game, view_of(state, seat))
            root = ET.fromstring(drawn)  # noqa: S314 - our own
            assert root.tag == f"{SVG}svg"
            assert not list(root.iter(f"{SVG}text"))
            assert drawn == picture_of(game, view_of(state.copy(), seat))


@EVERY_GAME
def test_pictures_of_a_game_have_one_size(name: str) -> None:
    """With room for its end all moments of a game make one film."""
    game = registry.get(name)
    states = list(positions(random_record(name, "", 2)))
    sizes = {
        Image.open(io.BytesIO(png(picture_of(game, each, (), states[-1]), width=200))).size
        for each in states[:: max(1, len(states) // 3)]
    }
    assert len(sizes) == 1


def is_hidden_from_all(state: State) -> bool:
    """Whether every seat holds several positions for possible."""
    views = [view_of(state, seat) for seat in range(state.seats)]
    return all(len({determinized(each, seed).text for seed in range(4)}) > 1 for each in views)


@SECRET
def test_what_is_hidden_is_not_drawn(name: str) -> None:
    """Positions with the same view have the same picture; those with another hand have another."""
    game = registry.get(name)
    rng, state = random.Random(6), game.new()
    for _ in range(_HIDDEN_AFTER.get(name, 0)):
        state.apply(random_ply(state, rng))
    while not is_hidden_from_all(state):
        state.apply(random_ply(state, rng))
    for seat in range(state.seats):
        drawn = picture_of(game, view_of(state, seat))
        others = [determinized(view_of(state, seat), seed) for seed in range(4)]
        assert {picture_of(game, view_of(each, seat)) for each in others} == {drawn}
        assert {picture_of(game, each) for each in others} != {picture_of(game, state)}


def test_trains_lie_where_they_were_paid_for() -> None:
    """As many trains of each colour as the tracks have that the moves of a game have claimed."""
    game = registry.get("ticket_to_ride")
    rng, state = random.Random(7), game.new("seats=4")
    laid = Counter[int]()
    while not state.over:
        ply, seat = random_ply(state, rng), state.to_move
        if seat >= 0 and ply.partition(":")[0] == "claim":
            track = ply.partition(":")[2]
            name = max((each for each in TRACKS if track.startswith(each)), key=len)
            laid[seat] += TRACKS[name].length
        state.apply(ply)
    drawn = picture_of(game, state)
    assert laid
    for seat in range(4):  # one patch of the colour stands in the panel
        assert drawn.count(f'fill="{SEAT_COLOURS[seat]}"') - 1 == laid[seat]


def test_houses_stand_where_they_were_built() -> None:
    """As many houses of each colour as the position says."""
    game = registry.get("thurn_and_taxis")
    state = game.new("seats=3")
    state.play_randomly(3)
    drawn = picture_of(game, state)
    seats = state.text.split(" ")[10].split(":")
    houses = [len(each.split("/")[1].replace("-", "")) // 3 for each in seats]
    assert sum(houses) > 0
    for seat in range(3):
        assert drawn.count(f'h-16z" fill="{SEAT_COLOURS[seat]}"') == houses[seat]


def test_a_panel_has_its_lines() -> None:
    """A line of each is written, with the colour of its seat before it."""
    lines = (Line("one", seat=1), Line("two", is_faint=True))
    drawn = svg(100, 60, panel_svg(lines, 0, 100, 60))
    root = ET.fromstring(drawn)  # noqa: S314 - our own
    assert len(list(root.iter(f"{SVG}path"))) == 2
    assert [each.get("fill") for each in root.iter(f"{SVG}rect")][1:] == [SEAT_COLOURS[1]]
