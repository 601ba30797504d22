"""Searches in processes of their own: the pool, and what runs in a worker.

`WorkerPool` is the way in, `BlockingPool` that of programs without an event loop. A worker that
hangs or dies is replaced; its last words are kept.
"""

from carcbot.net.workers.blocking import BlockingPool
from carcbot.net.workers.pool import WorkerPool
from carcbot.net.workers.running import Decision, RunningSearch

__all__ = ["BlockingPool", "Decision", "RunningSearch", "WorkerPool"]
