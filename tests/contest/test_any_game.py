"""Tests of carcbot.contest.any_game, and of the two ways to play that it chooses from."""

import time
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from carcbot.arena.blocks import Block, BlockResult, FaultKind, Game, GameResult
from carcbot.arena.contest import Clock, Contest, Entrant
from carcbot.arena.contest_file import check_contest
from carcbot.contest import agent_seat
from carcbot.contest.any_game import play_game, unplayed_game
from carcbot.contest.mixed_game import play_mixed
from carcbot.contest.native_game import play_native
from carcbot.contest.seating import Seating, places_after
from carcbot.games.game_text import GameRecord
from carcbot.search.budget import Budget
from carcbot.search.decision import run
from tests.waiting import PATIENCE_S

OWN = "tests.contest.own_agents"


def contest_between(*agents: str, **settings: object) -> Contest:
    """A contest of these agents."""
    players = tuple(Entrant(f"p{number}", agent) for number, agent in enumerate(agents))
    return check_contest(
        Contest(player=players, seats=len(agents), **settings),  # type: ignore[arg-type]
        "a test",
    )


def played_block(contest: Contest, number: int = 0) -> BlockResult:
    """A block of the contest's first table."""
    block = Block(number, 0, tuple(range(contest.seats)))
    games = [play_game(contest, Game(block, each)) for each in range(block.games)]
    return BlockResult(block, tuple(games))


def untimed(result: GameResult) -> GameResult:
    """The result without what differs from one time to the next."""
    efforts = tuple(
        type(each)(each.decisions, each.nodes, each.simulations) for each in result.efforts
    )
    return msgspec.structs.replace(result, efforts=efforts)


def spin(seconds: float) -> None:
    """Has a core for so long."""
    until_ns = time.thread_time_ns() + round(seconds * 1e9)
    while time.thread_time_ns() < until_ns:
        pass


@pytest.mark.parametrize(("costs", "kind"), ((time.sleep, None), (spin, "time")))
def test_billed_for_a_core(
    monkeypatch: pytest.MonkeyPatch, costs: Callable[[float], None], kind: FaultKind | None
) -> None:
    """A search of ours that the machine lets wait is not late; one that works too long is."""

    def slow(*given: Any, **named: Any) -> object:  # noqa: ANN401 - whatever a search is given
        costs(0.4)
        return run(*given, **named)

    monkeypatch.setattr(agent_seat, "run", slow)
    limits = Budget(hard_s=0.05, simulations=1)
    contest = contest_between("random", "random", game="kuhn", limits=limits, grace_s=0.25)
    fault = play_mixed(Seating(contest, Game(Block(0, 0, (0, 1)), 0))).fault
    assert (fault and fault.kind) == kind


@pytest.mark.parametrize(
    ("agents", "settings"),
    (
        (("random", "greedy"), {}),
        (("mcts:sims=30", "rave:sims=20"), {}),
        (("flat:sims=60", "heyden-star25-f5:nodes=300"), {"options": "expansions=river+abbot"}),
        (("maxn:nodes=300", "greedy", "mcts:sims=10,final=max-robust"), {}),
        (("greedy", "random", "greedy", "random"), {"options": "farm_scoring=second"}),
        (("expectimax:depth=1,eval=heyden", "greedy"), {"options": "unplaceable=return_to_bag"}),
        (("mcts:sims=20", "random"), {"game": "pot"}),
        (("mcts:sims=20", "expectimax:depth=2", "flat:sims=9"), {"game": "grove"}),
    ),
    ids=str,
)
def test_native_and_python_agree(agents: tuple[str, ...], settings: dict[str, str]) -> None:
    """A game in one native call and the same game move by move have the same plies and figures."""
    contest = contest_between(*agents, **settings)
    block = Block(3, 0, tuple(range(len(agents))))
    for number in range(2):
        seating = Seating(contest, Game(block, number))
        native, python = play_native(seating), play_mixed(seating)
        assert untimed(native) == untimed(python)
        record = GameRecord.parse(native.record)
        assert record.state.over
        assert tuple(record.state.scores()) == native.scores
        assert tuple(record.state.ranking()) == native.places
        assert sum(each.decisions for each in native.efforts) > 0


@pytest.mark.parametrize("agent", ("random", "greedy", "mcts:sims=20", f"{OWN}:Twin"))
@pytest.mark.parametrize("seats", (2, 3))
def test_self_play_ties(agent: str, seats: int) -> None:
    """Players that play alike share every block exactly, in wins and in points."""
    contest = contest_between(*[agent] * seats)
    result = played_block(contest)
    assert set(result.shares) == {1}
    assert set(result.margins) == {0}
    assert len({game.record for game in result.games}) == 1


def draws(game: GameResult) -> list[str]:
    """What was drawn in a game."""
    return [ply for ply in game.record.split(" ")[3:] if "," not in ply]


def test_same_deck() -> None:
    """In all games of a block the same tiles are drawn; the next block has others."""
    contest = contest_between("random", "greedy")
    blocks = [played_block(contest, number) for number in range(4)]
    for block in blocks:
        first, second = (draws(game) for game in block.games)
        # a tile that fits nowhere goes to nobody, but it is the same tile all the same
        assert first == second
    assert len({tuple(draws(block.games[0])) for block in blocks}) == 4


def test_own_decks() -> None:
    """Where the contest says so each game has a deck of its own, and the same one again."""
    contest = contest_between("random", "greedy", mirrored=False)
    first, second = played_block(contest).games
    assert draws(first) != draws(second)
    assert [untimed(game) for game in played_block(contest).games] == [
        untimed(first),
        untimed(second),
    ]


def test_memory_gains_nothing() -> None:
    """A bot that remembers decks never meets one again: each game has a process of its own."""
    memoriser = contest_between(f"{OWN}:Memoriser", "random")
    twin = contest_between(f"{OWN}:Twin", "random")
    for number in range(2):
        remembered, forgot = played_block(memoriser, number), played_block(twin, number)
        assert remembered.is_whole
        assert [g.record for g in remembered.games] == [g.record for g in forgot.games]


@pytest.mark.parametrize(
    ("name", "kind", "what"),
    (
        ("Cheat", "illegal", "chose '90,90/0'"),
        ("Mortal", "disconnect", "the process ended"),
        ("Clumsy", "crash", "a slip"),
        ("Slow", "time", "had not ended at its deadline"),
    ),
)
def test_faults(name: str, kind: FaultKind, what: str) -> None:
    """Whatever goes wrong is told as what it is, ends the game, and puts its player last."""
    limits = Budget(hard_s=0.5 if kind == "time" else PATIENCE_S)
    contest = contest_between(f"{OWN}:{name}", "random", limits=limits)
    for number in range(2):
        result = play_game(contest, Game(Block(0, 0, (0, 1)), number))
        assert result.fault is not None
        assert result.fault.kind == kind
        assert what in result.fault.what
        assert result.names[result.fault.seat] == "p0"
        assert result.places[result.fault.seat] == 2
        assert result.places[1 - result.fault.seat] == 1
        assert len(GameRecord.parse(result.record).plies) >= 6
        assert kind == "time" or result.fault.overrun_s == 0


@pytest.mark.parametrize("clock", (None, Clock("per_move", move_s=0.3)))
def test_grace(clock: Clock | None) -> None:
    """A user's own agent that is late by less than the grace has lost nothing."""
    for grace_s, kind in ((PATIENCE_S, None), (0.05, "time")):
        limits = Budget(hard_s=0.3)
        contest = contest_between(
            f"{OWN}:Tardy", "random", limits=limits, grace_s=grace_s, clock=clock
        )
        fault = play_game(contest, Game(Block(0, 0, (0, 1)), 0)).fault
        assert (fault and fault.kind) == kind


def test_native_time_fault() -> None:
    """A search of ours that cannot keep its time loses as well, and by how much is told."""
    # one simulation of that many games does not look at the clock in time
    contest = contest_between(
        "mcts:s=1,time=0.000001,sims=1", "random", grace_s=0.0, limits=Budget(hard_s=1e-6)
    )
    for play in (play_native, play_mixed):
        result = play(Seating(contest, Game(Block(0, 0, (0, 1)), 0)))
        assert result.fault is not None
        assert result.fault.kind == "time"
        assert result.fault.overrun_s > 0
        assert result.places[result.fault.seat] == 2


def test_time_limit() -> None:
    """A decision with nothing but a limit of time ends, and uses what it has."""
    limits = Budget(hard_s=0.004)
    contest = contest_between("mcts", "random", grace_s=PATIENCE_S, limits=limits, game="pot")
    result = play_game(contest, Game(Block(0, 0, (0, 1)), 0))
    assert result.fault is None
    assert result.efforts[0].longest_s > 0.002
    assert result.efforts[0].simulations > result.efforts[0].decisions


def test_our_own_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """What we break ourselves is nobody's defeat."""
    contest = contest_between("random", "random")

    def fail(seating: Seating) -> GameResult:
        raise ZeroDivisionError(seating.game.number)

    monkeypatch.setattr("carcbot.contest.any_game.play_native", fail)
    result = play_game(contest, Game(Block(0, 0, (0, 1)), 1))
    assert result.fault is not None
    assert (result.fault.kind, result.fault.seat) == ("referee", -1)
    assert "ZeroDivisionError: 1" in result.fault.what
    assert not result.counts
    assert result == unplayed_game(
        Seating(contest, Game(Block(0, 0, (0, 1)), 1)), result.fault.what
    )


def test_places_after_a_fault() -> None:
    """Who is at fault is last; the others keep their order."""
    assert places_after((1, 2), 0) == (2, 1)
    assert places_after((1, 2, 3), 1) == (1, 3, 2)
    assert places_after((1, 1, 1, 4), 3) == (1, 1, 1, 4)
    assert places_after((2, 1, 2), 1) == (1, 3, 1)
