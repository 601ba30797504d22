"""A contest as one page that needs nothing beside it: tables, and plots as SVG."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from types import MappingProxyType

from carcbot.arena.blocks import FAULTS
from carcbot.arena.contest import Clock, Limits
from carcbot.arena.course import Course
from carcbot.arena.standings import Row, crosstable, standings
from carcbot.arena.statistics.seats import seat_margins, seat_shares
from carcbot.arena.statistics.wording import difference, elo_text, progress_text
from carcbot.arena.verdict import blocks_of, ratings_of
from carcbot.lab.matches.carcassonne_tally import FEATURES, Habits, habits_of
from carcbot.lab.matches.report import plots
from carcbot.lab.matches.report.figures import share_of

__all__ = ["web_page"]

_NONE: Mapping[str, str] = MappingProxyType({})
_MOST_FAULTS = 100
"""Faults that are told one by one."""
_MOST_WATCHED = 2000
"""Games that are looked at move by move: more would tell nothing new."""
_BLOCKS = {
    True: "A block is one deck, played with every rotation of the seats.",
    False: "A block is played with every rotation of the seats, each game with a deck of its own.",
}
_LOOKS = ("", ' class="fault"', ' class="text"')
"""Of a cell: as usual, alarming, or words."""
_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem;
       color: light-dark(#222, #ddd); background: light-dark(#fff, #181818); }
a { color: light-dark(#0550ae, #8ab4f8); }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid light-dark(#ddd, #444); text-align: right; }
th:first-child, td:first-child, .text { text-align: left; }
td { white-space: nowrap; }
td.fault { color: light-dark(#b00, #ff8a80); font-weight: bold; }
h1 { overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
svg { max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) { svg { filter: invert(.87) hue-rotate(180deg); } }
"""


def web_page(course: Course, remarks: Sequence[str] = (), beside: Mapping[str, str] = _NONE) -> str:
    """The whole page as HTML.

    Args:
        course: The contest.
        remarks: What else is to be said of it, a paragraph each.
        beside: Files that lie beside the page, and what is in each.
    """
    title = escape(course.contest.name)
    told = (f"<p>{escape(remark)}</p>" for remark in remarks)
    body = "\n".join([*told, *_links(beside), *_body(course)])
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>'
        f'\n<meta name="viewport" content="width=device-width">\n<style>{_STYLE}</style>\n</head>'
        f"\n<body>\n<h1>{title}</h1>\n{body}\n</body>\n</html>\n"
    )


def _links(beside: Mapping[str, str]) -> Iterator[str]:
    if beside:
        links = (f'<a href="{escape(file)}">{escape(what)}</a>' for file, what in beside.items())
        yield f"<p>For programs and spreadsheets: {', '.join(links)}.</p>"


def _body(course: Course) -> Iterator[str]:
    rows = standings(course)
    yield f"<p>{escape(_summary(course))}</p>"
    if course.test is not None:
        yield f"<p>{escape(progress_text(course.test))}</p>"
    yield "<h2>Standings</h2>"
    yield from _standings(course, rows)
    yield from _players(course)
    if not course.counted:
        return
    if len(rows) == course.contest.seats:
        first = course.contest.names[0]
        yield f"<p>{escape(f'{first}: {difference(blocks_of(course.counted), 0)}')}</p>"
    yield from _rating_plot(course, rows)
    yield from _faults(course)
    yield "<h2>Who beat whom</h2>"
    yield "<p>Games won of those in which both sat, a draw counted half.</p>"
    yield from _crosstable(course, rows)
    yield "<h2>Seats</h2>"
    yield from _seats(course)
    yield "<h2>Effort</h2>"
    yield from _efforts(rows)
    if course.contest.game == "carcassonne":
        yield from _habits(course, rows)


def _summary(course: Course) -> str:
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


def _standings(course: Course, rows: Sequence[Row]) -> Iterator[str]:
    ratings = ratings_of(course.contest, course.counted)
    heads = ["player", "place", "games", "won", "drawn", "lost", "score", "95 %", "Elo",
             "points", "margin", *FAULTS, "longest overrun", "byes"]  # fmt: skip
    lines = []
    for row in rows:
        share = share_of(course, row)
        lines.append(
            [
                row.name + (" (out)" if row.is_out else ""),
                str(row.place),
                *(str(each) for each in (row.games, row.wins, row.draws, row.losses)),
                "" if share is None else f"{share.value:.3f}",
                "" if share is None else f"{share.low:.3f} to {share.high:.3f}",
                elo_text(ratings.of(row.player)).removesuffix(" Elo")
                if ratings is not None and row.games
                else "",
                f"{row.scored / row.games:.1f}" if row.games else "",
                f"{float(row.margin / row.games):+.1f}" if row.games else "",
                *(str(row.faults[kind]) for kind in FAULTS),
                f"{row.overrun_s:.3f} s" if row.overrun_s else "",
                str(row.byes),
            ]
        )
    first_fault = heads.index(FAULTS[0])
    yield from _table(heads, lines, alarming=range(first_fault, first_fault + len(FAULTS)))


def _players(course: Course) -> Iterator[str]:
    """Who is behind each name; in competitions nobody knows."""
    contest = course.contest
    if not any(player.agent for player in contest.player):
        return
    yield "<h2>Who they are</h2>"
    yield from _table(
        ["player", "agent or program", "limits of a decision"],
        [
            [player.name, player.agent, _limits_text(contest.limits_of(number))]
            for number, player in enumerate(contest.player)
        ],
        words=range(3),
    )


def _faults(course: Course) -> Iterator[str]:
    """What has ended games before their end, one by one."""
    found = [
        [str(game.block), str(game.game), game.names[fault.seat], fault.kind, fault.what]
        for result in course.counted
        for game in result.games
        for fault in game.faults
    ]
    if not found:
        return
    yield "<h2>Faults</h2>"
    if len(found) > _MOST_FAULTS:
        yield f"<p>The first {_MOST_FAULTS} of {len(found)}.</p>"
    heads = ["block", "game", "player", "fault", "what happened"]
    yield from _table(heads, found[:_MOST_FAULTS], words=range(2, 5))


def _limits_text(limits: Limits) -> str:
    """The limits of a decision in words."""
    told = [
        (limits.time_s, "s"),
        (limits.nodes, "nodes"),
        (limits.simulations, "simulations"),
        (limits.depth, "decisions ahead"),
    ]
    return ", ".join(f"{number:g} {what}" for number, what in told if number)


def _clock_text(clock: Clock | None) -> str:
    if clock is None:
        return ""
    kind = clock.kind.replace("_", " ")
    return f"; clock {kind}: {clock.main_s:g} s, {clock.move_s:g} s a move"


def _rating_plot(course: Course, rows: Sequence[Row]) -> Iterator[str]:
    ratings = ratings_of(course.contest, course.counted)
    shown = [row for row in rows if row.games]
    figures = [ratings.of(row.player) for row in shown] if ratings is not None else []
    if figures and all(each.bounded for each in figures):
        yield plots.intervals("Elo beside the mean of all, 95 %", [r.name for r in shown], figures)


def _crosstable(course: Course, rows: Sequence[Row]) -> Iterator[str]:
    table = crosstable(course.counted)

    def cell(one: Row, other: Row) -> str:
        if one is other:
            return "·"
        won, games = table.get((one.player, other.player), (0, 0))
        return f"{float(won):g} of {games}" if games else ""

    heads = ["", *(str(row.place) for row in rows)]
    lines = [[f"{row.place}. {row.name}", *(cell(row, other) for other in rows)] for row in rows]
    yield from _table(heads, lines)


def _seats(course: Course) -> Iterator[str]:
    blocks = blocks_of(course.counted)
    yield "<p>What each seat is worth, whoever sits there.</p>"
    yield from _table(
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
    played = [row for row in rows if row.decisions]
    yield from _table(
        ["player", "moves", "ms a move", "longest ms", "nodes a move", "simulations a move"],
        [
            [
                row.name,
                str(row.decisions),
                f"{1e3 * row.seconds / row.decisions:.3f}",
                f"{1e3 * row.longest_s:.1f}",
                f"{row.nodes / row.decisions:.0f}",
                f"{row.simulations / row.decisions:.0f}",
            ]
            for row in played
        ],
    )
    if played:
        times = [1e3 * row.seconds / row.decisions for row in played]
        yield plots.bars("Milliseconds a move", [row.name for row in played], {"": times})


def _habits(course: Course, rows: Sequence[Row]) -> Iterator[str]:
    """How everybody played, looked up in the records."""
    games = [game for result in course.counted for game in result.games]
    watched = games[:_MOST_WATCHED]
    habits = habits_of(course.contest.names, ((game.names, game.record) for game in watched))
    names = [row.name for row in rows if habits[row.name].games]
    yield "<h2>How they played</h2>"
    if len(watched) < len(games):
        yield f"<p>In the first {len(watched)} games.</p>"
    yield from _table(
        [
            "player",
            *(f"points: {each}" for each in FEATURES),
            *(f"figures: {each}" for each in FEATURES),
            "figures a game",
            "turns with a figure",
        ],
        [_habit(name, habits[name]) for name in names],
    )
    yield plots.bars(
        "Points a game, by what brought them",
        names,
        {each: [habits[n].points[each] / habits[n].games for n in names] for each in FEATURES},
    )
    yield plots.bars(
        "Figures a game, by what they were put on",
        names,
        {each: [habits[n].figures[each] / habits[n].games for n in names] for each in FEATURES},
    )
    yield plots.lines(
        "Score if the game ended now, by turn",
        "own turn",
        {name: habits[name].mean_virtual for name in names},
    )


def _habit(name: str, habits: Habits) -> list[str]:
    return [
        name,
        *(f"{habits.points[each] / habits.games:.1f}" for each in FEATURES),
        *(f"{habits.figures[each] / habits.games:.1f}" for each in FEATURES),
        f"{habits.figures_a_game:.1f}",
        f"{habits.turns_with_figure:.2f}",
    ]


def _table(
    heads: Sequence[str],
    lines: Iterable[Sequence[str]],
    *,
    alarming: Sequence[int] = (),
    words: Sequence[int] = (),
) -> Iterator[str]:
    """A table; in the alarming columns everything but 0 stands out, columns of words are text."""
    yield '<div class="wide"><table>'
    looks = (_LOOKS[2 * (at in words)] for at in range(len(heads)))
    cells = (f"<th{look}>{escape(head)}</th>" for look, head in zip(looks, heads, strict=True))
    yield f"<tr>{''.join(cells)}</tr>"
    for line in lines:
        cells = (
            f"<td{_LOOKS[(at in alarming and cell != '0') + 2 * (at in words)]}>{escape(cell)}</td>"
            for at, cell in enumerate(line)
        )
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</table></div>"
