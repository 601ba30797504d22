"""Monte-Carlo tree search for hidden cards once more, slow and in plain Python.

Each tree is a dictionary from everything that its observer saw, as texts, to what is known of the
moves there. The same numbers come from the same generator in the same order as in the native
search, so both must agree to the last visit.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from carcbot._native.search import exact_log
from carcbot.games.contract import CHANCE, SecretState, SecretView
from tests.search.slow_mcts import SlowRandom, draw, rewards_of

__all__ = ["SlowIsmcts"]

_FIRST = 1e9
Seen = tuple[str, ...]


@dataclass
class _Edge:
    visits: int = 0
    available: int = 0
    totals: list[int] = field(default_factory=lambda: [0] * 6)
    knowledge: int | None = None


@dataclass
class _Node:
    visits: int = 0
    edges: dict[str, _Edge] = field(default_factory=dict)


@dataclass
class SlowIsmcts:
    """A search from a view whose seat is to move.

    The attributes are the parameters of `ismcts`.
    """

    view: SecretView
    seed: int
    tree: str = "single"
    worlds: int = 20
    c: float = 3.0
    s: int = 1
    t: int = 1
    uct_after: int = 0
    unvisited: float = _FIRST
    others: str = "tree"
    bias: float = 0.0
    bias_place: str = "beside"
    prune_k: int = 0
    prune_a: float = 50.0
    prune_b: float = 1.3
    knowledge_after: int = 0
    joined: str = "off"
    reward: str = "difference"
    rivals: str = "best"
    turns: int = 0
    simcut: int = 0

    def __post_init__(self) -> None:
        self.rng = SlowRandom(self.seed)
        self.own = self.view.to_move
        self.kept = [self.guess() for _ in range(self.worlds if self.tree == "worlds" else 0)]
        self.guess()  # for the first look
        self.searches: list[dict[int, dict[Seen, _Node]]] = [
            defaultdict(dict) for _ in range(max(1, len(self.kept)))
        ]
        self.simulations = 0

    def guess(self) -> SecretState:
        """A state that has the view."""
        return self.view.determinize(self.rng.below(2**64))

    def simulate(self) -> None:
        """One walk down the trees, and the random games from its end."""
        at = self.simulations % len(self.searches)
        state = self.kept[at].copy() if self.kept else self.guess()
        path = self.walk(self.searches[at], state)
        self.simulations += 1
        totals = [0] * 6
        for _ in range(self.s):
            for seat, points in enumerate(self.random_game(state.copy())):
                totals[seat] += points
        for node, edge in path:
            node.visits += 1
            if edge:
                edge.visits += 1
                edge.totals = [a + b for a, b in zip(edge.totals, totals, strict=True)]

    def walk(
        self, trees: dict[int, dict[Seen, _Node]], state: SecretState
    ) -> list[tuple[_Node, _Edge | None]]:
        """Goes down until a node is new or may not have children yet; the nodes on the way."""
        saw: dict[int, list[str]] = {seat: [] for seat in range(state.seats)}
        late: dict[int, list[str]] = {seat: [] for seat in range(state.seats)}
        turn = 0  # in which something was chosen last
        path: list[tuple[_Node, _Edge | None]] = []
        while not state.over:
            seat = state.to_move
            if seat == CHANCE:
                before = state.copy()
                is_late = self.joined == "on" and before.turn == turn
                self.look(late if is_late else saw, before, draw(state, self.rng))
                continue
            if state.turn != turn:
                turn = state.turn
                for whose, texts in late.items():
                    saw[whose] += texts
                    texts.clear()
            if self.others == "policy" and seat != self.own:
                self.make(saw, state, self.any_of(state.legal_moves()))
                continue
            whose = seat if self.tree == "multiple" else self.own
            if self.tree == "chance" and seat != self.own:
                saw[whose].append(state.view(seat).text)
            key = tuple(saw[whose])
            node = trees[whose].get(key)
            is_new = node is None and bool(key)
            node = trees[whose].setdefault(key, _Node())
            path.append((node, None))
            if is_new or (key and node.visits < self.t):
                break
            moves = state.legal_moves()
            for move in moves:
                node.edges.setdefault(move, _Edge()).available += 1
            move = self.choose(node, state, moves)
            path[-1] = (node, node.edges[move])
            self.make(saw, state, move)
        return path

    def look(self, saw: dict[int, list[str]], state: SecretState, ply: str) -> None:
        """Every observer takes in its part of a ply that is about to be made."""
        for seat, texts in saw.items():
            sees_all = self.tree in {"chance", "worlds"}
            texts.append(ply if sees_all else state.seen(ply, seat))

    def make(self, saw: dict[int, list[str]], state: SecretState, move: str) -> None:
        """Makes a move that everybody sees in its own way."""
        self.look(saw, state, move)
        state.apply(move)

    def any_of(self, moves: Sequence[str]) -> str:
        """One of them, all alike."""
        return moves[self.rng.below(len(moves))]

    def choose(self, node: _Node, state: SecretState, moves: list[str]) -> str:
        """The move that is tried now."""
        if node.visits < self.uct_after:
            return self.any_of(moves)
        knows = node.visits >= self.knowledge_after and bool(self.bias or self.prune_k)
        if knows:
            moves = self.not_pruned(node, state, moves)
        untried = [move for move in moves if not node.edges[move].visits]
        if untried and self.unvisited >= _FIRST:
            return self.any_of(untried)

        def value(move: str) -> float:
            edge = node.edges[move]
            bias = self.bias * (edge.knowledge or 0) / 1000 if knows else 0.0
            curious = exact_log(edge.available)
            if self.bias_place == "inside":
                curious, bias = max(0.0, curious + bias), 0.0
            found = self.mean(edge, state.to_move, state.seats)
            return found + self.c * math.sqrt(curious / edge.visits) + bias / edge.visits

        tried = [move for move in moves if node.edges[move].visits]
        if untried and (not tried or self.unvisited > max(map(value, tried))):
            return self.any_of(untried)
        return max(tried, key=value)

    def not_pruned(self, node: _Node, state: SecretState, moves: list[str]) -> list[str]:
        """Finds out what is known of the moves; those that may be chosen."""
        for move in moves:
            edge = node.edges[move]
            if edge.knowledge is None:
                edge.knowledge = _knowledge(state, move)
        most, due = self.prune_k or len(moves), self.prune_a
        while node.visits > due and most < len(moves):
            most, due = most + 1, due * self.prune_b
        if most >= len(moves):
            return moves
        return sorted(moves, key=lambda move: -(node.edges[move].knowledge or 0))[:most]

    def mean(self, edge: _Edge, seat: int, seats: int) -> float:
        """A seat's own mean less that of the best rival, or of all; its mean of wins."""
        total = edge.totals[seat]
        if self.reward == "difference":
            others = [edge.totals[other] for other in range(seats) if other != seat]
            total -= max(others) if self.rivals == "best" else sum(others)
        return total / (edge.visits * self.s)

    def random_game(self, state: SecretState) -> list[int]:
        """Plays on as far as a random game goes; the points, or who won."""
        first = number = state.turn
        start = _leads(state.scores())
        while not state.over:
            if state.turn != number:
                number = state.turn
                if self.turns and number - first >= self.turns:
                    break
                now = _leads(state.scores())
                gains = [b - a for a, b in zip(start, now, strict=True)]
                if self.simcut and max(gains) >= self.simcut:
                    break
            if state.to_move == CHANCE:
                draw(state, self.rng)
            else:
                state.apply(self.any_of(state.legal_moves()))
        if self.reward == "outcome":
            return rewards_of(state.scores(), self.reward, self.rivals)
        return state.scores()

    def rows(self) -> list[tuple[int, list[int]]]:
        """For each legal move its visits and what they brought each seat, over all trees."""
        rows = []
        for move in self.view.legal_moves():
            edges = [
                edge
                for trees in self.searches
                if (edge := trees[self.own].get((), _Node()).edges.get(move))
            ]
            visits = sum(edge.visits for edge in edges)
            rows.append(
                (visits, [sum(each) for each in zip(*(edge.totals for edge in edges), strict=True)])
            )
        return rows


def _leads(points: list[int]) -> list[int]:
    return [
        own - max(points[other] for other in range(len(points)) if other != seat)
        for seat, own in enumerate(points)
    ]


def _knowledge(state: SecretState, move: str) -> int:
    """What a move changes at once in points, beside the best rival, in thousandths."""
    after = state.copy()
    after.apply(move)
    return 1000 * _leads(after.scores())[state.to_move]
