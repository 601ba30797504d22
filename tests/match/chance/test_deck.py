"""Tests of carcbot.match.chance.deck and of matches that are drawn from decks."""

import hashlib
import random
from collections import Counter

import msgspec
import pytest

from carcbot.errors import OptionsError
from carcbot.games import registry
from carcbot.games.contract import CHANCE, State
from carcbot.games.random_plies import draw
from carcbot.match.chance.check import BrokenPromiseError, check_chance
from carcbot.match.chance.deck import Deck
from carcbot.match.moments import Moments
from carcbot.messages.events import Drawn, Event, Started
from carcbot.referee import journal, journal_reader
from carcbot.referee.table import Table
from tests.games.random_games import GAMES
from tests.referee.hosts import EPOCH_US, SEED, Script, header

CARCASSONNE = (
    "seats=2",
    "seats=3,expansions=river",
    "seats=2,expansions=river+abbot,river_look_ahead=off",
    "seats=2,unplaceable=return_to_bag",
    "seats=2,unplaceable=bottom",
    "seats=2,expansions=river+inns_and_cathedrals+abbot,unplaceable=return_to_bag",
)
DECKS = [("pot", ""), ("pot", "seats=3,ones=9"), *(("carcassonne", each) for each in CARCASSONNE)]


def played(name: str, options: str, seed: int) -> list[Event]:
    """A match that is drawn from a deck, by random moves."""
    seed_ = hashlib.sha256(b"%d" % seed).digest()
    script = Script(header(name, options, seed=seed_, chance="deck"))
    script.finish(random.Random(seed))
    return script.events


def opened(events: list[Event]) -> tuple[int, int]:
    """How many draws were opened, each by hand, and how many shuffles there were."""
    start = events[0]
    assert isinstance(start, Started)
    deck, shuffle, place, count = start.deck, 0, 0, 0
    for event in events:
        if not isinstance(event, Drawn):
            continue
        if event.deck:
            deck, shuffle, place = event.deck, shuffle + 1, 0
        if not event.salt:
            assert place == len(deck)
            continue
        text = f"carcbot deck 1 {shuffle} {place} {event.salt} {event.draw}"
        assert hashlib.sha256(text.encode()).hexdigest() == deck[place]
        place, count = place + 1, count + 1
    return count, shuffle


@pytest.mark.parametrize(("name", "options"), DECKS)
def test_every_draw_is_opened(name: str, options: str) -> None:
    """Each draw opens the next place of the deck that was published; the end opens all of it."""
    for seed in range(8):
        events = played(name, options, seed)
        draws = [event for event in events if isinstance(event, Drawn)]
        count, shuffles = opened(events)
        check_chance(events)
        if "unplaceable" not in options:
            assert (count, shuffles) == (len(draws), 0)
        if "bottom" in options:
            assert shuffles == 0


def test_what_comes_back_is_shuffled() -> None:
    """Where a tile goes back into the bag, the next deck of the same seed is laid."""
    for seed in (43, 55, 57):
        events = played("carcassonne", CARCASSONNE[3], seed)
        assert opened(events)[1] == 1
        check_chance(events)


def test_what_lies_under_the_deck_is_not_opened() -> None:
    """A tile that everybody has seen go under the stack comes without an opening."""
    for seed in (43, 55, 57):
        events = played("carcassonne", CARCASSONNE[4], seed)
        assert [bool(each.salt) for each in events if isinstance(each, Drawn)].count(False) == 1
        check_chance(events)


@pytest.mark.parametrize(
    ("name", "options"), [each for each in GAMES if not registry.get(each[0]).has_secrets]
)
def test_stacks_are_what_can_be_drawn(name: str, options: str) -> None:
    """The first stack is what can be drawn now, and all that lies there is drawn in the end."""
    game = registry.get(name)
    if game.deck is None:
        return
    state: State = game.new(options)
    rng, seen, first = random.Random(1), Counter[str](), game.deck(state)
    while not state.over:
        if state.to_move == CHANCE:
            stacks = game.deck(state)
            assert all(stack and min(stack.values()) > 0 for stack in stacks)
            assert list(stacks[0].items()) == state.outcomes()
            text = draw(state, rng)
            seen[text] += 1
        else:
            text = rng.choice(state.legal_moves())
        state.apply(text)
    if "unplaceable" not in options:
        assert seen == sum((Counter(stack) for stack in first), Counter())


def test_order_does_not_depend_on_play() -> None:
    """Whatever the players do, the same cards come in the same order."""
    orders = []
    for seed in range(6):
        script = Script(header("pot", "seats=3,ones=9", chance="deck"))
        script.finish(random.Random(seed))
        orders.append([event.draw for event in script.events if isinstance(event, Drawn)])
    assert orders == orders[:1] * 6


def test_decks_are_fair() -> None:
    """Over many seeds each card is as often on each place as its copies say."""
    game = registry.get("pot")
    assert game.deck is not None
    counts = [Counter[str]() for _ in range(6)]
    for seed in range(3000):
        state = game.new()
        deck = Deck(hashlib.sha256(b"%d" % seed).digest(), game.deck)
        deck.shuffle(state)
        for place, (card, _) in enumerate(deck._cards):
            counts[place][card] += 1
    for count in counts:
        assert all(abs(count[card] - 500 * (4 - int(card))) < 120 for card in "123")


def test_games_without_a_deck() -> None:
    """A game that has no deck is not played with one, and it is said why."""
    for name in ("kuhn", "grove"):
        with pytest.raises(OptionsError, match=f"chance: {name} has no deck .* seed or joint"):
            Table(header(name, chance="deck"), Moments(EPOCH_US))


@pytest.mark.parametrize("field", ("draw", "salt", "deck"))
def test_another_card(field: str) -> None:
    """A draw that is not the one that was committed to is found, and named."""
    events = played("pot", "ones=9", 1)
    place = 7
    event = events[place]
    assert isinstance(event, Drawn)
    other = {"draw": "3" if event.draw != "3" else "1", "salt": "0" * 64, "deck": ("0" * 64,)}
    events[place] = msgspec.structs.replace(event, **{field: other[field]})
    with pytest.raises(BrokenPromiseError) as caught:
        check_chance(events)
    assert caught.value.seq == event.seq


def test_restore() -> None:
    """From every line of its journal a match with a deck goes on with the same deck."""
    original = Script(header("pot", "ones=9", chance="deck", seed=SEED))
    original.finish(random.Random(3))
    for count in range(4, len(original.texts)):
        lines = journal_reader.read(b"".join(original.texts[:count]), "m1")
        table, step = Table.restore(lines, Moments(EPOCH_US), 0)
        events = [*(line.event for line in lines.events), *step_events(step.lines)]
        assert events == original.events[: len(events)]
        assert table.seq == len(events)


def step_events(texts: list[bytes]) -> list[Event]:
    """The events among lines."""
    lines = map(journal.decode, texts)
    return [line.event for line in lines if isinstance(line, journal.Recorded)]
