"""A match as one HTML file that needs no network: the page, its scripts, the art and the story.

The scripts are those that a referee serves. Each is in the page's import map, a ``data:`` address
under a name of its own, for such scripts cannot name each other by where they lie.
"""

import base64
import posixpath
import re
from typing import Final

import msgspec

from carcbot.net.web.archive import told
from carcbot.net.web.files import pack, static_files
from carcbot.net.web.stories import face_of
from carcbot.replay.record import MatchRecord

__all__ = ["page_of"]

_PREFIX: Final = "carcbot/"
_IMPORTED: Final = re.compile(r"""((?:from|import)\s*\(?\s*")(\.{1,2}/[^"]+)(")""")
_ICON: Final = "icon.svg"
_SHEETS: Final = ("css/base.css", "css/table.css")
_POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:"
)
# what leads to a referee's other pages, where there is no referee
_STYLE: Final = ".brand { pointer-events: none; }"


def page_of(record: MatchRecord) -> bytes:
    """The page of a record, to be kept, sent and opened anywhere.

    Raises:
        InputError: What it tells is against the rules, or the game cannot be shown.
    """
    face = face_of(record.lines.header.game)
    story, pictures = told(record)
    art = msgspec.json.encode(face.art())
    held = b'{"story":%b,"pictures":%b,"art":%b}' % (story, pictures, art)
    style = "\n".join([*map(_text_of, _SHEETS), face.style(), _STYLE])
    head = "".join(
        (
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            f"<style>{style}</style>",
            f'<script type="importmap">{_import_map()}</script>',
            *(
                f'<script type="module">import "{_PREFIX}{path}";</script>'
                for path in ("js/theme.js", "js/alone.js")
            ),
        )
    )
    packed = base64.b64encode(pack(held)).decode()
    page = _text_of("table.html")
    page = re.sub(r"<(?:link|script)\b[^>]*>(?:</script>)?\n", "", page)
    page = page.replace("/web/" + _ICON, _address(_ICON, "image/svg+xml"))
    page = page.replace("</title>\n", f"</title>\n{head}\n", 1)
    page = page.replace(
        "</body>", f'<script id="match" type="application/gzip">{packed}</script>\n</body>', 1
    )
    return page.encode()


def _import_map() -> str:
    """Every script of the pages under its name."""
    scripts = {
        _PREFIX + path: _address(path, "text/javascript")
        for path in sorted(static_files())
        if path.endswith(".js")
    }
    return msgspec.json.encode({"imports": scripts}).decode()


def _address(path: str, kind: str) -> str:
    """A file of the pages as an address that holds it."""
    text = _text_of(path)
    if path.endswith(".js"):
        folder = posixpath.dirname(path)
        text = _IMPORTED.sub(
            lambda found: (
                found[1] + _PREFIX + posixpath.normpath(posixpath.join(folder, found[2])) + found[3]
            ),
            text,
        )
    return f"data:{kind};base64,{base64.b64encode(text.encode()).decode()}"


def _text_of(path: str) -> str:
    return static_files()[path][0].decode()
