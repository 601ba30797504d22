"""What a bot says to the referee, as a state machine without a socket or a clock.

Messages of the referee go in, actions come out: commands to send, positions to think about. The
session outlives connections: after each new one it says hello and resumes every match where it
was, so that each event counts once; a move that was on its way is sent again.
"""

from collections.abc import Callable
from dataclasses import dataclass

from carcbot.bot.joint_seed import JointSeedPart
from carcbot.bot.seated_match import OutOfSyncError, SeatedMatch
from carcbot.games import registry
from carcbot.messages.client import ClientHello, Command, Desync, Move, Resign, Resume
from carcbot.messages.codec import Malformed, Unknown
from carcbot.messages.competitions import Called, CompetitionNews
from carcbot.messages.events import Drawn, Event, Moved, Out, Result, Started
from carcbot.messages.joint import Commit, Joint, Reveal, Withheld
from carcbot.messages.lobby import Offered, OfferOver
from carcbot.messages.parts import PROTOCOL, Analysis
from carcbot.messages.server import Ack, Error, Message, Request, ServerHello, Sync

__all__ = [
    "Action",
    "Answered",
    "EventSeen",
    "LobbyNews",
    "MatchOver",
    "Refused",
    "Retry",
    "Send",
    "Session",
    "Think",
    "Trouble",
    "Unseated",
]


@dataclass(frozen=True, slots=True)
class Send:
    """Send this command."""

    command: Command


@dataclass(frozen=True, slots=True)
class Think:
    """Choose a move, and pass it to `Session.decided`."""

    seated: SeatedMatch
    request: Request


@dataclass(frozen=True, slots=True)
class EventSeen:
    """An event was applied."""

    seated: SeatedMatch
    event: Event


@dataclass(frozen=True, slots=True)
class MatchOver:
    """A match is over."""

    seated: SeatedMatch
    result: Result


@dataclass(frozen=True, slots=True)
class Retry:
    """Call `Session.retry` for this match after so many seconds."""

    seated: SeatedMatch
    seconds: float


@dataclass(frozen=True, slots=True)
class Answered:
    """A command was carried out."""

    ack: Ack


@dataclass(frozen=True, slots=True)
class Refused:
    """A command was refused, or the referee ends the connection."""

    error: Error


@dataclass(frozen=True, slots=True)
class Trouble:
    """A problem that people should know of, with the match and seat that it is about."""

    text: str
    match: str = ""
    seat: int | None = None


_KNOWN = frozenset(
    {"analysis", "competitions", "deck", "digest", "joint", "lobby", "resume", "watch"}
)
"""Features that a referee may ask for."""


@dataclass(frozen=True, slots=True)
class LobbyNews:
    """News of an offer in the lobby, or of a competition."""

    message: Offered | OfferOver | CompetitionNews | Called


@dataclass(frozen=True, slots=True)
class Unseated:
    """A seat at a table was lost before its match began."""

    match: str


Action = (
    Send
    | Think
    | EventSeen
    | MatchOver
    | Retry
    | Answered
    | Refused
    | LobbyNews
    | Trouble
    | Unseated
)
"""What a session asks its owner to do, or tells it."""


class Session:
    """All matches of one account.

    Args:
        product: The bot's name and version.
        token: Of the account.
        nonces: Gives 32 bytes, in hex, that nobody can guess.

    Attributes:
        account: The account, once the referee has said it.
        matches: The matches in progress, by name.
        hello: What the referee has said of itself.
        is_welcome: Whether the hello was accepted on this connection.
        drains: Whether the referee starts no more matches.
    """

    def __init__(self, product: str, token: str, nonces: Callable[[], str]) -> None:
        self.account = ""
        self.matches: dict[str, SeatedMatch] = {}
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
        """Tells that there is a new connection; the referee speaks first."""
        self.is_welcome = False
        self.drains = False

    def hear(  # noqa: C901, PLR0911 - one answer for each kind of message
        self, message: Message | Unknown | Malformed
    ) -> list[Action]:
        """The actions that follow from a message."""
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
                return [LobbyNews(message)]
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

    def decided(
        self, seated: SeatedMatch, seq: int, move: str, analysis: Analysis | None
    ) -> list[Action]:
        """Sends the chosen move, if it is still asked for."""
        if seated.request is None or seated.request.seq != seq:
            return []
        seated.chosen = (seq, move, analysis)
        if not self.is_welcome:
            return []  # it is sent when the match is resumed
        return [Send(Move(self.number(), seated.match, seq, move, analysis))]

    def give_up(self, seated: SeatedMatch) -> list[Action]:
        """Gives a match up for which no move can be found, now or when the referee asks again."""
        seated.gives_up = True
        return [Send(Resign(self.number(), seated.match))] if self.is_welcome else []

    def sit(self, match: str) -> SeatedMatch:
        """Notes that the bot has a seat in a match that may begin at any moment."""
        return self.matches.setdefault(match, SeatedMatch(match))

    # ------------------------------------------------------------ inside

    def _greet(self, hello: ServerHello) -> list[Action]:
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

    def _acknowledged(self, ack: Ack) -> list[Action]:
        if ack.welcome is None:
            return [Answered(ack)]
        self.is_welcome = True
        self.account = ack.welcome.account
        actions: list[Action] = [Answered(ack)]
        goes_on = {ref.match for ref in ack.welcome.seats}
        for ref in ack.welcome.seats:
            self.sit(ref.match)
        for match, seated in self.matches.items():
            if seated.seq or match in goes_on:
                actions.append(Send(Resume(self.number(), match, seated.seq)))
        return actions

    def _refused(self, error: Error) -> list[Action]:
        actions: list[Action] = [Refused(error)]
        seated = self.matches.get(error.match or "")
        if seated is None:
            return actions
        match error.code:
            case "unknown_match" | "not_seated":
                del self.matches[seated.match]
            case "stale" if seated.request is None:
                seated.restart()
                actions.append(Send(Resume(self.number(), seated.match, 0)))
            case "stale":
                seated.request = None
                seated.chosen = None
                actions.append(Send(Resume(self.number(), seated.match, seated.seq)))
            case "illegal_move" if seated.request is not None:
                seated.chosen = None
                text = "the referee does not take a move that is legal here"
                actions += self._lost(seated, seated.digest, text)
            case "too_fast" if seated.request is not None and seated.chosen is not None:
                actions.append(Retry(seated, error.retry_after or 1.0))
            case _:
                pass
        return actions

    def retry(self, seated: SeatedMatch) -> list[Action]:
        """Sends the move again that was refused because it came too soon.

        Before the hello nothing may be said; the referee asks again, and is answered then.
        """
        if (
            not self.is_welcome
            or seated.request is None
            or seated.chosen is None
            or seated.chosen[0] != seated.request.seq
        ):
            return []
        return [Send(Move(self.number(), seated.match, *seated.chosen))]

    def _lost(self, seated: SeatedMatch, digest: str, text: str) -> list[Action]:
        """What to do where one's own view, of this digest, cannot be right."""
        seated.is_lost = True
        seated.request = None
        desync = Desync(self.number(), seated.match, seated.seq, digest)
        told = f"match {seated.match}, event {seated.seq}: {text}"
        return [Trouble(told, seated.match, seated.seat), Send(desync)]

    def _agree(self, joint: Joint | Withheld) -> list[Action]:
        """Commits to a nonce, or reveals it if everything is as it was said before."""
        if isinstance(joint, Withheld):
            return self._withheld(joint)
        seated = self.sit(joint.match)
        joint_part = seated.joint_part
        if joint_part is None or joint_part.asked.round != joint.round:
            joint_part = seated.joint_part = JointSeedPart(joint, self._nonces())
        if not joint.commitments:
            command: Command = Commit(
                self.number(), joint.match, joint.round, joint_part.commitment
            )
        elif joint_part.may_reveal(joint):
            command = Reveal(self.number(), joint.match, joint.round, joint_part.nonce)
        else:
            text = f"match {joint.match}: the referee does not keep to its commitments"
            return [Trouble(text, joint.match, joint.seat)]
        return [Send(command)]

    def _withheld(self, message: Withheld) -> list[Action]:
        """Seats are free again; if one's own is among them, one is not at that table any more."""
        if self.account not in message.accounts or message.match not in self.matches:
            return []
        del self.matches[message.match]
        text = f"match {message.match}: our seat was taken from us: {message.text}"
        return [Trouble(text, message.match), Unseated(message.match)]

    def _asked(self, request: Request) -> list[Action]:
        seated = self.matches.get(request.match)
        if seated is None or seated.is_lost:
            return []
        seated.is_out = False  # whoever is asked plays: a house bot reads of its predecessor's end
        if request.seq > seated.seq:
            return [Send(Resume(self.number(), seated.match, seated.seq))]
        is_old = seated.request is not None and seated.request.seq == request.seq
        seated.request = request
        if seated.gives_up:
            return self.give_up(seated)
        if seated.chosen is not None and seated.chosen[0] == request.seq:
            return [Send(Move(self.number(), seated.match, *seated.chosen))]
        return [] if is_old else [Think(seated, request)]

    def _synced(self, sync: Sync) -> list[Action]:
        seated = self.matches.get(sync.match)
        if seated is None:
            return []
        try:
            seated.resume(sync)
        except OutOfSyncError:
            if seated.was_restarted:
                text = f"match {sync.match}: even the referee's own view differs here"
                return [Trouble(text, sync.match, seated.seat)]
            # a view that cannot be read here may still be rebuilt from the events
            seated.restart()
            return [Send(Resume(self.number(), seated.match, 0))]
        # whatever was thought before was thought about something else
        seated.request = None
        seated.chosen = None
        return [Send(Resume(self.number(), seated.match, seated.seq))]

    def _happened(self, event: Event) -> list[Action]:
        seated = self.matches.get(event.match)
        if seated is None:
            if not isinstance(event, Started) or event.seat is None:
                return []
            seated = self.sit(event.match)
        before = seated.seq
        try:
            is_new = seated.see(event)
        except OutOfSyncError as lost:
            if event.seq > before + 1:
                return [Send(Resume(self.number(), seated.match, before))]
            return self._lost(seated, lost.digest, f"the digest is {lost.digest} here")
        actions: list[Action] = [EventSeen(seated, event)] if is_new else []
        if isinstance(event, Result) and is_new:
            self.matches.pop(event.match, None)
            broken = seated.broken_promise()
            if broken:
                actions.append(Trouble(f"match {event.match}: {broken}", event.match, seated.seat))
            actions.append(MatchOver(seated, event))
        return actions
