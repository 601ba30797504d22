"""A match at the referee under test, with the kit's own board beside it."""

import json
from collections.abc import Iterator, Sequence

import msgspec

from carcbot.conform.kit import FailedError, Message, need, shown
from carcbot.conform.scripted_client import EVENTS, Peer
from carcbot.games import registry
from carcbot.games.contract import CHANCE, OVER, State, View
from carcbot.match.story import Change, Story, UntrueEventError, V
from carcbot.messages.events import ONE_STEP, Event

__all__ = ["Match", "changes_by", "need_turn", "tell"]


def tell(story: Story[V], event: Message) -> Change[V]:
    """Takes an event in on the kit's own board.

    Raises:
        FailedError: It is against the rules, or of another turn.
    """
    try:
        change = story.tell(msgspec.convert(event, Event))
    except UntrueEventError as error:
        raise FailedError(
            error.expected or "an event by the rules", f"{error}: {shown(event)}"
        ) from error
    need_turn(event, change.before)
    return change


def need_turn(came: Message, view: View) -> None:
    """Raises FailedError if a message says another turn or step than that of this position.

    Both may be left unsaid, as older referees do.
    """
    if "turn" in came or "step" in came:
        need(came.get("turn", view.turn) == view.turn, f"turn {view.turn}", came)
        is_so = came["type"] == "draw" or came.get("step", ONE_STEP) == view.step
        need(is_so, f"step {view.step}", came)


def changes_by(events: Sequence[Message]) -> Iterator[tuple[Message, Change[State]]]:
    """Each event of a match, from the start on, with what it changes on the kit's own board."""
    story: Story[State] = Story(registry.get(events[0]["game"]).new(events[0]["options"]))
    for event in events:
        yield event, tell(story, event)


class Match:
    """A match of a game without secrets, in which the kit has all seats.

    Args:
        name: Of the match.
        peers: Who has which seat.

    Attributes:
        witness: Whose events the board follows.
        events: Those that were followed so far.
        out: The seats that are out.
        start: The first event.
        result: The last one, once it is there.
    """

    def __init__(self, name: str, peers: Sequence[Peer]) -> None:
        self.name = name
        self.peers = list(peers)
        self.witness = self.peers[0]
        self.events: list[Message] = []
        self.out: set[int] = set()
        self.result: Message | None = None
        self._story: Story[State] | None = None
        self._request: Message | None = None
        self._position_seq = 0  # a request stands while others are out: it keeps this number

    @classmethod
    def begun_by(cls, name: str, peers: Sequence[Peer], starts: Sequence[Message]) -> "Match":
        """The match of these, each of whom was told its start, and so which seat it has."""
        seats = [start.get("seat", -1) for start in starts]
        need(sorted(seats) == list(range(len(peers))), "a seat for each", starts)
        match = cls(name, [peers[seats.index(seat)] for seat in range(len(peers))])
        match.see(starts[seats.index(0)])
        return match

    @property
    def start(self) -> Message:
        """The first event."""
        return self.events[0]

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return len(self.events)

    @property
    def state(self) -> State:
        """The board after the last event."""
        if self._story is None:
            raise FailedError("the match's start first", "another event")
        return self._story.view

    def see(self, event: Message) -> None:
        """Takes in the next event."""
        need(event["seq"] == self.seq + 1, f"the event {self.seq + 1}", event)
        self.events.append(event)
        if event["type"] != "out":
            self._position_seq = event["seq"]
            self._request = None
        if self._story is None:
            need(event["type"] == "start", "the match's start first", event)
            self._story = Story(registry.get(event["game"]).new(event["options"]))
        tell(self._story, event)
        if event["type"] == "out":
            self.out.add(event["seat"])
        elif event["type"] == "result":
            self.result = event

    def ask(self, request: Message) -> None:
        """Takes in a request that was heard elsewhere."""
        need_turn(request, self.state)
        self._request = request

    async def next_event(self, *kinds: str, within: float = 0.0) -> Message:
        """The next event, which must be one of these."""
        event = await self.witness.take(
            *EVENTS, match=self.name, seq=self.seq + 1, within=within,
            expected=f"{' or '.join(kinds or EVENTS)} as event {self.seq + 1}",
        )  # fmt: skip
        need(not kinds or event["type"] in kinds, f"an event {' or '.join(kinds)}", event)
        self.see(event)
        return event

    async def goes_out(self, seat: int, why: str) -> Message:
        """The next event: this seat is out."""
        event = await self.next_event("out")
        need((event["seat"], event["why"]) == (seat, why), f"seat {seat} out for {why}", event)
        return event

    async def ends(self, reason: str) -> Message:
        """The next event: the result."""
        event = await self.next_event("result")
        need(event["reason"] == reason, f"the reason {reason}", event)
        return event

    async def over(self) -> Message:
        """The result, whatever comes before it."""
        while self.result is None:
            await self.next_event()
        return self.result

    async def resigned(self, seat: int | None = None) -> Message:
        """Somebody whose turn it is not, or who has this seat, gives up: the result of two."""
        peer = self.waiter if seat is None else self.peers[seat]
        await peer.ask("resign", match=self.name)
        await self.next_event("out")
        return await self.next_event("result")

    def said(self, **fields: object) -> Message:
        """What stands in the first legal move for the request that waits, but for these fields."""
        usual = {"match": self.name, "move": self.state.legal_moves()[0]}
        return usual | ({"seq": self._request["seq"]} if self._request else {}) | fields

    async def turn(self) -> Message:
        """The request that waits for an answer, as soon as it is there."""
        while self._request is None:
            if self.result is not None:
                raise FailedError("that the match goes on", json.dumps(self.result))
            if self._is_asked:
                peer = self.peers[self.state.to_move]
                self.ask(await peer.take("request", match=self.name, seq=self._position_seq))
            else:
                await self.next_event()
        return self._request

    @property
    def _is_asked(self) -> bool:
        """Whether a request must come now."""
        return self._story is not None and self.state.to_move not in {CHANCE, OVER, *self.out}

    @property
    def mover(self) -> Peer:
        """Whose turn it is."""
        return self.peers[self.state.to_move]

    @property
    def waiter(self) -> Peer:
        """Somebody whose turn it is not."""
        return self.peers[(self.state.to_move + 1) % len(self.peers)]

    async def move(self, text: str = "", **fields: object) -> Message:
        """Makes the move that is asked for; returns its ack."""
        request = await self.turn()
        move = text or self.state.legal_moves()[0]
        return await self.mover.ask(
            "move", match=self.name, seq=request["seq"], move=move, **fields
        )

    async def play(self, moves: int) -> None:
        """Plays so many moves on, and waits for the next request."""
        for _ in range(moves):
            await self.move()
            while (await self.next_event("move", "out"))["type"] == "out":
                pass
        await self.turn()

    async def synced(self, seat: int, seq: int) -> tuple[Message, Message]:
        """A seat has said desync about this event: the ack, and the sync that follows."""
        peer = self.peers[seat]
        told = await peer.ask("desync", match=self.name, seq=seq, digest="0" * 16)
        return told, await peer.take("sync", match=self.name)

    async def finish(self) -> Message:
        """Plays to the end; the result."""
        while self.result is None:
            if self._is_asked:
                await self.move()
            await self.next_event()
        return self.result

    async def settle(self) -> None:
        """Returns when everybody has heard all that the referee had said up to now."""
        for peer in self.peers:
            if peer.close_code is None:
                await peer.settle()
