"""A contest as a self-contained page: tables, and plots as SVG."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from types import MappingProxyType

from carcbot.arena.blocks import FAULTS
from carcbot.arena.contest import Clock
from carcbot.arena.contest_course import ContestCourse
from carcbot.arena.contest_statistics import whole_blocks_of
from carcbot.arena.standings import Row, crosstable, standings
from carcbot.arena.statistics.phrases import elo_text, progress_text
from carcbot.arena.statistics.seat_value import seat_margins, seat_shares
from carcbot.arena.strength import Strengths, strengths_of
from carcbot.contest.report import plots
from carcbot.contest.report.contest_figures import EFFORT_HEADS, MOST_FAULTS, faults_of, score_of
from carcbot.contest.report.hosted_competition import HEAD, HEADER, HostedCompetition
from carcbot.contest.report.markup import html_table
from carcbot.contest.report.observed_habits import ObservedHabits
from carcbot.search.budget import Budget

__all__ = ["web_page"]

_NONE: Mapping[str, str] = MappingProxyType({})
_FAULT_HEADS = ("block", "game", "player", "fault", "what")
_BLOCKS = {
    True: "A block is one deck, played with every rotation of the seats.",
    False: "A block is played with every rotation of the seats, each game with a deck of its own.",
}
_STYLE = """
:root { color-scheme: light dark; color: var(--ink, light-dark(#222, #ddd));
        background: var(--table, light-dark(#fff, #181818)); }
body { margin: 0; }
main { font: 15px/1.5 var(--sans, sans-serif); }
main { max-width: 75rem; margin: 1rem auto 2rem; padding: 0 1rem; }
main a { color: var(--accent, light-dark(#0550ae, #8ab4f8)); }
main h2 { margin: 1.5rem 0 .5rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .2rem .5rem; border-bottom: 1px solid var(--line, light-dark(#ddd, #444));
         text-align: right; }
th:first-child, td:first-child, .text { text-align: left; }
th { vertical-align: bottom; }
.tall { writing-mode: vertical-rl; text-align: right; padding: .3rem .2rem; }
td { white-space: pre; }
td.fault, p.fault { color: var(--bad, light-dark(#b00, #ff8a80)); font-weight: bold; }
h1 { overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
main svg { max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) { main svg { filter: invert(.87) hue-rotate(180deg); } }
:root[data-theme="dark"] main svg { filter: invert(.87) hue-rotate(180deg); }
:root[data-theme="light"] main svg { filter: none; }
"""


def web_page(
    course: ContestCourse,
    beside: Mapping[str, str] = _NONE,
    hosted: HostedCompetition | None = None,
    seen: ObservedHabits | None = None,
) -> str:
    """The whole page as HTML: self-contained, or in the style of a referee's site.

    Args:
        course: The contest.
        beside: Files that lie beside the page, and what is in each.
        hosted: What the report says besides, if a referee hosts the contest.
        seen: How the players played, if that was looked up.
    """
    title = escape(course.contest.name)
    told = hosted.opening() if hosted else ()
    games = hosted.section() if hosted else ()
    body = "\n".join([*told, *_links(beside), *_body(course, seen), *games])
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>'
        f'\n<meta name="viewport" content="width=device-width">{HEAD if hosted else ""}'
        f"\n<style>{_STYLE}</style>\n</head>\n<body>{HEADER if hosted else ''}"
        f"\n<main>\n<h1>{title}</h1>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _links(beside: Mapping[str, str]) -> Iterator[str]:
    if beside:
        links = (f'<a href="{escape(file)}">{escape(what)}</a>' for file, what in beside.items())
        yield f"<p>For programs and spreadsheets: {', '.join(links)}.</p>"


def _body(course: ContestCourse, seen: ObservedHabits | None) -> Iterator[str]:
    rows = standings(course)
    strengths = strengths_of(course.contest, course.counted)
    yield f"<p>{escape(_summary(course))}</p>"
    if course.test is not None:
        yield f"<p>{escape(progress_text(course.test))}</p>"
    yield "<h2>Standings</h2>"
    yield from _standings(course, rows, strengths)
    if strengths is not None:
        told = (f"Elo is beside {strengths.beside}", *strengths.remarks(rows))
        yield from (f"<p>{escape(remark)}</p>" for remark in told)
    yield from _players(course)
    if strengths is None:
        return
    yield from _rating_plot(rows, strengths)
    yield from _faults(course)
    yield "<h2>Who beat whom</h2>"
    yield "<p>Games won of those in which both sat, a draw counted half.</p>"
    yield from _crosstable(course, rows)
    yield "<h2>Seats</h2>"
    yield from _seats(course)
    yield "<h2>Effort</h2>"
    yield from _efforts(rows)
    if seen is not None:
        yield from _habits(seen, rows)


def _summary(course: ContestCourse) -> str:
    contest = course.contest
    games = sum(each.block.games for each in course.counted)
    form = contest.format.replace("_", " ")
    how_far = "" if course.is_over else ", so far"
    options = f", {contest.options}" if contest.options else ""
    again = f"; {course.replayed} games were played again" if course.replayed else ""
    return (
        f"{form} of {len(contest.player)} players, {contest.game} with {contest.seats} seats"
        f"{options}: {len(course.counted)} blocks, {games} games{how_far}; seed {contest.seed}"
        f"{_clock_text(contest.clock)}"
        f"{again}. {_BLOCKS[contest.mirrored]}"
    )


def _standings(
    course: ContestCourse, rows: Sequence[Row], strengths: Strengths | None
) -> Iterator[str]:
    """How everybody stands; of faults only the kinds that there were."""
    faults = [kind for kind in FAULTS if any(row.faults[kind] for row in rows)]
    is_late = any(row.overrun_s for row in rows)
    has_byes = any(row.byes for row in rows)
    heads = ["player", "place", "games", "won", "drawn", "lost", "score", "95 %", "Elo, 95 %",
             "points", "margin", *faults, *["longest overrun"] * is_late,
             *["byes"] * has_byes]  # fmt: skip
    lines = []
    for row in rows:
        score = score_of(course, row)
        overrun = f"{row.overrun_s:.3f} s" if row.overrun_s else ""
        lines.append(
            [
                row.name + (" (out)" if row.is_out else ""),
                str(row.place),
                *(str(each) for each in (row.games, row.wins, row.draws, row.losses)),
                "" if score is None else f"{score.value:.3f}",
                "" if score is None else f"{score.low:.3f} to {score.high:.3f}",
                elo_text(strengths.of(row.player)).removesuffix(" Elo")
                if strengths is not None and row.games
                else "",
                f"{row.points / row.games:.1f}" if row.games else "",
                "" if row.mean_margin is None else f"{row.mean_margin:+.1f}",
                *(str(row.faults[kind]) for kind in faults),
                *[overrun] * is_late,
                *[str(row.byes)] * has_byes,
            ]
        )
    first_fault = heads.index("margin") + 1
    yield from html_table(heads, lines, alarming=range(first_fault, first_fault + len(faults)))
    if course.counted and not faults:
        yield "<p>Nobody has lost a game by a fault.</p>"
    for row in rows:
        if not_own := row.effort.not_own_text:
            yield f'<p class="fault">{escape(f"{row.name}: {not_own}: its agent had failed")}.</p>'


def _players(course: ContestCourse) -> Iterator[str]:
    """Who is behind each name; in competitions nobody knows."""
    contest = course.contest
    if not any(player.agent for player in contest.player):
        return
    yield "<h2>Who they are</h2>"
    yield from html_table(
        ["player", "agent or program", "limits of a decision"],
        [
            [player.name, player.agent, _limits_text(contest.limits_of(number))]
            for number, player in enumerate(contest.player)
        ],
        words=range(3),
    )


def _faults(course: ContestCourse) -> Iterator[str]:
    """What has ended games before their end, one by one."""
    found = [
        [*(str(each[head]) for head in _FAULT_HEADS), "\n".join(each["said"])]
        for each in faults_of(course)
    ]
    if not found:
        return
    yield "<h2>Faults</h2>"
    if len(found) > MOST_FAULTS:
        yield f"<p>The first {MOST_FAULTS} of {len(found)}.</p>"
    heads = [*_FAULT_HEADS, "what its program said last"]
    yield from html_table(heads, found[:MOST_FAULTS], words=range(2, len(heads)))


def _limits_text(limits: Budget) -> str:
    """The limits of a decision in words."""
    told = [
        (limits.hard_s, "s"),
        (limits.nodes, "nodes"),
        (limits.simulations, "simulations"),
        (limits.depth, "decisions ahead"),
    ]
    return ", ".join(f"{number:g} {what}" for number, what in told if number)


def _clock_text(clock: Clock | None) -> str:
    return f"; clock {clock.in_words}" if clock else ""


def _rating_plot(rows: Sequence[Row], strengths: Strengths) -> Iterator[str]:
    shown = [row for row in rows if row.games]
    figures = [strengths.of(row.player) for row in shown]
    if all(each.bounded for each in figures):
        title = f"Elo beside {strengths.beside}, 95 %"
        yield plots.intervals(title, [row.name for row in shown], figures)


def _crosstable(course: ContestCourse, rows: Sequence[Row]) -> Iterator[str]:
    table = crosstable(course.counted)

    def cell(one: Row, other: Row) -> str:
        if one is other:
            return "·"
        won, games = table.get((one.player, other.player), (0, 0))
        return f"{float(won):g} of {games}" if games else ""

    heads = ["", *(str(row.place) for row in rows)]
    lines = [[f"{row.place}. {row.name}", *(cell(row, other) for other in rows)] for row in rows]
    yield from html_table(heads, lines)


def _seats(course: ContestCourse) -> Iterator[str]:
    blocks = whole_blocks_of(course.counted)
    if not blocks.count:
        yield "<p>In every block somebody forfeited a game, which tells nothing of the seats.</p>"
        return
    yield f"<p>What each seat is worth, whoever sits there, in {blocks.count} whole blocks.</p>"
    yield from html_table(
        ["seat", "score", "95 %", "margin", "95 %"],
        [
            [
                str(seat),
                f"{share.value:.3f}",
                f"{share.low:.3f} to {share.high:.3f}",
                f"{margin.value:+.2f}",
                f"{margin.low:+.2f} to {margin.high:+.2f}",
            ]
            for seat, (share, margin) in enumerate(
                zip(seat_shares(blocks), seat_margins(blocks), strict=True)
            )
        ],
    )


def _efforts(rows: Sequence[Row]) -> Iterator[str]:
    played = [row for row in rows if row.effort.decisions]
    yield from html_table(
        ["player", "decisions", *EFFORT_HEADS],
        [[row.name, str(row.effort.decisions), *row.effort.per_decision()] for row in played],
    )
    if played:
        times = [1e3 * row.effort.seconds / row.effort.decisions for row in played]
        yield plots.bars("Milliseconds a decision", [row.name for row in played], {"": times})


def _habits(seen: ObservedHabits, rows: Sequence[Row]) -> Iterator[str]:
    """How everybody played, looked up in the records."""
    habits = seen.habits
    names = [row.name for row in rows if row.name in habits.rows]
    yield "<h2>How they played</h2>"
    if seen.games < seen.of:
        yield f"<p>In the first {seen.games} games.</p>"
    yield from html_table(
        ["player", *habits.columns], [[name, *habits.rows[name]] for name in names]
    )
    for title, series in habits.bars:
        numbers = {each: [values[name] for name in names] for each, values in series.items()}
        yield plots.bars(title, names, numbers)
    for title, axis, lines in habits.lines:
        yield plots.lines(title, axis, {name: lines[name] for name in names})
