"""What the parts of a referee are tried with: connections and an outlet that keep what they get."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from carcbot.match.moments import Moments
from carcbot.messages.client import Move, Open, Sit
from carcbot.messages.parts import ClockSpec, Policy
from carcbot.messages.server import Ack, Error, Message
from carcbot.net.clock import now_ns
from carcbot.net.host.bot_launcher import BotLauncher
from carcbot.net.host.floor import Floor
from carcbot.net.host.hearer import TalkFrame
from carcbot.net.host.house_bots import HouseBots
from carcbot.net.host.journals import Journals
from carcbot.net.host.lobby_keeper import LobbyKeeper
from carcbot.net.host.referee_metrics import RefereeMetrics
from carcbot.net.host.room import Room
from carcbot.net.process.process_limits import USUAL
from carcbot.net.settings import USUAL_LIMITS
from carcbot.net.store.tokens import Tokens
from carcbot.referee.abilities import Abilities
from carcbot.referee.hall import Hall
from carcbot.referee.round_trips import RoundTrips
from carcbot.referee.table import Table
from tests.referee.hosts import LONG_POT, SEED

HOUR = ClockSpec("per_move", 0, 3_600_000_000)


class Listener:
    """A client as tables know it; it keeps what is put for it and what is sent to it."""

    def __init__(self, account: str | None = None, *, features: tuple[str, ...] = ()) -> None:
        self.account = account
        self.address = "198.51.100.7"
        self.can = Abilities(features)
        self.matches: set[str] = set()
        self.trips = RoundTrips(0)
        self.waiting_bytes = 0
        self.unheard_since_ns: int | None = None
        self.got: list[Message] = []
        self.talk: list[Message] = []
        self.frames: list[bytes] = []
        self.asked: list[tuple[Table, int]] = []
        self.closed: list[int] = []

    def put(self, message: Message) -> None:
        """Keeps it."""
        self.got.append(message)

    def put_talk(self, message: Message) -> None:
        """Keeps it."""
        self.talk.append(message)

    def put_as_read(self, messages: Iterable[Message]) -> None:
        """Keeps all of them."""
        self.got += messages

    def ask(self, table: Table, seat: int) -> None:
        """Notes it."""
        self.asked.append((table, seat))

    def send(self, frames: list[bytes]) -> None:
        """Keeps them; they are sent, so clocks run."""
        self.frames += frames
        for table, seat in self.asked:
            table.play.request_sent(seat, now_ns())
        self.asked.clear()

    def close(self, code: int, error: Error | None = None) -> None:
        """Notes it."""
        del error
        self.closed.append(code)

    def kinds(self) -> list[str]:
        """The types of all that was sent to it, in their order."""
        return [kind_of(each) for each in self.frames]


class Outlet:
    """Keeps what rooms put, and for whom."""

    def __init__(self) -> None:
        self.put_now: list[tuple[object, bytes]] = []
        self.put_late: list[tuple[object, bytes]] = []
        self.galleries: list[Room] = []

    def put(self, clients: Iterable[object], frame: bytes) -> None:
        """Keeps it."""
        self.put_now += [(each, frame) for each in clients]

    def put_later(self, clients: Iterable[object], frame: bytes) -> None:
        """Keeps it."""
        self.put_late += [(each, frame) for each in clients]

    def add_gallery(self, room: Room) -> None:
        """Keeps it."""
        self.galleries.append(room)

    def kinds(self, client: object) -> list[str]:
        """The types of what a client is to get at the end of this round."""
        return [kind_of(frame) for each, frame in self.put_now if each is client]

    def kinds_late(self, client: object) -> list[str]:
        """The types of what a client is to get when it is its table's turn."""
        return [kind_of(frame) for each, frame in self.put_late if each is client]


def kind_of(frame: bytes) -> str:
    """The type of the first message in a frame, with a mark if it is talk."""
    kind = frame.split(b'"type":"', 1)[1].split(b'"', 1)[0].decode()
    return f"{kind} (talk)" if isinstance(frame, TalkFrame) else kind


class FullDisk:
    """Journals that can be told to refuse every write."""

    def __init__(self, journals: Journals) -> None:
        self.journals = journals
        self.log: list[str] = []
        self.is_full = False
        self._append = journals.append
        journals.append = self._write  # type: ignore[method-assign]

    def _write(self, match: str, lines: list[bytes]) -> None:
        if self.is_full:
            raise OSError(28, "No space left on device")
        self._append(match, lines)
        self.log.append(f"wrote {len(lines)}")


class House:
    """A floor with everything that it needs, but no connection and no database.

    Attributes:
        floor: The floor.
        disk: Where its journals are.
        over: The matches that have become records, with their files.
        taken_away: The tables that were taken away.
    """

    def __init__(self, folder: Path) -> None:
        self.over: dict[str, Path] = {}
        self.taken_away: list[str] = []
        journals = Journals(folder, fsync=False, key=Ed25519PrivateKey.generate(), packs=False)
        self.disk = FullDisk(journals)
        self.metrics = RefereeMetrics(dict)
        self.numbers = iter(range(1, 1000))
        self.floor = Floor(
            Hall(USUAL_LIMITS, Moments(), "test/1", chat=True),
            journals=journals,
            keeper=LobbyKeeper(None),
            house_bots=HouseBots("greedy", BotLauncher(Tokens(), USUAL), 1),
            metrics=self.metrics,
            name_and_seed=lambda: (f"m{next(self.numbers)}", SEED.hex()),
            on_result=lambda table, path: self.over.update({table.match: path}),
            on_taken_away=self.taken_away.append,
            veil_turns=None,
        )

    def guest(self, account: str, **more: tuple[str, ...]) -> Listener:
        """Somebody who is here."""
        client = Listener(account, **more)
        self.floor.guests[account] = client
        self.floor.hall.directory.note_address(account, client.address)
        self.floor.hall.lobby.came(account, "test/1", client.can)
        return client

    def open(self, policy: Policy | None = None, options: str = LONG_POT) -> str:
        """Opens a table for a game of some moves."""
        return self.floor.open_table(Open(1, "pot", options, HOUR, policy or Policy()))

    def begun(self, *names: str, policy: Policy | None = None) -> tuple[str, list[Listener]]:
        """A match that has begun, and its players."""
        match, clients = self.open(policy), [self.guest(name) for name in names]
        for seat, client in enumerate(clients):
            self.say(client, Sit(1, match, seat))
        return match, clients

    def say(self, client: Listener, command: object) -> None:
        """A client says something."""
        self.floor.carry_out(client, client.account or "", command, now_ns())  # type: ignore[arg-type]

    def move(self, match: str, clients: list[Listener]) -> Listener:
        """Whoever is to move does; returns who that was."""
        table = self.floor.hall.directory.find(match)
        seat = table.state.to_move
        asked = table.play._pending
        assert asked is not None
        self.say(clients[seat], Move(1, match, asked.seq, table.state.legal_moves()[0]))
        return clients[seat]

    def room(self, match: str) -> Room:
        """The room of a match that is there."""
        room = self.floor.rooms.find(match)
        assert room is not None
        return room


@contextmanager
def house(folder: Path) -> Iterator[House]:
    """A house for a while."""
    made = House(folder)
    try:
        yield made
    finally:
        made.floor.close()
        made.disk.journals.close()


def error_of(client: Listener) -> Error:
    """What went wrong last, as a client was told."""
    return next(each for each in reversed(client.got) if isinstance(each, Error))


def acks_of(client: Listener) -> list[Ack]:
    """What was acknowledged to a client."""
    return [each for each in client.got if isinstance(each, Ack)]
