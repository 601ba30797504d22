"""How a game of a competition ended, as the record of its match tells."""

from typing import Final

from carcbot.arena.blocks import FAULT_OF, Effort, Fault, Game, GameResult, who_gave_up
from carcbot.errors import InternalError
from carcbot.messages.events import Moved, Out
from carcbot.referee import clocks
from carcbot.referee.journal import Recorded
from carcbot.replay.record import MatchRecord
from carcbot.replay.record_moments import moments_of

__all__ = ["game_result"]

_NOTICED_US: Final = 5_000_000
"""Later than this no running referee notices that a time is over, however busy it is."""


def game_result(record: MatchRecord, game: Game, names: tuple[str, ...]) -> GameResult:
    """How it ended: what players did wrong stands beside what they won.

    A match that all players wished to abort is drawn; one that the referee could not bring to its
    end has no result.

    Args:
        record: Of a match that is over.
        game: Which game it was.
        names: Who sat in each seat.

    Raises:
        InternalError: It is not over.
    """
    result = record.result
    if result is None:
        raise InternalError("this match goes on", where=record.name, expected="one that is over")
    played = record.game()
    state = played.state
    faults = _faults(record)
    if result.reason == "referee_fault":
        faults = (Fault("referee", result.text or "the referee failed"),)
    return GameResult(
        block=game.block.number,
        game=game.number,
        names=names,
        scores=tuple(state.scores()),
        places=tuple(each.place for each in result.standings) or (1,) * len(names),
        record=played.text,
        efforts=tuple(_effort(record, seat) for seat in range(len(names))),
        fault=faults[0] if faults else None,
        attempt=game.attempt,
        more_faults=faults[1:],
        gave_up=who_gave_up(result, len(names)),
    )


def _faults(record: MatchRecord) -> tuple[Fault, ...]:
    """What players were put out for, in the order in which that happened."""
    found = []
    for before, line in zip(record.events, record.events[1:], strict=False):
        event = line.event
        if not isinstance(event, Out) or event.why not in FAULT_OF:
            continue
        kind = FAULT_OF[event.why]
        overrun_s = _overrun_s(record, before, line) if event.why == "time" else 0.0
        late = f", {overrun_s:.3f} s too long when it was seen" if overrun_s else ""
        found.append(Fault(kind, f"{event.why}{late}", event.seat, overrun_s))
    return tuple(found)


def _overrun_s(record: MatchRecord, asked: Recorded, out: Recorded) -> float:
    """By how much a seat had been too slow when that was noticed.

    A referee that runs notices it at once: where it was away meanwhile nobody knows, which is 0.
    """
    header = record.lines.header
    seat = out.event.seat if isinstance(out.event, Out) else -1
    made = [each for each in moments_of(record) if not each.event or each.event.seq < out.event.seq]
    main_us, turn_us = clocks.at_start(header.clock), 0
    for moment in made:
        if moment.event and moment.event.seat == seat:
            main_us = moment.event.remaining_us
            if moment.before.turn == made[-1].view.turn:
                turn_us += moment.event.spent_us - moment.event.lag_us
    allowed_us = clocks.time_for(header.clock, main_us, turn_us)
    over_us = max(out.sent_us - asked.sent_us - allowed_us, 0)
    return over_us / 1e6 if over_us < _NOTICED_US else 0.0


def _effort(record: MatchRecord, seat: int) -> Effort:
    """What a seat's own decisions have cost, as far as it was measured or told."""
    lines = [
        line
        for line in record.events
        if isinstance(line.event, Moved) and line.event.seat == seat and line.event.by == "player"
    ]
    spent_us = [line.event.spent_us for line in lines if isinstance(line.event, Moved)]
    told = [line.analysis.nodes or 0 for line in lines if line.analysis is not None]
    return Effort(
        decisions=len(lines),
        nodes=sum(told),
        seconds=sum(spent_us) / 1e6,
        longest_s=max(spent_us, default=0) / 1e6,
        not_own=sum(
            line.analysis is not None and line.analysis.by == "substitute" for line in lines
        ),
    )
