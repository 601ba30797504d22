"""The study of our best agent for Thurn and Taxis: how much it plays."""

from carcbot.lab.studies.postmaster import STUDY


def test_a_block_is_played_from_every_seat() -> None:
    """200 blocks of two games in both readings, 40 of three and 30 of four."""
    assert STUDY.steps(STUDY.usual) == 200 + 200 + 40 + 30
