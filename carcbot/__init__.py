"""Board games, complete and fast: the rules, bots that play them, and the table they meet at."""

from carcbot import instruction_sets

__all__ = ["__version__"]

__version__: str

instruction_sets.offer()


def __getattr__(name: str) -> str:
    """Looks up the version when somebody asks, for that takes as long as many a command."""
    if name != "__version__":
        raise AttributeError(name)
    from importlib.metadata import version  # noqa: PLC0415

    return version("carcbot")
