"""The contract of games, so that nothing above this room needs to know which game is played.

A *state* is a position as the referee sees it: everything that determines how the game goes on.
Either a seat is to move (`to_move` is the seat, from 0), or chance (`CHANCE`), or the game is over
(`OVER`). In each case `apply` takes the text of what happens next: a move of `legal_moves()`, or a
draw of `outcomes()`. Together they are called plies.

The rules themselves, and the promises in full, are in the native core: native/include/carcbot/
game.hpp. tests/games/test_contract.py puts every registered game through all of them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, Protocol, Self, TypeGuard, TypeVar

from carcbot.errors import NotationError, OptionsError
from carcbot.games.extras import Bench, Habits, Preset
from carcbot.games.option_text import number_in, options_text, plain

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from carcbot.games.course import Teacher

__all__ = [
    "CHANCE",
    "LEAST_WIDTH",
    "LONGEST_PLY",
    "LONGEST_STEP",
    "OVER",
    "Colour",
    "Game",
    "Option",
    "PageFace",
    "Paper",
    "SecretState",
    "SecretView",
    "SheetLine",
    "State",
    "TerminalFace",
    "TurnStep",
    "View",
    "check_seat",
    "determinized",
    "has_secrets",
    "is_position",
    "seen_ply",
    "turns_over",
    "view_of",
]

CHANCE = -1
"""`State.to_move` where a draw is due."""
OVER = -2
"""`State.to_move` where nothing is due: the game is over."""
LONGEST_PLY = 100
"""Characters of a move or draw: messages and records have room for no more."""
LONGEST_STEP = 64
"""The same of `View.step`."""


class View(Protocol):
    """What one seat, or everybody at the table, may know of a position: enough to play.

    In a game without secrets it is the position itself. Every method that takes text or a seat
    raises an InputError when that cannot be used, and leaves the view as it was.
    """

    @property
    def options(self) -> str:
        """The game's options as text: those that differ from their defaults, and the seats."""

    @property
    def seats(self) -> int:
        """How many seats play."""

    @property
    def to_move(self) -> int:
        """The seat to move, CHANCE or OVER."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""

    @property
    def turn(self) -> int:
        """Which turn of the game it is, from 1; at the end that of the last one.

        A seat may have several decisions in a turn. A draw before the first belongs to it.
        """

    @property
    def step(self) -> str:
        """The decision that is due; "move" where a turn has only one, empty where none is due."""

    @property
    def digest(self) -> int:
        """64 bits: equal positions have equal digests, whatever order led there."""

    @property
    def text(self) -> str:
        """All of it in one line, from which `Game.parse_view` makes an equal one."""

    def legal_moves(self) -> list[str]:
        """Every move of its own seat once, in its canonical text; empty if that has none now."""

    def canonical_move(self, text: str, /) -> str:
        """This move as `legal_moves` writes it."""

    def apply(self, text: str, /) -> None:
        """Applies a draw or a move, as `seen_ply` tells it."""

    def copy(self) -> Self:
        """An independent copy."""

    def scores(self) -> list[int]:
        """Points of each seat: those on the table, and when the game is over the final ones."""

    def turns_left(self, seat: int, /) -> int:
        """An estimate of how many turns the seat still has, one that it is in included.

        It never grows, is 1 at least for who decides, and 0 at the end.
        """


class State(View, Protocol):
    """A position. Copying it is cheap, which is why there is no undo; only `apply` changes it.

    Its moves are those of whichever seat is to move. `apply` makes a move, in any equivalent text,
    or the draw at a chance node. From its text `Game.parse` makes an equal one.
    """

    def outcomes(self) -> list[tuple[str, int]]:
        """Every possible draw once with its positive weight; empty unless chance is to move."""

    def ranking(self) -> list[int]:
        """The place of each seat by the game's own tie rules: 1 is best, ties share a place."""

    def value_bounds(self, seat: int, /) -> tuple[int, int]:
        """Points below and above which the seat's final score cannot be; at the end both are it."""

    def perft(self, draws: list[str], depth: int, /) -> int:
        """How many sequences of `depth` moves there are when chance gives these draws."""

    def play_randomly(self, seed: int, /) -> None:
        """Plays to the end: draws by their weights, moves all alike."""


class SecretView(View, Protocol):
    """A view in a game in which seats know different things: it has no field for the rest."""

    @property
    def seat(self) -> int | None:
        """The seat whose view it is; None for what everybody at the table sees."""

    def determinize(self, seed: int, /) -> "SecretState":
        """A position that has this view.

        Each is drawn with its right probability, if every choice that was possible for the others
        is held for equally likely.
        """


class SecretState(State, Protocol):
    """A position of a game in which seats know different things."""

    def view(self, seat: int | None, /) -> SecretView:
        """What this seat may know; for None, what everybody at the table sees."""

    def seen(self, text: str, seat: int | None, /) -> str:
        """What this seat sees of a draw or a move that is about to be made, as text.

        It may hide something, as a card that another seat draws, or show more than the ply itself,
        as cards that are laid open after it. Its view takes in that text and nothing else. What a
        seat sees of its own move begins with that move, and with no longer one that was legal.
        """


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game, chosen before it begins.

    Attributes:
        name: The key, as options are written: ``"seats"``.
        values: Every possible value as text, the default first; of a `free` option, examples.
        help: What it chooses, in one line.
        free: Whether there are more values than can be listed.
        title: The name by which people are asked for it before a match; options without a title
            keep their defaults.
        parts: Of an option whose values are any of several, joined by a plus: each of them, with
            what people call it.
    """

    name: str
    values: tuple[str, ...]
    help: str
    free: bool = False
    title: str = ""
    parts: tuple[tuple[str, str], ...] = ()

    @property
    def default(self) -> str:
        """The value where nothing is said."""
        return self.values[0]

    @staticmethod
    def word_of(value: str) -> str:
        """A value as people write it: ``none`` where it is empty."""
        return value or "none"

    @property
    def words(self) -> str:
        """The values in a line, as people write them."""
        return ", ".join(map(self.word_of, self.values))


SheetLine = tuple[str, list[int], int | None]
"""What brought points, the points of each seat, and which part of the picture it is."""


def _no_sheet(_: "View") -> list[SheetLine]:
    return []


@dataclass(frozen=True, slots=True)
class PageFace:
    """How a game is shown on the pages in a browser, which know no rules.

    Attributes:
        picture: All that is to be seen of a position, or by a seat of it, as plain JSON; the text
            is the last move, if there is one. Every game says `to_move` (whose turn it is, also
            while a draw is due, or None), `over`, `scores`, `outlook` (the scores if the game ended
            now, as far as the view can tell) and `turn` (how many turns are over); the rest is
            between the game and its own script in the page.
        points: The points on the table, and those as if the game ended now.
        sheet: Where those points come from that each seat would have if the game ended now, or has
            when it is over: lines with what brought them, in words that several lines may have in
            common, the points of each seat, and which part of the picture it is, if `point` in the
            page can show it. Without lines only the sums are told.
        art: Data for its script, as plain JSON: the same for all positions.
        style: The style sheet of the art.
        effects: What a legal move changes, by what is known before it, as plain JSON: its script
            says with a hint why a bot would make that move.
        files: Of a game of another package: the folder of its data with the files of the page, as
            in ``importlib.resources.files("carcbot_dash") / "page"``. Its script is ``face.js``,
            whose `face` is what carcbot/web/js/types.js calls a GameFace, and its style sheet
            ``style.css``, if it has one; where it has a ``rules.js``, the `rules` there makes the
            nodes of a page that tells how it is played. Other scripts beside it are imported as
            ``"./board.js"``, those of the pages as ``"/web/js/dom.js"``.
    """

    picture: Callable[[View, str | None], dict[str, object]]
    points: Callable[[View], tuple[list[int], list[int]]]
    sheet: Callable[[View], list[SheetLine]] = _no_sheet
    art: Callable[[], dict[str, object]] = dict
    style: Callable[[], str] = str
    effects: Callable[[View, str], object] | None = None
    files: "Traversable | None" = None


Colour = Literal["truecolor", "256", "none"]
"""The colours that a terminal has."""
LEAST_WIDTH: Final = 48
"""Every game can be drawn in so many columns."""


@dataclass(frozen=True, slots=True)
class Paper:
    """The area and means for drawing in a terminal.

    Attributes:
        width: Columns, at least LEAST_WIDTH.
        height: Rows, if a picture may not be higher; then only a part of it is drawn.
        colour: What there is; without colours there are no escape sequences.
        unicode: Whether there are more characters than those of ASCII.
    """

    width: int = 80
    height: int | None = None
    colour: Colour = "none"
    unicode: bool = True


@dataclass(frozen=True, slots=True)
class TurnStep:
    """A decision of a turn.

    Attributes:
        move: What was done, as it was seen.
        before: What was known before it.
        drawn: What was drawn after it first, if that was anything, as it was seen.
        seen: What everybody saw of the move and of each draw after it: also where all is known a
            game may mark there what came of them.
    """

    move: str
    before: View
    drawn: str | None = None
    seen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TerminalFace:
    """How a game is shown in a terminal, and how a person plays it there.

    Attributes:
        picture: The lines of a picture of a position, or of what a seat knows of it; the texts are
            the draws and moves that led there, as far as they are known.
        sheet: Where the points came from, as lines.
        how: A sentence on how to type a move.
        read: The text of the move that was typed; the view is that of the seat to move.
            `View.canonical_move` judges it, and numbers of listed moves are read before it is
            asked.
        say_turn: A whole turn in one sentence, by its decisions and what was known when it was
            over, without who did it and without the full stop; of games with several decisions in
            a turn.
    """

    picture: Callable[[View, Sequence[str], Paper], list[str]]
    sheet: Callable[[View], list[str]]
    how: str
    read: Callable[[View, str], str]
    say_turn: Callable[[Sequence[TurnStep], View], str] | None = None


S_co = TypeVar("S_co", bound=State, covariant=True)


@dataclass(frozen=True, slots=True)
class Game(Generic[S_co]):
    """A game that can be played: its name, its options, and how its states are made.

    Attributes:
        name: Its name, with which its texts begin: ``"chess"``.
        title: Its name for people.
        seats: Possible numbers of seats. Some may need certain options.
        options: Its options, in the order in which they are written.
        has_secrets: Whether seats know different things: its states are SecretStates.
        new_game: Makes the first state from options text that `new` has checked.
        parse_position: Makes a state from position text that `parse` has checked.
        parse_seen: The same for views, in a game with secrets.
        page: How it is shown in the browser; without it, it cannot be shown there.
        terminal: How it is shown in a terminal; without it, by `games.terminal.PLAIN`.
        svg: A picture of a position or view after these draws and moves, as an SVG without fonts;
            of the size that another one needs, if it is given. Without it
            `games.picture.picture_of` writes down what the terminal shows.
        agents: The default agents, the strongest first.
        presets: Agents made for this game.
        bench: The benchmarks of its rules.
        teacher: What its judge learns with, if it has one that does.
        habits: How players have played, from their names and, of each game, who sat in each seat
            and its record as text.
        deck: Of a game whose draws come from a shuffled deck: at a chance node, the stacks that lie
            face down, the one that is drawn from first, each with the copies of its cards in the
            order in which the game lists them. The order within a stack is what chance decides.
            A game with secrets has none.
        tally: Counts of a game that was played, each with a name and a number for every seat, from
            the position in which it has arrived and all moves with their seats.
        rules: The version of its rules and notation; programs with another version cannot play it.
    """

    name: str
    title: str
    seats: range
    options: tuple[Option, ...]
    has_secrets: bool
    new_game: Callable[[str], S_co]
    parse_position: Callable[[str], S_co]
    parse_seen: Callable[[str], View] | None = None
    page: PageFace | None = None
    terminal: TerminalFace | None = None
    svg: Callable[[View, Sequence[str], View | None], str] | None = None
    agents: tuple[str, ...] = ("flat", "random")
    presets: tuple[Preset, ...] = ()
    bench: Bench | None = None
    teacher: "Callable[[], Teacher] | None" = None
    habits: Callable[[Iterable[str], Iterable[tuple[Sequence[str], str]]], Habits] | None = None
    deck: Callable[[Any], list[dict[str, int]]] | None = None
    tally: Callable[[State, Sequence[tuple[int, str]]], dict[str, list[int]]] | None = None
    rules: int = 1

    def new(self, options: Mapping[str, object] | str = "", *, seats: int | None = None) -> S_co:
        """The position before the first draw.

        Args:
            options: Text as in ``"seats=3,first=black"``, or the same as a mapping with
                values that are text, numbers, truth values (on and off) or collections of text.
                What is not named has its default.
            seats: How many play, if the options do not say it.

        Raises:
            OptionsError: An option does not exist, its value is not possible, or they do not go
                together.
        """
        text = options_text(options)
        if seats is not None:
            text = f"{self._seats_text(seats, text)},{text}".removesuffix(",")
        return self.new_game(text)

    def parse(self, text: str) -> S_co:
        """The position that `State.text` wrote.

        Raises:
            NotationError: The text is no position of this game.
            OptionsError: Its options are not possible.
        """
        return self.parse_position(plain(text, "the position", NotationError))

    def parse_view(self, text: str) -> View:
        """What a seat may know, as `View.text` wrote it.

        Raises:
            NotationError: The text is no view of this game.
            OptionsError: Its options are not possible.
        """
        if self.parse_seen is None:
            return self.parse(text)
        return self.parse_seen(plain(text, "the view", NotationError))

    def _seats_text(self, seats: int, options: str) -> str:
        if isinstance(seats, bool) or not isinstance(seats, int):
            raise TypeError(f"seats must be an int, not {type(seats).__name__}")
        if seats not in self.seats:
            raise OptionsError(
                "that many seats cannot play",
                where="seats",
                expected=number_in(self.seats),
            )
        if any(part.startswith("seats=") for part in options.split(",")):
            raise OptionsError(
                "the number of seats is given twice",
                where="seats",
                expected="it in the options or beside them",
            )
        return f"seats={seats}"


def turns_over(view: View) -> int:
    """How many turns of the game are over."""
    return view.turn if view.over else view.turn - 1


def has_secrets(state: State) -> TypeGuard[SecretState]:
    """Whether seats know different things in this state's game."""
    return hasattr(state, "seen")


def is_position(view: View) -> TypeGuard[State]:
    """Whether a view is a whole position, as it is in a game without secrets."""
    return hasattr(view, "outcomes")


def _is_secret(view: View) -> TypeGuard[SecretView]:
    return hasattr(view, "determinize")


def view_of(state: State, seat: int | None) -> View:
    """What this seat may know, in any game; for None, what everybody at the table sees.

    Where there are no secrets that is everything: an independent copy of the state itself. So code
    for views works for every game, and games without secrets need not define them.
    """
    if has_secrets(state):
        return state.view(seat)
    check_seat(state, seat)
    return state.copy()


def seen_ply(state: State, text: str, seat: int | None) -> str:
    """What this seat sees of a ply that is about to be made, in any game; None: everybody.

    Where there are no secrets that is the ply itself.
    """
    if has_secrets(state):
        return state.seen(text, seat)
    check_seat(state, seat)
    return text


def determinized(view: View, seed: int) -> State:
    """A position that has this view, drawn with its right probability, in any game.

    Where there are no secrets there is only one: a copy of it.
    """
    if _is_secret(view):
        return view.determinize(seed)
    if is_position(view):
        return view.copy()
    raise TypeError(f"{type(view).__name__} is no view of a game")


def check_seat(state: View, seat: int | None) -> None:
    """Raises OptionsError unless this is a seat of the game, or None for everybody."""
    if seat is not None and seat not in range(state.seats):
        raise OptionsError(
            "there is no such seat",
            where=f"a game of {state.seats} seats",
            expected=f"a seat from 0 to {state.seats - 1}",
        )
