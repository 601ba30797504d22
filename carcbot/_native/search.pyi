"""Searches over any game: what they have in common."""

from collections.abc import Sequence

import carcbot.search.budget


class Parameter:
    """Something about a search that can be chosen."""

    @property
    def name(self) -> str:
        """As it is written."""

    @property
    def help(self) -> str:
        """What it does, in one line."""

    @property
    def expected(self) -> str:
        """What may be written."""

    @property
    def value(self) -> bool | int | float | str:
        """What it is."""

    @property
    def text(self) -> str:
        """That, as it is written."""

class Settings:
    """What is chosen about a search."""

    @property
    def parameters(self) -> list[Parameter]:
        """Every parameter as it is here."""

    @property
    def cheats(self) -> bool:
        """
        Whether it looks at what is hidden, which only who owns a game can show it.
        """

    @property
    def budget(self) -> carcbot.search.budget.Budget:
        """What a decision may cost, besides what is said when it is due."""

class Family:
    """A way to search, whatever the game."""

    @property
    def name(self) -> str:
        """As users write it."""

    @property
    def title(self) -> str:
        """What it is, in a few words."""

    @property
    def adds_up(self) -> bool:
        """Whether what workers with other seeds find can be added up."""

    @property
    def is_shared(self) -> bool:
        """Whether workers can help each other with one search."""

    @property
    def is_endless(self) -> bool:
        """Whether only a limit or a stop ends it."""

    @property
    def remembers(self) -> bool:
        """Whether it goes on from move to move with what it knows."""

    @property
    def sees_all(self) -> bool:
        """Whether it plays only games in which nothing is hidden."""

    @property
    def bounds_rest(self) -> bool:
        """Whether it knows upper bounds of moves that are not the best."""

    def settings(self, texts: Sequence[str]) -> Settings:
        """
        Settings as these texts say, each of which changes what those before it said: 'c=2,sims=5000'.
        Raises AgentError for what cannot be chosen.
        """

def families() -> list[Family]:
    """
    Every family of searches, with all that can be chosen about it.

    random: guesses
        policy=usual: How random games pick their moves. (usual, or a word that the game knows)

    flat: flat Monte Carlo: the same number of random games after every move
        reward=difference: What a random game is worth: own points less the rivals', or 1, 0 and -1. (one of difference, outcome)
        rivals=best: With more than two seats, whose points one's own are compared with. (one of best, all)
        policy=usual: How random games pick their moves. (usual, or a word that the game knows)
        turns=0: Turns after which a random game ends, with the points of then; 0 is no limit. (a whole number from 0 to 1e+06)
        simcut=0: A random game ends when a seat leads by so many points more than at its start; 0 is never. (a whole number from 0 to 1e+06)
        share=1: Part of these turns for the policy. (a number from 0 to 1)
        later=usual: The policy for the rest of these turns. (usual, or a word that the game knows)
        eval=points: What counts where a random game ends: points, or an evaluation. (usual, or a word that the game knows)
        worlds=0: Guesses at what is hidden that all moves share; 0 is a new one for each game. (a whole number from 0 to 1e+06)
        sims=0: Simulations for a decision; 0 is no limit. (a whole number from 0 to 1e+09)
        nodes=0: Nodes for a decision; 0 is no limit. (a whole number from 0 to 1e+09)
        time=0: Seconds for a decision; 0 is no limit. (a number from 0 to 1e+06)
        plan=early: How a clock is spread over one's moves: early ones get more, or all the same. (one of early, even)

    mcts: Monte-Carlo tree search with UCT and chance nodes
        c=3: How curious: the constant of UCT. (a number from 0 to 1e+06)
        s=1: Random games in a simulation. (a whole number from 1 to 100000)
        t=1: Visits after which a node gets children. (a whole number from 1 to 1e+06)
        reward=difference: What a random game is worth: own points less the rivals', or 1, 0 and -1. (one of difference, outcome)
        rivals=best: With more than two seats, whose points one's own are compared with. (one of best, all)
        final=most-visits: Which move is made in the end. (one of most-visits, best-value, max-robust, secure)
        a=4: With final=secure, how secure. (a number from 0 to 1e+06)
        policy=usual: How random games pick their moves. (usual, or a word that the game knows)
        memory=512: Megabytes of the tree, after which it does not grow. (a whole number from 1 to 65536)
        sims=0: Simulations for a decision; 0 is no limit. (a whole number from 0 to 1e+09)
        nodes=0: Nodes for a decision; 0 is no limit. (a whole number from 0 to 1e+09)
        time=0: Seconds for a decision; 0 is no limit. (a number from 0 to 1e+06)
        plan=early: How a clock is spread over one's moves: early ones get more, or all the same. (one of early, even)

    rave: Monte-Carlo tree search that also learns from moves made later
        c=3: How curious: the constant of UCT. (a number from 0 to 1e+06)
        s=1: Random games in a simulation. (a whole number from 1 to 100000)
        t=1: Visits after which a node gets children. (a whole number from 1 to 1e+06)
        reward=difference: What a random game is worth: own points less the rivals', or 1, 0 and -1. (one of difference, outcome)
        rivals=best: With more than two seats, whose points one's own are compared with. (one of best, all)
        final=most-visits: Which move is made in the end. (one of most-visits, best-value, max-robust, secure)
        a=4: With final=secure, how secure. (a number from 0 to 1e+06)
        policy=usual: How random games pick their moves. (usual, or a word that the game knows)
        memory=512: Megabytes of the tree, after which it does not grow. (a whole number from 1 to 65536)
        b=10: Bias of the other moves' statistics. (a number from 0 to 1e+06)
        sims=0: Simulations for a decision; 0 is no limit. (a whole number from 0 to 1e+09)
        nodes=0: Nodes for a decision; 0 is no limit. (a whole number from 0 to 1e+09)
        time=0: Seconds for a decision; 0 is no limit. (a number from 0 to 1e+06)
        plan=early: How a clock is spread over one's moves: early ones get more, or all the same. (one of early, even)

    puct: Tree search led by an evaluation
        c=4: How curious: the constant of PUCT, in points. (a number from 0 to 1e+06)
        spread=2: A move so many points behind the best has a quarter of its prior. (a number from 0.001 to 1e+06)
        wide=0: Only the best moves by the evaluation are looked at: so many times the square root of the simulations that came to the decision; 0 is all. (a number from 0 to 1000)
        eval=usual: What a position is worth where the search ends. (usual, or a word that the game knows)
        rivals=best: With more than two seats, whose points one's own are compared with. (one of best, all)
        win=0: What a sure win is worth, in points, beside the points in front. (a number from 0 to 1e+06)
        doubt=2.7: How far off a foreseen lead may be: the standard deviation in points is so many times the square root of the turns that two seats have left. It counts only where win is above 0 or there are several rivals. (a number from 0 to 1e+06)
        open=0.55: With several rivals and rivals=best, how open it is who will be the best of them, as a part of that doubt; 0 is who is best now. (a number from 0 to 1e+06)
        round=0: With three seats and more, how much of a new position's value is what comes of it when all play on by the evaluation until the seat that moved last has its next turn. (a number from 0 to 1)
        final=most-visits: Which move is made in the end. (one of most-visits, best-value, max-robust, secure)
        a=4: With final=secure, how secure. (a number from 0 to 1e+06)
        noise=0: How wrong it is about each of its moves in the end, in points (a standard deviation): weaker opponents have more. (a number from 0 to 1e+06)
        memory=512: Megabytes of the tree, after which it does not grow. (a whole number from 1 to 65536)
        sims=0: Simulations for a decision; 0 is no limit. (a whole number from 0 to 1e+09)
        nodes=0: Nodes for a decision; 0 is no limit. (a whole number from 0 to 1e+09)
        time=0: Seconds for a decision; 0 is no limit. (a number from 0 to 1e+06)
        plan=early: How a clock is spread over one's moves: early ones get more, or all the same. (one of early, even)

    ismcts: Monte-Carlo tree search that guesses hidden cards
        tree=single: Whose knowledge the nodes of the tree stand for. (one of single, multiple, chance, worlds, votes)
        worlds=20: With tree=worlds or votes, how many guesses. (a whole number from 1 to 10000)
        cheats=never: What it looks at that is hidden; only in contests of searches of one's own. (one of never, hands, draws)
        guess=usual: How hidden cards are guessed: as likely as they are, or otherwise. (usual, or a word that the game knows)
        ruled=off: Whether decisions for which the game has a rule of thumb are made by it. (on or off)
        rules=usual: With ruled=on, which of the game's rules of thumb. (usual, or a word that the game knows)
        ruled_sims=0: Simulations that only value the moves, where such a rule decides. (a whole number from 0 to 1e+06)
        tree_turns=0: Turns that are in the tree; 0 is no limit. (a whole number from 0 to 1e+06)
        joined=off: Whether the choices of a turn are one: chance between them is seen after it. (on or off)
        c=3: How curious: the constant of UCT. (a number from 0 to 1e+06)
        s=1: Random games in a simulation. (a whole number from 1 to 100000)
        t=1: Visits after which a node gets children. (a whole number from 1 to 1e+06)
        uct_after=0: Visits of a node before UCT chooses there; until then the policy does. (a whole number from 0 to 1e+06)
        unvisited=1e+09: What a move counts as that was not tried; 1e9: it is tried before others. (a number from -1e+09 to 1e+09)
        others=tree: By what other seats decide within the tree. (one of tree, policy)
        knowledge=usual: What the game knows of moves, for bias and unpruning. (usual, or a word that the game knows)
        bias=0: Progressive bias: so much of what the game knows of a move; 0 is none. (a number from 0 to 1e+06)
        bias_place=beside: Whether the bias stands beside the root of UCT or inside of it. (one of beside, inside)
        prune_k=0: Progressive unpruning: moves that are looked at first; 0 is all. (a whole number from 0 to 1e+06)
        prune_a=50: Visits of a node before one move more. (a number from 0.001 to 1e+09)
        prune_b=1.3: Each further move needs so many times the visits of the one before it (above 1). (a number from 0 to 1e+06)
        knowledge_after=0: Visits of a node before bias and unpruning begin. (a whole number from 0 to 1e+06)
        reward=difference: What a random game is worth: own points less the rivals', or 1, 0 and -1. (one of difference, outcome)
        rivals=best: With more than two seats, whose points one's own are compared with. (one of best, all)
        final=most-visits: Which move is made in the end. (one of most-visits, best-value, max-robust, secure)
        a=4: With final=secure, how secure. (a number from 0 to 1e+06)
        policy=usual: How random games pick their moves. (usual, or a word that the game knows)
        turns=0: Turns after which a random game ends, with the points of then; 0 is no limit. (a whole number from 0 to 1e+06)
        simcut=0: A random game ends when a seat leads by so many points more than at its start; 0 is never. (a whole number from 0 to 1e+06)
        share=1: Part of these turns for the policy. (a number from 0 to 1)
        later=usual: The policy for the rest of these turns. (usual, or a word that the game knows)
        eval=points: What counts where a random game ends: points, or an evaluation. (usual, or a word that the game knows)
        memory=512: Megabytes of the tree, after which it does not grow. (a whole number from 1 to 65536)
        sims=0: Simulations for a decision; 0 is no limit. (a whole number from 0 to 1e+09)
        nodes=0: Nodes for a decision; 0 is no limit. (a whole number from 0 to 1e+09)
        time=0: Seconds for a decision; 0 is no limit. (a number from 0 to 1e+06)
        plan=early: How a clock is spread over one's moves: early ones get more, or all the same. (one of early, even)

    expectimax: looks at everything up to a depth
        depth=0: Decisions ahead; 0 is no limit. (a whole number from 0 to 60)
        deepening=on: Depth 1, 2, 3 and so on, instead of `depth` at once. (on or off)
        bound=20: Points that no value is above or below the centre. (a number from 0.001 to 10000)
        bounds=dynamic: Whether the centre is the value at the root, or 0. (one of dynamic, fixed)
        rivals=best: With more than two seats, whose points one's own are compared with. (one of best, all)
        order=usual: Which moves are looked at first: by an order of the game, or by worth, which is what the evaluation says of each, one ahead. (usual, or a word that the game knows)
        eval=usual: What a position is worth where the search ends. (usual, or a word that the game knows)
        likely=on: Whether likely draws are looked at first. (on or off)
        table=16: Megabytes of the transposition table, at most; 0 is none. (a whole number from 0 to 4096)
        nodes=0: Nodes for a decision; 0 is no limit. (a whole number from 0 to 1e+09)
        time=0: Seconds for a decision; 0 is no limit. (a number from 0 to 1e+06)
        plan=early: How a clock is spread over one's moves: early ones get more, or all the same. (one of early, even)

    star: Expectimax with pruning: Star1 for f=0, Star2 for f=1, else Star2.5
        f=5: Probing factor: moves looked at before all others. (a whole number from 0 to 100)
        probing=sequential: All f moves of an outcome at once, or one more of each outcome a round. (one of sequential, cyclic)
        width=0: With order=worth, at how many moves of a decision it looks further than one ahead: the best; 0 is all. (a whole number from 0 to 1000)
        depth=0: Decisions ahead; 0 is no limit. (a whole number from 0 to 60)
        deepening=on: Depth 1, 2, 3 and so on, instead of `depth` at once. (on or off)
        bound=20: Points that no value is above or below the centre. (a number from 0.001 to 10000)
        bounds=dynamic: Whether the centre is the value at the root, or 0. (one of dynamic, fixed)
        rivals=best: With more than two seats, whose points one's own are compared with. (one of best, all)
        order=usual: Which moves are looked at first: by an order of the game, or by worth, which is what the evaluation says of each, one ahead. (usual, or a word that the game knows)
        eval=usual: What a position is worth where the search ends. (usual, or a word that the game knows)
        likely=on: Whether likely draws are looked at first. (on or off)
        table=16: Megabytes of the transposition table, at most; 0 is none. (a whole number from 0 to 4096)
        nodes=0: Nodes for a decision; 0 is no limit. (a whole number from 0 to 1e+09)
        time=0: Seconds for a decision; 0 is no limit. (a number from 0 to 1e+06)
        plan=early: How a clock is spread over one's moves: early ones get more, or all the same. (one of early, even)

    maxn: Expectimax in which each seat wants the best for itself
        depth=2: Decisions ahead. (a whole number from 1 to 60)
        rivals=best: With more than two seats, whose points one's own are compared with. (one of best, all)
        eval=usual: What a position is worth where the search ends. (usual, or a word that the game knows)
        nodes=0: Nodes for a decision; 0 is no limit. (a whole number from 0 to 1e+09)
        time=0: Seconds for a decision; 0 is no limit. (a number from 0 to 1e+06)
        plan=early: How a clock is spread over one's moves: early ones get more, or all the same. (one of early, even)
    """

class Progress:
    """What a search knows so far."""

    @property
    def nodes(self) -> int:
        """Positions stored or looked at."""

    @property
    def leaves(self) -> int:
        """Evaluations made."""

    @property
    def simulations(self) -> int:
        """Random games begun from the tree."""

    @property
    def elapsed_ns(self) -> int:
        """Nanoseconds since the search began."""

    @property
    def memory(self) -> int:
        """Bytes of the tree."""

    @property
    def changes(self) -> int:
        """How often the best move changed."""

    @property
    def depth(self) -> int:
        """Complete iterations, or the longest line in the tree."""

    @property
    def best(self) -> int:
        """Number of the best move among legal_moves()."""

    @property
    def value(self) -> float:
        """Of the best move, in points for the seat to move."""

    @property
    def finished(self) -> bool:
        """Whether going on would change nothing."""

    @property
    def line(self) -> str:
        """How the game might go on."""

    @property
    def best_depth(self) -> int:
        """Of the iteration that found the best move, which may be incomplete."""

    @property
    def moves(self) -> list[tuple[int, float]]:
        """For each legal move its visits and the sum of their values."""

    @property
    def left_out(self) -> int:
        """The last of the legal moves, for which the board had no room."""

class Board:
    """Where a search shows its progress, in memory that is lent to it."""

    def __init__(self, memory: bytearray | memoryview) -> None: ...

    @staticmethod
    def bytes_for(moves: int) -> int:
        """The size of a board for positions with this many moves."""

    def read(self) -> Progress | None:
        """What was shown last, or None."""

    def clear(self) -> None:
        """Empties it and takes back a stop."""

    def stop(self) -> None:
        """Asks the search that shows its progress here to end."""

class Blackboard:
    """What workers tell each other, in memory that is lent to it."""

    def __init__(self, memory: bytearray | memoryview) -> None: ...

class Searcher:
    """A search and the position it is about."""

    def think(self, budget: carcbot.search.budget.Budget, began_ns: int, board: Board, blackboard: Blackboard | None = ..., search: int = ...) -> Progress:
        """
        Searches until a limit is reached or the board says stop. Seconds count from the
        moment `began_ns` of CLOCK_MONOTONIC; if it is 0 they do not count.
        Searches in depth about the same position, by the same settings, help each other if
        they have the blackboard and the number in common; a blackboard serves many searches,
        each with a number that none before it had.
        """

    def advance(self, text: str) -> None:
        """
        Makes a move or a draw, and keeps what is known of the position that follows.
        """

    @property
    def position(self) -> str:
        """The position in one line."""

    def root_all_as_first(self) -> list[tuple[int, float]]:
        """
        With RAVE, for each legal move the random games in which its seat made it at any time, and the sum of their rewards.
        """

def monotonic_ns() -> int:
    """The clock of began_ns."""

def exact_log(x: float) -> float:
    """
    The natural logarithm as searches compute it: the same bits everywhere.
    """

def exact_exp(x: float) -> float:
    """The same of e to the power of x."""

def exact_erf(x: float) -> float:
    """The same of the error function."""
