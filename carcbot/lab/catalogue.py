"""All studies by name. A new study is a file in carcbot/lab/studies and a line here."""

from carcbot.errors import OptionsError
from carcbot.games.option_text import quoted
from carcbot.lab.studies import (
    branching,
    complexity,
    deepening,
    mc_rewards,
    mcts_rewards,
    mcts_star25,
    mcts_star25_virtual,
    move_orders,
    printed_listings,
    probing,
    random_rival,
    rave_mcts,
    rave_star25_virtual,
    scaling,
    star_nodes,
    tuning,
    uct_curiosity,
    weights,
)
from carcbot.lab.study import Study

__all__ = ["STUDIES", "study_named"]

STUDIES: dict[str, Study] = {
    study.name: study
    for study in (
        complexity.STUDY,
        branching.STUDY,
        mc_rewards.STUDY,
        uct_curiosity.STUDY,
        mcts_rewards.STUDY,
        move_orders.STUDY,
        weights.STUDY,
        star_nodes.STUDY,
        printed_listings.STUDY,
        probing.STUDY,
        deepening.STUDY,
        mcts_star25.STUDY,
        tuning.STUDY,
        random_rival.STUDY,
        mcts_star25_virtual.STUDY,
        rave_star25_virtual.STUDY,
        rave_mcts.STUDY,
        scaling.STUDY,
    )
}
"""Every study, in the order of the thesis, then of the paper of 2020, then our own."""


def study_named(name: str) -> Study:
    """The study of that name; OptionsError if there is none."""
    study = STUDIES.get(name)
    if study is None:
        raise OptionsError(
            f"there is no study {quoted(name)}", expected="one of " + ", ".join(STUDIES)
        )
    return study
