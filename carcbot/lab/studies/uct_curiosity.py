"""How curious should UCT be? Heyden 2009, 6.2.2, table 6.2."""

from collections.abc import Iterator, Mapping

from carcbot.arena.contest import Contest
from carcbot.arena.statistics.intervals import mean_margin
from carcbot.lab.duel_tables import (
    interval,
    margin_text,
    matches_table,
    share_of_games,
    thinking_table,
)
from carcbot.lab.duels import SEATS, Duel
from carcbot.lab.heyden import thesis_duel, thought_beside_thesis
from carcbot.lab.match_study import match_study
from carcbot.lab.number_text import percent
from carcbot.lab.study import Comparison, Effort, Findings, Table

__all__ = ["STUDY"]

_BLOCKS = 100
_SIMULATIONS = 250
_MORE = "more"
_PAPER = {
    # C: won, drawn and lost by MCTS when MC starts, then when MCTS starts
    "0.5": (13, 0, 12, 15, 0, 10),
    "1": (13, 1, 11, 15, 0, 10),
    "2": (14, 1, 10, 16, 0, 9),
    "3": (18, 0, 7, 19, 0, 6),
    "4": (17, 0, 8, 18, 0, 7),
    "6": (12, 0, 13, 18, 0, 7),
    "8": (16, 0, 9, 17, 1, 7),
}


def _contests(effort: Effort) -> dict[str, Contest]:
    sims = effort.thinking(_SIMULATIONS)
    return {
        c: thesis_duel(
            "uct-curiosity",
            (f"MCTS-C={c}", f"heyden-mcts-c{c}:sims={sims}"),
            ("MC", f"heyden-mc:sims={sims}"),
            _BLOCKS,
            effort,
        )
        for c in _PAPER
    } | {
        _MORE: thesis_duel(
            "uct-curiosity",
            ("MCTS-C=3", f"heyden-mcts-c3:sims={sims}"),
            ("MC-x2", f"heyden-mc:sims={2 * sims}"),
            _BLOCKS,
            effort,
        )
    }


def _tell(duels: Mapping[str, Duel]) -> Findings:
    return Findings(
        tuple(_comparisons(duels)),
        (
            Table("By who starts (table 6.2)", _COLUMNS, tuple(_rows(duels)), _NOTE),
            Table("Beside C = 3", _BESIDE, tuple(_beside_three(duels)), _BESIDE_NOTE),
            matches_table(list(duels.values())),
            thinking_table(list(duels.values())),
        ),
    )


def _published(c: str) -> tuple[int, int, int]:
    """Won, drawn and lost, whoever started."""
    of_mc, of_mcts = _PAPER[c][:3], _PAPER[c][3:]
    won, drawn, lost = (one + other for one, other in zip(of_mc, of_mcts, strict=True))
    return won, drawn, lost


def _comparisons(duels: Mapping[str, Duel]) -> Iterator[Comparison]:
    for c in _PAPER:
        duel = duels[c]
        yield Comparison(
            f"score of MCTS with C = {c} against MC",
            interval(share_of_games(*_published(c))),
            interval(duel.share),
            _REMARKS[c],
        )
    yield Comparison(
        "the same with C = 3 if MC has twice as many random games",
        interval(share_of_games(*_published("3"))),
        interval(duels[_MORE].share),
        "Less than in the thesis. Its players have as much time, not as many random games; over all"
        " C together its flat player does as if it had more of them than its tree search, and less"
        " than twice as many.",
    )
    best = max(_PAPER, key=lambda c: duels[c].share.value)
    yield Comparison(
        "the best C",
        "3",
        best,
        "No difference to C = 3 is shown of any of them (see the table), nor is it by the thesis's"
        " 50 games each.",
    )


_MORE_HERE = (
    "More here. Both have as many random games; twice as many for MC were tried with C = 3 alone,"
    " as a row below tells."
)
_REMARKS = {
    "0.5": _MORE_HERE,
    "1": _MORE_HERE,
    "2": "Agrees, if only just, within the intervals.",
    "3": "Agrees within the thesis's interval.",
    "4": "Agrees within the thesis's interval.",
    "6": "Agrees, if only just, within the intervals.",
    "8": "Agrees within the thesis's interval.",
}
_COLUMNS = (
    "C",
    "MC starts: paper",
    "here",
    "MCTS starts: paper",
    "here",
    "won: paper",
    "won: here",
)
_NOTE = "Won, drawn and lost by MCTS. What the thesis calls the win rate leaves draws out."


def _rows(duels: Mapping[str, Duel]) -> Iterator[tuple[str, ...]]:
    for c in _PAPER:
        duel = duels[c]
        second, first = duel.side(0, 1), duel.side(0, 0)
        won, *_ = _published(c)
        yield (
            c,
            _counted(*_PAPER[c][:3]),
            _counted(second.wins, second.draws, second.losses),
            _counted(*_PAPER[c][3:]),
            _counted(first.wins, first.draws, first.losses),
            percent(won / 50),
            percent((first.wins + second.wins) / (first.games + second.games)),
        )


def _counted(won: int, drawn: int, lost: int) -> str:
    return f"{won} / {drawn} / {lost}"


_BESIDE = ("C", "score beside that of C = 3, 95 %", "shown")
_BESIDE_NOTE = "In parts of a hundred, deck by deck, for all are played on the same decks."


def _beside_three(duels: Mapping[str, Duel]) -> Iterator[tuple[str, ...]]:
    three = duels["3"].blocks.scores_of(0)
    for c in _PAPER:
        if c != "3":
            here = duels[c].blocks.scores_of(0)
            decks = min(len(here), len(three))  # the first ones, where time ran out
            less = mean_margin(100 * (here[:decks] - three[:decks]), SEATS)
            yield (
                c,
                margin_text(less),
                "no difference shown" if less.holds(0) else "a difference",
            )


STUDY = match_study(
    "uct-curiosity",
    method=(
        "Monte-Carlo tree search with different constants C plays against flat Monte Carlo, all on"
        f" the same decks. {thought_beside_thesis(simulations=_SIMULATIONS)}"
    ),
    contests=_contests,
    tell=_tell,
)
