"""Tests of carcbot.bot.policy."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.bot.policy import AcceptPolicy, Wanted, decide, objections
from carcbot.messages.lobby import DeclineReason, Offer, Terms
from carcbot.messages.parts import ClockSpec, Policy

TERMS = Terms(
    "carcassonne", "seats=2,expansions=river", ClockSpec("bank", 60_000_000, 2_000_000), Policy()
)
OFFER = Offer("o1", "challenge", "ann", TERMS, 2, ("me",))


def reason(
    policy: AcceptPolicy,
    offer: Offer = OFFER,
    *,
    rating: int | None = 1600,
    free: int = 1,
    plays: bool = True,
) -> DeclineReason | None:
    """Why a challenge is declined."""
    found = decide(policy, offer, plays=lambda _: plays, rating=rating, free=free)
    return found.reason if found else None


def changed(**terms: object) -> Offer:
    """The challenge with other terms."""
    return msgspec.structs.replace(OFFER, terms=msgspec.structs.replace(TERMS, **terms))


@pytest.mark.parametrize(
    ("policy", "expected"),
    (
        (AcceptPolicy(), None),
        (AcceptPolicy(accept=False), "later"),
        (AcceptPolicy(games=("carcassonne", "pot")), None),
        (AcceptPolicy(games=("pot",)), "game"),
        (AcceptPolicy(seats=(2, 3)), None),
        (AcceptPolicy(seats=(3, 4)), "options"),
        (AcceptPolicy(options=("expansions=none|river",)), None),
        (AcceptPolicy(options=("expansions=none",)), "options"),
        (AcceptPolicy(options=("abbots=1",)), "options"),
        (AcceptPolicy(clocks=("bank", "fischer")), None),
        (AcceptPolicy(clocks=("fischer",)), "clock"),
        (AcceptPolicy(min_move_s=2.0, max_move_s=2.0), None),
        (AcceptPolicy(min_move_s=2.1), "clock"),
        (AcceptPolicy(max_move_s=1.9), "clock"),
        (AcceptPolicy(rated="rated"), None),
        (AcceptPolicy(rated="unrated"), "rated"),
        (AcceptPolicy(min_rating=1600, max_rating=1600), None),
        (AcceptPolicy(min_rating=1601), "rating"),
        (AcceptPolicy(max_rating=1599), "rating"),
        (AcceptPolicy(allow=("Ann",)), None),
        (AcceptPolicy(allow=("bob",)), "opponent"),
        (AcceptPolicy(block=("ANN",)), "opponent"),
        (AcceptPolicy(block=("bob",)), None),
        (AcceptPolicy(on_expiry=("loss",)), None),
        (AcceptPolicy(on_expiry=("house", "default_move")), "policy"),
        (AcceptPolicy(chance=("seed",)), None),
        (AcceptPolicy(chance=("deck", "joint")), "policy"),
    ),
)
def test_decide(policy: AcceptPolicy, expected: DeclineReason | None) -> None:
    """Each rule lets through what it names, and declines all else with its reason."""
    assert reason(policy) == expected


def test_circumstances() -> None:
    """No free place, an unknown rating and a game that the agent cannot are reasons as well."""
    assert reason(AcceptPolicy(), free=0) == "busy"
    assert reason(AcceptPolicy(), plays=False) == "game"
    assert reason(AcceptPolicy(min_rating=1), rating=None) == "rating"
    assert reason(AcceptPolicy(rated="rated"), changed(rated=False)) == "unrated"
    others = msgspec.structs.replace(OFFER, to=("me", "bob"), accepted=("cid",))
    assert reason(AcceptPolicy(block=("bob",)), others) == "opponent"
    assert reason(AcceptPolicy(block=("cid",)), others) == "opponent"


def test_defaults_of_options() -> None:
    """A challenge does not say options that have their defaults; rules know them all the same."""
    usual = changed(options="seats=2")
    assert reason(AcceptPolicy(options=("expansions=none|river", "two_tile_city=4")), usual) is None
    assert reason(AcceptPolicy(options=("expansions=river",)), usual) == "options"
    (objection,) = objections(
        AcceptPolicy(options=("farm_scoring=off",)), usual, plays=lambda _: True, rating=1, free=1
    )
    assert objection.text == "farm_scoring is current, not off"


@pytest.mark.parametrize(
    ("game", "options", "fine", "others"),
    (
        ("carcassonne", "seats=2,expansions=river", "start=RA0@0,0", "start=D0@0,0"),
        ("carcassonne", "seats=2,expansions=river+abbot", "start=RA0@0,0", "expansions=river"),
        ("ticket_to_ride", "seats=2,reading=thesis", "tickets=when_done", "tickets=any_time"),
        ("thurn_and_taxis", "seats=2,reading=thesis", "ties=shared", "ties=official"),
        ("pot", "seats=2", "seats=2|3", "abbots=1"),
    ),
)
def test_options_that_depend_on_others(game: str, options: str, fine: str, others: str) -> None:
    """What an option is that nobody has said, the game says by the others."""
    offer = changed(game=game, options=options)
    assert reason(AcceptPolicy(options=(fine,)), offer) is None
    assert reason(AcceptPolicy(options=(others,)), offer) == "options"
    assert reason(AcceptPolicy(options=(fine,)), offer, plays=False) == "game"


@pytest.mark.parametrize(
    ("clock", "move_s"),
    (
        (ClockSpec("per_move", 0, 3_000_000), 3.0),
        (ClockSpec("bank", 900_000_000, 3_000_000), 3.0),
        (ClockSpec("sudden_death", 300_000_000, 0), 3.0),
        (ClockSpec("fischer", 200_000_000, 1_000_000), 3.0),
        (ClockSpec("delay", 200_000_000, 1_000_000), 3.0),
    ),
)
def test_time_for_a_move(clock: ClockSpec, move_s: float) -> None:
    """Clocks are compared by what they give for a move, were there a hundred."""
    assert reason(AcceptPolicy(min_move_s=move_s, max_move_s=move_s), changed(clock=clock)) is None
    assert reason(AcceptPolicy(min_move_s=move_s + 0.01), changed(clock=clock)) == "clock"
    assert reason(AcceptPolicy(max_move_s=move_s - 0.01), changed(clock=clock)) == "clock"


@given(
    st.builds(
        AcceptPolicy,
        accept=st.booleans(),
        seats=st.lists(st.integers(2, 4), max_size=2).map(tuple),
        min_move_s=st.floats(0, 4),
        rated=st.sampled_from(["any", "rated", "unrated"]),
        block=st.lists(st.sampled_from(["ann", "bob"]), max_size=1).map(tuple),
    ),
    st.integers(0, 1),
)
def test_decision_is_the_first_objection(policy: AcceptPolicy, free: int) -> None:
    """A challenge is accepted exactly when nothing speaks against it, and all say something."""
    found = list(objections(policy, OFFER, plays=lambda _: True, rating=None, free=free))
    decision = decide(policy, OFFER, plays=lambda _: True, rating=None, free=free)
    assert decision == (found[0] if found else None)
    assert all(len(each.text) > 10 for each in found)


def test_wanted() -> None:
    """What a bot seeks becomes terms; without a clock the referee chooses it."""
    assert Wanted(options="seats=3").terms == Terms("carcassonne", "seats=3")
    fast = Wanted("pot", "", "fischer", 30.0, 0.5, rated=False).terms
    assert fast == Terms("pot", "", ClockSpec("fischer", 30_000_000, 500_000), rated=False)


def test_an_option_whose_value_has_a_comma() -> None:
    """A rule about it, and one about another option, read what the challenge says."""
    offer = changed(options="seats=2,start=V2@-3,1")
    for rule in ("start=V2@-3,1", "farm_scoring=current", "expansions=none"):
        assert reason(AcceptPolicy(options=(rule,)), offer) is None, rule
    assert reason(AcceptPolicy(options=("start=V2@0,0",)), offer) == "options"
    assert msgspec.convert({"options": ["inn_on_EC=c2"]}, AcceptPolicy).options == ("inn_on_EC=c2",)


@pytest.mark.parametrize(
    "settings",
    (
        {"min_rating": 2000, "max_rating": 1000},
        {"min_move_s": 5.0, "max_move_s": 1.0},
    ),
)
def test_limits_between_which_nothing_lies(settings: dict[str, float]) -> None:
    """They are a slip, and told when they are read."""
    for kind in (AcceptPolicy, Wanted) if "min_rating" in settings else (AcceptPolicy,):
        with pytest.raises(msgspec.ValidationError, match=r"min_.* is more than max_"):
            msgspec.convert(settings, kind)
    AcceptPolicy(min_rating=1000, max_rating=1000)
