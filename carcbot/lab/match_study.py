"""Studies that play matches, keep them, and report their results."""

from collections.abc import Callable, Iterable, Mapping

from carcbot.arena.contest import Contest
from carcbot.lab.duels import SEATS, Duel, blocks_in, play
from carcbot.lab.study import Effort, Findings, Result, Study, Unfinished, Workbench

__all__ = ["match_study", "unfinished"]


def match_study(
    name: str,
    *,
    method: str,
    contests: Callable[[Effort], Mapping[str, Contest]],
    tell: Callable[[Mapping[str, Duel]], Findings],
) -> Study:
    """The study that plays these contests.

    Args:
        name: As it is listed.
        method: What is done and what is counted, in a few sentences.
        contests: What is played, under names of the study's own.
        tell: What there is to say, by the same names.
    """

    def run(effort: Effort, workbench: Workbench) -> Result:
        duels = {each: play(contest, workbench) for each, contest in contests(effort).items()}
        figures = {each: duel.figures() for each, duel in duels.items()}
        return tell(duels).result(name, effort, figures, unfinished(duels.values()))

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
