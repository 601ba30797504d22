"""A game from its beginning, as one line of text: what was drawn and what was moved, in order.

    NAME/1 game seats=2 DRAW MOVE DRAW MOVE ...

The first words are the game with the version of its notation, `game`, and the options; then come
the plies. A ply is a draw or a move; a draw that leads to no decision, such as a card that nobody
can use, is followed by another draw. Played again from the start they give the same game, so a
record says more than its last position: it also knows how that came about. It is the referee's
record and holds everybody's secrets.
"""

from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

from carcbot.errors import InputError, NotationError, OutOfTurnError
from carcbot.games.contract import Game, State
from carcbot.games.option_text import plain, quoted
from carcbot.games.registry import game_of

__all__ = ["GameRecord", "record_text"]

S = TypeVar("S", bound=State)


def record_text(game: str, options: str, plies: Iterable[str]) -> str:
    """A game in one line, from which `GameRecord.parse` makes it.

    Args:
        game: Its name.
        options: As `State.options` writes them.
        plies: The draws and moves, in canonical text.
    """
    return " ".join([f"{game}/1 game {options}", *plies])


class GameRecord(Generic[S]):
    """A game as it goes on: it can be played, taken back, looked at anywhere, written and read.

    It keeps a copy of every position (some kilobytes each), so that to go back costs nothing.
    The states it hands out are copies: whoever plays on with them leaves the record as it is.
    """

    def __init__(self, game: Game[S], options: Mapping[str, object] | str = "") -> None:
        self.game = game
        self._positions = [game.new(options)]
        self._plies: list[str] = []

    @staticmethod
    def parse(text: str) -> "GameRecord[State]":
        """The record that `text` wrote, every ply of it made again.

        Raises:
            InputError: The class says what is wrong (NotationError, OptionsError,
                IllegalMoveError, OutOfTurnError, UnknownGameError); a ply that cannot be made is
                named by its number, from 1, and its text.
        """
        game = game_of(text)
        _, word, *rest = text.split(" ")
        if word != "game" or not rest:
            raise NotationError(
                f"{quoted(text)} is not a game",
                where="the second word",
                expected=f"{game.name}/1 game, the options, and the plies",
            )
        record = GameRecord(game, rest[0])
        for number, ply in enumerate(rest[1:], 1):
            try:
                record.apply(ply)
            except InputError as error:
                place = f"ply {number} {quoted(ply)}"
                where = f"{place}, {error.where}" if error.where else place
                raise error.at(where) from error
        return record

    @property
    def text(self) -> str:
        """The whole game in one line, from which `parse` makes an equal one."""
        return record_text(self.game.name, self._positions[0].options, self._plies)

    @property
    def plies(self) -> tuple[str, ...]:
        """The draws and moves so far, in canonical text."""
        return tuple(self._plies)

    @property
    def state(self) -> S:
        """The position now."""
        return self._positions[-1].copy()

    def position(self, plies: int) -> S:
        """The position after this many plies, 0 for the start; OutOfTurnError if there is none."""
        if plies not in range(len(self._positions)):
            raise OutOfTurnError(
                "the game has no such ply",
                where=f"a game of {len(self._plies)} plies",
                expected=f"a number from 0 to {len(self._plies)}",
            )
        return self._positions[plies].copy()

    def apply(self, ply: str) -> str:
        """Makes a draw or a move, whichever is due, and returns its canonical text.

        Raises InputError, and leaves the record as it was, if it cannot be made.
        """
        plain(ply, "a ply", NotationError)
        state = self.state
        if state.to_move >= 0:
            ply = state.canonical_move(ply)
        state.apply(ply)
        self._positions.append(state)
        self._plies.append(ply)
        return ply

    @property
    def turns(self) -> tuple[str, ...]:
        """Each turn so far in one line: its draws and moves, with spaces between.

        A draw before the first decision belongs to the turn that it begins.
        """
        lines: dict[int, list[str]] = {}
        for position, ply in zip(self._positions, self._plies, strict=False):
            lines.setdefault(position.turn, []).append(ply)
        return tuple(" ".join(line) for line in lines.values())

    def apply_turn(self, line: str) -> str:
        """Makes all that is left of this turn, and returns its canonical text.

        Raises InputError, and leaves the record as it was, if it cannot be made, or if the line
        ends before the turn does or goes on behind it.
        """
        before, turn = len(self), self.state.turn
        try:
            for number, ply in enumerate(line.split(" "), 1):
                if self.state.turn != turn:
                    raise OutOfTurnError(
                        "the turn is over", where=f"ply {number}", expected="nothing more"
                    )
                self.apply(ply)
            if self.state.turn == turn and not self.state.over:
                raise OutOfTurnError(
                    "the turn goes on", where="the end of the line", expected="all of the turn"
                )
        except InputError:
            while len(self) > before:
                self.undo()
            raise
        return " ".join(self._plies[before:])

    def undo(self) -> str:
        """Takes the last ply back and returns it; OutOfTurnError if there is none."""
        if not self._plies:
            raise OutOfTurnError("there is nothing to take back", where="the start of the game")
        self._positions.pop()
        return self._plies.pop()

    def __len__(self) -> int:
        return len(self._plies)

    def __repr__(self) -> str:
        return f"<{self.text}>"
