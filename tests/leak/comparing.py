"""Whether somebody was told the same of two matches."""

import itertools
import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from carcbot.games import registry
from carcbot.games.contract import CHANCE
from carcbot.match.chance.deck import Deck
from carcbot.match.chance.joint import round_secret
from carcbot.match.chance.numbers import commitment_of
from tests.leak.twins import Match, Twins, seed_of, viewers
from tests.leak.wire import LAST, Said, Text

__all__ = ["MADE_OF_THE_SEED", "LeakError", "check_same", "check_same_texts", "hearers"]

MADE_OF_THE_SEED: Final = frozenset(
    {
        "start: commitment",
        "start: deck[]",
        "draw: salt",
        "joint: commitment",
    }
)
"""All that may differ between matches that are the same to who hears it.

Nobody can tell the seed, or anything that is drawn, from these, if they are what they should be;
that is looked at too. The test that reads this list fails also when something stands here that
never differs.
"""


class LeakError(AssertionError):
    """Somebody could tell two matches apart.

    Attributes:
        who: Who could.
        what: By what.
    """

    def __init__(self, who: str, what: str, one: object, other: object) -> None:
        pairs = enumerate(zip(str(one), str(other), strict=False))
        where = next((at for at, (left, right) in pairs if left != right), 0)
        shown = [repr(str(each)[max(where - 60, 0) :][:200]) for each in (one, other)]
        super().__init__(f"{who} can tell by {what}: {' and '.join(shown)}")
        self.who = who
        self.what = what


def hearers(twins: Twins) -> list[str]:
    """Who must not be able to tell the twins apart.

    Those who watch know nothing that a seat does not know, so what is hidden from a seat is hidden
    from them.
    """
    seats = [] if twins.viewer is None else [f"seat {twins.viewer}"]
    if not registry.get(twins.game).has_secrets:
        seats = [f"seat {seat}" for seat in viewers(twins.game, twins.options)[:-1]]
    return [*seats, "watcher", "guest", "neighbour", "anonymous"]


def check_same(
    twins: Twins, one: Said, other: Said, who: Collection[str] | None = None
) -> set[str]:
    """Compares all that those heard who cannot know what is different; what derives from the seed.

    Args:
        twins: The matches.
        one: What everybody heard of the one.
        other: What everybody heard of the other.
        who: Whom it concerns, if not all `hearers`.

    Raises:
        LeakError: They were told something.
    """
    differ: set[str] = set()
    for name in hearers(twins) if who is None else who:
        is_viewer = name == f"seat {twins.viewer}"
        lists = [list(_until_the_end(said[name], is_viewer)) for said in (one, other)]
        differ |= check_same_texts(name, twins, *lists)
    return differ


def check_same_texts(
    who: str, twins: Twins, one: Sequence[Text], other: Sequence[Text]
) -> set[str]:
    """Compares all that somebody has heard; what of it derives from the seed.

    Raises:
        LeakError: It tells something.
    """
    differ: set[str] = set()
    made = made_of_the_seed(twins, twins.one), made_of_the_seed(twins, twins.other)
    for at, (mine, theirs) in enumerate(itertools.zip_longest(one, other)):
        if mine == theirs:
            continue
        if mine is None or theirs is None or mine[0] != theirs[0]:
            raise LeakError(who, f"the number of messages, {at}", mine, theirs)
        for what, left, right in _differences(mine[0], mine[1], theirs[1]):
            if what not in MADE_OF_THE_SEED or left not in made[0] or right not in made[1]:
                raise LeakError(who, what, left, right)
            differ.add(what)
    return differ


def made_of_the_seed(twins: Twins, match: Match) -> frozenset[str]:
    """What may be told of a seed: the commitments to it, and what opens those of drawn cards."""
    seed = seed_of(match.lot)
    if twins.chance == "joint":
        seed = round_secret(seed, 0)
    made = {commitment_of(seed)}
    stacks_of = registry.get(twins.game).deck
    if twins.chance == "deck" and stacks_of is not None:
        states = [pair[0] for pair in twins.states()]
        deck = Deck(seed, stacks_of)
        made |= set(deck.shuffle(states[0]))
        drawn = sum(state.to_move == CHANCE for state in states[:-1])
        made |= {salt for _, salt in list(deck._cards)[:drawn]}
    return frozenset(made)


def _until_the_end(said: Iterable[Text], is_viewer: bool) -> Iterator[Text]:  # noqa: FBT001
    """What was said while there were secrets; a seat is told of the last move before the result."""
    is_last = False
    for asked, text in said:
        if asked == LAST:
            if not is_viewer:
                return
            is_last = True
        elif is_last and text.startswith('{"type":"result"'):
            return
        yield asked, text


def _differences(asked: str, one: str, other: str) -> Iterator[tuple[str, object, object]]:
    """Where two texts differ: in which message or answer, and the place in it."""
    try:
        mine, theirs = json.loads(one), json.loads(other)
    except ValueError:
        yield asked, one, other
        return
    yield from _leaves(f"{asked}:", mine, theirs)


def _leaves(place: str, one: object, other: object) -> Iterator[tuple[str, object, object]]:
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        if one.get("type"):  # a message, wherever it stands
            place = f"{one['type']}:"
        for key, value in one.items():
            yield from _leaves(f"{place} {key}", value, other[key])
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for left, right in zip(one, other, strict=True):
            yield from _leaves(f"{place}[]", left, right)
    elif one != other:
        yield place, one, other
