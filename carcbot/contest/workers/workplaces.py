"""Chooses the workplace: this machine, or a Ray cluster."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from carcbot.contest.workers.processes import THIS_MACHINE
from carcbot.contest.workers.workplace import Workplace
from carcbot.errors import OptionsError

__all__ = ["LOCAL", "workplace"]

LOCAL: Final = "local"
"""In place of an address: a Ray that is started on this machine, and ends with us."""


@contextmanager
def workplace(ray: str | None, cores: int | None) -> Iterator[Workplace]:
    """Where work is to be done, as long as the context lasts.

    Args:
        ray: Where a Ray cluster is, as `ray.init` takes it, or LOCAL; None is no Ray.
        cores: How many cores a Ray has that is started here; None is all.

    Raises:
        OptionsError: Ray is not installed, or there is no cluster.
    """
    if ray is None:
        yield THIS_MACHINE
        return
    # Ray reads these when it is imported.
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    if ray == LOCAL:
        os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # then it stays on the loopback
    try:
        # an extra of the package, which takes longer to import than most commands
        from carcbot.contest.workers import ray_cluster  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise OptionsError(
            "Ray is not installed", where="--ray", expected="pip install 'carcbot[ray]' before"
        ) from error
    if ray == LOCAL:
        with ray_cluster.started(cores or THIS_MACHINE.cores) as cluster:
            yield cluster
    else:
        with ray_cluster.connected(ray) as cluster:
            yield cluster
