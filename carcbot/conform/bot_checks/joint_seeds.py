"""Joint seeds: for bots that say the feature in their hello. Others are skipped here."""

import hashlib
from dataclasses import dataclass
from typing import Final

from carcbot.conform.bot_book import with_stage
from carcbot.conform.kit import Message, SkippedError, need
from carcbot.conform.led_match import Board
from carcbot.conform.scripted_referee import Line
from carcbot.conform.stage import HELLO, Stage
from carcbot.match.chance.joint import nonce_commitment

_WITH_JOINT: Final[Message] = {"features": [*HELLO["features"], "joint"]}
_A_WHILE_S: Final = 1.0


@dataclass
class _Pact:
    """A table at which the bot has seat 0, and the kit the other one and the referee's part.

    Attributes:
        line: The connection to the bot.
        board: The match that is to begin.
        round: The one that goes on.
        said: What the bot has committed to in it.
    """

    line: Line
    board: Board
    round: int = 0
    said: str = ""

    @property
    def secret(self) -> bytes:
        """The referee's."""
        return hashlib.sha256(f"secret {self.board.name} {self.round}".encode()).digest()

    @property
    def nonce(self) -> str:
        """Of the other seat."""
        return hashlib.sha256(f"nonce {self.board.name} {self.round}".encode()).hexdigest()

    def joint(self, **fields: object) -> Message:
        """What the bot is asked in this round."""
        return {
            "type": "joint",
            "match": self.board.name,
            "round": self.round,
            "seat": 0,
            "commitment": hashlib.sha256(self.secret).hexdigest(),
            "time_us": 9_000_000,
            **fields,
        }

    @property
    def commitments(self) -> list[str]:
        """Of both seats."""
        return [self.said, nonce_commitment(self.board.name, self.round, 1, self.nonce)]

    async def commit(self) -> None:
        """The bot is asked, and commits to something."""
        self.line.say(self.joint())
        said = await self.line.take("commit", match=self.board.name)
        need(said["round"] == self.round, f"a commitment for round {self.round}", said)
        self.said = said["commitment"]
        self.line.ack(said, match=self.board.name, seat=0)

    async def reveal(self) -> str:
        """The bot is shown what all have committed to, and reveals what it has."""
        self.line.say(self.joint(commitments=self.commitments))
        said = await self.line.take("reveal", match=self.board.name)
        true = nonce_commitment(self.board.name, self.round, 0, said["nonce"])
        need(
            (said["round"], true) == (self.round, self.said),
            f"the nonce that it has committed to with {self.said} in round {self.round}",
            said,
        )
        self.line.ack(said, match=self.board.name, seat=0)
        nonce: str = said["nonce"]
        return nonce

    def begin(self, nonce: str) -> None:
        """The match begins with both nonces."""
        joint = {
            "round": self.round,
            "commitments": self.commitments,
            "nonces": [nonce, self.nonce],
        }
        commitment = hashlib.sha256(self.secret).hexdigest()
        start = self.board.start(chance="joint", joint=joint, commitment=commitment)
        self.line.say(start, *self.board.until_asked())


async def _seated(stage: Stage) -> _Pact:
    """A bot at a table where a joint seed is about to be made."""
    board = stage.board()
    line = await stage.line()
    line.scripted |= {"commit", "reveal"}
    await stage.welcome(line, [board], _WITH_JOINT)
    (hello,) = [each for each in line.heard if each["type"] == "hello"]
    if "joint" not in hello.get("features", ()):
        raise SkippedError("the bot does not say the feature joint")
    return _Pact(line, board)


@with_stage("joint.commits")
async def commits(stage: Stage) -> None:
    """Asked for its part of the seed the bot commits, and reveals nothing before all have."""
    pact = await _seated(stage)
    await pact.commit()
    await pact.line.quiet(_A_WHILE_S, "reveal")


@with_stage("joint.reveals")
async def reveals(stage: Stage) -> None:
    """When all have committed the bot reveals the nonce that it has committed to."""
    pact = await _seated(stage)
    await pact.commit()
    await pact.reveal()


@with_stage("joint.plays")
async def plays(stage: Stage) -> None:
    """The match that begins with the joint seed is played."""
    pact = await _seated(stage)
    await pact.commit()
    pact.begin(await pact.reveal())
    await pact.board.rounds(2)


@with_stage("joint.other-round")
async def other_round(stage: Stage) -> None:
    """If another seat withholds, the next round has another nonce of the bot's."""
    pact = await _seated(stage)
    await pact.commit()
    first = await pact.reveal()
    pact.line.say(_withheld(pact, 1, "player-1"))
    pact.round = 1
    await pact.commit()
    second = await pact.reveal()
    need(first != second, "another nonce in another round", second)


@with_stage("joint.own-place")
async def own_place(stage: Stage) -> None:
    """If its own commitment is not among those that it is shown, the bot reveals nothing."""
    pact = await _seated(stage)
    await pact.commit()
    changed = ["0" * 64, pact.commitments[1]]
    pact.line.say(pact.joint(commitments=changed))
    await pact.line.quiet(_A_WHILE_S, "reveal")
    await pact.line.alive()


@with_stage("joint.other-secret")
async def other_secret(stage: Stage) -> None:
    """If the referee's own commitment has changed meanwhile, the bot reveals nothing."""
    pact = await _seated(stage)
    await pact.commit()
    pact.line.say(pact.joint(commitments=pact.commitments, commitment="0" * 64))
    await pact.line.quiet(_A_WHILE_S, "reveal")
    await pact.line.alive()


@with_stage("joint.asked-again")
async def asked_again(stage: Stage) -> None:
    """Asked again after its connection was lost, the bot commits to the same."""
    pact = await _seated(stage)
    await pact.commit()
    first = pact.said
    pact.line.leave(1006)
    pact.line = await stage.line()
    pact.line.scripted |= {"commit", "reveal"}
    await stage.welcome(pact.line, [pact.board], _WITH_JOINT)
    await pact.commit()
    need(pact.said == first, f"the commitment {first} again", pact.said)
    await pact.reveal()


@with_stage("joint.own-fault")
async def own_fault(stage: Stage) -> None:
    """Told that its own nonce was withheld, the bot has no seat there any more, and stays."""
    pact = await _seated(stage)
    pact.line.say(pact.joint(time_us=1), _withheld(pact, 0, "bot"))
    await pact.line.alive()
    other = stage.begun()
    pact.line.leave(1006)
    await stage.greeted([other], _WITH_JOINT)
    await other.rounds()


def _withheld(pact: _Pact, seat: int, account: str) -> Message:
    """A seat has not done its part."""
    return {
        "type": "withheld",
        "match": pact.board.name,
        "round": pact.round,
        "seats": [seat],
        "accounts": [account],
        "text": "said nothing in time",
    }
