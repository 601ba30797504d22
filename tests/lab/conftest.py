"""What tests of studies share with those of contests: a Ray of their own."""

from tests.contest.conftest import ray_address, ray_cluster

__all__ = ["ray_address", "ray_cluster"]
