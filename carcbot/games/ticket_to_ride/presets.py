"""Agents for Ticket to Ride: our own, and every configuration of C. Huchler's thesis.

Carina Huchler, "An MCTS Agent for Ticket to Ride", Maastricht University 2015. Its games are those
of ``reading=thesis``. It gives its players seconds; here the budget is told beside the agent.
Rewards are 1 for a win and -1 for a loss here and 1 and 0 there, so its C of the root of 2, its
bias of 1 and its value of 1 of a move that was not tried are 2.828, 2 and 1 here.
"""

from collections.abc import Iterator
from typing import Final

from carcbot.games.extras import Preset

__all__ = ["PRESETS"]

_SOURCE: Final = "C. Huchler 2015"
_COMMON: Final = "c=2.82843,unvisited=1,reward=outcome,ruled=on"
_PARTS: Final = {
    "pu": ("prune_k=5,prune_a=25,prune_b=1.3", "progressive unpruning"),
    "pb": ("bias=2", "progressive bias"),
    "pub": ("prune_k=5,prune_a=25,prune_b=1.3,bias=2", "progressive unpruning and bias"),
    "ps": ("", "random games by rules that end when no track is needed"),
    "t": ("turns=45", "random games of 45 turns"),
    "ratio": ("final=best-value", "the move with the best ratio in the end"),
    "wm": ("guess=worst", "others have the tickets that their tracks complete, else the cheapest"),
    "wmr": ("guess=worst-random", "others have the tickets that their tracks complete, else any"),
}
"""What the letters behind an agent's name add to it: parameters, and in words."""
_WORLDS: Final = (1, 5, 10, 20)


def _kind(name: str, search: str, where: str, what: str, combinations: str) -> Iterator[Preset]:
    """An agent, alone and with these combinations of parts."""
    for combination in ("", *combinations.split()):
        parts = combination.split("-") if combination else []
        policy = "rules" if "ps" in parts else "no-tickets"
        parameters = ",".join(
            filter(
                None, (search, _COMMON, f"policy={policy}", *(_PARTS[each][0] for each in parts))
            )
        )
        yield Preset(
            "-".join(("huchler", name, *parts)),
            f"ismcts:{parameters}",
            f"{_SOURCE}, {where}",
            "; ".join((what, *(_PARTS[each][1] for each in parts))) + ".",
        )


def _all() -> Iterator[Preset]:
    yield from _kind(
        "so",
        "tree=single",
        "3.4.6, tables 5.1 to 5.8",
        "Single-observer tree search",
        "pu pb pub ps t ratio wm wmr pub-t pub-ps pub-wm pub-ps-wm",
    )
    yield from _kind(
        "mo",
        "tree=multiple",
        "3.4.7, tables 5.1, 5.7, 5.12 to 5.14",
        "Multiple-observer tree search",
        "pu pb pub ps t ratio pub-ps pub-ps-wm",
    )
    yield from _kind(
        "fso",
        "tree=single,tree_turns=1",
        "5.3, tables 5.1, 5.3, 5.4, 5.12 and 5.13",
        "Flat Monte Carlo over guesses, as a tree of one turn",
        "pu pb pub ps t ratio",
    )
    yield from _kind(
        "cp",
        "tree=single,cheats=hands",
        "3.4.5, tables 5.2, 5.12, 5.13 and 5.15",
        "Tree search that sees hands and tickets",
        "pub t ratio",
    )
    yield from _kind(
        "cp-u",
        "tree=single,cheats=draws",
        "3.4.5, tables 5.2 and 5.15",
        "Tree search that sees hands, tickets and the order of cards",
        "pub",
    )
    yield from _kind(
        "fcp",
        "tree=single,cheats=hands,tree_turns=1",
        "5.4, tables 5.2 and 5.15",
        "Flat Monte Carlo that sees hands and tickets",
        "pub",
    )
    yield from _kind(
        "fcp-u",
        "tree=single,cheats=draws,tree_turns=1",
        "5.4, table 5.2",
        "Flat Monte Carlo that sees hands, tickets and the order of cards",
        "",
    )
    for worlds in _WORLDS:
        yield from _kind(
            f"uct-{worlds}",
            f"tree=worlds,worlds={worlds}",
            "3.4.8, tables 5.8, 5.9 and 5.13",
            f"Determinized UCT with kept guesses, trees: {worlds}",
            "pu pb ratio",
        )
        yield from _kind(
            f"votes-{worlds}",
            f"tree=votes,worlds={worlds}",
            "3.4.8, tables 5.8, 5.10, 5.11 and 5.13",
            f"Trees of kept guesses that vote, trees: {worlds}",
            "pu pb pub ratio",
        )


_OURS: Final = (
    Preset(
        "dispatcher",
        "ismcts:tree=single,tree_turns=1,policy=planner,c=20,knowledge=planner,bias=3,"
        "prune_k=7,prune_a=1000000,ruled=on,rules=planner,ruled_sims=20",
        "carcbot",
        "Games of planners to their end for tickets and near the end; elsewhere what they do.",
    ),
    Preset(
        "planner",
        "random:policy=planner",
        "carcbot",
        "Plans lines for its tickets and builds them, by rules alone: no search, and no chance.",
    ),
)

PRESETS: Final = (*_OURS, *_all())
"""Every preset of Ticket to Ride."""
