"""Tables as HTML."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple

__all__ = ["Link", "html_table"]

_TALL = ' class="tall"'
_LOOKS = ("", ' class="fault"', ' class="text"')
"""Of a cell: as usual, alarming, or words."""


class Link(NamedTuple):
    """A cell with a link.

    Attributes:
        text: What it says.
        href: The address.
    """

    text: str
    href: str


def html_table(
    heads: Sequence[str],
    lines: Iterable[Sequence[str | Link]],
    *,
    alarming: Sequence[int] = (),
    words: Sequence[int] = (),
) -> Iterator[str]:
    """A table; alarming columns highlight all but 0, columns of words are text.

    The heads of alarming columns stand upright, for such a column has little in it.
    """
    yield '<div class="wide"><table>'
    looks = (_TALL if at in alarming else _LOOKS[2 * (at in words)] for at in range(len(heads)))
    cells = (f"<th{look}>{escape(head)}</th>" for look, head in zip(looks, heads, strict=True))
    yield f"<tr>{''.join(cells)}</tr>"
    for line in lines:
        cells = (
            f"<td{_LOOKS[(at in alarming and cell != '0') + 2 * (at in words)]}>{_text(cell)}</td>"
            for at, cell in enumerate(line)
        )
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</table></div>"


def _text(cell: str | Link) -> str:
    if isinstance(cell, Link):
        return f'<a href="{escape(cell.href)}">{escape(cell.text)}</a>'
    return escape(cell)
