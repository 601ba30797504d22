"""Tests of carcbot.arena.contest_course."""

import random
from collections import Counter

import msgspec
import pytest

from carcbot.arena.blocks import Fault, Game, GameResult
from carcbot.arena.contest import Contest, FormatName, Sprt
from carcbot.arena.contest_course import ContestCourse
from carcbot.errors import InternalError
from tests.arena.made_up import by_strength, contest_of, play, result_of

FORMATS: tuple[tuple[FormatName, dict[str, int]], ...] = (
    ("round_robin", {"blocks": 3}),
    ("gauntlet", {"blocks": 3}),
    ("swiss", {"rounds": 3}),
    ("knockout", {}),
    ("ladder", {"rounds": 4}),
)


def judged(game: Game) -> list[int]:
    """Points that look like chance, and are the same whenever the game is played."""
    return [
        random.Random(f"{game.block.number} {game.number} {player}").randrange(60) - 3 * player
        for player in game.players
    ]


def played_in_disorder(contest: Contest, seed: int, at_once: int) -> ContestCourse:
    """The contest played by many at once, who end in any order, with restarts in between."""
    rng = random.Random(seed)
    course = ContestCourse(contest)
    kept: list[GameResult] = []
    going_on: list[Game] = []
    while True:
        while len(going_on) < at_once and (game := course.take()) is not None:
            going_on.append(game)
        if not going_on:
            return course
        game = going_on.pop(rng.randrange(len(going_on)))
        result = result_of(contest, game, judged(game))
        kept.append(result)
        course.put(result)
        if rng.random() < 0.05:  # killed: what went on is lost, what is kept is read again
            going_on.clear()
            course = ContestCourse(contest)
            for each in kept:
                course.put(each)


@pytest.mark.parametrize(("form", "settings"), FORMATS)
@pytest.mark.parametrize("seats", (2, 3))
def test_same_course(form: FormatName, settings: dict[str, int], seats: int) -> None:
    """However many play at once, in whatever order they end, and killed in between: the same."""
    contest = contest_of(7, format=form, seats=seats, **settings)
    alone = play(contest, judged)
    assert alone.is_over
    assert alone.counted
    for seed in range(5):
        course = played_in_disorder(contest, seed, at_once=1 + 4 * seed)
        assert course.is_over
        assert course.counted == alone.counted


@pytest.mark.parametrize(("form", "settings"), FORMATS)
def test_every_game_once(form: FormatName, settings: dict[str, int]) -> None:
    """Nobody is given a game that somebody else was given."""
    contest = contest_of(6, format=form, **settings)
    course = ContestCourse(contest)
    given: Counter[tuple[int, int]] = Counter()
    while (game := course.take()) is not None:
        given[game.block.number, game.number] += 1
        course.put(result_of(contest, game, by_strength(game)))
    assert course.is_over
    assert set(given.values()) == {1}
    assert len(given) == 2 * len(course.counted)


@pytest.mark.parametrize(("form", "settings"), FORMATS)
def test_retired(form: FormatName, settings: dict[str, int]) -> None:
    """Who plays no more is not in the next round; those of the round that goes on are played."""
    contest = contest_of(6, format=form, **settings)
    course = ContestCourse(contest, ahead=False)
    gone, rounds = 2, 0
    while course.has_another_round:
        rounds += 1
        games = []
        while (game := course.take()) is not None:
            games.append(game)
        assert {game.block.round for game in games} == {rounds - 1}
        if rounds == 1:
            course.retire(gone)
        else:
            assert not any(gone in game.players for game in games)
        for game in games:
            course.put(result_of(contest, game, by_strength(game)))
    assert course.is_over
    assert gone in course.out
    assert len(course.history.rounds) == rounds > 1


@pytest.mark.parametrize(("form", "settings"), FORMATS)
def test_so_far(form: FormatName, settings: dict[str, int]) -> None:
    """What is complete of a round that goes on can be shown, and changes nothing."""
    contest = contest_of(6, format=form, **settings)
    course, done = ContestCourse(contest), Counter[int]()
    while (game := course.take()) is not None:
        course.put(result_of(contest, game, judged(game)))
        done[game.block.number] += 1
        counted = len(course.counted)
        shown = course.so_far().counted
        complete = {number for number, games in done.items() if games == 2}
        assert {each.block.number for each in shown} == complete
        assert shown[:counted] == course.counted
    assert course.is_over
    assert course.counted == play(contest, judged).counted == course.so_far().counted


@pytest.mark.parametrize(("form", "settings"), FORMATS)
def test_games_over(form: FormatName, settings: dict[str, int]) -> None:
    """Every game is counted as soon as it is over, and also when the results are read again."""
    contest = contest_of(6, format=form, **settings)
    course, results = ContestCourse(contest), list[GameResult]()
    while (game := course.take()) is not None:
        assert course.games_over == len(results)
        results.append(result_of(contest, game, judged(game)))
        course.put(results[-1])
        reread = ContestCourse(contest)
        for each in results:
            reread.put(each)
        reread.catch_up()
        assert reread.games_over == course.games_over == len(results)


def test_rounds_that_were_begun_ahead() -> None:
    """Read again, rounds count that were played while a game of the first one went on."""
    contest = contest_of(3, blocks=4)
    course = ContestCourse(contest)
    slow = course.take()
    assert slow is not None
    results = list[GameResult]()
    while len(results) < 15:
        game = course.take()
        assert game is not None
        results.append(result_of(contest, game, judged(game)))
    reread = ContestCourse(contest)
    for each in results:
        reread.put(each)
    reread.catch_up()
    assert not reread.counted
    assert reread.games_over == 15
    assert [each.block.number for each in reread.so_far().counted] == [1, 2, 3, 4, 5, 6, 7]
    reread.put(result_of(contest, slow, judged(slow)))
    assert len(reread.counted) == 6
    left = []
    while (game := reread.take()) is not None:
        left.append(game)
    assert len(left) == 24 - 16


def test_retired_between_rounds() -> None:
    """Who goes when a round is over is not drawn for the next one."""
    contest = contest_of(4, format="swiss", rounds=2)
    course = ContestCourse(contest, ahead=False)
    while not course.history.rounds and (game := course.take()) is not None:
        course.put(result_of(contest, game, by_strength(game)))
    course.retire(0)
    left = [course.take() for _ in range(3)]
    assert [each and sorted(each.players) for each in left] == [[1, 2], [1, 2], None]
    assert course.history.rounds[-1].out == {0}


def test_replay_after_our_own_fault() -> None:
    """A game that we could not bring to its end is played again, until it was tried too often."""
    contest = contest_of(2, attempts=3)
    course = ContestCourse(contest)
    first = course.take()
    assert first is not None
    course.put(result_of(contest, first, (0, 0), Fault("referee", "power cut")))
    second = course.take()
    assert second is not None
    again = course.take() if second.number != first.number else second
    assert again is not None
    assert (again.block, again.number, again.attempt) == (first.block, first.number, 2)
    assert course.replayed == 1
    course.put(result_of(contest, again, (0, 0), Fault("referee", "power cut")))
    with pytest.raises(InternalError, match="block 0, game 0: cannot be played: power cut"):
        course.put(result_of(contest, again, (0, 0), Fault("referee", "power cut")))


def test_attempts_survive() -> None:
    """Tries that failed count when the results are read again."""
    contest = contest_of(2)
    course = ContestCourse(contest)
    game = course.take()
    assert game is not None
    reread = ContestCourse(contest)
    reread.put(result_of(contest, game, (0, 0), Fault("referee", "power cut")))
    retried = reread.take()
    assert retried is not None
    assert (retried.number, retried.attempt) == (0, 2)


def test_too_many_attempts_are_read_again() -> None:
    """A contest that ended with a game that could not be played is still read, and goes on."""
    contest = contest_of(2, attempts=2)
    game = ContestCourse(contest).take()
    assert game is not None
    failed = result_of(contest, game, (0, 0), Fault("referee", "power cut"))
    reread = ContestCourse(contest)
    for _ in range(2):
        reread.put(failed, is_kept=True)
    last = reread.take()
    assert last is not None
    assert (last.number, last.attempt) == (0, 3)
    with pytest.raises(InternalError, match="once more"):
        reread.put(failed)


def test_disqualification() -> None:
    """Who was at fault too often plays no more from the next round on; the others play it all."""
    contest = contest_of(4, blocks=5, disqualify_after=3)
    course = ContestCourse(contest)
    while (game := course.take()) is not None:
        fault = None
        if 2 in game.players:
            fault = Fault("crash", "always", game.players.index(2))
        course.put(result_of(contest, game, by_strength(game), fault))
    assert course.is_over
    assert course.out == {2}
    meetings = Counter(frozenset(each.block.players) for each in course.counted)
    # six games with it in the first round were enough
    assert {pair: count for pair, count in meetings.items() if 2 in pair} == {
        frozenset((0, 2)): 1,
        frozenset((1, 2)): 1,
        frozenset((2, 3)): 1,
    }
    assert all(count == 5 for pair, count in meetings.items() if 2 not in pair)


def test_disqualified_to_the_end() -> None:
    """A contest that has no table left ends."""
    contest = contest_of(2, blocks=50, disqualify_after=4)
    course = ContestCourse(contest)
    while (game := course.take()) is not None:
        fault = Fault("illegal", "always", game.players.index(1))
        course.put(result_of(contest, game, by_strength(game), fault))
    assert course.is_over
    assert len(course.counted) == 2


@pytest.mark.parametrize("at_once", (1, 7))
def test_sequential(at_once: int) -> None:
    """A test ends the contest after the same block however many games are played at once."""
    contest = contest_of(2, blocks=4000, sprt=Sprt(0, 10))

    def course_of(at_once: int) -> ContestCourse:
        course = ContestCourse(contest)
        going_on: list[Game] = []
        while not course.is_over:
            while len(going_on) < at_once and (game := course.take()) is not None:
                going_on.append(game)
            game = going_on.pop()  # the youngest ends first
            points = [random.Random(f"{game}{p}").randrange(20) - 3 * p for p in game.players]
            course.put(result_of(contest, game, points))
        return course

    alone, course = course_of(1), course_of(at_once)
    assert alone.test is not None
    assert str(alone.test.verdict) == "accept H1"
    assert course.test == alone.test
    assert course.counted == alone.counted == course.so_far().counted
    assert course.games_over == 2 * len(course.counted)
    assert 100 < len(course.counted) == alone.test.blocks < 4000  # decided between two looks


def test_the_last_blocks_are_looked_at() -> None:
    """A test that is decided by its last block says so; one that is not has looked at all."""

    def last(blocks: int) -> ContestCourse:
        def luck(game: Game) -> list[int]:
            return [random.Random(f"{game}{p}").randrange(20) - 3 * p for p in game.players]

        return play(contest_of(2, blocks=blocks, sprt=Sprt(0, 20)), luck)

    test = last(4000).test
    assert test is not None
    assert 100 < test.blocks < 4000
    assert last(test.blocks).test == test
    undecided = last(test.blocks - 1).test
    assert undecided is not None
    assert (undecided.blocks, str(undecided.verdict)) == (test.blocks - 1, "go on")


def test_joining_a_ladder() -> None:
    """Who joins later changes nothing that was before, and plays from its round on."""
    before = contest_of(4, format="ladder", rounds=6)
    after = contest_of(5, format="ladder", rounds=6)
    newcomer = msgspec.structs.replace(after.player[4], joins=3)
    grown = msgspec.structs.replace(after, player=(*after.player[:4], newcomer))
    old, new = play(before, judged), play(grown, judged)
    early = [each for each in new.counted if each.block.round < 3]
    assert early == [each for each in old.counted if each.block.round < 3]
    rounds = {each.block.round for each in new.counted if 4 in each.block.players}
    assert rounds
    assert min(rounds) >= 3
