"""The study of the paper's tuning does not time games for which there is no time."""

from pathlib import Path

from carcbot.contest.contest_folder import ContestFolder
from carcbot.lab.studies.tuning import timed
from carcbot.lab.study import Effort, Workbench


def test_times_end_with_the_time(tmp_path: Path) -> None:
    """The game with which all others are compared is the first; when time is up none follows it."""

    def seconds_until(answers: list[bool]) -> dict[str, float]:
        asked = iter(answers)
        workbench = Workbench(
            step=lambda: None,
            keep=lambda contest: ContestFolder.make(tmp_path, contest),
            is_enough=lambda: next(asked),
        )
        return timed(Effort(budget=0), workbench)

    assert seconds_until([True]) == {}
    (base, seconds), *others = seconds_until([False, True]).items()
    assert (base, others) == ("MCTS-RAVE v MCTS", [])
    assert seconds > 0
