"""A competition as it is told to others: in messages, and in words on its page."""

from typing import Final

from carcbot.arena.competition.host_rulings import ruling_text
from carcbot.arena.competition.proceedings import Proceedings
from carcbot.arena.competition.rules import Competition
from carcbot.arena.formats import FORMATS
from carcbot.arena.formats.history import History
from carcbot.arena.standings import standings
from carcbot.errors import OptionsError
from carcbot.messages.competitions import CompetitionInfo, CompetitionRow
from carcbot.messages.utc_text import moment_text

__all__ = [
    "PHASE_BEGINS",
    "PHASE_ENDS",
    "info_of",
    "phase_text",
    "play_text",
    "remarks_on",
    "rows_of",
]

PHASE_BEGINS: Final = '<p class="phase">'
PHASE_ENDS: Final = "</p>"
"""Between them the page tells how far it is: that alone changes while nothing happens."""


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
        changes=now.changes,
        to_confirm=now.has_to_confirm(account),
    )


def rows_of(now: Proceedings) -> tuple[CompetitionRow, ...]:
    """How everybody stands, the best first; before it begins, who has entered."""
    if now.course is None:
        return tuple(
            CompetitionRow(each, 1, part=now.part(each), to_confirm=now.has_to_confirm(each))
            for each in now.players
        )
    return tuple(
        CompetitionRow(
            row.name,
            row.place,
            row.games,
            float(row.score_sum),
            row.faults.total(),
            now.part(row.name),
            row.effort.decisions,
            row.effort.not_own,
        )
        for row in standings(now.course.so_far())
    )


def phase_text(now: Proceedings, now_us: int) -> str:
    """How far it is, and what comes next and when."""
    rules, times = now.competition, now.times
    words = {
        "announced": f"Registration opens {moment_text(rules.opens_us)}",
        "registration": f"Registration is open until {moment_text(times.closes_us)}",
        "closed": "Registration is over",
        "check_in": "Check-in: who has entered says now that it is there",
        "playing": _playing_text(now),
        "over": "It is over",
        "called_off": f"It was called off: {now.why}",
        "stopped": f"It was stopped: {now.why}",
    }
    phase = now.phase(now_us)
    is_before = phase in {"announced", "registration", "closed"}
    check_in = f" Check-in begins {moment_text(times.check_in_us)}."
    start = f" The first round: {moment_text(times.starts_us)}."
    return f"{words[phase]}.{check_in * (is_before and rules.check_in.minutes > 0)}{start}"


def _playing_text(now: Proceedings) -> str:
    if now.round < 0:
        return "It begins"
    if now.is_between_rounds and not now.has_another_round:
        until = moment_text(now.ends_us)
        return f"All games are over; until {until} the host may have one played again"
    return f"Round {now.round + 1} is being played"


def remarks_on(now: Proceedings) -> list[str]:
    """What a reader of its page has to know of it besides, a paragraph each."""
    decks = (
        "The bots are trusted: all games of a block have the same deck (trust_bots = true), so who"
        " remembers the first game knows what comes in the others."
        if now.competition.trust_bots
        else "The bots are not trusted: each game has a deck of its own (trust_bots = false)."
    )
    remarks = [decks]
    gone = [f"{name} ({part})" for name, part in now.entrants.items() if part in _GONE]
    if gone:
        remarks.append(f"No longer in it: {', '.join(gone)}.")
    ordered = [ruling_text(each) for each in now.rulings if not each.refused]
    if ordered:
        remarks.append(f"By order of the host: {'; '.join(ordered)}.")
    if now.course is None and (waits_for := now.unconfirmed):
        remarks.append(
            "Who had entered confirms the changed terms, or does not play. Not confirmed yet by:"
            f" {', '.join(waits_for)}."
        )
    return [each.replace("left_out", "left out") for each in remarks]


def play_text(rules: Competition) -> str:
    """By which clock is played, and how many games that makes with few players and with many."""
    about = "at least" if rules.format == "knockout" else "at most"  # who is level there plays on
    few, many = min(8, rules.registration.most), rules.registration.most
    counts = dict(filter(None, (_games(rules, most) for most in (few, many))))
    told = [f"with {players} players {about} {games}" for players, games in counts.items()]
    games = f" Games: {', '.join(told)}." if told else ""
    return f"Clock: {rules.clock.in_words}.{games}"


def _games(rules: Competition, most: int) -> tuple[int, int] | None:
    """Of how many players, at most so many, it comes out even, and how many games they have."""
    form = FORMATS[rules.format]
    for players in range(most, rules.seats - 1, -1):
        contest = rules.contest(tuple(f"player {each}" for each in range(players)))
        try:
            form.check(contest, "")
        except OptionsError:
            continue
        blocks = form.foreseen_blocks(contest, History(players))
        return None if blocks is None else (players, blocks * rules.seats)
    return None


_GONE = ("withdrawn", "disqualified", "left_out")
