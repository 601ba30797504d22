"""Processes: workers that search, programs of users, and their limits.

`pool.WorkerPool` is the way to the workers, `blocking_pool.BlockingPool` that of programs without
an event loop. A worker that hangs or dies is replaced; its last progress is kept.
"""
