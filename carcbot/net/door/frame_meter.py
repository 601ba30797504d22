"""The frames of a client, followed from one to the next without looking into them.

aiohttp's reader takes frames without a mask, and tells nobody of fragments before their message is
whole: as many empty ones as a client likes. So their heads are read here first.
"""

from collections.abc import Callable
from typing import Final

__all__ = ["FrameMeter"]

_FINAL: Final = 0x80
_MASKED: Final = 0x80
_MASK_BYTES: Final = 4
_LONGER: Final = {126: 2, 127: 8}
"""How many bytes tell the size, where one does not."""
_LONGEST_HEAD: Final = 14
_SHORT_TEXT: Final = 0x81
_SHORTEST_HEAD: Final = 6
_MOST_SHORT: Final = 125


class FrameMeter:
    """Follows what one client sends.

    Args:
        on_fragment: Is called for each frame after which its message is not whole.
        on_bare: Is called for a frame without a mask; after that nothing is followed.

    Attributes:
        was_short: Whether what came last was one short frame, and nothing behind it.
    """

    def __init__(self, on_fragment: Callable[[], None], on_bare: Callable[[], None]) -> None:
        self._on_fragment = on_fragment
        self._on_bare = on_bare
        self._head = b""
        self._left = 0
        self.was_short = False

    def follow(self, data: bytes) -> bool:
        """Takes what has come; returns whether it may be read."""
        is_between = not (self._left or self._head)
        self.was_short = (
            is_between
            and 0 <= len(data) - _SHORTEST_HEAD <= _MOST_SHORT
            and data[0] == _SHORT_TEXT
            and data[1] == len(data) - _SHORTEST_HEAD + _MASKED
        )
        if self.was_short:  # nearly everything that comes is
            return True
        at = 0
        while at < len(data):
            if self._left:
                step = min(self._left, len(data) - at)
                self._left -= step
                at += step
                continue
            known = len(self._head)
            head = self._head + data[at : at + _LONGEST_HEAD - known]
            size = self._size_of(head)
            if size is None:
                self._on_bare()
                return False
            if len(head) < size:
                self._head = head
                return True
            at += size - known
            self._head = b""
            if not head[0] & _FINAL:
                self._on_fragment()
        return True

    def _size_of(self, head: bytes) -> int | None:
        """How long this head is, or will be at least; None if it has no mask.

        Once it is whole it is known what follows it.
        """
        if len(head) < 2:
            return 2
        if not head[1] & _MASKED:
            return None
        short = head[1] & ~_MASKED
        longer = _LONGER.get(short, 0)
        size = 2 + longer + _MASK_BYTES
        if len(head) >= size:
            self._left = int.from_bytes(head[2 : 2 + longer]) if longer else short
        return size
