"""Matches that differ only in what somebody cannot know.

Nothing is put into a referee's hands: it draws as it always does. A match is played at random with
one seed, and then so many other seeds are tried that with one of them everything that the viewer
sees is the same for long. What the viewer cannot see is another card, another order, another hand.

In some games so much is drawn openly that no other seed is the same for anybody. Their twins are
dealt: where the viewer does not see a draw it is another one of those that look the same, and all
open draws are those of the first match. `dealt_draws` has a referee draw so.
"""

import hashlib
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

import pytest

from carcbot.games import registry
from carcbot.games.contract import CHANCE, Game, State, View, seen_ply, view_of
from carcbot.match.chance.deck import ChanceDraw
from carcbot.match.chance.joint import joint_seed, round_secret
from carcbot.match.chance.source import ChanceSource
from carcbot.messages.parts import ChanceMode

__all__ = [
    "DEALT_GAMES",
    "MATCH",
    "OPEN_GAMES",
    "SECRET_GAMES",
    "Match",
    "NoTwinsError",
    "Policy",
    "Twins",
    "Viewer",
    "dealt_draws",
    "nonce_of",
    "seed_of",
    "twin_of",
    "twins",
    "viewers",
]

MATCH = "m1"
"""What every match is called."""

Viewer = int | None
"""A seat, or None for those who sit nowhere."""

Policy = Callable[[View], str]
"""How somebody moves who knows this."""
Draws = Callable[[State, str], Sequence[str]]
"""What may be drawn here, where the first match drew this."""

OPEN_GAMES = tuple(name for name in registry.names() if not registry.get(name).has_secrets)
SECRET_GAMES = tuple(name for name in registry.names() if registry.get(name).has_secrets)
DEALT_GAMES = frozenset({"thurn_and_taxis", "ticket_to_ride"})
"""Games whose twins are dealt: five or six cards lie open before the first decision."""

_MOST_PLIES = 60
_MOST_DEALT_PLIES = 36
"""The same where twins are dealt, in which something differs soon. The viewer says what cannot be
understood at every decision, and who says it more than twenty times is sent away."""
_FIRST = 6
"""For so many matches a twin is looked for."""
_LOTS = 2500
"""So many seeds are tried for each."""
_OPEN_LOTS = 200
"""The same where nothing is hidden but what will be drawn: few draws of a match and its twin are
the same, however many are tried."""
_DEALT_LOTS = 60
"""The same where twins are dealt: each is the same until a card is shown that the twin lacks."""
_AS_BEFORE = 0.7
"""How often a draw that the viewer does not see is the same card nevertheless: of many that differ
one is shown soon."""


class NoTwinsError(AssertionError):
    """Nothing was hidden from the viewer in any match, or it was shown at once."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match up to a moment.

    Attributes:
        lot: The number of its seed.
        plies: What was drawn and moved, as the referee knows it.
    """

    lot: int
    plies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Twins:
    """Two matches that are the same to the viewer.

    In a game without secrets they are the same to everybody, but for what will be drawn.

    Attributes:
        game: What is played.
        options: As text.
        viewer: Who cannot tell them apart.
        one: The one.
        other: The other, with as many plies.
        since: After so many plies they differ.
        chance: What their draws are committed to.
    """

    game: str
    options: str
    viewer: Viewer
    one: Match
    other: Match
    since: int
    chance: ChanceMode

    def __str__(self) -> str:
        who = "watcher" if self.viewer is None else f"seat {self.viewer}"
        return f"{self.game} {self.options} {who} {self.chance}".replace("  ", " ")

    def states(self) -> Iterator[tuple[State, State]]:
        """Both positions, before the first ply and after each."""
        one, other = (registry.get(self.game).new(self.options) for _ in range(2))
        yield one.copy(), other.copy()
        for ply, twin in zip(self.one.plies, self.other.plies, strict=True):
            one.apply(ply)
            other.apply(twin)
            yield one.copy(), other.copy()


def seed_of(lot: int) -> bytes:
    """The secret that the referee of a match has."""
    return hashlib.sha256(b"leak %d" % lot).digest()


def nonce_of(seat: int) -> str:
    """What a seat adds to a joint seed."""
    return hashlib.sha256(b"nonce %d" % seat).hexdigest()


@dataclass(frozen=True, slots=True)
class _Setting:
    """What is played, before whom, and what draws are committed to."""

    game: str
    options: str
    viewer: Viewer
    chance: ChanceMode

    @property
    def rules(self) -> Game[State]:
        return registry.get(self.game)

    def start(self) -> State:
        return self.rules.new(self.options)

    @property
    def most_plies(self) -> int:
        """How long matches are."""
        return _MOST_DEALT_PLIES if self.game in DEALT_GAMES else _MOST_PLIES

    @property
    def lots(self) -> int:
        """How many are tried to find a twin."""
        if self.game in DEALT_GAMES:
            return _DEALT_LOTS
        return _LOTS if self.rules.has_secrets else _OPEN_LOTS

    def draws(self, lot: int, start: State) -> Draws:
        """What a twin may draw; it draws the first that fits."""
        if self.game in DEALT_GAMES:
            rng = random.Random(lot)

            def in_any_order(state: State, ply: str) -> list[str]:
                texts = [text for text, _ in state.outcomes()]
                is_as_before = rng.random() < _AS_BEFORE and ply in texts
                return [ply] * is_as_before + rng.sample(texts, len(texts))

            return in_any_order
        source = self.source(lot, start)
        return lambda state, _: [source.draw(state).text]

    def source(self, lot: int, start: State) -> ChanceSource:
        """What a match draws from."""
        seed = seed_of(lot)
        if self.chance == "joint":
            nonces = [nonce_of(seat) for seat in range(start.seats)]
            seed = joint_seed(MATCH, 0, round_secret(seed, 0).hex(), nonces)
        source = ChanceSource(seed, self.rules.deck if self.chance == "deck" else None)
        source.begin(start)
        return source


@contextmanager
def dealt_draws(pair: Twins, match: Match) -> Iterator[None]:
    """In here a referee draws what was drawn in this match, where twins are dealt.

    What comes after that it draws by its seed, as it always does in other games.
    """
    if pair.game not in DEALT_GAMES:
        yield
        return
    states = [states[match is pair.other] for states in pair.states()]
    dealt = [
        ply for state, ply in zip(states, match.plies, strict=False) if state.to_move == CHANCE
    ]
    by_seed = ChanceSource.draw

    def draw(self: ChanceSource, state: State) -> ChanceDraw:
        number, drawn = self._used, by_seed(self, state)
        return ChanceDraw(dealt[number]) if number < len(dealt) else drawn

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ChanceSource, "draw", draw)
        yield


def viewers(game: str, options: str) -> list[Viewer]:
    """Each seat, and whoever only watches."""
    return [*range(registry.get(game).new(options).seats), None]


@cache
def twins(
    game: str,
    options: str,
    viewer: Viewer,
    chance: ChanceMode = "seed",
    policy: Policy | None = None,
) -> Twins:
    """The twins among many that differ for longest while the viewer has something to decide.

    Everybody moves at random, or the viewer by its policy.
    """
    setting = _Setting(game, options, viewer, chance)
    return _best(
        pair
        for lot in range(_FIRST)
        for pair in _twins_of(setting, _at_random(setting, lot, policy))
    )


def twin_of(game: str, options: str, viewer: Viewer, one: Match) -> Twins:
    """A match and its best twin."""
    return _best(_twins_of(_Setting(game, options, viewer, "seed"), one))


def _best(pairs: Iterable[Twins]) -> Twins:
    found = max(pairs, key=_worth, default=None)
    if found is None:
        raise NoTwinsError("no seed hides anything")
    return found


def _worth(pair: Twins) -> tuple[int, int]:
    """How many decisions there are while they differ, the viewer's own first; then of anybody."""
    differing = list(pair.states())[pair.since :]
    own = sum(one.to_move == pair.viewer for one, _ in differing)
    return own, sum(one.to_move >= 0 for one, _ in differing)


def _twins_of(setting: _Setting, one: Match) -> Iterator[Twins]:
    """The twins of a match; by seeds those that are longer than all before."""
    hides = setting.rules.has_secrets
    whole = setting.start()
    seen, stops = [], {0}
    for at, ply in enumerate(one.plies):
        seen.append((whole.to_move, ply, *_seen(whole, ply, setting.viewer)))
        if whole.to_move != CHANCE:
            stops.add(at)
        whole.apply(ply)
    if whole.over:
        stops.add(len(one.plies))
    longest = 0
    for lot in range(_FIRST, setting.lots):
        start = setting.start()
        plies, since = _beside(start, setting.draws(lot, start), setting.viewer, seen)
        while len(plies) not in stops:  # the referee does not wait where it is to draw
            plies.pop()
        if not hides:
            since = 0  # what lies face down is another order from the beginning
        if since is not None and len(plies) > max(longest, since):
            longest = 0 if setting.game in DEALT_GAMES else len(plies)
            yield Twins(
                setting.game,
                setting.options,
                setting.viewer,
                Match(one.lot, one.plies[: len(plies)]),
                Match(lot, tuple(plies)),
                since,
                setting.chance,
            )


def _beside(
    state: State, draws: Draws, viewer: Viewer, seen: list[tuple[int, str, str, str]]
) -> tuple[list[str], int | None]:
    """Plays for as long as the viewer sees this; since when something differs."""
    plies: list[str] = []
    since = None
    for at, (mover, ply, *sights) in enumerate(seen):
        if state.to_move != mover:
            break
        if mover == CHANCE:
            choices = draws(state, ply)
        else:
            moves = state.legal_moves()
            choices = [ply] * (ply in moves) + [move for move in moves if move != ply]
        fitting = (each for each in choices if [*_seen(state, each, viewer)] == sights)
        chosen = next(fitting, None)
        if chosen is None:
            break
        if since is None and chosen != ply:
            since = at + 1
        state.apply(chosen)
        plies.append(chosen)
    return plies, since


def _seen(state: State, ply: str, viewer: Viewer) -> tuple[str, str]:
    """What the viewer sees of a ply, and what everybody does."""
    return seen_ply(state, ply, viewer), seen_ply(state, ply, None)


def _at_random(setting: _Setting, lot: int, policy: Policy | None) -> Match:
    """A match in which everybody moves at random, but the viewer by its policy."""
    rng, state = random.Random(lot), setting.start()
    source = setting.source(lot, state)
    plies: list[str] = []
    while not state.over and len(plies) < setting.most_plies:
        if state.to_move == CHANCE:
            ply = source.draw(state).text
        elif policy is not None and state.to_move == setting.viewer:
            ply = policy(view_of(state, setting.viewer))
        else:
            ply = rng.choice(state.legal_moves())
        state.apply(ply)
        plies.append(ply)
    return Match(lot, tuple(plies))
