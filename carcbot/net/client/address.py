"""Where a referee is: an address's form, whom to trust there, and why there is no connection."""

import os
import ssl
from typing import Final

import aiohttp

from carcbot.errors import OptionsError, file_error
from carcbot.net.addresses import parts_of

__all__ = ["check_address", "trust", "why_no_connection", "why_not_trusted"]

_EXPECTED = "ws://HOST:PORT/play, or wss:// where a proxy encrypts"
_UNKNOWN_AUTHORITY: Final = frozenset({2, 18, 19, 20, 21})
"""OpenSSL's numbers for a chain that ends at nobody who is trusted."""
_PLAIN: Final = "ws:// in place of wss://, http:// in place of https://"
_NO_TLS: Final = frozenset({"WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE"})
"""What OpenSSL calls an answer that is not encrypted."""


def check_address(url: str) -> None:
    """Checks that the text has the form of a referee's address.

    Raises:
        OptionsError: It has another form.
    """
    parts = parts_of(url)
    is_good = bool(parts.hostname) and parts.port != 0
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


def trust(ca_file: str) -> ssl.SSLContext:
    """What checks certificates: the machine's authorities, and those in a file.

    The variable SSL_CERT_FILE names a file that takes the place of the machine's.

    Args:
        ca_file: Certificates as PEM, or empty.

    Raises:
        FileInputError: It cannot be read, or holds no certificate.
    """
    context = ssl.create_default_context()
    if ca_file:
        try:
            context.load_verify_locations(cafile=ca_file)
        except OSError as error:  # an SSLError is one
            raise file_error(
                error,
                "cannot be used",
                where=ca_file,
                expected="certificates of authorities, as PEM",
            ) from error
    return context


def why_not_trusted(error: Exception) -> tuple[str, str] | None:
    """What is wrong with the encryption of an address, and what there should be instead.

    Args:
        error: Of a handshake: that of the encryption itself, or aiohttp's around it.

    Returns:
        None if the error is about something else, or about what may get better by itself.
    """
    cause = error
    if isinstance(error, aiohttp.ClientConnectorCertificateError):
        cause = error.certificate_error
    elif isinstance(error, aiohttp.ClientConnectorSSLError):
        cause = error.os_error
    if not isinstance(cause, ssl.CertificateError):
        is_plain = getattr(cause, "reason", "") in _NO_TLS
        return ("nobody speaks TLS there", _PLAIN) if is_plain else None
    text = getattr(cause, "verify_message", "") or str(cause)
    if getattr(cause, "verify_code", None) in _UNKNOWN_AUTHORITY:
        return (
            f"nobody whom this machine trusts vouches for its certificate: {text}",
            "its authority's certificate: 'ca_file' in the bot's file, --ca-file, or SSL_CERT_FILE",
        )
    return f"its certificate is not good: {text}", "one that is valid now, for this name"
