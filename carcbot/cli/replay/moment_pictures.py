"""The pictures of a match's moments, as files show them."""

from collections.abc import Iterator, Sequence

from carcbot.games import registry
from carcbot.games.picture import picture_of
from carcbot.replay.record import MatchRecord
from carcbot.replay.record_moments import Moment

__all__ = ["svgs_of"]


def svgs_of(
    record: MatchRecord, moments: Sequence[Moment], *, of_one_size: bool = False
) -> Iterator[str]:
    """A picture of each moment as SVG; if wanted, each with room for all that comes."""
    game = registry.get(record.lines.header.game)
    room = moments[-1].view if of_one_size else None
    for moment in moments:
        yield picture_of(game, moment.view, moment.plies, room)
