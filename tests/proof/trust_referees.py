"""Dishonest referees, who notices them, and which of them protocol/chance.md says nobody can.

Each plays a whole match with two bots' sessions, signs its record with its own key, and has one
trick. Who plays is asked what it was told of, and who verifies what the record's verdict is.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from carcbot.messages.parts import ChanceMode
from carcbot.replay.verification import GENUINE
from tests.proof import trust_tricks as tricks
from tests.proof.trust_evening import Evening, honest

__all__ = ["MODES", "TRICKS", "Trick"]

MODES: Final[tuple[ChanceMode, ...]] = ("seed", "deck", "joint")
_TRUE: Final = f"^{GENUINE}$"


@dataclass(frozen=True, slots=True)
class Trick:
    """What a referee does, and who has to notice it.

    Attributes:
        name: What it does.
        play: Plays a match with it.
        bot: What a bot has to say, as a regular expression; empty if none can notice.
        verdict: What the verdict on the record has to be, as a regular expression.
        modes: In which modes it can be done.
        note: What else everybody has to see.
        chain: Whether the record is not the one that the players heard of.
    """

    name: str
    play: Callable[[ChanceMode], Evening]
    bot: str = ""
    verdict: str = _TRUE
    modes: tuple[ChanceMode, ...] = MODES
    note: str = ""
    chain: bool = False

    @property
    def noticed_by(self) -> str:
        """Who, for people."""
        finds = {
            "who plays": self.bot,
            "all others see it, and cannot prove it": self.note and self.verdict == _TRUE,
            "who verifies": self.verdict != _TRUE,
            "who played, by the chain": self.chain,
        }
        names = [name for name, finds_it in finds.items() if finds_it]
        return ", ".join(names) or "nobody"

    def missed(self, mode: ChanceMode) -> list[str]:
        """Everything that is not as it has to be."""
        evening = self.play(mode)
        wrong = []
        if not (re.search(self.bot, evening.troubles) if self.bot else not evening.troubles):
            wrong.append(f"who plays says {evening.troubles!r}, not {self.bot!r}")
        if not re.search(self.verdict, evening.verdict):
            wrong.append(f"who verifies says {evening.verdict!r}, not {self.verdict!r}")
        if not re.search(self.note, " ".join(evening.notes)):
            wrong.append(f"all see {evening.notes}, not {self.note!r}")
        if evening.shows_another_chain != self.chain:
            wrong.append(f"the chain is {'another' if not self.chain else 'the same'}")
        return wrong


_DRAW: Final = "event [0-9]+: the (draw|salt) "
_OPENING: Final = "event [0-9]+: the commitment "
TRICKS: Final[tuple[Trick, ...]] = (
    Trick("is honest", honest),
    Trick("draws another tile once", tricks.another_draw, _DRAW, _DRAW, ("seed", "joint")),
    Trick(
        "draws another tile once",
        tricks.another_draw,
        _DRAW,
        _DRAW,
        ("deck",),
        "place 7 does not open",
    ),
    Trick("draws in another order", tricks.draws_in_another_order, _DRAW, _DRAW),
    Trick("opens another secret", tricks.false_opening, _OPENING, _OPENING),
    Trick("draws from another secret", tricks.another_secret_for_draws, _DRAW, _DRAW),
    Trick(
        "changes its secret after the nonces",
        tricks.another_secret_after_nonces,
        "the joint seed is not made of what the seats have committed to",
        "event 1: the commitment ",
        ("joint",),
    ),
    Trick("does not tell one player of a draw", tricks.dropped, "the digest is"),
    Trick("tells one player in another order", tricks.turned_round, "the digest is"),
    Trick("tells one player of another draw", tricks.another_told, "the digest is"),
    Trick(
        "shows a record without a draw",
        tricks.record_lacks_an_event,
        verdict="event [0-9]+: ",
        chain=True,
    ),
    Trick(
        "shows a record in another order",
        tricks.record_in_another_order,
        verdict="event [0-9]+: ",
        chain=True,
    ),
    Trick("shows a record of a match never played", tricks.record_of_another_match, chain=True),
    Trick(
        "blames a seat that was not silent",
        tricks.blamed,
        "our seat was taken from us: said nothing in time",
        modes=("joint",),
        note=r"round \{1\}, 1 time",
    ),
    Trick("picks the seed before the match", tricks.seed_picked, modes=("seed", "deck")),
    Trick("tells a friend what comes", tricks.whispered),
)
