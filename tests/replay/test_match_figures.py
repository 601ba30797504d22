"""Tests of carcbot.replay.match_figures: figures are those of the record."""

from carcbot.games import registry
from carcbot.messages.events import Drawn, Moved, Result
from carcbot.replay.match_figures import Figures, figures_of, sums_of
from carcbot.replay.own_view import own_view, read_view
from tests.replay.records import record_of, text_of_match


def test_figures() -> None:
    """Moves, choices, time and points are counted for each seat; what the game counts is there."""
    record = record_of(text_of_match("carcassonne", "seats=3"))
    moves, choices, spent = [0] * 3, [0] * 3, [0] * 3
    state = registry.get("carcassonne").new("seats=3")
    for line in record.events:
        if isinstance(line.event, Drawn):
            state.apply(line.event.draw)
        elif isinstance(line.event, Moved):
            moves[line.event.seat] += 1
            choices[line.event.seat] += len(state.legal_moves())
            spent[line.event.seat] += line.event.spent_us
            state.apply(line.event.move)
    result = record.events[-1].event
    assert isinstance(result, Result)
    figures = figures_of(record)
    assert [each.player for each in figures] == ["p0", "p1", "p2"]
    for seat, each in enumerate(figures):
        assert each.counts["moves"] == moves[seat]
        assert each.branching == choices[seat] / moves[seat]
        assert each.counts["microseconds"] == spent[seat]
        assert each.counts["points"] == result.standings[seat].points
        assert "points for cities" in each.names
    by_referee = [each.counts["moves by the referee"] for each in figures]
    said = [line.event.by for line in record.events if isinstance(line.event, Moved)]
    assert sum(by_referee) == said.count("referee") > 0


def test_turns_of_several_decisions() -> None:
    """A turn is counted once, however many decisions it has, and its time is that of all."""
    record = record_of(text_of_match("hoard", "seats=3"))
    made = [line.event for line in record.events if isinstance(line.event, Moved)]
    for seat, each in enumerate(figures_of(record)):
        own = [event for event in made if event.seat == seat]
        turns = {event.turn for event in own}
        assert each.counts["turns"] == len(turns) < each.counts["moves"] == len(own)
        assert each.seconds_a_turn == sum(event.spent_us for event in own) / 1e6 / len(turns)


def test_a_game_that_counts_nothing() -> None:
    """A game without a tally has what every game has."""
    figures = figures_of(record_of(text_of_match("pot", "seats=2")))
    assert figures[0].names == ["turns", "moves", "points", "moves by the referee"]


def test_several_games() -> None:
    """What only one of the games counts is an average over the matches of that one."""
    records = [text_of_match("pot", "seats=2"), text_of_match("carcassonne", "seats=2")]
    pot, other = (figures_of(record_of(each))[0] for each in records)
    both = sums_of([pot, other, pot])[0]
    assert both.matches == 3
    assert both.a_match("points for cities") == other.counts["points for cities"] > 0
    assert both.a_match("moves") == (other.counts["moves"] + 2 * pot.counts["moves"]) / 3


def a_match(player: str, counts: dict[str, int]) -> Figures:
    """The figures of one match."""
    return Figures(player, 1, counts, dict.fromkeys(counts, 1))


def test_sums() -> None:
    """The same player's figures are added over matches, those of others are not."""
    one = a_match("ann", {"turns": 3, "microseconds": 3_000_000, "points": 5})
    two = a_match("ann", {"turns": 1, "microseconds": 1_000_000, "points": 2})
    ann, bob = sums_of([one, a_match("bob", {"moves": 7}), two])
    assert (ann.player, ann.matches, ann.seconds_a_turn) == ("ann", 2, 1)
    assert ann.a_match("points") == 3.5
    assert (bob.player, bob.counts) == ("bob", {"moves": 7})


def test_what_a_seat_saw() -> None:
    """Of one seat's view all is counted but the choices, which only a whole position has."""
    record = record_of(text_of_match("kuhn"))
    whole, (first, second) = figures_of(record), figures_of(read_view(own_view(record, 1), "view"))
    for seen, true in zip((first, second), whole, strict=True):
        assert {name: seen.counts[name] for name in seen.names} == (
            {name: true.counts[name] for name in true.names}
        )
        assert seen.branching is None
        assert true.branching
    double = sums_of([*whole, first, second])
    assert [each.branching for each in double] == [each.branching for each in whole]
