"""Tests of carcbot.games.carcassonne.habits."""

import pytest

from carcbot.games.carcassonne import CARCASSONNE
from carcbot.games.carcassonne.habits import FEATURES, Habits, habits_of, redraws_in, watch
from carcbot.games.game_text import GameRecord


def random_record(seed: int, options: str) -> str:
    """A game in which every draw and move is the one that a number picks."""
    record = GameRecord(CARCASSONNE, options)
    while not (state := record.state).over:
        plies = state.legal_moves() or [text for text, _ in state.outcomes()]
        record.apply(plies[seed * 7919 % len(plies)])
        seed += 1
    return record.text


@pytest.mark.parametrize(
    "options", ("seats=2", "seats=3,expansions=river+inns_and_cathedrals+abbot", "seats=4")
)
def test_sums(options: str) -> None:
    """Points by feature add up to the scores; figures are those that went onto the board."""
    text = random_record(3, options)
    record = GameRecord.parse(text)
    seats = record.state.seats
    habits = [Habits() for _ in range(seats)]
    watch(habits, text)
    assert [each.points.total() for each in habits] == record.state.scores()
    moves = [ply for ply in record.plies if "," in ply]
    assert sum(each.figures.total() for each in habits) == sum("+" in move for move in moves)
    assert sum(each.turns for each in habits) == len(moves)
    for each in habits:
        assert set(each.points) | set(each.figures) <= set(FEATURES)
        assert each.turns == len(each.virtual)
        assert 0 <= each.turns_with_figure <= 1


def test_features_and_supply() -> None:
    """Of each feature that scored the owners count one; the first seven turns have a figure."""
    text = random_record(11, "seats=2")
    record = GameRecord.parse(text)
    state = CARCASSONNE.new("seats=2")
    for ply in record.plies:
        state.apply(ply)
    habits = [Habits(), Habits()]
    watch(habits, text)
    lines = [(kind, owners, points) for _, kind, _, owners, points in state.breakdown()]
    for seat, each in enumerate(habits):
        for feature in FEATURES:
            mine = [points for kind, owners, points in lines if kind == feature and seat in owners]
            assert each.features[feature] == len(mine)
            assert each.points_each(feature) == (sum(mine) / len(mine) if mine else 0)
        assert 7 <= each.ready_turns <= each.turns


def test_nobody_who_never_puts_a_figure_down_is_without_one() -> None:
    """All turns are ready for who keeps every figure in hand."""
    record = GameRecord(CARCASSONNE, "seats=2")
    while not (state := record.state).over:
        plies = [move for move in state.legal_moves() if "+" not in move]
        record.apply((plies or [text for text, _ in state.outcomes()])[0])
    habits = [Habits(), Habits()]
    watch(habits, record.text)
    assert [each.ready_turns for each in habits] == [each.turns for each in habits]


def test_virtual_scores() -> None:
    """By turn stands the score as if the game had ended then; after the last it is the score."""
    text = random_record(5, "seats=2")
    record = GameRecord.parse(text)
    habits = [Habits(), Habits()]
    watch(habits, text)
    last_mover = (sum("," in ply for ply in record.plies) - 1) % 2
    assert habits[last_mover].mean_virtual[-1] == record.state.scores()[last_mover]


def test_means_over_games() -> None:
    """Habits are of a player, in whatever seat it sat."""
    games = [random_record(seed, "seats=2") for seed in (1, 2)]
    habits = habits_of(("a", "b"), zip((("a", "b"), ("b", "a")), games, strict=True))
    scores = [GameRecord.parse(game).state.scores() for game in games]
    assert habits["a"].games == habits["b"].games == 2
    assert habits["a"].points.total() == scores[0][0] + scores[1][1]
    assert habits["b"].points.total() == scores[0][1] + scores[1][0]


def test_part_of_a_game() -> None:
    """A game that a fault has ended counts as far as it went."""
    words = random_record(1, "seats=2").split(" ")
    habits = [Habits(), Habits()]
    watch(habits, " ".join(words[:9]))
    assert [each.turns for each in habits] == [2, 1]


@pytest.mark.parametrize("rule", ("discard", "bottom", "return_to_bag"))
def test_redraws(rule: str) -> None:
    """Draws after which nobody moved, but for one that ends the game; some games have them."""
    seen = 0
    for seed in range(40):
        text = random_record(seed, f"seats=2,unplaceable={rule}")
        plies = GameRecord.parse(text).plies
        without_move = [
            number
            for number, ply in enumerate(plies[:-1])
            if "," not in ply and "," not in plies[number + 1]
        ]
        assert redraws_in(text) == len(without_move)
        seen += bool(without_move)
    assert 0 < seen < 40
