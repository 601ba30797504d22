"""Addresses: of those who ask something of a referee, and what an address says."""

import errno
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, urlsplit

if TYPE_CHECKING:  # whoever only reads addresses starts sooner without it
    from aiohttp import web

from carcbot.errors import InputError, UnavailableError

__all__ = ["address_of", "listening_error", "neighbourhood_of", "parts_of"]

_LATER: Final = frozenset((errno.EADDRINUSE, errno.EADDRNOTAVAIL))
"""Somebody else may go, and an interface may come, as when a machine starts."""

_HOST_BITS: Final = 64
"""Of an IPv6 address: so many each of us chooses as it likes, and as often."""


def address_of(request: "web.Request", *, behind_proxy: bool) -> str:
    """Where somebody asks from.

    Args:
        request: What came.
        behind_proxy: Whether everything comes through a proxy. Then it is what that has added last
            to ``X-Forwarded-For``: whatever stands before it anybody may have written. A proxy adds
            to the line that is there, or one of its own below.
    """
    if behind_proxy:
        named = ",".join(request.headers.getall("X-Forwarded-For", ())).rpartition(",")[2].strip()
        if named:
            return named
    return str(request.remote)


def neighbourhood_of(address: str) -> str:
    """What all addresses have in common that one host may use: of IPv6 the network, else all.

    An address that cannot be read, as a proxy may name one, stands for itself.
    """
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return address
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return f"{IPv6Address(int(known) >> _HOST_BITS << _HOST_BITS)}/{128 - _HOST_BITS}"


def parts_of(url: str) -> SplitResult:
    """The parts of an address; those of none if its host or port is impossible."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # only now it is looked at
    except ValueError:
        return urlsplit("")
    return parts


def listening_error(
    error: OSError, what: str, *, where: str, expected: str
) -> InputError | UnavailableError:
    """The error to raise where nobody can listen at an address: now, or ever."""
    kind = UnavailableError if error.errno in _LATER else InputError
    return kind(f"{what}: {error.strerror}", where=where, expected=expected)
