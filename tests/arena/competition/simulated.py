"""A competition with players that nobody programmed: who comes, goes and fails is drawn."""

import random
from dataclasses import dataclass, field

from carcbot.arena.blocks import Fault, FaultKind, Game, GameResult
from carcbot.arena.competition import facts
from carcbot.arena.competition.facts import Called, Ended, Fact
from carcbot.arena.competition.next_step import NextStep
from carcbot.arena.competition.proceedings import Proceedings
from carcbot.arena.competition.rules import Competition
from carcbot.arena.competition.rules_file import read_competition
from carcbot.arena.standings import standings
from carcbot.errors import InputError

__all__ = ["START_US", "Simulated", "rules_of", "told"]

START_US = 1_800_000_000_000_000
_MINUTE_US = 60_000_000


def rules_of(text: str = "", tables: str = "") -> Competition:
    """A competition that begins at START_US, after a check-in of ten minutes.

    Args:
        text: Settings.
        tables: Tables, in which a [schedule] stands in the place of the usual one.
    """
    schedule = "" if "[schedule]" in tables else "[schedule]\nstarts = [2027-01-15T08:00:00Z]\n"
    check_in = "" if "[check_in]" in tables else "[check_in]\nminutes = 10\n"
    return read_competition(f'name = "cup"\n{text}\n{schedule}{check_in}{tables}', "a test")


def told(now: Proceedings) -> object:
    """All that can be seen of a competition, to be compared."""
    course = now.course
    return (
        [now.phase(START_US + minute * _MINUTE_US) for minute in range(-60, 60, 7)],
        now.entrants,
        now.players,
        now.round,
        now.waiting,
        now.playing,
        now.changed_us,
        now.why,
        course and (course.counted, course.history, course._rounds, standings(course)),
    )


@dataclass(slots=True)
class Simulated:
    """A host and its players.

    Attributes:
        rules: What is played.
        seed: Of all that is drawn.
        names: Who may take part.
        capacity: How many games at once each takes; 0 is any number.
        absence: How probable it is that somebody is not there.
        faults: How probable it is that a game is lost by a fault.
        referee_faults: How probable it is that the referee fails.
        restarts: Whether everything is forgotten but the story, after each fact.
        story: All facts so far, as lines.
        now_us: The time.
    """

    rules: Competition
    seed: int = 0
    names: tuple[str, ...] = ("ann", "bob", "cid", "dan", "eve", "fay")
    capacity: int = 0
    absence: float = 0.0
    faults: float = 0.0
    referee_faults: float = 0.0
    withdrawals: float = 0.0
    restarts: bool = False
    story: list[bytes] = field(default_factory=list)
    now_us: int = START_US - 60 * _MINUTE_US
    now: Proceedings = field(init=False)
    _next_step: NextStep = field(init=False)
    _rng: random.Random = field(init=False)
    _named: int = 0

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)
        self._begin()

    def _begin(self) -> None:
        self.now = Proceedings(self.rules)
        for line in self.story:
            self.now.take_in(facts.decode(line))
        self._next_step = NextStep(self.now)

    def add(self, fact: Fact) -> None:
        """Something happens."""
        self.story.append(facts.encode(fact))
        self.now.take_in(facts.decode(self.story[-1]))
        if self.restarts:
            self._begin()

    def run(self, most_minutes: int = 2000) -> Proceedings:
        """Everything, to its end."""
        for _ in range(most_minutes):
            self.now_us += _MINUTE_US
            self.minute()
            if self.now.phase(self.now_us) in {"over", "called_off", "stopped"}:
                return self.now
        raise AssertionError("it does not end")

    def minute(self) -> None:
        """A minute: players say what they want, games end, and what is due happens."""
        rng = self._rng
        for name in self.names:
            self._try_to_take_part(name)
        for match, game in list(self.now.playing.items()):
            if rng.random() < 0.5:
                self.add(Ended(self.now_us, self._result(game), match))
        there = {name for name in self.names if rng.random() >= self.absence}
        while due := self._next_step.due(
            self.now_us, ready := self._with_room(there), self._new_name
        ):
            for fact in due:
                if isinstance(fact, Called):
                    (game,) = [
                        each
                        for each in self.now.waiting
                        if (each.block.number, each.number) == (fact.block, fact.game)
                    ]
                    assert set(self.now.names(game)) <= ready
                self.add(fact)

    def _with_room(self, there: set[str]) -> set[str]:
        return {
            name for name in there if not self.capacity or self.now.games_of(name) < self.capacity
        }

    def _new_name(self) -> str:
        self._named += 1
        return f"m{self._named}"

    def _try_to_take_part(self, name: str) -> None:
        now, rng = self.now, self._rng
        if rng.random() < self.absence:
            return
        try:
            match now.phase(self.now_us):
                case "registration" if now.part(name) == "none":
                    self.add(now.enter(name, self.now_us))
                case "check_in" if now.part(name) == "entered":
                    self.add(now.check_in(name, self.now_us))
                case _ if rng.random() < self.withdrawals:
                    self.add(now.withdraw(name, self.now_us))
        except InputError:
            return  # it is told so, and nothing has changed

    def _result(self, game: Game) -> GameResult:
        rng, seats = self._rng, len(game.players)
        names = self.now.names(game)
        points = tuple(rng.randrange(100) for _ in range(seats))
        places = tuple(1 + sum(other > own for other in points) for own in points)
        fault = None
        draw = rng.random()
        if draw < self.referee_faults:
            fault = Fault("referee", "power cut")
            places = (1,) * seats
        elif draw < self.referee_faults + self.faults:
            kinds: tuple[FaultKind, ...] = ("illegal", "time", "crash", "disconnect")
            culprit = rng.randrange(seats)
            fault = Fault(rng.choice(kinds), "it failed", culprit)
            places = tuple(seats if seat == culprit else 1 for seat in range(seats))
        number, attempt = game.block.number, game.attempt
        return GameResult(number, game.number, names, points, places, "", (), fault, attempt)
