"""The pictures of a match's moments, as files show them."""

from collections.abc import Iterator, Sequence

from carcbot.errors import FileInputError
from carcbot.games import registry
from carcbot.replay.record import MatchRecord
from carcbot.replay.record_moments import Moment

__all__ = ["drawn_games", "svgs_of"]


def drawn_games() -> str:
    """The games of which there are pictures, for those who ask for one of another."""
    return " or ".join(name for name in registry.names() if registry.get(name).svg)


def svgs_of(
    record: MatchRecord, moments: Sequence[Moment], *, of_one_size: bool = False
) -> Iterator[str]:
    """A picture of each moment as SVG; if wanted, each with room for all that comes.

    Raises:
        FileInputError: There are no pictures of the game.
    """
    game = registry.get(record.lines.header.game)
    if game.svg is None:
        raise FileInputError(
            f"there are no pictures of {game.name}", where=record.name, expected=drawn_games()
        )
    room = moments[-1].view if of_one_size else None
    for moment in moments:
        yield game.svg(moment.view, moment.plies, room)
