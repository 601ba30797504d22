"""A competition as it is told to others: in messages, and in words on its page."""

from datetime import UTC, datetime

from carcbot.arena.competition.proceedings import Proceedings
from carcbot.arena.competition.ruling import told_ruling
from carcbot.arena.standings import standings
from carcbot.messages.competitions import CompetitionInfo, CompetitionRow

__all__ = ["info_of", "remarks_on", "rows_of"]


def info_of(now: Proceedings, account: str, now_us: int) -> CompetitionInfo:
    """What an account is told of a competition."""
    rules = now.competition
    return CompetitionInfo(
        name=rules.name,
        title=rules.title or rules.name,
        format=rules.format,
        terms=rules.terms,
        seats=rules.seats,
        phase=now.phase(now_us),
        opens_us=rules.opens_us,
        closes_us=now.times.closes_us,
        check_in_us=now.times.check_in_us,
        starts_us=now.times.starts_us,
        entrants=len(now.players),
        round=now.round + 1,
        trust_bots=rules.trust_bots,
        you=now.part(account),
        why=now.why,
        may_enter=now.takes_entrants(now_us),
    )


def rows_of(now: Proceedings) -> tuple[CompetitionRow, ...]:
    """How everybody stands, the best first; before it begins, who has entered."""
    if now.course is None:
        return tuple(CompetitionRow(each, 1, part=now.part(each)) for each in now.players)
    return tuple(
        CompetitionRow(
            row.name,
            row.place,
            row.games,
            float(row.points),
            row.faults.total(),
            now.part(row.name),
        )
        for row in standings(now.course.so_far())
    )


def remarks_on(now: Proceedings, now_us: int) -> list[str]:
    """What a reader of its page has to know of it, a paragraph each."""
    rules = now.competition
    words = {
        "announced": f"Registration opens {_moment(rules.opens_us)}",
        "registration": f"Registration is open until {_moment(now.times.closes_us)}",
        "closed": "Registration is over",
        "check_in": "Check-in: who has entered says now that it is there",
        "playing": f"Round {now.round + 1} is being played" if now.round >= 0 else "It begins",
        "over": "It is over",
        "called_off": f"It was called off: {now.why}",
        "stopped": f"It was stopped: {now.why}",
    }
    start = f"The first round: {_moment(now.times.starts_us)}."
    decks = (
        "The bots are trusted: all games of a block have the same deck (trust_bots = true), so who"
        " remembers the first game knows what comes in the others."
        if rules.trust_bots
        else "The bots are not trusted: each game has a deck of its own (trust_bots = false)."
    )
    gone = [f"{name} ({part})" for name, part in now.entrants.items() if part in _GONE]
    remarks = [f"{words[now.phase(now_us)]}. {start}", decks]
    if gone:
        remarks.append(f"No longer in it: {', '.join(gone)}.")
    ordered = [told_ruling(each) for each in now.rulings if not each.refused]
    if ordered:
        remarks.append(f"By order of the host: {'; '.join(ordered)}.")
    return [each.replace("left_out", "left out") for each in remarks]


_GONE = ("withdrawn", "disqualified", "left_out")


def _moment(us: int) -> str:
    return f"{datetime.fromtimestamp(us / 1e6, UTC):%Y-%m-%d %H:%M} UTC"
