"""Ports for servers that have to know theirs before they start."""

import os
import random
import socket

__all__ = ["free_port"]

# Below those that the system gives to connections and to servers that leave the choice to it; each
# process of tests has its own order, so that two of them hardly ever try the same.
_PORTS = iter(random.Random(os.getpid()).sample(range(12_000, 32_000), 20_000))


def free_port() -> int:
    """A port of the loopback address that nobody uses."""
    for port in _PORTS:
        with socket.socket() as free:
            try:
                free.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("all ports are used")
