"""The messages between the pool and a worker: JSON objects, one a line."""

from typing import Final

import msgspec

from carcbot.search.budget import UNLIMITED, Budget

__all__ = ["Answer", "Forget", "Load", "Task", "decode_answer", "decode_order", "encode"]


class Task(msgspec.Struct, tag="task", omit_defaults=True):
    """A position to think about.

    Attributes:
        number: Comes back in the answer.
        agent: The agent's text.
        position: The position's text.
        seed: For a search that begins anew.
        budget: What may be spent.
        began_ns: The moment of the machine's monotonic clock from which its seconds count.
        search: The number on the blackboard of a search that several workers do together; 0 is one
            that this worker does alone.
        session: Under what name the search is kept, and looked for; empty is neither.
        plies: What happened in the session since its last position.
        grace_s: How much longer than its budget the answer is waited for.
    """

    number: int
    agent: str
    position: str
    seed: int
    budget: Budget = UNLIMITED
    began_ns: int = 0
    search: int = 0
    session: str = ""
    plies: list[str] = []
    grace_s: float = 0.0

    @property
    def ends_ns(self) -> int:
        """When the decision has to be there; 0 is never."""
        ends_ns = self.budget.ends_ns(self.began_ns)
        return ends_ns and ends_ns + round(self.grace_s * 1e9)


class Load(msgspec.Struct, tag="load"):
    """A user's own agent will be asked: what it takes to load it is not to come out of its time.

    Attributes:
        number: Comes back in the answer.
        agent: The agent's text.
    """

    number: int
    agent: str


class Forget(msgspec.Struct, tag="forget"):
    """A session is over."""

    session: str


class Answer(msgspec.Struct, omit_defaults=True):
    """The end of a task; what was found out is on the worker's board.

    Attributes:
        number: The task's, or what was loaded; 0 says that the worker is ready for the first one.
        move: What a user's own agent chose; empty for our searches.
        kept: Whether the search went on from an earlier one of its session.
        fault: What went wrong: code, what, where, expected; empty if nothing did.
    """

    number: int
    move: str = ""
    kept: bool = False
    fault: list[str] = []


_orders: Final[msgspec.json.Decoder[Task | Load | Forget]] = msgspec.json.Decoder(
    Task | Load | Forget
)
_answers: Final = msgspec.json.Decoder(Answer)
_encoder: Final = msgspec.json.Encoder()


def encode(message: Task | Load | Forget | Answer) -> bytes:
    """The message as a line."""
    return _encoder.encode(message) + b"\n"


def decode_order(line: bytes) -> Task | Load | Forget:
    """A message from the pool."""
    return _orders.decode(line)


def decode_answer(line: bytes) -> Answer:
    """A message from a worker."""
    return _answers.decode(line)
