"""What has happened in one match: every way in which it can change, and nothing about when.

The same facts come about in two ways: event by event while the match is played, each written down
as it happens; and again from the events of a journal, each checked against the rules, the seed and
what went before.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from carcbot.errors import FileInputError, GameError, InternalError, OptionsError
from carcbot.games import registry
from carcbot.games.contract import LONGEST_PLY, LONGEST_STEP, State
from carcbot.games.option_text import quoted
from carcbot.match.chance.joint import joint_seed
from carcbot.match.chance.numbers import commitment_of
from carcbot.match.chance.source import ChanceSource
from carcbot.match.moments import Moments
from carcbot.match.story import Change, Story, UntrueEventError, digest_text, ply_of
from carcbot.messages.events import ONE_STEP, Drawn, Event, Moved, Out, Result, Started
from carcbot.messages.parts import JointSeed, Reason, Why
from carcbot.referee import clocks
from carcbot.referee.event_log import EventLog, Spent
from carcbot.referee.journal import Header, Seated, Writer
from carcbot.referee.placement import is_decided, standings_of
from carcbot.referee.seat_state import EMPTY, SeatEvent, SeatState
from carcbot.referee.step import Step

__all__ = ["HOUSE", "MatchCourse", "Player", "Seat"]

HOUSE: Final = "house-"
"""What the names of all accounts begin with that play for the referee itself."""

Seat = int


@dataclass(slots=True)
class Player:
    """What the referee knows of a seat.

    Attributes:
        main_us: Its clock.
        lag: What it may be credited.
        turn_us: What it was billed in the turn that goes on, if that is its own.
        state: Who plays, whether somebody is connected, and what has become of the last request.
        why: Why the player is out.
        away_ns: Since when nobody is connected; None if somebody is.
        is_lost: Whether the last connection ended without a close: its program crashed, as far as
            can be known, or its network did.
        illegal: Illegal moves tried.
        stalls: Turns in a row in which the referee had to move.
        has_stalled: Whether this is one of them: the referee moves until it is over.
        wants_abort: Whether it wishes for an end without a result.
    """

    main_us: int
    lag: clocks.LagAccount
    turn_us: int = 0
    state: SeatState = EMPTY
    why: Why | None = None
    away_ns: int | None = 0
    is_lost: bool = False
    illegal: int = 0
    stalls: int = 0
    has_stalled: bool = False
    wants_abort: bool = False

    def can(self, event: SeatEvent) -> bool:
        """Whether something can happen to the seat now."""
        return event in self.state.after

    def change(self, event: SeatEvent, now_ns: int = 0) -> None:
        """Something happens to the seat.

        Args:
            event: What.
            now_ns: Now, where it may leave the seat without a connection.

        Raises:
            InternalError: It cannot.
        """
        before = self.state
        try:
            self.state = after = before.after[event]
        except KeyError:
            text = f"{event!r} cannot happen to a seat that is {before}"
            raise InternalError(text) from None
        if after.is_here:
            if not before.is_here:
                self.away_ns = None
                self.is_lost = False
        elif before.is_here or event == "replace":  # a house bot's time to come begins anew
            self.away_ns = now_ns

    def away_from(self, now_ns: int) -> None:
        """Who is away is so from now on."""
        if self.away_ns is not None:
            self.away_ns = now_ns


class MatchCourse:
    """The seats, the position and the events of a match.

    Args:
        header: What the match is.
        moments: When a moment of its clock was.

    Attributes:
        header: What the match is.
        writer: Writes the journal.
        state: The position.
        turn: Which turn of the game it is.
        step: Which decision of it is due; empty where none is.
        accounts: Who has each seat.
        players: What is known of each seat.
        log: All events.
        result: How it ended, if it has.

    Raises:
        InputError: There is no such game, or the options are impossible.
    """

    def __init__(self, header: Header, moments: Moments) -> None:
        self.header = header
        self.writer = Writer(header.seed)
        game = registry.get(header.game)
        self.state: State = game.new(header.options)
        if header.chance == "deck" and game.deck is None:
            raise OptionsError(
                f"{game.name} has no deck that could be committed to",
                where="chance",
                expected="seed or joint",
            )
        self._tells_turns = header.turns
        self.turn, self.step = 0, ""
        self._told_turn: tuple[int, str] = (0, ONE_STEP)
        self._pass_on(self.state)
        self.accounts: list[str | None] = [None] * self.state.seats
        self.players = [
            Player(clocks.at_start(header.clock), clocks.LagAccount(*header.lag))
            for _ in self.accounts
        ]
        self.log = EventLog(self.state, moments, self.writer)
        self.result: Result | None = None
        self._secret = header.seed
        self._joint: JointSeed | None = None
        self._chance = ChanceSource(
            bytes.fromhex(header.seed), game.deck if header.chance == "deck" else None
        )
        self._decided: Player | None = None  # who has decided in the turn that goes on
        self._outs: list[Seat] = []
        self._last_out: tuple[Seat, Why] = (0, "resign")

    @property
    def has_begun(self) -> bool:
        """Whether all seats were taken."""
        return self.log.seq > 0

    @property
    def whys(self) -> tuple[Why | None, ...]:
        """Why each seat is out, if it is."""
        return tuple(player.why for player in self.players)

    # ------------------------------------------------------------ before it is played

    def sit(self, seat: Seat, account: str) -> None:
        """Somebody takes a seat, and is here."""
        self.players[seat].change("sit")
        self.accounts[seat] = account

    def get_up(self, seat: Seat) -> None:
        """Somebody gives a seat up, or loses it."""
        self.players[seat].change("get_up")
        self.accounts[seat] = None

    # ------------------------------------------------------------ while it is played

    def agree(self, joint: JointSeed, secret: str) -> None:
        """All seats have added their parts to the seed; `secret` is the referee's, in hex."""
        self._secret = secret
        self._joint = joint
        self._chance = ChanceSource(
            joint_seed(self.header.match, joint.round, secret, joint.nonces)
        )

    def start(self, step: Step, now_ns: int) -> None:
        """The match begins; who is away is so from now on."""
        for player in self.players:
            player.change("begin")
            player.away_from(now_ns)
        self.log.record(step, self._started(), self.state, now_ns)

    def draw(self, step: Step, now_ns: int) -> None:
        """Chance does something."""
        state, (turn, _) = self.state, self._told_turn
        drawn = self._chance.draw(state)
        if len(drawn.text) > LONGEST_PLY:
            raise self._too_long("draw", drawn.text, LONGEST_PLY)
        seen = self.log.seen(state, drawn.text) if self.log.has_secrets else None
        state.apply(drawn.text)
        if self._pass_on(state):
            self._end_turn()
        event = Drawn(
            self.header.match,
            self.log.seq + 1,
            drawn.text,
            digest_text(state.digest),
            drawn.salt,
            drawn.deck,
            turn,
        )
        self.log.record(step, event, state, now_ns, seen=seen)

    def move(self, step: Step, text: str, now_ns: int, spent: Spent) -> None:
        """The seat to move makes a move."""
        self.players[self.state.to_move].lag.pay(spent.lag_us)
        self._move(step, text, now_ns, spent, "player")

    def move_for_seat(self, step: Step, now_ns: int, spent: Spent) -> None:
        """The referee makes a move for the seat to move, at random."""
        text = self._chance.choose(self.state.legal_moves())
        self._move(step, text, now_ns, spent, "referee")

    def put_out(self, step: Step, seat: Seat, why: Why, now_ns: int, *, house: bool) -> None:
        """A player is out; a house bot gets the seat, or nobody."""
        self._mark_out(seat, why, now_ns, house=house)
        event = Out(self.header.match, self.log.seq + 1, seat, why, house)
        self.log.record(step, event, self.state, now_ns)

    def end(self, step: Step, reason: Reason, text: str, now_ns: int) -> None:
        """The match is over."""
        counts = reason not in {"abort", "referee_fault"}
        standings = standings_of(self.state, self.whys, self._outs) if counts else ()
        self.result = Result(
            self.header.match,
            self.log.seq + 1,
            reason,
            standings,
            self._secret,
            text,
            self.writer.link.hex(),
        )
        self._end_seats()
        self.log.record(step, self.result, self.state, now_ns)

    def end_if_decided(self, step: Step, now_ns: int) -> bool:
        """Ends it where nobody is left to play against, for the reason of the last who went."""
        if not is_decided([each.state.phase for each in self.players]):
            return False
        seat, why = self._last_out
        self.end(step, why, f"seat {seat} is out: {why}", now_ns)
        return True

    def _move(
        self,
        step: Step,
        text: str,
        now_ns: int,
        spent: Spent,
        by: Literal["player", "referee"],
    ) -> None:
        if len(text) > LONGEST_PLY:
            raise self._too_long("move", text, LONGEST_PLY)
        state, log = self.state, self.log
        seat, (turn, due) = state.to_move, self._told_turn
        seen = log.seen(state, text) if log.has_secrets else None
        state.apply(text)
        self._bill(seat, spent.spent_us - spent.lag_us, by, ends=self._pass_on(state))
        event = Moved(
            self.header.match,
            log.seq + 1,
            seat,
            text,
            spent.spent_us,
            spent.lag_us,
            self.players[seat].main_us,
            tuple(state.scores()),
            digest_text(state.digest),
            by,
            turn,
            due,
        )
        log.record(step, event, state, now_ns, seen=seen, spent=spent)

    def _pass_on(self, state: State) -> bool:
        """This is the position now; whether that ends the turn that went on."""
        before, turn, step = self.turn, state.turn, state.step
        if step == ONE_STEP:
            step = ONE_STEP  # the very text that messages leave out
        elif len(step) > LONGEST_STEP:
            raise self._too_long("step", step, LONGEST_STEP)
        self.turn, self.step = turn, step
        if self._tells_turns:
            self._told_turn = (turn, step)
        return turn != before or (not step and state.over)

    def _too_long(self, what: str, text: str, most: int) -> GameError:
        """What no message may say is in no journal either, for a game may be anybody's."""
        return GameError(
            f"the {what} {quoted(text)} has {len(text)} characters",
            where=f"the game {self.header.game}",
            expected=f"at most {most}",
        )

    def _bill(
        self, seat: Seat, billed_us: int, by: Literal["player", "referee"], *, ends: bool
    ) -> None:
        """What a decision has cost that was just made, and its turn brings if that ends with it."""
        player, clock = self.players[seat], self.header.clock
        if player.state.phase == "out":
            return
        if by == "referee":
            # the first one counts as one that took all of the time, and others follow it at once
            left_us = clocks.time_for(clock, player.main_us, player.turn_us)
            billed_us = 0 if player.has_stalled else left_us
            player.stalls += not player.has_stalled
            player.has_stalled = True
        player.main_us = clocks.after(clock, player.main_us, billed_us, player.turn_us, ends=ends)
        if ends:
            self._forget_turn(player)
        else:
            player.turn_us += billed_us
            self._decided = player

    def _end_turn(self) -> None:
        """A draw has ended a turn: what it brings the seat that decided in it."""
        player = self._decided
        if player is not None and player.state.phase != "out":
            player.main_us += clocks.back(self.header.clock, player.turn_us)
            self._forget_turn(player)

    def _forget_turn(self, player: Player) -> None:
        """A turn of a player is over."""
        self._decided = None
        player.turn_us = 0
        if not player.has_stalled:
            player.stalls = 0
        player.has_stalled = False

    def _started(self) -> Started:
        return Started(
            self.header.match,
            1,
            self.header.game,
            self.header.rules,
            self.state.options,
            tuple(account or "" for account in self.accounts),
            self.header.clock,
            self.header.policy,
            commitment_of(bytes.fromhex(self._secret)),
            digest_text(self.state.digest),
            rated=self.header.rated,
            chance=self.header.chance,
            deck=self._chance.begin(self.state),
            joint=self._joint,
        )

    def _end_seats(self) -> None:
        for player in self.players:
            player.change("end")

    def _mark_out(self, seat: Seat, why: Why, now_ns: int = 0, *, house: bool) -> None:
        player = self.players[seat]
        player.change("replace" if house else "put_out", now_ns)
        self._last_out = (seat, why)
        if player.why is None:
            player.why = why
            self._outs.append(seat)
        if house:
            player.illegal = player.stalls = player.turn_us = 0
            player.has_stalled = False
            self.accounts[seat] = f"{HOUSE}{self.header.match}-{seat}"
            player.main_us = clocks.at_start(self.header.clock)

    # ------------------------------------------------------------ from a journal

    def seat_again(self, seated: Seated) -> None:
        """Somebody took a seat, or gave it up; nobody is here.

        Raises:
            FileInputError: There is no such seat, or that cannot have happened there.
        """
        seat, account = seated.seat, seated.account
        self._need(seat in range(len(self.accounts)), "the seats", "a seat of the game")
        player = self.players[seat]
        can = player.can("get_up" if account is None else "sit")
        self._need(can, "the seats", "a free seat, or somebody who gets up")
        if account is None:
            self.get_up(seat)
        else:
            self.sit(seat, account)
            player.change("go")

    def happen_again(self, events: Iterable[Event]) -> None:
        """All this happened.

        Raises:
            FileInputError: It cannot have; the error says why.
        """
        story = Story(self.state, self.header.match, digests=True)
        try:
            for change in map(story.tell, events):
                self._happen_again(change)
        except UntrueEventError as error:
            raise error.in_file(f"match {self.header.match}") from error

    def _happen_again(self, change: Change[State]) -> None:
        event, ply = change.event, ply_of(change.event)
        where = f"event {event.seq}"
        match event:
            case Started():
                self._need(event == self._started(), where, "what the header says")
                self._need(None not in self.accounts, where, "somebody in each seat")
                for player in self.players:
                    player.change("begin")
            case Drawn():
                drawn = self._chance.draw(change.before)
                is_so = (event.draw, event.salt, event.deck) == (drawn.text, drawn.salt, drawn.deck)
                self._need(is_so, where, f"the draw {drawn.text}")
                turn, _ = self._told_turn
                self._need(event.turn == turn, where, f"turn {turn}")
                if self._pass_on(change.after):
                    self._end_turn()
            case Moved():
                self._move_again(event, change, where)
            case Out():
                can = self.players[event.seat].can("replace" if event.house else "put_out")
                self._need(can, where, "somebody who is not out")
                self._mark_out(event.seat, event.why, house=event.house)
            case Result():
                self.result = event
                self._end_seats()
        self.state = change.after
        differs = ply is not None and self.log.has_secrets
        seen = self.log.seen(change.before, ply or "") if differs else None
        self.log.keep(event, change.after, seen)

    def _move_again(self, event: Moved, change: Change[State], where: str) -> None:
        player = self.players[event.seat]
        if event.by == "referee":
            chosen = self._chance.choose(change.before.legal_moves())
            self._need(event.move == chosen, where, f"the move {chosen}")
        self._need(list(event.scores) == change.after.scores(), where, "the true points")
        turn = self._told_turn
        self._need((event.turn, event.step) == turn, where, "turn {}, step {}".format(*turn))
        ends = self._pass_on(change.after)
        self._bill(event.seat, event.spent_us - event.lag_us, event.by, ends=ends)
        player.main_us = event.remaining_us
        if event.by == "player":
            player.lag.pay(event.lag_us)

    def _need(self, is_so: bool, where: str, expected: str) -> None:  # noqa: FBT001 - it is a check
        if not is_so:
            raise FileInputError(
                "this cannot be", where=f"match {self.header.match}, {where}", expected=expected
            )
