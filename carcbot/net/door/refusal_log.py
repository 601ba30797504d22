"""What is logged of strangers who are refused: a few lines a second, however many there are."""

from collections import Counter
from typing import Final

import structlog

from carcbot.net.clock import now_ns
from carcbot.referee.token_bucket import TokenBucket

__all__ = ["RefusalLog"]

_PER_S: Final = 1.0
_AT_ONCE: Final = 20

_log = structlog.get_logger()


class RefusalLog:
    """Logs what strangers cause, so that they cannot fill a disk, nor hide what else is logged.

    Each kind of event has its own count. What was left out is told with the next of its kind.
    """

    def __init__(self) -> None:
        self._buckets: dict[str, TokenBucket] = {}
        self._untold: Counter[str] = Counter()

    def tell(self, event: str, **fields: object) -> None:
        """Somebody was refused, who has no account here or none that is known."""
        moment = now_ns()
        bucket = self._buckets.setdefault(event, TokenBucket(_PER_S, _AT_ONCE, moment))
        if bucket.take(moment):
            self._untold[event] += 1
            return
        if untold := self._untold.pop(event, 0):
            fields["untold"] = untold
        _log.warning(event, **fields)
