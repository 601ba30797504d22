"""The tables of C. Huchler's thesis, as studies play them again."""

import itertools
from collections import Counter
from pathlib import Path

import pytest

from carcbot.arena.statistics.intervals import Estimate
from carcbot.games.ticket_to_ride import TICKET_TO_RIDE
from carcbot.games.ticket_to_ride.presets import PRESETS
from carcbot.lab import results_folder
from carcbot.lab.duel_tables import agree
from carcbot.lab.duels import Duel
from carcbot.lab.huchler import SIMULATIONS, Cell, comparison, player
from carcbot.lab.studies import huchler_simulations, huchler_size, huchler_tables
from carcbot.lab.studies.huchler_simulations import PAIRS, Told, best_of, misfit
from carcbot.lab.studies.huchler_size import game_of, network_pairs, options_of, ticket_hands
from carcbot.lab.studies.huchler_tables import CELLS
from carcbot.lab.study import Effort
from carcbot.search.agent import parse_agent
from tests.lab.test_studies import check_shape, desk_in

TINY = Effort(budget=1e-5)
"""Two blocks of each match, with a three-hundredth of the thinking."""


def test_every_cell_is_there() -> None:
    """As many as each table has figures, and each by players that are presets."""
    assert Counter(cell.table for cell in CELLS) == {
        "5.1": 8, "5.2": 2, "5.3": 4, "5.4": 8, "5.5": 4, "5.6": 3, "5.7": 6, "5.8": 8,
        "5.9": 8, "5.10": 6, "5.11": 8, "5.12": 5, "5.13": 6, "5.14": 5, "5.15": 10,
    }  # fmt: skip
    names = {each.name for each in PRESETS}
    assert {f"huchler-{name}" for cell in CELLS for name in (cell.one, cell.other)} <= names
    assert len({cell.called for cell in CELLS}) == len(CELLS)


@pytest.mark.parametrize(
    ("called", "printed"),
    (
        # the percentages beside numbers of wins that are not of 200 games
        ("5.1: so v fso, 4 s", 46),
        ("5.2: fcp-u v cp-u", 56),
        ("5.4: so-pu v fso-pu", 51),
        ("5.4: so-pu v fso-pu, 4 s", 60.5),
        ("5.4: so-pb v fso-pb", 51.33),
        ("5.4: so-pb v fso-pb, 4 s", 55),
        ("5.4: so-pub v fso-pub", 51.83),
        ("5.7: so-pu v mo-pu", 46.75),
        ("5.7: so-pu v mo-pu, 4 s", 50.33),
        ("5.7: so-pb v mo-pb", 43.25),
        ("5.7: so-pb v mo-pb, 4 s", 49.17),
        ("5.7: so-pub v mo-pub", 50.83),
        ("5.7: so-pub v mo-pub, 4 s", 46.5),
        ("5.8: so v uct-1", 50.75),
        ("5.8: so v uct-10", 56.25),
        ("5.13: fso v fso-ratio", 61.25),
        ("5.13: uct-5 v uct-5-ratio", 56.75),
        ("5.14: so-pub-ps v mo-pub-ps", 44.75),
        ("5.15: cp-u-pub v so-pub", 55.25),
        ("5.3: fso v so-ps", 70.5),
        ("5.9: so-pb v uct-20-pb", 98),
    ),
)
def test_published_wins_are_the_printed_percentages(called: str, printed: float) -> None:
    """So the numbers of games are those of the thesis."""
    (cell,) = (each for each in CELLS if each.called == called)
    assert 100 * cell.published.value == pytest.approx(printed, abs=0.005)


def test_four_seconds_are_twice_as_many_simulations() -> None:
    """As many as fit best for two seconds."""
    two, four = (Cell("5.1", "so", "fso", 84, 200, seconds) for seconds in (2, 4))
    assert (two.simulations, four.simulations) == (SIMULATIONS, 2 * SIMULATIONS)
    name, agent = player("so-pub", four.simulations, Effort(), "-4s")
    assert name == "so-pub-4s"
    assert parse_agent(agent).budget.simulations == 2 * SIMULATIONS


@pytest.mark.parametrize(
    ("one", "other", "is_so"),
    (
        ((0.4, 0.3, 0.5), (0.45, 0.44, 0.46), True),
        ((0.5, 0.4, 0.6), (0.64, 0.54, 0.74), True),  # 0.14 is less than the root of 0.02
        ((0.5, 0.4, 0.6), (0.65, 0.55, 0.75), False),  # 0.15 is more, though the intervals meet
        ((0.9, 0.7, 1.0), (0.65, 0.6, 0.85), True),
        ((0.9, 0.8, 1.0), (0.65, 0.6, 0.7), False),
    ),
)
def test_when_figures_agree(
    one: tuple[float, float, float], other: tuple[float, float, float], *, is_so: bool
) -> None:
    """When 0 lies in the interval of the difference, whichever of them comes first."""
    assert agree(Estimate(*one), Estimate(*other)) == is_so
    assert agree(Estimate(*other), Estimate(*one)) == is_so


class _Scored(Duel):
    """A duel of which only the score is known."""

    share = Estimate(0.2, 0.1, 0.3)


def test_a_difference_has_a_sentence() -> None:
    """Who is better than in the thesis, on which side, and what there is to say besides."""
    cell = Cell("5.1", "so", "mo", 114, remark="So it is.")
    said = comparison(cell, _Scored(("so", "mo"), ()))
    assert said.paper.startswith("57.0 %")
    assert said.remark == "Here so is weaker, on the other side of a half. So it is."


def test_hands_of_tickets_counted_one_by_one() -> None:
    """Of five tickets every pair of disjoint hands with two at least."""
    hands = [set(hand) for size in range(6) for hand in itertools.combinations(range(5), size)]
    pairs = sum(
        len(one) >= 2 and len(other) >= 2 and not one & other for one in hands for other in hands
    )
    assert ticket_hands(5, 2) == pairs
    assert ticket_hands(30, 2) == 205_856_772_357_212


@pytest.mark.parametrize("trains", (0, 3, 6, 100))
def test_networks_counted_one_by_one(trains: int) -> None:
    """Every way in which two seats can have five tracks, with so many trains each."""
    lengths = (1, 2, 2, 3, 6)
    ways = sum(
        all(
            sum(length for length, owner in zip(lengths, owners, strict=True) if owner == seat)
            <= trains
            for seat in (1, 2)
        )
        for owners in itertools.product((0, 1, 2), repeat=len(lengths))
    )
    assert network_pairs(lengths, trains) == ways
    if trains == 100:
        assert ways == 3 ** len(lengths)


def test_possibilities_of_a_turn_by_hand() -> None:
    """A first turn: row blue, blue, locomotive, orange, green; hand blue, yellow, two black."""
    state = TICKET_TO_RIDE.parse(
        "ticket_to_ride/1 position seats=2,reading=thesis 2 turn/0/0/0 B.B.L.O.G 97 - 0/-"
        " 24/0HouWin,1DulHou/- -/-/-+BYK2/ChiNor+DalNyc:-/-/-+P2KG/OklSsm+LosNyc -"
    )
    # two blue, or two of three different kinds in either order; any of nine kinds comes blind.
    # Five gray tracks of one train, by three colours; twenty gray ones of two, and a black one.
    assert options_of(state) == [7, 1, 7, 27, 5 * 3 + 20 + 1, 27, 81]


def test_a_game_has_its_turns() -> None:
    """As many as its possibilities are counted in; three tickets are offered in each of them."""
    game = game_of("huchler-so-pub:sims=2", 5)
    (turns,) = game["turns"]
    assert 40 < turns < 300
    assert game["sums"][2] <= 7 * turns
    assert game["sums"][3] == game["sums"][5] <= 8 * 9 * turns
    assert game["sums"][6] <= 81 * turns


def test_the_first_game_is_played_again() -> None:
    """The committed first game of the plain player has the same turns and possibilities."""
    told = results_folder.load("huchler-size").figures["players"]["so"]
    assert game_of(huchler_size.PLAYERS["so"], 1_000_003) == told["first_game"]


def test_size_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both players have possibilities of each kind, which are those of their turns."""
    monkeypatch.setattr(huchler_size, "PLAYERS", dict.fromkeys(("so", "so-pub"), "random"))
    result = huchler_size.STUDY.run(Effort(count=2), desk_in(tmp_path))
    check_shape(result)
    games = [game_of("random", 1_000_003 + number) for number in range(2)]
    turns = sum(game["turns"][0] for game in games)
    for told in result.figures["players"].values():
        assert told["turns"][0] == turns / 2
        for (value, low, high), *sums in zip(
            told["actions"].values(), *(game["sums"] for game in games), strict=True
        ):
            assert value == pytest.approx(sum(sums) / turns)
            assert low <= value <= high


def test_tables_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few cells, with every kind of player, have figures, a sentence and a row each."""
    cells = (CELLS[0], CELLS[8], CELLS[-3])
    monkeypatch.setattr(huchler_tables, "CELLS", cells)
    result = huchler_tables.STUDY.run(TINY, desk_in(tmp_path))
    check_shape(result)
    assert [each.what.partition(",")[0] for each in result.comparisons] == [
        f"table {cell.called}" for cell in cells
    ]
    assert all(result.figures[cell.called]["blocks"] == 2 for cell in cells)


def test_simulations_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both pairs with two numbers of simulations; what a block's games came to is told."""
    levels = (SIMULATIONS, 10 * SIMULATIONS)
    monkeypatch.setattr(huchler_simulations, "LEVELS", levels)
    result = huchler_simulations.STUDY.run(TINY, desk_in(tmp_path))
    check_shape(result)
    for pair, table in zip(PAIRS, result.tables[1:], strict=True):
        for level, row in zip(levels, table.rows, strict=True):
            sides = result.figures[f"{pair.one} {level}"]["sides"].values()
            points = [each for side in sides for seat in side.values() for each in seat["points"]]
            assert row[3].startswith(f"{sum(points) / len(points):.2f} (")


class _Known(Told):
    """What is told without games."""

    def __init__(self, *figures: float) -> None:
        self.known = figures

    @property
    def figures(self) -> tuple[Estimate, Estimate, Estimate, Estimate]:
        """The figures themselves."""
        points, one, other, share = (Estimate(each, each, each) for each in self.known)
        return points, one, other, share


def test_the_number_that_fits_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """The root of the mean square of the parts, of eight figures."""
    monkeypatch.setattr(huchler_simulations, "LEVELS", (1, 2))
    plain, pub = PAIRS
    exact = {pair: (pair.points, *pair.tickets, pair.wins) for pair in PAIRS}
    points, *rest = exact[plain]
    told: dict[huchler_simulations.Key, Told] = {
        (plain, 1): _Known(points * 1.5, *rest),
        (pub, 1): _Known(*exact[pub]),
        (plain, 2): _Known(*(each * 1.1 for each in exact[plain])),
        (pub, 2): _Known(*(each * 0.9 for each in exact[pub])),
    }
    assert misfit(told, 1) == pytest.approx((0.25 / 8) ** 0.5)
    assert misfit(told, 2) == pytest.approx(0.1)
    assert best_of(told) == 2
