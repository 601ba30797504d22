"""Scripts as browsers get them: those that belong together in one file, made when first asked for.

Whoever works on the pages writes plain modules and builds nothing. A bundle has each of them as a
block, those that are imported before those that import; what a block exports it puts in a table
that all share, and what it imports it takes from there. Lines and names stay as they were written.

The modules are to be written as ours are: ``import { a, b as c } from "./x.js";`` on a line of its
own, and ``export`` before what is declared. What is imported later, by a call, is not bundled.
"""

import posixpath
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from carcbot.errors import InputError

__all__ = ["bundle", "imported"]

_TABLE: Final = "$modules"
_IMPORT: Final = re.compile(r"""^import (?:\{ ([^}]*) \} from )?"([^"]*)";$""", re.MULTILINE)
_EXPORT: Final = re.compile(
    r"^export (?=(?:async )?(?:function|class|const) ([\w$]+))", re.MULTILINE
)
_EMPTY_EXPORT: Final = "export {};"
_OTHER: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bundle(
    entries: Sequence[str],
    sources: Mapping[str, str],
    *,
    shared: Collection[str] = (),
    shared_from: str = "",
) -> str:
    """The modules with these names and all that they import, as one module.

    It exports its table, and what the last entry exports.

    Args:
        entries: What is to be run, in this order.
        sources: The text of every module by its name, such as ``js/dom.js``.
        shared: What another bundle has, and this one takes from there.
        shared_from: The address of that other bundle.

    Raises:
        InputError: A module does not exist, is written in another style, or imports itself by way
            of others.
    """
    order: list[str] = []
    for entry in entries:
        _visit(entry, sources, shared, order, ())
    first = f'import {{ {_TABLE} as others }} from "{shared_from}";\n' if shared else ""
    table = f"export const {_TABLE} = {{{'...others' if shared else ''}}};\n"
    blocks = (_block(name, sources[name]) for name in order)
    names = ", ".join(_exports(sources[entries[-1]]))
    last = f'export const {{ {names} }} = {_TABLE}["{entries[-1]}"];\n' if names else ""
    return "".join((first, table, *blocks, last))


def imported(entries: Sequence[str], sources: Mapping[str, str]) -> list[str]:
    """The names of these modules and of all that they import, in the order in which they run.

    Raises:
        InputError: As of `bundle`.
    """
    order: list[str] = []
    for entry in entries:
        _visit(entry, sources, (), order, ())
    return order


def _visit(
    name: str,
    sources: Mapping[str, str],
    shared: Collection[str],
    order: list[str],
    above: tuple[str, ...],
) -> None:
    """Puts a module behind all that it imports."""
    if name in order or name in shared:
        return
    if name in above:
        raise InputError(f"{name} imports itself: {' -> '.join((*above, name))}")
    if name not in sources:
        raise InputError(f"there is no script {name}", expected=f"one that {above[-1:]} can import")
    for _, path in _IMPORT.findall(sources[name]):
        _visit(_named(path, name), sources, shared, order, (*above, name))
    order.append(name)


def _named(path: str, importer: str) -> str:
    """The name of the module that another imports by this path."""
    if path.startswith("/web/"):
        return path.removeprefix("/web/")
    return posixpath.normpath(posixpath.join(posixpath.dirname(importer), path))


def _block(name: str, text: str) -> str:
    """A module as a block."""

    def taken(found: re.Match[str]) -> str:
        names = (found[1] or "").replace(" as ", ": ")
        source = f'{_TABLE}["{_named(found[2], name)}"]'
        return f"const {{ {names} }} = {source};" if names else ""

    exports = ", ".join(_exports(text))
    text = _EXPORT.sub("", _IMPORT.sub(taken, text)).replace(_EMPTY_EXPORT, "")
    other = _OTHER.search(text)
    if other is not None:
        raise InputError(f"{name} cannot be put together with others: {other[0][:80]!r}")
    return f'// {name}\n{{\n{text}\n{_TABLE}["{name}"] = {{ {exports} }};\n}}\n'


def _exports(text: str) -> list[str]:
    return _EXPORT.findall(text)
