"""How parameters were found, and how long it all took. Ameneyro and Galvan 2020, table III."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from carcbot.arena.contest import Contest
from carcbot.arena.contest_course import ContestCourse
from carcbot.contest.any_game import play_game
from carcbot.games.carcassonne.habits import redraws_in
from carcbot.lab.ameneyro import duel, mcts, random_agent, rave, star25
from carcbot.lab.duel_tables import matches_table
from carcbot.lab.duels import Duel, Player, play
from carcbot.lab.match_study import unfinished
from carcbot.lab.number_text import percent, ratio
from carcbot.lab.study import (
    Comparison,
    Effort,
    Figures,
    Result,
    Study,
    Table,
    Unfinished,
    Workbench,
)

__all__ = ["STUDY", "timed"]

_BLOCKS = 50
"""Of each setting: as many games as the paper has in all, if it had as many settings."""
_RANDOM_GAMES = 10_000
_GAMES = (1, 10, 100)
_BIASES = ("0.1", "1", "10")
_EXPERIMENTS: dict[str, tuple[str, Callable[[Effort], Player], Callable[[Effort], Player], float]]
_EXPERIMENTS = {
    # the paper's name, the study in which its games are kept, who plays, and minutes a game
    "Star2.5 v RA": ("random-rival", star25, lambda _: random_agent(), 20.58),
    "MCTS v RA": ("random-rival", mcts, lambda _: random_agent(), 36),
    "MCTS-RAVE v RA": ("random-rival", rave, lambda _: random_agent(), 31),
    "MCTS v Star2.5": ("mcts-star25-virtual", mcts, star25, 55.79),
    "MCTS-RAVE v Star2.5": ("rave-star25-virtual", rave, star25, 55.79),
    "MCTS-RAVE v MCTS": ("rave-mcts", rave, mcts, 71),
}
_BASE = "MCTS-RAVE v MCTS"
"""Whose games the others' times are compared with."""


def _settings(effort: Effort) -> dict[str, Contest]:
    """What is tried: as many random games a move for each, in simulations of several."""
    games = effort.thinking(_RANDOM_GAMES)

    def contest(name: str, agent: str, s: int) -> Contest:
        player = name, f"{agent},s={s},sims={max(1, games // s)}"
        return duel("tuning", player, random_agent(), _BLOCKS, effort)

    trees = {f"MCTS-s={s}": contest(f"MCTS-s={s}", "ameneyro-mcts:c=3", s) for s in _GAMES}
    return trees | {
        f"RAVE-s={s}-b={b}": contest(f"RAVE-s={s}-b={b}", f"ameneyro-rave:c=3,b={b}", s)
        for s in _GAMES
        for b in _BIASES
    }


def _experiments(effort: Effort) -> dict[str, Contest]:
    """Those of the other studies, whose games are not played a second time."""
    return {
        name: duel(study, one(effort), other(effort), _BLOCKS, effort)
        for name, (study, one, other, _) in _EXPERIMENTS.items()
    }


def _run(effort: Effort, workbench: Workbench) -> Result:
    tried = {name: play(contest, workbench) for name, contest in _settings(effort).items()}
    others = {name: play(contest, workbench) for name, contest in _experiments(effort).items()}
    seconds = timed(effort, workbench)
    redraws = _redraws([*tried.values(), *others.values()])
    return Result(
        "tuning",
        effort,
        tuple(_comparisons(tried, seconds, redraws)),
        (
            Table(
                "Times of a game (table III)",
                ("experiment", "paper", "here"),
                tuple(_times(seconds)),
                f"As parts of a game of {_BASE}, which takes 71 minutes in the paper; here the"
                " processor's time for the first game of each.",
            ),
            matches_table(list(tried.values()), "What was tried"),
        ),
        {name: duel_.figures() for name, duel_ in tried.items()} | {"redraws": redraws},
        (),
        (*unfinished([*tried.values(), *others.values()]), *_untimed(seconds)),
    )


def timed(effort: Effort, workbench: Workbench) -> dict[str, float]:
    """The processor's time for the first game of each experiment, until there is enough.

    The one that all others are compared with is the first.
    """
    seconds: dict[str, float] = {}
    contests = _experiments(effort)
    for name in sorted(contests, key=lambda name: name != _BASE):
        if workbench.is_enough():
            break
        seconds[name] = _seconds(contests[name])
    return seconds


def _untimed(seconds: Mapping[str, float]) -> Iterator[Unfinished]:
    if len(seconds) < len(_EXPERIMENTS):
        yield Unfinished("times of a game", len(seconds), len(_EXPERIMENTS), "games")


def _seconds(contest: Contest) -> float:
    """The processor's time for the first game of a contest."""
    game = ContestCourse(contest).take()
    if game is None:
        return 0.0
    begun = time.process_time()
    play_game(contest, game)
    return time.process_time() - begun


def _redraws(duels: Sequence[Duel]) -> Figures:
    """How many games there are, and in how many of them a tile was drawn that fitted nowhere."""
    found = [redraws_in(game.record) for duel_ in duels for game in duel_.games]
    return {"games": len(found), "with_redraws": sum(map(bool, found)), "redraws": sum(found)}


def _times(seconds: Mapping[str, float]) -> Iterator[tuple[str, ...]]:
    for name, (*_, minutes) in _EXPERIMENTS.items():
        if name in seconds:
            yield (
                name,
                ratio(minutes / _EXPERIMENTS[_BASE][3]),
                ratio(seconds[name] / seconds[_BASE]),
            )


def _comparisons(
    tried: Mapping[str, Duel], seconds: Mapping[str, float], redraws: Figures
) -> Iterator[Comparison]:
    for kind, best, remark in (("MCTS", "s=100", "MCTS"), ("RAVE", "s=100, b=10", "RAVE")):
        ours = max(
            (name for name in tried if name.startswith(kind)),
            key=lambda name: tried[name].side(0).mean_margin,
        )
        yield Comparison(
            f"the best {kind} against a random player, by points",
            best,
            ", ".join(ours.split("-")[1:]),
            _REMARKS[remark],
        )
    if "Star2.5 v RA" in seconds:
        yield Comparison(
            "time of a game, Star2.5 against a random player, as a part of RAVE against MCTS",
            ratio(_EXPERIMENTS["Star2.5 v RA"][3] / _EXPERIMENTS[_BASE][3]),
            ratio(seconds["Star2.5 v RA"] / seconds[_BASE]),
            _REMARKS["time"],
        )
    yield Comparison(
        "games in which a tile went under the stack",
        "2.3 %",
        f"{percent(redraws['with_redraws'] / redraws['games'])} of {redraws['games']:,}",
        _REMARKS["redraws"],
    )


_REMARKS = {
    "MCTS": "A few games of each setting leave it open.",
    "RAVE": "A few games of each setting leave it open.",
    "time": "Far more: beside tree search whole depth 3 takes some ten times as long as the paper's"
    " Star2.5. Its program cuts off more, or its tree search has fewer random games.",
    "redraws": "No difference is shown: of so few games, which share their decks, 2 to 9 % would be"
    " no surprise.",
}


STUDY = Study(
    name="tuning",
    method=(
        "The paper found its parameters in 300 games of MCTS and 900 of RAVE against a random"
        " player; which ones it tried it does not tell. Here these are 1, 10 and 100 random games a"
        f" simulation, of {_RANDOM_GAMES:,} random games a move in all, and for RAVE each of them"
        " with a bias b of 0.1, 1 and 10: a hundred games a setting, each deck from both seats. The"
        " times and redraws are of matches as in the studies of tables IV to VII, played here for"
        " that alone."
    ),
    steps=lambda effort: sum(
        contest.blocks for contest in (*_settings(effort).values(), *_experiments(effort).values())
    ),
    run=_run,
)
