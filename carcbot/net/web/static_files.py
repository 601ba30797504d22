"""Static files, kept in memory, and the headers that every answer to a browser has."""

import hashlib
import mimetypes
import zlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from aiohttp import web

from carcbot.games import registry

__all__ = ["File", "Files", "answer", "game_files", "mark_of", "pack", "page_file", "static_files"]

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_A_YEAR: Final = "public, max-age=31536000, immutable"
_WORTH_PACKING: Final = 1000
_TYPES: Final = {".js": "text/javascript", ".svg": "image/svg+xml", ".css": "text/css"}


def answer(
    request: web.Request,
    body: bytes,
    content_type: str,
    *,
    keep: str = "no-cache",
    packed: bytes | None = None,
) -> web.Response:
    """An answer with a body, packed if the browser can read that; or word that it has it already.

    Args:
        request: What was asked. An address that ends in ``?v=`` and the body's own mark may be kept
            for a year.
        body: The answer.
        content_type: Of the answer.
        keep: How long it may be kept; by default it has to be asked whether it is still true.
        packed: The body as gzip, if somebody has it already.
    """
    mark = mark_of(body)
    is_for_all = request.method in {"GET", "HEAD"} and "Authorization" not in request.headers
    if is_for_all and request.query.get("v") == mark:
        keep = _A_YEAR
    headers = {**HEADERS, "ETag": f'"{mark}"', "Cache-Control": keep, "Vary": "Accept-Encoding"}
    is_known = f'"{mark}"' in request.headers.get("If-None-Match", "")
    if is_known and request.method in {"GET", "HEAD"}:
        return web.Response(status=304, headers=headers)
    headers["Content-Type"] = content_type
    if len(body) >= _WORTH_PACKING and _takes_gzip(request):
        headers["Content-Encoding"] = "gzip"
        body = pack(body) if packed is None else packed
    return web.Response(body=body, headers=headers)


def _takes_gzip(request: web.Request) -> bool:
    """Whether the browser can read gzip, and has not said that it will not."""
    for each in request.headers.get("Accept-Encoding", "").split(","):
        name, _, quality = each.replace(" ", "").partition(";q=")
        if name == "gzip":
            return quality.strip("0.") != "" or not quality
    return False


def mark_of(body: bytes) -> str:
    """What tells this content from every other."""
    return hashlib.sha256(body).hexdigest()[:20]


def pack(body: bytes) -> bytes:
    """The body as gzip; quick rather than small."""
    packer = zlib.compressobj(level=4, wbits=31)
    return packer.compress(body) + packer.flush()


File = tuple[bytes, bytes, str]
"""The bytes of a file, the same as gzip, and its content type."""
Files = dict[str, File]
"""Files by their path."""


@cache
def static_files() -> Files:
    """Every file of the pages."""
    found: Files = {}
    _collect(files("carcbot") / "web", "", found)
    return found


@cache
def game_files(game: str) -> Files:
    """Every file that a game of another package has for its page; none of other games.

    They are there as those of our own games are: in the folder of the game, and with a style sheet.

    Raises:
        UnknownGameError: There is no such game.
    """
    found: Files = {}
    face = registry.get(game).page
    if face is not None and face.files is not None:
        folder = f"js/games/{game}/"
        found[f"{folder}style.css"] = b"", pack(b""), "text/css; charset=utf-8"
        _collect(face.files, folder, found)
    return found


def page_file(request: web.Request, path: str, among: Files | None = None) -> web.Response:
    """A file of the pages, or of those of a game.

    Raises:
        HTTPNotFound: There is none of this name.
    """
    known = (static_files() if among is None else among).get(path)
    if known is None:
        raise web.HTTPNotFound(text="there is no such file\n", headers=HEADERS)
    body, packed, content_type = known
    return answer(request, body, content_type, packed=packed)


def _collect(folder: Traversable, prefix: str, found: Files) -> None:
    for each in folder.iterdir():
        if each.is_dir():
            _collect(each, f"{prefix}{each.name}/", found)
            continue
        ending = f".{each.name.rpartition('.')[2]}"
        kind = _TYPES.get(ending) or mimetypes.guess_type(each.name)[0] or "text/plain"
        text = kind.startswith("text/") or kind == "image/svg+xml"
        body = each.read_bytes()
        found[prefix + each.name] = (body, pack(body), f"{kind}; charset=utf-8" if text else kind)
