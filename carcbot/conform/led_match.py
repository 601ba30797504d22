"""A match as the scripted referee leads it: the bot has one seat, the kit plays the others."""

import hashlib
import random
from collections.abc import Mapping
from typing import Final

import msgspec

from carcbot.conform.kit import FailedError, Message, need, shown
from carcbot.conform.kit_game import GAME
from carcbot.conform.scripted_referee import Led
from carcbot.errors import InputError, InternalError
from carcbot.games import registry
from carcbot.games.contract import CHANCE, State, View, seen_ply, view_of
from carcbot.games.random_plies import draw
from carcbot.match.story import digest_text
from carcbot.messages.events import ONE_STEP
from carcbot.messages.parts import ClockSpec
from carcbot.net.clock import now_ns
from carcbot.referee import clocks

__all__ = ["CALM", "Board"]

CALM: Final = {"kind": "bank", "main_us": 6_000_000, "move_us": 2_000_000}
"""A clock that no bot runs out of by accident, though it may think for as long as it allows."""

_GRACE_S: Final = 0.25
"""A move may come so much later than it should: its way is long where the machine is busy."""
_LATE_S: Final = 1.0
"""So much longer than it may take a move is waited for, to say how late it is."""


class Board(Led):
    """One match.

    Each method that makes an event adds it to `events` and returns it, to be said whenever the
    script wants; the position goes along.

    Args:
        name: Of the match.
        seat: The bot's.
        seats: How many play.
        game: What is played.
        options: Of the game, the seats among them; empty is the usual ones with so many seats.
        clock: Of every seat.
        seed: Of all chance.
        slack: So many times as long are the clock and all times that a script names.

    Attributes:
        state: The position after the last event.
    """

    def __init__(
        self,
        name: str,
        *,
        seat: int = 0,
        seats: int = 2,
        game: str = GAME,
        options: str = "",
        clock: Mapping[str, object] = CALM,
        seed: int = 1,
        slack: float = 1.0,
    ) -> None:
        super().__init__(name, seat)
        self.game = game
        self.clock = {
            name: round(value * slack) if isinstance(value, int) else value
            for name, value in clock.items()
        }
        self._spec = msgspec.convert(self.clock, ClockSpec)
        self._slack = slack
        self.state: State = registry.get(game).new(options or f"seats={seats}")
        self._rng = random.Random(seed)
        self._seed = self._rng.randbytes(32)

    @property
    def view(self) -> View:
        """What the bot's seat knows of it."""
        return view_of(self.state, self.seat)

    @property
    def remaining_us(self) -> int:
        """The main time, which never gets less here."""
        return clocks.at_start(self._spec)

    def start(self, **fields: object) -> Message:
        """The match begins."""
        names = [f"player-{seat}" for seat in range(self.state.seats)]
        usual = {
            "game": self.game,
            "rules": registry.get(self.game).rules,
            "options": self.state.options,
            "seats": names,
            "clock": self.clock,
            "policy": {},
            "commitment": hashlib.sha256(self._seed).hexdigest(),
            "digest": digest_text(self.view.digest),
            "seat": self.seat,
        }
        return self._add("start", **(usual | fields))

    def draw(self) -> Message:
        """Chance draws something."""
        text = draw(self.state, self._rng)
        seen = seen_ply(self.state, text, self.seat)
        self.state.apply(text)
        return self._add("draw", draw=seen, digest=digest_text(self.view.digest))

    def moved(self, move: str = "", **fields: object) -> Message:
        """The seat to move makes this move, or the first legal one."""
        seat = self.state.to_move
        text = self.state.canonical_move(move or self.state.legal_moves()[0])
        seen = seen_ply(self.state, text, self.seat)
        self.state.apply(text)
        if seat == self.seat and self.request is not None:
            self.acked[self.request["seq"]] = self.seq + 1
            self.request = None
        return self._add(
            "move",
            seat=seat,
            move=seen,
            spent_us=1000,
            lag_us=100,
            remaining_us=self.remaining_us,
            scores=self.view.scores(),
            digest=digest_text(self.view.digest),
            **fields,
        )

    def out(self, seat: int, why: str = "resign") -> Message:
        """A seat is out."""
        return self._add("out", seat=seat, why=why)

    def result(self, reason: str = "normal") -> Message:
        """The match is over."""
        self.request = None
        standings = [
            {"place": place, "points": points}
            for place, points in zip(self.state.ranking(), self.state.scores(), strict=True)
        ]
        return self._add("result", reason=reason, standings=standings, seed=self._seed.hex())

    def ask(self, time_us: int = 0) -> Message:
        """The request for the bot's move, which is to be said at once."""
        self.asked_ns = now_ns()
        self.request = {
            "type": "request",
            "match": self.name,
            "seq": self.seq,
            "seat": self.seat,
            "time_us": round(time_us * self._slack)
            or clocks.time_for(self._spec, self.remaining_us),
            "remaining_us": self.remaining_us,
        }
        if self.state.step != ONE_STEP:
            self.request |= {"turn": self.state.turn, "step": self.state.step}
        return self.request

    def sync(self) -> Message:
        """The whole of it."""
        return {
            "type": "sync",
            "match": self.name,
            "seq": self.seq,
            "game": self.game,
            "options": self.state.options,
            "view": self.view.text,
            "digest": digest_text(self.view.digest),
            "remaining_us": [self.remaining_us] * self.state.seats,
            "scores": self.view.scores(),
            "out": [None] * self.state.seats,
            "clock": self.clock,
            "policy": {},
            "seat": self.seat,
        }

    def until_asked(self) -> list[Message]:
        """Draws and moves of others until it is the bot's turn, or the game is over."""
        made = []
        while not self.state.over:
            if self.state.to_move == CHANCE:
                made.append(self.draw())
            elif self.state.to_move != self.seat:
                made.append(self.moved())
            else:
                break
        return made

    # ------------------------------------------------------------ with the bot

    async def asked(self, time_us: int = 0) -> Message:
        """Asks the bot; its move, which is in time and legal."""
        self.line.say(self.ask(time_us))
        return await self.answered()

    async def answered(self) -> Message:
        """The move for the request that stands, which is in time and legal."""
        request = self.request
        if request is None:
            raise InternalError("nothing was asked")
        time_s = request["time_us"] / 1e6
        move = await self.line.take_move(self, max(time_s + _LATE_S, self.line.patience_s))
        need(move["type"] == "move", "a move, for there is no reason to give up", move)
        took_s = (self.line.said_ns[self.line.index(move)] - self.asked_ns) / 1e9
        is_in_time = took_s <= time_s + _GRACE_S * self._slack
        need(is_in_time, f"a move within {time_s:g} s", f"after {took_s:.2f} s")
        need(move["seq"] == request["seq"], f"a move with seq {request['seq']}", move)
        try:
            self.state.canonical_move(move["move"])
        except InputError as error:
            legal = ", ".join(self.state.legal_moves()[:5])
            raise FailedError(f"a legal move, as {legal}", f"{shown(move)}: {error}") from error
        return move

    def accepted(self, move: Message, text: str = "", **fields: object) -> Message:
        """Acknowledges a move and makes it, or another one; the event, which is not said yet."""
        event = self.moved(text or move["move"], **fields)
        self.ack(move, seq=event["seq"])
        return event

    def make(self, move: Message, **fields: object) -> None:
        """Acknowledges a move, makes it, and goes on until the bot's next turn."""
        self.line.say(self.accepted(move, "", **fields), *self.until_asked())

    async def rounds(self, count: int = 1) -> None:
        """Asks so often, and each time makes the move and those of the others."""
        for _ in range(count):
            self.make(await self.asked())

    def _add(self, kind: str, **fields: object) -> Message:
        event = {"type": kind, "match": self.name, "seq": self.seq + 1, **fields}
        self.events.append(event)
        return event
