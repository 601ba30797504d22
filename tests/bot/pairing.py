"""A referee's hall and the sessions of bots, wired without sockets.

Everything that is said waits as a frame until the test lets it pass, so a test may cut a connection
between any two frames. The referee's side does what `carcbot.net.server` does: an ack comes
before what else comes of a command, and only a connection that sat down or resumed hears a match.
"""

import hashlib
import itertools
import random
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from carcbot.bot.seated_match import SeatedMatch
from carcbot.bot.session import Action, EventSeen, MatchOver, Refused, Send, Session, Think, Trouble
from carcbot.match.moments import Moments
from carcbot.messages import codec
from carcbot.messages.client import ClientHello, Command, Open, Resume, Sit
from carcbot.messages.events import Event, Moved
from carcbot.messages.parts import PROTOCOL, Limits, Policy, Welcome
from carcbot.messages.server import Ack, Error, Message, Request, ServerHello
from carcbot.referee.abilities import Abilities
from carcbot.referee.commands import Answer, Asked, carry_out
from carcbot.referee.hall import Hall
from carcbot.referee.step import Refusal, Say, Step
from carcbot.referee.table import Table

__all__ = ["LIMITS", "Cut", "Pair", "as_it_comes"]

LIMITS = Limits(65536, 1000, 1000, 10**6, 10, 1000, 5000, 10, matches=10)
_MOST_STEPS = 20_000

Choose = Callable[[SeatedMatch, Request], str]
Meddle = Callable[[str, Message], list[Message]]


def as_it_comes(seated: SeatedMatch, request: Request) -> str:
    """A move by chance, but the same one whenever the same is asked again."""
    assert seated.view is not None
    return random.Random(f"{seated.game_key} {request.seq}").choice(seated.view.legal_moves())


def _nothing(_account: str, message: Message) -> list[Message]:
    return [message]


@dataclass(frozen=True, slots=True)
class Cut:
    """How a connection is lost.

    Attributes:
        loses: What of the frames on their way is lost: all, only those that go up to the referee,
            or only those that come down from it.
        away: After how many steps of the others it is back; None is when they can do nothing more.
    """

    loses: Literal["both", "up", "down"] = "both"
    away: int | None = 0


@dataclass(slots=True)
class _Line:
    """The connection of one session: frames on their way, and what the referee knows of it."""

    up: deque[bytes] = field(default_factory=deque)
    down: deque[bytes] = field(default_factory=deque)
    is_open: bool = False
    is_greeted: bool = False
    joined: set[str] = field(default_factory=set)
    back_at: int | None = None


@dataclass(slots=True)
class Notes:
    """What a session said and wished for in all its life, except what it sent.

    Attributes:
        seen: Events, as they were taken in.
        overs: Matches that are over.
        thinks: Requests that were thought about.
        refused: Codes of the referee's errors.
        troubles: Texts.
        decided: The move for each match and request.
    """

    seen: list[Event] = field(default_factory=list)
    overs: list[MatchOver] = field(default_factory=list)
    thinks: list[Request] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    decided: dict[tuple[str, int], str] = field(default_factory=dict)


class Pair:
    """One hall, and a session for each account.

    Args:
        accounts: Who plays.
        choose: What is answered when a move is to be chosen.
        seed: Which frame passes next, and what is drawn.
        cuts: At which step the connection is lost that the step would have been on.
        meddle: What becomes of a message of the referee on its way.
        policy: Of all matches.
        is_slow: Whether a thought ends only when no frame is on its way.

    Attributes:
        hall: The referee's.
        sessions: By account.
        notes: By account.
        said: Every command that reached the referee, with its account.
        steps: How many there were: a frame that passes, or a thought that ends.
        most_steps: After so many, something goes round in circles.
    """

    def __init__(
        self,
        accounts: Iterable[str] = ("ann", "bob"),
        *,
        choose: Choose = as_it_comes,
        seed: int = 0,
        cuts: Mapping[int, Cut] | None = None,
        meddle: Meddle = _nothing,
        policy: Policy | None = None,
        is_slow: bool = False,
    ) -> None:
        self.hall = Hall(LIMITS, Moments(), "test/1", usual_policy=policy or Policy())
        nonces = map("{:064x}".format, itertools.count(1))
        self.sessions = {
            account: Session("test/1", f"token of {account}", lambda: next(nonces))
            for account in accounts
        }
        self.notes = {account: Notes() for account in self.sessions}
        self.said: list[tuple[str, Command]] = []
        self.steps = 0
        self.most_steps = _MOST_STEPS
        self._lines = {account: _Line() for account in self.sessions}
        self._thoughts: dict[tuple[str, str], tuple[SeatedMatch, Request]] = {}
        self._choose = choose
        self._seed = seed
        self._rng = random.Random(seed)
        self._cuts = dict(cuts or {})
        self._meddle = meddle
        self._is_slow = is_slow
        self._now_ns = 10**9
        for account in self.sessions:
            self.connect(account)

    def open(self, game: str, options: str = "") -> Table:
        """Opens a table, at which all sessions sit down as soon as they are welcome."""
        answer = carry_out(self.hall, Open(1, game, options), self._asked("host"))
        assert answer.table is not None
        return answer.table

    # ------------------------------------------------------------ playing

    def play(self) -> None:
        """Until nothing is on its way any more and nobody thinks."""
        while self.step():
            assert self.steps < self.most_steps, "it goes round in circles"

    def play_until(self, is_reached: Callable[[], bool]) -> None:
        """Until something is true, which must happen."""
        while not is_reached():
            assert self.step(), "nothing happens any more"
            assert self.steps < self.most_steps, "it goes round in circles"

    def step(self) -> bool:
        """Lets one frame pass, or a thought end; False if there is neither."""
        for account, line in self._lines.items():
            if line.back_at is not None and line.back_at <= self.steps:
                self.connect(account)
        doings = self._doings()
        if not doings:
            away = [account for account, line in self._lines.items() if line.back_at is not None]
            for account in away:
                self.connect(account)
            return bool(away)
        account, what = self._rng.choice(doings)
        number, self.steps = self.steps, self.steps + 1
        self._now_ns += 1000
        if number in self._cuts:
            self.cut(account, self._cuts.pop(number))
        elif what == "up":
            self._pass_up(account)
        elif what == "down":
            self._pass_down(account)
        else:
            self.think(account, what)
        return True

    def _doings(self) -> list[tuple[str, str]]:
        """A direction in which a frame waits, or a match that somebody thinks about."""
        found = []
        for account, line in self._lines.items():
            found += [(account, "up")] * bool(line.up) + [(account, "down")] * bool(line.down)
        if found and self._is_slow:
            return found
        return found + list(self._thoughts)

    def connect(self, account: str) -> None:
        """A connection begins; the referee says its hello."""
        line = self._lines[account]
        assert not line.is_open
        line.is_open, line.back_at = True, None
        self.sessions[account].connected()
        self.put(account, ServerHello("test/1", {"carcassonne": 1}, LIMITS))

    def cut(self, account: str, cut: Cut) -> None:
        """A connection is lost, and will be back."""
        line = self._lines[account]
        while cut.loses == "down" and line.up:
            self._pass_up(account)
        while cut.loses == "up" and line.down:
            self._pass_down(account)
        line.up.clear()
        line.down.clear()
        joined = line.joined
        line.is_open, line.is_greeted, line.joined = False, False, set()
        line.back_at = 10**9 if cut.away is None else self.steps + cut.away
        for match in sorted(joined):
            table = self.hall.directory.find(match)
            seat = table.seat_of(account)
            if seat is not None:
                self.tell(table, table.left(seat, self._now_ns))

    # ------------------------------------------------------------ a session's side

    def carry_out(self, account: str, actions: Iterable[Action]) -> None:
        """Carries out what a session asks for."""
        notes = self.notes[account]
        for action in actions:
            match action:
                case Send(command):
                    self.send(account, command)
                case Think(seated, request):
                    assert seated.request == request
                    notes.thinks.append(request)
                    self._thoughts[account, seated.match] = (seated, request)
                case EventSeen(seated, event):
                    assert seated.seq == event.seq
                    notes.seen.append(event)
                case MatchOver():
                    notes.overs.append(action)
                case Refused(error):
                    notes.refused.append(error.code)
                case Trouble(text):
                    notes.troubles.append(text)

    def send(self, account: str, command: Command) -> None:
        """Puts a command on its way, if there is a connection."""
        if self._lines[account].is_open:
            self._lines[account].up.append(codec.encode(command))

    def think(self, account: str, match: str) -> None:
        """A thought ends."""
        seated, request = self._thoughts.pop((account, match))
        move = self._choose(seated, request)
        self.notes[account].decided[match, request.seq] = move
        session = self.sessions[account]
        self.carry_out(account, session.decided(seated, request.seq, move, None))

    def _pass_down(self, account: str) -> None:
        message = codec.decode_message(self._lines[account].down.popleft())
        session = self.sessions[account]
        self.carry_out(account, session.hear(message))
        if isinstance(message, Ack) and message.welcome is not None:
            self._take_seats(account)

    def _take_seats(self, account: str) -> None:
        """Sits down everywhere; a welcome does not name seats at tables that are still open."""
        session = self.sessions[account]
        for match, table in self.hall.tables.items():
            if account in table.accounts:
                if match not in session.matches and not table.result:
                    self.send(account, Resume(session.number(), match))
            elif not table.has_begun:
                self.send(account, Sit(session.number(), match))

    # ------------------------------------------------------------ the referee's side

    def put(self, account: str, message: Message) -> None:
        """Puts a message of the referee on its way."""
        frames = map(codec.encode, self._meddle(account, message))
        self._lines[account].down.extend(frames)

    def tell(self, table: Table, step: Step) -> None:
        """Says what came of something to those at a table who are here."""
        for say in step.says:
            self._say(table, say)
        for say in step.says:
            if isinstance(say.message, Request):
                table.play.request_sent(say.to, self._now_ns)
        if table.result:
            for line in self._lines.values():
                line.joined.discard(table.match)

    def _say(self, table: Table, say: Say) -> None:
        for seat, account in enumerate(table.accounts):
            line = self._lines.get(account or "")
            if line and account and table.match in line.joined and say.to in {-1, seat}:
                self.put(account, say.message)

    def _asked(self, account: str) -> Asked:
        return Asked(account, self._now_ns, self._now_ns, 0, self._lot, Abilities(("joint",)))

    def _lot(self) -> tuple[str, str]:
        number = len(self.hall.tables) + 1
        return f"m{number}", hashlib.sha256(f"{self._seed} {number}".encode()).hexdigest()

    def _pass_up(self, account: str) -> None:
        command = codec.decode_command(self._lines[account].up.popleft())
        assert not isinstance(command, codec.Malformed), command
        self.said.append((account, command))
        line = self._lines[account]
        if isinstance(command, ClientHello):
            assert command.token == f"token of {account}"
            line.is_greeted = True
            welcome = Welcome(PROTOCOL, account, self.hall.seats_of(account))
            self.put(account, Ack(command.id, welcome))
            return
        assert line.is_greeted, f"{command} before the hello"
        try:
            answer = carry_out(self.hall, command, self._asked(account))
        except Refusal as refusal:
            match = getattr(command, "match", None)
            self.put(account, Error(refusal.code, refusal.text, command.id, match))
            return
        self._answer(account, command, answer)

    def _answer(self, account: str, command: Command, answer: Answer) -> None:
        table = answer.table
        if table is not None and isinstance(command, Sit | Resume):
            self._lines[account].joined.add(table.match)
        self.put(account, answer.ack)
        if table is not None:
            self.tell(table, answer.step)

    # ------------------------------------------------------------ what must be true at the end

    def check(self, table: Table) -> None:
        """The match is over, and all saw all of it, once, and agree; each move was made once."""
        assert table.result is not None
        assert table.result.reason == "normal"
        moves = {}
        for seat, account in enumerate(table.accounts):
            assert account is not None
            notes = self.notes[account]
            seen = [event for event in notes.seen if event.match == table.match]
            assert seen == table.log.since(0, seat)
            (over,) = [over for over in notes.overs if over.seated.match == table.match]
            assert over.result == table.result
            assert over.seated.digest == seen[-2].digest  # type: ignore[union-attr]
            assert table.match not in self.sessions[account].matches
            asked = [request.seq for request in notes.thinks if request.match == table.match]
            assert len(asked) == len(set(asked)), "something was thought about twice"
            for (match, seq), move in notes.decided.items():
                if match == table.match:
                    moves[seq + 1] = (seat, move)
        made = {
            event.seq: (event.seat, event.move)
            for event in table.log.whole(0)
            if isinstance(event, Moved) and event.by == "player"
        }
        assert made == moves
