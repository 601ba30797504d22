"""Board games, complete and fast: the rules, bots that play them, and the table they meet at."""

from importlib.metadata import version

__all__ = ["__version__"]

__version__ = version("carcbot")
