"""The tree search led by an evaluation once more, slow and in plain Python.

It must agree with the native one to the last visit and the last bit of a value.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from carcbot._native.search import exact_erf, exact_exp, exact_log
from carcbot.games.contract import CHANCE, State
from tests.search.slow_mcts import SlowRandom, draw, rewards_of

__all__ = ["SlowPuct"]


@dataclass
class _Sure:
    """What a position is worth to each seat: no less and no more than so much."""

    low: list[float]
    high: list[float]


@dataclass
class _Node:
    visits: int = 0
    seat: int | None = None
    luck: int = 0
    sure: _Sure | None = None
    moves: dict[str, "_Choice"] = field(default_factory=dict)
    draws: dict[str, "_Draw"] = field(default_factory=dict)

    @property
    def known(self) -> list[float] | None:
        """What it is worth, where that is known exactly."""
        return self.sure.low if self.sure and self.sure.low == self.sure.high else None


@dataclass
class _Choice:
    total: float
    prior: float
    visits: int = 0
    child: _Node = field(default_factory=_Node)


@dataclass
class _Draw:
    share: float
    credit: float
    visits: int = 0
    child: _Node = field(default_factory=_Node)


@dataclass
class SlowPuct:
    """A tree search by the points on the table; `simulate` makes it know more.

    Attributes:
        root: The position; a seat is to move.
        seed: For all that is random.
        c, spread, wide, rivals, win, doubt, open, round: As the parameters of the agents.
    """

    root: State
    seed: int
    c: float = 4.0
    spread: float = 2.0
    wide: float = 0.0
    rivals: str = "best"
    win: float = 0.0
    doubt: float = 2.7
    open: float = 0.55
    round: float = 0.0
    nodes: int = 0
    depth: int = 0

    def __post_init__(self) -> None:
        self.rng = SlowRandom(self.seed)
        self.tree = _Node()
        self.nodes = 1

    def simulate(self) -> None:
        """One walk down the tree, to the first position that is not in it yet."""
        state, node = self.root.copy(), self.tree
        path: list[tuple[_Node, _Choice | _Draw]] = []
        instead: dict[int, _Choice] = {}
        while not state.over and node.known is None:
            if state.to_move == CHANCE:
                if not node.draws:
                    node.luck = self.luck_after(path)
                    self.list_draws(state, node)
                text = max(node.draws, key=lambda text: self.behind(node, text))
                draw = node.draws[text]
                path.append((node, draw))
                self.nodes += draw.visits == 0
                node = draw.child
            elif node.seat is None:
                break
            else:
                open_ = [move for move, each in node.moves.items() if self.is_open(node, each)]
                known = [move for move, each in node.moves.items() if each.child.known is not None]
                text = self.most_wanted(node, [*open_, *known])
                choice = node.moves[text]
                if choice.child.known is not None:
                    instead[len(path)] = choice
                    text = self.most_wanted(node, open_)
                    choice = node.moves[text]
                path.append((node, choice))
                self.nodes += choice.visits == 0
                node = choice.child
            state.apply(text)
        if node.known is not None:
            values = node.known
        elif state.over:
            values = [self.goal(lead, 0) for lead in self.leads(state, 0)]
            node.sure = _Sure(values, values)
        else:
            values = self.list_moves(state, node)
        self.depth = max(self.depth, len(path))
        node.visits += 1
        self.give_back(path, instead, values)

    def give_back(
        self,
        path: list[tuple[_Node, "_Choice | _Draw"]],
        instead: dict[int, _Choice],
        values: list[float],
    ) -> None:
        """Tells the whole way what was found at its end."""
        for i, (step, taken) in reversed(list(enumerate(path))):
            if sure := taken.child.sure:
                each_within = zip(sure.low, values, sure.high, strict=True)
                values = [min(max(low, value), high) for low, value, high in each_within]
            step.visits += 1
            taken.visits += 1
            if isinstance(taken, _Choice):
                taken.total += values[step.seat or 0]
            if i in instead:
                values = instead[i].child.known or []
                instead[i].visits += 1
                instead[i].total += values[step.seat or 0]
        for step, taken in reversed(path):
            if taken.child.sure is None or not self.conclude(step, taken):
                break

    def conclude(self, node: _Node, taken: "_Choice | _Draw") -> bool:
        """Notes what is sure of a node because of what is sure after it; whether that is new."""
        before = node.sure
        if isinstance(taken, _Choice):
            after = self.sure_after(taken)
            seat, visits = node.seat or 0, taken.visits + 1.0
            taken.total = max(taken.total, after.low[seat] * visits)
            taken.total = min(taken.total, after.high[seat] * visits)
            now = self.sure_of_choices(node)
        else:
            now = _Sure([0.0] * self.root.seats, [0.0] * self.root.seats)
            for each in node.draws.values():
                after = self.sure_after(each)
                for seat in range(self.root.seats):
                    now.low[seat] += each.share * after.low[seat]
                    now.high[seat] += each.share * after.high[seat]
        if now == (before or self.nothing()):
            return False
        node.sure = now
        return True

    def sure_of_choices(self, node: _Node) -> _Sure:
        """What is sure where the seat takes what is best for it."""
        seat = node.seat or 0
        after = [self.sure_after(each) for each in node.moves.values()]
        best = max(range(len(after)), key=lambda i: after[i].low[seat])
        rest = [
            each
            for i, each in enumerate(after)
            if i == best or each.high[seat] > after[best].low[seat]
        ]
        low = [min(each.low[other] for each in rest) for other in range(self.root.seats)]
        high = [max(each.high[other] for each in rest) for other in range(self.root.seats)]
        low[seat] = after[best].low[seat]
        if self.root.seats == 2:
            low[1 - seat], high[1 - seat] = -high[seat], -low[seat]
        return _Sure(low, high)

    def nothing(self) -> _Sure:
        """What is sure of a position of which nothing is."""
        return _Sure([-math.inf] * self.root.seats, [math.inf] * self.root.seats)

    def sure_after(self, taken: "_Choice | _Draw") -> _Sure:
        """What is sure of the position after a move or a draw."""
        return taken.child.sure or self.nothing()

    def is_open(self, node: _Node, choice: "_Choice") -> bool:
        """Whether a move may yet be the only best one."""
        if choice.child.known is not None:
            return False
        seat = node.seat or 0
        least = (node.sure or self.nothing()).low[seat]
        return choice.child.sure is None or self.sure_after(choice).high[seat] > least

    def leads(self, state: State, doubt: float) -> list[float]:
        """How far each seat is ahead by the points on the table."""
        points = state.scores()
        leads = [float(each) for each in rewards_of(points, "difference", self.rivals)]
        blur = self.open * doubt
        if state.seats == 2 or self.rivals == "all" or blur == 0:
            return leads
        for seat, lead in enumerate(leads):
            rivals = points[:seat] + points[seat + 1 :]
            likely = sum(exact_exp((each - max(rivals)) / blur) for each in rivals)
            leads[seat] = lead - blur * exact_log(likely)
        return leads

    def doubt_of(self, state: State) -> float:
        """How far off a lead is that is foreseen in this position."""
        turns = sum(state.turns_left(seat) for seat in range(state.seats))
        return self.doubt * math.sqrt(2.0 * turns / state.seats)

    def goal(self, lead: float, doubt: float) -> float:
        """What a lead is worth to who has it."""
        sure = (lead > 0) - (lead < 0)
        wins = exact_erf(lead / doubt / math.sqrt(2)) if doubt else sure
        return lead + self.win * wins

    def list_moves(self, state: State, node: _Node) -> list[float]:
        """Keeps the moves of a position; returns what the best of them brings each seat."""
        node.seat = state.to_move
        node.luck = self.any_luck()
        doubt = self.doubt_of(state)
        after, over = self.look(state)
        best = max(after, key=lambda move: after[move][state.to_move])
        most = after[best][state.to_move]
        fars = {
            move: 1 + (most - values[state.to_move]) / self.spread for move, values in after.items()
        }
        whole = 0.0
        for far in fars.values():
            whole += 1 / (far * far)
        for move, far in fars.items():
            value = self.goal(after[move][state.to_move], 0 if over[move] else doubt)
            node.moves[move] = _Choice(value, 1 / (far * far) / whole)
        values = [self.goal(lead, 0 if over[best] else doubt) for lead in after[best]]
        if all(over.values()):
            node.sure = _Sure(values, values)
        elif state.seats > 2 and self.round:
            later = self.a_round_later(state, best)
            values = [
                now + self.round * (then - now) for now, then in zip(values, later, strict=True)
            ]
        return values

    def look(self, state: State) -> tuple[dict[str, list[float]], dict[str, bool]]:
        """How far each seat is ahead after each move, and whether the game is over then."""
        doubt = self.doubt_of(state)
        after = {}
        over = {}
        for move in state.legal_moves():
            ahead = state.copy()
            ahead.apply(move)
            over[move] = ahead.over
            after[move] = self.leads(ahead, 0 if ahead.over else doubt)
        return after, over

    def a_round_later(self, state: State, best: str) -> list[float]:
        """What comes of it when as many play on by the points as the last to move has rivals."""
        state = state.copy()
        values: list[float] = []
        for _ in range(state.seats - 1):
            state.apply(best)
            while not state.over and state.to_move == CHANCE:
                draw(state, self.rng)
            if state.over:
                return [self.goal(lead, 0) for lead in self.leads(state, 0)]
            after, over = self.look(state)
            best = max(after, key=lambda move: after[move][state.to_move])
            doubt = 0 if over[best] else self.doubt_of(state)
            values = [self.goal(lead, doubt) for lead in after[best]]
        return values

    def list_draws(self, state: State, node: _Node) -> None:
        """Keeps what can be drawn."""
        outcomes = state.outcomes()
        whole = sum(weight for _, weight in outcomes)
        for i, (text, weight) in enumerate(outcomes):
            share = weight / whole
            random = SlowRandom(node.luck + (i << 32))
            node.draws[text] = _Draw(share, share * random.below(1 << 16) / (1 << 16))

    def any_luck(self) -> int:
        """Where draws begin that have nothing to do with others."""
        return self.rng.below(2**32 - 1)

    def luck_after(self, path: list[tuple[_Node, "_Choice | _Draw"]]) -> int:
        """The luck of a position in which chance draws: the same after all moves of a decision."""
        if not path:
            return self.any_luck()
        before, taken = path[-1]
        if before.moves:
            return before.luck
        number = next(i for i, each in enumerate(before.draws.values()) if each is taken)
        return SlowRandom(before.luck + number).below(2**32 - 1)

    def behind(self, node: _Node, text: str) -> float:
        """How many visits an outcome is behind its share."""
        draw = node.draws[text]
        return draw.share * (node.visits + 1.0) + draw.credit - draw.visits

    def most_wanted(self, node: _Node, moves: Iterable[str]) -> str:
        """Of these moves the one that is most worth a try, among those that are looked at now."""
        if self.wide:
            of_all = sorted(node.moves, key=lambda move: -node.moves[move].prior)
            now = of_all[: math.ceil(self.wide * math.sqrt(node.visits + 1.0))]
            in_question = [move for move in of_all if move in moves]
            moves = [move for move in in_question if move in now] or in_question[:1]
        return max(moves, key=lambda move: self.bound(node, move))

    def bound(self, node: _Node, move: str) -> float:
        """How much a move is worth a try."""
        choice = node.moves[move]
        k = self.c * math.sqrt(node.visits + 1.0)
        return (choice.total + k * choice.prior) / (choice.visits + 1.0)

    def best(self) -> str | None:
        """The most visited move of those that may be the best, by what is sure; None if none is."""
        node = self.tree
        least = (node.sure or self.nothing()).low[node.seat or 0]
        rivals = {
            move: choice
            for move in self.root.legal_moves()
            if (choice := node.moves[move]).visits
            and (self.is_open(node, choice) or self.sure_after(choice).low[node.seat or 0] == least)
        }
        rows = dict(zip(self.root.legal_moves(), self.rows(), strict=True))
        return max(rivals, key=lambda move: rows[move], default=None)

    def rows(self) -> list[tuple[int, float]]:
        """For each legal move its visits and the sum of its values."""
        choices = [self.tree.moves[move] for move in self.root.legal_moves()]
        return [(each.visits, each.total / (each.visits + 1.0) * each.visits) for each in choices]
