"""From the clock that a referee tells of to the budget of a decision."""

from carcbot.bot.time_plan import Clock, budget_for, reserved
from carcbot.games.contract import View
from carcbot.messages.events import ONE_STEP
from carcbot.messages.parts import ClockSpec
from carcbot.messages.server import Request
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.own_agent import is_own

__all__ = ["budget_of"]


def budget_of(
    spec: ClockSpec,
    request: Request,
    view: View,
    gone_s: float,
    margin_s: float,
    *,
    agent: str,
    late_s: float = 0.0,
) -> Budget:
    """What may be spent on the answer to a request.

    Args:
        spec: The match's clock.
        request: What is asked.
        view: What its seat knows.
        gone_s: How long ago the request came.
        margin_s: What moves lose on their way: `LagMeter.margin_s`.
        agent: Who is asked. Ours have a plan of their own.
        late_s: By how much this machine may be late: `LagMeter.late_s`.
    """
    left_s = reserved(max(request.time_us / 1e6 - gone_s, 0.0), late_s)
    turn_s = request.turn_us / 1e6
    main_s, move_s = request.remaining_us / 1e6, spec.move_us / 1e6
    match spec.kind:
        case "per_move":
            clock = Clock(per_move_s=left_s)
        case "sudden_death":
            clock = Clock(remaining_s=left_s, spent_s=turn_s)
        case "fischer" | "delay":
            clock = Clock(remaining_s=left_s, increment_s=move_s, spent_s=turn_s)
        case _:
            free_s = min(max(move_s - turn_s, 0.0), left_s)
            main_s = min(main_s, left_s - free_s)
            clock = Clock(remaining_s=main_s, free_s=free_s, spent_s=max(turn_s - move_s, 0.0))
    turns = [view.turns_left(seat) for seat in range(view.seats)]
    plan = "early" if is_own(agent) else parse_agent(agent).plan
    is_last = request.step == ONE_STEP
    return budget_for(clock, turns[request.seat], sum(turns), margin_s, plan, is_last=is_last)
