"""Looks whether a game keeps the promises of `carcbot.games.contract`, in random games.

It is for games from other packages, whose authors have no tests of ours, and is what `carcbot games
NAME --check 20` does. It tells what is wrong, each kind of it once, with the position where it was.
"""

import random
import re
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from carcbot.errors import InputError, OptionsError
from carcbot.games.contract import (
    CHANCE,
    LONGEST_PLY,
    LONGEST_STEP,
    OVER,
    Game,
    State,
    View,
    determinized,
    has_secrets,
    seen_ply,
    view_of,
)
from carcbot.games.random_plies import random_ply

__all__ = ["Remark", "remarks_on"]

_MOST_PLIES: Final = 10_000
_GUESSES: Final = 4
_MOVES_LOOKED_AT: Final = 8
"""About so many of a position's, from all parts of the list."""
_PLY: Final = re.compile(rf"[!-~]{{1,{LONGEST_PLY}}}")
_PARTICULARS: Final = re.compile(r"'[^']*'|\d+|None")
"""What two remarks of one kind differ in: plies, texts, seats and other numbers."""
_SHARED: Final = "what is done to a copy is done to the first as well"
_NO_PLY: Final = "?no-ply?"
Viewer = int | None


@dataclass(frozen=True, slots=True)
class Remark:
    """What was seen.

    Attributes:
        what: In words.
        text: The position, or the options where there was none yet.
        is_broken: Whether a promise was not kept; options that do not go together are only told.
    """

    what: str
    text: str
    is_broken: bool = True

    def __str__(self) -> str:
        return f"{self.what}\n    at {self.text}"


class _WrongError(Exception):
    """What is wrong at a position; the game cannot be played on from there."""


def remarks_on(game: Game[State], games: int, seed: int) -> Iterator[Remark]:
    """Plays random games with every option, and tells what was wrong in them.

    Args:
        game: Which.
        games: So many with each value of each option.
        seed: Of all chance.
    """
    told: set[str] = set()
    is_whole, is_hidden = True, not game.has_secrets
    for options in _options_of(game):
        for number in range(games):
            course = _Course(game, options, random.Random(f"{seed} {options} {number}"))
            try:
                course.play()
            except _WrongError as error:
                course.note(str(error))
            except Exception as error:  # noqa: BLE001 - somebody else's game may raise anything
                place = traceback.extract_tb(error.__traceback__)[-1]
                raised = f"{type(error).__name__}: {error}"
                course.note(f"raised {raised} ({place.filename}, line {place.lineno})")
            is_hidden = is_hidden or course.has_hidden
            for each in course.found:
                is_whole = is_whole and not each.is_broken
                kind = _PARTICULARS.sub("", each.what)
                if kind not in told:
                    told.add(kind)
                    yield each
    if is_whole and not is_hidden:
        yield Remark("it has secrets, but each view leaves one position possible", game.name)


def _options_of(game: Game[State]) -> Iterator[str]:
    """The usual ones with each number of seats, then each other value of each option."""
    for seats in game.seats:
        yield f"seats={seats}"
    for option in game.options:
        if option.name != "seats":
            yield from (
                f"seats={game.seats[0]},{option.name}={each}" for each in option.values if each
            )


def _places_fit(points: int, scores: list[int], places: list[int]) -> bool:
    """Whether those with so many points share the place behind all with more, or follow there."""
    first = 1 + sum(other > points for other in scores)
    equal = sorted(place for own, place in zip(scores, places, strict=True) if own == points)
    return equal in ([first] * len(equal), list(range(first, first + len(equal))))


@dataclass
class _Course:
    """A random game, looked at in each position."""

    game: Game[State]
    options: str
    rng: random.Random
    found: list[Remark] = field(default_factory=list)
    has_hidden: bool = False
    _at: str = ""
    _turn: int = 1
    _left: list[int] = field(default_factory=list)
    _bounds: list[tuple[int, int]] = field(default_factory=list)
    _followed: dict[Viewer, View] = field(default_factory=dict)

    def note(self, what: str) -> None:
        """Keeps what is wrong here."""
        self.found.append(Remark(what, self._at or self.options))

    def play(self) -> None:
        """Plays to the end.

        Raises:
            _WrongError: It cannot be played on.
        """
        try:
            state = self.game.new(self.options)
        except OptionsError as error:  # as of options that do not go together
            self.found.append(Remark(f"not looked at: {error}", self.options, is_broken=False))
            return
        except Exception as error:
            raise _WrongError(f"new raised {type(error).__name__}: {error}") from error
        self._look_at_random_games(state)
        self._followed = {seat: self._view(state, seat) for seat in self._viewers(state)}
        for _ in range(_MOST_PLIES):
            self._look(state)
            if state.over:
                return
            ply = self._asked("a random ply", random_ply, state, self.rng)
            state = self._played(state, ply)
        raise _WrongError(f"it is not over after {_MOST_PLIES} plies")

    def _played(self, state: State, ply: str) -> State:
        """The position after a ply; a view that follows what it sees is that of the position."""
        after: State = self._asked("copy", state.copy)
        before = state.text
        self._asked(f"apply({ply!r})", after.apply, ply)
        if after is state or state.text != before:
            raise _WrongError(_SHARED)
        for seat, view in self._followed.items():
            seen = self._asked(f"seen({ply!r}, {seat})", seen_ply, state, ply, seat)
            if seen != ply and not (isinstance(seen, str) and _PLY.fullmatch(seen)):
                raise _WrongError(
                    f"seen({ply!r}, {seat}) is {seen!r}: no text for a line of a record"
                )
            if seat == state.to_move and not seen.startswith(ply):
                raise _WrongError(f"seen({ply!r}, {seat}) of one's own move is {seen!r}")
            self._asked(f"View.apply({seen!r})", view.apply, seen)
            self._need(
                view.text == self._view(after, seat).text,
                f"a view of seat {seat} that takes in what seen() says is not view({seat})",
            )
        return after

    def _look_at_random_games(self, start: State) -> None:
        """A referee and its bots compare how such games end before they play each other."""
        ends, before = [], start.text
        for seed in (1, 1):
            state: State = self._asked("copy", start.copy)
            self._asked("play_randomly", state.play_randomly, seed)
            ends.append(self._text(state, "position"))
            self._need(state.over, "play_randomly does not play to the end")
        if start.text != before:
            raise _WrongError(_SHARED)
        self._need(ends[0] == ends[1], "play_randomly goes another way with the same seed")

    # ---------------------------------------------------------------- a position

    def _look(self, state: State) -> None:
        self._at = self._text(state, "position")
        self._look_at_plies(state)
        self._look_at_words(state)
        self._look_at_turns(state)
        self._look_at_points(state)
        again = self._asked("parse", self.game.parse, state.text)
        self._need(again.text == state.text, "its text is another one when it is read again")
        self._need(again.digest == state.digest, "an equal position has another digest")
        self._need(
            (again.legal_moves(), again.outcomes()) == (state.legal_moves(), state.outcomes()),
            "moves or draws have another order, or are others, when a position is read again",
        )
        if has_secrets(state):
            for seat in self._viewers(state):
                self._look_at_view(state, seat)

    def _look_at_plies(self, state: State) -> None:
        mover: Any = state.to_move
        if not isinstance(mover, int) or mover not in (CHANCE, OVER, *range(state.seats)):
            raise _WrongError(f"to_move is {mover!r}: no seat, no CHANCE and no OVER")
        moves = self._asked("legal_moves", state.legal_moves)
        draws = self._asked("outcomes", state.outcomes)
        if not isinstance(moves, list) or not isinstance(draws, list):
            raise _WrongError("legal_moves and outcomes have to be lists")
        self._need(state.over == (mover == OVER), "over is not what to_move says")
        if bool(moves) != (mover >= 0):
            raise _WrongError(f"legal_moves has {len(moves)} moves where to_move is {mover}")
        if bool(draws) != (mover == CHANCE):
            raise _WrongError(f"outcomes has {len(draws)} draws where to_move is {mover}")
        weights = [each[1] for each in draws]
        if not all(isinstance(each, int) and each > 0 for each in weights):
            raise _WrongError("a draw has a weight that is no whole number above 0")
        texts = [*moves, *(each[0] for each in draws)]
        for text in texts:
            if not isinstance(text, str) or not _PLY.fullmatch(text):
                raise _WrongError(
                    f"{text!r} is no move or draw: 1 to {LONGEST_PLY} letters of ASCII, no blank"
                )
        self._need(len(set(texts)) == len(texts), "a move or draw is listed twice")

    def _look_at_words(self, state: State) -> None:
        moves = state.legal_moves()
        for move in moves[:: max(1, len(moves) // _MOVES_LOOKED_AT)]:
            said = self._asked(f"canonical_move({move!r})", state.canonical_move, move)
            self._need(said == move, f"canonical_move of a legal move is {said!r}")
        for name in ("canonical_move", "apply"):
            try:
                getattr(state, name)(_NO_PLY)
            except InputError:
                continue
            except Exception as error:
                raise _WrongError(
                    f"{name} of text that is no ply raised {type(error).__name__}: {error}, and no"
                    " InputError of carcbot.errors"
                ) from error
            raise _WrongError(f"{name} takes text that is no ply")
        self._need(state.text == self._at, "text that was refused has changed the position")

    def _look_at_turns(self, state: State) -> None:
        turn: Any = state.turn
        step: Any = state.step
        if not isinstance(turn, int) or not isinstance(step, str) or len(step) > LONGEST_STEP:
            raise _WrongError(f"turn and step are {turn!r} and {step!r}")
        self._need(
            bool(step) == (state.to_move >= 0),
            "step is empty where a seat decides, or a name where none does",
        )
        self._need(
            turn - self._turn in {0, 1} or state.over, "turn goes down, or up by more than one"
        )
        left = [self._asked("turns_left", state.turns_left, seat) for seat in self._seats(state)]
        before = self._left or left
        self._need(all(a >= b for a, b in zip(before, left, strict=True)), "turns_left grows")
        self._need(state.to_move < 0 or left[state.to_move] > 0, "turns_left is 0 for who decides")
        self._need(not state.over or not any(left), "turns_left is not 0 at the end")
        self._turn, self._left = turn, left

    def _look_at_points(self, state: State) -> None:
        scores = self._asked("scores", state.scores)
        if not isinstance(scores, list) or not all(isinstance(each, int) for each in scores):
            raise _WrongError(f"scores are {scores!r}: a whole number for each seat")
        if len(scores) != state.seats:
            raise _WrongError(f"there are {len(scores)} scores for {state.seats} seats")
        places = self._asked("ranking", state.ranking)
        if not isinstance(places, list) or len(places) != state.seats:
            raise _WrongError(f"ranking is {places!r}: a place for each seat")
        self._need(
            all(_places_fit(points, scores, places) for points in scores),
            "ranking does not count from 1 who has more points",
        )
        bounds = [
            self._asked("value_bounds", state.value_bounds, seat) for seat in self._seats(state)
        ]
        self._need(all(low <= high for low, high in bounds), "value_bounds: low is above high")
        self._bounds = self._bounds or bounds
        if state.over:
            inside = zip(scores, self._bounds, bounds, strict=True)
            self._need(
                all(low <= own <= high and (own, own) == now for own, (low, high), now in inside),
                "the final scores are not within value_bounds, or not their bounds at the end",
            )

    # ---------------------------------------------------------------- what a seat knows

    def _look_at_view(self, state: State, seat: Viewer) -> None:
        view = self._view(state, seat)
        again = self._asked("parse_view", self.game.parse_view, view.text)
        self._need(
            again.text == view.text, "the text of a view is another one when it is read again"
        )
        moves = state.legal_moves() if seat == state.to_move else []
        self._need(view.legal_moves() == moves, "legal_moves of a view are not those of its seat")
        self._need(
            self._everybody_knows(view) == self._everybody_knows(state),
            "to_move, turn, step, scores or turns_left of a view are others than the position's",
        )
        guesses = [self._guess(view, number) for number in range(_GUESSES)]
        self._need(
            self._guess(view, 0).text == guesses[0].text,
            "determinize gives another position for the same seed",
        )
        for guess in guesses:
            self._need(
                self._view(guess, seat).text == view.text,
                f"a position of determinize has another view({seat}) than it was made of",
            )
        self.has_hidden = self.has_hidden or len({guess.text for guess in guesses}) > 1

    def _everybody_knows(self, view: View) -> tuple[object, ...]:
        left = [self._asked("turns_left", view.turns_left, seat) for seat in range(view.seats)]
        return view.to_move, view.turn, view.step, view.scores(), left

    def _guess(self, view: View, seed: int) -> State:
        guess: State = self._asked("determinize", determinized, view, seed)
        return guess

    def _view(self, state: State, seat: Viewer) -> View:
        view: View = self._asked(f"view({seat})", view_of, state, seat)
        self._text(view, "view" if has_secrets(state) else "position")
        return view

    # ---------------------------------------------------------------- how it is asked

    def _text(self, view: View, kind: str) -> str:
        text = self._asked("text", lambda: view.text)
        begin = f"{self.game.name}/1 {kind} "
        if not isinstance(text, str) or not text.startswith(begin) or not text.isprintable():
            raise _WrongError(f"the text {text!r} is no line that begins with {begin!r}")
        return text

    def _need(self, is_so: bool, otherwise: str) -> None:  # noqa: FBT001 - it is what is needed
        if not is_so:
            self.note(otherwise)

    @staticmethod
    def _asked(what: str, ask: Callable[..., Any], *arguments: object) -> Any:  # noqa: ANN401 - what somebody else's game says may be anything
        try:
            return ask(*arguments)
        except InputError as error:
            raise _WrongError(f"{what} refuses: {error}") from error
        except Exception as error:
            raise _WrongError(f"{what} raised {type(error).__name__}: {error}") from error

    @staticmethod
    def _seats(state: State) -> range:
        return range(state.seats)

    @staticmethod
    def _viewers(state: State) -> list[Viewer]:
        return [None, *range(state.seats)]
