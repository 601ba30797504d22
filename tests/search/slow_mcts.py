"""Monte-Carlo tree search and flat Monte Carlo once more, slow and in plain Python.

They know games by their contract only, and keep each statistic the obvious way. They draw the same
numbers from the same generator in the same order as the native ones, so they must agree with them
to the last visit and the last bit of a value.
"""

import math
from dataclasses import dataclass, field

from carcbot._native.search import exact_log
from carcbot.games.contract import CHANCE, State

__all__ = ["SlowFlat", "SlowMcts", "SlowRandom", "rewards_of"]

_MASK = 2**64 - 1


@dataclass
class SlowRandom:
    """Splitmix64, from its definition."""

    counter: int

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self.counter = (self.counter + 0x9E3779B97F4A7C15) & _MASK
        z = self.counter
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((z ^ (z >> 31)) * n) >> 64


def rewards_of(scores: list[int], reward: str, rivals: str) -> list[int]:
    """What the end of a game is worth to each seat."""
    rewards = []
    for seat, own in enumerate(scores):
        others = [points for other, points in enumerate(scores) if other != seat]
        if reward == "outcome":
            rewards.append(1 if own > max(others) else 0 if own == max(others) else -1)
        else:
            rewards.append(own - (max(others) if rivals == "best" else sum(others)))
    return rewards


def draw(state: State, rng: SlowRandom) -> str:
    """Draws by the weights of the outcomes."""
    outcomes = state.outcomes()
    ticket = rng.below(sum(weight for _, weight in outcomes))
    for text, weight in outcomes:
        if ticket < weight:
            state.apply(text)
            return text
        ticket -= weight
    raise AssertionError


@dataclass
class _Node:
    """A position in the tree."""

    visits: int = 0
    seat: int | None = None
    untried: list[str] = field(default_factory=list)
    tried: dict[str, "_Edge"] = field(default_factory=dict)
    drawn: dict[str, "_Node"] = field(default_factory=dict)
    all_as_first: dict[str, list[int]] = field(default_factory=dict)  # games, total of rewards

    @property
    def is_bare(self) -> bool:
        return self.seat is None


@dataclass
class _Edge:
    child: _Node = field(default_factory=_Node)
    visits: int = 0
    total: int = 0


@dataclass
class SlowMcts:
    """A tree search; `simulate` makes it know more.

    Attributes:
        root: The position; a seat is to move.
        seed: For all that is random.
        c, s, t, reward, rivals, b: As the parameters of the agents; without b there is no RAVE.
    """

    root: State
    seed: int
    c: float = 3.0
    s: int = 1
    t: int = 1
    reward: str = "difference"
    rivals: str = "best"
    b: float | None = None
    nodes: int = 0
    depth: int = 0
    simulations: int = 0

    def __post_init__(self) -> None:
        self.rng = SlowRandom(self.seed)
        self.tree = _Node()

    def simulate(self) -> None:
        """One walk down the tree, and the random games from its end."""
        state, path, deeds, before = self.walk()
        self.depth = max(self.depth, len(path) - 1)
        self.simulations += 1
        totals = [0] * state.seats
        for _ in range(self.s):
            rewards, later = self.random_game(state.copy())
            totals = [total + each for total, each in zip(totals, rewards, strict=True)]
            for (step, _), start in zip(path, before, strict=True):
                for move in step.all_as_first:
                    if (step.seat, move) in (deeds + later)[start:]:
                        step.all_as_first[move][0] += 1
                        step.all_as_first[move][1] += rewards[step.seat or 0]
        for step, chosen in path:
            step.visits += 1
            if chosen is not None:
                step.tried[chosen].visits += 1
                step.tried[chosen].total += totals[step.seat or 0]

    def walk(
        self,
    ) -> tuple[State, list[tuple[_Node, str | None]], list[tuple[int, str]], list[int]]:
        """Goes down the tree until a position that is new in it, or may not have children yet.

        Returns that position, the nodes on the way with the moves made there, who did what, and
        how many deeds were done before each node.
        """
        state, node = self.root.copy(), self.tree
        path: list[tuple[_Node, str | None]] = []
        deeds: list[tuple[int, str]] = []
        before = [0]
        fresh = False
        while not fresh and not state.over:
            if node.is_bare and node is not self.tree and node.visits < self.t:
                break
            if node.is_bare:
                node.seat = state.to_move
                node.untried = state.legal_moves()
                node.all_as_first = {move: [0, 0] for move in node.untried}
            if state.to_move == CHANCE:
                text = draw(state, self.rng)
                path.append((node, None))
                fresh = text not in node.drawn
                node = node.drawn.setdefault(text, _Node())
            else:
                text, fresh = self.choose(node)
                path.append((node, text))
                deeds.append((state.to_move, text))
                state.apply(text)
                node = node.tried[text].child
            before.append(len(deeds))
        path.append((node, None))
        self.nodes += fresh
        return state, path, deeds, before

    def choose(self, node: _Node) -> tuple[str, bool]:
        """A move to try; whether it is tried for the first time."""
        if node.untried:
            at = self.rng.below(len(node.untried))
            move = node.untried[at]
            # the first of the untried takes its place
            node.untried[at] = node.untried[0]
            del node.untried[0]
            node.tried[move] = _Edge()
            return move, True
        log = exact_log(node.visits)

        def bound(move: str) -> float:
            edge = node.tried[move]
            mean = edge.total / (edge.visits * self.s)
            games, total = node.all_as_first[move]
            if self.b is not None and games:
                n, m = edge.visits, games / self.s
                beta = m / (n + m + 4 * n * m * self.b * self.b)
                mean = (1 - beta) * mean + beta * (total / games)
            return mean + self.c * math.sqrt(log) * (1.0 / math.sqrt(edge.visits))

        return max(node.tried, key=bound), False

    def random_game(self, state: State) -> tuple[list[int], list[tuple[int, str]]]:
        """Plays on at random; what it was worth to each seat, and who did what."""
        deeds = []
        while not state.over:
            if state.to_move == CHANCE:
                draw(state, self.rng)
                continue
            moves = state.legal_moves()
            move = moves[self.rng.below(len(moves))]
            deeds.append((state.to_move, move))
            state.apply(move)
        return rewards_of(state.scores(), self.reward, self.rivals), deeds

    def advance(self, text: str) -> None:
        """Goes on to the position after a move or a draw."""
        edge = self.tree.tried.get(text)
        self.tree = edge.child if edge else self.tree.drawn.get(text) or _Node()
        self.root.apply(text)

    def rows(self) -> list[tuple[int, float]]:
        """For each legal move its visits and the sum of its values."""
        edges = [self.tree.tried.get(move) for move in self.root.legal_moves()]
        return [(edge.visits, edge.total / self.s) if edge else (0, 0.0) for edge in edges]

    def rows_all_as_first(self) -> list[tuple[int, float]]:
        """For each legal move the random games in which its seat made it, and their rewards."""
        pairs = [self.tree.all_as_first.get(move, [0, 0]) for move in self.root.legal_moves()]
        return [(games, float(total)) for games, total in pairs]


@dataclass
class SlowFlat:
    """Random games after each move in turn."""

    root: State
    seed: int
    reward: str = "difference"
    rivals: str = "best"

    def rows(self, simulations: int) -> list[tuple[int, float]]:
        """For each legal move its games and the sum of their rewards."""
        player = SlowMcts(self.root, self.seed, reward=self.reward, rivals=self.rivals)
        moves = self.root.legal_moves()
        rows = [(0, 0.0)] * len(moves)
        for i in range(simulations):
            at = i % len(moves)
            after = self.root.copy()
            after.apply(moves[at])
            rewards, _ = player.random_game(after)
            visits, total = rows[at]
            rows[at] = (visits + 1, total + rewards[self.root.to_move])
        return rows
