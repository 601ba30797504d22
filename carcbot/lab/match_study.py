"""Studies that play matches, keep them, and report their results."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

from carcbot.arena.contest import Contest
from carcbot.lab.duels import SEATS, Duel, blocks_in, duel_of, play_evenly
from carcbot.lab.study import Effort, Figures, Findings, Result, Study, Unfinished, Workbench

__all__ = ["match_study", "unfinished"]

Key = TypeVar("Key", bound=Hashable)


def match_study(
    name: str,
    *,
    method: str,
    contests: Callable[[Effort], Mapping[Key, Contest]],
    tell: Callable[[Mapping[Key, Duel]], Findings],
    called: Callable[[Key], str] = str,
    figures: Callable[[Duel], Figures] = Duel.figures,
) -> Study:
    """The study that plays these contests, so that each has something if time runs out.

    Args:
        name: As it is listed.
        method: What is done and what is counted, in a few sentences.
        contests: What is played, under keys of the study's own.
        tell: What there is to say, by the same keys.
        called: What a key is called in the figures.
        figures: Those of a match.
    """

    def run(effort: Effort, workbench: Workbench) -> Result:
        wanted = contests(effort)
        played = play_evenly(wanted, workbench)
        duels = {key: duel_of(each, played[key]) for key, each in wanted.items()}
        found = {called(key): figures(duel) for key, duel in duels.items()}
        return tell(duels).result(name, effort, found, unfinished(duels.values()))

    return Study(
        name=name,
        method=method,
        steps=lambda effort: blocks_in(contests(effort).values()),
        run=run,
    )


def unfinished(duels: Iterable[Duel]) -> tuple[Unfinished, ...]:
    """Which of them have fewer games than they should."""
    return tuple(
        Unfinished(
            " against ".join(duel.names),
            SEATS * len(duel.results),
            SEATS * (len(duel.results) + duel.missing),
            "games",
        )
        for duel in duels
        if duel.missing > 0
    )
