"""Messages as they come, each to be taken once by a script that waits for it."""

import asyncio
from collections.abc import Mapping
from typing import Any

from carcbot.net.clock import now_ns
from carcbot.net.conform.kit import FailedError, Message, shown

__all__ = ["Inbox"]


class Inbox:
    """What one side of a connection has heard.

    Attributes:
        messages: All of them, in order.
        fault: What was heard that keeps no schema; whoever waits fails with it.
        end: How the connection ended, once it has: nothing more comes then.
    """

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.fault = ""
        self.end = ""
        self._taken: set[int] = set()
        self._news = asyncio.Event()

    def add(self, message: Message) -> None:
        """One more message."""
        self.messages.append(message)
        self._news.set()

    def wake(self) -> None:
        """Lets those who wait look again: something else has changed."""
        self._news.set()

    async def wait(self, seconds: float) -> None:
        """Waits until something has changed, but no longer than this.

        Raises:
            FailedError: What came keeps no schema.
        """
        self._news.clear()
        try:
            await asyncio.wait_for(self._news.wait(), seconds)
        except TimeoutError:
            return
        finally:
            self.check()

    def check(self) -> None:
        """Raises FailedError if something came that keeps no schema."""
        if self.fault:
            raise FailedError("a message that keeps its schema", self.fault)

    async def take(
        self, kinds: tuple[str, ...], fields: Mapping[str, Any], within: float, expected: str
    ) -> Message:
        """The first message of these types, and with these fields, that was not taken before.

        Raises:
            FailedError: None comes in time.
        """
        until_ns = now_ns() + int(within * 1e9)
        while True:
            self.check()
            for place, message in enumerate(self.messages):
                if place not in self._taken and _fits(message, kinds, fields):
                    self._taken.add(place)
                    return message
            left_s = (until_ns - now_ns()) / 1e9
            if left_s <= 0 or self.end:
                raise FailedError(expected, self.left())
            await self.wait(left_s)

    def take_all(self, kinds: tuple[str, ...], fields: Mapping[str, Any]) -> list[Message]:
        """All such messages that were not taken yet; they count as taken now."""
        places = self._places(kinds, fields)
        self._taken.update(places)
        return [self.messages[place] for place in places]

    def untaken(self, kinds: tuple[str, ...], fields: Mapping[str, Any]) -> list[Message]:
        """The same, but they can still be taken."""
        return [self.messages[place] for place in self._places(kinds, fields)]

    def left(self) -> str:
        """What came instead of what was waited for, for people."""
        if self.end:
            return self.end
        left = self.untaken((), {})
        return f"only {', '.join(map(shown, left[-3:]))}" if left else "nothing"

    def _places(self, kinds: tuple[str, ...], fields: Mapping[str, Any]) -> list[int]:
        return [
            place
            for place, message in enumerate(self.messages)
            if place not in self._taken and _fits(message, kinds, fields)
        ]


def _fits(message: Message, kinds: tuple[str, ...], fields: Mapping[str, Any]) -> bool:
    return (not kinds or message["type"] in kinds) and all(
        message.get(name) == value for name, value in fields.items()
    )
