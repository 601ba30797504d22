"""Studies that play matches, keep all of them, and tell what came of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from carcbot.arena.contest import Contest
from carcbot.lab.duels import Duel, blocks_in, play
from carcbot.lab.study import Comparison, Desk, Effort, Picture, Result, Study, Table

__all__ = ["Told", "match_study"]


@dataclass(frozen=True, slots=True)
class Told:
    """What a study says of its matches."""

    comparisons: tuple[Comparison, ...]
    tables: tuple[Table, ...]
    pictures: tuple[Picture, ...] = ()


def match_study(
    name: str,
    title: str,
    source: str,
    *,
    method: str,
    contests: Callable[[Effort], Mapping[str, Contest]],
    tell: Callable[[Mapping[str, Duel]], Told],
) -> Study:
    """The study that plays these contests.

    Args:
        name: As users write it.
        title: In a few words.
        source: The publication, with section, table or figure.
        method: What is done and what is counted, in a few sentences.
        contests: What is played, under names of the study's own.
        tell: What there is to say, by the same names.
    """

    def run(effort: Effort, desk: Desk) -> Result:
        duels = {each: play(contest, desk) for each, contest in contests(effort).items()}
        told = tell(duels)
        return Result(
            name,
            effort,
            told.comparisons,
            told.tables,
            {each: duel.figures() for each, duel in duels.items()},
            told.pictures,
        )

    return Study(
        name=name,
        title=title,
        source=source,
        method=method,
        counts="matches",
        usual=Effort(),
        steps=lambda effort: blocks_in(contests(effort).values()),
        run=run,
    )
