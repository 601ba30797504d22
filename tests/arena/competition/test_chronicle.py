"""Tests of carcbot.arena.competition.chronicle."""

from carcbot.arena.competition.chronicle import HostedGame, games_of
from carcbot.arena.competition.facts import Called, Ended
from carcbot.arena.competition.proceedings import Proceedings
from tests.arena.competition.simulated import Simulated, rules_of


def played(now: Proceedings) -> list[tuple[str, HostedGame]]:
    """Of each fact about the end of a game its match, beside what the chronicle tells."""
    ended = [fact for fact in now.story if isinstance(fact, Ended)]
    over = [each for each in games_of(now) if each.result is not None]
    return [(fact.match, game) for fact, game in zip(ended, over, strict=True)]


def test_every_game_is_told() -> None:
    """Each result stands there once, with its match, also where somebody fails."""
    rules = rules_of("format = 'swiss'\nrounds = 3\nreplays = 9")
    for seed in range(20):
        simulated = Simulated(rules, seed, absence=0.2, faults=0.2, referee_faults=0.1)
        now = simulated.run()
        pairs = played(now)
        assert len(pairs) == len(games_of(now))
        for match, game in pairs:
            assert game.match == match
            assert game.result is not None
            assert game.names == game.result.names
        counted = [game for _, game in pairs if game.result is not None and game.result.counts]
        rounds = (
            {}
            if now.course is None
            else {b.block.number: b.block.round for b in now.course.counted}
        )
        for game in counted:
            assert game.result is not None
            assert game.round == rounds[game.result.block] + 1


def test_games_that_go_on() -> None:
    """A game that was called and is not over has its players and its match, and no result."""
    simulated = Simulated(rules_of(), 1)
    while not simulated.now.playing:
        simulated.now_us += 60_000_000
        simulated.minute()
    now = simulated.now
    going_on = [each for each in games_of(now) if each.result is None]
    called = {fact.match for fact in now.story if isinstance(fact, Called)}
    assert {each.match for each in going_on} == set(now.playing) <= called
    assert all(each.names == now.names(now.playing[each.match]) for each in going_on)
    assert {each.round for each in going_on} == {1}
