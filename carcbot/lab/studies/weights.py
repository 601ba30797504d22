"""First against final weights of the evaluation. Heyden 2009, 6.3.2, table 6.5."""

from collections.abc import Iterator, Mapping

from carcbot.arena.contest import Contest
from carcbot.lab.duel_tables import features_table, interval, matches_table, thinking_table
from carcbot.lab.duels import Duel, duel_between
from carcbot.lab.heyden import thought_beside_thesis
from carcbot.lab.match_study import Told, match_study
from carcbot.lab.study import Comparison, Effort
from carcbot.lab.wording import ratio

__all__ = ["STUDY"]

_BLOCKS = 30
_NODES = 10_000
_SEARCH = "star:f=5,bound=20,bounds=dynamic,order=features,likely=off,table=0"
_EVALUATIONS = {
    # table 6.5, and what lies between its two columns, one change at a time
    "final": "heyden",
    "first": "heyden-intuitive",
    "first-meeple-10": "100/10/10/10/-50",
    "first-field-40": "100/1/10/10/-40",
    "first-city-1.25": "100/1/10/12.5/-50",
}


def _contests(effort: Effort) -> dict[str, Contest]:
    def player(name: str) -> tuple[str, str]:
        return name, f"{_SEARCH},eval={_EVALUATIONS[name]},nodes={effort.thinking(_NODES)}"

    return {
        name: duel_between(
            "weights",
            player(name),
            player("first"),
            blocks=effort.blocks(_BLOCKS),
            seed=effort.seed,
        )
        for name in _EVALUATIONS
        if name != "first"
    }


def _tell(duels: Mapping[str, Duel]) -> Told:
    final = duels["final"]
    return Told(
        tuple(_comparisons(duels)),
        (
            matches_table(list(duels.values())),
            features_table(final.habits, "Features and figures of final against first"),
            thinking_table(list(duels.values())),
        ),
    )


def _comparisons(duels: Mapping[str, Duel]) -> Iterator[Comparison]:
    for name, duel in duels.items():
        yield Comparison(
            f"score of the weights {name} against the first",
            "more than half" if name == "final" else "not told",
            interval(duel.share),
            _REMARKS[name],
        )
    yield Comparison(
        "figures a game, final against first",
        "not told",
        " against ".join(ratio(each.figures_a_game) for each in duels["final"].habits.values()),
        "The same, but the final weights, which find empty fields less bad, put twice as many on"
        " fields.",
    )


_REMARKS = {
    "final": (
        "The same direction: in points the final weights are ahead, as the table shows. In wins no"
        " difference is shown by 60 games."
    ),
    "first-meeple-10": "Of the three changes it is the one that shows a difference by itself.",
    "first-field-40": "No difference is shown.",
    "first-city-1.25": "No difference is shown.",
}


STUDY = match_study(
    "weights",
    "The weights of the evaluation",
    "Heyden 2009, 6.3.2, table 6.5",
    method=(
        "Star2.5 plays with the final weights of table 6.5 against itself with the first ones, and"
        " with each of the three changes alone: a meeple in hand is worth 10 and not 1, a field"
        " with less than three cities costs 40 and not 50, a point of an incomplete city is worth"
        " 12.5 and not 10. The thesis tells that such matches were played, and neither how many nor"
        f" how they ended. {thought_beside_thesis(nodes=_NODES)}"
    ),
    contests=_contests,
    tell=_tell,
)
