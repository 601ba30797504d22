"""A match between two bots' sessions at the table of a referee that need not be honest."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from carcbot.bot.seated_match import SeatedMatch
from carcbot.errors import FileInputError
from carcbot.messages.client import Open
from carcbot.messages.events import Event, Result
from carcbot.messages.joint import Withheld
from carcbot.messages.parts import ChanceMode
from carcbot.messages.server import Request
from carcbot.referee.commands import carry_out
from carcbot.referee.step import Step
from carcbot.referee.table import Table
from carcbot.replay.verification import verify
from tests.bot.pairing import Meddle, Pair, as_it_comes
from tests.proof.trust_records import vouched
from tests.referee.hosts import LONG_POT
from tests.replay.records import PUBLIC, record_of

__all__ = ["Evening", "Room", "honest"]


@dataclass(slots=True)
class Evening:
    """What came of a match.

    Attributes:
        told: What each bot has to say of the referee.
        heard: The events as each bot heard them.
        record: What the referee shows afterwards, signed.
        notes: What else everybody could see.
    """

    told: dict[str, list[str]]
    heard: dict[str, list[Event]]
    record: bytes
    notes: list[str] = field(default_factory=list)

    @property
    def troubles(self) -> str:
        """All that bots were told of by themselves."""
        return "; ".join(text for texts in self.told.values() for text in texts)

    @property
    def verdict(self) -> str:
        """What `carcbot replay verify` says of the record."""
        record = record_of(self.record)
        try:
            return verify(record, PUBLIC)
        except FileInputError as error:
            return str(error)

    @property
    def shows_another_chain(self) -> bool:
        """Whether the record does not end as the players heard it end."""
        last = record_of(self.record).result
        ends = {
            event.chain
            for heard in self.heard.values()
            for event in heard
            if isinstance(event, Result)
        }
        return last is None or ends != {last.chain}


class Room(Pair):
    """A table with a dishonest referee; its journal is kept.

    Attributes:
        journal: Its lines.
        table: Where.
    """

    def __init__(
        self,
        chance: ChanceMode,
        accounts: Iterable[str] = ("ann", "bob"),
        *,
        choose: Callable[[SeatedMatch, Request], str] = as_it_comes,
        meddle: Meddle = lambda _, message: [message],
        seed: int = 0,
    ) -> None:
        self.journal: list[bytes] = []
        super().__init__(accounts, choose=choose, meddle=meddle, seed=seed)
        answer = carry_out(self.hall, Open(1, "pot", LONG_POT, chance=chance), self._asked("host"))
        assert answer.table is not None
        self.table = answer.table
        self.journal += answer.step.lines

    def tell(self, table: Table, step: Step) -> None:
        """Says what came of something, and keeps what was written."""
        self.journal += step.lines
        for say in step.says:
            if isinstance(say.message, Withheld):  # who has lost the seat hears of it as well
                for account in say.message.accounts:
                    self.put(account, say.message)
        super().tell(table, step)

    def evening(self) -> Evening:
        """What came of it all."""
        told = {account: notes.troubles for account, notes in self.notes.items()}
        heard = {account: notes.seen for account, notes in self.notes.items()}
        return Evening(told, heard, vouched(b"".join(self.journal)))


def honest(chance: ChanceMode, seed: int = 0) -> Evening:
    """A match at which the referee does what it should."""
    room = Room(chance, seed=seed)
    room.play()
    return room.evening()
