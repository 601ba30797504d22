"""Tests of carcbot.net.addresses."""

import errno
import os

import pytest
from aiohttp.test_utils import make_mocked_request
from multidict import CIMultiDict

from carcbot.errors import InputError, UnavailableError
from carcbot.net.addresses import address_of, listening_error, neighbourhood_of


@pytest.mark.parametrize(
    ("lines", "address"),
    (
        ((), "10.0.0.1"),
        (("203.0.113.5",), "203.0.113.5"),
        (("10.0.0.9, 203.0.113.5",), "203.0.113.5"),
        (("10.0.0.9", "203.0.113.5"), "203.0.113.5"),
        (("2001:db8::7",), "2001:db8::7"),
        (("",), "10.0.0.1"),
    ),
)
def test_behind_a_proxy(lines: tuple[str, ...], address: str) -> None:
    """The last word of the header counts, in whichever line; without a proxy nothing of it."""
    headers = CIMultiDict([("X-Forwarded-For", line) for line in lines])
    request = make_mocked_request("GET", "/", headers).clone(remote="10.0.0.1")
    assert address_of(request, behind_proxy=True) == address
    assert address_of(request, behind_proxy=False) == "10.0.0.1"


@pytest.mark.parametrize(
    ("address", "neighbourhood"),
    (
        ("203.0.113.5", "203.0.113.5"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("None", "None"),
        ("unknown", "unknown"),
    ),
)
def test_neighbourhoods(address: str, neighbourhood: str) -> None:
    """Whoever chooses among 2^64 addresses of a network has one place, and not as many."""
    assert neighbourhood_of(address) == neighbourhood


@pytest.mark.parametrize(
    ("number", "kind"),
    (
        (errno.EADDRINUSE, UnavailableError),
        (errno.EADDRNOTAVAIL, UnavailableError),
        (errno.EACCES, InputError),
    ),
)
def test_what_may_pass(number: int, kind: type[Exception]) -> None:
    """Who is started again by the system gets an address that is free by then."""
    error = listening_error(
        OSError(number, os.strerror(number)), "cannot listen", where="h:1", expected="another"
    )
    assert type(error) is kind
    assert os.strerror(number) in str(error)
