"""What the studies of F. Schadd 2009 have in common: its rules, its tables, and its thinking.

A player of the thesis has three minutes for a game (chapter 5). It tells of most kinds of
simulations how many of them it makes in a second. So a decision here has as many simulations as
that makes in three minutes, divided over the decisions of a game.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from carcbot.arena.contest import Contest
from carcbot.arena.statistics.intervals import Estimate
from carcbot.lab.card_duels import duel_figures
from carcbot.lab.duel_tables import agree, difference, interval, share_of_games
from carcbot.lab.duels import Duel, Player, duel_between
from carcbot.lab.match_study import match_study
from carcbot.lab.number_text import percent
from carcbot.lab.study import Comparison, Effort, Findings, Study, Table

__all__ = [
    "DECISIONS",
    "GAME",
    "RULES",
    "SAMPLES_A_SECOND",
    "Match",
    "comparison",
    "contest_of",
    "hybrids",
    "player",
    "result_table",
    "schadd_study",
]

GAME: Final = "thurn_and_taxis"
RULES: Final = "reading=thesis"
"""Options of the game, as the thesis plays it."""

_USUAL: Final = Effort()
_SECONDS: Final = 180
"""A player's time for a game."""
DECISIONS: Final = 94
"""A player's decisions in a game of 56.1 turns (table 3.2), by the choices that there are here."""

_CONSTANTS: Final = ("c0.5", "c1.5", "c2.5", "t5", "t10", "t15")
_MC: Final = {100: 1_000, 75: 1_333, 50: 2_000, 25: 4_600, 10: 12_700, 5: 25_400}
"""Of flat Monte Carlo with random games, by their turns (5.1.2: 1,000 of 100 turns, and as many
times more as they are shorter; 12,771 of 10 turns, table 5.5). From that of 100 turns 4,000 would
follow for 25 turns, and from that of 10 turns 5,100: it has the middle."""
_MCTS: Final = {5: 6_460, 10: 5_104, 25: 3_132, 50: 1_905}
"""Of tree search with random games (5.2.4: of 5 and of 50 turns; between them by a line)."""
_MCTS_PR: Final = {5: 2_508, 10: 1_254, 25: 358.5, 50: 182.1}
"""With pseudo-random games (tables 5.21 and 5.22); of 5 turns twice as many as of 10."""
_PR: Final = 1_972
"""Of flat Monte Carlo with pseudo-random games of 10 turns (5.1.4)."""
_SECOND: Final = {"random": _MC[10], "heuristic": _PR}
"""Of other policies in 10 turns. Of pure heuristics nothing is told: they look at as much."""
_REDRAWS: Final = {1: 4_844, 2: 3_719, 3: 3_018}
"""With redraws (5.1.5); with three of them by the time that the second takes."""
_IN_TREE: Final = _MCTS_PR[10] / _PR
"""What the tree leaves of the simulations, where the thesis tells of flat Monte Carlo only."""
SAMPLES_A_SECOND: Final = (
    {f"schadd-mc-{turns}": rate for turns, rate in _MC.items()}
    | {f"schadd-mcts-{turns}": rate for turns, rate in _MCTS.items()}
    | {f"schadd-mcts-pr-{turns}": rate for turns, rate in _MCTS_PR.items()}
    | {f"schadd-mc-mechanism-{redraws}": rate for redraws, rate in _REDRAWS.items()}
    | {f"schadd-mcts-mechanism-{redraws}": rate * _IN_TREE for redraws, rate in _REDRAWS.items()}
    | {
        f"schadd-{kind}-{second}-{share}": in_tree * 100 / (share / _PR + (100 - share) / rate)
        for kind, in_tree, redraws in (("mc", 1.0, 1), ("mcts", _IN_TREE, 3))
        for second, rate in (*_SECOND.items(), ("mechanism", _REDRAWS[redraws]))
        for share in (80, 50, 20)
    }
    | dict.fromkeys(("schadd-mcts-max", *(f"schadd-mcts-{each}" for each in _CONSTANTS)), _MCTS[10])
    | {
        "schadd-mc": _MC[100],
        "schadd-mc-pr": _PR,
        "schadd-mcts": _MCTS[5],
        "schadd-mcts-pr": _MCTS_PR[10],
        # with simulation cuts (tables 5.5, 5.8, 5.20 to 5.22)
        "schadd-mc-simcut": 12_628,
        "schadd-mc-pr-simcut": 2_183,
        "schadd-mcts-simcut": 6_460,
        "schadd-mcts-50-simcut": 1_935.2,
        "schadd-mcts-pr-10-simcut": 1_369.9,
        "schadd-mcts-pr-25-simcut": 463.3,
        "schadd-mcts-pr-50-simcut": 260.5,
    }
)
"""How many simulations a second a player of the thesis makes, as it tells or as that implies."""


def player(preset: str, effort: Effort = _USUAL) -> Player:
    """The preset with as many simulations a decision as in the thesis, or as the effort says."""
    if preset not in SAMPLES_A_SECOND:
        return preset, preset
    simulations = effort.thinking(round(SAMPLES_A_SECOND[preset] * _SECONDS / DECISIONS))
    return preset.removeprefix("schadd-"), f"{preset}:sims={simulations}"


Paper = tuple[float, float, float, float, float, float]
"""Won, drawn and lost as first player, then as second, in parts of a hundred."""


@dataclass(frozen=True, slots=True)
class Match:
    """Two players of one of the thesis's tables.

    Attributes:
        table: Its number: ``"5.3"``.
        label: What the column says.
        one: The preset of which it tells.
        other: Against which it plays.
        paper: What the thesis tells of it.
        games: How many the thesis says that it played.
        counted: Of how many games its percentages are, where that is another number.
    """

    table: str
    label: str
    one: str
    other: str
    paper: Paper
    games: int = 300
    counted: int = 0

    @property
    def published(self) -> Estimate:
        """The published score with an interval, each of its games for itself."""
        games = self.counted or self.games
        won, drawn = (
            sum(round(games / 2 * part / 100) for part in self.paper[at::3]) for at in range(2)
        )
        return share_of_games(won, drawn, games - won - drawn)


def hybrids(
    table: str, kind: str, rival: str, papers: Mapping[int, Paper], counted: Mapping[int, int] = {}
) -> Iterator[Match]:
    """The matches of a table of hybrid simulations, by the share that is pseudo-random."""
    for share, paper in papers.items():
        label, preset = f"{share} % pseudo-random", f"schadd-{kind}-{share}"
        yield Match(table, label, preset, rival, paper, counted=counted.get(share, 0))


def contest_of(study: str, match: Match, effort: Effort) -> Contest:
    """The match as it is played here: every block has the same draws for both seats."""
    return duel_between(
        study,
        player(match.one, effort),
        player(match.other, effort),
        blocks=effort.blocks(match.games // 2),
        seed=effort.seed,
        options=RULES,
        game=GAME,
    )


def comparison(match: Match, duel: Duel, remarks: Mapping[tuple[str, str], str]) -> Comparison:
    """The published score beside ours, with a sentence."""
    ours, paper = duel.share, match.published
    agrees = agree(ours, paper)
    said = "Agrees within the intervals." if agrees else difference(match.one, ours, paper)
    remark = remarks.get((match.table, match.label), "")
    return Comparison(
        f"table {match.table}, {match.label}: {match.one} against {match.other}",
        interval(paper),
        interval(ours),
        f"{said} {remark}".strip(),
    )


def result_table(title: str, matches: Sequence[Match], duels: Mapping[Match, Duel]) -> Table:
    """Won, drawn and lost by seat, the thesis's beside ours."""
    rows = []
    for match in matches:
        duel = duels[match]
        row = [f"{match.table}: {match.label}"]
        for seat in (0, 1):
            row.append(" / ".join(f"{each:g}" for each in match.paper[3 * seat : 3 * seat + 3]))
            row.append(" / ".join(_parts(duel, seat)))
        rows.append((*row, str(len(duel.games))))
    heads = (
        "table",
        "first: thesis",
        "first: here",
        "second: thesis",
        "second: here",
        "games here",
    )
    note = "Won, drawn and lost in parts of a hundred, by the one of whom the table tells."
    return Table(title, heads, tuple(rows), note)


def _parts(duel: Duel, seat: int) -> list[str]:
    """Won, drawn and lost by the first player in this seat, in parts of a hundred."""
    side = duel.side(0, seat)
    counts = (side.wins, side.draws, side.losses)
    return [percent(each / side.games) if side.games else "" for each in counts]


def schadd_study(
    name: str,
    *,
    matches: Sequence[Match],
    remarks: Mapping[tuple[str, str], str],
    more: Callable[[Mapping[Match, Duel]], Sequence[Table]],
) -> Study:
    """The study that plays these matches.

    Args:
        name: As it is listed.
        matches: What is played.
        remarks: What there is to say of a match besides, by its table and label.
        more: Further tables, by what was played.
    """

    def contests(effort: Effort) -> dict[Match, Contest]:
        return {match: contest_of(name, match, effort) for match in matches}

    def tell(duels: Mapping[Match, Duel]) -> Findings:
        return Findings(
            tuple(comparison(match, duel, remarks) for match, duel in duels.items()),
            (result_table("Won, drawn and lost", matches, duels), *more(duels)),
        )

    return match_study(
        name,
        method=(
            "By the thesis's reading of the rules, each block with the same draws for both seats."
            f" A decision has as many simulations as the thesis's program makes in three minutes of"
            f" a game of {DECISIONS} decisions, as it tells of that kind of simulations or as that"
            " implies: it is the thinking that is as much, not the time."
        ),
        contests=contests,
        tell=tell,
        called=lambda match: f"{match.table} {match.label}",
        figures=partial(duel_figures, with_points=False),
    )
