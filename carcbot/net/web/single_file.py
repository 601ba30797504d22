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
from carcbot.net.web.static_files import game_files, pack, static_files
from carcbot.net.web.stories import face_of
from carcbot.replay.record import MatchRecord

__all__ = ["file_of", "page_of"]

_PREFIX: Final = "carcbot/"
_IMPORTED: Final = re.compile(r"""((?:from|import)\s*\(?\s*")((?:\.{1,2}|/web)/[^"]*)(")""")
_ICON: Final = "icon.svg"
_SHEETS: Final = ("css/base.css", "css/table.css")
_POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:"
)
_ASKS: Final = "; connect-src 'self'"
# what leads to a referee's other pages, where there is no referee
_STYLE: Final = ".brand { pointer-events: none; }"


def page_of(record: MatchRecord) -> bytes:
    """The page of a record, to be kept, sent and opened anywhere.

    Raises:
        InputError: What it tells is against the rules, or the game cannot be shown.
    """
    game = record.lines.header.game
    story, pictures = told(record)
    art = msgspec.json.encode(face_of(game).art())
    return file_of(game, b'{"story":%b,"pictures":%b,"art":%b}' % (story, pictures, art))


def file_of(game: str, held: bytes, *, asks: bool = False) -> bytes:
    """The page of whatever is held for it, as JSON, in one file.

    Args:
        game: What was played.
        held: The story, its pictures, the art, and what else its script knows.
        asks: Whether it may ask the address it comes from for more.

    Raises:
        InputError: The game cannot be shown.
    """
    face = face_of(game)
    sheet = (static_files() | game_files(game))[f"js/games/{game}/style.css"][0].decode()
    style = "\n".join([*map(_text_of, _SHEETS), face.style(), sheet, _STYLE])
    policy = _POLICY + _ASKS if asks else _POLICY
    head = "".join(
        (
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            f"<style>{style}</style>",
            f'<script type="importmap">{_import_map(game)}</script>',
            *(
                f'<script type="module">import "{_PREFIX}{path}";</script>'
                for path in ("js/theme.js", "js/alone.js")
            ),
        )
    )
    packed = base64.b64encode(pack(held)).decode()
    page = _text_of("table.html")
    page = re.sub(r"<(?:link|script)\b[^>]*>(?:</script>)?\n", "", page)
    page = page.replace("/web/" + _ICON, _address(_text_of(_ICON), "image/svg+xml"))
    page = page.replace("</title>\n", f"</title>\n{head}\n", 1)
    page = page.replace(
        "</body>", f'<script id="match" type="application/gzip">{packed}</script>\n</body>', 1
    )
    return page.encode()


def _import_map(game: str) -> str:
    """Every script of the pages, and of a game that another package brings, under its name."""
    scripts = {
        _PREFIX + path: _address(_with_names(file[0].decode(), _PREFIX + path), "text/javascript")
        for path, file in sorted((static_files() | game_files(game)).items())
        if path.endswith(".js")
    }
    return msgspec.json.encode({"imports": scripts}).decode()


def _with_names(text: str, name: str) -> str:
    """A script of this name in which the others are called by their names."""
    folder = posixpath.dirname(name)

    def named(found: re.Match[str]) -> str:
        path = found[2]
        if path.startswith("/web/"):
            return found[1] + _PREFIX + path.removeprefix("/web/") + found[3]
        end = "/" if path.endswith("/") else ""  # a folder, which begins the names in it
        return found[1] + posixpath.normpath(posixpath.join(folder, path)) + end + found[3]

    return _IMPORTED.sub(named, text)


def _address(text: str, kind: str) -> str:
    """A file of the pages as an address that holds it."""
    return f"data:{kind};base64,{base64.b64encode(text.encode()).decode()}"


def _text_of(path: str) -> str:
    return static_files()[path][0].decode()
