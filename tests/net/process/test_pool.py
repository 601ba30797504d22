"""The pool with real processes: sessions, pondering, own agents, and what it refuses."""

import asyncio
import os
from pathlib import Path

import pytest

from carcbot.errors import AgentError, InputError, OptionsError, OutOfTurnError
from carcbot.games import registry
from carcbot.games.kuhn import KUHN
from carcbot.net.process.pool import WorkerPool
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.decision import board_for, run
from carcbot.search.thought import choice_of, merged
from tests.net.process.pools import OWN, START, TIMES, start_of, with_pool
from tests.waiting import PATIENCE_S, until


@pytest.mark.asyncio
async def test_session_keeps_the_tree() -> None:
    """The next search of a session goes on with what it knows; another agent starts anew."""
    async with with_pool(1) as pool:
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


@pytest.mark.asyncio
async def test_session_keeps_the_trees_of_several() -> None:
    """Each worker of a session goes on with its own tree: as searches in this process do."""
    async with with_pool(3) as pool:
        state = start_of()
        agent = parse_agent("champion")
        alone = [agent.searcher(state.text, 3 + number) for number in range(2)]
        plies: list[str] = []
        for turn in range(4):
            moves = state.legal_moves()
            search = pool.start(
                "champion",
                state.text,
                Budget(simulations=500),
                seed=3,
                workers=2,
                session="s",
                plies=plies,
            )
            decision = await search.decision()
            assert decision.kept == (turn > 0)
            for searcher in alone:
                for ply in plies:
                    searcher.advance(ply)
            told = [
                run(searcher, Budget(simulations=250), board_for(len(moves))) for searcher in alone
            ]
            together = merged(told, moves, choice_of(agent.values))
            assert decision.move == together.best
            assert decision.thought.moves == together.moves
            plies = [decision.move, "V"]
            for ply in plies:
                state.apply(ply)


@pytest.mark.asyncio
async def test_pondering_of_several() -> None:
    """While others move, all workers of a session think, and no other."""

    def seconds_of(pid: int) -> float:
        used = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(used[11]) + int(used[12])) / os.sysconf("SC_CLK_TCK")

    async with with_pool(3) as pool:
        state = start_of()
        budget = Budget(simulations=50)
        first = await pool.start(
            "champion", state.text, budget, seed=1, workers=2, session="s"
        ).decision()
        before = [seconds_of(pid) for pid in pool.pids]
        state.apply(first.move)
        assert pool.ponder("s", "champion", state.text, [first.move], seed=5)
        assert not pool.ponder("s", "champion", state.text, [], seed=5)

        def thought_s() -> list[float]:
            return [seconds_of(pid) - then for pid, then in zip(pool.pids, before, strict=True)]

        await until(lambda: sum(each > 0.1 for each in thought_s()) == 2, "two workers think")
        assert min(thought_s()) < 0.1
        state.apply("V")
        again = await pool.start(
            "champion",
            state.text,
            Budget(simulations=2),
            seed=2,
            workers=2,
            session="s",
            plies=["V"],
        ).decision()
        assert again.kept
        assert sum(move.visits for move in again.thought.moves) > 50


@pytest.mark.asyncio
async def test_who_cannot_ponder() -> None:
    """Whose decisions rest on what others cannot see waits for them, and loses nothing by that."""
    async with with_pool(1) as pool:
        state = KUHN.new()
        for card in "JQ":
            state.apply(card)
        budget = Budget(simulations=20)
        view = state.view(0)
        first = await pool.start("ismcts", view.text, budget, seed=1, session="s").decision()
        assert not pool.ponder("s", "ismcts", view.text, [], seed=1)
        again = await pool.start("ismcts", view.text, budget, seed=1, session="s").decision()
        assert (first.kept, again.kept) == (False, True)
        assert sum(row.visits for row in again.thought.moves) == 40


@pytest.mark.asyncio
async def test_pondering() -> None:
    """While others move, a session's tree grows; its next search has the visits."""
    async with with_pool(1) as pool:
        for seconds in TIMES:
            state, session = start_of(), f"for {seconds} s"
            first = await pool.start(
                "mcts", state.text, Budget(simulations=50), seed=1, session=session
            ).decision()
            state.apply(first.move)
            pool.ponder(session, "mcts", state.text, [first.move], seed=5)
            await asyncio.sleep(seconds)
            state.apply("V")
            second = await pool.start(
                "mcts", state.text, Budget(simulations=1), seed=2, session=session, plies=["V"]
            ).decision()
            assert second.kept
            if sum(move.visits for move in second.thought.moves) > 50:
                return
        raise AssertionError("nothing grows, however long others take")


@pytest.mark.asyncio
async def test_own_agent() -> None:
    """Somebody's class plays, keeps itself within a session, and gets its seed and its time."""
    async with with_pool(1) as pool:
        moves = START.legal_moves()
        first = await pool.start(f"{OWN}:First", START.text, seed=1).decision()
        assert first.move == moves[0]
        told = await pool.start(f"{OWN}:Told", START.text, seed=1).decision()
        assert told.move == moves[0]  # nobody waits longer for what somebody wrote
        chosen = []
        for _ in range(3):
            search = pool.start(f"{OWN}:Seeded", START.text, seed=4, session="s")
            chosen.append((await search.decision()).move)
        assert chosen == [moves[(4 + n) % len(moves)] for n in (1, 2, 3)]
        chosen = []
        for hard_s in TIMES:
            search = pool.start(f"{OWN}:Patient", START.text, Budget(hard_s=hard_s), seed=1)
            chosen.append((await search.decision()).move)
            if chosen[-1] == moves[-1]:
                break
        assert moves[-1] in chosen


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("name", "hard_s", "kind"),
    (
        ("Deaf", 0.5, "late"),
        ("Mortal", PATIENCE_S, "died"),
        ("Clumsy", PATIENCE_S, "bad_agent"),
        ("Cheat", PATIENCE_S, "illegal_move"),
        ("Mute", PATIENCE_S, "bad_agent"),
        ("Nobody", PATIENCE_S, "bad_agent"),
    ),
)
async def test_bad_own_agent(name: str, hard_s: float, kind: str) -> None:
    """Whatever somebody's class does, there is a legal move, and a worker for the next."""
    async with with_pool(1) as pool:
        search = pool.start(f"{OWN}:{name}", START.text, Budget(hard_s=hard_s), seed=1)
        decision = await search.decision()
        assert decision.is_substitute
        assert decision.agent_failed
        assert decision.move in START.legal_moves()
        assert [fault.kind for fault in decision.faults] == [kind]
        again = await pool.start("mcts:sims=100", START.text, seed=1).decision()
        assert not again.faults


@pytest.mark.asyncio
async def test_refused() -> None:
    """What cannot be searched is refused by its reason, and costs no worker."""
    async with with_pool(1) as pool:
        over = registry.get("pot").new()
        over.play_randomly(1)
        for agent, position, kind in (
            ("nobody", START.text, AgentError),
            ("mcts:c=x", START.text, AgentError),
            ("mcts", "carcassonne/1 position nonsense", InputError),
            ("mcts", over.text, OutOfTurnError),
            ("heyden-star25-f5", "pot/1 position seats=2 0:0 0 0:1 2.2.1", AgentError),
        ):
            with pytest.raises(kind):
                await pool.start(agent, position, Budget(nodes=100), seed=1).decision()
        assert not (await pool.start("mcts:sims=10", START.text, seed=1).decision()).faults
        assert pool.replaced == 0
        with pytest.raises(OptionsError):
            WorkerPool(0)


@pytest.mark.asyncio
async def test_folder_with_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files in the folder where somebody happens to be are no modules of the workers'."""
    (tmp_path / "random.py").write_text("raise RuntimeError")
    monkeypatch.chdir(tmp_path)
    async with with_pool(1) as pool:
        assert not (await pool.start("mcts:sims=10", START.text, seed=1).decision()).faults
