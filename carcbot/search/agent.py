"""An agent: a name and parameters that define a way to choose moves."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Final

from carcbot import _native
from carcbot.errors import AgentError, InputError
from carcbot.games import registry
from carcbot.games.contract import view_of
from carcbot.games.option_text import did_you_mean, plain, quoted
from carcbot.search.families import FAMILIES, Family, Maker, Searcher, Value, core_of
from carcbot.search.presets import PRESETS, is_ours

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from carcbot.search.budget import Budget

__all__ = ["GROUP", "Agent", "broken", "found", "parse_agent", "registered"]

GROUP = "carcbot.agents"
"""The entry points that are agents."""
_REMEMBERED: Final = 256


@dataclass(frozen=True, slots=True)
class Agent:
    """A family of searches with all its parameters decided.

    Attributes:
        text: What it was made from: ``"mcts:c=2,sims=5000"``.
        family: How it searches.
        settings: The settings of that search.
        values: Every parameter among the settings, by its name.
    """

    text: str
    family: Family
    settings: _native.search.Settings = field(compare=False, repr=False)
    values: Mapping[str, Value]

    @property
    def budget(self) -> "Budget":
        """The limits that are part of the agent itself."""
        return self.settings.budget

    @property
    def plan(self) -> str:
        """How it spreads a clock over its moves: ``early`` or ``even``."""
        return str(self.values.get("plan", "early"))

    @property
    def takes_workers(self) -> bool:
        """Whether several workers can think about one decision, each with a seed of its own.

        Who is wrong about moves on purpose is so once, and not once a worker.
        """
        return self.family.is_shared or (self.family.adds_up and not self.values.get("noise"))

    def is_ended_by(self, budget: "Budget") -> bool:
        """Whether it ends within this budget without a clock or a stop from outside.

        Not every search counts everything: a tree knows no depth, Expectimax no simulations.
        """
        if not self.family.is_endless or self.values.get("depth"):
            return True
        limits = budget.within(self.budget)
        if "sims" in self.values:
            return bool(limits.simulations or limits.nodes)
        return bool(limits.depth or limits.nodes)

    @property
    def other_limit(self) -> str:
        """What ends it besides time and nodes."""
        return "simulations" if "sims" in self.values else "depth"

    def limits(self, budget: "Budget", *, is_timed: bool = True) -> "Budget":
        """The limits of a decision: those of the budget, and the agent's own.

        Args:
            budget: What a decision may cost.
            is_timed: Whether seconds count.

        Raises:
            AgentError: Nothing would ever end the search.
        """
        limits = budget.within(self.budget)
        if not (self.is_ended_by(budget) or (is_timed and limits.hard_s)):
            limit = "sims=200" if "sims" in self.values else "nodes=20000"
            raise AgentError(
                f"{self.text} would think for ever",
                where="the budget",
                expected=f"a limit of {'time, ' * is_timed}nodes or {self.other_limit},"
                f" such as {self.text}{',' if ':' in self.text else ':'}{limit}",
            )
        return limits

    def searcher(self, view: str, seed: int, *, sees_truth: bool = False) -> Searcher:
        """A search of this agent about what a seat knows.

        Args:
            view: As `View.text` writes it: where nothing is hidden, a position.
            seed: The same seed gives the same search.
            sees_truth: As `maker` takes it.

        Raises:
            InputError: The view is wrong, or its game does not go with the agent.
        """
        game = registry.game_of(view).name
        return self.maker(game, sees_truth=sees_truth)(view, seed % 2**64)

    def maker(self, game: str, *, sees_truth: bool = False) -> Maker:
        """A factory of searches by this agent in a game.

        Args:
            game: Its name.
            sees_truth: Whether the caller owns the whole game and shows it to those that cheat.

        Raises:
            InputError: The game does not go with the agent: its searches do not play it, or it has
                no policy, order, evaluation or guess of that name. Or the agent cheats and may not.
        """
        if self.settings.cheats and not sees_truth:
            raise AgentError(
                f"{self.text} looks at what is hidden, which nobody shows it here",
                where="parameter cheats",
                expected="a contest of our own agents alone, without a clock",
            )
        _check_game(self.text, game)
        return partial(core_of(game).make_searcher, self.settings)


def parse_agent(text: str) -> Agent:
    """The agent of that name, with the parameters that differ: ``"heyden-mcts-c3:sims=5000"``.

    Raises:
        AgentError: There is no such name, or a parameter is not possible.
    """
    return _agent(plain(text, "the agent", AgentError))


@lru_cache(_REMEMBERED)
def _check_game(text: str, game: str) -> None:
    """Raises InputError if the agent of that text does not play the game.

    What is only told by a name, as a policy, the game knows when a search is made.
    """
    agent = _agent(text)
    try:
        core_of(game).check_settings(agent.settings, game)
        start = view_of(registry.get(game).new(), 0)
        core_of(game).make_searcher(agent.settings, start.text, 0)
    except InputError as error:
        why = " ".join(part for part in (error.where, error.what) if part)
        if text.partition(":")[0] == agent.family.name and not error.where:
            raise  # it says so itself
        raise AgentError(
            f"{quoted(text)} does not play {game}: {why}", expected=error.expected
        ) from error


@cache
def found() -> dict[str, tuple["EntryPoint", ...]]:
    """The agents of installed packages, by name; nothing of theirs is imported for that.

    They are looked up once in a process, because that reads a file of every package.
    """
    from importlib.metadata import entry_points  # noqa: PLC0415 - most agents are ours

    by_name: dict[str, tuple[EntryPoint, ...]] = {}
    for entry in entry_points(group=GROUP):
        by_name[entry.name] = (*by_name.get(entry.name, ()), entry)
    return by_name


@cache
def registered() -> dict[str, str]:
    """Those that can be named: their names, and the MODULE:CLASS that each stands for."""
    usable = {name: entries for name, entries in found().items() if _fault_of(name) is None}
    return {name: entry.value for name, (entry,) in usable.items()}


def broken() -> tuple[AgentError, ...]:
    """Why agents of installed packages cannot be named."""
    return tuple(fault for name in found() if (fault := _fault_of(name)) is not None)


def _fault_of(name: str) -> AgentError | None:
    entries = found()[name]
    packages = sorted(entry.dist.name if entry.dist else entry.module for entry in entries)
    where = f"the agent {quoted(name)} of the package {' and '.join(packages)}"
    if name in FAMILIES or is_ours(name):
        return AgentError("this is the name of ours", where=where, expected="another name")
    if name in PRESETS:
        what = "a preset of a package's game has this name"
        return AgentError(what, where=where, expected="another name")
    if len(entries) > 1:
        what = "several packages bring an agent of this name"
        return AgentError(what, where=where, expected="one of them alone")
    return None


@lru_cache(_REMEMBERED)
def _agent(text: str) -> Agent:
    """The agent of a plain text. To read one takes as long as some agents' whole games."""
    name, colon, rest = text.partition(":")
    preset = PRESETS.get(name)
    base_name, _, base_rest = (preset.base if preset else name).partition(":")
    family = FAMILIES.get(base_name)
    if family is None and name in found():
        raise _fault_of(name) or AgentError(
            f"{quoted(name)} is an agent of a package, which is no search with parameters",
            where="the agent",
            expected=f"{name} alone, where an agent of one's own can play",
        )
    if family is None:
        like = did_you_mean(name, (*PRESETS, *FAMILIES, *registered()))
        raise AgentError(
            f"there is no agent {quoted(name)}{like}",
            expected="a name that 'carcbot agents' lists, or MODULE:CLASS of your own",
        )
    if colon and not rest:
        raise AgentError(
            "there is nothing behind the colon", where="the agent", expected="NAME=VALUE"
        )
    settings = family.settings([part for part in (base_rest, rest) if part])
    return Agent(text, family, settings, {each.name: each.value for each in settings.parameters})
