"""Nobody takes the tables of all others: shares by account, by address, and of all guests."""

import msgspec
import pytest

from carcbot.match.moments import Moments
from carcbot.messages import client
from carcbot.messages.lobby import Challenge, Seek, Terms
from carcbot.messages.parts import ClockSpec, Limits, Policy
from carcbot.referee.commands import Asked, carry_out
from carcbot.referee.directory import Directory
from carcbot.referee.hall import Hall
from carcbot.referee.journal import Seated
from carcbot.referee.journal_reader import Lines
from carcbot.referee.step import Refusal
from carcbot.referee.table import Table
from tests.referee.hosts import EPOCH_US, SEED

SECOND = 10**9
LIMITS = Limits(
    65536,
    20,
    100,
    10**6,
    10,
    1000,
    5000,
    10,
    matches=6,
    waiting=4,
    waiting_at_address=10,
    waiting_in_all=40,
    guest_tables=12,
    offers=3,
    offers_in_all=20,
    guest_offers=7,
    grace_us=100_000_000,
    deserted_s=300.0,
)
THREE = "seats=3"


class House:
    """A hall whose visitors have addresses."""

    def __init__(self, **limits: float) -> None:
        self.hall = Hall(msgspec.structs.replace(LIMITS, **limits), Moments(EPOCH_US), "test/1")
        self.now_ns = SECOND
        self._count = 0

    def name_and_seed(self) -> tuple[str, str]:
        """The next match is m1, m2 and so on."""
        self._count += 1
        return f"m{self._count}", SEED.hex()

    def come(self, account: str, address: str) -> str:
        """Somebody is there."""
        self.hall.directory.note_address(account, address)
        self.hall.lobby.came(account, "test/1")
        return account

    def say(self, account: str, command: client.Command, agents: tuple[str, ...] = ()) -> str:
        """Somebody says something; returns the match, or of a refusal its code and its text."""
        asked = Asked(account, self.now_ns, self.now_ns, 0, self.name_and_seed, agents=agents)
        try:
            return carry_out(self.hall, command, asked).ack.match or ""
        except Refusal as refusal:
            return f"{refusal.code}: {refusal.text}"

    def open(self, account: str) -> str:
        """Opens a table for three."""
        return self.say(account, client.Open(1, "pot", THREE))

    def open_and_sit(self, account: str) -> str:
        """Opens a table for three and takes a seat."""
        match = self.open(account)
        return match if ":" in match else self.say(account, client.Sit(1, match))

    def abandoned(self, later_s: float) -> list[str]:
        """The tables that are no more so long after the last look."""
        self.now_ns += int(later_s * SECOND)
        return [each.match for each in self.hall.abandoned(self.now_ns) if each]


def test_guests_of_an_address() -> None:
    """All guests of an address have the tables of one account, whoever opens and whoever sits."""
    house = House()
    guests = [house.come(f"guest-{number:06x}", "198.51.100.7") for number in range(17)]
    matches = [house.open_and_sit(guest) for guest in guests[:4]]
    assert matches == ["m1", "m2", "m3", "m4"]
    for guest in guests:
        refused = house.open(guest)
        assert refused.startswith("too_many_matches: all guests at 198.51.100.7 together have 4")
        assert "limits.waiting" in refused
        assert "leave some" in refused
    # at their own tables they may sit, and at those of others no more than that
    assert house.say(guests[5], client.Sit(1, "m1")) == "m1"
    other = house.open(house.come("ann", "198.51.100.7"))
    assert house.say(guests[6], client.Sit(1, other)).startswith("too_many_matches")
    elsewhere = house.come("guest-999999", "198.51.100.8")
    assert house.open(elsewhere).startswith("m")
    house.say(guests[0], client.Leave(1, "m1"))
    house.say(guests[5], client.Leave(1, "m1"))
    house.abandoned(0)
    assert house.abandoned(121)[0] == "m1"
    assert house.open(guests[9]).startswith("m")


def test_who_only_opened_a_table() -> None:
    """A guest counts at its address as long as a table waits that it has opened."""
    house = House(deserted_s=10**6)
    for guest in ("guest-00000a", "guest-00000b"):
        for _ in range(2):
            assert house.open(house.come(guest, "198.51.100.7")).startswith("m")
    house.hall.lobby.went("guest-00000a")
    assert house.abandoned(119) == []
    refused = house.open(house.come("guest-00000c", "198.51.100.7"))
    assert refused.startswith("too_many_matches: all guests at 198.51.100.7 together have 4")


def test_matches_of_the_guests_of_an_address() -> None:
    """They have as many matches together as an account may have, also by seeks."""
    house = House(waiting=100, guest_tables=100)
    names = [house.come(f"guest-{number:06x}", "198.51.100.7") for number in range(8)]
    ann = house.come("ann", "203.0.113.1")
    for name in names[:6]:
        match = house.say(name, client.Open(1, "pot", "seats=2"))
        house.say(name, client.Sit(1, match))
        house.say(f"friend-of-{name}", client.Sit(1, match))
    assert len(house.hall.playing()) == 6
    for command in (client.Open(1, "pot"), Seek(1, Terms("pot", "seats=2"))):
        assert house.say(names[7], command).startswith("too_many_matches")
    assert house.say(ann, Seek(1, Terms("pot", "seats=2"))) == ""
    house.say(names[0], client.Resign(1, "m1"))
    assert house.say(names[7], Seek(1, Terms("pot", "seats=2"))) == ""
    began = None
    while house.hall.has_to_pair:
        began = house.hall.pair_next(house.name_and_seed, house.now_ns) or began
    assert began is not None
    assert set(began.pairing.accounts) == {ann, names[7]}


def test_all_guests_leave_room() -> None:
    """However many guests come from however many addresses, accounts open as many as before."""
    house = House()
    opened = [
        house.open_and_sit(house.come(f"guest-{number:06x}", f"198.51.100.{number}"))
        for number in range(30)
    ]
    assert [each[0] == "m" for each in opened] == [True] * 12 + [False] * 18
    assert "guests have 12 tables" in opened[12]
    assert "limits.guest_tables" in opened[12]
    assert "an account that the host has given you" in opened[12]
    names = [house.come(f"bot-{number}", f"203.0.113.{number}") for number in range(7)]
    found = [house.open(name) for name in names for _ in range(4)]
    assert all(each.startswith("m") for each in found)
    assert len(house.hall.tables) == 40
    assert "limits.waiting_in_all" in house.open(house.come("last", "203.0.113.99"))
    # a seek of a guest waits as well, until guests have fewer tables
    late = "guest-00001d"
    assert house.say(late, Seek(1, Terms("pot", "seats=2"))).startswith("too_many_matches")


def test_after_a_restart() -> None:
    """Guests' tables that a referee brings back count as theirs, also before they are there."""
    house = House()
    for number in range(12):
        house.open_and_sit(house.come(f"guest-{number:06x}", f"198.51.100.{number // 4}"))
    again = House()
    for table in house.hall.tables.values():
        lines = Lines(table.header, (Seated(0, table.accounts[0]),), (), 0, b"")
        again.hall.directory.add(again.hall.restore(lines, again.now_ns)[0])
    again._count = 100
    assert len(again.hall.tables) == 12
    new = again.come("guest-abcdef", "198.51.100.0")
    assert "limits.guest_tables" in again.open(new)
    assert again.open(again.come("ann", "203.0.113.1")).startswith("m")
    for number in range(4):
        again.come(f"guest-{number:06x}", "198.51.100.0")
    assert "limits.waiting" in again.open(new)
    # nobody has resumed: ten minutes, or what the host has set, and they are gone
    assert again.abandoned(0) == []
    assert len(again.abandoned(300)) == 13
    assert again.open(new).startswith("m")


def test_accounts_of_an_address() -> None:
    """Accounts that come from one address share it, and each has a limit of its own."""
    house = House(guest_tables=39)
    names = [house.come(f"bot-{number}", "203.0.113.1") for number in range(5)]
    assert [house.open(names[0])[0] for _ in range(5)] == ["m"] * 4 + ["t"]
    assert house.open(names[0]).startswith("too_many_matches: you have 4 tables that wait")
    assert [house.open(name)[0] for name in names[1:3] for _ in range(4)] == [*"mmmmmmt", "t"]
    assert "all at 203.0.113.1 together have 10" in house.open(names[4])
    guest = house.come("guest-000001", "203.0.113.1")
    assert "limits.waiting_at_address" in house.open(guest)
    assert house.open(house.come("bot-9", "203.0.113.2")).startswith("m")


def test_offers() -> None:
    """Offers have the same shares: of an account, of an address's guests, of all guests."""
    house = House()
    seek = Seek(1, Terms("pot", THREE))
    guests = [house.come(f"guest-{number:06x}", "198.51.100.7") for number in range(4)]
    said = [house.say(guest, seek) for guest in guests]
    assert said[:3] == [""] * 3
    assert said[3].startswith("too_many_offers: 3 offers of all guests at 198.51.100.7 together")
    challenge = Challenge(1, Terms("pot", THREE))
    for number in range(4):
        assert house.say(house.come(f"guest-a{number}", f"198.51.100.{number}"), challenge) == ""
    refused = house.say(house.come("guest-b", "198.51.100.99"), challenge)
    assert "limits.guest_offers" in refused
    for number in range(13):
        assert house.say(house.come(f"bot-{number}", "203.0.113.1"), challenge) == ""
    assert "limits.offers_in_all" in house.say("bot-1", challenge)


@pytest.mark.parametrize("name", ("grace_us", "nonce_us"))
def test_patience(name: str) -> None:
    """No table is opened, sought or offered at which all have to wait for ever for somebody."""
    house = House()
    for asked_us, code in ((100_000_000, ""), (100_000_001, "bad_options"), (2**53 - 1, "bad_o")):
        policy = msgspec.structs.replace(Policy(), **{name: asked_us})
        terms = Terms("pot", "seats=2", ClockSpec("per_move", 0, 1000), policy)
        for command in (
            client.Open(1, "pot", "seats=2", None, policy),
            Seek(1, terms),
            Challenge(1, terms),
        ):
            said = house.say("ann", command)
            assert said.startswith(code)
            assert not code or f"{name} {asked_us}: at most 100000000 here" in said
    usual = msgspec.structs.replace(Policy(), **{name: 500_000_000})
    hall = Hall(LIMITS, Moments(EPOCH_US), "test/1", usual_policy=usual)
    asked = Asked("ann", SECOND, SECOND, 0, house.name_and_seed)
    carry_out(hall, client.Open(1, "pot"), asked)  # what the host has chosen is allowed


def test_deserted() -> None:
    """A table whose players are all away is no more after a while, whatever their grace is."""
    house = House(grace_us=10**15)
    policy = Policy(grace_us=10**15)
    match = house.say("ann", client.Open(1, "pot", THREE, None, policy))
    table = house.hall.directory.find(match)
    for name in ("ann", "bob"):
        house.say(name, client.Sit(1, match))
    table.left(0, house.now_ns)
    assert house.abandoned(0) == house.abandoned(9999) == []
    table.left(1, house.now_ns)
    assert house.abandoned(0) == house.abandoned(299) == []
    house.say("bob", client.Resume(1, match, 0))
    assert house.abandoned(300) == []
    table.left(1, house.now_ns)
    assert house.abandoned(0) == []
    assert house.abandoned(300) == [match]


def test_bots_wait_for_a_minute() -> None:
    """A table that bots were asked to is no more when no person has been there for a minute."""
    house = House()
    matches = [house.say("ann", client.Open(1, "pot", THREE), ("", "flat", "")) for _ in range(2)]
    for match in matches:
        house.say("house-flat-1", client.Sit(1, match, 1))
    house.say("ann", client.Sit(1, matches[0], 0))
    assert house.abandoned(0) == house.abandoned(59) == []
    assert house.abandoned(1) == [matches[1]]
    assert house.abandoned(9999) == []


def test_nothing_is_kept_of_those_who_are_gone() -> None:
    """Of guests who come and go nothing stays, and those who are there are still counted."""
    house = House(waiting=1000, guest_tables=1000, waiting_in_all=1000)
    house.open_and_sit(house.come("guest-stays", "198.51.100.1"))
    for number in range(60):
        guest = house.come(f"guest-{number}", f"10.0.0.{number}")
        house.say(guest, client.Leave(1, house.open_and_sit(guest)))
        house.hall.lobby.went(guest)
    house.abandoned(0)
    assert len(house.abandoned(121)) == 60
    directory = house.hall.directory
    known = (directory._sat, directory._held, directory._openers, house.hall._parties._addresses)
    assert [len(each) for each in known] == [1, 3, 1, 1]
    assert house.open_and_sit("guest-stays").startswith("m")


def test_who_meets_is_looked_for_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """To look whether a guest meets others, tables are looked at once a party, not once a guest."""
    limits = dict.fromkeys(
        ("waiting", "guest_tables", "offers", "offers_in_all", "guest_offers"), 500
    )
    house = House(**limits)
    guests = [
        house.come(f"guest-{at}-{number}", f"10.0.0.{at}")
        for at in range(5)
        for number in range(10)
    ]
    for guest in guests:
        house.say(guest, client.Open(1, "pot", THREE))
        house.say(guest, Seek(1, Terms("pot", "seats=2"), min_rating=4000))
    looked: list[str] = []
    held_by = Directory.held_by

    def count(self: Directory, party: str) -> list[Table]:
        looked.append(party)
        return held_by(self, party)

    monkeypatch.setattr(Directory, "held_by", count)
    looks = 0
    while house.hall.has_to_pair:
        looked.clear()
        assert house.hall.pair_next(house.name_and_seed, house.now_ns) is None
        assert sorted(looked) == ["guests", *(f"guests at 10.0.0.{at}" for at in range(5))]
        looks += 1
    assert looks == len(guests)
