"""What pages are made of, in few files whose addresses say what is in them.

A page has one script, one style sheet and, for each game, three files: how it is drawn, its style
and its art. A browser keeps each for a year, for another content has another address. Only the page
itself is asked for again; it names all these addresses.
"""

import re
from functools import cache
from typing import Final

import msgspec

from carcbot.errors import InputError
from carcbot.games import registry
from carcbot.net.web.bundles import bundle, imported
from carcbot.net.web.static_files import File, Files, game_files, mark_of, pack, static_files
from carcbot.net.web.stories import face_of

__all__ = ["PAGES", "game_file", "page", "page_parts"]

PAGES: Final = ("index.html", "table.html")
_SHOWS_GAMES: Final = "table"
_SCRIPT: Final = re.compile(r'<script type="module" src="/web/([^"]+)"></script>\n')
_SHEET: Final = re.compile(r'<link rel="stylesheet" href="/web/([^"]+)">\n')
_ICON: Final = "icon.svg"
_ART: Final = "art.json"
_JS: Final = "text/javascript; charset=utf-8"
_CSS: Final = "text/css; charset=utf-8"
_JSON: Final = "application/json"


@cache
def page_parts() -> Files:
    """The script and the style sheet of every page, as ``table.js`` and ``table.css``."""
    sources = _scripts(static_files())
    found: Files = {}
    for file in PAGES:
        name, text = file.removesuffix(".html"), _text(file)
        found[f"{name}.js"] = _file(bundle(_SCRIPT.findall(text), sources), _JS)
        found[f"{name}.css"] = _file("\n".join(map(_text, _SHEET.findall(text))), _CSS)
    return found


def game_file(game: str, file: str) -> Files:
    """What a game is shown with, up to this file: its ``face.js`` and ``style.css``, or its art.

    Raises:
        InputError: There is no such game, or it cannot be shown.
    """
    return _art_of(game) if file == _ART else _drawn_with(game)


def page(file: str, game: str | None = None, *, is_over: bool = False) -> bytes:
    """A page that names the addresses of all that it is made of.

    Args:
        file: Which.
        game: What will be shown there, if that is known: the browser fetches it at once.
        is_over: Whether that is a match that is over: its pictures are fetched at once, too.
    """
    if file not in PAGES:  # it is looked at seldom, and made of plain modules
        return static_files()[file][0]
    text = _frame(file)
    if file.removesuffix(".html") != _SHOWS_GAMES:
        return text.encode()
    faces = _faces()
    told = msgspec.json.encode(faces).decode()
    head = f'<script id="faces" type="application/json">{told}</script>\n'
    if game in faces:
        text = text.replace("<body ", f'<body data-game="{game}"{" data-past" * is_over} ', 1)
        head += f'<link rel="modulepreload" href="{faces[game]["face"]}">\n'
        head += f'<link rel="stylesheet" href="{faces[game]["style"]}">\n'
    return text.replace("</head>", f"{head}</head>", 1).encode()


def _faces() -> dict[str, dict[str, str]]:
    """The addresses of what each game is shown with."""
    return {
        game: {
            file.partition(".")[0]: _address(f"/games/{game}/{file}", part)
            for file, part in {_ART: _made_art.get(game), **_drawn_with(game)}.items()
        }
        for game in registry.names()
        if registry.get(game).page is not None and _drawn_with(game)
    }


@cache
def _drawn_with(game: str) -> Files:
    """How a game is drawn, and its style; nothing of a game that has no script."""
    style = face_of(game).style()
    files = static_files() | game_files(game)
    folder = f"js/games/{game}/"
    if f"{folder}face.js" not in files:
        return {}
    sheet = files[f"{folder}style.css"][0].decode()
    return {
        "face.js": _file(_face_script(f"{folder}face.js", _scripts(files)), _JS),
        "style.css": _file(style + sheet, _CSS),
    }


def _art_of(game: str) -> Files:
    """The art of a game, which takes seconds to make, once."""
    if game not in _made_art:
        _made_art[game] = _file(msgspec.json.encode(face_of(game).art()).decode(), _JSON)
    return {_ART: _made_art[game]}


_made_art: Final[dict[str, File]] = {}


@cache
def _frame(file: str) -> str:
    """A page with its one script and its one style sheet."""
    name = file.removesuffix(".html")
    script, sheet = (
        _address(f"/pages/{name}.{kind}", page_parts()[f"{name}.{kind}"]) for kind in ("js", "css")
    )
    text = _SHEET.sub("", _SCRIPT.sub("", _text(file)))
    text = text.replace(f"/web/{_ICON}", _address(f"/web/{_ICON}", static_files()[_ICON]))
    head = (
        f'<link rel="stylesheet" href="{sheet}">\n<script type="module" src="{script}"></script>\n'
    )
    return text.replace("</head>", f"{head}</head>", 1)


def _face_script(name: str, sources: dict[str, str]) -> str:
    """How a game is drawn, as one script; what the page has as well is taken from there."""
    entries = _SCRIPT.findall(_text(f"{_SHOWS_GAMES}.html"))
    script = f"{_SHOWS_GAMES}.js"
    try:
        return bundle(
            [name],
            sources,
            shared=imported(entries, sources),
            shared_from=_address(f"/pages/{script}", page_parts()[script]),
        )
    except InputError:  # that of a package, written in another style: it works as it is
        return f'export {{ face }} from "/web/{name}";\n'


def _scripts(files: Files) -> dict[str, str]:
    return {path: file[0].decode() for path, file in files.items() if path.endswith(".js")}


def _text(path: str) -> str:
    return static_files()[path][0].decode()


def _file(text: str, content_type: str) -> File:
    body = text.encode()
    return body, pack(body), content_type


def _address(path: str, file: File | None) -> str:
    """Where a file is, with its mark; without, if it has not been made yet."""
    return path if file is None else f"{path}?v={mark_of(file[0])}"
