"""What a bot does on the wire, as a machine without a socket or a clock.

Messages of the referee go in, wishes come out: commands to send, positions to think about. The
session outlives connections: after each new one it says hello and resumes every match where it
was, so that each event counts once; a move that was on its way is sent again.
"""

from collections.abc import Callable
from dataclasses import dataclass

from carcbot.bot.chair import Chair, LostWayError
from carcbot.bot.pact import Pact
from carcbot.games import registry
from carcbot.messages.client import ClientHello, Command, Desync, Move, Resume
from carcbot.messages.codec import Malformed, Unknown
from carcbot.messages.competitions import Called, CompetitionNews
from carcbot.messages.events import Drawn, Event, Moved, Out, Result, Started
from carcbot.messages.joint import Commit, Joint, Reveal, Withheld
from carcbot.messages.lobby import Offered, OfferOver
from carcbot.messages.parts import PROTOCOL, Analysis
from carcbot.messages.server import Ack, Error, Message, Request, ServerHello, Sync

__all__ = [
    "Again",
    "Answered",
    "Over",
    "Refused",
    "Seen",
    "Send",
    "Session",
    "Think",
    "Told",
    "Trouble",
    "Unseated",
    "Wish",
]


@dataclass(frozen=True, slots=True)
class Send:
    """A command is to be sent."""

    command: Command


@dataclass(frozen=True, slots=True)
class Think:
    """A move is to be chosen, and told to `Session.decided`."""

    chair: Chair
    request: Request


@dataclass(frozen=True, slots=True)
class Seen:
    """An event was taken in."""

    chair: Chair
    event: Event


@dataclass(frozen=True, slots=True)
class Over:
    """A match is over."""

    chair: Chair
    result: Result


@dataclass(frozen=True, slots=True)
class Again:
    """`Session.again` is to be called for a match after some seconds."""

    chair: Chair
    seconds: float


@dataclass(frozen=True, slots=True)
class Answered:
    """A command was carried out."""

    ack: Ack


@dataclass(frozen=True, slots=True)
class Refused:
    """A command was not carried out, or the referee has no more to say."""

    error: Error


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something is wrong that people should know of: in which match, and at which seat there."""

    text: str
    match: str = ""
    seat: int | None = None


_KNOWN = frozenset(
    {"analysis", "competitions", "deck", "digest", "joint", "lobby", "resume", "watch"}
)
"""Features that a referee may ask for."""


@dataclass(frozen=True, slots=True)
class Told:
    """Something was said of an offer in the lobby, or of a competition."""

    message: Offered | OfferOver | CompetitionNews | Called


@dataclass(frozen=True, slots=True)
class Unseated:
    """A seat at a table was lost before its match began."""

    match: str


Wish = Send | Think | Seen | Over | Again | Answered | Refused | Told | Trouble | Unseated


class Session:
    """All matches of one account.

    Args:
        product: The bot's name and version.
        token: Of the account.
        nonces: Gives 32 bytes, in hex, that nobody can guess.

    Attributes:
        account: Who one is, once the referee has said it.
        chairs: The matches that go on, by name.
        hello: What the referee has said of itself.
        is_welcome: Whether the hello was accepted on this connection.
        drains: Whether the referee starts no more matches.
    """

    def __init__(self, product: str, token: str, nonces: Callable[[], str]) -> None:
        self.account = ""
        self.chairs: dict[str, Chair] = {}
        self.hello: ServerHello | None = None
        self.is_welcome = False
        self.drains = False
        self._product = product
        self._token = token
        self._nonces = nonces
        self._count = 0

    def number(self) -> int:
        """The id of the next command."""
        self._count += 1
        return self._count

    def connected(self) -> None:
        """A new connection is there; the referee speaks first."""
        self.is_welcome = False
        self.drains = False

    def hear(  # noqa: C901, PLR0911 - one answer for each kind of message
        self, message: Message | Unknown | Malformed
    ) -> list[Wish]:
        """What follows from a message."""
        match message:
            case ServerHello():
                return self._greet(message)
            case Ack():
                return self._acknowledged(message)
            case Error():
                return self._refused(message)
            case Request():
                return self._asked(message)
            case Sync():
                return self._synced(message)
            case Offered() | OfferOver() | CompetitionNews() | Called():
                return [Told(message)]
            case Joint() | Withheld():
                return self._agree(message)
            case Started() | Drawn() | Moved() | Out() | Result():
                return self._happened(message)
            case Malformed():
                return [Trouble(f"the referee says what cannot be understood: {message.text}")]
            case _:
                if getattr(message, "code", "") == "draining":
                    self.drains = True
                return []

    def decided(self, chair: Chair, seq: int, move: str, analysis: Analysis | None) -> list[Wish]:
        """A move was chosen; it is sent if it is still wanted."""
        if chair.request is None or chair.request.seq != seq:
            return []
        chair.chosen = (seq, move)
        if not self.is_welcome:
            return []  # it is sent when the match is resumed
        return [Send(Move(self.number(), chair.match, seq, move, analysis))]

    def sit(self, match: str) -> Chair:
        """One has taken a seat in a match that may begin at any moment."""
        return self.chairs.setdefault(match, Chair(match))

    # ------------------------------------------------------------ inside

    def _greet(self, hello: ServerHello) -> list[Wish]:
        self.hello = hello
        unknown = [each for each in hello.requires if each not in _KNOWN]
        if unknown:
            text = f"the referee asks for {unknown[0]!r}, which this bot does not know"
            return [Refused(Error("unsupported_feature", text, fatal=True))]
        if not hello.protocol.min <= PROTOCOL <= hello.protocol.max:
            spoken = f"{hello.protocol.min} to {hello.protocol.max}"
            text = f"the referee speaks the versions {spoken}, this bot {PROTOCOL}"
            return [Refused(Error("unsupported_protocol", text, fatal=True))]
        number = self.number()
        mine = {name: registry.get(name).rules for name in registry.names()}
        said = ClientHello(
            number, self._product, self._token, features=("digest", "joint"), games=mine
        )
        return [Send(said)]

    def _acknowledged(self, ack: Ack) -> list[Wish]:
        if ack.welcome is None:
            return [Answered(ack)]
        self.is_welcome = True
        self.account = ack.welcome.account
        wishes: list[Wish] = [Answered(ack)]
        goes_on = {ref.match for ref in ack.welcome.seats}
        for ref in ack.welcome.seats:
            self.sit(ref.match)
        for match, chair in self.chairs.items():
            if chair.seq or match in goes_on:
                wishes.append(Send(Resume(self.number(), match, chair.seq)))
        return wishes

    def _refused(self, error: Error) -> list[Wish]:
        wishes: list[Wish] = [Refused(error)]
        chair = self.chairs.get(error.match or "")
        if chair is None:
            return wishes
        match error.code:
            case "unknown_match" | "not_seated":
                del self.chairs[chair.match]
            case "stale" if chair.request is None:
                chair.begin_anew()
                wishes.append(Send(Resume(self.number(), chair.match, 0)))
            case "stale":
                chair.request = None
                chair.chosen = None
                wishes.append(Send(Resume(self.number(), chair.match, chair.seq)))
            case "illegal_move" if chair.request is not None:
                chair.chosen = None
                text = "the referee does not take a move that is legal here"
                wishes += self._lost(chair, chair.digest, text)
            case "too_fast" if chair.request is not None and chair.chosen is not None:
                wishes.append(Again(chair, error.retry_after or 1.0))
            case _:
                pass
        return wishes

    def again(self, chair: Chair) -> list[Wish]:
        """Sends the move again that came too soon after others."""
        if chair.request is None or chair.chosen is None or chair.chosen[0] != chair.request.seq:
            return []
        return [Send(Move(self.number(), chair.match, *chair.chosen))]

    def _lost(self, chair: Chair, digest: str, text: str) -> list[Wish]:
        """What to do where one's own view, of this digest, cannot be right."""
        chair.is_lost = True
        chair.request = None
        desync = Desync(self.number(), chair.match, chair.seq, digest)
        told = f"match {chair.match}, event {chair.seq}: {text}"
        return [Trouble(told, chair.match, chair.seat), Send(desync)]

    def _agree(self, joint: Joint | Withheld) -> list[Wish]:
        """Commits to a nonce, or reveals it if everything is as it was said before."""
        if isinstance(joint, Withheld):
            return self._withheld(joint)
        chair = self.sit(joint.match)
        pact = chair.pact
        if pact is None or pact.asked.round != joint.round:
            pact = chair.pact = Pact(joint, self._nonces())
        if not joint.commitments:
            command: Command = Commit(self.number(), joint.match, joint.round, pact.commitment)
        elif pact.may_reveal(joint):
            command = Reveal(self.number(), joint.match, joint.round, pact.nonce)
        else:
            text = f"match {joint.match}: the referee does not keep to its commitments"
            return [Trouble(text, joint.match, joint.seat)]
        return [Send(command)]

    def _withheld(self, message: Withheld) -> list[Wish]:
        """Seats are free again; if one's own is among them, one is not at that table any more."""
        if self.account not in message.accounts or message.match not in self.chairs:
            return []
        del self.chairs[message.match]
        text = f"match {message.match}: our seat was taken from us: {message.text}"
        return [Trouble(text, message.match), Unseated(message.match)]

    def _asked(self, request: Request) -> list[Wish]:
        chair = self.chairs.get(request.match)
        if chair is None or chair.is_lost:
            return []
        chair.is_out = False  # whoever is asked plays: a house bot reads of its predecessor's end
        if request.seq > chair.seq:
            return [Send(Resume(self.number(), chair.match, chair.seq))]
        is_old = chair.request is not None and chair.request.seq == request.seq
        chair.request = request
        if chair.chosen is not None and chair.chosen[0] == request.seq:
            return [Send(Move(self.number(), chair.match, *chair.chosen))]
        return [] if is_old else [Think(chair, request)]

    def _synced(self, sync: Sync) -> list[Wish]:
        chair = self.chairs.get(sync.match)
        if chair is None:
            return []
        try:
            chair.resume(sync)
        except LostWayError:
            if chair.was_begun_anew:
                text = f"match {sync.match}: even the referee's own view differs here"
                return [Trouble(text, sync.match, chair.seat)]
            # a view that cannot be read here may still be rebuilt from the events
            chair.begin_anew()
            return [Send(Resume(self.number(), chair.match, 0))]
        # whatever was thought before was thought about something else
        chair.request = None
        chair.chosen = None
        return [Send(Resume(self.number(), chair.match, chair.seq))]

    def _happened(self, event: Event) -> list[Wish]:
        chair = self.chairs.get(event.match)
        if chair is None:
            if not isinstance(event, Started) or event.seat is None:
                return []
            chair = self.sit(event.match)
        before = chair.seq
        try:
            is_new = chair.see(event)
        except LostWayError as lost:
            if event.seq > before + 1:
                return [Send(Resume(self.number(), chair.match, before))]
            return self._lost(chair, lost.digest, f"the digest is {lost.digest} here")
        wishes: list[Wish] = [Seen(chair, event)] if is_new else []
        if isinstance(event, Result) and is_new:
            self.chairs.pop(event.match, None)
            broken = chair.broken_promise()
            if broken:
                wishes.append(Trouble(f"match {event.match}: {broken}", event.match, chair.seat))
            wishes.append(Over(chair, event))
        return wishes
