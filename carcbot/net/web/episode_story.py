"""An episode of a learner's environment, as the page of a match tells it.

No referee has held it, and it has no record: the environment has drawn by its own seed. While it
goes on the page shows what the learner may know, and when it is over everything.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from carcbot.games.contract import CHANCE, Game, State, View, has_secrets, seen_ply, view_of
from carcbot.match.chance.numbers import commitment_of
from carcbot.match.story import as_seen, digest_text
from carcbot.messages.events import Drawn, Event, Moved, Result, Started
from carcbot.messages.parts import Policy, Why
from carcbot.net.web.stories import face_of, pictures_of, story_of
from carcbot.referee.clocks import UNHURRIED
from carcbot.referee.placement import standings_of

if TYPE_CHECKING:  # what it imports comes with an extra
    from carcbot.env.episode_steps import Step

__all__ = ["EpisodeStory"]

_MATCH: Final = "episode"
_NO_SEED: Final = "0" * 64
"""In place of the seed that a referee commits to."""


class _Paid(msgspec.Struct, frozen=True):
    """What a learner did, and what it was paid.

    Attributes:
        seq: The event that its move became, or would have if it had been legal.
        action: What it said, if that is a number.
        text: The same in the notation of the game; empty if it was not legal.
        reward: What the step paid.
    """

    seq: int
    action: int | None
    text: str
    reward: float


class EpisodeStory:
    """What has happened in an episode. One thread tells, and others may read meanwhile.

    Args:
        game: What is played.
        options: As text.
        names: Who plays at each seat.
        seat: The learner's.

    Raises:
        InputError: The game cannot be shown.
    """

    def __init__(self, game: Game[State], options: str, names: Sequence[str], seat: int) -> None:
        self._game: Final = game
        self._face: Final = face_of(game.name)
        self._names: Final = tuple(names)
        self._seat: Final = seat
        self._first: Final = game.new(options)
        self._state: Final = self._first.copy()
        self._hides: Final = has_secrets(self._first)
        self._last: str | None = None
        self._whole: list[Event] = []
        self._seen: list[Event] = []
        self._steps: list[_Paid] = []
        self._pictures: list[dict[str, object]] = [self._face.picture(self._view, None)]
        start = Started(
            _MATCH,
            1,
            game.name,
            game.rules,
            self._first.options,
            self._names,
            UNHURRIED,
            Policy(),
            commitment_of(bytes.fromhex(_NO_SEED)),
            digest_text(self._first.digest),
        )
        self._add(start, "")

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return len(self._seen)

    @property
    def state(self) -> State:
        """The position now."""
        return self._state

    def tell(self, plies: Sequence[str]) -> None:
        """What was drawn and moved next."""
        for ply in plies:
            state, turn, step = self._state, self._state.turn, self._state.step
            seat = state.to_move
            seen = seen_ply(state, ply, self._seat)
            state.apply(ply)
            digest = digest_text(state.digest)
            if seat == CHANCE:
                self._add(Drawn(_MATCH, self.seq + 1, ply, digest, turn=turn), seen)
                continue
            self._last = seen
            scores = tuple(state.scores())
            event = Moved(
                _MATCH, self.seq + 1, seat, ply, 0, 0, 0, scores, digest, turn=turn, step=step
            )
            self._add(event, seen)

    def take(self, step: "Step") -> None:
        """What the learner did, and what came of it."""
        self._steps.append(_Paid(self.seq + 1, step.action, step.text, step.reward))
        self.tell(step.plies)
        if step.is_over or step.is_cut:
            self._end(is_lost=step.is_over and not self._state.over)

    def _end(self, *, is_lost: bool) -> None:
        """Ends it: as the game did, or lost by an action that was not legal, or as it stands."""
        why: Why | None = "illegal" if is_lost else None
        whys = [why if seat == self._seat else None for seat in range(self._first.seats)]
        standings = standings_of(self._state, whys, [self._seat] if is_lost else [])
        reason = why or ("normal" if self._state.over else "adjudicated")
        self._add(Result(_MATCH, self.seq + 1, reason, standings, _NO_SEED), "")

    def news(self, after: int) -> bytes:
        """What has happened after an event, as JSON."""
        events = self._seen[after:]  # of each that is there the picture is there already
        pictures = self._pictures[after + 1 : after + 1 + len(events)]
        return msgspec.json.encode({"events": events, "pictures": pictures, "steps": self._steps})

    def held(self, *, goes_on: bool) -> bytes:
        """All that the page needs, as JSON.

        Args:
            goes_on: Whether it is to ask for news.
        """
        is_over = bool(self._seen) and isinstance(self._seen[-1], Result)
        events = list(self._whole if is_over else self._seen)
        beginning = self._first if is_over else view_of(self._first, self._seat)
        story = story_of(
            _MATCH,
            self._game.name,
            beginning,
            seats=self._names,
            events=events,
            hides=self._hides and not is_over,
        )
        return b'{"story":%b,"pictures":%b,"art":%b,"steps":%b,"goes_on":%b}' % (
            msgspec.json.encode(story),
            pictures_of(self._game.name, beginning, events),
            msgspec.json.encode(self._face.art()),
            msgspec.json.encode(self._steps),
            b"true" if goes_on and not is_over else b"false",
        )

    @property
    def _view(self) -> View:
        return view_of(self._state, self._seat)

    def _add(self, event: Event, seen: str) -> None:
        self._whole.append(event)
        self._pictures.append(self._face.picture(self._view, self._last))
        hidden = self._hides and not isinstance(event, Result)
        self._seen.append(as_seen(event, seen, digest_text(self._view.digest)) if hidden else event)
