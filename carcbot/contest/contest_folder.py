"""A contest's folder: what is played, and every game so far, safe from crashes.

    contest.json       what is played, with every player named
    games.jsonl        a line for each game, in the order in which they ended, its record included
    newcomers.jsonl    players that want to join a ladder

Lines are only added. If the machine is switched off in the middle of one, the incomplete line is
cut off when the folder is opened again, and its game is played again.
"""

import fcntl
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec

from carcbot.arena.blocks import GameResult
from carcbot.arena.contest import Contest, Entrant
from carcbot.arena.contest_file import check_contest, contest_in
from carcbot.errors import FileInputError, OptionsError, file_error
from carcbot.line_file import LineFile
from carcbot.messages.codec import NO_JSON
from carcbot.referee import clocks
from carcbot.whole_file import write_whole

__all__ = ["ContestFolder"]

_CONTEST: Final = "contest.json"
_GAMES: Final = "games.jsonl"
_NEWCOMERS: Final = "newcomers.jsonl"
_EXPECTED: Final = "the folder of a contest, as 'carcbot tournament run' makes it"

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(GameResult)


class ContestFolder:
    """A folder that is open for one runner at a time.

    Args:
        path: Where it is.

    Attributes:
        path: Where it is.
        contest: What is played there.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.contest = _contest(path)
        self._games: LineFile | None = None

    @classmethod
    def make(cls, path: Path, contest: Contest) -> "ContestFolder":
        """The folder of this contest, which is made if it is not there yet.

        Raises:
            FileInputError: It cannot be made, or another contest is in it.
        """
        _check_clock(contest, "the contest")
        file = path / _CONTEST
        try:
            path.mkdir(parents=True, exist_ok=True)
            if not file.exists():
                write_whole(file, _written(contest))
        except OSError as error:
            raise file_error(
                error, "cannot be made", where=str(path), expected="a writable folder"
            ) from error
        folder = cls(path)
        if _without_newcomers(folder.contest, contest) != contest:
            raise FileInputError(
                "another contest is there already", where=str(path), expected="another folder"
            )
        return folder

    @classmethod
    def make_growing(cls, path: Path, contest: Contest) -> "ContestFolder":
        """The same for a contest that may have been played with another number of blocks before.

        A block is the same whatever their number, so that what was played of this contest counts.

        Raises:
            FileInputError: It cannot be made, or what is in it differs in more than the blocks.
        """
        kept = cls(path).contest.blocks if (path / _CONTEST).exists() else contest.blocks
        folder = cls.make(path, msgspec.structs.replace(contest, blocks=kept))
        if kept != contest.blocks:
            folder.change(contest)
        return folder

    def __enter__(self) -> Self:
        """Opens it for writing; what a crash has left half written is cut off."""
        path = self.path / _GAMES
        try:
            self._games = LineFile(path, lock=fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise FileInputError(
                "is being played by somebody else", where=str(self.path), expected="to wait for it"
            ) from error
        except OSError as error:
            raise file_error(
                error, "cannot be written", where=str(path), expected=_EXPECTED
            ) from error
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._games is not None:
            self._games.close()

    def add(self, results: Iterable[GameResult]) -> None:
        """Adds games to the folder, which is open: all of them or none.

        Raises:
            UnavailableError: The disk is full or failed.
        """
        if self._games is None:
            raise ValueError("add() outside of 'with'")
        try:
            self._games.add(b"".join(_encoder.encode(each) + b"\n" for each in results))
        except OSError as error:
            raise file_error(error, "cannot be written", where=str(self.path / _GAMES)) from error

    def results(self) -> Iterator[GameResult]:
        """Every game so far, in the order in which they ended; tries that failed included.

        Raises:
            FileInputError: A line is not one of ours.
        """
        path = self.path / _GAMES
        if not path.exists():
            return
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return  # a crash has cut it off
                where = f"{path}, line {number}"
                try:
                    result = _decoder.decode(line)
                except NO_JSON as error:
                    raise FileInputError(
                        str(error), where=where, expected="a game's result"
                    ) from error
                self._check_fits(result, where)
                yield result

    def _check_fits(self, result: GameResult, where: str) -> None:
        """Refuses a game that cannot be one of this contest."""
        seats = self.contest.seats
        counts = {len(result.names), len(result.scores), len(result.places)}
        unknown = sorted({*result.names} - {*self.contest.names})
        if unknown or counts != {seats} or result.game not in range(seats):
            what = f"nobody is called {unknown[0]!r}" if unknown else "it has other seats"
            raise FileInputError(
                what, where=where, expected=f"a game of {seats} of the players of this contest"
            )

    @property
    def played_ns(self) -> int | None:
        """When its last games were added; None if there are none."""
        try:
            said = (self.path / _GAMES).stat()
        except OSError:
            return None
        return said.st_mtime_ns if said.st_size else None

    @property
    def is_being_played(self) -> bool:
        """Whether a process has it open for writing."""
        path = self.path / _GAMES
        if not path.exists():
            return False
        with path.open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
        return False

    def ask_to_join(self, newcomer: Entrant) -> None:
        """Puts a player on the list of those that want to join.

        Raises:
            UnavailableError: The disk is full or failed.
        """
        path = self.path / _NEWCOMERS
        try:
            with closing(LineFile(path, lock=fcntl.LOCK_EX)) as file:
                file.add(_encoder.encode(newcomer) + b"\n")
        except OSError as error:
            raise file_error(error, "cannot be written", where=str(path)) from error

    def newcomers(self) -> list[Entrant]:
        """The players that want to join.

        Raises:
            FileInputError: A line is not one of ours.
        """
        path = self.path / _NEWCOMERS
        written = path.read_bytes() if path.exists() else b""
        lines = written[: written.rfind(b"\n") + 1].splitlines()
        try:
            asked = [msgspec.json.decode(line, type=Entrant) for line in lines]
        except NO_JSON as error:
            raise FileInputError(str(error), where=str(path), expected="players") from error
        return [each for each in asked if each.name not in self.contest.names]

    def change(self, contest: Contest) -> None:
        """Writes the contest again, as after a player has joined.

        Raises:
            UnavailableError: The disk is full or failed.
        """
        file = self.path / _CONTEST
        try:
            write_whole(file, _written(contest))
        except OSError as error:
            raise file_error(error, "cannot be written", where=str(file)) from error
        self.contest = contest


def _without_newcomers(kept: Contest, contest: Contest) -> Contest:
    """A ladder as it was before others joined it; any other contest as it is."""
    if kept.format != "ladder":
        return kept
    return msgspec.structs.replace(kept, player=kept.player[: len(contest.player)])


def _contest(path: Path) -> Contest:
    file = path / _CONTEST
    try:
        contest = contest_in(msgspec.json.decode(file.read_bytes()))
    except OSError as error:
        raise file_error(error, "cannot read", where=str(file), expected=_EXPECTED) from error
    except NO_JSON as error:
        raise FileInputError(str(error), where=str(file), expected=_EXPECTED) from error
    _check_clock(contest, str(file))
    return check_contest(contest, str(file))


def _check_clock(contest: Contest, where: str) -> None:
    """Raises OptionsError where nobody could play by the clock."""
    if contest.clock is not None:
        try:
            clocks.check(contest.clock.spec)
        except OptionsError as error:
            raise error.at(f"{where}, {error.where}") from error


def _written(contest: Contest) -> bytes:
    return msgspec.json.format(msgspec.json.encode(contest), indent=2) + b"\n"
