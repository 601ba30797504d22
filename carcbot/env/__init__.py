"""Games as environments for reinforcement learning."""

from carcbot.env.arrays import Arrays
from carcbot.env.batch import NO_ACTION, WAIT, Afterstates, Batch

__all__ = ["NO_ACTION", "WAIT", "Afterstates", "Arrays", "Batch"]
