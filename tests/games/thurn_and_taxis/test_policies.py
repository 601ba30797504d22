"""The rules of thumb by which random games choose: the core's merits are those of the slow twin."""

import random
from collections import Counter

import pytest

from carcbot import _native
from carcbot.errors import InputError
from carcbot.games.contract import CHANCE
from carcbot.games.random_plies import draw
from tests.games.thurn_and_taxis.players import PLAYERS
from tests.games.thurn_and_taxis.side_by_side import random_options
from tests.games.thurn_and_taxis.twin import SlowThurnAndTaxis
from tests.games.thurn_and_taxis.twin_policies import HIGH, LOW, MEDIUM, joined_actions, merits
from tests.games.thurn_and_taxis.written_positions import SlowSeat, position

CORE = _native.thurn_and_taxis


@pytest.mark.parametrize("player", ("purposeful", "building", "random"))
@pytest.mark.parametrize("options", ("reading=thesis", "", "any"))
def test_merits_are_those_of_the_twin(options: str, player: str) -> None:
    """Of each decision, and of the joined actions where a first card is placed."""
    rng = random.Random(f"{options} {player}")
    compared: Counter[str] = Counter()
    for _ in range(3):
        said = random_options(rng, cut=70) if options == "any" else f"{options},cut=70".strip(",")
        core, twin = CORE.new_game(said), SlowThurnAndTaxis(said)
        while not twin.over:
            if twin.to_move == CHANCE:
                ply = draw(twin, rng)
            else:
                where = core.text
                assert CORE.merits(core) == merits(twin), where
                compared[twin.due] += 1
                if twin.due == "place" and twin.placed == 0:
                    assert Counter(CORE.joined_actions(core)) == joined_actions(twin), where
                    compared["joined"] += 1
                ply = PLAYERS[player](twin, rng)
            core.apply(ply)
            twin.apply(ply)
    for decision, at_least in {"draw": 100, "joined": 50, "place": 50, "finish": 3}.items():
        assert compared[decision] >= at_least, compared


def merits_at(
    seat: SlowSeat, step: str, display: str = "Lod.Lod.Lod.Bud.Bud.Bud"
) -> dict[str, int]:
    """The merit of each legal move in the thesis's reading."""
    options = "reading=thesis" if step.startswith(("official", "place")) else ""
    text = position(seat, SlowSeat(), options=options, step=step, display=display)
    state = CORE.parse_position(text)
    return dict(zip(state.legal_moves(), CORE.merits(state), strict=True))


def test_cards_are_good_that_fit_the_route_or_the_hand() -> None:
    """High where a card can be attached, medium where it is joined to a card of the hand.

    A blind card and another display are for when none of that lies open.
    """
    seat = SlowSeat("StuUlm", hidden="Mue")
    assert merits_at(seat, "draw/none/0/0", "Sig.Ing.Sal.Lod.Lod.Bud") == {
        "take:Bud": LOW,
        "take:Ing": HIGH,
        "take:Lod": LOW,
        "take:Sal": MEDIUM,
        "take:Sig": HIGH,
        "blind": LOW,
        "administrator": LOW,
    }
    assert merits_at(seat, "draw/none/0/0") == {
        "take:Bud": LOW,
        "take:Lod": LOW,
        "blind": HIGH,
        "administrator": HIGH,
    }


@pytest.mark.parametrize(
    ("seat", "display", "good"),
    (
        # nothing fits, and so there is nothing to lose in the display
        (SlowSeat("StuUlm", hidden="Mue"), "Lod.Lod.Lod.Bud.Bud.Bud", {"administrator"}),
        # one at each end, out of the hand
        (
            SlowSeat("StuUlm", hidden="KemMan"),
            "Lod.Lod.Lod.Bud.Bud.Bud",
            {"carrier", "administrator"},
        ),
        # one of the hand, and beyond it one of the display
        (SlowSeat("StuUlm", hidden="Kem"), "Lod.Lod.Lod.Bud.Bud.Inn", {"carrier"}),
        # two of the display are one too many
        (SlowSeat("StuUlm", hidden="Mue"), "Lod.Lod.Lod.Bud.Kem.Man", set()),
        # with three cards the first carriage comes by itself, the next one by the cartwright alone
        (
            SlowSeat("StuUlm", level=3, hidden="Kem"),
            "Lod.Lod.Lod.Bud.Bud.Bud",
            {"cartwright", "administrator"},
        ),
        (SlowSeat("StuUlm", level=5, hidden="Kem"), "Lod.Lod.Lod.Bud.Bud.Bud", {"administrator"}),
        # no card is there with which the route could be closed
        (SlowSeat("StuUlm", level=3, hidden="Mue"), "Lod.Lod.Lod.Bud.Bud.Bud", {"administrator"}),
    ),
)
def test_officials(seat: SlowSeat, display: str, good: set[str]) -> None:
    """The postmaster is always good, and to do without an official never is."""
    found = merits_at(seat, "official/none/0/0", display)
    assert {what for what, merit in found.items() if merit == HIGH} == good | {"postmaster"}
    assert set(found.values()) == {HIGH, LOW}


@pytest.mark.parametrize(("level", "closing"), ((0, HIGH), (3, 3 * 15)))
def test_joined_actions(level: int, closing: int) -> None:
    """To scrap is low, to attach medium; to close is high for a carriage, else by the houses."""
    seat = SlowSeat("ManCar", level=level, hidden="FreLod")
    text = position(seat, SlowSeat(), options="reading=thesis", step="place/none/1/0")
    assert Counter(CORE.joined_actions(CORE.parse_position(text))) == Counter(
        [
            ("right:Fre", MEDIUM),
            ("right:Fre close", closing),
            ("scrap:Fre", LOW),
            ("scrap:Lod", LOW),
        ]
    )


def test_officials_in_their_step_are_called_with_what_they_support() -> None:
    """The carrier with two cards, the postmaster before any, the cartwright with the closing."""
    seat = SlowSeat("ManCar", level=3, hidden="BasFre")
    state = CORE.parse_position(position(seat, SlowSeat(), step="place/none/1/0"))
    assert Counter(CORE.joined_actions(state)) == Counter(
        [
            ("postmaster", HIGH),
            ("right:Fre", MEDIUM),
            ("right:Fre close", HIGH),
            ("right:Fre right:Bas", MEDIUM),
            ("right:Fre right:Bas close", HIGH),
            ("scrap:Fre", LOW),
            ("scrap:Fre right:Bas", LOW),
            ("scrap:Bas", LOW),
            ("scrap:Bas right:Fre", LOW),
        ]
    )


def test_joined_actions_are_asked_for_where_a_card_is_placed() -> None:
    """Anywhere else that is an error."""
    with pytest.raises(InputError, match="no first card is to be placed now"):
        CORE.joined_actions(CORE.new_game(""))


def test_samples_by_every_policy() -> None:
    """Each plays the turns that it should; a lead makes games shorter; the names are checked."""
    view = CORE.new_game("reading=thesis").view(0)
    for policy in CORE.policies():
        assert CORE.play_samples(view, 20, 10, 1, policy) == 200
    shorter = CORE.play_samples(view, 100, 50, 1, "pseudo-random", lead=5)
    assert 100 < shorter < 5000
    with pytest.raises(InputError, match="one of uniform, pseudo-random"):
        CORE.play_samples(view, 1, 1, 1, "clever")
