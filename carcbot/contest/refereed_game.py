"""A game at a table of the referee, as matches of accounts are, but within this process.

So are all games played in which a program has a seat, and all games with a clock: the table judges
what programs say, tells them what happens, and counts everybody's time. Agents are asked here.
"""

from contextlib import ExitStack
from typing import Final

import msgspec
from msgspec.structs import replace

from carcbot.arena.blocks import FAULT_OF, Effort, Fault, GameResult, who_gave_up
from carcbot.bot.decision_budget import budget_of
from carcbot.bot.time_plan import LagMeter
from carcbot.contest.agent_seat import AgentSeat, FaultError, agent_seat
from carcbot.contest.program_seat import ProgramSeat
from carcbot.contest.seating import Seating
from carcbot.errors import AgentError, InputError
from carcbot.games import registry
from carcbot.games.contract import view_of
from carcbot.games.option_text import quoted
from carcbot.match.moments import Moments
from carcbot.match.story import Story, ply_of
from carcbot.messages import codec
from carcbot.messages.client import ClientHello, Command, Move, Resume
from carcbot.messages.events import Drawn, Moved, Out
from carcbot.messages.lobby import Terms
from carcbot.messages.parts import PROTOCOL, ChanceMode, ClockSpec, Limits, Policy, Welcome, Why
from carcbot.messages.server import Ack, Error, Request, ServerHello
from carcbot.net.clock import now_ns
from carcbot.net.process.limited_process import LONGEST_LINE
from carcbot.referee.commands import Asked, carry_out
from carcbot.referee.hall import Hall
from carcbot.referee.step import EVERYBODY, Refusal, Step
from carcbot.search.own_agent import is_own
from carcbot.search.program_agent import command_of, is_program

__all__ = ["play_refereed"]

_PRODUCT: Final = "carcbot-contest/1"
_FEATURES: Final = ("deck", "digest", "resume")
_MATCH: Final = "contest"
_COMES_IN_S: Final = 60.0
"""Who has not taken its seat so long after its start has not come to its game."""
_MOST_MALFORMED: Final = 20
_LONGEST_ACCOUNT: Final = 40
_POLICY: Final = Policy(illegal_moves=0, grace_us=0, analysis=False)
"""One illegal move, and the game is lost, as it is in all games of contests."""


def play_refereed(seating: Seating) -> GameResult:
    """Plays a game at a table of the referee.

    A player that makes an illegal move, is late, fails, or breaks the protocol has lost, and the
    game ends.

    Raises:
        ProgramError: There is no such program here.
        InputError: An agent of ours does not go with the game.
    """
    with ExitStack() as stack:
        game = _RefereedGame(seating, stack)
        try:
            game.play()
        except FaultError as error:
            game.fault = error.fault
        result = game.result()
    said = tuple(each.errors if isinstance(each, ProgramSeat) else "" for each in game.players)
    return msgspec.structs.replace(result, said=said) if any(said) else result


class _RefereedGame:
    """One game.

    Args:
        seating: Who plays.
        stack: Ends what is started for them.

    Attributes:
        players: Who sits in each seat.
        fault: What has ended the game, if something has.
    """

    def __init__(self, seating: Seating, stack: ExitStack) -> None:
        self.fault: Fault | None = None
        self._seating = seating
        self._clock = _clock_of(seating)
        self._story = Story(seating.start[0])
        self._asked: Request | None = None
        self._what: dict[Why, str] = {}
        self._taken_s = 0.0
        self._over_s = 0.0
        self._margin_s = LagMeter(over_network=False).margin_s
        accounts = [_account(seating, seat) for seat in seating.seats]
        self.players: list[AgentSeat | ProgramSeat] = []
        for seat in seating.seats:
            agent = seating.entrant(seat).agent
            self.players.append(
                stack.enter_context(ProgramSeat(command_of(agent), accounts[seat]))
                if is_program(agent)
                else agent_seat(seating, seat, stack)
            )
        self._hall = Hall(_limits(seating), Moments(), _PRODUCT)
        self._table, step = self._hall.begin(
            _terms(seating, self._clock), accounts, _MATCH, seating.secret, now_ns()
        )
        self._take_in(step)

    def play(self) -> None:
        """Plays it to its end, or until somebody is at fault.

        Raises:
            FaultError: An agent has failed.
        """
        for seat, player in enumerate(self.players):
            if isinstance(player, ProgramSeat):
                self._await(seat, player)
        while not self._table.result and self.fault is None and self._asked is not None:
            player = self.players[self._asked.seat]
            if isinstance(player, ProgramSeat):
                self._ask_program(player, self._asked)
            else:
                self._ask_agent(player, self._asked)

    def result(self) -> GameResult:
        """How it ended."""
        state = self._story.view  # the table itself may have played on for somebody who is out
        over = self._table.result
        ranking = state.ranking()
        gave_up: tuple[int, ...] = ()
        if self.fault is None and over is not None:  # who resigned comes last; an abort is a draw
            ranking = [each.place for each in over.standings] or [1] * state.seats
            gave_up = who_gave_up(over, state.seats)
        efforts = [player.effort for player in self.players]
        return self._seating.result(
            state.scores(), ranking, self._story.plies, efforts, self.fault, gave_up=gave_up
        )

    # ------------------------------------------------------------ agents

    def _ask_agent(self, player: AgentSeat, asked: Request) -> None:
        """Has an agent move; without a clock only its own limits count."""
        view = view_of(self._table.state, asked.seat)
        budget = self._seating.budget(asked.seat)
        sent_ns = now_ns()
        if self._seating.contest.clock is not None:
            self._table.play.request_sent(asked.seat, sent_ns)
            agent = self._seating.entrant(asked.seat).agent
            plan = budget_of(self._clock, asked, view, 0.0, self._margin_s, agent=agent)
            if is_own(agent):  # only its clock ends its thoughts
                plan = replace(plan, hard_s=asked.time_us / 1e6)
            budget = plan.within(budget)
        move = Move(1, _MATCH, asked.seq, player.decide(view, budget))
        arrived_ns = sent_ns + player.billed_ns
        lag_us = self._note_time(asked, sent_ns, arrived_ns)
        self._take_in(self._table.play.move(asked.seat, move, arrived_ns, now_ns(), lag_us))

    # ------------------------------------------------------------ programs

    def _await(self, seat: int, program: ProgramSeat) -> None:
        """Waits until a program has said hello and taken its seat."""
        name = self._seating.contest.game
        games = {name: registry.get(name).rules}
        program.say(ServerHello(_PRODUCT, games, self._hall.limits, features=_FEATURES))
        until_ns = now_ns() + round(_COMES_IN_S * 1e9)
        while not program.is_here and self._goes_on:
            line = self._hear(seat, program, until_ns)
            if line is not None:
                self._carry_out(seat, program, line, now_ns())
            elif self._goes_on:
                did = "take its seat" if program.is_greeted else "say hello"
                why = self._refused(seat) or "; is its output flushed?"
                what = f"did not {did} in {_COMES_IN_S:g} s{why}"
                self.fault = Fault("absent", what, seat, at_start=self._has_not_begun(seat))

    def _ask_program(self, program: ProgramSeat, asked: Request) -> None:
        """Lets a program speak until it has moved, or its time is over."""
        sent_ns = now_ns()
        self._table.play.request_sent(asked.seat, sent_ns)
        until_ns = sent_ns + asked.time_us * 1000 + round(self._seating.contest.grace_s * 1e9)
        while self._goes_on and self._asked is not None and self._asked.seq == asked.seq:
            line = self._hear(asked.seat, program, until_ns)
            arrived_ns = now_ns()
            lag_us = self._note_time(asked, sent_ns, arrived_ns)
            if line is not None:
                self._carry_out(asked.seat, program, line, arrived_ns, lag_us)
            elif self._goes_on:
                self._take_in(self._table.wake(arrived_ns, is_late=True))

    @property
    def _goes_on(self) -> bool:
        return self.fault is None and not self._table.result

    def _hear(self, seat: int, program: ProgramSeat, until_ns: int) -> str | None:
        """What a program says next; None if that is nothing, for its time or the game is over."""
        why: Why
        try:
            return program.hear((until_ns - now_ns()) / 1e9)
        except EOFError:
            why, what = program.how_it_ended()
        except AgentError as error:
            why, what = "protocol", error.what
        self._put_out(seat, why, what)
        return None

    def _put_out(self, seat: int, why: Why, what: str) -> None:
        self._what[why] = what
        self._take_in(self._table.play.fail(seat, why, now_ns()))

    def _carry_out(
        self, seat: int, program: ProgramSeat, line: str, arrived_ns: int, lag_us: int = 0
    ) -> None:
        """Does what a line asks for, and answers it as the referee does."""
        if not line:
            return
        command = codec.decode_command(line)
        if isinstance(command, codec.Malformed):
            program.say(Error(command.code, command.text, command.id))
            program.malformed_lines += 1
            if program.malformed_lines > _MOST_MALFORMED:
                self._put_out(
                    seat, "protocol", f"said nonsense {program.malformed_lines} times: {line[:80]}"
                )
        elif not program.is_greeted:
            self._greet(program, command)
        else:
            self._obey(program, command, arrived_ns, lag_us)

    def _greet(self, program: ProgramSeat, command: Command) -> None:
        if not isinstance(command, ClientHello):
            program.say(Error("hello_first", "say hello first", command.id))
            return
        program.is_greeted = True
        seats = self._hall.seats_of(program.account)
        program.say(Ack(command.id, Welcome(PROTOCOL, program.account, seats)))

    def _obey(self, program: ProgramSeat, command: Command, arrived_ns: int, lag_us: int) -> None:
        asked = Asked(program.account, arrived_ns, arrived_ns, lag_us, _no_lots)
        if isinstance(command, Move):
            self._what["illegal"] = self._why_illegal(command.move)
        try:
            answer = carry_out(self._hall, command, asked)
        except Refusal as refusal:
            match = getattr(command, "match", None)
            program.say(Error(refusal.code, refusal.text, command.id, match))
            return
        program.say(answer.ack)
        program.is_here = program.is_here or isinstance(command, Resume)
        if isinstance(command, Move) and answer.ack.seq is not None:
            nodes = command.analysis.nodes if command.analysis else None
            program.effort += Effort(1, nodes or 0, 0, self._taken_s, self._taken_s)
        self._take_in(answer.step)

    def _why_illegal(self, move: str) -> str:
        """What the rules have against a move that is asked for; empty if that is nothing."""
        asked = self._asked
        if asked is None:
            return ""
        try:
            view_of(self._table.state, asked.seat).canonical_move(move)
        except InputError as error:
            hint = f"; {error.hint}" if error.hint else ""
            return f"{quoted(move)} is no legal move in turn {asked.turn}: {error.what}{hint}"
        return ""

    # ------------------------------------------------------------ what happens

    def _note_time(self, asked: Request, sent_ns: int, arrived_ns: int) -> int:
        """Notes by how much an answer is late; returns that in microseconds."""
        self._taken_s = (arrived_ns - sent_ns) / 1e9
        self._over_s = max(self._taken_s - asked.time_us / 1e6, 0.0)
        self._what["time"] = f"took {self._over_s:.3f} s too long"
        return round(self._over_s * 1e6) + 1 if self._over_s else 0

    def _take_in(self, step: Step) -> None:
        """Tells everybody what has come of something."""
        for say in step.says:
            if isinstance(say.message, Request):
                self._asked = say.message
            for seat, player in enumerate(self.players):
                if (
                    isinstance(player, ProgramSeat)
                    and player.is_here
                    and say.to in (seat, EVERYBODY)
                ):
                    player.say(say.message)
        for event in self._table.log.whole(self._story.seq):
            if self.fault is not None:
                return
            self._story.tell(event)
            if isinstance(event, Drawn | Moved):
                self._let_see(event.seq)
            elif isinstance(event, Out) and event.why in FAULT_OF:
                over_s = self._over_s if event.why == "time" else 0.0
                kind = FAULT_OF[event.why]
                text = self._what.get(event.why, event.why) + self._refused(event.seat)
                self.fault = Fault(kind, text, event.seat, over_s, self._has_not_begun(event.seat))

    def _refused(self, seat: int) -> str:
        """What a program was told last, if it has said something that was of no use."""
        player = self.players[seat]
        told = isinstance(player, ProgramSeat) and player.refused
        return f"; its last line was refused: {told}" if told else ""

    def _has_not_begun(self, seat: int) -> bool:
        """Whether a program sits there that has not said a word of the protocol."""
        player = self.players[seat]
        return isinstance(player, ProgramSeat) and not player.is_greeted

    def _let_see(self, seq: int) -> None:
        """Tells agents a draw or a move, each as its seat sees it."""
        for seat, player in enumerate(self.players):
            if isinstance(player, ProgramSeat):
                continue
            ply = ply_of(self._table.log.since(seq - 1, seat)[0])
            if ply is not None:
                player.see(ply)


def _account(seating: Seating, seat: int) -> str:
    """Who sits there, in a name that accounts may have."""
    name = seating.entrant(seat).name
    return name if len(name) <= _LONGEST_ACCOUNT else f"{name[: _LONGEST_ACCOUNT - 2]}~{seat}"


def _clock_of(seating: Seating) -> ClockSpec:
    """The clock of the table: the contest's, or for each move what programs may take."""
    contest = seating.contest
    if contest.clock is not None:
        return contest.clock.spec
    times = [
        contest.limits_of(at).hard_s or 0 for at in seating.game.players if contest.is_program(at)
    ]
    return ClockSpec("per_move", move_us=round(max(times) * 1e6))


def _terms(seating: Seating, clock: ClockSpec) -> Terms:
    """What is played; where there is a deck, all games of a block draw the same one."""
    chance: ChanceMode = "seed" if registry.get(seating.contest.game).deck is None else "deck"
    options = seating.start[0].options
    return Terms(seating.contest.game, options, clock, _POLICY, rated=False, chance=chance)


def _limits(seating: Seating) -> Limits:
    """What the table puts up with: of each move, the contest's grace is forgiven."""
    grace_us = round(seating.contest.grace_s * 1e6)
    return Limits(
        frame_bytes=LONGEST_LINE,
        commands_per_s=1e6,
        burst=10**6,
        queue_bytes=LONGEST_LINE,
        heartbeat_s=3600.0,
        lag_per_move_us=grace_us,
        lag_quota_us=grace_us,
        lag_refill_us=grace_us,
        matches=1,
    )


def _no_lots() -> tuple[str, str]:
    """What would name another match; there is none here."""
    raise Refusal("too_many_matches", "there is one match here, which you play")
