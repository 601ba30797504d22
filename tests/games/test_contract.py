"""The promises of carcbot.games.contract, kept by every registered game.

A game is put through all of this by being registered, with a few sets of options of its own in
tests/games/NAME/__init__.py.
"""

import copy
import itertools
import pickle
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from carcbot.errors import InputError, OptionsError, OutOfTurnError
from carcbot.games import registry
from carcbot.games.contract import (
    CHANCE,
    OVER,
    State,
    determinized,
    has_secrets,
    is_position,
    seen_ply,
    view_of,
)
from carcbot.games.random_plies import random_ply
from tests.games.random_games import GAMES, OPTION_SETS, positions, random_record
from tests.games.solving import possible_positions

EVERY_GAME = pytest.mark.parametrize(("name", "options"), GAMES)
EVERY_NAME = pytest.mark.parametrize("name", registry.names())
SEEDS = range(5)


def spread(states: list[State], count: int) -> list[State]:
    """About this many of the states, from all parts of the game and with both of its ends."""
    step = max(1, len(states) // count)
    return [*states[::step], states[-1]]


def identity(state: State) -> tuple[str, int]:
    """What tells whether a state has changed."""
    return state.text, state.digest


def other_texts(state: State, rng: random.Random) -> set[str]:
    """Texts much like those of plies: of this position with a character changed, and of others."""
    plies = [*state.legal_moves(), *(text for text, _ in state.outcomes())]
    texts: set[str] = set()
    letters = "".join(sorted(set("".join(plies)))) or "0"
    for _ in range(30):
        ply = rng.choice(plies or ["0"])
        place = rng.randrange(len(ply) + 1)
        letter = rng.choice(letters)
        texts |= {ply[:place] + letter + ply[place:], ply[:place] + letter + ply[place + 1 :]}
        texts.add(ply[:place] + ply[place + 1 :])
    return texts - set(plies)


def refusal(state: State, text: str) -> InputError | None:
    """Why the state does not take this text; None if it did."""
    try:
        state.apply(text)
    except InputError as error:
        return error
    return None


@EVERY_GAME
def test_phase_and_what_is_offered(name: str, options: str) -> None:
    """A seat to move has moves, chance has draws, and a game that is over has neither."""
    for seed in SEEDS:
        for state in positions(random_record(name, options, seed)):
            moves, outcomes = state.legal_moves(), state.outcomes()
            assert state.over == (state.to_move == OVER)
            assert bool(outcomes) == (state.to_move == CHANCE)
            assert bool(moves) == (state.to_move in range(state.seats))
            assert len(set(moves)) == len(moves)
            assert all(re.fullmatch(r"[!-~]+", move) for move in moves)


@EVERY_GAME
def test_chance(name: str, options: str) -> None:
    """Each draw is listed once, with a positive weight; the probabilities sum to one."""
    for state in positions(random_record(name, options, 3)):
        outcomes = state.outcomes()
        if not outcomes:
            continue
        total = sum(weight for _, weight in outcomes)
        assert all(weight > 0 for _, weight in outcomes)
        assert len({text for text, _ in outcomes}) == len(outcomes)
        assert all(re.fullmatch(r"[!-~]+", text) for text, _ in outcomes)
        assert sum(Fraction(weight, total) for _, weight in outcomes) == 1


@EVERY_GAME
def test_everything_offered_can_be_done(name: str, options: str) -> None:
    """Every move and draw that is listed is accepted, and every move changes the position."""
    for state in spread(list(positions(random_record(name, options, 4))), 12):
        for move in state.legal_moves():
            assert state.canonical_move(move) == move
            after = state.copy()
            after.apply(move)
            assert identity(after) != identity(state)
        for draw, _ in state.outcomes():
            state.copy().apply(draw)


@EVERY_GAME
def test_nothing_else_can_be_done(name: str, options: str) -> None:
    """Any other text means a listed ply or is refused, and what is refused changes nothing."""
    rng = random.Random(5)
    states = list(positions(random_record(name, options, 5)))
    strangers = {ply for seed in SEEDS for ply in random_record(name, options, seed).plies}
    for state in spread(states, 8):
        before = identity(state)
        offered = {*state.legal_moves(), *(text for text, _ in state.outcomes())}
        for text in sorted(other_texts(state, rng) | strangers):
            after = state.copy()
            error = refusal(after, text)
            if error is not None:
                assert error.what
                assert error.expected
                assert identity(after) == before
                continue
            meant = text if state.to_move == CHANCE else state.canonical_move(text)
            assert meant in offered
            listed = state.copy()
            listed.apply(meant)
            assert identity(after) == identity(listed)


@EVERY_GAME
def test_moves_only_in_their_phase(name: str, options: str) -> None:
    """A move where a draw is due, a draw where a move is due, and anything at the end: refused."""
    record = random_record(name, options, 6)
    for state, ply in zip(positions(record), (*record.plies, record.plies[0]), strict=True):
        if state.to_move >= 0:
            assert state.canonical_move(ply) == ply
            continue
        before = identity(state)
        with pytest.raises(InputError):
            state.canonical_move(record.plies[-1])
        if state.over:
            with pytest.raises(OutOfTurnError):
                state.apply(ply)
        assert identity(state) == before


@EVERY_GAME
def test_copies_are_independent(name: str, options: str) -> None:
    """Whatever is done to a copy, the original stays as it was."""
    rng = random.Random(7)
    for state in spread(list(positions(random_record(name, options, 7))), 12):
        before = identity(state)
        sent = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own
        for twin in (state.copy(), copy.copy(state), copy.deepcopy(state), sent):
            assert identity(twin) == before
            if not twin.over:
                twin.apply(random_ply(twin, rng))
            twin.play_randomly(1)
        assert identity(state) == before


@EVERY_GAME
def test_positions_round_trip(name: str, options: str) -> None:
    """The text of a position gives an equal position, which goes on in the same way."""
    for state in positions(random_record(name, options, 8)):
        again = registry.parse(state.text)
        assert identity(again) == identity(state)
        assert again.to_move == state.to_move
        assert again.options == state.options
        assert again.legal_moves() == state.legal_moves()
        assert again.outcomes() == state.outcomes()
        assert again.scores() == state.scores()
        assert again.ranking() == state.ranking()
        for seat in range(state.seats):
            assert again.turns_left(seat) == state.turns_left(seat)
            assert again.value_bounds(seat) == state.value_bounds(seat)


@EVERY_GAME
def test_digest(name: str, options: str) -> None:
    """Positions have equal digests exactly if they are equal, within and between games."""
    digests: dict[str, int] = {}
    for seed in range(4):
        for state in positions(random_record(name, options, seed)):
            assert digests.setdefault(state.text, state.digest) == state.digest
            assert 0 <= state.digest < 2**64
    assert len(set(digests.values())) == len(digests)


@EVERY_NAME
def test_options_are_part_of_the_position(name: str) -> None:
    """Games with different options are different positions from the start."""
    starts = [registry.get(name).new(options) for options in OPTION_SETS[name]]
    assert len({start.digest for start in starts}) == len(starts)
    assert len({start.options for start in starts}) == len(starts)


@EVERY_GAME
def test_ranking_follows_the_scores(name: str, options: str) -> None:
    """Places count those in front, from 1; more points are a better place.

    Who has equal points shares a place, or all who have them are told apart by a tie rule.
    """
    for seed in SEEDS:
        for state in positions(random_record(name, options, seed)):
            scores, places = state.scores(), state.ranking()
            assert len(scores) == len(places) == state.seats
            for points in set(scores):
                first = 1 + sum(other > points for other in scores)
                equal = [place for own, place in zip(scores, places, strict=True) if own == points]
                apart = list(range(first, first + len(equal)))
                assert sorted(equal) in ([first] * len(equal), apart)


@EVERY_GAME
def test_turns_left(name: str, options: str) -> None:
    """A seat to move has a turn left; the estimate never grows and is 0 at the end."""
    for seed in SEEDS:
        left: list[int] | None = None
        for state in positions(random_record(name, options, seed)):
            now = [state.turns_left(seat) for seat in range(state.seats)]
            assert left is None or all(a >= b for a, b in zip(left, now, strict=True))
            assert state.to_move < 0 or now[state.to_move] >= 1
            left = now
        assert left == [0] * state.seats


@EVERY_GAME
def test_value_bounds(name: str, options: str) -> None:
    """However a game goes on, final scores are within the bounds; at the end both are the score."""
    for state in spread(list(positions(random_record(name, options, 9))), 10):
        bounds = [state.value_bounds(seat) for seat in range(state.seats)]
        for seed in range(5):
            end = state.copy()
            end.play_randomly(seed)
            assert end.over
            for (low, high), score in zip(bounds, end.scores(), strict=True):
                assert low <= score <= high
        if state.over:
            assert bounds == [(score, score) for score in state.scores()]


@EVERY_GAME
def test_random_play_is_repeatable(name: str, options: str) -> None:
    """The same seed gives the same game; another seed gives another one, sooner or later."""
    ends = []
    for seed in (0, 0, *range(1, 12)):
        state = registry.get(name).new(options)
        state.play_randomly(seed)
        ends.append(state.text)
    assert ends[0] == ends[1]
    assert len(set(ends)) > 1


def slow_perft(state: State, draws: Sequence[str], depth: int) -> int:
    """What `State.perft` promises, by making every move."""
    if depth == 0:
        return 1
    state = state.copy()
    while state.to_move == CHANCE:
        if not draws:
            raise OutOfTurnError("too few draws")
        state.apply(draws[0])
        draws = draws[1:]
    count = 0
    for move in state.legal_moves():
        after = state.copy()
        after.apply(move)
        count += slow_perft(after, draws, depth - 1)
    return count


def outcome_of(count: Callable[[State, list[str], int], int], *call: Any) -> int | type[Exception]:  # noqa: ANN401
    """The count, or which error there was."""
    try:
        return count(*call)
    except InputError as error:
        return type(error)


@EVERY_GAME
def test_perft(name: str, options: str) -> None:
    """Perft counts as it promises, refuses draws that are missing, and changes no position."""
    record = random_record(name, options, 10)
    for ply in (0, 1, len(record) // 2, len(record) - 1, len(record)):
        state = record.position(ply)
        before = identity(state)
        draws = [
            record.plies[later]
            for later in range(ply, len(record))
            if record.position(later).to_move == CHANCE
        ]
        for depth in range(3):
            for given in (draws, draws[:1]):
                expected = outcome_of(slow_perft, state, given, depth)
                assert outcome_of(type(state).perft, state, given, depth) == expected
        assert identity(state) == before


def viewers(state: State) -> list[int | None]:
    """Whoever has a view: each seat, and everybody at the table."""
    return [*range(state.seats), None]


@EVERY_GAME
def test_views(name: str, options: str) -> None:
    """A view keeps what its seat knows, whatever the rest is taken to be."""
    game = registry.get(name)
    assert not (game.has_secrets and game.deck)  # all seats see what opens a card of it
    for state in spread(list(positions(random_record(name, options, 11))), 12):
        assert has_secrets(state) == game.has_secrets
        for seat in viewers(state):
            view = view_of(state, seat)
            assert (view.text, view.digest) == (
                view_of(state, seat).text,
                view_of(state, seat).digest,
            )
            for seed in range(6):
                guess = determinized(view, seed)
                assert view_of(guess, seat).text == view.text
                assert view_of(guess, seat).digest == view.digest
                assert guess.to_move == state.to_move
                assert identity(registry.parse(guess.text)) == identity(guess)


@EVERY_GAME
def test_a_view_is_enough_to_play_by(name: str, options: str) -> None:
    """Its seat's moves, and how they are written, are those of the position; others' are not there.

    Where nothing is hidden a view is the position, and has the moves of whoever decides.
    """
    for state in spread(list(positions(random_record(name, options, 12))), 20):
        for seat in viewers(state):
            view = view_of(state, seat)
            decides = seat == state.to_move or is_position(view)
            moves = state.legal_moves() if decides else []
            assert view.legal_moves() == moves
            assert [view.canonical_move(move) for move in moves] == moves
            for move in state.legal_moves() if not decides else ["?"]:
                with pytest.raises(InputError):
                    view.canonical_move(move)


@EVERY_GAME
def test_turns(name: str, options: str) -> None:
    """Turns are counted from 1; one seat decides in each, and its steps are named."""
    for seed in SEEDS:
        states = list(positions(random_record(name, options, seed)))
        deciders: dict[int, set[int]] = {}
        numbers = [state.turn for state in states[:-1]]
        assert numbers[0] == 1
        assert all(0 <= after - before <= 1 for before, after in itertools.pairwise(numbers))
        for state in states:
            assert bool(state.step) == (state.to_move >= 0)
            if state.to_move >= 0:
                deciders.setdefault(state.turn, set()).add(state.to_move)
        assert all(len(seats) == 1 for seats in deciders.values())
        assert list(deciders) == list(range(1, states[-1].turn + 1))


@pytest.mark.parametrize(
    ("name", "options"), tuple(game for game in GAMES if not registry.get(game[0]).has_secrets)
)
def test_view_without_secrets_is_the_state(name: str, options: str) -> None:
    """In a game without secrets everybody sees everything, and gets a copy of it."""
    state = registry.get(name).new(options)
    view = view_of(state, 0)
    before = identity(state)
    assert (view.text, view.digest) == before
    assert identity(determinized(view, 1)) == before
    state.play_randomly(1)
    assert (view.text, view.digest) == before


@EVERY_NAME
def test_seats_that_do_not_exist(name: str) -> None:
    """A seat that does not play is refused by whatever takes one."""
    state = registry.get(name).new()
    for seat in (-1, state.seats, 99):
        for asked in (state.turns_left, state.value_bounds):
            with pytest.raises(OptionsError):
                asked(seat)
        with pytest.raises(OptionsError):
            view_of(state, seat)
        with pytest.raises(OptionsError):
            view_of(state, 0).turns_left(seat)


@EVERY_NAME
def test_every_option_value(name: str) -> None:
    """Each value that the description lists is possible, and the first is the default."""
    game = registry.get(name)
    default = game.new()
    for option in game.options:
        assert option.help.endswith(".")
        assert game.new({option.name: option.default}).text == default.text
        for value in option.values:
            needed = {
                ("seats", "6"): {"expansions": "inns_and_cathedrals"},
                ("officials", "start"): {"useless": "offered"},
            }
            state = game.new({option.name: value} | needed.get((option.name, value), {}))
            assert (state.text == default.text) == (value == option.default)


@EVERY_NAME
def test_seats(name: str) -> None:
    """The number of seats stands in the options or beside them, but not in both."""
    game = registry.get(name)
    for seats in list(game.seats)[:3]:
        assert game.new(seats=seats).seats == seats
        assert game.new({"seats": seats}).text == game.new(f"seats={seats}").text
        with pytest.raises(OptionsError):
            game.new(f"seats={seats}", seats=seats)
    for seats in (-1, 0, 1, game.seats[-1] + 1, 10**5000):
        with pytest.raises(OptionsError):
            game.new(seats=seats)
        with pytest.raises(OptionsError):
            game.new({"seats": seats})


@EVERY_GAME
def test_views_follow_from_what_is_seen(name: str, options: str) -> None:
    """A view that takes in what its seat sees of every ply is that of the position, all along."""
    for seed in SEEDS:
        record = random_record(name, options, seed)
        views = [(seat, view_of(record.position(0), seat)) for seat in viewers(record.state)]
        for number, ply in enumerate(record.plies):
            before, after = record.position(number), record.position(number + 1)
            for seat, view in views:
                seen = seen_ply(before, ply, seat)
                assert seen == ply or has_secrets(before)
                if seat == before.to_move:
                    made = [move for move in before.legal_moves() if seen.startswith(move)]
                    assert max(made, key=len) == ply
                view.apply(seen)
                assert view.text == view_of(after, seat).text
                assert view.digest == view_of(after, seat).digest


@EVERY_GAME
def test_views_tell_what_everybody_knows(name: str, options: str) -> None:
    """Options, whose turn it is and which, and the points are the same in every view."""
    for state in positions(random_record(name, options, 6)):
        seats = range(state.seats)
        for seat in viewers(state):
            view = view_of(state, seat)
            assert (view.options, view.seats) == (state.options, state.seats)
            assert (view.to_move, view.over) == (state.to_move, state.over)
            assert (view.turn, view.step) == (state.turn, state.step)
            assert view.scores() == state.scores()
            assert [view.turns_left(each) for each in seats] == [
                state.turns_left(each) for each in seats
            ]


@EVERY_GAME
def test_views_are_read_again(name: str, options: str) -> None:
    """A view's text gives an equal view, which goes on as the first; a copy is one of its own."""
    for seed in SEEDS:
        record = random_record(name, options, seed)
        for number, ply in enumerate(record.plies):
            before, after = record.position(number), record.position(number + 1)
            for seat in viewers(before):
                view = registry.parse_view(view_of(before, seat).text)
                kept = view.copy()
                assert view.text == view_of(before, seat).text
                assert view.digest == view_of(before, seat).digest
                view.apply(seen_ply(before, ply, seat))
                assert view.text == view_of(after, seat).text
                assert view.digest == view_of(after, seat).digest
                assert kept.text == view_of(before, seat).text


@EVERY_NAME
def test_what_cannot_be_seen(name: str) -> None:
    """What is no text of a ply, or not one of this moment, leaves a view as it was."""
    state = registry.get(name).new()
    view = view_of(state, 0)
    before = view.text
    for text in ("", "?!", "nonsense", "pass/K", "bet", "\N{SNOWMAN}"):
        with pytest.raises(InputError):
            view.apply(text)
        assert view.text == before


@pytest.mark.parametrize(
    ("name", "options"), (("kuhn", ""), ("hoard", "ranks=2,hand=1,turns=2"), ("hoard", "turns=1"))
)
def test_guesses_have_their_right_probabilities(name: str, options: str) -> None:
    """What a seat takes a position to be comes as often as it should, of all that it may be.

    The true probabilities are those of all ways in which chance and the others can have come to
    what the seat saw, gone through one by one. Draws come in a fixed order, so that this either
    holds or not; a p-value of one in ten thousand would be bad luck.
    """
    compared = 0
    for seed in range(4):
        record = random_record(name, options, seed)
        start = record.position(0)
        assert has_secrets(start)
        for seat in range(start.seats):
            saw: list[str] = []
            for number, ply in enumerate(record.plies):
                state = record.position(number)
                view = view_of(state, seat)
                true: dict[str, float] = defaultdict(float)
                for position, chance in possible_positions(start, seat, saw):
                    true[position.text] += float(chance)
                guesses = Counter(determinized(view, guess).text for guess in range(600))
                assert set(guesses) <= set(true)
                texts = [text for text, chance in true.items() if chance * 600 >= 5]
                if len(texts) > 1:
                    wanted = np.array([true[text] for text in texts])
                    came = np.array([guesses[text] for text in texts])
                    assert chisquare(came, wanted * came.sum() / wanted.sum()).pvalue > 1e-4
                    compared += 1
                saw.append(seen_ply(state, ply, seat))
    assert compared > 20
