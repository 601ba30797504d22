"""Tests of carcbot.referee.lobby."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.messages.lobby import (
    Accept,
    Cancel,
    Challenge,
    Decline,
    Offered,
    OfferOver,
    Seek,
    Terms,
)
from carcbot.messages.parts import ClockSpec, ErrorCode, Limits, Policy
from carcbot.referee.abilities import Abilities
from carcbot.referee.directory import Directory
from carcbot.referee.lobby import Lobby
from carcbot.referee.parties import Parties
from carcbot.referee.ratings import Rating, Ratings
from carcbot.referee.shares import Shares
from carcbot.referee.step import LobbyStep, Pairing, Refusal

CLOCK = ClockSpec("fischer", 5000, 10)
TERMS = Terms("pot", "seats=2", CLOCK, Policy())
THREE = Terms("pot", "seats=3", CLOCK, Policy())
JOINT = msgspec.structs.replace(TERMS, chance="joint")
SEATS = {TERMS: 2, THREE: 3}
SECOND = 1_000_000
LIMITS = Limits(65536, 20, 100, 10**6, 10, 1000, 5000, 10, matches=2)


def lobby_with(plays: Counter[str]) -> Lobby:
    """A lobby whose accounts have so many seats."""
    parties = Parties()
    shares = Shares(LIMITS, parties, Directory(parties, 0))
    shares.seats = lambda account: plays[account]  # type: ignore[method-assign]
    return Lobby(shares)


class Town:
    """A lobby, with a clock, names for offers, and matches that go on."""

    def __init__(self, *here: str, ratings: dict[str, float] | None = None) -> None:
        known = [Rating("pot/2", account, mu) for account, mu in (ratings or {}).items()]
        self.plays: Counter[str] = Counter()
        self.lobby = lobby_with(self.plays)
        self.lobby.remember(Ratings(known), ())
        self.now_us = 10 * SECOND
        self._count = 0
        for account in here:
            self.lobby.came(account, "test/1")

    def offer(self, account: str, command: Seek | Challenge) -> LobbyStep:
        """Somebody makes an offer; they are called o1, o2 and so on."""
        self._count += 1
        seats = SEATS.get(command.terms, 2)
        return self.lobby.offer(account, command, seats, f"o{self._count}", self.now_us)

    def seek(self, account: str, terms: Terms = TERMS, **wishes: int) -> LobbyStep:
        """Somebody seeks others."""
        return self.offer(account, msgspec.structs.replace(Seek(1, terms), **wishes))

    def free(self, account: str) -> None:
        """A match of theirs is over."""
        self.plays[account] -= 1
        self.lobby.look_again((account,))

    def pairs(self) -> list[Pairing]:
        """All who meet now; their matches go on from then."""
        found = []
        while self.lobby.has_to_look:
            if pairing := self.lobby.look(self.now_us):
                found.append(pairing)
                self.plays.update(pairing.accounts)
        return found


def refusal(work: object) -> ErrorCode:
    """With which code something is refused."""
    with pytest.raises(Refusal) as caught:
        work()  # type: ignore[operator]
    assert caught.value.text
    return caught.value.code


def test_seeks_meet() -> None:
    """Two who seek the same meet; who seeks something else waits."""
    town = Town("a", "b", "c")
    assert town.seek("a").offer == "o1"
    town.seek("b", THREE)
    assert town.pairs() == []
    town.seek("c")
    (pairing,) = town.pairs()
    assert pairing.accounts == ("a", "c")
    assert pairing.terms == TERMS
    assert [offer.offer for offer in pairing.offers] == ["o1", "o3"]
    assert [offer.offer for offer in town.lobby.offers()] == ["o2"]
    told = pairing.matched("m1")
    assert told == [
        ("a", OfferOver("o1", "matched", match="m1")),
        ("c", OfferOver("o3", "matched", match="m1")),
    ]


@pytest.mark.parametrize(
    "other",
    (
        msgspec.structs.replace(TERMS, game="grove"),
        msgspec.structs.replace(TERMS, options="seats=2,x=1"),
        msgspec.structs.replace(TERMS, clock=ClockSpec("fischer", 5000, 11)),
        msgspec.structs.replace(TERMS, policy=Policy("house")),
        msgspec.structs.replace(TERMS, rated=False),
    ),
)
def test_other_terms(other: Terms) -> None:
    """Terms that differ in anything do not meet."""
    town = Town("a", "b")
    town.seek("a")
    town.seek("b", other)
    assert town.pairs() == []


def test_three_seats() -> None:
    """As many meet as there are seats, those who have waited longest."""
    town = Town(*"abcd")
    for account in "abcd":
        town.seek(account, THREE)
    (pairing,) = town.pairs()
    assert pairing.accounts == ("a", "b", "c")
    assert [offer.by for offer in town.lobby.offers()] == ["d"]


def test_nobody_meets_himself() -> None:
    """Two seeks of one account are not a match."""
    town = Town("a", "b")
    town.seek("a")
    town.seek("a")
    assert town.pairs() == []
    town.seek("b")
    assert [pairing.accounts for pairing in town.pairs()] == [("a", "b")]


def test_ratings_are_mutual() -> None:
    """Each has the rating that the other asks for, or they do not meet."""
    strong, weak = 1500 + 40 * 10, 1500
    town = Town("s", "w", ratings={"s": 35.0, "w": 25.0})
    town.seek("s", min_rating=weak + 1)
    town.seek("w")
    assert town.pairs() == []
    town = Town("s", "w", ratings={"s": 35.0, "w": 25.0})
    town.seek("s")
    town.seek("w", max_rating=strong - 1)
    assert town.pairs() == []
    town = Town("s", "w", ratings={"s": 35.0, "w": 25.0})
    town.seek("s", min_rating=weak)
    town.seek("w", max_rating=strong)
    assert len(town.pairs()) == 1


def test_allow_and_block_are_mutual() -> None:
    """Nobody meets whom it blocks, or others than those it allows; no list is shown."""
    town = Town(*"abcd")
    town.offer("a", Seek(1, TERMS, block=("b",)))
    town.seek("b")
    assert town.pairs() == []
    town.offer("c", Seek(1, TERMS, allow=("d", "b")))
    assert [pairing.accounts for pairing in town.pairs()] == [("b", "c")]
    town.offer("d", Seek(1, TERMS, allow=("b", "c")))
    assert town.pairs() == []
    assert [(each.allow, each.block) for each in town.lobby.offers()] == [((), ())] * 2
    town.seek("c")
    assert [pairing.accounts for pairing in town.pairs()] == [("a", "c")]


def test_names_mean_accounts_in_any_case() -> None:
    """No two accounts have names that differ by case alone, so a list means the one there is."""
    town = Town("ann", "bob")
    town.offer("ann", Seek(1, TERMS, block=("BOB",)))
    town.seek("bob")
    assert town.pairs() == []
    town.offer("ann", Seek(1, THREE, allow=("BOB", "cid")))
    assert town.lobby._suits(town.lobby._offer("o3"), "bob")
    step = town.offer("ann", Challenge(1, TERMS, ("Bob",)))
    ((hearer, offered),) = step.says
    assert (hearer, isinstance(offered, Offered)) == ("bob", True)
    town.lobby.accept("bob", Accept(2, "o4"), town.now_us)
    assert [pairing.accounts for pairing in town.pairs()] == [("ann", "bob")]
    town.free("ann")
    town.free("bob")
    # who comes later, too
    town.offer("ann", Challenge(1, TERMS, ("CID",)))
    assert [each.offer.offer for each in town.lobby.came("cid", "test/1")] == ["o5"]
    assert ("cid", "o5") in [
        (account, said.offer) for account, said in town.lobby.cancel("ann", Cancel(3, "o5")).says
    ]


def test_capacity() -> None:
    """Nobody is seated in more matches than it has said; a free place is used at once."""
    town = Town("a", "b", "c")
    town.lobby.set_capacity("a", 1)
    for other in "bc":
        town.seek("a")
        town.seek(other)
    assert [pairing.accounts for pairing in town.pairs()] == [("a", "b")]
    town.free("a")
    assert [pairing.accounts for pairing in town.pairs()] == [("a", "c")]
    assert refusal(lambda: town.seek("a")) == "too_many_matches"
    town.lobby.set_capacity("b", 0)
    town.plays.clear()
    assert refusal(lambda: town.seek("b")) == "too_many_matches"
    online = {each.account: (each.plays, each.capacity) for each in town.lobby.online()}
    assert online == {"a": (0, 1), "b": (0, 0), "c": (0, 2)}


def test_capacity_has_a_limit() -> None:
    """Nobody gets more than the referee allows."""
    town = Town("a")
    town.lobby.set_capacity("a", 1000)
    assert town.lobby.online()[0].capacity == 2


def test_absent() -> None:
    """An offer waits for somebody who is gone, and meets others when he is back."""
    town = Town("a", "b")
    town.seek("a")
    town.lobby.went("a")
    town.seek("b")
    assert town.pairs() == []
    town.lobby.came("a", "test/1")
    assert len(town.pairs()) == 1


@pytest.mark.parametrize(
    ("terms", "before", "after"),
    (
        (TERMS, Abilities(rules={"pot": 1}), Abilities(rules={"pot": 99})),
        (JOINT, Abilities(("joint",)), Abilities()),
    ),
)
def test_another_program(terms: Terms, before: Abilities, after: Abilities) -> None:
    """An offer waits while its owner, or who has accepted it, came again and cannot play it."""
    town = Town()
    for account in "ab":
        town.lobby.came(account, "test/1", before)
    town.seek("a", terms)
    town.lobby.came("a", "test/2", after)
    town.seek("b", terms)
    assert town.pairs() == []
    town.lobby.came("a", "test/1", before)
    (pairing,) = town.pairs()
    assert pairing.accounts == ("a", "b")
    town.offer("b", Challenge(1, terms, ("a",)))
    town.lobby.came("b", "test/2", after)
    town.lobby.accept("a", Accept(2, "o3"), town.now_us)
    assert town.pairs() == []
    town.lobby.came("b", "test/1", before)
    assert len(town.pairs()) == 1


def test_direct_challenge() -> None:
    """Who is challenged is told, nobody else sees it, and it begins when all have accepted."""
    town = Town(*"abcd")
    step = town.offer("a", Challenge(1, THREE, ("b", "c")))
    assert step.offer == "o1"
    (offer,) = step.kept
    assert step.says == [("b", Offered(offer)), ("c", Offered(offer))]
    assert town.lobby.offers() == ()
    assert refusal(lambda: town.lobby.accept("d", Accept(2, "o1"), town.now_us)) == "not_allowed"
    assert refusal(lambda: town.lobby.accept("a", Accept(2, "o1"), town.now_us)) == "not_allowed"
    (changed,) = town.lobby.accept("c", Accept(2, "o1"), town.now_us).kept
    assert changed.accepted == ("c",)
    assert town.pairs() == []
    assert town.lobby.accept("c", Accept(2, "o1"), town.now_us).kept == []
    town.lobby.accept("b", Accept(3, "o1"), town.now_us)
    (pairing,) = town.pairs()
    assert pairing.accounts == ("a", "c", "b")


def test_challenge_waits() -> None:
    """Who was away when challenged is told on coming."""
    town = Town("a")
    (offer,) = town.offer("a", Challenge(1, TERMS, ("b",))).kept
    assert list(town.lobby.came("b", "test/1")) == [Offered(offer)]
    assert list(town.lobby.came("c", "test/1")) == []


def test_decline() -> None:
    """One who declines ends it, and all are told why."""
    town = Town(*"abc")
    town.offer("a", Challenge(1, THREE, ("b", "c")))
    assert refusal(lambda: town.lobby.decline("a", Decline(2, "o1"))) == "not_allowed"
    town.lobby.accept("b", Accept(2, "o1"), town.now_us)
    step = town.lobby.decline("c", Decline(3, "o1", "clock", "too fast for me"))
    assert [each.offer for each in step.gone] == ["o1"]
    over = OfferOver("o1", "declined", "c", "clock", "too fast for me")
    assert sorted(step.says, key=str) == [("a", over), ("b", over), ("c", over)]
    assert refusal(lambda: town.lobby.accept("b", Accept(2, "o1"), town.now_us)) == "unknown_offer"


def test_open_challenge() -> None:
    """Anybody with the right rating may accept an open challenge, and it is seen."""
    town = Town("a", "b", "c", ratings={"b": 35.0})
    town.offer("a", Challenge(1, TERMS, max_rating=1600))
    assert [offer.by for offer in town.lobby.offers()] == ["a"]
    assert refusal(lambda: town.lobby.accept("b", Accept(2, "o1"), town.now_us)) == "not_allowed"
    town.lobby.accept("c", Accept(2, "o1"), town.now_us)
    assert [pairing.accounts for pairing in town.pairs()] == [("a", "c")]


def test_seek_is_not_accepted() -> None:
    """A seek is answered by another one."""
    town = Town("a", "b")
    town.seek("a")
    assert refusal(lambda: town.lobby.accept("b", Accept(2, "o1"), town.now_us)) == "not_allowed"


def test_wrong_number() -> None:
    """As many are challenged as there are other seats, and nobody twice."""
    town = Town(*"abc")
    for to in (("b",), ("b", "b"), ("a", "b"), ("b", "c", "d")):
        command = Challenge(1, THREE, to)
        assert refusal(lambda command=command: town.offer("a", command)) == "bad_options"


def test_cancel() -> None:
    """Only who made an offer takes it back."""
    town = Town("a", "b")
    town.seek("a")
    assert refusal(lambda: town.lobby.cancel("b", Cancel(2, "o1"))) == "not_allowed"
    step = town.lobby.cancel("a", Cancel(2, "o1"))
    assert [each.offer for each in step.gone] == ["o1"]
    assert step.says == [("a", OfferOver("o1", "cancelled", "a"))]
    assert refusal(lambda: town.lobby.cancel("a", Cancel(2, "o1"))) == "unknown_offer"
    assert town.lobby.offers() == ()


def test_expiry() -> None:
    """An offer is given up when its time is over, not before."""
    town = Town("a", "b")
    town.seek("a", expires_s=5)
    town.seek("b", THREE, expires_s=9)
    assert town.lobby.wake(town.now_us + 5 * SECOND - 1) == LobbyStep()
    step = town.lobby.wake(town.now_us + 5 * SECOND)
    assert [each.offer for each in step.gone] == ["o1"]
    assert step.says == [("a", OfferOver("o1", "expired"))]
    assert [each.offer for each in town.lobby.offers()] == ["o2"]


def test_nobody_meets_by_what_has_expired() -> None:
    """Also before it is given up: seeks do not meet, and a challenge is not accepted any more."""
    town = Town("a", "b", "c", "d")
    town.seek("a", expires_s=5)
    town.offer("c", Challenge(1, TERMS, expires_s=5))
    town.now_us += 5 * SECOND
    town.seek("b")
    assert town.pairs() == []
    assert refusal(lambda: town.lobby.accept("d", Accept(2, "o2"), town.now_us)) == "unknown_offer"
    town.seek("d")
    assert [pairing.accounts for pairing in town.pairs()] == [("b", "d")]


def test_what_cannot_be_written_down_was_not_said() -> None:
    """An offer whose end could not be kept is there as before, in its place among the others."""
    town = Town("a", "b")
    town.seek("a")
    town.seek("b", THREE)
    step = town.lobby.cancel("a", Cancel(2, "o1"))
    town.lobby.undo(step, "a")
    assert [each.offer for each in town.lobby.offers()] == ["o1", "o2"]
    town.seek("b")
    assert [pairing.accounts for pairing in town.pairs()] == [("a", "b")]


def test_put_back() -> None:
    """Who met where no match could begin waits before those who came meanwhile."""
    town = Town("a", "b", "c")
    town.seek("a")
    town.seek("b")
    pairing = town.lobby.look(town.now_us)
    assert pairing is not None
    town.seek("c")
    town.lobby.put_back(pairing)
    assert [each.offer for each in town.lobby.offers()] == ["o1", "o2", "o3"]
    assert [pairing.accounts for pairing in town.pairs()] == [("a", "c")]
    town.lobby.look_again(())
    assert town.pairs() == []
    assert [each.offer for each in town.lobby.offers()] == ["o2"]


def test_who_accepted_in_vain_is_told() -> None:
    """Of an open challenge that more have accepted than it has seats for."""
    town = Town("a", "b", "c")
    town.offer("a", Challenge(1, TERMS))
    for account in ("b", "c"):
        town.lobby.accept(account, Accept(2, "o1"), town.now_us)
    (pairing,) = town.pairs()
    assert dict(pairing.matched("m1")) == {
        "a": OfferOver("o1", "matched", match="m1"),
        "b": OfferOver("o1", "matched", match="m1"),
        "c": OfferOver("o1", "cancelled", text="others have its seats"),
    }


def test_too_many() -> None:
    """An account has no more than twenty offers at once."""
    town = Town("a", "b")
    for _ in range(20):
        town.seek("a")
    assert refusal(lambda: town.seek("a")) == "too_many_offers"
    town.lobby.cancel("a", Cancel(1, "o3"))
    assert town.seek("a").offer is not None


def test_restart() -> None:
    """Offers that were kept meet in a new lobby as they would have in the old one."""
    town = Town("a", "b", "c")
    kept = [*town.seek("a").kept, *town.offer("b", Challenge(1, TERMS, ("c",))).kept]
    kept[1] = town.lobby.accept("c", Accept(1, kept[1].offer), town.now_us).kept[0]
    after = lobby_with(Counter())
    after.remember(Ratings(), kept)
    for account in "abc":
        after.came(account, "test/1")
    found = []
    while after.has_to_look:
        found.append(after.look(town.now_us))
    (pairing,) = filter(None, found)
    assert pairing.accounts == ("b", "c")
    assert [offer.by for offer in after.offers()] == ["a"]


COMMANDS = st.lists(
    st.tuples(st.sampled_from("abcd"), st.sampled_from(["two", "three", "end", "away", "back"])),
    max_size=40,
)


@given(COMMANDS)
def test_never_too_many(steps: list[tuple[str, str]]) -> None:
    """Whatever happens, nobody plays more than its capacity, with itself, or while it is away."""
    town = Town(*"abcd")
    here = set("abcd")
    for account, what in steps:
        if what in {"two", "three"} and account in here:
            try:
                town.seek(account, TERMS if what == "two" else THREE)
            except Refusal:
                assert (
                    town.plays[account] == 2
                    or sum(offer.by == account for offer in town.lobby.offers()) == 20
                )
        elif what == "end":
            if town.plays[account]:
                town.free(account)
        elif what == "away":
            here.discard(account)
            town.lobby.went(account)
        elif what == "back":
            here.add(account)
            town.lobby.came(account, "test/1")
        for pairing in town.pairs():
            assert len(set(pairing.accounts)) == len(pairing.accounts) == SEATS[pairing.terms]
            assert set(pairing.accounts) <= here
        assert max(town.plays.values(), default=0) <= 2
    waiting = [offer for offer in town.lobby.offers() if offer.by in here]
    for terms, seats in SEATS.items():
        able = {o.by for o in waiting if o.terms == terms and town.plays[o.by] < 2}
        assert len(able) < seats, "they should have met"


def test_only_what_may_meet_is_looked_at() -> None:
    """In a crowded lobby a change costs a look at one's own offers, and not at all of them."""
    crowd = [f"p{each}" for each in range(40)]
    town = Town(*crowd)
    for account in crowd:
        for _ in range(10):
            town.seek(account, min_rating=9000)
    assert town.pairs() == []
    town.lobby.set_capacity("p7", 1)
    looks = 0
    while town.lobby.has_to_look:
        assert town.lobby.look(town.now_us) is None
        looks += 1
    assert looks == 10
    assert len(town.lobby.offers()) == 400


def test_the_lobby_is_full() -> None:
    """There are so many offers at most; when one is taken back there is room again."""
    town = Town()
    for each in range(1000):
        town.seek(f"p{each % 50}", TERMS if each % 2 else THREE)
    assert refusal(lambda: town.seek("another")) == "too_many_offers"
    town.lobby.cancel("p0", Cancel(1, "o1"))
    assert town.seek("another").offer == "o1002"


def test_view_of_many() -> None:
    """However many have played, the lobby shows the best, and who is here or offers something."""
    strong = {f"guest-{number}": 60.0 - number / 1000 for number in range(5000)}
    town = Town("a", "b", ratings=strong | {"a": 3.0, "b": 2.0, "c": 1.0, "d": 0.0})
    town.lobby.came("c", "test/1")
    town.seek("c")
    town.lobby.went("c")
    view = town.lobby.view()
    assert [each.account for each in view.online] == ["a", "b"]
    assert [each.by for each in view.offers] == ["c"]
    best = [f"guest-{number}" for number in range(100)]
    assert [each.account for each in view.ratings] == [*best, "a", "b", "c"]
    assert town.lobby.view("pot/2").ratings == view.ratings
    assert town.lobby.view("pot/3").ratings == ()
