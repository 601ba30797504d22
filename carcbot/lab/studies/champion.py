"""How much stronger than the old agents is the judge, and what it leads? A question of our own."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from carcbot.arena.contest import Contest
from carcbot.lab.duel_tables import matches_table, thinking_table
from carcbot.lab.duels import Duel, Player, duel_between
from carcbot.lab.first_places import verdict
from carcbot.lab.match_study import match_study
from carcbot.lab.study import Effort, Findings

__all__ = ["STUDY"]

_NAME: Final = "champion"
_BLOCKS: Final = 200

_STAR: Final = "star25-judge"
_IN_100_MS: Final = {
    # the limit, and how much of it a tenth of a second has on one core that has nothing else to do
    "heyden-star25-f5": ("nodes", 250_000),
    "star25": ("nodes", 250_000),
    "mcts": ("sims", 16_500),
    "heyden-mcts-c3": ("sims", 16_500),
    "rave": ("sims", 11_700),
    "flat": ("sims", 18_000),
    "ameneyro-mcts": ("sims", 190),
    "ameneyro-rave": ("sims", 160),
    "heyden-mc": ("sims", 18_000),
    "heyden-mco": ("sims", 18_000),
    **{f"heyden-mcts-c{c}": ("sims", 16_500) for c in ("0.5", "1", "2", "4", "6", "8")},
    "heyden-mctso": ("sims", 16_500),
    "heyden-star25-f5-fixed": ("nodes", 250_000),
    "heyden-star25-intuitive": ("nodes", 250_000),
    "heyden-star25-depth3": ("nodes", 250_000),
    "heyden-star25-deepening3": ("nodes", 250_000),
    "ameneyro-star25": ("nodes", 325_000),
    _STAR: ("nodes", 195_000),
}
"""Counts instead of seconds, so that the games are the same on every machine."""
_TENTH_OF_THEIRS: Final = {
    # those to depth 2: simulations of ours in less than a tenth of the time of such a decision
    "heyden-expectimax": 40,
    "heyden-star1": 25,
    "heyden-star1-order0": 25,
    "heyden-star1-order1": 25,
    "heyden-star2": 15,
    "heyden-star2-order0": 15,
    "heyden-star2-order1": 15,
    **{f"heyden-star25-f{f}-depth2": 15 for f in range(2, 8)},
    "ameneyro-random": 2,  # which takes no time
}
_IN_A_MS: Final = 29
"""Simulations of ours in a millisecond of such a core: mcts has 165 in the same time."""
_TENTH: Final = 10 * _IN_A_MS
_HUNDREDTH: Final = _IN_A_MS
_WHOLE: Final = 100 * _IN_A_MS


def _in_100_ms(name: str, effort: Effort) -> Player:
    limit, amount = _IN_100_MS[name]
    return name, f"{name}:{limit}={effort.thinking(amount)}"


def _ours(simulations: int, effort: Effort) -> Player:
    return f"{_NAME}-{simulations}", f"{_NAME}:sims={effort.thinking(simulations)}"


def _matches(effort: Effort) -> list[tuple[Player, Player, float]]:
    """Who meets whom, and what share of the wins was wanted."""
    judge, tenth = ("judge", "judge"), _ours(_TENTH, effort)
    old = {name: _in_100_ms(name, effort) for name in _IN_100_MS if name != _STAR}
    best, star = old["heyden-star25-f5"], _in_100_ms(_STAR, effort)
    return [
        (judge, ("greedy", "greedy"), 0.75),
        (judge, best, 0.6),
        *((tenth, each, 0.9) for each in old.values()),
        *((_ours(sims, effort), (name, name), 0.9) for name, sims in _TENTH_OF_THEIRS.items()),
        *((_ours(_HUNDREDTH, effort), each, 0.75) for each in (old["mcts"], best)),
        (tenth, judge, 0.5),
        (star, best, 0.5),
        (star, judge, 0.5),
        (_ours(_WHOLE, effort), star, 0.5),
    ]


def _contests(effort: Effort) -> dict[tuple[str, float], Contest]:
    """Each by what it is called and what was wanted."""
    return {
        (f"{one[0]} v {other[0]}", wanted): duel_between(
            _NAME, one, other, blocks=effort.blocks(_BLOCKS), seed=effort.seed
        )
        for one, other, wanted in _matches(effort)
    }


def _tell(duels: Mapping[tuple[str, float], Duel]) -> Findings:
    return Findings(
        tuple(
            verdict(
                f"{duel.names[0]} against {duel.names[1]}, {len(duel.games)} games",
                duel.share,
                wanted,
            )
            for (_, wanted), duel in duels.items()
        ),
        (matches_table(list(duels.values())), thinking_table(list(duels.values()))),
    )


STUDY = match_study(
    _NAME,
    method=(
        "The judge at one ply, and the tree search that it leads, champion, meet the older agents"
        " on the same decks from both seats. Those have what a tenth of a second holds on an idle"
        f" core, as counts: champion has {_TENTH} simulations, a tenth of that time, or"
        f" {_HUNDREDTH}, a hundredth. Those that search to depth 2 are done in less, and champion"
        " has less than a tenth of what they take; heyden-mc-all is heyden-mc where there are two"
        f" seats. Star2.5 by the judge, {_STAR}, has all of a tenth of a second, as has champion"
        f" against it, with {_WHOLE:,} simulations. heyden-star2 and the six heyden-star25 to depth"
        " 2 choose the same moves, so those seven rows are the same games. Where a share was not"
        " shown yet more games were played, and where it was none: that calls one in twenty true"
        " shares shown that are just what was wanted, and not one in forty."
    ),
    contests=_contests,
    tell=_tell,
    called=lambda key: key[0],
    figures=partial(Duel.figures, with_habits=False),
)
