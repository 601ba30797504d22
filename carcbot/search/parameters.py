"""The parameters of agents: their names, what they may be, and how they are written.

An agent's text is a name and, behind a colon, what differs from it: ``mcts:c=2,sims=5000``. Each
family of searches lists its parameters here, so that a wrong one is answered with the right ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from carcbot.errors import AgentError
from carcbot.games.writing import quoted

__all__ = ["Choice", "Number", "Parameter", "Switch", "Value", "Word", "read_parameters"]

Value = int | float | bool | str


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something about an agent that can be chosen.

    Attributes:
        name: As it is written.
        default: What it is where nothing is said.
        help: What it does, in one line.
    """

    name: str
    default: Value
    help: str

    def read(self, text: str) -> Value:
        """The value that the text says; AgentError if it says none."""
        raise NotImplementedError

    @property
    def expected(self) -> str:
        """What may be written."""
        raise NotImplementedError

    def refuse(self, text: str) -> AgentError:
        """The error that says what may be written instead."""
        return AgentError(
            f"{quoted(text)} is not possible",
            where=f"parameter {self.name}",
            expected=self.expected,
        )


@dataclass(frozen=True, slots=True)
class Number(Parameter):
    """A number from `low` to `high`; a whole one if its default is."""

    low: float = 0
    high: float = 1e9

    @property
    def expected(self) -> str:
        """The kind of number and its limits."""
        kind = "a whole number" if isinstance(self.default, int) else "a number"
        return f"{kind} from {self.low:g} to {self.high:g}"

    def read(self, text: str) -> Value:
        """The number, if it lies within the limits."""
        try:
            value = int(text) if isinstance(self.default, int) else float(text)
        except ValueError:
            raise self.refuse(text) from None
        if text != text.strip() or not self.low <= value <= self.high:
            raise self.refuse(text)
        return value


@dataclass(frozen=True, slots=True)
class Switch(Parameter):
    """On or off."""

    @property
    def expected(self) -> str:
        """Both words."""
        return "on or off"

    def read(self, text: str) -> Value:
        """Whether it is on."""
        if text not in {"on", "off"}:
            raise self.refuse(text)
        return text == "on"


@dataclass(frozen=True, slots=True)
class Choice(Parameter):
    """One of a few words."""

    values: tuple[str, ...] = ()

    @property
    def expected(self) -> str:
        """All the words."""
        return "one of " + ", ".join(self.values)

    def read(self, text: str) -> Value:
        """The word, if it is one of them."""
        if text not in self.values:
            raise self.refuse(text)
        return text


@dataclass(frozen=True, slots=True)
class Word(Parameter):
    """A word that the game understands: ``usual`` is what the game itself would choose."""

    @property
    def expected(self) -> str:
        """That the game knows more of it."""
        return "usual, or a word that the game knows"

    def read(self, text: str) -> Value:
        """The word, if there is one; whether it is known is for the game to say."""
        if not text:
            raise self.refuse(text)
        return text


def read_parameters(text: str, parameters: Mapping[str, Parameter]) -> dict[str, Value]:
    """What the text after the colon says: ``"c=2,sims=5000"``.

    Raises:
        AgentError: A parameter is not there, is given twice, or has a value that it cannot have.
    """
    values: dict[str, Value] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if name not in parameters or not equals:
            raise AgentError(
                f"there is no parameter {quoted(name)}"
                if equals
                else f"{quoted(part)} says nothing",
                where="the agent's parameters",
                expected="NAME=VALUE with one of " + ", ".join(parameters),
            )
        if name in values:
            raise AgentError(f"{name} is given twice", where="the agent's parameters")
        values[name] = parameters[name].read(value)
    return values


def write_value(value: Value) -> str:
    """The value as `read` reads it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)
