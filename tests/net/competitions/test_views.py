"""Tests of carcbot.net.competitions.views: what is told of a competition, in words and figures."""

from carcbot.arena.competition.facts import (
    Began,
    CalledOff,
    CheckInBegan,
    Ended,
    Entered,
    Finished,
    RoundBegan,
)
from carcbot.arena.competition.proceedings import Proceedings
from carcbot.messages.competitions import CompetitionRow
from carcbot.net.competitions.views import info_of, phase_text, play_text, remarks_on, rows_of
from tests.arena.competition.simulated import START_US, Simulated, rules_of

HOUR_US = 3_600_000_000


def test_words_for_every_phase() -> None:
    """Each phase has its words, with what belongs to it."""
    tables = "[registration]\nopens = 2027-01-15T06:00:00Z\ncloses = 2027-01-15T07:30:00Z\n"
    now = Proceedings(rules_of("", tables))

    def first(at_us: int) -> str:
        return phase_text(now, at_us)

    assert first(START_US - 3 * HOUR_US).startswith("Registration opens 2027-01-15 06:00:00 UTC.")
    assert first(START_US - HOUR_US).startswith(
        "Registration is open until 2027-01-15 07:30:00 UTC."
    )
    assert first(START_US - 1).startswith("Registration is over.")
    for before_us in (3 * HOUR_US, HOUR_US, 1):
        assert "Check-in begins 2027-01-15 07:50:00 UTC." in first(START_US - before_us)
    now.take_in(CheckInBegan(START_US))
    assert first(START_US).startswith("Check-in: ")
    now.take_in(CalledOff(START_US, "too few"))
    assert first(START_US).startswith("It was called off: too few.")
    assert first(START_US).endswith("The first round: 2027-01-15 08:10:00 UTC.")


def test_decks_are_told() -> None:
    """A reader knows whether a memory was worth something."""
    for trusts, words in (("false", "a deck of its own"), ("true", "have the same deck")):
        now = Proceedings(rules_of(f"trust_bots = {trusts}"))
        assert words in remarks_on(now)[0]
        assert info_of(now, "ann", START_US).trust_bots is (trusts == "true")


def test_what_is_played() -> None:
    """The clock is told, and how many games there are at most: those that a simulation plays."""
    tables = "[registration]\nmost = 5\n[clock]\nkind = 'fischer'\nmain_s = 90\nmove_s = 0.5\n"
    rules = rules_of("blocks = 2", tables)
    assert play_text(rules) == (
        "Clock: fischer, 90 s, and 0.5 s more after each turn. Games: with 5 players at most 40."
    )
    now = Simulated(rules, names=("ann", "bob", "cid", "dan", "eve")).run()
    assert now.course is not None
    assert sum(each.block.games for each in now.course.counted) == 40


def test_games_that_come_out_even() -> None:
    """In a knockout of three seats nine players can be seated, and not ten: at four tables."""
    rules = rules_of("format = 'knockout'\nseats = 3", "[registration]\nmost = 10\n")
    assert play_text(rules).endswith(
        "Games: with 7 players at least 9, with 9 players at least 12."
    )


def test_games_of_a_ladder() -> None:
    """Its rounds are counted: those that a simulation plays."""
    rules = rules_of("format = 'ladder'\nrounds = 3", "[registration]\nmost = 4\n")
    now = Simulated(rules, names=("ann", "bob", "cid", "dan")).run()
    assert now.course is not None
    games = sum(each.block.games for each in now.course.counted)
    assert play_text(rules).endswith(f"Games: with 4 players at most {games}.")


def test_rows() -> None:
    """Before it begins all stand alike; then what was won counts, also in a round that goes on."""
    now = Proceedings(rules_of("", "[no_show]\nwithdrawn_after = 3"))
    for name in ("ann", "bob", "cid"):
        now.take_in(Entered(1, name))
    assert rows_of(now) == tuple(
        CompetitionRow(name, 1, part="entered") for name in ("ann", "bob", "cid")
    )
    now.take_in(Began(2, ("ann", "bob", "cid")))
    now.take_in(RoundBegan(3, 0))
    for game in now.waiting[:2]:
        now.take_in(Ended(4, now.absence(game, ("bob",))))
    assert rows_of(now) == (
        CompetitionRow("ann", 1, games=2, won=2.0),
        CompetitionRow("cid", 2),
        CompetitionRow("bob", 3, games=2, faults=2),  # who forfeits stands below
    )
    info = info_of(now, "bob", START_US)
    assert (info.phase, info.round, info.entrants, info.you) == ("playing", 1, 3, "playing")
    now.take_in(Finished(5))
    assert info_of(now, "eve", START_US).you == "none"
