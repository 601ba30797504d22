"""An open ladder: neighbours play each other, round after round, and newcomers may join."""

from carcbot.arena.contest import Contest
from carcbot.arena.formats.format import Format
from carcbot.arena.formats.history import History
from carcbot.arena.formats.round_robin import seated

__all__ = ["Ladder", "rungs"]

_STEP = 32.0
_SCALE = 400.0


class Ladder(Format):
    """In every other round the tables are shifted by half a table, so that everybody can move.

    Where somebody stands is a rating that each block moves: by what it won beyond what the ratings
    of its table promised. Players who join in a later round begin in the middle of the scale.
    """

    def tables(
        self, contest: Contest, number: int, history: History
    ) -> list[tuple[int, ...]] | None:
        """Neighbours on the ladder."""
        if contest.rounds and number >= contest.rounds:
            return None
        present = [
            player
            for player in rungs(history)
            if contest.player[player].joins <= number and player not in history.out
        ]
        if len(present) < contest.seats:
            return None
        seats = contest.seats
        begin, count = _first_and_count(len(present), seats, number)
        tables = [tuple(present[begin + i * seats :][:seats]) for i in range(count)]
        return [seated(contest, number, t) for t in tables for _ in range(contest.blocks)]

    def foreseen_blocks(self, contest: Contest, history: History) -> int | None:
        """What was played, and what the players known so far will play."""
        if not contest.rounds:
            return None
        joining = [e.joins for at, e in enumerate(contest.player) if at not in history.out]
        blocks = sum(len(played.results) for played in history.rounds)
        for number in range(len(history.rounds), contest.rounds):
            present = sum(joins <= number for joins in joining)
            if present < contest.seats:
                break
            blocks += contest.blocks * _first_and_count(present, contest.seats, number)[1]
        return blocks


def _first_and_count(present: int, seats: int, number: int) -> tuple[int, int]:
    """On which rung the first table of a round begins, and how many tables it has."""
    spare = present % seats
    # of those who do not fill a table the first or the last have to wait, in turn
    shift = (seats // 2 if number % 2 else 0) if present > seats else 0
    begin = min(shift, spare) if spare else shift
    return begin, (present - begin) // seats


def rungs(history: History) -> list[int]:
    """The players, the best first."""
    ratings = [0.0] * history.players
    for played in history.rounds:
        for result in played.results:
            table = result.block.players
            strengths = [10 ** (ratings[player] / _SCALE) for player in table]
            for player, strength, share in zip(table, strengths, result.shares, strict=True):
                promised = len(table) * strength / sum(strengths)
                ratings[player] += _STEP * (float(share) - promised)
    return sorted(range(history.players), key=lambda player: (-ratings[player], player))
