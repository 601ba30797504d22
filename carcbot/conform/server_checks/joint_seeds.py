"""Joint seeds: how the seats make one with the referee, and what becomes of who does not."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from carcbot.conform.followed_match import Match, changes_by
from carcbot.conform.kit import Message, need, need_in
from carcbot.conform.scripted_client import Peer
from carcbot.conform.visit import SERVER, Visit, with_visit
from carcbot.match.chance.joint import joint_seed, nonce_commitment
from carcbot.match.chance.numbers import commitment_of
from carcbot.match.chance.source import ChanceSource

_FEATURES: Final = ("joint",)
_SHORT_US: Final = 700_000


@dataclass
class _Table:
    """A table at which a seed is made.

    Attributes:
        name: Of the match.
        peers: Who has which seat.
        round: The one that goes on.
        asked: What each seat was told when it began.
    """

    name: str
    peers: list[Peer]
    round: int = 0
    asked: list[Message] = field(default_factory=list)

    def nonce(self, seat: int) -> str:
        """The nonce of a seat in this round."""
        return hashlib.sha256(f"{self.name} {self.round} {seat}".encode()).hexdigest()

    def commitment(self, seat: int) -> str:
        """What a seat commits to."""
        return nonce_commitment(self.name, self.round, seat, self.nonce(seat))

    @property
    def commitments(self) -> list[str]:
        """Of all seats."""
        return [self.commitment(seat) for seat in range(len(self.peers))]

    async def begins(self) -> None:
        """Each seat is asked for its commitment."""
        self.asked = [await peer.take("joint", match=self.name) for peer in self.peers]
        for seat, asked in enumerate(self.asked):
            need_in(asked, "a joint", round=self.round, seat=seat)
            need(not asked.get("commitments"), "a joint without commitments", asked)

    async def commit(self, seats: Sequence[int] = (0, 1)) -> None:
        """These seats commit to their nonces."""
        for seat in seats:
            said = {"round": self.round, "commitment": self.commitment(seat)}
            await self.peers[seat].ask("commit", match=self.name, **said)

    async def asks_to_reveal(self) -> None:
        """Each seat is shown all commitments, and asked for its nonce."""
        for seat, peer in enumerate(self.peers):
            asked = await peer.take("joint", match=self.name)
            shown = {"commitment": self.asked[seat]["commitment"], "commitments": self.commitments}
            need_in(asked, "a joint", round=self.round, seat=seat, **shown)

    async def reveal(self, seats: Sequence[int] = (0, 1)) -> None:
        """These seats reveal their nonces."""
        for seat in seats:
            said = {"round": self.round, "nonce": self.nonce(seat)}
            await self.peers[seat].ask("reveal", match=self.name, **said)

    async def starts(self) -> Match:
        """The match, which begins with what all have added."""
        match = Match(self.name, self.peers)
        start = await match.next_event("start")
        joint = start.get("joint") or {}
        wanted = {
            "round": self.round,
            "commitments": self.commitments,
            "nonces": [self.nonce(seat) for seat in range(len(self.peers))],
        }
        need(joint == wanted, f"a start with joint {wanted}", start)
        need(start.get("chance") == "joint", "the mode joint in the start", start)
        need(start["commitment"] == self.asked[0]["commitment"], "the same commitment", start)
        return match


async def _opened(visit: Visit, **policy: int) -> str:
    """A table for a joint seed at which nobody sits."""
    visit.need_feature("joint")
    return await visit.opened(chance="joint", policy=policy)


async def _full(visit: Visit, **policy: int) -> _Table:
    """A table at which both seats are taken, and asked."""
    name = await _opened(visit, **policy)
    table = _Table(name, await visit.peers(2, _FEATURES))
    for peer in table.peers:
        await peer.ask("sit", match=name)
    await table.begins()
    return table


with_table: Final = SERVER.given(_full, needs=2)


async def _made(visit: Visit) -> Match:
    """A match that begins with a seed that all have made."""
    table = await _full(visit)
    await table.commit()
    await table.asks_to_reveal()
    await table.reveal()
    return await table.starts()


in_joint_match: Final = SERVER.given(_made, needs=2)


@with_visit("joint.feature")
async def feature(visit: Visit) -> None:
    """At a table for a joint seed only clients with the feature sit: else unsupported_feature."""
    name = await _opened(visit)
    listed = await (await visit.peer()).tables()
    need(listed[name].get("chance") == "joint", "the mode joint in the list", listed[name])
    peer = await visit.peer()
    await peer.refused("unsupported_feature", "sit", match=name)


@with_table("joint.asks-all")
async def asks_all(table: _Table) -> None:
    """When all seats are taken each is told its seat, and all the same commitment and time."""
    first, second = table.asked
    need(first["commitment"] == second["commitment"], "one commitment", table.asked)
    need(first["time_us"] == second["time_us"] > 0, "the same time for both", table.asked)


@in_joint_match("joint.begins")
async def begins(match: Match) -> None:
    """All commit, are shown all commitments, reveal, and the match starts with all of it."""
    await match.play(2)


@in_joint_match("joint.opens")
async def opens(match: Match) -> None:
    """The result opens the referee's secret, and all draws follow from the seed made of it."""
    await match.play(5)
    result = await match.resigned()
    secret, joint = result["seed"], match.start["joint"]
    found = commitment_of(bytes.fromhex(secret))
    need(found == match.start["commitment"], f"a secret of {match.start['commitment']}", result)
    chance = ChanceSource(joint_seed(match.name, joint["round"], secret, joint["nonces"]))
    for event, change in changes_by(match.events):
        if event["type"] == "draw":
            drawn = chance.draw(change.before).text
            need(event["draw"] == drawn, f"the draw {drawn}, by the joint seed", event)


@with_table("joint.twice")
async def twice(table: _Table) -> None:
    """The same commit or reveal twice is acknowledged twice, and counts once."""
    await table.commit((0, 0, 1, 1))
    await table.asks_to_reveal()
    await table.reveal((0, 0, 1))
    await table.starts()


@with_table("joint.other-commitment")
async def other_commitment(table: _Table) -> None:
    """Who has committed cannot commit to something else: not_allowed, and the first word holds."""
    await table.commit((0,))
    said = {"match": table.name, "round": 0, "commitment": "0" * 64}
    await table.peers[0].refused("not_allowed", "commit", **said)
    await table.commit((1,))
    await table.asks_to_reveal()


@with_table("joint.too-early")
async def too_early(table: _Table) -> None:
    """Nobody may reveal before all have committed: not_allowed."""
    await table.commit((0,))
    said = {"match": table.name, "round": 0, "nonce": table.nonce(0)}
    await table.peers[0].refused("not_allowed", "reveal", **said)


@with_table("joint.other-round")
async def other_round(table: _Table) -> None:
    """What is said for another round is stale."""
    said = {"match": table.name, "round": 1, "commitment": table.commitment(0)}
    await table.peers[0].refused("stale", "commit", **said)


async def _asked_again(visit: Visit, table: _Table) -> Message:
    """What the player of seat 0 is asked on a new connection."""
    table.peers[0] = await visit.peer(0, _FEATURES)
    await table.peers[0].ask("resume", match=table.name, last_seq=0)
    return await table.peers[0].take("joint", match=table.name)


@with_visit("joint.comes-again", needs=2)
async def comes_again(visit: Visit) -> None:
    """Who comes back and resumes is asked again, for what it has not said yet."""
    table = await _full(visit)
    again = await _asked_again(visit, table)
    same = ("round", "seat", "commitment")
    need([again[key] for key in same] == [table.asked[0][key] for key in same], "the same", again)
    await table.commit()
    await table.asks_to_reveal()
    again = await _asked_again(visit, table)
    need(again.get("commitments") == table.commitments, "all commitments again", again)
    await table.reveal()
    await table.starts()


async def _withheld(table: _Table, seat: int, *, is_here: bool = True) -> None:
    """All who are still there are told who has withheld; its seat is free, and it is shut out."""
    culprit = table.peers[seat]
    for peer in table.peers if is_here else [each for each in table.peers if each is not culprit]:
        told = await peer.take("withheld", match=table.name)
        accounts = [culprit.known_as]
        need_in(told, "a withheld", round=table.round, seats=[seat], accounts=accounts)
    listed = await culprit.tables()
    need(listed[table.name]["seats"][seat] is None, f"seat {seat} free", listed[table.name])
    await culprit.refused("not_allowed", "sit", match=table.name)


@with_visit.each(
    "joint.{}",
    ("silent-at-first", "Who does not commit in time has withheld: it loses its seat for good.", 0),
    ("silent-at-last", "Who has committed and does not reveal in time has withheld.", 1),
    ("wrong-nonce", "Who reveals what it has not committed to has withheld, at once.", 2),
    ("leaves", "Who leaves in the middle of it has withheld.", 3),
    needs=2,
)
async def _fails(visit: Visit, way: int) -> None:
    table = await _full(visit, **({"nonce_us": _SHORT_US} if way < 2 else {}))
    if way == 0:
        await table.commit((0,))
    else:
        await table.commit()
        await table.asks_to_reveal()
        await table.reveal((0,))
    if way == 2:
        said = {"match": table.name, "round": 0, "nonce": table.nonce(0)}
        await table.peers[1].tried("reveal", **said)
    if way == 3:
        await table.peers[1].ask("leave", match=table.name)
    await _withheld(table, 1, is_here=way != 3)


@with_visit("joint.next-round", needs=3)
async def next_round(visit: Visit) -> None:
    """When the seat is taken again the next round begins, with another secret of the referee's."""
    table = await _full(visit)
    await table.commit()
    await table.asks_to_reveal()
    before = table.asked[0]["commitment"]
    said = {"match": table.name, "round": 0, "nonce": "0" * 64}
    await table.peers[1].tried("reveal", **said)
    await _withheld(table, 1)
    table.peers[1] = await visit.peer(2, _FEATURES)
    await table.peers[1].ask("sit", match=table.name)
    table.round = 1
    await table.begins()
    need(table.asked[0]["commitment"] != before, "another commitment", table.asked[0])
    await table.commit()
    await table.asks_to_reveal()
    await table.reveal()
    match = await table.starts()
    await match.play(1)
