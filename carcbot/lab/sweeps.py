"""Studies in which a player meets itself with one of its values changed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from carcbot.arena.contest import Contest
from carcbot.lab.card_duels import duel_figures, scores_table
from carcbot.lab.duel_tables import interval
from carcbot.lab.duels import Duel, duel_between
from carcbot.lab.match_study import match_study
from carcbot.lab.study import Comparison, Effort, Findings, Study

__all__ = ["Sweep", "sweep_study"]


@dataclass(frozen=True, slots=True)
class Sweep:
    """Other values of a parameter.

    Attributes:
        base: The player, as a preset.
        parameter: That is changed.
        chosen: The value that the player has, as it is told.
        tried: The others as they are told, each with what the agent takes for it.
        told: What there is to say of them.
    """

    base: str
    parameter: str
    chosen: str
    tried: Mapping[str, str]
    told: str

    def changed(self, value: str, limit: str) -> str:
        """The agent with one of the others, and with this limit."""
        return f"{self.base}:{limit},{self.parameter}={self.tried[value]}"


def sweep_study(
    name: str,
    *,
    method: str,
    sweeps: Mapping[str, Sweep],
    simulations: int,
    blocks: int,
    options: str,
    game: str,
    note: str,
) -> Study:
    """The study that tries all values of all of them.

    Args:
        name: As it is listed.
        method: What is done and what is counted, in a few sentences.
        sweeps: By what the parameters are called.
        simulations: A decision of everybody.
        blocks: On how many decks each value is tried, from both seats.
        options: Of the game.
        game: Its name.
        note: What stands below the table.
    """
    cells = {f"{what} = {value}": (what, value) for what in sweeps for value in sweeps[what].tried}

    def contest(what: str, value: str, effort: Effort) -> Contest:
        sweep, limit = sweeps[what], f"sims={effort.thinking(simulations)}"
        return duel_between(
            name,
            (f"{what}={value}", sweep.changed(value, limit)),
            (f"{what}={sweep.chosen}", f"{sweep.base}:{limit}"),
            blocks=effort.blocks(blocks),
            seed=effort.seed,
            options=options,
            game=game,
        )

    def tell(duels: Mapping[str, Duel]) -> Findings:
        table = scores_table("One value changed", "value", duels, note)
        return Findings(tuple(comparisons(duels)), (table,))

    def comparisons(duels: Mapping[str, Duel]) -> Iterator[Comparison]:
        for called, duel in duels.items():
            sweep = sweeps[cells[called][0]]
            yield Comparison(
                f"score of {called} against {sweep.chosen}",
                "not told",
                interval(duel.share),
                f"{_remark(duel)} {sweep.told}",
            )

    return match_study(
        name,
        method=method,
        contests=lambda effort: {called: contest(*cell, effort) for called, cell in cells.items()},
        tell=tell,
        figures=duel_figures,
    )


def _remark(duel: Duel) -> str:
    if duel.share.holds(0.5):
        return "No difference is shown."
    return "Better than what was chosen." if duel.share.value > 0.5 else "Worse."
