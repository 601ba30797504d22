"""What a command needs that is not installed with every carcbot: the extras of the package."""

import shlex
import sys
from importlib.util import find_spec
from typing import Final

__all__ = ["EXTRAS", "how_to_install", "require"]

EXTRAS: Final = {
    "PIL": "gif",
    "aiosqlite": "referee",
    "alembic": "referee",
    "asyncpg": "postgres",
    "cryptography": "verify",
    "gymnasium": "env",
    "matplotlib": "stats",
    "pettingzoo": "env",
    "ray": "ray",
    "scipy": "stats",
    "sqlalchemy": "referee",
}
"""The extra that brings a module; a test compares them with pyproject.toml."""
_OF_A_REFEREE: Final = frozenset({"accounts", "competition", "play", "serve"})
"""Commands that need a referee, and what that needs, whatever is missed first."""


def how_to_install(module: str, command: str) -> str:
    """What to type where a command lacks a module; empty if that comes with no extra of ours.

    Args:
        module: As a ModuleNotFoundError names it.
        command: The first word of the command line.
    """
    extra = EXTRAS.get(module.partition(".")[0], "")
    if extra in {"stats", "verify"} and command in _OF_A_REFEREE:
        extra = "referee"
    # of the Python that runs: another one's pip would bring it to another place
    pip = f"{shlex.quote(sys.executable)} -m pip"
    return f"{pip} install 'carcbot[{extra}]'" if extra else ""


def require(module: str) -> None:
    """Raises ModuleNotFoundError now, and not only when hours of work have to be told of."""
    if find_spec(module) is None:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)
