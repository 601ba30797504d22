"""Tests of the remarks in committed results.

Remarks are sentences in the studies, and the figures beside them change when a result is made anew.
What a remark claims in one of the ways that are listed here has to be so; what it gives as a reason
nobody can check but who reads it.
"""

import math
import re
from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np
import pytest

from carcbot.arena.statistics.intervals import Estimate, mean_margin
from carcbot.lab import results_folder
from carcbot.lab.duels import SEATS
from carcbot.lab.study import Comparison, Figures

So = TypeVar("So")

NUMBER = re.compile(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?(?:e\d+)?")
ENDS = re.compile(r"\((-?[\d.]+) to (-?[\d.]+)\)")
PLUS_MINUS = re.compile(r"± ([\d.]+)")
AGREES, AGREES_NEARLY = 0.05, 0.1
"""By so large a part figures without an interval may differ."""
ROUNDED = 0.02
"""By so large a part the interval of a difference may be another, as figures are told rounded."""
AVERAGE_POINTS = "average points of "

NOT_TO_BE_CHECKED = {
    ("mcts-star25", "figures a game, Star2.5 against MCTS"),
}
"""What is compared with words: the claims of these remarks are not about two numbers."""


def figure(text: str) -> Estimate | None:
    """The first number of a text, with its interval, or with that of no width; None without one."""
    number = NUMBER.search(text)
    if number is None:
        return None
    value = float(number[0].replace(",", ""))
    if ends := ENDS.search(text):
        return Estimate(value, float(ends[1]), float(ends[2]))
    more = PLUS_MINUS.search(text)
    reach = float(more[1]) if more else 0.0
    return Estimate(value, value - reach, value + reach)


def has_interval(told: Estimate) -> bool:
    """Whether it is told how far the figure may be off."""
    return told.low < told.high


def agree(paper: Estimate, ours: Estimate, rounded: float = ROUNDED) -> bool:
    """Whether the interval of the difference holds 0, if there is one; else whether it is small.

    The ends of the difference come of those ends of the two intervals that face each other.
    """
    if not (has_interval(paper) or has_interval(ours)):
        return close(paper, ours, AGREES)
    less, more = sorted((paper, ours), key=lambda each: each.value)
    reach = math.hypot(less.high - less.value, more.value - more.low)
    return more.value - less.value <= reach * (1 + rounded)


def differ(paper: Estimate, ours: Estimate) -> bool:
    """Whether the interval of the difference does not hold 0, as far as rounded figures tell."""
    return not agree(paper, ours, -ROUNDED)


def close(paper: Estimate, ours: Estimate, part: float) -> bool:
    """Whether they differ by no more than that part, or by what a whole number leaves open."""
    rounded = 0.5 if paper.value.is_integer() else 0.0
    return abs(ours.value - paper.value) <= max(part * abs(paper.value), rounded)


BESIDE_THE_PAPER: dict[str, Callable[[Estimate, Estimate], bool]] = {
    # what a part of a sentence says, and when that is so of the paper's figure and ours
    r"\bagrees\b(?! nearly)": agree,
    r"\bagrees nearly\b": lambda paper, ours: close(paper, ours, AGREES_NEARLY),
    r"^the same(,|$)": lambda paper, ours: ours.value == paper.value,
    r"^(a little |one )?more( here| by|,|$)": lambda paper, ours: ours.value > paper.value,
    r"^more here$": differ,
    r"^(a little |a tenth )?less( than|,|$)": lambda paper, ours: ours.value < paper.value,
    r"more than chance makes likely": differ,
    r"within the thesis's interval": lambda paper, ours: paper.holds(ours.value),
}
OF_OUR_INTERVAL: dict[str, Callable[[Estimate, Estimate], bool]] = {
    # the same, where ours has an interval
    r"within the interval of ours": lambda paper, ours: ours.holds(paper.value),
    r"more than the interval holds": lambda paper, ours: not ours.holds(paper.value),
}
OF_A_SCORE: dict[str, Callable[[Estimate], bool]] = {
    # the same of ours alone, in per cent or in Elo
    r"^(in wins )?no difference is shown": lambda score: score.holds(50),
    r"shows a difference by itself": lambda score: not score.holds(50),
    r"^no gain is shown": lambda gain: gain.holds(0),
    r"^no loss is shown": lambda elo: elo.holds(0),
    r"^it earns its place": lambda elo: elo.high <= 0,
    r"^more random games do help": lambda gain: gain.low > 0,
}
STRONGER = re.compile(r"(\S+) is (?:by far )?the stronger\b")


def parts_of(remark: str) -> list[str]:
    """What stands between its full stops, colons and semicolons."""
    return [each.strip().lower() for each in re.split(r"[.:;](?:\s|$)", remark) if each]


def wrong_claims(said: Comparison, measured: Estimate | None = None) -> Iterator[str]:
    """The parts of the remark that are not so.

    Args:
        said: The remark, and the figures as they are told.
        measured: Ours with its interval, where it is told without.
    """
    paper, ours = figure(said.paper), figure(said.ours)
    for part in parts_of(said.remark):
        if paper and ours:
            beside = [so(paper, measured or ours) for so in found(BESIDE_THE_PAPER, part)]
            if has_interval(ours):
                beside += [so(paper, ours) for so in found(OF_OUR_INTERVAL, part)]
            if not all(beside):
                yield part
        if ours and has_interval(ours):
            alone = [so(ours) for so in found(OF_A_SCORE, part)]
            if stronger := STRONGER.search(part):
                first = said.what.lower().startswith(stronger[1])
                alone.append(ours.low > 50 if first else ours.high < 50)
            if not all(alone):
                yield part


def found(claims: dict[str, So], part: str) -> list[So]:
    """When that is so which a part of a sentence says."""
    return [so for pattern, so in claims.items() if re.search(pattern, part)]


def measured_points(figures: Figures, said: Comparison) -> Estimate | None:
    """Of a player's average points the interval over decks, in the match of which they are."""
    name = said.what.removeprefix(AVERAGE_POINTS)
    if name == said.what or " " in name:
        return None
    for duel in figures.values():
        for player, sides in duel["sides"].items():
            points = np.mean([sides[seat]["points"] for seat in ("first", "second")], 0)
            if player.partition("-")[0] == name and f"{points.mean():.1f}" == said.ours:
                return mean_margin(points, SEATS)
    raise AssertionError(f"no match has {said}")


@pytest.mark.parametrize("name", sorted(results_folder.saved_names()))
def test_remarks_say_what_the_figures_show(name: str) -> None:
    """No remark claims anything of the figures beside it that is not so."""
    result = results_folder.load(name)
    wrong = {
        said.what: claims
        for said in result.comparisons
        if (claims := [*wrong_claims(said, measured_points(result.figures, said))])
    }
    assert wrong == {}


def test_claims_that_cannot_be_checked_are_known() -> None:
    """All other claims beside the paper stand beside a number of it."""
    unchecked = {
        (name, said.what)
        for name in results_folder.saved_names()
        for said in results_folder.load(name).comparisons
        if not (figure(said.paper) and figure(said.ours))
        and any(found(BESIDE_THE_PAPER, part) for part in parts_of(said.remark))
    }
    assert unchecked == NOT_TO_BE_CHECKED


@pytest.mark.parametrize(
    ("paper", "ours", "remark", "is_so"),
    (
        ("85.0 % (78.4 to 89.8)", "77.0 % (70.9 to 82.2)", "Agrees within the intervals.", True),
        ("92.9 % (86.0 to 96.5)", "80.5 % (71.6 to 87.1)", "Agrees within the intervals.", False),
        ("92.9 % (86.0 to 96.5)", "80.5 % (71.6 to 87.1)", "Less than in the paper.", True),
        ("77.0 % (70.9 to 82.2)", "85.0 % (78.4 to 89.8)", "More here. For a reason.", False),
        ("69.93", "69.75 (60.4 to 79.1)", "Agrees: most is found.", True),
        ("69.93", "50.75 (40.4 to 59.1)", "Agrees: most is found.", False),
        ("63.6", "61.2", "Agrees.", True),
        ("63.6", "58.2", "Agrees.", False),
        ("63.6", "58.2", "Agrees nearly.", True),
        ("63.6", "56.2", "Agrees nearly.", False),
        ("nearly 3", "3.17", "Agrees.", True),
        ("nearly 3", "3.57", "Agrees.", False),
        ("8.8e194", "8.8e194", "Agrees as a number.", True),
        ("2.4e71", "7.8e78", "Agrees.", False),
        ("5", "4", "The same, although all is different.", False),
        ("95.74", "86.86 (79.8 to 93.9)", "Less, by more than the interval holds.", True),
        ("95.74", "90.86 (84.8 to 96.9)", "Less, by more than the interval holds.", False),
        ("93.45", "96.79 (93.0 to 99.5)", "A little less; it does not matter.", False),
        ("not told", "51.7 % (44.0 to 59.3)", "No difference is shown.", True),
        ("not told", "61.7 % (50.8 to 71.5)", "No difference is shown.", False),
        ("not told", "49.0 % (44.0 to 54.3)", "One is the stronger in both.", False),
        ("not told", "59.0 % (54.0 to 64.3)", "Other is the stronger, by far.", False),
        ("not told", "59.0 % (54.0 to 64.3)", "One is by far the stronger.", True),
        ("no paper", "+14 ± 38 Elo: no gain shown", "No gain is shown.", True),
        ("no paper", "+54 ± 38 Elo", "No gain is shown. For depth 2 is enough.", False),
        ("no paper", "-54 ± 38 Elo", "It earns its place.", True),
        ("no paper", "-14 ± 38 Elo", "It earns its place.", False),
        ("no paper", "-54 ± 38 Elo", "No loss is shown.", False),
    ),
)
def test_what_is_not_so_is_noticed(paper: str, ours: str, remark: str, *, is_so: bool) -> None:
    """A remark that the figures have left behind is found, and one that still holds is not."""
    said = Comparison("one's score", paper, ours, remark)
    assert (not [*wrong_claims(said)]) == is_so
