"""The families of searches in the native core, and their parameters."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any

from carcbot import _native
from carcbot.errors import AgentError
from carcbot.games import registry
from carcbot.search.parameters import Choice, Number, Parameter, Switch, Value, Word

__all__ = ["FAMILIES", "Family", "Maker", "Searcher"]

Searcher = _native.search.Searcher
Maker = Callable[[str, int], Searcher]
"""Makes a search about what a seat knows, as `View.text` writes it, with a seed.

It raises InputError if the view is wrong, or a word among the parameters is not known there.
"""

_REWARD = Choice(
    "reward",
    "difference",
    "What a random game is worth: own points less the rivals', or 1, 0 and -1.",
    values=("difference", "outcome"),
)
_RIVALS = Choice(
    "rivals",
    "best",
    "With more than two seats, whose points one's own are compared with.",
    values=("best", "all"),
)
_POLICY = Word("policy", "usual", "How random games pick their moves.")
_ORDER = Word("order", "usual", "Which moves are looked at first.")
_EVALUATION = Word("eval", "usual", "What a position is worth where the search ends.")
_TREE = (
    Number("c", 3.0, "How curious: the constant of UCT.", high=1e6),
    Number("s", 1, "Random games in a simulation.", low=1, high=100_000),
    Number("t", 1, "Visits after which a node gets children.", low=1, high=1e6),
    _REWARD,
    _RIVALS,
    Choice(
        "final",
        "most-visits",
        "Which move is made in the end.",
        values=("most-visits", "best-value", "max-robust", "secure"),
    ),
    Number("a", 4.0, "With final=secure, how secure.", high=1e6),
    _POLICY,
    Number(
        "memory", 512, "Megabytes of the tree, after which it does not grow.", low=1, high=65536
    ),
)
_DEPTH = Number("depth", 0, "Decisions ahead; 0 is no limit.", high=60)
_CLAMPED = (
    _DEPTH,
    Switch("deepening", default=True, help="Depth 1, 2, 3 and so on, instead of `depth` at once."),
    Number("bound", 20.0, "Points that no value is above or below the centre.", low=1e-3, high=1e4),
    Choice(
        "bounds",
        "dynamic",
        "Whether the centre is the value at the root, or 0.",
        values=("dynamic", "fixed"),
    ),
    _RIVALS,
    _ORDER,
    _EVALUATION,
    Switch("likely", default=True, help="Whether likely draws are looked at first."),
    Number("table", 16, "Megabytes of the transposition table; 0 is none.", high=4096),
)
_LIMITS: dict[str, Parameter] = {
    "sims": Number("sims", 0, "Simulations for a decision; 0 is no limit."),
    "nodes": Number("nodes", 0, "Nodes for a decision; 0 is no limit."),
    "time": Number("time", 0.0, "Seconds for a decision; 0 is no limit.", high=1e6),
    "plan": Choice(
        "plan",
        "early",
        "How a clock is spread over one's moves: early ones get more, or all the same.",
        values=("early", "even"),
    ),
}


_OF_SIMULATIONS = ("sims", "nodes", "time", "plan")
_OF_DEPTH = ("nodes", "time", "plan")


@dataclass(frozen=True, slots=True)
class Family:
    """One way to search.

    Attributes:
        name: As users write it.
        title: What it is, in a few words.
        parameters: What can be chosen.
        adds_up: Whether workers with different seeds find different things, so that their
            results can be added up.
        is_shared: Whether workers can help each other with one search.
        is_endless: Whether only a limit or a stop ends it.
        sees_all: Whether it plays only games in which nothing is hidden.
        make: Makes what makes searchers, from the game's native module and parameters.
    """

    name: str
    title: str
    parameters: Mapping[str, Parameter]
    adds_up: bool
    is_shared: bool
    is_endless: bool
    sees_all: bool
    make: Callable[[ModuleType, Mapping[str, Any]], Maker]

    def maker(self, game: str, values: Mapping[str, Value]) -> Maker:
        """What makes searches of this family in a game.

        Raises:
            InputError: The game is not searched, or a parameter is not possible.
        """
        native: ModuleType = getattr(_native, registry.get(game).name)
        if self.sees_all and registry.get(game).has_secrets:
            raise AgentError(
                f"{self.name} does not play {game}, in which seats know different things",
                expected=" or ".join(each.name for each in FAMILIES.values() if not each.sees_all),
            )
        named: dict[str, Any] = dict(values)
        for name, known in (("policy", "policies"), ("order", "orders"), ("eval", "evaluations")):
            if named.get(name) == "usual":
                named[name] = getattr(native, known)()[0]
        return self.make(native, named)


def _random(game: ModuleType, v: Mapping[str, Any]) -> Maker:
    return partial(game.random_search, policy=v["policy"])


def _flat(game: ModuleType, v: Mapping[str, Any]) -> Maker:
    return partial(game.flat_search, reward=v["reward"], rivals=v["rivals"], policy=v["policy"])


def _mcts(game: ModuleType, v: Mapping[str, Any]) -> Maker:
    return partial(
        game.mcts_search,
        c=v["c"],
        rollouts=v["s"],
        expand_after=v["t"],
        reward=v["reward"],
        rivals=v["rivals"],
        final=v["final"],
        secure_a=v["a"],
        rave="b" in v,
        rave_bias=v.get("b", 0.0),
        policy=v["policy"],
        megabytes=v["memory"],
    )


def _star(game: ModuleType, v: Mapping[str, Any]) -> Maker:
    if not v["deepening"] and not v["depth"]:
        raise AgentError(
            "without deepening it has to be said how deep",
            where="parameter depth",
            expected="1 or more",
        )
    return partial(
        game.star_search,
        pruning=v["probing"],
        probe=v["f"],
        depth=v["depth"],
        deepening=v["deepening"],
        bound=v["bound"],
        centred=v["bounds"] == "dynamic",
        rivals=v["rivals"],
        likely_first=v["likely"],
        table_megabytes=v["table"],
        order=v["order"],
        worth=v["eval"],
    )


def _expectimax(game: ModuleType, v: Mapping[str, Any]) -> Maker:
    return _star(game, {"probing": "none", "f": 0, **v})


def _maxn(game: ModuleType, v: Mapping[str, Any]) -> Maker:
    return partial(game.maxn_search, depth=v["depth"], rivals=v["rivals"], worth=v["eval"])


def _family(
    name: str,
    title: str,
    parameters: tuple[Parameter, ...],
    make: Callable[[ModuleType, Mapping[str, Any]], Maker],
    *,
    limits: tuple[str, ...] = (),
    adds_up: bool = False,
    is_shared: bool = False,
    is_endless: bool = False,
    sees_all: bool = True,
) -> Family:
    """A family; limits are those of `_LIMITS` that it can be given."""
    of_its_own = (_LIMITS[limit] for limit in limits)
    by_name = {parameter.name: parameter for parameter in (*parameters, *of_its_own)}
    return Family(name, title, by_name, adds_up, is_shared, is_endless, sees_all, make)


FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        _family("random", "guesses", (_POLICY,), _random, sees_all=False),
        _family(
            "flat",
            "flat Monte Carlo: the same number of random games after every move",
            (_REWARD, _RIVALS, _POLICY),
            _flat,
            limits=_OF_SIMULATIONS,
            adds_up=True,
            is_endless=True,
            sees_all=False,
        ),
        _family(
            "mcts",
            "Monte-Carlo tree search with UCT and chance nodes",
            _TREE,
            _mcts,
            limits=_OF_SIMULATIONS,
            adds_up=True,
            is_endless=True,
        ),
        _family(
            "rave",
            "Monte-Carlo tree search that also learns from moves made later",
            (*_TREE, Number("b", 10.0, "Bias of the other moves' statistics.", high=1e6)),
            _mcts,
            limits=_OF_SIMULATIONS,
            adds_up=True,
            is_endless=True,
        ),
        _family(
            "expectimax",
            "looks at everything up to a depth",
            _CLAMPED,
            _expectimax,
            limits=_OF_DEPTH,
            is_shared=True,
            is_endless=True,
        ),
        _family(
            "star",
            "Expectimax with pruning: Star1 for f=0, Star2 for f=1, else Star2.5",
            (
                Number("f", 5, "Probing factor: moves looked at before all others.", high=100),
                Choice(
                    "probing",
                    "sequential",
                    "All f moves of an outcome at once, or one more of each outcome a round.",
                    values=("sequential", "cyclic"),
                ),
                *_CLAMPED,
            ),
            _star,
            limits=_OF_DEPTH,
            is_shared=True,
            is_endless=True,
        ),
        _family(
            "maxn",
            "Expectimax in which each seat wants the best for itself",
            (Number("depth", 2, "Decisions ahead.", low=1, high=60), _RIVALS, _EVALUATION),
            _maxn,
            limits=_OF_DEPTH,
        ),
    )
}
"""Every family by its name."""
