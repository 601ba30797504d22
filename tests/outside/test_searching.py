"""Searches on games in plain Python: all families, alike to those on native games, and stopped."""

import math
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from carcbot.errors import AgentError, GameError, InputError, NotationError
from carcbot.games import registry
from carcbot.games.contract import CHANCE, State, view_of
from carcbot.games.python_game import PlainState
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.decision import board_for, decide, run
from carcbot.search.families import FAMILIES
from carcbot.search.thought import Thought
from carcbot.search.whole_game import Chance, Player, play_whole_game
from tests.games.random_games import random_record
from tests.outside import wrapped
from tests.outside.conftest import installed
from tests.outside.fault import Fault
from tests.outside.packages import ODD, SIGNS, install

WRAPPED = ("pot", "grove", "kuhn", "hoard")
AGENTS = {
    "random": "random",
    "flat": "flat:sims=60",
    "mcts": "mcts:sims=60",
    "rave": "rave:sims=60",
    "puct": "puct:sims=60",
    "ismcts": "ismcts:sims=60",
    "expectimax": "expectimax:depth=2",
    "star": "star:depth=2",
    "maxn": "maxn:depth=2",
}
"""An agent of each family, with an end."""
ON_THE_CLOCK = ("seconds", "memory", "changes")
"""What thoughts say of the machine, and not of the position."""
MASK = 2**64 - 1
MANY = [f"m{number}" for number in range(2**15 + 1)]
"""One more than a search counts."""


@pytest.fixture(scope="module", autouse=True)
def again(tmp_path_factory: pytest.TempPathFactory, small_games: Path) -> Iterator[None]:
    """Games of the house as games of a package, beside the small ones."""
    del small_games
    folder = tmp_path_factory.mktemp("again")
    wrapped = {f"{name}_again": f"wrapped:{name.upper()}_AGAIN" for name in WRAPPED}
    places = wrapped | {
        "breaking": "breaking:BREAKING",
        "grove_numbered": "wrapped:GROVE_NUMBERED",
    }
    entries = "\n".join(f'{name} = "tests.outside.{place}"' for name, place in places.items())
    head = '[project]\nname = "again"\nversion = "1"\n[project.entry-points."carcbot.games"]\n'
    install(folder, {"pyproject.toml": head + entries})
    with installed(folder):
        yield


def facts(thought: Thought) -> dict[str, object]:
    """What a search found, wherever it ran."""
    return {key: value for key, value in asdict(thought).items() if key not in ON_THE_CLOCK}


def decisions(name: str, options: str, seed: int) -> list[State]:
    """Some positions of a game in which a seat is to move."""
    record = random_record(name, options, seed)
    states = [record.position(ply) for ply in range(len(record))]
    return [state for state in states if state.to_move >= 0]


def test_every_family_is_here() -> None:
    """What follows is about all of them."""
    assert set(AGENTS) == set(FAMILIES)


@pytest.mark.parametrize("family", AGENTS)
def test_perfect_information(family: str) -> None:
    """Each family decides for a legal move, and the same again with the same seed."""
    for state in decisions("dash", "seats=3", 1)[::4]:
        thought = decide(parse_agent(AGENTS[family]), state.text, 7)
        assert thought.best in state.legal_moves()
        assert facts(decide(parse_agent(AGENTS[family]), state.text, 7)) == facts(thought)


@pytest.mark.parametrize("family", AGENTS)
def test_secrets(family: str) -> None:
    """Families that play hidden games decide from a view; the others say that they do not."""
    for state in decisions("dare", "", 1):
        view = view_of(state, state.to_move)
        if FAMILIES[family].sees_all:
            with pytest.raises(AgentError, match="does not play dare, in which"):
                decide(parse_agent(AGENTS[family]), view.text, 7)
            continue
        thought = decide(parse_agent(AGENTS[family]), view.text, 7)
        assert thought.best in state.legal_moves()
        assert facts(decide(parse_agent(AGENTS[family]), view.text, 7)) == facts(thought)


@pytest.mark.parametrize("family", AGENTS)
@pytest.mark.parametrize(
    ("name", "options"), (("pot", "seats=3"), ("grove", "ragged=on,turns=mixed,seats=3"))
)
def test_the_same_as_native(name: str, options: str, family: str) -> None:
    """A native game that is asked through Python is searched as it is by itself, node by node."""
    agent = parse_agent(AGENTS[family])
    for state in decisions(name, options, 2):
        native = decide(agent, state.text, 5)
        other = decide(agent, state.text.replace(f"{name}/", f"{name}_again/", 1), 5)
        assert facts(other) == facts(native)


@pytest.mark.parametrize("family", ("star:f=2", "expectimax"))
def test_digests_that_number_positions(family: str) -> None:
    """Digests may be consecutive numbers: what a table holds of one position is of no other."""
    for seed in range(12):
        options = f"decisions=3,moves=2,weights=2+1,spread=20,seed={seed}"
        state = registry.get("grove_numbered").new(options)
        while state.to_move == CHANCE:
            state.apply(state.outcomes()[0][0])
        values = []
        for table in (0, 16):
            wrapped.NUMBERS.clear()
            words = f"{family}{',' if ':' in family else ':'}bound=1000,nodes=20000,table={table}"
            thought = decide(parse_agent(words), state.text, 1)
            assert thought.finished
            values.append(thought.value)
        assert values[0] == values[1]


class SplitMix:
    """The random numbers of the core."""

    def __init__(self, seed: int) -> None:
        self.counter = seed

    def next(self) -> int:
        """64 bits."""
        z = (self.counter + 0x9E3779B97F4A7C15) & MASK
        self.counter = z
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
        return z ^ z >> 31

    def below(self, n: int) -> int:
        """One of n numbers."""
        return self.next() * n >> 64


def flat(view: Any, seed: int, games: int) -> list[tuple[int, float]]:  # noqa: ANN401 - with secrets
    """Flat Monte Carlo as its description says: of each move its games, and the mean difference."""
    chance = SplitMix(seed)
    chance.next()  # the first look has a guess of its own
    moves, seat = view.legal_moves(), view.to_move
    sums = [[0, 0] for _ in moves]
    for game in range(games):
        state = view.determinize(chance.next())
        state.apply(moves[game % len(moves)])
        while not state.over:
            if state.to_move == CHANCE:
                outcomes = state.outcomes()
                ticket = chance.below(sum(weight for _, weight in outcomes))
                for draw, weight in outcomes:
                    ticket -= weight
                    if ticket < 0:
                        state.apply(draw)
                        break
            else:
                legal = state.legal_moves()
                state.apply(legal[chance.below(len(legal))])
        points = state.scores()
        own = points.pop(seat)
        sums[game % len(moves)][0] += 1
        sums[game % len(moves)][1] += own - max(points)
    return [(count, total / count) for count, total in sums]


@pytest.mark.parametrize(
    ("name", "options"), (("dare", ""), ("kuhn_again", ""), ("hoard_again", "seats=3,turns=2"))
)
def test_flat_monte_carlo_from_views(name: str, options: str) -> None:
    """Where something is hidden every game begins with a guess, as a twin in Python finds too."""
    for seed in range(3):
        for state in decisions(name, options, seed)[:8]:
            view = view_of(state, state.to_move)
            thought = decide(parse_agent("flat:sims=45"), view.text, seed)
            found = [(move.visits, move.value) for move in thought.moves]
            assert found == flat(view, seed, 45)


def number_of(text: str) -> int:
    """Where the core keeps the text of a move, if nothing else is there."""
    number = len(text)
    for letter in text.encode():
        number = SplitMix(number ^ letter).next()
    return number % 2**32


@pytest.mark.parametrize("family", AGENTS)
def test_moves_that_want_the_same_number(tmp_path: Path, family: str) -> None:
    """Moves are told apart also where the numbers that are made from their texts are the same."""
    run_text, walk_text = "m10012", "m77408"
    assert number_of(run_text) == number_of(walk_text)
    install(tmp_path, SIGNS)
    agent = parse_agent(AGENTS[family])
    with installed(tmp_path):
        for state in decisions("dash", "", 1)[::3]:
            thought = repr(facts(decide(agent, state.text.replace("dash/", "signs/"), 3)))
            thought = thought.replace(run_text, "run").replace(walk_text, "walk")
            assert thought == repr(facts(decide(agent, state.text, 3)))


def test_dare_is_played_sensibly() -> None:
    """Who has a six bids most and calls; who has a one folds before the highest bid."""
    agent = parse_agent("flat:sims=1200")
    assert decide(agent, "dare/1 view seats=2 0 6? - -", 1).best == "bid3"
    assert decide(agent, "dare/1 view seats=2 0 1? - -", 1).best == "bid1"
    assert decide(agent, "dare/1 view seats=2 1 ?6 bid3 -", 1).best == "call"
    assert decide(agent, "dare/1 view seats=2 1 ?1 bid3 -", 1).best == "fold"


@pytest.mark.parametrize(
    ("name", "agents"),
    (("dash", ("mcts:sims=20", "star:depth=1", "flat:sims=20")), ("dare", ("flat:sims=20",) * 2)),
)
def test_whole_games(name: str, agents: tuple[str, ...]) -> None:
    """Whole games are played in one native call, the same ones from the same seeds."""
    state = registry.get(name).new(seats=len(agents))
    players = [Player(parse_agent(each), Budget(), 3) for each in agents]

    def played() -> tuple[str, list[int], list[int]]:
        game = play_whole_game(
            name, state, state.text, players, chance=Chance(4, one_deck=False), grace_s=60
        )
        return game.plies, game.scores, game.ranking

    plies, scores, ranking = played()
    assert played() == (plies, scores, ranking)
    end = state.copy()
    for ply in plies.split():
        end.apply(ply)
    assert (end.over, end.scores(), end.ranking()) == (True, scores, ranking)


def test_stopped_by_another_thread() -> None:
    """A search without end is stopped by who holds its board, while it asks Python all the time."""
    state = decisions("dash", "", 1)[0]
    searcher = parse_agent("mcts").searcher(state.text, 1)
    board = board_for(2)
    thinking = threading.Thread(target=run, args=(searcher, Budget(), board))
    thinking.start()
    while (progress := board.read()) is None or progress.simulations < 50:
        time.sleep(0.001)
    board.stop()
    thinking.join()
    last = board.read()
    assert last is not None
    assert last.simulations >= 50


def test_deadline() -> None:
    """A search without end returns once its time is over."""
    state = decisions("dash", "", 1)[0]
    searcher = parse_agent("mcts").searcher(state.text, 1)
    began_ns = time.monotonic_ns()
    run(searcher, Budget(hard_s=0.05), board_for(2), began_ns=began_ns)
    assert time.monotonic_ns() >= began_ns + 50_000_000


def test_searches_side_by_side() -> None:
    """Searches in several threads find what each finds alone."""
    states = decisions("dash", "seats=2", 3)[:4]
    agent = parse_agent("mcts:sims=150")
    alone = [facts(decide(agent, state.text, 1)) for state in states]
    found: dict[int, dict[str, object]] = {}

    def think(number: int, text: str) -> None:
        found[number] = facts(decide(agent, text, 1))

    threads = [
        threading.Thread(target=think, args=(number, state.text))
        for number, state in enumerate(states)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[number] for number in range(len(states))] == alone


def test_a_tree_is_kept() -> None:
    """A search goes on from ply to ply, and keeps what it knows of the position that follows."""
    state = decisions("dash", "", 1)[0]
    searcher = parse_agent("mcts").searcher(state.text, 1)
    board = board_for(2)
    run(searcher, Budget(simulations=300), board)
    for ply in ("run", "3"):
        searcher.advance(ply)
        state.apply(ply)
    assert searcher.position == state.text
    last = run(searcher, Budget(simulations=1), board)
    assert sum(visits for visits, _ in last.moves) > 1


@pytest.mark.parametrize(
    ("what", "answer", "told"),
    (
        ("legal_moves", KeyError("run"), "Breaking.legal_moves: KeyError: 'run'"),
        ("legal_moves", KeyError("run" * 1000), "Breaking.legal_moves: KeyError: 'runrun"),
        ("legal_moves", [], "Breaking.legal_moves: it says []; expected 1 to 32768 moves"),
        ("legal_moves", MANY, "expected 1 to 32768 moves"),
        ("legal_moves", None, "Breaking.legal_moves: TypeError"),
        ("legal_moves", ["run", 7], "it says 7; expected text"),
        ("legal_moves", ["run fast"], "it says 'run fast'; expected plain ASCII without blanks"),
        ("legal_moves", ["r\xfcn"], "expected plain ASCII without blanks"),
        ("legal_moves", ["r" * 101], "expected plain ASCII without blanks, 100 characters at most"),
        ("to_move", 6, "Breaking.to_move: it says 6; expected a number from -2 to 5"),
        ("to_move", 2, "Breaking.to_move: it says 2; expected a number from -2 to 1"),
        ("to_move", "0", "Breaking.to_move: it says '0'; expected a number"),
        ("to_move", 10**30, "Breaking.to_move: it says 1000"),
        ("outcomes", [], "Breaking.outcomes: it says []; expected 1 to 32768 draws"),
        ("outcomes", [(each, 1) for each in MANY], "expected 1 to 32768 draws"),
        ("outcomes", [("1", 0)], "Breaking.outcomes: it says 0; expected a number from 1"),
        ("outcomes", [("1", 2**31)], "Breaking.outcomes: it says 2147483648; expected"),
        ("outcomes", ["1"], "Breaking.outcomes: IndexError"),
        ("scores", [1], "Breaking.scores: it says [1]; expected a number for each seat"),
        (
            "scores",
            [1, 2, 3],
            "Breaking.scores: it says [1, 2, 3]; expected a number for each seat",
        ),
        ("scores", [1, 0.5], "Breaking.scores: it says 0.5; expected a number from"),
        ("seats", 7, "Breaking.seats: it says 7; expected a number from 2 to 6"),
        ("seats", 1, "Breaking.seats: it says 1; expected a number from 2 to 6"),
        ("apply", GameError("no"), "no"),
        ("apply", AgentError("no such runner"), "Breaking.apply: AgentError: no such runner"),
        ("copy", ValueError("x"), "Breaking.apply: ValueError: x"),
    ),
)
def test_what_a_game_does_wrong(
    monkeypatch: pytest.MonkeyPatch, what: str, answer: object, told: str
) -> None:
    """A game that breaks its promises ends the search with an error that names it and the place."""
    monkeypatch.setattr(Fault, "what", what)
    monkeypatch.setattr(Fault, "answer", answer)
    text = "breaking" + decisions("dash", "", 1)[0].text.removeprefix("dash")
    with pytest.raises(GameError) as raised:
        decide(parse_agent("expectimax:depth=2" if what == "copy" else "flat:sims=50"), text, 1)
    assert told in str(raised.value)
    assert len(str(raised.value)) < 400
    if not isinstance(answer, GameError):
        assert raised.value.where.startswith("the game breaking, tests.outside.breaking.Breaking.")


def test_a_position_that_has_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position may have an attribute that is called like that of a view, and means what it will.

    Where it has no moves it is told all the same, in every family.
    """
    monkeypatch.setattr(Fault, "what", "legal_moves")
    monkeypatch.setattr(Fault, "answer", [])
    monkeypatch.setattr("tests.outside.breaking.Breaking.seat", 5, raising=False)
    text = "breaking" + decisions("dash", "", 1)[0].text.removeprefix("dash")
    for family in AGENTS.keys() - {"random"}:  # which looks no further than the first moves
        with pytest.raises(GameError, match=r"it says \[\]; expected 1 to 32768 moves"):
            decide(parse_agent(AGENTS[family]), text, 1)


def test_the_most_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """No search loses count of as many points as there may be."""
    monkeypatch.setattr(Fault, "what", "scores")
    monkeypatch.setattr(Fault, "answer", [300_000, -300_000])
    text = "breaking" + decisions("dash", "", 1)[0].text.removeprefix("dash")
    assert decide(parse_agent("flat:sims=4"), text, 1).value == 600_000
    assert decide(parse_agent("maxn:depth=2"), text, 1).value == 600_000
    assert decide(parse_agent("star:depth=2,bound=10000"), text, 1).value == 10_000


def test_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who interrupts a search is heard, wherever in the game it is."""
    monkeypatch.setattr(Fault, "what", "legal_moves")
    monkeypatch.setattr(Fault, "answer", KeyboardInterrupt())
    text = "breaking" + decisions("dash", "", 1)[0].text.removeprefix("dash")
    with pytest.raises(KeyboardInterrupt):
        decide(parse_agent("flat:sims=50"), text, 1)


def test_what_is_no_mistake_of_the_game() -> None:
    """A ply that cannot be made, or text of no position, is the mistake of who says it."""
    text = "breaking" + decisions("dash", "", 1)[0].text.removeprefix("dash")
    searcher = parse_agent("mcts").searcher(text, 1)
    for ply in ("fly", "3", ""):
        with pytest.raises(InputError) as refused:
            searcher.advance(ply)
        assert not isinstance(refused.value, GameError)
    assert searcher.position == text
    with pytest.raises(NotationError, match="cannot be read: ValueError"):
        parse_agent("mcts").searcher("dash/1 position seats=2 0 99.0 3", 1)


def test_draws_that_do_nothing() -> None:
    """A game that lists draws and does not say what they do is told which method it lacks."""

    class Drawing(PlainState):
        pass

    Drawing.__abstractmethods__ = frozenset()
    with pytest.raises(GameError, match=r"Drawing.*the draw 'a' does.*make_draw"):
        Drawing().make_draw("a")  # type: ignore[abstract]


@pytest.fixture
def odd_games(tmp_path: Path) -> Iterator[None]:
    """Games that do what no game may."""
    install(tmp_path, ODD)
    with installed(tmp_path):
        yield


@pytest.mark.usefixtures("odd_games")
def test_a_game_without_end() -> None:
    """A random game that goes on for ever is stopped after 10,000 plies, and the game is named."""
    told = (
        "the game endless, odd_games.Endless.to_move: it is not over after 10000 plies; "
        "expected an end, also where all move at random"
    )
    state = registry.get("endless").new()
    state.apply("3")
    for family in ("flat", "mcts", "rave"):
        with pytest.raises(GameError) as raised:
            decide(parse_agent(AGENTS[family]), state.text, 1)
        assert str(raised.value) == told
    players = [Player(parse_agent("random"), Budget(), 3)] * 2
    with pytest.raises(GameError, match=r"the game endless.*10000 plies"):
        play_whole_game(
            "endless", state, state.text, players, chance=Chance(4, one_deck=False), grace_s=60
        )
    with pytest.raises(GameError, match=r"Endless: it is not over after 10000 plies"):
        state.play_randomly(1)


@pytest.mark.usefixtures("odd_games")
@pytest.mark.parametrize("agent", ("random", "flat:sims=10"))
@pytest.mark.parametrize("game", ("dreamer", "sleeper"))
def test_guesses_that_do_not_fit(game: str, agent: str) -> None:
    """A guess in which others move, or otherwise, than the view says is the game's mistake."""
    state = registry.get(game).new()
    for ply in ("6", "1"):
        state.apply(ply)
    with pytest.raises(GameError) as raised:
        decide(parse_agent(agent), view_of(state, 0).text, 1)
    assert raised.value.where == f"the game {game}, odd_games.{game.title()}.determinize"
    assert raised.value.expected == (
        "a position in which the same seat is to move and has the same moves"
    )


class Fickle:
    """A position of Dash that has one legal move, until it is asked again."""

    asked = 0

    def __init__(self, inner: Any) -> None:  # noqa: ANN401 - of a package without types
        self.inner = inner

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the other has
        return getattr(self.inner, name)

    @property
    def text(self) -> str:
        """That of Dash, with the other name."""
        return f"fickle{self.inner.text.removeprefix('dash')}"

    def copy(self) -> "Fickle":
        """Another one."""
        return Fickle(self.inner.copy())

    def legal_moves(self) -> list[str]:
        """One at first."""
        Fickle.asked += 1
        moves: list[str] = self.inner.legal_moves()
        return moves if Fickle.asked > 2 else moves[:1]


@pytest.mark.parametrize("agent", ("ismcts:sims=200", "ismcts:sims=200,uct_after=100"))
def test_moves_that_change(agent: str) -> None:
    """A game whose legal moves are others each time ends the search with an error."""

    def told(asked: int) -> str:
        Fickle.asked = asked
        try:
            decide(parse_agent(agent), text, 1)
        except InputError as error:
            return str(error)
        return ""

    dash = registry.get("dash")
    fickle: Any = replace(
        dash,
        name="fickle",
        parse_position=lambda text: Fickle(dash.parse("dash" + text.removeprefix("fickle"))),
    )
    text = "fickle" + decisions("dash", "", 1)[0].text.removeprefix("dash")
    registry.add(fickle)
    try:
        assert any("other moves are legal" in told(asked) for asked in range(-6, 2))
    finally:
        registry.remove("fickle")


def test_very_many_turns_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may not know how many there are, and say a number that is none of them."""
    state = decisions("pot", "seats=3", 2)[0]
    text = state.text.replace("pot/", "pot_again/", 1)
    monkeypatch.setattr(wrapped.Again, "turns_left", lambda *_: 10**9, raising=False)
    thought = decide(parse_agent("puct:sims=200"), text, 5)
    assert math.isfinite(thought.value)
    assert sum(each.visits > 0 for each in thought.moves) > 1
