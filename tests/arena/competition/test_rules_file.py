"""Tests of carcbot.arena.competition.rules_file."""

from pathlib import Path

import pytest

from carcbot.arena.competition.rules_file import check_new, read_competition
from carcbot.errors import InputError

NAME = 'name = "cup"\n'
STARTS = "[schedule]\nstarts = [2027-01-15T08:00:00Z]\n"


def test_example() -> None:
    """The example in docs can be played at once, and with the moment that it leaves to the host."""
    file = Path(__file__).parents[3] / "docs" / "competition.toml"
    text = file.read_text(encoding="utf-8")
    rules = read_competition(text, file.name)
    assert rules.opens_us == 0 < rules.closes_us <= rules.check_in_us < rules.starts_us
    assert "# opens = " in text
    rules = read_competition(text.replace("# opens = ", "opens = "), file.name)
    assert 0 < rules.opens_us < rules.closes_us <= rules.check_in_us < rules.starts_us


def test_usual() -> None:
    """A name and a start are enough; one may enter until check-in begins."""
    rules = read_competition(NAME + STARTS, "file.toml")
    assert rules.opens_us == 0
    assert rules.closes_us == rules.check_in_us == rules.starts_us - 15 * 60_000_000
    assert rules.starts_us == 1_800_000_000_000_000
    assert not rules.trust_bots
    assert rules.terms.options == "seats=2"


def test_moments_have_zones() -> None:
    """A moment is the same wherever it is said."""
    there = "[schedule]\nstarts = [2027-01-15T10:00:00+02:00]\n"
    here, other = (read_competition(NAME + each, "file.toml") for each in (STARTS, there))
    assert here.starts_us == other.starts_us


@pytest.mark.parametrize(
    ("text", "message"),
    (
        (NAME, "missing required field `schedule`"),
        (STARTS, "missing required field `name`"),
        ('name = "a b"\n' + STARTS, "expected up to 40 letters, digits"),
        (NAME + "[schedule]\nstarts = []\n", "length >= 1"),
        (NAME + "[schedule]\nstarts = [2027-01-15T08:00:00]\n", "timezone"),
        (
            NAME + "[schedule]\nstarts = [2027-01-15T08:00:00Z, 2027-01-15T07:00:00Z]\n",
            "does not come after",
        ),
        (NAME + 'formt = "swiss"\n' + STARTS, "no setting 'formt'; did you mean 'format'"),
        (NAME + "grace_s = 3\n" + STARTS, r"did you mean the one of \[no_show\]\?"),
        (NAME + STARTS + "[check_in]\nminuts = 3\n", r"\[check_in\]: there is no setting 'minuts'"),
        (NAME + STARTS + "[no_show]\ngrace_s = -1\n", r">= 0.* - at `\$.no_show.grace_s`"),
        (NAME + STARTS + "[registration]\nopens = 2027-01-15T07:50:00Z\n", "closes before it op"),
        (NAME + STARTS + "[registration]\ncloses = 2027-01-15T07:50:00Z\n", "check-in has begun"),
        (NAME + "seats = 3\n" + STARTS + "[registration]\nmost = 2\n", "2 players for tables of 3"),
        (NAME + "rounds = 3\n" + STARTS, "a round_robin has no rounds of its own"),
        (NAME + 'format = "ladder"\n' + STARTS, "a ladder without end"),
        (NAME + 'game = "chess"\n' + STARTS, "game and options: there is no game 'chess'"),
        (NAME + 'options = "seats=3"\n' + STARTS, "the number of seats is not among these"),
        (NAME + 'options = "expansions=moon"\n' + STARTS, "game and options.*moon"),
        (NAME + 'game = "grove"\nchance = "deck"\n' + STARTS, "no deck that could be committed"),
        (NAME + 'chance = "joint"\n' + STARTS, "Invalid enum value 'joint'"),
    ),
)  # fmt: skip
def test_refusals(text: str, message: str) -> None:
    """What cannot be played is refused with the place, and what would be right."""
    with pytest.raises(InputError, match=message) as caught:
        read_competition(text, "file.toml")
    assert "file.toml" in caught.value.where
    assert caught.value.expected


def test_too_late() -> None:
    """Until registration ends a competition may begin; from then on nobody could enter it."""
    for tables in ("", "[registration]\ncloses = 2027-01-15T07:00:00Z\n"):
        rules = read_competition(NAME + STARTS + tables, "file.toml")
        check_new(rules, rules.closes_us - 1, "file.toml")
        with pytest.raises(InputError, match="registration ended 2027-01-15 07:"):
            check_new(rules, rules.closes_us, "file.toml")


def test_too_late_for_a_ladder() -> None:
    """A ladder that takes newcomers later has to begin with some, too."""
    tables = "[registration]\ncloses = 2027-01-15T09:00:00Z\n"
    rules = read_competition(NAME + "format = 'ladder'\nrounds = 9\n" + STARTS + tables, "file")
    check_new(rules, rules.check_in_us - 1, "file")
    with pytest.raises(InputError, match="nobody could enter"):
        check_new(rules, rules.check_in_us, "file")


@pytest.mark.parametrize(
    ("text", "tables", "message"),
    (
        ("", '[registration]\nallow = ["ann"]\n', "only 1 may enter, and a table has 2 seats"),
        ("", '[registration]\nallow = ["a b", "c"]\n', "'a b' can be no account"),
        ("seeds = ['ann', 'Ann']\n", "", "a name stands there twice"),
        ("seeds = ['zz zz']\n", "", "'zz zz' can be no account"),
    ),
)
def test_names_that_cannot_be(text: str, tables: str, message: str) -> None:
    """A new competition names accounts, each once, and enough of them; an old one goes on."""
    rules = read_competition(NAME + text + STARTS + tables, "file.toml")
    with pytest.raises(InputError, match=message):
        check_new(rules, 0, "file.toml")


def test_a_moment_that_no_calendar_has() -> None:
    """A check-in before the first year is a mistake in the file, and no bug."""
    starts = "[schedule]\nstarts = [0001-01-01T00:00:00+01:00]\n"
    with pytest.raises(InputError, match="a moment is too far away"):
        read_competition(NAME + starts, "file.toml")
