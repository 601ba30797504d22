"""How the judge of a game learns: games with itself, and the weights that tell them best.

A round plays games by the weights of the round before, and solves for those that would have told
what came of all its positions with the least squared error: TD(lambda), a round at a time. Or it
learns from choices, once the judge knows something: what came of a move beside what was expected.
What a round found is kept in a folder, so that a course that was stopped goes on.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from carcbot import _native
from carcbot.errors import FileInputError, OptionsError, file_error
from carcbot.whole_file import write_whole

__all__ = [
    "COMPARED",
    "PARTS",
    "Bounds",
    "Course",
    "Lesson",
    "Part",
    "Round",
    "Rounds",
    "Spread",
    "Teacher",
    "Weights",
    "check_checkout",
    "solved",
    "write_weights",
]

_MOST: Final = 60.0
"""No weight is larger, in points: a fact that was hardly seen must not decide a game."""
COMPARED: Final = 640
"""Games, about, in which the weights of a round meet those of the round before."""
PARTS: Final = 16
"""Of a round, each with a seed of its own: it learns the same however many are played at once."""
_FIRMNESS: Final = 30.0
"""A weight moves from that of the round before as if it had been seen so often there."""
_FIRMNESS_OF_CHOICES: Final = 0.003
"""The same for what is learned from choices, as a part of them: chance makes most of what comes."""
_OTHER: Final = "to remove it, or another --folder"


Weights = NDArray[np.int32]
"""In thousandths of a point, in an order of the game's own."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What was seen in games, as normal equations; lessons add up, number by number.

    Attributes:
        matrix: Of the equations; its upper triangle counts.
        target: Their right side.
        samples: Positions of a seat that were looked at.
        squared_error: Of the judge that played, in points, summed over them.
        points: Final points of a seat, summed over games.
    """

    matrix: NDArray[np.float64]
    target: NDArray[np.float64]
    samples: int
    squared_error: float
    points: float


@dataclass(frozen=True, slots=True)
class Teacher:
    """What a game has whose evaluation can learn; `learn` and `compare` of its core play the games.

    Attributes:
        game: Its name.
        first_weights: With which a course begins from nothing.
        shipped_weights: Those that the core has for games with these options.
        check_place: Raises an InputError where no weights can be put for games with these options.
        put_weights: Writes the weights for games with these options where the next build of the
            core finds them, and what is to be remembered of their course; returns the file.
        from_choices: Whether it can learn from choices, too.
    """

    game: str
    first_weights: Callable[[], Weights]
    shipped_weights: Callable[[str], Weights]
    check_place: Callable[[str], None]
    put_weights: Callable[[str, Weights, str], Path]
    from_choices: bool = False

    def learn(self, course: "Course", weights: Weights, seed: int, games: int) -> Lesson:
        """What is seen in so many games by these weights, as the course says."""
        core = getattr(_native, self.game)
        start = core.new_game(course.options)
        matrix, target, samples, squared_error, points = core.learn(
            start,
            weights,
            seed,
            games,
            course.random_per_mille,
            course.patience,
            course.common,
            course.softness,
            self.first_weights() if course.mixed else None,
        )
        return Lesson(matrix, target, samples, squared_error, points / start.seats)

    def shares_by_deck(
        self, options: str, weights: Weights, rival: Weights, *, seed: int, decks: int
    ) -> NDArray[np.float64]:
        """The share of first places that weights have in games against others, deck by deck.

        They play at one ply on so many decks, on each of them once in every seat, against rivals in
        all the others. A shared first place counts as a part of one; as strong as they is one
        seat's share.
        """
        core = getattr(_native, self.game)
        start = core.new_game(options)
        games = np.array(core.compare(start, weights, rival, seed, decks))
        first = games == games.max(axis=1, keepdims=True)
        shares = first[:, 0] / first.sum(axis=1)
        by_deck: NDArray[np.float64] = shares.reshape(decks, start.seats).mean(axis=1)
        return by_deck

    def compare(
        self, options: str, weights: Weights, rival: Weights, *, seed: int, games: int
    ) -> NDArray[np.float64]:
        """The same in about so many games: of whole decks, and at least of one."""
        decks = max(games // getattr(_native, self.game).new_game(options).seats, 1)
        return self.shares_by_deck(options, weights, rival, seed=seed, decks=decks)


@dataclass(frozen=True, slots=True)
class Course:
    """What a judge learns from.

    Attributes:
        options: Of the game.
        games: In each round.
        random_per_mille: So many of a thousand moves are made at random.
        patience: The lambda of TD(lambda): what a position is worth is told by the final points if
            it is 1, with less also by what the judge says a few moves later.
        common: How much an error counts that the judge makes about all seats alike, beside one
            about who is how far ahead, on which moves depend.
        seed: Of all chance.
        further: Whether it begins with the weights that ship, and not from nothing.
        softness: With more than 0 it learns from choices and not from positions, and a move is made
            e times more seldom for each so many points by which it is judged worse; the share at
            random and `common` say nothing then.
        mixed: Of choices half the games are in mixed company: one seat alone learns, and the others
            are careless, or play by the weights with which a course begins from nothing.
    """

    options: str
    games: int = 4000
    random_per_mille: int = 100
    patience: float = 0.9
    common: float = 0.01
    seed: int = 1
    further: bool = False
    softness: float = 0.0
    mixed: bool = False


class Part(NamedTuple):
    """A part of a round: its seed, and how many games it has."""

    seed: int
    games: int


Bounds = Callable[[NDArray[np.float64]], tuple[float, float]]
"""Between what the mean of shares of first places lies, of which there is one for each deck."""


class Spread(Protocol):
    """Has parts of a round learned from, side by side on this machine or others.

    The lessons come in the order of the parts, so that their sums are the same whoever is ready
    first. What is done with a part may travel: it is a `functools.partial` of a module's function.
    """

    def __call__(
        self, work: Callable[[Part], Lesson], parts: Iterable[Part], /
    ) -> Iterator[Lesson]:
        """The lesson of each part."""


@dataclass(frozen=True, slots=True)
class Round:
    """What came of a round.

    Attributes:
        number: From 1 on.
        samples: Positions of a seat that were looked at.
        error: How far the judge was from the final points, as the root of the mean square.
        points: Final points of a seat, on average.
        share: Of first places that the new weights had in games with those before.
        low: The least that this may be, 19 times of 20: by so few games much is chance.
        high: The most. From 0 to 1 where nothing is known of it, as of rounds that were kept
            before it was told.
    """

    number: int
    samples: int
    error: float
    points: float
    share: float
    low: float = 0.0
    high: float = 1.0


class Rounds:
    """A course as far as it has come.

    Args:
        teacher: Of the game.
        course: What is learned from.
        folder: Where the rounds are kept. One that holds rounds of another course is refused.

    Attributes:
        course: What is learned from.
        rounds: What came of each.
        weights: Of the last.
        folder: Where the rounds are kept.

    Raises:
        FileInputError: What is in the folder is none of ours, or damaged.
        OptionsError: The folder holds another course.
        UnavailableError: The disk is full or failed.
    """

    def __init__(self, teacher: Teacher, course: Course, folder: Path) -> None:
        self.course = course
        self.rounds: list[Round] = []
        self.folder = folder
        self.weights: Weights = (
            teacher.shipped_weights(course.options) if course.further else teacher.first_weights()
        )
        self._teacher = teacher
        try:
            folder.mkdir(parents=True, exist_ok=True)
            told = folder / "course.json"
            if not told.exists():
                write_whole(told, json.dumps(asdict(course)) + "\n")
            theirs = Course(**json.loads(told.read_bytes()))
            if theirs == course:
                self._load()
        except OSError as error:
            raise file_error(error, "cannot be used", where=str(folder), expected=_OTHER) from error
        except (ValueError, TypeError, EOFError) as error:
            raise FileInputError(
                f"it is damaged: {error}", where=f"folder {folder}", expected=_OTHER
            ) from error
        if theirs != course:
            raise OptionsError(
                f"it holds rounds of {json.dumps(asdict(theirs))}",
                where=f"folder {folder}",
                expected="the same course, or another --folder",
            )

    def teach(self, spread: Spread, step: Callable[[], None], bounds: Bounds) -> Round:
        """One more round, whose parts are spread so; `step` after each; `bounds` of its share."""
        number = len(self.rounds) + 1
        begins = [self.course.games * part // PARTS for part in range(PARTS + 1)]
        seeds = np.random.SeedSequence([self.course.seed, number]).generate_state(PARTS, np.uint64)
        parts = [
            Part(int(seed), until - begun)
            for seed, (begun, until) in zip(seeds, pairwise(begins), strict=True)
        ]
        work = partial(_lesson, self._teacher.learn, self.course, self.weights)
        size = self.weights.size
        matrix, target = np.zeros((size, size)), np.zeros(size)
        samples, squares, points = 0, 0.0, 0.0
        for each in spread(work, parts):
            matrix += each.matrix
            target += each.target
            samples += each.samples
            squares += each.squared_error
            points += each.points
            step()
        choices = self.course.softness > 0
        firmness = _FIRMNESS_OF_CHOICES * samples if choices else _FIRMNESS
        before, self.weights = self.weights, solved(matrix, target, self.weights, firmness)
        if number > 1 and not choices:
            # Half the way: who goes all of it swings from one way of playing to another.
            self.weights = np.rint((before + self.weights) / 2).astype(np.int32)
        options = self.course.options
        games = min(COMPARED, self.course.games)
        shares = self._teacher.compare(
            options, self.weights, before, seed=int(seeds[0]), games=games
        )
        done = Round(
            number,
            samples,
            float(np.sqrt(squares / max(samples, 1))),
            points / self.course.games,
            float(shares.mean()),
            *bounds(shares),
        )
        self.rounds.append(done)
        self._save()
        return done

    def against_shipped(self, games: int) -> NDArray[np.float64]:
        """The share of first places against the weights that ship, deck by deck in so many."""
        options = self.course.options
        shipped = self._teacher.shipped_weights(options)
        return self._teacher.compare(
            options, self.weights, shipped, seed=self.course.seed, games=games
        )

    @property
    def record(self) -> str:
        """What is to be remembered of it, in a line."""
        last = self.rounds[-1]
        course = self.course
        begun = "the weights before" if course.further else "nothing"
        how = (
            f"from choices{' in mixed company' if course.mixed else ''} of softness"
            f" {course.softness:g}, patience {course.patience:g}"
            if course.softness
            else f"{course.random_per_mille / 10:g} % of the moves at random,"
            f" patience {course.patience:g}, common {course.common:g}"
        )
        return (
            f"from {begun}, {last.number} rounds of {course.games} games from seed"
            f" {course.seed}, {how}; the error of the last was {last.error:.2f} points"
        )

    def _weights_of(self, number: int) -> Path:
        return self.folder / f"weights-{number}.npy"

    def _save(self) -> None:
        # A round counts when it is listed, and that happens last and at once.
        np.save(self._weights_of(len(self.rounds)), self.weights)
        text = "".join(json.dumps(asdict(each)) + "\n" for each in self.rounds)
        write_whole(self.folder / "rounds.jsonl", text)

    def _load(self) -> None:
        listed = self.folder / "rounds.jsonl"
        if not listed.exists():
            return
        self.rounds = [_round_of(line) for line in listed.read_text().splitlines()]
        file = self._weights_of(len(self.rounds))
        found = np.load(file)
        wanted = self.weights
        if (found.shape, found.dtype) != (wanted.shape, wanted.dtype):
            raise ValueError(
                f"{file.name} has {found.size} numbers of {found.dtype},"
                f" and not {wanted.size} of {wanted.dtype}"
            )
        self.weights = found


def _round_of(line: str) -> Round:
    told = json.loads(line)
    told.pop("within", None)  # of rounds that were kept before both ends were told
    return Round(**told)


def _lesson(
    learn: Callable[[Course, Weights, int, int], Lesson],
    course: Course,
    weights: Weights,
    part: Part,
) -> Lesson:
    return learn(course, weights, part.seed, part.games)


def check_checkout(file: Path) -> None:
    """Raises FileInputError if no core will be built with this file of weights."""
    if not (file.parents[4] / "native").is_dir():
        raise FileInputError(
            "no core is built from here", where="--ship", expected="a checkout of carcbot"
        )


def write_weights(file: Path, text: str) -> None:
    """Writes a file of weights, and its digest beside it as sha256sum does."""
    write_whole(file, text)
    digest = sha256(text.encode()).hexdigest()
    write_whole(file.with_name(f"{file.name}.sha256"), f"{digest}  {file.name}\n")


def solved(
    matrix: NDArray[np.float64],
    target: NDArray[np.float64],
    before: Weights,
    firmness: float = _FIRMNESS,
) -> Weights:
    """The weights with the least squared error, of which none leaves those before without cause.

    Args:
        matrix: Of the normal equations; its upper triangle counts.
        target: Of the same.
        before: Weights of the round before.
        firmness: How often each of those counts as seen.
    """
    whole = np.triu(matrix) + np.triu(matrix, 1).T
    whole[np.diag_indices_from(whole)] += firmness
    best = np.linalg.solve(whole, target + firmness * before / 1000)
    weights: Weights = np.rint(np.clip(best, -_MOST, _MOST) * 1000).astype(np.int32)
    return weights
