"""Workers that hang, die or are slow: they are replaced, and others go on."""

import asyncio
import errno
import gc
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from carcbot import _native
from carcbot.errors import InternalError
from carcbot.net.clock import now_ns
from carcbot.net.process.pool import WorkerPool
from carcbot.net.process.process_limits import ProcessLimits
from carcbot.net.process.shared_boards import SharedBoards
from carcbot.net.process.worker_process import WorkerProcess
from carcbot.search.budget import Budget
from tests.net.process.pools import OWN, START, TIMES, is_alive, under_way, with_pool
from tests.waiting import PATIENCE_S, wait_until


def test_same_clock() -> None:
    """Moments of the pool and of the native core are on one clock."""
    before = now_ns()
    between = _native.search.monotonic_ns()
    assert before <= between <= now_ns()


@pytest.mark.asyncio
async def test_killed_worker() -> None:
    """A worker that is killed is replaced; its last words are the answer."""
    async with with_pool(1) as pool:
        search = pool.start("mcts", START.text, Budget(hard_s=10 * PATIENCE_S), seed=1)
        await under_way(search)
        (pid,) = pool.pids
        os.kill(pid, signal.SIGKILL)
        decision = await search.decision()
        assert [fault.kind for fault in decision.faults] == ["died"]
        assert not decision.fallback
        assert decision.thought.nodes > 0
        again = await pool.start("mcts:sims=100", START.text, seed=1).decision()
        assert not again.faults
        assert pool.replaced == 1
        assert pool.pids != [pid]


@pytest.mark.asyncio
async def test_frozen_worker() -> None:
    """A worker that neither answers nor ends is killed after the deadline, which decides."""

    async def found_any(pool: WorkerPool, hard_s: float) -> bool:
        search = pool.start("mcts", START.text, Budget(hard_s=hard_s), seed=1)
        await asyncio.sleep(hard_s / 3)
        (pid,) = pool.pids
        os.kill(pid, signal.SIGSTOP)
        decision = await search.decision()
        assert [fault.kind for fault in decision.faults] == ["late"]
        assert not decision.agent_failed  # it was not let
        again = await pool.start("mcts:sims=100", START.text, seed=1).decision()
        assert not again.faults
        assert not is_alive(pid)
        return decision.thought.nodes > 0

    for hard_s in TIMES[2:]:
        async with with_pool(1) as pool:
            if await found_any(pool, hard_s):
                return
    raise AssertionError("no search finds anything in a third of its time")


@pytest.mark.asyncio
async def test_pool_that_is_left_in_a_search() -> None:
    """Leaving a pool ends its processes, whatever they are at."""
    async with with_pool(2) as pool:
        pool.start("mcts", START.text, seed=1, workers=2)
        await asyncio.sleep(0.05)
        pids = pool.pids
    assert len(pids) == 2
    assert not any(map(is_alive, pids))


@pytest.mark.asyncio
async def test_workers_end_with_the_pool() -> None:
    """Workers of a program that was killed end by themselves."""
    program = (
        "import asyncio, sys\n"
        "from carcbot.net.process.pool import WorkerPool\n"
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

    pids = await run()
    assert len(pids) == 2
    wait_until(lambda: not any(map(is_alive, pids)), "workers end")


@pytest.mark.asyncio
@pytest.mark.parametrize("number", (signal.SIGTERM, signal.SIGKILL))
async def test_what_agents_have_started_ends_too(tmp_path: Path, number: signal.Signals) -> None:
    """Also where the program with the pool is ended by a signal, and the agent hangs."""
    founded = tmp_path / "pid"
    program = (
        "import asyncio\n"
        "from carcbot.net.process.pool import WorkerPool\n"
        "from carcbot.search.budget import Budget\n"
        "async def main():\n"
        "    async with WorkerPool(1) as pool:\n"
        f"        search = pool.start('{OWN}:Founder', {START.text!r}, Budget(3600.0), seed=1)\n"
        "        await search.decision()\n"
        "asyncio.run(main())\n"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, env=os.environ | {"FOUNDED": str(founded)}
    )
    await asyncio.to_thread(wait_until, lambda: founded.exists() and founded.read_text()[-1:])
    process.send_signal(number)
    await process.wait()
    pid = int(founded.read_text())
    await asyncio.to_thread(wait_until, lambda: not is_alive(pid), "what it has started ends")


@pytest.mark.asyncio
async def test_slow_ponderer() -> None:
    """A ponder that ends late does not put later answers out of step."""
    async with with_pool(1) as pool:
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


@pytest.mark.asyncio
async def test_worker_that_died_idle() -> None:
    """Whoever died while there was nothing to do is replaced, and the search takes place."""
    async with with_pool(1) as pool:
        (pid,) = pool.pids
        os.kill(pid, signal.SIGKILL)
        await asyncio.sleep(0.1)
        decision = await pool.start("mcts:sims=300", START.text, seed=1).decision()
        assert decision.thought.simulations == 300
        assert not decision.fallback


@pytest.mark.asyncio
async def test_slow_agents_do_not_shorten_others() -> None:
    """That somebody's own agent is late changes no other agent's time."""
    async with with_pool(1) as pool:
        before = pool.margin_ns
        for _ in range(5):
            search = pool.start(f"{OWN}:Sleeper", START.text, Budget(hard_s=0.05), seed=1)
            await search.decision()
            await asyncio.sleep(0.2)
        assert pool.margin_ns == before


@pytest.mark.asyncio
async def test_many_sessions() -> None:
    """Six seats' trees are all kept, and lie with several workers."""
    async with with_pool(2) as pool:
        for turn in range(2):
            for seat in range(6):
                decision = await pool.start(
                    "mcts:sims=50", START.text, seed=1, session=f"seat {seat}"
                ).decision()
                assert decision.kept == (turn == 1)


@pytest.mark.asyncio
async def test_a_worker_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the others end as well, and nothing of the pool stays open."""
    gc.collect()
    before = len(list(Path("/proc/self/fd").iterdir()))
    started: list[WorkerProcess] = []
    start = WorkerProcess.start

    async def one_alone(
        number: int, boards: int, count: int, limits: ProcessLimits
    ) -> WorkerProcess:
        if number:
            raise BlockingIOError(errno.EAGAIN, "no process is left")
        started.append(await start(number, boards, count, limits))
        return started[0]

    monkeypatch.setattr(WorkerProcess, "start", one_alone)
    with pytest.raises(BlockingIOError):
        async with WorkerPool(2):
            pass
    assert not is_alive(started[0].pid)
    gc.collect()  # the memory of the boards lives as long as somebody could see it
    assert len(list(Path("/proc/self/fd").iterdir())) == before


Begun = list[asyncio.subprocess.Process]


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Begun:
    """The processes that a test has begun."""
    found: Begun = []
    create = asyncio.create_subprocess_exec

    async def noted(*words: Any, **more: Any) -> asyncio.subprocess.Process:  # noqa: ANN401 - as that
        found.append(await create(*words, **more))
        return found[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)
    return found


@pytest.mark.asyncio
async def test_who_is_cancelled_while_a_worker_starts(begun: Begun) -> None:
    """At whatever step that is, no process is left."""
    boards = SharedBoards.create(1)
    for steps in range(25):
        starting = asyncio.create_task(WorkerProcess.start(0, boards.file, 1, ProcessLimits()))
        for _ in range(steps):
            await asyncio.sleep(0)
        starting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await starting
    boards.close()
    assert begun
    assert [process.pid for process in begun if process.returncode is None] == []


@pytest.mark.asyncio
async def test_who_is_cancelled_while_a_pool_closes(begun: Begun) -> None:
    """At whatever step that is, and once more behind it, all processes have been waited for."""
    for steps in range(8):
        pool = WorkerPool(2)
        await pool.open()
        search = pool.start("mcts", START.text, seed=1, workers=2)
        await asyncio.sleep(0.01)
        closing = asyncio.create_task(pool.close())
        for _ in range(steps + 1):
            await asyncio.sleep(0)
        for _ in range(2):
            closing.cancel()
            await asyncio.sleep(0)
        await asyncio.gather(closing, return_exceptions=True)
        assert [process.pid for process in begun if process.returncode is None] == [], steps
        await search.decision()
    assert len(begun) == 16


@pytest.mark.asyncio
async def test_closed_pool() -> None:
    """A search that waits when the pool closes is answered; after that none begins."""
    async with WorkerPool(1) as pool:
        first = pool.start("mcts", START.text, seed=1)
        waiting = pool.start("mcts", START.text, seed=2)
        await asyncio.sleep(0.05)
    for search in (first, waiting):
        decision = await asyncio.wait_for(search.decision(), PATIENCE_S)
        assert decision.move in START.legal_moves()
    with pytest.raises(InternalError):
        pool.start("mcts", START.text, seed=3)


@pytest.mark.asyncio
async def test_agents_are_loaded_before_their_time_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What takes long to import takes none of a first move's time, nor in a new worker."""
    told = tmp_path / "told"
    (tmp_path / "heavy.py").write_text(
        f"from pathlib import Path\n"
        f"with Path({str(told)!r}).open('a') as file: file.write('.')\n"
        "class Heavy:\n"
        "    def choose(self, view, budget): return view.legal_moves()[0]\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    async with asyncio.timeout(PATIENCE_S), WorkerPool(1, agent="heavy:Heavy") as pool:
        assert told.read_text() == "."
        assert not (await pool.start("heavy:Heavy", START.text, seed=1).decision()).faults
        os.kill(pool.pids[0], signal.SIGKILL)
        await pool.start("heavy:Heavy", START.text, seed=1).decision()  # which finds it dead
        assert not (await pool.start("heavy:Heavy", START.text, seed=1).decision()).faults
        assert told.read_text() == ".."


@pytest.mark.asyncio
async def test_who_cannot_be_loaded_says_so_at_its_move() -> None:
    """The pool is there, and whoever asks it hears what is wrong."""
    async with asyncio.timeout(PATIENCE_S), WorkerPool(1, agent="nowhere:Nobody") as pool:
        (fault,) = (await pool.start("nowhere:Nobody", START.text, seed=1).decision()).faults
        assert "No module named 'nowhere'" in fault.what
