"""The additional parts of a report for a competition, in the style of the referee's pages."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

import msgspec

from carcbot.arena.competition.chronicle import HostedGame, games_of
from carcbot.arena.competition.proceedings import Proceedings
from carcbot.contest.report.markup import Link, html_table
from carcbot.messages.utc_text import moment_text, with_times
from carcbot.net.competitions.views import PHASE_BEGINS, PHASE_ENDS, phase_text, remarks_on

__all__ = ["HEAD", "HEADER", "HostedCompetition", "hosted_of"]

HEAD: Final = """
<link rel="icon" href="/web/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/web/css/base.css">
<script type="module" src="/web/js/theme.js"></script>
<script type="module" src="/web/js/renewing.js"></script>"""
HEADER: Final = """
<header class="bar">
<a class="brand" href="/" aria-label="carcbot: to the lobby"><img src="/web/icon.svg" alt=""
 width="28" height="28"><span>carcbot</span></a>
<nav aria-label="Pages"><a href="/">Lobby</a><a href="/replay">Replay a file</a></nav>
<button id="theme" class="round" type="button" aria-label="Light or dark"></button>
</header>"""
_MOST_GAMES: Final = 500


@dataclass(frozen=True)
class HostedCompetition:
    """What a report says of a competition besides its results.

    Attributes:
        rules: What is played and how, as its file says it, for programs.
        phase: Its phase, in words.
        told_at: When this was how it stood, in words.
        remarks: Further remarks, a paragraph each.
        games: All games so far.
    """

    rules: Mapping[str, Any]
    phase: str
    told_at: str
    remarks: Sequence[str]
    games: Sequence[HostedGame]

    @property
    def matches(self) -> dict[tuple[int, int], str]:
        """The match of each game that counts, by its block and number."""
        return {
            (each.result.block, each.result.game): each.match
            for each in self.games
            if each.result is not None and each.result.counts
        }

    def opening(self) -> Iterator[str]:
        """What the page begins with."""
        yield f"{PHASE_BEGINS}{with_times(escape(self.phase))}{PHASE_ENDS}"
        over = sum(each.result is not None for each in self.games)
        games = f"{over} game{'s' * (over != 1)}"
        stood = f"Below is how it stood at {self.told_at}, with {games} over."
        yield f"<p>{with_times(escape(stood))}</p>"
        yield from (f"<p>{escape(remark)}</p>" for remark in self.remarks)
        if self.games:
            archive = f"/records/{escape(str(self.rules['name']))}.tar"
            yield '<p><a href="#games">All games, with replays</a>; all records of those that are'
            yield f'over as <a href="{archive}" download>one file</a></p>'

    def section(self) -> Iterator[str]:
        """The games one by one, the newest first, with links to their matches."""
        if not self.games:
            return
        yield '<h2 id="games">Games</h2>'
        if len(self.games) > _MOST_GAMES:
            yield f"<p>The last {_MOST_GAMES} of {len(self.games)}; games.csv has all.</p>"
        newest = list(reversed(self.games))[:_MOST_GAMES]
        heads = ["round", "players and points", "how it ended", "match"]
        yield from html_table(heads, map(_line, newest), words=range(1, 4))


def hosted_of(now: Proceedings, now_us: int) -> HostedCompetition:
    """What a report says of a competition as it stands.

    Args:
        now: How it stands.
        now_us: Since 1970.
    """
    rules = msgspec.to_builtins(now.competition)
    players = [{"name": name} for name in now.players]
    games = games_of(now)
    return HostedCompetition(
        {**rules, "player": players},
        phase_text(now, now_us),
        moment_text(now_us),
        remarks_on(now),
        games,
    )


def _line(game: HostedGame) -> list[str | Link]:
    result = game.result
    if result is None:
        seats, end, what = ", ".join(game.names), "is being played", "watch"
    else:
        points = zip(result.names, result.scores, strict=True)
        seats, what = ", ".join(f"{name} {score}" for name, score in points), "replay"
        faults = [
            f"{result.names[fault.seat]}: {fault.kind}" if fault.seat >= 0 else fault.what
            for fault in result.faults
        ]
        faults += [f"{result.names[seat]} gave up" for seat in result.gave_up]
        faults += [
            f"{name}: {effort.not_own_text}"
            for name, effort in zip(result.names, result.efforts, strict=False)
            if effort.not_own
        ]
        best = [name for name, place in zip(result.names, result.places, strict=True) if place == 1]
        won = f"{best[0]} won" if len(best) == 1 else f"drawn by {', '.join(best)}"
        outcome = won if best else "nobody won"
        end = "; ".join([outcome if result.counts else "does not count", *faults])
    link = Link(what, f"/table/{game.match}") if game.match else ""
    return [str(game.round), seats, end, link]
