"""Tests of carcbot.lab.match_study."""

from collections.abc import Mapping
from pathlib import Path

from carcbot.arena.contest import Contest
from carcbot.contest.contest_folder import ContestFolder
from carcbot.lab.duels import Duel, duel_between
from carcbot.lab.match_study import match_study
from carcbot.lab.study import Comparison, Effort, Findings, Table, Workbench


def contests(effort: Effort) -> dict[str, Contest]:
    """Two matches under names of their own; the second has fewer decks."""
    return {
        name: duel_between(
            "test", ("better", "greedy"), (rival, "random"), blocks=blocks, seed=effort.seed
        )
        for name, rival, blocks in (("long", "one", 3), ("short", "other", 2))
    }


def tell(duels: Mapping[str, Duel]) -> Findings:
    """Who met whom in how many games."""
    rows = tuple((name, *duel.names, str(len(duel.games))) for name, duel in duels.items())
    comparison = Comparison("wins", "all", str(duels["long"].side(0).wins), "As it should be.")
    return Findings((comparison,), (Table("Games", ("match", "one", "other", "games"), rows),))


STUDY = match_study("test", method="Both play.", contests=contests, tell=tell)


def test_every_match_is_played_and_told(tmp_path: Path) -> None:
    """Each block is a step, and what is told is what the matches were, by their names."""
    steps: list[None] = []
    folders: list[Path] = []

    def keep(contest: Contest) -> ContestFolder:
        folders.append(tmp_path / contest.names[1])
        return ContestFolder.make(folders[-1], contest)

    effort = Effort(seed=3)
    result = STUDY.run(effort, Workbench(lambda: steps.append(None), keep))
    assert len(steps) == STUDY.steps(effort) == 5
    assert result.tables[0].rows == (
        ("long", "better", "one", "6"),
        ("short", "better", "other", "4"),
    )
    assert list(result.figures) == ["long", "short"]
    assert result.figures["short"]["players"] == ["better", "other"]
    wins = sum(
        game.scores[game.names.index("better")] > game.scores[game.names.index("one")]
        for game in ContestFolder(folders[0]).results()
    )
    assert result.comparisons[0].ours == str(wins)
    assert (result.study, result.effort, result.pictures) == ("test", effort, ())
