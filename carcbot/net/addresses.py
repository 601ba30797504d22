"""Where those are who ask something of a referee."""

from aiohttp import web

__all__ = ["address_of"]


def address_of(request: web.Request, *, behind_proxy: bool) -> str:
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
