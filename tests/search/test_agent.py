"""Agents are what their texts say: every preset decides, within its limits, the same every time."""

import math
from collections import Counter
from itertools import groupby

import pytest

from carcbot._native.search import monotonic_ns
from carcbot.errors import AgentError, InputError
from carcbot.games import registry
from carcbot.games.carcassonne import CARCASSONNE
from carcbot.games.contract import State, view_of
from carcbot.games.thurn_and_taxis import THURN_AND_TAXIS
from carcbot.games.ticket_to_ride import TICKET_TO_RIDE
from carcbot.lab import positions
from carcbot.search.agent import parse_agent
from carcbot.search.budget import UNLIMITED, Budget
from carcbot.search.decision import board_for, decide, run
from carcbot.search.families import FAMILIES
from carcbot.search.own_agent import plays_game
from carcbot.search.presets import PRESETS
from tests.games.random_games import positions as positions_of
from tests.games.random_games import random_record

FEW = Budget(simulations=300, nodes=2000, depth=2)


def opening(game: str = "carcassonne", seats: int = 2, draw: str = "V") -> State:
    """A game with its first draw made."""
    options = {"expansions": "inns_and_cathedrals"} if seats == 6 else {}
    state: State = registry.get(game).new(options, seats=seats)
    state.apply(draw)
    return state


def middle_of_thurn_and_taxis() -> str:
    """What a seat knows that has to draw, after ten turns."""
    record = random_record("thurn_and_taxis", "reading=thesis,cut=30", 5)
    state = next(each for each in positions_of(record) if each.turn > 10 and each.step == "draw")
    return view_of(state, state.to_move).text


def middle_of_ticket_to_ride() -> str:
    """What a seat knows whose turn it is, after twenty."""
    record = random_record("ticket_to_ride", "reading=thesis", 5)
    state = next(each for each in positions_of(record) if each.turn > 20 and each.step == "turn")
    return view_of(state, state.to_move).text


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_decides(preset: str) -> None:
    """In the middle of its game, within few nodes, and with the same thought once more.

    Those that look at what is hidden are refused here, where nobody shows it.
    """
    agent = parse_agent(preset)
    position = positions.load()[20].text
    if any(preset == each.name for each in THURN_AND_TAXIS.presets):
        position = middle_of_thurn_and_taxis()
    elif any(preset == each.name for each in TICKET_TO_RIDE.presets):
        position = middle_of_ticket_to_ride()
    if agent.settings.cheats:
        with pytest.raises(AgentError, match="hidden"):
            decide(agent, position, 7, FEW)
        return
    thought = decide(agent, position, 7, FEW)
    moves = registry.parse_view(position).legal_moves()
    assert thought.best in moves
    assert [row.move for row in thought.moves] == moves
    assert thought.line[0] == thought.best
    again = decide(agent, position, 7, FEW)
    for name in ("best", "value", "nodes", "leaves", "simulations", "depth", "line", "moves"):
        assert getattr(again, name) == getattr(thought, name)
    # its full text stands for the same
    told = ",".join(f"{each.name}={each.text}" for each in agent.settings.parameters)
    full = parse_agent(f"{agent.family.name}:{told}")
    assert decide(full, position, 7, FEW).moves == thought.moves


def test_a_text_is_read_once() -> None:
    """The same text is the same agent: to read it would take longer than some of its moves."""
    first, reads = parse_agent("flat:sims=7"), FAMILIES["flat"].settings
    assert reads(["sims=7"]) is not reads(["sims=7"])
    assert parse_agent("flat:sims=7") is first


@pytest.mark.parametrize("family", list(FAMILIES))
@pytest.mark.parametrize("seats", range(2, 7))
def test_every_number_of_seats(family: str, seats: int) -> None:
    """Every family plays with up to six seats."""
    text = family + (":depth=1" if family in {"star", "expectimax"} else "")
    state = opening(seats=seats)
    assert decide(parse_agent(text), state.text, 1, FEW).best in state.legal_moves()


@pytest.mark.parametrize("family", list(FAMILIES))
@pytest.mark.parametrize(("game", "draw"), (("pot", "2"), ("grove", "o0")))
def test_other_games(family: str, game: str, draw: str) -> None:
    """The same code plays any game of the house."""
    state = opening(game, draw=draw)
    assert decide(parse_agent(family), state.text, 1, FEW).best in state.legal_moves()


def test_parameters() -> None:
    """What is said differs from the preset; everything else does not."""
    agent = parse_agent("ameneyro-rave:c=2,sims=50")
    assert agent.family.name == "rave"
    assert (agent.values["c"], agent.values["s"], agent.values["b"]) == (2, 100, 10)
    assert agent.values["policy"] == "placement-then-meeple"
    assert agent.budget == Budget(simulations=50)
    assert parse_agent("mcts:nodes=7,time=0.5").budget == Budget(hard_s=0.5, nodes=7)
    assert parse_agent("mcts").budget == UNLIMITED


@pytest.mark.parametrize(
    ("text", "message"),
    (
        ("", "there is no agent ''"),
        ("nobody", "there is no agent 'nobody'"),
        ("MCTS", "there is no agent 'MCTS'"),
        ("mcts:", "nothing behind the colon"),
        ("mcts:c", "'c' says nothing"),
        ("mcts:c=", "'' is not possible"),
        ("mcts:c=x", "'x' is not possible"),
        ("mcts:c=nan", "'nan' is not possible"),
        ("mcts:c=-1", "'-1' is not possible"),
        ("mcts:c=inf", "'inf' is not possible"),
        ("mcts:s=1.5", "'1.5' is not possible"),
        ("mcts:s=0", "'0' is not possible"),
        ("mcts:c=1,c=2", "c is given twice"),
        ("mcts:depth=2", "there is no parameter 'depth'"),
        ("star:sims=5", "there is no parameter 'sims'"),
        ("mcts:final=luck", "'luck' is not possible"),
        ("star:deepening=yes", "'yes' is not possible"),
        ("mcts:c=2,", "'' says nothing"),
        ("mcts:\N{SNOWMAN}=2", "plain ASCII"),
        ("mcts:c=2\n", "is not possible"),
        ("mcts:c= 2", "' 2' is not possible"),
    ),
)
def test_wrong_texts(text: str, message: str) -> None:
    """What cannot be meant is refused, and the error says what can."""
    with pytest.raises(AgentError) as caught:
        parse_agent(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("agent", "message"),
    (
        ("mcts:policy=clever", "one of placement-then-meeple, uniform"),
        ("star:order=best,depth=1", "one of "),
        ("star:eval=best,depth=1", "virtual, heyden, heyden-intuitive, judge, or five weights"),
    ),
)
def test_words_of_the_game(agent: str, message: str) -> None:
    """A word that only the game can know is refused by it, with those that it knows."""
    with pytest.raises(AgentError) as caught:
        decide(parse_agent(agent), opening().text, 1, FEW)
    assert message in str(caught.value.expected)


def test_presets_of_other_games() -> None:
    """Who goes by words that a game does not know does not play it, and nobody is offered it."""
    with pytest.raises(AgentError, match="does not play carcassonne: the policy 'outlook' is not"):
        parse_agent("postmaster").maker("carcassonne")
    playing = [name for name in PRESETS if plays_game(name, "carcassonne")]
    assert set(playing) > {"champion", "mcts", *(each.name for each in CARCASSONNE.presets)}
    assert not {"postmaster", "dispatcher", "schadd-mcts-pr"} & set(playing)
    assert [name for name in ("champion", "mcts", "judge") if plays_game(name, "pot")] == ["mcts"]


def test_wrong_positions() -> None:
    """Nobody can think of a position that is none, where a draw is due, or the game is over."""
    agent = parse_agent("mcts:sims=5")
    over = CARCASSONNE.new()
    over.play_randomly(1)
    for position in ("", "carcassonne/1", CARCASSONNE.new().text, over.text, "kuhn/1 game seats=2"):
        with pytest.raises(InputError):
            decide(agent, position, 1)


@pytest.mark.parametrize(
    ("agent", "budget"),
    (
        ("mcts", UNLIMITED),
        ("mcts", Budget(depth=3)),
        ("flat", Budget(depth=3)),
        ("star25", UNLIMITED),
        ("star25", Budget(simulations=5)),
        ("mcts:time=1", UNLIMITED),
        ("star25", Budget(soft_s=1, hard_s=2)),
    ),
)
def test_endless(agent: str, budget: Budget) -> None:
    """What nothing would end is not begun. Seconds end nothing where nobody looks at a clock."""
    with pytest.raises(AgentError, match="for ever"):
        decide(parse_agent(agent), opening().text, 1, budget)


def test_limits() -> None:
    """Simulations and nodes are counted exactly, depth and time are kept."""
    position = positions.load()[3].text
    assert decide(parse_agent("mcts"), position, 1, Budget(simulations=123)).simulations == 123
    assert decide(parse_agent("mcts:s=5"), position, 1, Budget(simulations=9)).simulations == 9
    assert decide(parse_agent("mcts"), position, 1, Budget(nodes=77)).nodes == 77
    assert decide(parse_agent("star25"), position, 1, Budget(nodes=5000)).nodes == 5000
    assert decide(parse_agent("star25"), position, 1, Budget(depth=2)).depth == 2
    assert (
        decide(parse_agent("mcts:sims=40"), position, 1, Budget(simulations=60)).simulations == 40
    )
    start = monotonic_ns()
    thought = decide(parse_agent("mcts"), position, 1, Budget(hard_s=0.03), began_ns=start)
    assert 0.01 < thought.seconds < (monotonic_ns() - start) / 1e9


def test_seed_matters() -> None:
    """Another seed, another search, where there is chance in it."""
    position = positions.load()[3].text
    for agent, differs in (("mcts:sims=200", True), ("flat:sims=200", True), ("greedy", False)):
        thoughts = {decide(parse_agent(agent), position, seed).moves for seed in (1, 2, -1)}
        assert len(thoughts) == (3 if differs else 1)


def test_greedy() -> None:
    """Greedy takes the largest lead of virtual points, which the rules count."""
    for position in positions.load():
        state = CARCASSONNE.parse(position.text)
        seat = state.to_move
        leads = []
        for move in state.legal_moves():
            after = state.copy()
            after.apply(move)
            points = after.virtual_scores()
            leads.append(points[seat] - points[1 - seat])
        thought = decide(parse_agent("greedy"), position.text, 1)
        assert thought.value == max(leads)
        assert [row.value for row in thought.moves] == leads
        assert thought.best == state.legal_moves()[leads.index(max(leads))]


def chi_square_is_plausible(counts: Counter[str], expected: dict[str, float]) -> bool:
    """Whether the sum of squares is less than four deviations above what chance makes it."""
    assert set(counts) <= set(expected)
    total = sum((counts[key] - mean) ** 2 / mean for key, mean in expected.items())
    freedom = len(expected) - 1
    return total < freedom + 4 * math.sqrt(2 * freedom)


def test_random_agents() -> None:
    """One takes all moves alike, the other a placement first, and then a meeple or none."""
    games = 20_000
    text = positions.load()[4].text
    moves = registry.parse(text).legal_moves()
    alike = Counter(decide(parse_agent("random"), text, seed).best for seed in range(games))
    assert chi_square_is_plausible(alike, {move: games / len(moves) for move in moves})
    places = [list(group) for _, group in groupby(moves, lambda move: move.partition("+")[0])]
    assert len({len(group) for group in places}) > 1
    by_place = {move: games / len(places) / len(group) for group in places for move in group}
    agent = parse_agent("ameneyro-random")
    placed = Counter(decide(agent, text, seed).best for seed in range(games))
    assert chi_square_is_plausible(placed, by_place)
    assert not chi_square_is_plausible(placed, {move: games / len(moves) for move in moves})


def test_draws_in_the_tree() -> None:
    """A tree meets tiles as often as there are tiles of their kind that fit."""
    games = 20_000
    state = CARCASSONNE.parse(positions.load()[4].text)
    state.apply(state.legal_moves()[0])
    weights = dict(state.outcomes())
    agent = parse_agent("mcts")
    drawn: Counter[str] = Counter()
    for seed in range(games):
        searcher = agent.searcher(state.text, seed)
        drawn[run(searcher, Budget(simulations=1), board_for(1)).line] += 1
    total = sum(weights.values())
    assert chi_square_is_plausible(
        drawn, {kind: games * weight / total for kind, weight in weights.items()}
    )


@pytest.mark.parametrize(
    ("preset", "facts"),
    (
        ("heyden-mc", {"reward": "difference", "policy": "uniform"}),
        ("heyden-mco", {"reward": "outcome", "policy": "uniform"}),
        ("heyden-mcts-c3", {"c": 3, "s": 1, "t": 1, "final": "best-value", "reward": "difference"}),
        ("heyden-mcts-c0.5", {"c": 0.5, "final": "best-value"}),
        ("heyden-mctso", {"c": 3, "reward": "outcome", "final": "best-value"}),
        ("heyden-star25-f5", {"f": 5, "bounds": "dynamic", "bound": 20, "deepening": True}),
        ("heyden-star25-f5-fixed", {"f": 5, "bounds": "fixed", "bound": 20}),
        ("heyden-star2", {"f": 1, "depth": 2, "deepening": False, "order": "features"}),
        ("heyden-star1-order1", {"f": 0, "depth": 2, "order": "meeple-first", "eval": "heyden"}),
        ("heyden-star25-f7-depth2", {"f": 7, "depth": 2, "table": 0, "likely": False}),
        ("heyden-star25-depth3", {"f": 5, "depth": 3, "deepening": False}),
        ("ameneyro-mcts", {"c": 3, "s": 100, "final": "most-visits"}),
        ("ameneyro-rave", {"c": 3, "s": 100, "b": 10}),
        (
            "ameneyro-star25",
            {"f": 5, "depth": 3, "bound": 100, "bounds": "fixed", "eval": "virtual"},
        ),
        ("ameneyro-random", {"policy": "placement-then-meeple"}),
    ),
)
def test_facts_of_the_papers(preset: str, facts: dict[str, object]) -> None:
    """Presets have the parameters that their papers give."""
    values = parse_agent(preset).values
    assert {name: values[name] for name in facts} == facts
