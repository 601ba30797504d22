"""Joint seeds: for bots that say the feature in their hello. Others are skipped here."""

import hashlib
from dataclasses import dataclass
from typing import Final

from carcbot.conform.kit import Message, SkippedError, need
from carcbot.conform.led_match import Board
from carcbot.conform.scripted_referee import Line
from carcbot.conform.stage import BOT, HELLO, Stage
from carcbot.match.chance.joint import nonce_commitment

_WITH_JOINT: Final[Message] = {"features": [*HELLO["features"], "joint"]}
_SCRIPTED: Final = ("commit", "reveal")
_A_WHILE_S: Final = 1.0


@dataclass
class _Pact:
    """A table at which the bot has seat 0, and the kit the other one and the referee's part.

    Attributes:
        stage: What the check has.
        line: The connection to the bot.
        board: The match that is to begin.
        round: The one that goes on.
        said: What the bot has committed to in it.
    """

    stage: Stage
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
        self.board.ack(said)

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
        self.board.ack(said)
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
    line = await stage.greeted([board], _WITH_JOINT, scripted=_SCRIPTED)
    (hello,) = [each for each in line.heard if each["type"] == "hello"]
    if "joint" not in hello.get("features", ()):
        raise SkippedError("the bot does not say the feature joint")
    return _Pact(stage, line, board)


async def _committed(stage: Stage) -> _Pact:
    """The same, where the bot has committed to something."""
    pact = await _seated(stage)
    await pact.commit()
    return pact


with_pact: Final = BOT.given(_seated)
committed: Final = BOT.given(_committed)


@committed("joint.commits", takes_s=_A_WHILE_S)
async def commits(pact: _Pact) -> None:
    """Asked for its part of the seed the bot commits, and reveals nothing before all have."""
    await pact.line.quiet(_A_WHILE_S, "reveal")


@committed("joint.reveals")
async def reveals(pact: _Pact) -> None:
    """When all have committed the bot reveals the nonce that it has committed to."""
    await pact.reveal()


@committed("joint.plays")
async def plays(pact: _Pact) -> None:
    """The match that begins with the joint seed is played."""
    pact.begin(await pact.reveal())
    await pact.board.rounds(2)


@committed("joint.other-round")
async def other_round(pact: _Pact) -> None:
    """If another seat withholds, the next round has another nonce of the bot's."""
    first = await pact.reveal()
    pact.line.say(_withheld(pact, 1, "player-1"))
    pact.round = 1
    await pact.commit()
    second = await pact.reveal()
    need(first != second, "another nonce in another round", second)


@committed("joint.own-place", takes_s=_A_WHILE_S)
async def own_place(pact: _Pact) -> None:
    """If its own commitment is not among those that it is shown, the bot reveals nothing."""
    changed = ["0" * 64, pact.commitments[1]]
    pact.line.say(pact.joint(commitments=changed))
    await pact.line.quiet(_A_WHILE_S, "reveal")
    await pact.line.alive()


@committed("joint.other-secret", takes_s=_A_WHILE_S)
async def other_secret(pact: _Pact) -> None:
    """If the referee's own commitment has changed meanwhile, the bot reveals nothing."""
    pact.line.say(pact.joint(commitments=pact.commitments, commitment="0" * 64))
    await pact.line.quiet(_A_WHILE_S, "reveal")
    await pact.line.alive()


@committed("joint.asked-again")
async def asked_again(pact: _Pact) -> None:
    """Asked again after its connection was lost, the bot commits to the same."""
    first = pact.said
    pact.line.leave(1006)
    pact.line = await pact.stage.greeted([pact.board], _WITH_JOINT, scripted=_SCRIPTED)
    await pact.commit()
    need(pact.said == first, f"the commitment {first} again", pact.said)
    await pact.reveal()


@with_pact("joint.own-fault")
async def own_fault(pact: _Pact) -> None:
    """Told that its own nonce was withheld, the bot has no seat there any more, and stays."""
    pact.line.say(pact.joint(time_us=1), _withheld(pact, 0, "bot"))
    await pact.line.alive()
    other = pact.stage.begun()
    pact.line.leave(1006)
    await pact.stage.greeted([other], _WITH_JOINT)
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
