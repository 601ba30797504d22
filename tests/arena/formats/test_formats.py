"""Tests of carcbot.arena.formats: what each format promises of its tables."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import ceil, log2

import msgspec
import pytest

from carcbot.arena.blocks import Fault
from carcbot.arena.contest import Contest, FormatName
from carcbot.arena.contest_course import ContestCourse
from carcbot.arena.formats import FORMATS
from carcbot.arena.formats.history import History
from carcbot.arena.formats.knockout import champion, drawn_stage
from carcbot.arena.formats.ladder import rungs
from carcbot.arena.formats.swiss import paired
from tests.arena.made_up import by_strength, contest_of, crashed, play, result_of


def tables(course: ContestCourse) -> list[list[tuple[int, ...]]]:
    """The tables of each round, a table for each block."""
    return [list(each.tables) for each in course.history.rounds]


@pytest.mark.parametrize("seats", (2, 3, 4, 5))
def test_round_robin(seats: int) -> None:
    """Every table that is possible plays as many blocks as were asked for."""
    course = play(contest_of(6, seats=seats, blocks=3))
    sets = Counter(frozenset(each.block.players) for each in course.counted)
    assert sets == {frozenset(each): 3 for each in combinations(range(6), seats)}
    assert course.foreseen_blocks == len(course.counted)


def test_seating_varies() -> None:
    """With more than two seats it is chance who comes after whom, anew in every round."""
    course = play(contest_of(4, seats=4, blocks=30))
    orders = {
        table[table.index(0) :] + table[: table.index(0)]
        for round_ in tables(course)
        for table in round_
    }
    assert len(orders) == 6


@pytest.mark.parametrize("seats", (2, 3))
def test_gauntlet(seats: int) -> None:
    """The first player meets every company of others, and these never meet without it."""
    course = play(contest_of(5, seats=seats, blocks=2, format="gauntlet"))
    sets = Counter(frozenset(each.block.players) for each in course.counted)
    companies = combinations(range(1, 5), seats - 1)
    assert sets == {frozenset((0, *each)): 2 for each in companies}
    assert course.foreseen_blocks == len(course.counted)


@pytest.mark.parametrize("players", (4, 7, 8, 13, 16))
def test_swiss(players: int) -> None:
    """Nobody meets anybody twice or sits out twice, equals meet, and the best comes in first."""
    contest = contest_of(players, format="swiss")
    course = play(contest)
    rounds = tables(course)
    assert len(rounds) == ceil(log2(players))
    pairs = [frozenset(table) for round_ in rounds for table in round_]
    assert len(set(pairs)) == len(pairs)
    assert max(course.history.byes) <= 1
    assert sum(course.history.byes) == len(rounds) * (players % 2)
    assert course.foreseen_blocks == len(course.counted)
    if players in {4, 8, 16}:  # the winners of a round meet winners
        won = Counter[int]()
        for round_ in rounds:
            assert all(won[a] == won[b] for a, b in round_)
            won.update(min(table) for table in round_)
        assert [player for player, wins in won.items() if wins == len(rounds)] == [0]


def test_swiss_of_thousands() -> None:
    """Any number of players is paired, and where somebody has met all the others nobody is."""
    history = History(3000)
    assert paired(range(3000), history) == [(each, each + 1) for each in range(0, 3000, 2)]
    history.meetings[0, 1] = 1
    assert paired((1, 0), history) is None
    assert paired((0, 2, 1, 3), history) == [(0, 2), (1, 3)]
    assert paired((0, 1, 2, 3), history) == [(0, 2), (1, 3)]
    history.meetings.update([(0, 2), (1, 2)])
    assert paired((0, 1, 2, 3), history) is None  # of three who have met only one can meet the last


def test_swiss_of_many_seats() -> None:
    """At tables of three nobody meets anybody again in the second round."""
    course = play(contest_of(9, format="swiss", seats=3, rounds=2))
    met = course.history.meetings
    assert max(met.values()) == 1


@pytest.mark.parametrize(
    ("players", "seats"), ((2, 2), (5, 2), (8, 2), (13, 2), (5, 3), (9, 3), (11, 3), (10, 4))
)
def test_knockout(players: int, seats: int) -> None:
    """The strongest is left; the strong do not meet early, and each table lets one go on."""
    contest = contest_of(players, seats=seats, format="knockout")
    course = play(contest)
    assert champion(contest, course.history) == 0
    losers = [
        player for round_ in tables(course) for t in round_ for player in t if player != min(t)
    ]
    assert sorted(losers) == list(range(1, players))
    final = tables(course)[-1]
    assert len(final) == 1
    assert 0 in final[0]
    if players == seats**2:
        assert set(final[0]) == set(range(seats))


def test_knockout_of_equals() -> None:
    """Who is level plays on, and if it stays so, who was thought stronger goes on."""
    contest = contest_of(4, format="knockout", blocks=2)
    course = play(contest, lambda game: [7] * len(game.players))
    assert course.is_over
    assert champion(contest, course.history) == 0
    assert max(each.block.round for each in course.counted) > 2


@pytest.mark.parametrize(("players", "seats"), ((7, 3), (9, 3), (29, 3), (10, 4), (9, 5), (17, 5)))
def test_a_knockout_goes_on_without_a_whole_table(players: int, seats: int) -> None:
    """Where all of a table fall out the rest play on, and one of them is left in the end."""
    contest = contest_of(players, seats=seats, format="knockout", disqualify_after=1)
    course = ContestCourse(contest)
    while (game := course.take()) is not None:
        result = result_of(contest, game, by_strength(game))
        if game.block.number == 0:
            all_fail = [Fault("crash", "x", seat) for seat in range(seats)]
            result = msgspec.structs.replace(
                result, fault=all_fail[0], more_faults=tuple(all_fail[1:])
            )
        course.put(result)
    assert course.is_over
    assert len(course.out) == seats
    assert champion(contest, course.history) == min(set(range(players)) - course.out)


def test_who_is_out_has_no_byes() -> None:
    """In a Swiss tournament only who could have played is given what a round without it costs."""
    contest = contest_of(8, format="swiss", rounds=5, disqualify_after=1)
    course = ContestCourse(contest)
    while (game := course.take()) is not None:
        result = result_of(contest, game, by_strength(game))
        is_first = game.block.round == 0 and 7 in game.players
        course.put(crashed(contest, game, result.scores, 7) if is_first else result)
    assert course.out == {7}
    assert course.history.byes[7] == 0
    assert sum(course.history.byes) == 4  # of seven, one in each later round


def test_drawn_stage() -> None:
    """The strongest are spared until the players come out even; tables are about as strong."""
    assert drawn_stage(range(5), 2) == [(3, 4)]
    assert drawn_stage(range(4), 2) == [(0, 3), (1, 2)]
    assert drawn_stage(range(9), 3) == [(0, 5, 6), (1, 4, 7), (2, 3, 8)]


def test_ladder() -> None:
    """Neighbours play each other, everybody in most rounds, and the order becomes the true one."""
    # they begin in the wrong order
    contest = contest_of(5, format="ladder", rounds=60)
    course = play(contest, lambda game: [10 * player for player in game.players])
    assert rungs(course.history) == [4, 3, 2, 1, 0]
    sat = Counter(player for each in course.counted for player in each.block.players)
    assert min(sat.values()) >= 30


def test_endless_ladder() -> None:
    """Without a number of rounds a ladder goes on until it is stopped."""
    course = play(contest_of(4, format="ladder"), most=500)
    assert not course.is_over
    assert course.foreseen_blocks is None


@pytest.mark.parametrize("form", FORMATS)
def test_blocks_of_a_round(form: FormatName) -> None:
    """Each table plays as many blocks as the contest says, in all or in each round."""
    rounds = {"rounds": 2} if form in {"swiss", "ladder"} else {}
    course = play(contest_of(4, format=form, blocks=3, **rounds), by_strength)
    first = Counter(frozenset(t) for t in course.history.rounds[0].tables)
    assert set(first.values()) == ({1} if form in {"round_robin", "gauntlet"} else {3})


def with_crashes_of(player: int, contest: Contest) -> ContestCourse:
    """A contest in which this player leads by 80 and crashes in every first game of a block.

    It wins the second by as much; all others share theirs.
    """
    course = ContestCourse(contest)
    while (game := course.take()) is not None:
        points = [80 * (p == player) for p in game.players]
        is_crash = player in game.players and game.number == 0
        course.put(
            crashed(contest, game, points, player) if is_crash else result_of(contest, game, points)
        )
    return course


def test_a_crash_with_a_lead_wins_no_knockout() -> None:
    """Of two who won a game each the one who has forfeited one is out."""
    contest = contest_of(2, format="knockout")
    course = with_crashes_of(0, contest)
    assert course.counted[0].shares == (Fraction(1), Fraction(1))
    assert champion(contest, course.history) == 1


def test_a_crash_with_a_lead_is_not_drawn_higher() -> None:
    """A Swiss tournament ranks equals without forfeited games before the others."""
    contest = contest_of(4, format="swiss", rounds=2)
    course = with_crashes_of(0, contest)
    assert {share for result in course.counted[:2] for share in result.shares} == {1}
    assert tables(course) == [[(0, 1), (2, 3)], [(2, 1), (3, 0)]]


@pytest.mark.parametrize(
    ("players", "seats", "blocks"), ((2, 2, 1), (5, 2, 3), (8, 2, 2), (9, 3, 1), (11, 3, 2))
)
def test_foreseen_knockout(players: int, seats: int, blocks: int) -> None:
    """If nobody is level, what is foreseen at any time is what is played in the end."""
    contest = contest_of(players, seats=seats, format="knockout", blocks=blocks)
    course, foreseen = ContestCourse(contest), set()
    while (game := course.take()) is not None:
        foreseen.add(course.foreseen_blocks)
        course.put(result_of(contest, game, by_strength(game)))
    assert foreseen == {len(course.counted)} == {course.foreseen_blocks}


def test_foreseen_of_equals() -> None:
    """Tables that are level add what they play more, and never less is played than foreseen."""
    contest = contest_of(4, format="knockout", blocks=2)
    course, foreseen = ContestCourse(contest), []
    while (game := course.take()) is not None:
        foreseen.append(course.foreseen_blocks or 0)
        course.put(result_of(contest, game, [7, 7]))
    assert foreseen == sorted(foreseen)
    assert foreseen[0] == 6
    assert foreseen[-1] == len(course.counted)


@pytest.mark.parametrize("players", (2, 5, 6))
def test_foreseen_ladder(players: int) -> None:
    """With so many rounds a ladder is foreseen to its end; who joins later is known before."""
    contest = contest_of(players, format="ladder", rounds=7, blocks=2)
    late = msgspec.structs.replace(contest.player[-1], joins=3 if players > 2 else 0)
    contest = msgspec.structs.replace(contest, player=(*contest.player[:-1], late))
    foreseen = ContestCourse(contest).foreseen_blocks
    assert foreseen == len(play(contest).counted)
