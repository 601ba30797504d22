"""Which matches a bot wants to play: what it seeks, and which challenges it accepts."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from carcbot.errors import InputError
from carcbot.games import USUAL_GAME, registry
from carcbot.games.contract import Option
from carcbot.messages.lobby import MOST_NAMED, DeclineReason, Offer, Terms
from carcbot.messages.parts import ChanceMode, ClockSpec

__all__ = ["AcceptPolicy", "Objection", "Wanted", "decide", "objections"]

_USUAL_CLOCK: Final = ClockSpec()


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Matches that the bot seeks in the lobby whenever it has a free place.

    Attributes:
        game: What is played.
        options: As text: ``"seats=2"``.
        clock: ``bank``, ``per_move``, ``sudden_death``, ``fischer`` or ``delay``; by default, the
            referee's usual clock.
        main_s: Seconds for all moves.
        move_s: Seconds for, or of, each move.
        rated: Whether it counts for the ratings.
        min_rating: Of the others.
        max_rating: Of the others.
        chance: What the draws are committed to: ``seed``, ``deck`` or ``joint``.
        allow: Only these others; empty is anybody.
        block: None of these, besides those of ``[accept]``.
    """

    game: str = USUAL_GAME
    options: str = ""
    clock: Literal["", "bank", "per_move", "sudden_death", "fischer", "delay"] = ""
    main_s: Annotated[float, Meta(ge=0, le=2_592_000)] = 60.0
    move_s: Annotated[float, Meta(ge=0, le=2_592_000)] = 1.0
    rated: bool = True
    min_rating: int | None = None
    max_rating: int | None = None
    chance: ChanceMode = "seed"
    allow: Annotated[tuple[str, ...], Meta(max_length=MOST_NAMED)] = ()
    block: Annotated[tuple[str, ...], Meta(max_length=MOST_NAMED)] = ()

    def __post_init__(self) -> None:
        _check_order("rating", self.min_rating, self.max_rating)

    @property
    def terms(self) -> Terms:
        """As the protocol says it."""
        clock = None
        if self.clock:
            clock = ClockSpec(self.clock, round(self.main_s * 1e6), round(self.move_s * 1e6))
        return Terms(self.game, self.options, clock, rated=self.rated, chance=self.chance)


class AcceptPolicy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which challenges the bot accepts.

    A setting that is left out allows everything, but no more than a day for a move.

    Attributes:
        accept: Whether it accepts any at all.
        games: Which games; empty is everything that its agent plays.
        seats: With how many seats; empty is any number.
        options: What options must be, each as NAME=VALUE or NAME=VALUE|VALUE; ``none`` is an
            empty value. One that the challenge does not say is as the game has it then.
        clocks: Kinds of clocks; empty is any.
        min_move_s: The least time for a move: of each one, or of the main time for 100 moves.
        max_move_s: The most.
        rated: ``any``, ``rated`` or ``unrated``.
        min_rating: Of who challenges.
        max_rating: Of who challenges.
        allow: Only these accounts may; empty is anybody.
        block: None of these accounts, neither as challenger nor as another player.
        on_expiry: What may happen to a seat whose time is over; empty is anything.
        chance: What the draws may be committed to; empty is anything.
    """

    accept: bool = True
    games: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    options: tuple[
        Annotated[
            str,
            Meta(pattern=r"^\w+=[^=]+$", description="NAME=VALUE or NAME=VALUE|VALUE"),
        ],
        ...,
    ] = ()
    clocks: tuple[Literal["bank", "per_move", "sudden_death", "fischer", "delay"], ...] = ()
    min_move_s: Annotated[float, Meta(ge=0)] = 0.0
    max_move_s: Annotated[float, Meta(ge=0)] = 86400.0
    rated: Literal["any", "rated", "unrated"] = "any"
    min_rating: int | None = None
    max_rating: int | None = None
    allow: tuple[str, ...] = ()
    block: tuple[str, ...] = ()
    on_expiry: tuple[Literal["loss", "default_move", "house"], ...] = ()
    chance: tuple[ChanceMode, ...] = ()

    def __post_init__(self) -> None:
        _check_order("rating", self.min_rating, self.max_rating)
        _check_order("move_s", self.min_move_s, self.max_move_s)


def _check_order(name: str, least: float | None, most: float | None) -> None:
    """Refuses limits between which nothing lies."""
    if least is not None and most is not None and least > most:
        raise ValueError(f"min_{name} {least:g} is more than max_{name} {most:g}: nothing fits")


class Objection(msgspec.Struct, frozen=True):
    """Why a challenge is declined.

    Attributes:
        reason: For programs.
        text: For people: what the challenge says, and what the policy asks for.
    """

    reason: DeclineReason
    text: str


def objections(
    policy: AcceptPolicy,
    offer: Offer,
    *,
    plays: Callable[[str], bool],
    rating: int | None,
    free: int,
) -> Iterator[Objection]:
    """All reasons to decline a challenge, the most important first.

    Args:
        policy: What is wanted.
        offer: The challenge, with everything filled in.
        plays: Tells whether the bot's agent plays a game.
        rating: Of who challenges; None if it is not known.
        free: How many more matches the bot may play now.
    """
    terms = offer.terms
    if not policy.accept:
        yield Objection("later", "challenges are not accepted (accept = false)")
    yield from _people(policy, offer)
    if not plays(terms.game):
        yield Objection("game", f"the agent does not play {terms.game}")
    if policy.games and terms.game not in policy.games:
        yield Objection("game", f"{terms.game} is none of games = {list(policy.games)}")
    if policy.seats and offer.seats not in policy.seats:
        yield Objection("options", f"{offer.seats} seats are none of seats = {list(policy.seats)}")
    yield from _options(policy, terms, is_known=plays(terms.game))
    yield from _clock(policy, terms.clock or _USUAL_CLOCK)
    expiry = terms.policy.on_expiry if terms.policy else "loss"
    if policy.on_expiry and expiry not in policy.on_expiry:
        wanted = list(policy.on_expiry)
        yield Objection("policy", f"on_expiry is {expiry!r}, which is none of on_expiry = {wanted}")
    if policy.chance and terms.chance not in policy.chance:
        modes = list(policy.chance)
        yield Objection("policy", f"chance is {terms.chance!r}, which is none of chance = {modes}")
    if policy.rated == "rated" and not terms.rated:
        yield Objection("unrated", "it is unrated, and rated = 'rated'")
    if policy.rated == "unrated" and terms.rated:
        yield Objection("rated", "it is rated, and rated = 'unrated'")
    yield from _rating(policy, offer.by, rating)
    if free <= 0:
        yield Objection("busy", "as many matches go on as it plays at once")


def decide(
    policy: AcceptPolicy,
    offer: Offer,
    *,
    plays: Callable[[str], bool],
    rating: int | None,
    free: int,
) -> Objection | None:
    """Why a challenge is declined, or None; the arguments are those of `objections`."""
    return next(objections(policy, offer, plays=plays, rating=rating, free=free), None)


def _people(policy: AcceptPolicy, offer: Offer) -> Iterator[Objection]:
    others = [offer.by, *offer.to, *offer.accepted]
    blocked = {name.lower() for name in policy.block}
    for name in dict.fromkeys(others):
        if name.lower() in blocked:
            yield Objection("opponent", f"{name} stands in block")
    if policy.allow and offer.by.lower() not in {name.lower() for name in policy.allow}:
        yield Objection("opponent", f"{offer.by} does not stand in allow")


def _options(policy: AcceptPolicy, terms: Terms, *, is_known: bool) -> Iterator[Objection]:
    """Looks at each option that the policy names. An option's list of values is joined by +."""
    # a value may have commas itself, as that of start
    parts = re.split(r",(?=\w+=)", terms.options)
    said = dict(part.split("=", 1) for part in parts if "=" in part)
    options = registry.get(terms.game).options if is_known else ()
    values_of = {option.name: option.values for option in options}
    for rule in policy.options:
        name, _, wanted = rule.partition("=")
        if name in said:
            have = Option.word_of(said[name])
            is_fine = have in wanted.split("|")
        else:
            holds = partial(_holds, terms.game, said, name)
            is_fine = name in values_of and any(map(holds, wanted.split("|")))
            words = map(Option.word_of, values_of.get(name, ()))
            have = next(filter(holds, words), "not there")
        if not is_fine:
            yield Objection("options", f"{name} is {have}, not {wanted}")


def _holds(game: str, said: dict[str, str], name: str, word: str) -> bool:
    """Whether an option that is not said has this value: then to say it would change nothing.

    What an option is without a word may depend on the others.
    """
    value = "" if word == Option.word_of("") else word
    new = registry.get(game).new
    try:
        return new(said | {name: value}).options == new(said).options
    except InputError:
        return False


def _clock(policy: AcceptPolicy, clock: ClockSpec) -> Iterator[Objection]:
    if policy.clocks and clock.kind not in policy.clocks:
        yield Objection(
            "clock", f"the clock {clock.kind} is none of clocks = {list(policy.clocks)}"
        )
    move_s = clock.move_us / 1e6
    if clock.kind in {"sudden_death", "fischer", "delay"}:
        move_s += clock.main_us / 1e8
    if move_s < policy.min_move_s:
        yield Objection(
            "clock", f"{move_s:g} s a move are less than min_move_s = {policy.min_move_s:g}"
        )
    if move_s > policy.max_move_s:
        yield Objection(
            "clock", f"{move_s:g} s a move are more than max_move_s = {policy.max_move_s:g}"
        )


def _rating(policy: AcceptPolicy, account: str, rating: int | None) -> Iterator[Objection]:
    if policy.min_rating is None and policy.max_rating is None:
        return
    if rating is None:
        yield Objection("rating", f"the rating of {account} is not known")
    elif policy.min_rating is not None and rating < policy.min_rating:
        yield Objection("rating", f"{account} has {rating}, less than {policy.min_rating}")
    elif policy.max_rating is not None and rating > policy.max_rating:
        yield Objection("rating", f"{account} has {rating}, more than {policy.max_rating}")
