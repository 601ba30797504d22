"""A connection over HTTP: what may be said over it, and what is answered to what is no HTTP."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import StreamReader, hdrs, web
from aiohttp.web_protocol import RequestHandler, RequestPayloadError

from carcbot.net.door.arrivals import FairQueue
from carcbot.net.door.doorway import KEPT_ALIVE_S, Visitor
from carcbot.net.door.refusal_log import RefusalLog

__all__ = ["HttpConnection", "checked", "goes_on"]

Handler = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]

_REQUEST_BYTES: Final = 5 * 1024 * 1024
"""The largest request: a record that somebody wants to look at, with all that is around it."""
_UNASKED_BYTES: Final = 64 * 1024
_UNASKED_S: Final = 1.0
"""What is still read of a request that was answered already, so that its sender gets the answer."""
_MOST_HEADERS: Final = 64


class HttpConnection(RequestHandler):
    """One connection, as aiohttp serves it, with limits to what is read that nobody asks for.

    No body is ever unpacked: whoever asks for one gets it as it came.

    Args:
        server: What has the pages.
        visitor: The connection at the doorway.
        refusal_log: Where it is told who speaks no HTTP.
    """

    __slots__ = ("_answered", "_heard", "_is_client", "_refusal_log", "visitor")

    def __init__(self, server: web.Server, visitor: Visitor, refusal_log: RefusalLog) -> None:
        super().__init__(
            server,
            loop=asyncio.get_running_loop(),
            keepalive_timeout=KEPT_ALIVE_S,
            lingering_time=_UNASKED_S,
            max_headers=_MOST_HEADERS,
            auto_decompress=False,
            access_log=None,  # type: ignore[arg-type]  # it is Optional everywhere else
        )
        self.visitor = visitor
        self._refusal_log = refusal_log
        self._heard = 0
        self._answered: StreamReader | None = None
        self._is_client = False

    def let_in(self) -> None:
        """It is a client's from now on: there are other limits to what that may say."""
        self._is_client = True
        self.visitor.let_in()

    def data_received(self, data: bytes) -> None:
        """Takes what has come, if that is not too much for one request."""
        if not self._is_client:
            self._heard += len(data)
            is_asked = self._answered is None or self._answered.is_eof()
            if self._heard > (_REQUEST_BYTES if is_asked else _UNASKED_BYTES):
                self.force_close()
                return
        super().data_received(data)
        error = getattr(self._messages[-1][0], "exc", None) if self._messages else None
        if isinstance(error, Exception):
            error.__traceback__ = None  # it leads to where the error itself is remembered
        if self._message_tail:  # nobody may say anything before a websocket is granted
            self.force_close()

    def connection_lost(self, exc: BaseException | None) -> None:
        """It is gone."""
        super().connection_lost(exc)
        self._answered = None  # it knows this object
        self.visitor.leave()

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Sends the answer; of the rest of the request hardly anything is read."""
        self._heard = 0
        if self.transport is not None:
            self._answered = request.content
        if isinstance(resp, web.HTTPException):
            _forget(request, resp)
        finished = await super().finish_response(request, resp, start_time)
        self.visitor.answered()
        return finished

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answers what is no HTTP, or what a page of ours has not foreseen."""
        if status == 400 or isinstance(exc, RequestPayloadError | ConnectionError):
            words = str(message or exc).strip().partition("\n")[0]
            said = words.encode("ascii", "backslashreplace").decode()
            self._refusal_log.tell("what came is no HTTP", address=self.visitor.address, error=said)
            if request.writer.output_size:
                raise ConnectionError("the answer has begun already") from exc
            answer = web.Response(
                status=400, text=f"this is no HTTP as it is spoken here: {said}\n"
            )
            answer.force_close()
            return answer
        return super().handle_error(request, status, exc, message)


def _forget(request: web.BaseRequest, refusal: web.HTTPException) -> None:
    """Lets go of how a refusal came about: both ways of that lead back to where they begin."""
    refusal.__traceback__ = None
    match = getattr(request, "_match_info", None)  # there is none before the page was looked for
    if match is not None and match.http_exception is not None:
        match.route._handler = None  # noqa: SLF001 - a method of its own


def goes_on(request: web.BaseRequest) -> None:
    """Its reader has taken a part of a long answer: how long the rest takes counts from now."""
    if isinstance(request.protocol, HttpConnection):
        request.protocol.visitor.asks()


def checked(handler: Handler, fair_queue: FairQueue) -> Handler:
    """What every request comes by first: it has to be readable, and waits for its turn.

    Args:
        handler: Answers those that are.
        fair_queue: Where they wait.
    """

    async def check(request: web.BaseRequest) -> web.StreamResponse:
        goes_on(request)
        for name, value in (("the address", request.path), *request.headers.items()):
            try:
                value.encode()
            except UnicodeEncodeError as error:
                raise web.HTTPBadRequest(text=f"{name} is no text in UTF-8\n") from error
        packed = request.headers.get(hdrs.CONTENT_ENCODING, "identity")
        if packed != "identity":
            raise web.HTTPUnsupportedMediaType(
                text=f"nothing is unpacked here: send it without Content-Encoding: {packed}\n",
                headers={hdrs.ACCEPT_ENCODING: "identity"},
            )
        await fair_queue.wait()
        return await handler(request)

    return check
