"""The pool with real processes: searches, deadlines, and workers that hang or die."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from carcbot import _native
from carcbot.errors import AgentError, InputError, InternalError, OptionsError, OutOfTurnError
from carcbot.games import registry
from carcbot.games.contract import State
from carcbot.net.clock import now_ns
from carcbot.net.workers import BlockingPool, WorkerPool
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.deciding import decide

OWN = "tests.net.workers.own_agents"
SLACK_S = 0.25
"""What a busy machine may add to the end of a search. The bench measures the true figure."""


def start_of(tile: str = "E") -> State:
    """A game of Carcassonne with its first tile drawn."""
    state = registry.get("carcassonne").new()
    state.apply(tile)
    return state


START = start_of()


def with_pool(workers: int, work: Callable[[WorkerPool], Awaitable[None]]) -> None:
    """Runs something with a pool, and checks that no process outlives it."""

    async def main() -> None:
        async with WorkerPool(workers) as pool:
            await work(pool)
            pids.extend(pool.pids)

    pids: list[int] = []
    asyncio.run(main())
    assert all(not is_alive(pid) for pid in pids)


def is_alive(pid: int) -> bool:
    """Whether the process is there."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_same_clock() -> None:
    """Moments of the pool and of the native core are on one clock."""
    before = now_ns()
    between = _native.search.monotonic_ns()
    assert before <= between <= now_ns()


def test_one_worker_is_the_search_itself() -> None:
    """With one worker and counted limits, the answer is what a search in this process gives."""

    async def work(pool: WorkerPool) -> None:
        for agent, budget in (
            ("mcts", Budget(simulations=2000)),
            ("rave:s=3", Budget(simulations=300)),
            ("flat", Budget(simulations=500)),
            ("star25:eval=heyden", Budget(depth=2)),
            ("heyden-star25-f5", Budget(nodes=5000)),
            ("random", Budget()),
        ):
            decision = await pool.start(agent, START.text, budget, seed=7).decision()
            alone = decide(parse_agent(agent), START.text, 7, budget)
            assert (decision.move, decision.thought.value) == (alone.best, alone.value)
            assert decision.thought.nodes == alone.nodes
            assert decision.thought.moves == alone.moves
            assert not decision.faults

    with_pool(1, work)


def test_two_workers_add_up() -> None:
    """Workers' simulations are summed; shared-out moves give the value of the whole search."""

    async def work(pool: WorkerPool) -> None:
        search = pool.start("mcts", START.text, Budget(simulations=2000), seed=7, workers=2)
        decision = await search.decision()
        assert decision.thought.workers == 2
        assert decision.thought.simulations == 2000
        alone = [decide(parse_agent("mcts:sims=1000"), START.text, seed) for seed in (7, 8)]
        for i, move in enumerate(decision.thought.moves):
            assert move.visits == sum(thought.moves[i].visits for thought in alone)
        search = pool.start("star25:eval=heyden", START.text, Budget(depth=3), seed=1, workers=2)
        whole = decide(parse_agent("star25:eval=heyden,depth=3"), START.text, 1)
        decision = await search.decision()
        assert decision.thought.value == whole.value
        assert decision.thought.depth == 3

    with_pool(2, work)


def test_progress_and_stop() -> None:
    """A search without limits tells how it goes, and ends soon after it is told to."""

    async def work(pool: WorkerPool) -> None:
        search = pool.start("mcts", START.text, seed=1, workers=2)
        seen = []
        for _ in range(5):
            await asyncio.sleep(0.05)
            thought = search.progress()
            assert thought is not None
            seen.append(thought.nodes)
        assert seen == sorted(seen)
        assert seen[-1] > seen[0]
        before = time.monotonic()
        search.stop()
        decision = await search.decision()
        assert time.monotonic() - before < SLACK_S
        assert decision.thought.nodes >= seen[-1]
        assert not decision.faults

    with_pool(2, work)


def test_stop_before_it_began() -> None:
    """A search that is stopped before a worker was free is answered by one ply."""

    async def work(pool: WorkerPool) -> None:
        first = pool.start("mcts", START.text, seed=1)
        second = pool.start("mcts", START.text, Budget(hard_s=0.1), seed=1)
        decision = await second.decision()
        assert decision.fallback
        assert decision.move in START.legal_moves()
        first.stop()
        await first.decision()
        # the worker is free again
        assert not (await pool.start("mcts:sims=10", START.text, seed=1).decision()).fallback

    with_pool(1, work)


@pytest.mark.parametrize("agent", ("mcts", "flat", "star25:eval=heyden", "expectimax", "rave"))
def test_deadline(agent: str) -> None:
    """A search in time ends in time, and uses most of it."""

    async def work(pool: WorkerPool) -> None:
        for hard_s in (0.02, 0.1, 0.3):
            search = pool.start(agent, START.text, Budget(hard_s=hard_s), seed=1, workers=2)
            decision = await search.decision()
            assert decision.seconds < hard_s + SLACK_S
            assert not decision.fallback
            assert decision.thought.nodes > 0

    with_pool(2, work)


def test_less_than_a_moment() -> None:
    """Where there is no time to ask a worker, one ply in this process has to do."""

    async def work(pool: WorkerPool) -> None:
        decision = await pool.start("mcts", START.text, Budget(hard_s=0.001), seed=1).decision()
        assert decision.fallback
        assert decision.move == decide(parse_agent("greedy"), START.text, 1).best

    with_pool(1, work)


def test_soft_limit() -> None:
    """A search that is sure ends when its plan says; one legal move needs no search."""

    async def work(pool: WorkerPool) -> None:
        budget = Budget(soft_s=0.1, hard_s=5)
        decision = await pool.start("mcts", START.text, budget, seed=1).decision()
        assert decision.seconds < 2
        ending = registry.get("grove").new("moves=1")
        ending.apply("o0")
        decision = await pool.start("mcts", ending.text, budget, seed=1).decision()
        assert decision.seconds < 0.1
        assert decision.thought.finished

    with_pool(1, work)


def test_session_keeps_the_tree() -> None:
    """The next search of a session goes on with what it knows; another agent starts anew."""

    async def work(pool: WorkerPool) -> None:
        state = start_of()
        limits = Budget(simulations=3000)
        first = await pool.start("mcts", state.text, limits, seed=1, session="s").decision()
        assert not first.kept
        plies = list(first.thought.line[:4])  # a move, a draw, a move, a draw
        for ply in plies:
            state.apply(ply)
        second = await pool.start(
            "mcts", state.text, Budget(simulations=1), seed=2, session="s", plies=plies
        ).decision()
        assert second.kept
        assert sum(move.visits for move in second.thought.moves) > 1
        # what happened does not lead to this position: nothing of the tree is used
        third = await pool.start(
            "mcts", START.text, Budget(simulations=1), seed=2, session="s", plies=["V"]
        ).decision()
        assert not third.kept
        assert sum(move.visits for move in third.thought.moves) <= 1
        await pool.end_session("s")
        fourth = await pool.start(
            "mcts", START.text, Budget(simulations=1), seed=2, session="s"
        ).decision()
        assert not fourth.kept

    with_pool(1, work)


def test_pondering() -> None:
    """While others move, a session's tree grows; its next search has the visits."""

    async def work(pool: WorkerPool) -> None:
        state = start_of()
        first = await pool.start(
            "mcts", state.text, Budget(simulations=50), seed=1, session="s"
        ).decision()
        state.apply(first.move)
        pool.ponder("s", "mcts", state.text, [first.move], seed=5)
        await asyncio.sleep(0.3)
        state.apply("V")
        second = await pool.start(
            "mcts", state.text, Budget(simulations=1), seed=2, session="s", plies=["V"]
        ).decision()
        assert second.kept
        assert sum(move.visits for move in second.thought.moves) > 50

    with_pool(1, work)


def test_killed_worker() -> None:
    """A worker that is killed is replaced; its last words are the answer."""

    async def work(pool: WorkerPool) -> None:
        search = pool.start("mcts", START.text, Budget(hard_s=5), seed=1)
        await asyncio.sleep(0.1)
        (pid,) = pool.pids
        os.kill(pid, signal.SIGKILL)
        decision = await search.decision()
        assert decision.seconds < 2
        assert [fault.kind for fault in decision.faults] == ["died"]
        assert not decision.fallback
        assert decision.thought.nodes > 0
        again = await pool.start("mcts:sims=100", START.text, seed=1).decision()
        assert not again.faults
        assert pool.replaced == 1
        assert pool.pids != [pid]

    with_pool(1, work)


def test_frozen_worker() -> None:
    """A worker that neither answers nor ends is killed after the deadline; the move is in time."""

    async def work(pool: WorkerPool) -> None:
        search = pool.start("mcts", START.text, Budget(hard_s=0.3), seed=1)
        await asyncio.sleep(0.1)
        (pid,) = pool.pids
        os.kill(pid, signal.SIGSTOP)
        decision = await search.decision()
        assert decision.seconds < 0.3 + SLACK_S
        assert [fault.kind for fault in decision.faults] == ["late"]
        assert decision.thought.nodes > 0
        again = await pool.start("mcts:sims=100", START.text, seed=1).decision()
        assert not again.faults
        assert not is_alive(pid)

    with_pool(1, work)


def test_own_agent() -> None:
    """Somebody's class plays, keeps itself within a session, and gets its seed and its time."""

    async def work(pool: WorkerPool) -> None:
        moves = START.legal_moves()
        first = await pool.start(f"{OWN}:First", START.text, seed=1).decision()
        assert first.move == moves[0]
        chosen = []
        for _ in range(3):
            search = pool.start(f"{OWN}:Seeded", START.text, seed=4, session="s")
            chosen.append((await search.decision()).move)
        assert chosen == [moves[(4 + n) % len(moves)] for n in (1, 2, 3)]
        search = pool.start(f"{OWN}:Patient", START.text, Budget(hard_s=0.3), seed=1)
        assert (await search.decision()).move == moves[-1]

    with_pool(1, work)


@pytest.mark.parametrize(
    ("name", "kind"),
    (
        ("Deaf", "late"),
        ("Mortal", "died"),
        ("Clumsy", "bad_agent"),
        ("Cheat", "illegal_move"),
        ("Mute", "bad_agent"),
        ("Nobody", "bad_agent"),
    ),
)
def test_bad_own_agent(name: str, kind: str) -> None:
    """Whatever somebody's class does, there is a legal move in time, and a worker for the next."""

    async def work(pool: WorkerPool) -> None:
        search = pool.start(f"{OWN}:{name}", START.text, Budget(hard_s=0.5), seed=1)
        decision = await search.decision()
        assert decision.seconds < 0.5 + SLACK_S
        assert decision.fallback
        assert decision.move in START.legal_moves()
        assert [fault.kind for fault in decision.faults] == [kind]
        again = await pool.start("mcts:sims=100", START.text, seed=1).decision()
        assert not again.faults

    with_pool(1, work)


def test_many_searches_at_once() -> None:
    """More searches than workers wait for each other, and all are answered."""

    async def work(pool: WorkerPool) -> None:
        searches = [
            pool.start("mcts", START.text, Budget(simulations=300), seed=seed) for seed in range(20)
        ]
        decisions = await asyncio.gather(*(search.decision() for search in searches))
        assert all(decision.thought.simulations == 300 for decision in decisions)
        assert not any(decision.faults for decision in decisions)

    with_pool(2, work)


def test_refused() -> None:
    """What cannot be searched is refused by its reason, and costs no worker."""

    async def work(pool: WorkerPool) -> None:
        over = registry.get("pot").new()
        over.play_randomly(1)
        for agent, position, kind in (
            ("nobody", START.text, AgentError),
            ("mcts:c=x", START.text, AgentError),
            ("mcts", "carcassonne/1 position nonsense", InputError),
            ("mcts", over.text, OutOfTurnError),
            ("heyden-star25-f5", "pot/1 position seats=2 0:0 0 0:1 2.2.1", OptionsError),
        ):
            with pytest.raises(kind):
                await pool.start(agent, position, Budget(nodes=100), seed=1).decision()
        assert not (await pool.start("mcts:sims=10", START.text, seed=1).decision()).faults
        assert pool.replaced == 0
        with pytest.raises(AgentError):
            WorkerPool(0)

    with_pool(1, work)


def test_pool_that_is_left_in_a_search() -> None:
    """Leaving a pool ends its processes, whatever they are at."""

    async def work(pool: WorkerPool) -> None:
        pool.start("mcts", START.text, seed=1, workers=2)
        await asyncio.sleep(0.05)

    with_pool(2, work)


def test_workers_end_with_the_pool() -> None:
    """Workers of a program that was killed end by themselves."""
    program = (
        "import asyncio, sys\n"
        "from carcbot.net.workers import WorkerPool\n"
        "async def main():\n"
        "    async with WorkerPool(2) as pool:\n"
        "        print(*pool.pids, flush=True)\n"
        "        await asyncio.sleep(3600)\n"
        "asyncio.run(main())\n"
    )

    async def run() -> list[int]:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        pids = [int(word) for word in (await process.stdout.readline()).split()]
        process.kill()
        await process.wait()
        return pids

    pids = asyncio.run(run())
    assert len(pids) == 2
    until = time.monotonic() + 5
    while any(is_alive(pid) for pid in pids) and time.monotonic() < until:
        time.sleep(0.01)
    assert not any(is_alive(pid) for pid in pids)


def test_blocking_pool() -> None:
    """Programs without an event loop get the same decisions."""
    with BlockingPool(2) as pool:
        decision = pool.decide("mcts", START.text, Budget(simulations=500), seed=3)
        assert decision.thought.moves == decide(parse_agent("mcts:sims=500"), START.text, 3).moves
        with pytest.raises(AgentError):
            pool.decide("nobody", START.text, Budget(), seed=3)


def test_slow_ponderer() -> None:
    """A ponder that ends late does not put later answers out of step."""

    async def work(pool: WorkerPool) -> None:
        first = await pool.start("mcts:sims=2000", START.text, seed=1, session="a").decision()
        after = START.copy()
        after.apply(first.move)
        pool.ponder("a", "mcts", after.text, [first.move], 1)
        await asyncio.sleep(0.05)
        (pid,) = pool.pids
        os.kill(pid, signal.SIGSTOP)  # longer than the pool waits for it
        late = pool.start("mcts", START.text, Budget(hard_s=0.4), seed=2)
        await asyncio.sleep(0.3)
        os.kill(pid, signal.SIGCONT)
        await late.decision()
        for seed in range(3):
            decision = await pool.start("mcts:sims=500", START.text, seed=seed).decision()
            assert decision.thought.simulations == 500

    with_pool(1, work)


def test_worker_that_died_idle() -> None:
    """Whoever died while there was nothing to do is replaced, and the search takes place."""

    async def work(pool: WorkerPool) -> None:
        (pid,) = pool.pids
        os.kill(pid, signal.SIGKILL)
        await asyncio.sleep(0.1)
        decision = await pool.start("mcts:sims=300", START.text, seed=1).decision()
        assert decision.thought.simulations == 300
        assert not decision.fallback

    with_pool(1, work)


def test_game_without_searches() -> None:
    """Somebody's own agent may play a game that no search of ours knows, as often as it likes."""

    async def work(pool: WorkerPool) -> None:
        state = registry.get("kuhn").new()
        for card in "JQ":
            state.apply(card)
        for _ in range(4):
            decision = await pool.start(
                f"{OWN}:Mute", state.text, Budget(hard_s=5), seed=1
            ).decision()
            assert decision.move in state.legal_moves()
        sound = await pool.start("mcts:sims=10", START.text, seed=1).decision()
        assert sound.thought.simulations == 10

    with_pool(2, work)


def test_words_that_cannot_be_sent() -> None:
    """An agent may raise what cannot be encoded, or is very long: its worker lives on."""

    async def work(pool: WorkerPool) -> None:
        (pid,) = pool.pids
        decision = await pool.start(
            f"{OWN}:Surrogate", START.text, Budget(hard_s=5), seed=1
        ).decision()
        assert [fault.kind for fault in decision.faults] == ["bad_agent"]
        assert pool.pids == [pid]

    with_pool(1, work)


def test_slow_agents_do_not_shorten_others() -> None:
    """That somebody's own agent is late changes no other agent's time."""

    async def work(pool: WorkerPool) -> None:
        before = pool.margin_ns
        for _ in range(5):
            search = pool.start(f"{OWN}:Sleeper", START.text, Budget(hard_s=0.05), seed=1)
            await search.decision()
            await asyncio.sleep(0.2)
        assert pool.margin_ns == before

    with_pool(1, work)


def test_many_sessions() -> None:
    """Six seats' trees are all kept, and lie with several workers."""

    async def work(pool: WorkerPool) -> None:
        for turn in range(2):
            for seat in range(6):
                decision = await pool.start(
                    "mcts:sims=50", START.text, seed=1, session=f"seat {seat}"
                ).decision()
                assert decision.kept == (turn == 1)

    with_pool(2, work)


def test_parts_are_not_taken_for_the_whole() -> None:
    """A search that was one part of several is not gone on with as all of it."""

    async def work(pool: WorkerPool) -> None:
        text = "star2:depth=1,bound=200"
        await pool.start(text, START.text, seed=1, workers=2, session="a").decision()
        decision = await pool.start(text, START.text, seed=1, workers=1, session="a").decision()
        assert all(row.visits for row in decision.thought.moves)

    with_pool(2, work)


def test_folder_with_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files in the folder where somebody happens to be are no modules of the workers'."""
    (tmp_path / "random.py").write_text("raise RuntimeError")
    monkeypatch.chdir(tmp_path)

    async def work(pool: WorkerPool) -> None:
        assert not (await pool.start("mcts:sims=10", START.text, seed=1).decision()).faults

    with_pool(1, work)


def test_closed_pool() -> None:
    """A search that waits when the pool closes is answered; after that none begins."""

    async def main() -> None:
        async with WorkerPool(1) as pool:
            first = pool.start("mcts", START.text, seed=1)
            waiting = pool.start("mcts", START.text, seed=2)
            await asyncio.sleep(0.05)
        for search in (first, waiting):
            decision = await asyncio.wait_for(search.decision(), 5)
            assert decision.move in START.legal_moves()
        with pytest.raises(InternalError):
            pool.start("mcts", START.text, seed=3)

    asyncio.run(main())
