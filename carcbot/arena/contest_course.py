"""The course of a contest: which game is to be played next, and which results count.

It is a function of the contest and of the results so far, whatever the order in which they came
in: rounds are looked at one after the other, and within a round the blocks by their numbers. Where
a format needs no results to draw a round, games are given out ahead, so that nobody waits; if a
player is disqualified meanwhile, or a test has decided, what was played too much does not count.
"""

from collections import Counter, deque
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from carcbot.arena.blocks import Block, BlockResult, Game, GameResult
from carcbot.arena.contest import Contest, Entrant
from carcbot.arena.formats import FORMATS, Format
from carcbot.arena.formats.history import History, PlayedRound
from carcbot.errors import FileInputError, InternalError

if TYPE_CHECKING:
    from carcbot.arena.contest_statistics import Progress

__all__ = ["ContestCourse"]

_LOOKS = 100
"""A test is looked at whenever the blocks have become more by such a part."""


@dataclass(slots=True)
class ContestCourse:
    """A contest as it goes on.

    Attributes:
        contest: What is played.
        ahead: Whether games of a round are given out before the round before it is over, where the
            format allows that.
        counted: The blocks that count, in their order.
        history: The rounds that are over.
        test: The state of the contest's test, if it has one.
        replayed: How many games had to be played again because of ourselves.
    """

    contest: Contest
    ahead: bool = True
    counted: list[BlockResult] = field(default_factory=list)
    history: History = field(init=False)
    test: "Progress | None" = None
    replayed: int = 0
    _form: Format = field(init=False)
    _open: deque[tuple[Block, ...]] = field(default_factory=deque)
    """The rounds that are drawn and not over."""
    _queue: deque[Game] = field(default_factory=deque)
    _games: dict[int, dict[int, GameResult]] = field(default_factory=dict)
    """Results of blocks that are not counted yet, by block and rotation."""
    _attempts: Counter[tuple[int, int]] = field(default_factory=Counter)
    _faults: Counter[str] = field(default_factory=Counter)
    _retired: set[int] = field(default_factory=set)
    _missing: set[int] | None = None
    """The blocks that the first open round lacks; None if that is not known."""
    _rounds: int = 0
    _blocks: int = 0
    _newest: int = -1
    """The highest block of which there was a result."""
    _is_stopped: bool = False

    def __post_init__(self) -> None:
        self.history = History(len(self.contest.player))
        self._form = FORMATS[self.contest.format]
        if self.contest.sprt:
            self.test = self._standing_of_test()

    @property
    def out(self) -> frozenset[int]:
        """Players that are disqualified or have withdrawn."""
        return self.history.out

    @property
    def is_over(self) -> bool:
        """Whether everything that counts has been played."""
        self.catch_up()
        return self._is_stopped or not self._open

    @property
    def has_another_round(self) -> bool:
        """Whether a round follows those that are drawn, when these are over; none is drawn."""
        if self._is_stopped:
            return False
        return self._form.tables(self.contest, self._rounds, self.history) is not None

    @property
    def foreseen_blocks(self) -> int | None:
        """How many blocks there will be as far as can be foreseen; None if there is no end."""
        return self._form.foreseen_blocks(self.contest, self.history)

    @property
    def games_over(self) -> int:
        """How many games are over, those of blocks and rounds in progress among them."""
        counted = sum(each.block.games for each in self.counted)
        return counted + sum(len(self._games.get(block.number, ())) for block in self._going_on())

    def so_far(self) -> "ContestCourse":
        """The contest with what is complete of rounds in progress; to be shown, not to go on."""
        course = copy(self)
        complete = (block for block in self._going_on() if self._has(block))
        course.counted = [*self.counted, *(self._result(block) for block in complete)]
        return course

    def catch_up(self) -> None:
        """Draws the rounds of which there are results already, after results were read back."""
        while not self._is_stopped and (not self._open or self._is_behind) and self._draw():
            pass

    def take(self) -> Game | None:
        """The next game to be played, which is then given out; None if there is none for now."""
        while not self._is_stopped:
            while self._queue:
                game = self._queue.popleft()
                block = game.block
                is_over = block.round < len(self.history.rounds)
                is_played = is_over or game.number in self._games.get(block.number, {})
                if not is_played and not self.out.intersection(block.players):
                    tries = self._attempts[block.number, game.number]
                    return Game(block, game.number, tries + 1)
            waits = self._form.waits or not self.ahead
            if (self._open and waits) or not self._draw():
                return None
        return None

    def retire(self, player: int) -> None:
        """Takes a player out, from the next round on."""
        self._retired.add(player)
        if not self._open:
            self.history.retire(player)

    def join(self, newcomer: Entrant) -> None:
        """Lets a player join a ladder, in the first round that is not drawn yet."""
        late = msgspec.structs.replace(newcomer, joins=self._rounds)
        self.contest = msgspec.structs.replace(self.contest, player=(*self.contest.player, late))
        self.history.welcome()

    def put(self, result: GameResult, *, is_kept: bool = False) -> None:
        """Adds the result of a game.

        Args:
            result: How it ended.
            is_kept: Whether it was read again. What failed too often then may be tried once more.

        Raises:
            InternalError: We have failed to play it as often as the contest allows.
        """
        place = result.block, result.game
        self._newest = max(self._newest, result.block)
        if result.counts:
            games = self._games.setdefault(result.block, {})
            games[result.game] = result
            if self._missing is not None and len(games) == self.contest.seats:
                self._missing.discard(result.block)
            self._settle()
            return
        self.replayed += 1
        self._attempts[place] += 1
        if self._attempts[place] >= self.contest.attempts and not is_kept:
            raise InternalError(
                f"cannot be played: {result.fault.what if result.fault else ''}",
                where=f"block {result.block}, game {result.game}",
                expected="to go on with the contest, which tries it once more",
            )
        for blocks in self._open:
            self._queue.extendleft(Game(b, result.game) for b in blocks if b.number == place[0])

    @property
    def _is_behind(self) -> bool:
        """Whether there are results of a round that was given out ahead and is not drawn again."""
        return self.ahead and not self._form.waits and self._newest >= self._blocks

    def _going_on(self) -> Iterator[Block]:
        """The blocks of open rounds, as far as they will count."""
        if not self._is_stopped:
            for blocks in self._open:
                yield from (each for each in blocks if not self.out.intersection(each.players))

    def _draw(self) -> bool:
        """Draws the next round; False if there is none."""
        tables = self._form.tables(self.contest, self._rounds, self.history)
        if tables is None:
            return False
        blocks = tuple(
            Block(self._blocks + i, self._rounds, players) for i, players in enumerate(tables)
        )
        self._blocks += len(blocks)
        self._rounds += 1
        self._open.append(blocks)
        self._settle()
        if self._open:  # else all of it was played before, as far as it counts
            self._queue.extend(Game(block, i) for block in blocks for i in range(block.games))
        return True

    def _settle(self) -> None:
        """Counts the rounds that are over, in their order."""
        while self._open and not self._is_stopped:
            if self._missing is None:
                self._missing = {each.number for each in self._valid() if not self._has(each)}
            if self._missing:
                return
            valid = self._valid()
            blocks = self._open.popleft()
            self._missing = None
            played = [self._result(block) for block in valid]
            for result in played:
                self._count(result)
            tables = tuple(block.players for block in blocks)
            self.history.add(PlayedRound(tables, tuple(played), self._disqualified()))
            if len(self.contest.player) - len(self.out) < self.contest.seats:
                self._is_stopped = True
            self._look_at_test()

    def _valid(self) -> list[Block]:
        """The blocks of the first open round that are played."""
        return [block for block in self._open[0] if not self.out.intersection(block.players)]

    def _has(self, block: Block) -> bool:
        """Whether all results of a block are there."""
        return len(self._games.get(block.number, ())) == block.games

    def _result(self, block: Block) -> BlockResult:
        games = self._games[block.number]
        for number in range(block.games):
            seated = tuple(self.contest.names[each] for each in Game(block, number).players)
            if games[number].names != seated:
                raise FileInputError(
                    f"{' and '.join(games[number].names)} have played it",
                    where=f"block {block.number}, game {number}",
                    expected=f"{' and '.join(seated)}, in this order: the players are others now",
                )
        return BlockResult(block, tuple(games[number] for number in range(block.games)))

    def _count(self, result: BlockResult) -> None:
        del self._games[result.block.number]
        self.counted.append(result)
        for game in result.games:
            for fault in game.faults:
                self._faults[game.names[fault.seat]] += 1

    def _look_at_test(self) -> None:
        """Ends the contest where its test has decided.

        The test finds the block by itself after which it was decided, so it need not be asked after
        each: the more blocks there are, the less often that is, and once more when all are played.
        """
        if not self.contest.sprt:
            return
        new = len(self.counted) - (self.test.blocks if self.test else 0)
        if new * _LOOKS < len(self.counted) and (self._open or self.has_another_round):
            return
        self.test = self._standing_of_test()
        if self.test and self.test.is_decided:
            del self.counted[self.test.blocks :]
            self._is_stopped = True

    def _standing_of_test(self) -> "Progress | None":
        # statistics stand on numpy, without which a referee starts sooner
        from carcbot.arena.contest_statistics import standing_of_test  # noqa: PLC0415

        return standing_of_test(self.contest, self.counted)

    def _disqualified(self) -> frozenset[int]:
        most = self.contest.disqualify_after
        names = self.contest.names if most else ()
        failed = {i for i, name in enumerate(names) if self._faults[name] >= most}
        return frozenset(failed | self._retired)
