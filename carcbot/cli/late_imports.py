"""Imports of commands that wait until a command runs, so that its help page is there at once.

A module of a command declares its options with little, and works with much. What it only works with
it imports in a block of its own::

    if at_once():
        from carcbot.net.server import RefereeServer

A `LazyGroup` that loads the module to tell of it leaves these blocks out; `import_now` makes up for
them, before a command runs and before an option is read that needs them. Whoever else imports the
module gets everything at once.
"""

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

__all__ = ["at_once", "import_now", "later"]

_CONDITION = "at_once()"
_waiting: list[str] = []
_is_later = False


def at_once() -> bool:
    """Whether the module that asks imports everything now. If not, it is kept for `import_now`."""
    if _is_later:
        _waiting.append(sys._getframe(1).f_globals["__name__"])  # noqa: SLF001 - as warnings do it
    return not _is_later


@contextmanager
def later() -> Iterator[None]:
    """Modules that are loaded meanwhile leave out the blocks that can wait."""
    global _is_later  # noqa: PLW0603 - what is loaded is the process's, and so is this
    before, _is_later = _is_later, True
    try:
        yield
    finally:
        _is_later = before


def import_now(name: str = "") -> None:
    """Imports what was left out so far.

    Args:
        name: Only in the module of this name, for an option that needs it to be read or told of.
    """
    for each in [name] * (name in _waiting) if name else list(_waiting):
        _waiting.remove(each)
        _import_blocks(sys.modules[each])


def _import_blocks(module: ModuleType) -> None:
    path = Path(str(module.__file__))
    tree = ast.parse(path.read_bytes())
    left_out = [
        statement
        for block in tree.body
        if isinstance(block, ast.If) and ast.unparse(block.test) == _CONDITION
        for statement in block.body
    ]
    code = compile(ast.Module(left_out, []), path, "exec")
    exec(code, vars(module))  # noqa: S102 - the module's own lines, where they stand
