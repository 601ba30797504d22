"""Where a referee is: the form of an address, and why there is no connection, in words."""

import os
from urllib.parse import urlsplit

import aiohttp

from carcbot.errors import OptionsError

__all__ = ["check_address", "why_no_connection"]

_EXPECTED = "ws://HOST:PORT/play, or wss:// where a proxy encrypts"


def check_address(url: str) -> None:
    """Checks that the text has the form of a referee's address.

    Raises:
        OptionsError: It has another form.
    """
    try:
        parts = urlsplit(url)
        is_good = bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_good = False
        parts = urlsplit("")
    if parts.scheme in {"http", "https"}:
        what = "this is the address of a web page"
    elif parts.scheme not in {"ws", "wss"} or not is_good or any(map(str.isspace, url)):
        what = "this is no address of a referee"
    else:
        return
    raise OptionsError(what, where=repr(url), expected=_EXPECTED)


def why_no_connection(error: Exception) -> str:
    """What kept a connection from being made, in a few words."""
    cause = getattr(error, "os_error", error)
    if isinstance(error, TimeoutError):
        return "no answer"
    if isinstance(error, aiohttp.WSServerHandshakeError):
        return f"HTTP {error.status}"
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return f"there is no host {error.host!r}"
    if isinstance(error, aiohttp.ClientSSLError):
        return f"no encryption: {getattr(cause, 'reason', None) or cause}"
    number = getattr(cause, "errno", None)
    if isinstance(number, int) and number > 0:
        return os.strerror(number).lower()
    return str(cause) or type(error).__name__
