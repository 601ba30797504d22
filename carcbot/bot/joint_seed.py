"""One seat's part in a joint seed: it commits to a nonce, reveals it, and checks the others."""

from dataclasses import dataclass

from carcbot.match.chance.joint import nonce_commitment
from carcbot.messages.events import Started
from carcbot.messages.joint import Joint

__all__ = ["JointSeedPart"]


@dataclass(slots=True)
class JointSeedPart:
    """A round.

    Attributes:
        asked: The first message of the referee in this round.
        nonce: One's own.
        commitments: What all seats have committed to, once that is known.
    """

    asked: Joint
    nonce: str
    commitments: tuple[str, ...] = ()

    @property
    def commitment(self) -> str:
        """The seat's commitment."""
        asked = self.asked
        return nonce_commitment(asked.match, asked.round, asked.seat, self.nonce)

    def may_reveal(self, joint: Joint) -> bool:
        """Whether what all have committed to is there, and nothing of it was changed.

        Only then the nonce is revealed, and only for these commitments.
        """
        if joint.commitment != self.asked.commitment or self.commitments not in (
            (),
            joint.commitments,
        ):
            return False
        seat = self.asked.seat
        if seat >= len(joint.commitments) or joint.commitments[seat] != self.commitment:
            return False
        self.commitments = joint.commitments
        return True

    def is_kept(self, start: Started) -> bool:
        """Whether the match begins with the nonces that all seats have committed to."""
        joint = start.joint
        return (
            joint is not None
            and start.commitment == self.asked.commitment
            and joint.round == self.asked.round
            and joint.commitments == self.commitments
            and len(joint.nonces) == len(joint.commitments) > self.asked.seat
            and joint.nonces[self.asked.seat] == self.nonce
        )
