"""What keys do while a record is shown: a state machine without a terminal or a clock."""

from dataclasses import dataclass
from typing import Final

__all__ = ["KEYS", "Film"]

KEYS: Final = (
    "arrows: step   space: play, stop   + -: speed   NUMBER Enter: jump   Home, End"
    "   s: scores   q: quit"
)
_SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)
_STEPS: Final = {"right": 1, "down": 1, "n": 1, "left": -1, "up": -1, "p": -1}


@dataclass(slots=True)
class Film:
    """The moment of a match that is shown, and the speed of the film.

    Attributes:
        last: The number of its last move.
        at: The number of the move that is shown; 0 is before the first.
        speed: Moves a second.
        plays: Whether it plays by itself.
        shows_scores: Whether scores by feature are shown, and not the board.
        typed: The digits of a jump that is being typed.
        ended: Whether it was closed.
    """

    last: int
    at: int = 0
    speed: float = 1.0
    plays: bool = False
    shows_scores: bool = False
    typed: str = ""
    ended: bool = False

    def press(self, key: str) -> None:
        """Does what a key means: a character, or the name of another key."""
        if key.isdecimal():
            self.typed = (self.typed + key)[-4:]
            return
        typed, self.typed = self.typed, ""
        target = self._target(key, typed)
        if target is not None:
            self.at = max(0, min(target, self.last))
            self.plays = False
        elif key == " ":
            if not self.plays and self.at == self.last:
                self.at = 0
            self.plays = not self.plays
        elif key in {"+", "="}:
            self.speed = min((each for each in _SPEEDS if each > self.speed), default=self.speed)
        elif key == "-":
            self.speed = max((each for each in _SPEEDS if each < self.speed), default=self.speed)
        elif key == "s":
            self.shows_scores = not self.shows_scores
        elif key == "q":
            self.ended = True

    def go_on(self) -> None:
        """Goes to the next move; stops at the last one."""
        self.at = min(self.at + 1, self.last)
        self.plays = self.at < self.last

    @property
    def wait_s(self) -> float | None:
        """How long to wait for a key; None is for ever."""
        return 1 / self.speed if self.plays else None

    def _target(self, key: str, typed: str) -> int | None:
        """To which move this key goes, if to any."""
        if key in _STEPS:
            return self.at + _STEPS[key]
        if key == "enter" and typed:
            return int(typed)
        return {"home": 0, "end": self.last}.get(key)
