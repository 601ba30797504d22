"""What a check is, how many are run, and what came of them."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, Final, Generic, Literal, TypeVar

from carcbot.errors import AgentError
from carcbot.net.clock import now_ns

__all__ = [
    "LONGEST_S",
    "PATIENCE_S",
    "Book",
    "Chapter",
    "Check",
    "ContextT",
    "During",
    "FailedError",
    "Message",
    "Outcome",
    "SkippedError",
    "Talk",
    "need",
    "need_clock",
    "need_in",
    "need_only",
    "run_checks",
    "shown",
]

Message = dict[str, Any]
"""A message as it is on the wire: a JSON object."""

PATIENCE_S: Final = 10.0
"""How long a check waits for what must come, unless the user says something else."""

_LONGEST_SHOWN: Final = 300
_LINES_SHOWN: Final = 14
LONGEST_S: Final = 180.0
"""No check takes longer: it has failed then."""

ContextT = TypeVar("ContextT")
GivenT = TypeVar("GivenT")
_Run = Callable[..., Awaitable[None]]

During = Literal["", "contest", "draining"]
"""What a check may need that cannot be had for it alone."""


class FailedError(Exception):
    """The other side does not do what the protocol says.

    Attributes:
        expected: What should have come.
        came: What came.
    """

    def __init__(self, expected: str, came: str) -> None:
        super().__init__(f"expected {expected}; came {came}")
        self.expected = expected
        self.came = came


class SkippedError(Exception):
    """The check cannot be made here; the text says why."""


def shown(value: object) -> str:
    """A message, or a part of one, for people: on one line, and not too long."""
    is_text = isinstance(value, str)
    text = str(value) if is_text else json.dumps(value, separators=(",", ":"), default=str)
    if len(text) > _LONGEST_SHOWN:
        return f"{text[:_LONGEST_SHOWN]}... ({len(text)} characters)"
    return text


def need(is_so: object, expected: str, came: object) -> None:
    """Raises FailedError if it is not so."""
    if not is_so:
        raise FailedError(expected, shown(came))


def need_in(came: Message, what: str, **wanted: object) -> None:
    """Raises FailedError if a message, or a part of one, does not have these fields."""
    need(came.items() >= wanted.items(), f"{what} with {shown(wanted)}", came)


def need_only(came: Message, what: str, *names: str, perhaps: Collection[str] = ()) -> None:
    """Raises FailedError if a message lacks one of these fields, or has others besides its type.

    Args:
        came: The message, in its short form.
        what: It should be.
        names: Of the fields.
        perhaps: Those that may be there or not.
    """
    wrong = {
        "with": {*names}.difference(came, perhaps),
        "without": came.keys() - {"type", *names, *perhaps},
    }
    told = [f"{word} {', '.join(sorted(fields))}" for word, fields in wrong.items() if fields]
    need(not told, f"{what} {' and '.join(told)}", came)


def need_clock(came: Message, clock: Message) -> None:
    """Raises FailedError if a message has another clock; that one is a bank may be left out."""
    need({"kind": "bank", **came["clock"]} == clock, f"the clock {clock}", came)


class Talk:
    """What was said in a check, for people who want to know why it failed.

    Args:
        patience_s: How long the check waits for what must come.
    """

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self.lines: list[str] = []
        self.patience_s = patience_s

    def add(self, who: str, direction: Literal[">", "<", "#"], what: object) -> None:
        """A line more: ``>`` for what the kit said, ``<`` for what it heard, ``#`` for the rest."""
        self.lines.append(f"{who} {direction} {shown(what)}")


@dataclass(frozen=True, slots=True)
class Check(Generic[ContextT]):
    """One thing that can be right or wrong.

    Attributes:
        name: ``topic.what``; unique.
        sentence: What is right.
        run: Raises FailedError if it is not, SkippedError if that cannot be found out.
        needs: How many accounts it uses.
        takes_s: How long it waits, however quick the other side is; the longest begin first.
        during: What has to go on at the referee, if it is about that: such checks come one after
            the other and share it, those about a contest first of all, those about draining last.
    """

    name: str
    sentence: str
    run: Callable[[ContextT], Awaitable[None]]
    needs: int = 1
    takes_s: float = 0.0
    during: During = ""


class Book(Generic[ContextT]):
    """All checks of one side, in the order in which they are listed."""

    def __init__(self) -> None:
        self.checks: list[Check[ContextT]] = []

    def add(self, check: Check[ContextT]) -> None:
        """One more.

        Raises:
            ValueError: There is one of that name.
        """
        if any(each.name == check.name for each in self.checks):
            raise ValueError(check.name)
        self.checks.append(check)

    def itself(self) -> "Chapter[ContextT, ContextT]":
        """Makes functions checks that are given the context itself."""

        async def itself(context: ContextT) -> ContextT:
            return context

        return Chapter(self, itself)

    def given(
        self,
        given: Callable[[ContextT], Awaitable[GivenT]],
        **traits: Any,  # noqa: ANN401 - as Check has them
    ) -> "Chapter[ContextT, GivenT]":
        """Makes functions checks that are given what comes of the context, instead of that."""
        return Chapter(self, given, **traits)

    def part(self, *patterns: str) -> "Book[ContextT]":
        """The book of those whose whole name is one of these; ``*`` stands for anything."""
        part: Book[ContextT] = Book()
        part.checks = [
            check
            for check in self.checks
            if any(fnmatchcase(check.name, each) for each in patterns)
        ]
        return part

    def chosen(self, pattern: str) -> list[Check[ContextT]]:
        """Those whose name has the pattern in it; ``*`` and ``?`` stand for anything."""
        return [each for each in self.checks if fnmatchcase(each.name, f"*{pattern}*")]


class Chapter(Generic[ContextT, GivenT]):
    """Makes functions checks that all begin alike, and adds them to a book.

    Args:
        book: Where they are collected.
        given: Makes what each of them is given.
        traits: Of all the checks, where nothing else is said.
    """

    def __init__(
        self,
        book: Book[ContextT],
        given: Callable[[ContextT], Awaitable[GivenT]],
        **traits: Any,  # noqa: ANN401 - as Check has them
    ) -> None:
        self._book = book
        self._given = given
        self._traits = traits

    def __call__(
        self,
        name: str,
        **traits: Any,  # noqa: ANN401 - as Check has them
    ) -> Callable[[Callable[[GivenT], Awaitable[None]]], Callable[[GivenT], Awaitable[None]]]:
        """Makes a function a check; its docstring is the sentence."""

        def added(
            run: Callable[[GivenT], Awaitable[None]],
        ) -> Callable[[GivenT], Awaitable[None]]:
            self._book.add(
                Check(name, run.__doc__ or "", self._whole(run), **(self._traits | traits))
            )
            return run

        return added

    def each(
        self,
        name: str,
        *cases: tuple[Any, ...],
        **traits: Any,  # noqa: ANN401 - as Check has them
    ) -> Callable[[_Run], _Run]:
        """Makes a function a check for each of these cases.

        Args:
            name: Of the checks; ``{}`` stands for the first part of the case.
            cases: Each has its part of the name, its sentence, and more arguments of the function.
                The sentence of a case that is one word long is made of the function's docstring, in
                which ``{0}`` stands for that word; so it does of one that has no sentence: ``...``.
                To both the word is an argument, too.
            traits: Of all of them.
        """

        def added(run: _Run) -> _Run:
            for word, sentence, *more in (
                each if len(each) > 1 else (*each, ...) for each in cases
            ):
                arguments = [word, *more] if sentence is ... else more
                told = (run.__doc__ or "").format(*arguments) if sentence is ... else sentence
                whole = self._whole(run, *arguments)
                full = name.format(word.replace("_", "-"))
                self._book.add(Check(full, told, whole, **(self._traits | traits)))
            return run

        return added

    def _whole(self, run: _Run, *arguments: object) -> Callable[[ContextT], Awaitable[None]]:
        async def whole(context: ContextT) -> None:
            await run(await self._given(context), *arguments)

        return whole


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a check.

    Attributes:
        name: Of the check.
        sentence: Of the check.
        verdict: Passed, failed or skipped.
        reason: Why it was skipped.
        expected: If it failed, what should have come.
        came: What came.
        said: The last that was said, each line with ``>`` or ``<``.
        seconds: How long it took.
    """

    name: str
    sentence: str
    verdict: Literal["passed", "failed", "skipped"]
    reason: str = ""
    expected: str = ""
    came: str = ""
    said: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def lines(self) -> Iterator[str]:
        """It for people."""
        yield f"{self.verdict:<8} {self.name}: {self.reason or self.sentence}"
        if self.verdict == "failed":
            for number, line in enumerate(self.said):
                yield f"    {'' if number else 'said':<9} {line}"
            yield f"    expected  {self.expected}"
            yield f"    came      {self.came}"


async def run_checks(
    checks: Sequence[Check[ContextT]],
    room: int,
    lend: Callable[[Check[ContextT], Talk], AbstractAsyncContextManager[ContextT]],
    tell: Callable[[Outcome], None],
    *,
    patience_s: float = PATIENCE_S,
) -> Mapping[str, Outcome]:
    """Runs checks, several at once as far as there is room for what they need.

    Args:
        checks: Which.
        room: How much there is of what `Check.needs` counts.
        lend: Gives a check what it uses, and tidies up after it.
        tell: Is told of every outcome as soon as it is there.
        patience_s: How long they wait for what must come.

    Returns:
        The outcomes by name, in the order of the checks.
    """
    outcomes: dict[str, Outcome] = {}
    waiting = sorted(checks, key=lambda each: (-each.takes_s, -each.needs))
    running: dict[asyncio.Task[Outcome], int] = {}
    free = room
    try:
        while waiting or running:
            for check in list(waiting):
                if check.needs > room:
                    reason = f"it needs {check.needs} accounts, and there are {room}"
                    outcomes[check.name] = Outcome(check.name, check.sentence, "skipped", reason)
                    tell(outcomes[check.name])
                    waiting.remove(check)
                elif check.needs <= free:
                    free -= check.needs
                    running[asyncio.create_task(_run(check, lend, Talk(patience_s)))] = check.needs
                    waiting.remove(check)
            if not running:
                continue
            done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                free += running.pop(task)
                outcome = task.result()
                outcomes[outcome.name] = outcome
                tell(outcome)
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
    return {each.name: outcomes[each.name] for each in checks}


async def _run(
    check: Check[ContextT],
    lend: Callable[[Check[ContextT], Talk], AbstractAsyncContextManager[ContextT]],
    talk: Talk,
) -> Outcome:
    began_ns = now_ns()
    verdict: Literal["passed", "failed", "skipped"] = "passed"
    reason = expected = came = ""
    said: tuple[str, ...] = ()
    try:
        async with lend(check, talk) as context:
            await asyncio.wait_for(check.run(context), LONGEST_S)
    except FailedError as failed:
        verdict, expected, came = "failed", failed.expected, failed.came
    except TimeoutError:
        verdict, expected, came = "failed", f"an end within {LONGEST_S:g} s", "none"
    except SkippedError as skipped:
        verdict, reason = "skipped", str(skipped)
    except AgentError:
        raise  # no bot can be started: that is no outcome of a check
    except Exception as error:  # noqa: BLE001 - as a field that is not there, or an impossible draw
        verdict, expected = "failed", "messages that the script of the check can follow"
        came = f"{type(error).__name__}: {error}"
    if verdict == "failed":
        said = tuple(talk.lines[-_LINES_SHOWN:])
    seconds = (now_ns() - began_ns) / 1e9
    return Outcome(check.name, check.sentence, verdict, reason, expected, came, said, seconds)
