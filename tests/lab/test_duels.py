"""Tests of carcbot.lab.duels and of the tables that are made of them."""

from pathlib import Path

import msgspec
import pytest

from carcbot.arena.blocks import BlockResult, GameResult
from carcbot.arena.contest import Contest
from carcbot.arena.contest_course import ContestCourse
from carcbot.contest.any_game import play_game
from carcbot.contest.contest_folder import ContestFolder
from carcbot.lab import duels
from carcbot.lab.duel_tables import interval, matches_table, share_of_games, starters_table
from carcbot.lab.duels import Duel, blocks_in, duel_between, play, play_evenly
from carcbot.lab.heyden import (
    NODES_A_MOVE,
    SIMULATIONS_A_MOVE,
    thesis_duel,
    thought_beside_thesis,
)
from carcbot.lab.match_study import unfinished
from carcbot.lab.study import Effort, Unfinished, Workbench

CONTEST = duel_between(
    "test", ("quick", "greedy"), ("guess", "random"), blocks=3, seed=5, options="unplaceable=bottom"
)


def with_scores(*scores: tuple[int, int]) -> Duel:
    """A duel in which the first seat and the second had these points, deck by deck."""
    course = ContestCourse(CONTEST)
    while (game := course.take()) is not None:
        course.put(play_game(CONTEST, game))
    results = []
    told = iter(scores)
    for each in course.counted[: len(scores) // 2]:
        games: list[GameResult] = []
        for played in each.games:
            points = next(told)
            places = tuple(1 + sum(other > own for other in points) for own in points)
            games.append(msgspec.structs.replace(played, scores=points, places=places))
        results.append(BlockResult(each.block, tuple(games)))
    return Duel(("quick", "guess"), tuple(results))


def test_sides() -> None:
    """Who sat where is told apart: in a deck's second game the seats are changed."""
    duel = with_scores((50, 40), (30, 60), (20, 20), (70, 10))
    first, second = duel.side(0, 0), duel.side(0, 1)
    assert (first.points, first.rivals) == ((50, 20), (40, 20))
    assert (first.wins, first.draws, first.losses) == (1, 1, 0)
    assert (second.points, second.rivals) == ((60, 10), (30, 70))
    assert (second.wins, second.draws, second.losses) == (1, 0, 1)
    both = duel.side(0)
    assert both.games == 4
    assert both.mean_points == 35
    assert both.mean_margin == duel.margin.value == -5
    assert duel.share.value == pytest.approx(2.5 / 4)
    assert duel.side(1).mean_margin == 5


def test_effort() -> None:
    """All decisions of a player count, whatever its seat."""
    duel = with_scores((50, 40), (30, 60))
    moves = sum(len(game.record.split(" ")[3:]) // 2 for game in duel.games)
    assert duel.effort(0).decisions + duel.effort(1).decisions == moves
    assert duel.effort(0).nodes > 0
    assert duel.effort(1).simulations == 0


def test_tables() -> None:
    """The figures of the tables are those of the sides; what is published stands above."""
    duel = with_scores((50, 40), (30, 60), (20, 20), (70, 10))
    (row,) = matches_table([duel]).rows
    assert row[:5] == ("quick against guess", "4", "2", "1", "1")
    table = starters_table(duel, {"most points": (1, 2, 3, 4)})
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["most points: paper"] == ("1", "2", "3", "4")
    assert rows["most points: here"] == ("50", "40", "60", "70")
    assert rows["fewest points: here"] == ("20", "20", "10", "30")
    assert rows["wins: here"] == ("1 of 2", "0 of 2", "1 of 2", "1 of 2")
    assert "wins: paper" not in rows


def test_play_counts_blocks(tmp_path: Path) -> None:
    """Each block is a step, those that were played before too, and the decks are the contest's."""
    steps = []
    folder = ContestFolder.make(tmp_path, CONTEST)
    workbench = Workbench(lambda: steps.append(1), lambda _: folder)
    assert len(play(CONTEST, workbench).games) == 6
    assert len(steps) == blocks_in([CONTEST]) == 3
    again = play(CONTEST, workbench)
    assert len(steps) == 6
    assert all(
        " unplaceable" not in game.record and "bottom" in game.record for game in again.games
    )


def test_more_and_fewer_decks(tmp_path: Path) -> None:
    """Who has played some decks plays the others only, and fewer are the first ones of all."""
    fewer = msgspec.structs.replace(CONTEST, blocks=2)

    def played(contest: Contest) -> Duel:
        return play(contest, Workbench(lambda: None, kept))

    def kept(contest: Contest) -> ContestFolder:
        return ContestFolder.make_growing(tmp_path, contest)

    def lines() -> list[str]:
        return (tmp_path / "games.jsonl").read_text().splitlines()

    few = played(fewer)
    first = lines()
    assert len(first) == 4
    all_three = played(CONTEST)
    assert lines()[:4] == first
    assert len(lines()) == 6
    assert all_three.results[:2] == few.results
    assert played(fewer).results == few.results
    assert len(lines()) == 6


def test_what_is_missing(tmp_path: Path) -> None:
    """Who has enough at once gets some decks and is told what is missing; the next one goes on."""
    wanted = 500
    contest = msgspec.structs.replace(CONTEST, blocks=wanted)

    def played(*, is_enough: bool) -> Duel:
        folder = ContestFolder.make(tmp_path, contest)
        return play(contest, Workbench(lambda: None, lambda _: folder, is_enough=lambda: is_enough))

    some = played(is_enough=True)
    lines = (tmp_path / "games.jsonl").read_bytes()
    few = len(some.results)
    assert 2 <= few == wanted - some.missing < wanted
    assert some.figures()["blocks_missing"] == some.missing
    assert unfinished([some]) == (Unfinished("quick against guess", 2 * few, 1000, "games"),)
    again = played(is_enough=True)
    assert again.results == some.results
    whole = played(is_enough=False)
    assert (whole.results[:few], len(whole.results)) == (some.results, wanted)
    assert whole.missing == 0
    assert (tmp_path / "games.jsonl").read_bytes().startswith(lines)
    assert unfinished([whole]) == ()


def test_published_shares() -> None:
    """A published result has the interval of independent games, a draw counted half."""
    share = share_of_games(37, 0, 13)
    assert share.value == pytest.approx(0.74)
    # Wilson's interval with Student's quantile for 49 degrees of freedom, computed by hand
    assert share.low == pytest.approx(0.599, abs=2e-3)
    assert share.high == pytest.approx(0.844, abs=2e-3)
    assert share_of_games(1, 2, 1).value == 0.5
    assert interval(share) == "74.0 % (59.9 to 84.4)"


def test_effort_of_the_thesis() -> None:
    """What follows from 6 minutes a game and 23,221.6 nodes in 678.8 milliseconds."""
    assert pytest.approx(360 / 35.5 * 23221.6 / 0.6788, abs=1) == NODES_A_MOVE
    assert SIMULATIONS_A_MOVE == 244


def test_rules_of_the_thesis() -> None:
    """A tile that fits nowhere goes back into the bag; a game that had one shows it."""
    contest = thesis_duel("test", ("one", "random"), ("other", "random"), 3, Effort(seed=2))
    assert (contest.options, contest.blocks, contest.seed) == ("unplaceable=return_to_bag", 3, 2)


def test_thinking_beside_that_of_the_thesis() -> None:
    """It is said to be as much only where it is; where it is not, how much it is."""
    as_much = "It is the thinking that is as much, not the time."
    assert thought_beside_thesis(simulations=250).endswith(as_much)
    assert thought_beside_thesis(simulations=250, nodes=NODES_A_MOVE).endswith(as_much)
    less = thought_beside_thesis(nodes=10_000)
    assert as_much not in less
    assert less.endswith("the thinking is as much: a move has 2.9 % of the thesis's nodes.")
    both = thought_beside_thesis(simulations=250, nodes=50_000)
    assert both.endswith(
        "a move has 102.5 % of the thesis's random games and 14.4 % of the thesis's nodes."
    )


def test_who_is_not_played_on(tmp_path: Path) -> None:
    """Of a contest that is not played on there is what there was, or a little."""
    contests = {
        name: msgspec.structs.replace(CONTEST, name=name, blocks=blocks)
        for name, blocks in (("short", 3), ("long", 4_000))
    }

    def kept(contest: Contest) -> ContestFolder:
        return ContestFolder.make(tmp_path / contest.name, contest)

    def played(chosen: str) -> dict[str, int]:
        desk = Workbench(lambda: None, kept, plays_on=lambda each: each.name == chosen)
        return {name: len(blocks) for name, blocks in play_evenly(contests, desk).items()}

    first = played("short")
    assert first["short"] == 3
    assert 2 <= first["long"] < 4_000
    assert played("nothing") == first


@pytest.mark.parametrize("stops_after", (0, 6, 11, 20, 100))
def test_all_have_some_before_any_has_many(
    monkeypatch: pytest.MonkeyPatch, stops_after: int
) -> None:
    """Whenever time runs out no contest has more than half as many blocks again as another.

    Two of each are played in any case; one that is heavier has so many fewer, one with few has all.
    """
    weights = {"light": 1, "heavy": 4, "short": 1}
    contests = {
        name: msgspec.structs.replace(CONTEST, name=name, blocks=3 if name == "short" else 12)
        for name in weights
    }
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1

    def play_at_once(
        contest: Contest, workbench: Workbench, *, at_most: float, told: int
    ) -> tuple[int, ...]:
        while told < min(at_most, contest.blocks) and (told < 2 or not workbench.is_enough()):
            told += 1
            workbench.step()
        return tuple(range(told))

    def not_kept(contest: Contest) -> ContestFolder:
        raise AssertionError(contest)

    monkeypatch.setattr(duels, "play_blocks", play_at_once)
    desk = Workbench(step, not_kept, is_enough=lambda: steps >= stops_after)
    played = play_evenly(contests, desk, weight=lambda each: weights[each.name])
    blocks = {name: len(results) for name, results in played.items()}
    assert steps == sum(blocks.values()) == min(max(6, stops_after), 27)
    assert blocks["short"] == 2 if steps < 8 else blocks["short"] == 3
    if steps < 27:
        assert blocks["light"] <= 1.5 * max(2, 4 * blocks["heavy"]) + 1
        assert blocks["heavy"] <= max(2, blocks["light"] / 4 * 1.5 + 1)
