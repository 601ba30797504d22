"""What the connections of the proof of scale say: one command again and again, or a mix."""

import random
from collections import Counter, deque
from typing import Final

import msgspec

from tests.proof.load_generator import Client

__all__ = ["Mixer", "Sender"]

_COMMAND: Final = b'{"type":"capacity","id":%d,"matches":4}'
_SEEK: Final = (
    b'{"type":"seek","id":%%d,"terms":{"game":"pot","options":"ones=%d,twos=%d,threes=%d"}}'
)
_CANCEL: Final = b'{"type":"cancel","id":%d,"offer":"NAME"}'
_OPEN: Final = b'{"type":"open","id":%d,"game":"pot"}'
_SIT: Final = b'{"type":"sit","id":%d,"match":"NAME"}'
_LEAVE: Final = b'{"type":"leave","id":%d,"match":"NAME"}'
_LISTS: Final = (b'{"type":"tables","id":%d}', b'{"type":"lobby","id":%d}')
_LIST_EACH: Final = 500
"""After so many commands of all comes one that asks for a list, which is long."""
_ADDRESSES: Final = 100
"""So many the connections come from: those of one have a common share of the tables."""
_ROUND: Final = 100
"""So many commands are a round, with one offer and one table: 20 seconds of a connection."""


class Sender(Client):
    """A connection with commands on their way.

    Attributes:
        due_ns: When they were to be sent.
        refused: What they were answered with that were errors, with the times.
    """

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number, 0, f"127.0.1.{number % _ADDRESSES + 1}")
        self.due_ns: deque[int] = deque()
        self.refused: Counter[str] = Counter()

    def command(self, number: int) -> bytes:
        """What it says next, as its command of this number."""
        return _COMMAND % number

    def hear(self, answer: bytes) -> None:
        """Takes in an answer."""
        if answer.startswith(b'{"type":"error"'):
            error = msgspec.json.decode(answer)
            self.refused[f"{error['code']}: {error['text']}"] += 1


class Mixer(Sender):
    """A connection that says something else each time.

    In each round it makes an offer and takes it back, and opens a table, sits down there and gets
    up again. Nobody seeks what it seeks, and nobody sits down where it sits, so no match begins.
    """

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        self._seek = _SEEK % (number % 10, number // 10 % 10, number // 100 % 10)
        offer, table = (self._seek, _CANCEL), (_OPEN, _SIT, _LEAVE)
        groups = [offer, table, *[(_COMMAND,)] * (_ROUND - len(offer) - len(table))]
        random.Random(number).shuffle(groups)
        self._round = [command for group in groups for command in group]
        self._said = 0
        self._name = b""
        self._asked: deque[bytes] = deque()

    def command(self, number: int) -> bytes:
        """What it says next, as its command of this number."""
        said = self._next(number)
        self._asked.append(said)
        return said.replace(b"NAME", self._name) % number

    def hear(self, answer: bytes) -> None:
        """Takes in an answer, and the name of what was made."""
        super().hear(answer)
        asked = self._asked.popleft()
        if asked in (_OPEN, self._seek):
            mark = b'"match":"' if asked == _OPEN else b'"offer":"'
            self._name = answer.partition(mark)[2].partition(b'"')[0]

    def _next(self, number: int) -> bytes:
        if number % _LIST_EACH == 0:
            return _LISTS[number // _LIST_EACH % 2]
        said = self._round[self._said % _ROUND]
        if b"NAME" in said and not self._name:
            return _COMMAND  # the name is not known yet
        if said in (_OPEN, self._seek):
            self._name = b""
        self._said += 1
        return said
