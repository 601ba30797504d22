"""What has happened in one match: every way in which it can change, and nothing about when.

The same facts come about in two ways: event by event while the match is played, each written down
as it happens; and again from the events of a journal, each checked against the rules, the seed and
what went before.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from carcbot.errors import FileInputError, OptionsError
from carcbot.games import registry
from carcbot.games.contract import State
from carcbot.match.chance.joint import joint_seed
from carcbot.match.chance.numbers import commitment_of
from carcbot.match.chance.source import Source
from carcbot.match.story import Change, Story, UntrueError, digest_text, ply_of
from carcbot.messages.events import ONE_STEP, Drawn, Event, Moved, Out, Result, Started
from carcbot.messages.parts import JointSeed, Reason, Why
from carcbot.referee import clocks
from carcbot.referee.event_log import EventLog, Spent
from carcbot.referee.journal import Header, Seated, Writer
from carcbot.referee.standings import Mode, is_decided, standings_of
from carcbot.referee.step import Step

__all__ = ["HOUSE", "Course", "Player", "Seat"]

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
        mode: Who plays: the player, a house bot, or the referee for one who is out.
        why: Why the player is out.
        away_ns: Since when nobody is connected; None if somebody is.
        illegal: Illegal moves tried.
        stalls: Turns in a row in which the referee had to move.
        has_stalled: Whether this is one of them: the referee moves until it is over.
        wants_abort: Whether it wishes for an end without a result.
    """

    main_us: int
    lag: clocks.LagAccount
    turn_us: int = 0
    mode: Mode = "player"
    why: Why | None = None
    away_ns: int | None = None
    illegal: int = 0
    stalls: int = 0
    has_stalled: bool = False
    wants_abort: bool = False


class Course:
    """The seats, the position and the events of a match.

    Args:
        header: What the match is.
        epoch_us: Microseconds since 1970 when the monotonic clock shows 0.

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

    def __init__(self, header: Header, epoch_us: int) -> None:
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
        self._pass_on(self.state)
        self.accounts: list[str | None] = [None] * self.state.seats
        self.players = [
            Player(clocks.at_start(header.clock), clocks.LagAccount(*header.lag))
            for _ in self.accounts
        ]
        self.log = EventLog(self.state, epoch_us, self.writer)
        self.result: Result | None = None
        self._secret = header.seed
        self._joint: JointSeed | None = None
        self._chance = Source(
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

    @property
    def is_decided(self) -> bool:
        """Whether so many players are out that nobody is left to play against."""
        return is_decided([each.mode for each in self.players])

    # ------------------------------------------------------------ while it is played

    def agree(self, joint: JointSeed, secret: str) -> None:
        """All seats have added their parts to the seed; `secret` is the referee's, in hex."""
        self._secret = secret
        self._joint = joint
        self._chance = Source(joint_seed(self.header.match, joint.round, secret, joint.nonces))

    def start(self, step: Step, now_ns: int) -> None:
        """The match begins."""
        self.log.record(step, self._started(), self.state, now_ns)

    def draw(self, step: Step, now_ns: int) -> None:
        """Chance does something."""
        state, (turn, _) = self.state, self._told_turn
        drawn = self._chance.draw(state)
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
        self._mark_out(seat, why, house=house)
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
        self.log.record(step, self.result, self.state, now_ns)

    def end_decided(self, step: Step, now_ns: int) -> None:
        """The match is over for the reason of the last one who went."""
        seat, why = self._last_out
        self.end(step, why, f"seat {seat} is out: {why}", now_ns)

    def _move(
        self,
        step: Step,
        text: str,
        now_ns: int,
        spent: Spent,
        by: Literal["player", "referee"],
    ) -> None:
        state, log = self.state, self.log
        seat, turn = state.to_move, self._told_turn
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
            *turn,
        )
        log.record(step, event, state, now_ns, seen=seen, spent=spent)

    def _pass_on(self, state: State) -> bool:
        """This is the position now; whether that ends the turn that went on."""
        before, turn, step = self.turn, state.turn, state.step
        if step == ONE_STEP:
            step = ONE_STEP  # the very text that messages leave out
        self.turn, self.step = turn, step
        self._told_turn = (turn, step) if self._tells_turns else (0, ONE_STEP)
        return turn != before or (not step and state.over)

    def _bill(
        self, seat: Seat, billed_us: int, by: Literal["player", "referee"], *, ends: bool
    ) -> None:
        """What a decision has cost that was just made, and its turn brings if that ends with it."""
        player, clock = self.players[seat], self.header.clock
        if player.mode == "out":
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
        if player is not None and player.mode != "out":
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

    def _mark_out(self, seat: Seat, why: Why, *, house: bool) -> None:
        player = self.players[seat]
        player.mode = "house" if house else "out"
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
        """Somebody took a seat, or gave it up.

        Raises:
            FileInputError: There is no such seat.
        """
        self._need(seated.seat in range(len(self.accounts)), "the seats", "a seat of the game")
        self.accounts[seated.seat] = seated.account

    def happen_again(self, events: Iterable[Event]) -> None:
        """All this happened.

        Raises:
            FileInputError: It cannot have; the error says why.
        """
        story = Story(self.state, self.header.match, digests=True)
        try:
            for change in story.told(events):
                self._happen_again(change)
        except UntrueError as error:
            raise error.in_file(f"match {self.header.match}") from error

    def _happen_again(self, change: Change[State]) -> None:
        event, ply = change.event, ply_of(change.event)
        where = f"event {event.seq}"
        match event:
            case Started():
                self._need(event == self._started(), where, "what the header says")
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
                self._mark_out(event.seat, event.why, house=event.house)
            case Result():
                self.result = event
        self.state = change.after
        differs = ply is not None and self.log.has_secrets
        seen = self.log.seen(change.before, ply or "") if differs else None
        self.log.keep(event, change.after, seen)

    def _move_again(self, event: Moved, change: Change[State], where: str) -> None:
        player = self.players[event.seat]
        if event.by == "referee":
            chosen = self._chance.choose(change.before.legal_moves())
            self._need(event.move == chosen, where, f"the move {chosen}")
        self._need(list(event.scores) == change.points, where, "the true points")
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
