"""Transcripts of whole sessions: what was said by whom, and when. Here they are made and replayed.

    python -m tests.messages.transcripts

writes protocol/transcripts anew. A transcript is JSON Lines: first what the match is made of (the
seed of its chance among it), then lines with `at_us`, `from` (an account) or `to` (an account), and
the `frame`. Replaying one means to say what the clients said, at those times, to a referee without
a socket, and to compare all that it says with what the transcript has.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from carcbot.games.contract import State
from carcbot.match.moments import Moments
from carcbot.messages import codec
from carcbot.messages.client import Command, Desync, Move, Open, Resign, Resume, Sit, Tables
from carcbot.messages.joint import Commit, Reveal, Withheld
from carcbot.messages.parts import ChanceMode, ClockSpec
from carcbot.messages.server import Error, Message, Request
from carcbot.net.settings import USUAL_LIMITS
from carcbot.referee.abilities import Abilities
from carcbot.referee.commands import Asked, carry_out
from carcbot.referee.hall import Hall
from carcbot.referee.step import EVERYBODY, Refusal, Say
from carcbot.referee.table import Table

__all__ = ["FOLDER", "Session", "replayed", "scripts"]

FOLDER = Path(__file__).parents[2] / "protocol" / "transcripts"
LAG_US = 300
Line = dict[str, Any]


class Session:
    """A referee without a socket, and everything that is said to it and by it."""

    def __init__(self, name: str) -> None:
        self.seed = hashlib.sha256(name.encode()).hexdigest()
        self.hall = Hall(USUAL_LIMITS, Moments(), "carcbot/transcript")
        self.at_us = 1_000_000
        self.lines: list[Line] = [
            {"transcript": name, "match": "m1", "seed": self.seed, "lag_us": LAG_US}
        ]

    def say(self, account: str, command: Command) -> None:
        """A client says something, and the referee what follows from it."""
        self.lines.append({"at_us": self.at_us, "from": account, "frame": plain(command)})
        now_ns = self.at_us * 1000
        asked = Asked(
            account, now_ns, now_ns, LAG_US, lambda: ("m1", self.seed), Abilities(("joint",))
        )
        match = getattr(command, "match", None)
        try:
            answer = carry_out(self.hall, command, asked)
        except Refusal as refusal:
            self._tell(account, Error(refusal.code, refusal.text, command.id, match))
            return
        self._tell(account, answer.ack)
        if answer.table is not None:
            self.spread(answer.table, answer.step.says)

    def wake(self, table: Table) -> None:
        """The time that the table waits for has come."""
        self.at_us = (table.wake_at_ns or 0) // 1000
        self.lines.append({"at_us": self.at_us, "wake": table.match})
        self.spread(table, table.wake(self.at_us * 1000).says)

    def spread(self, table: Table, says: list[Say]) -> None:
        """Says things to those at a table."""
        for say in says:
            if isinstance(say.message, Withheld):  # those who have lost their seats hear it too
                for name in say.message.accounts:
                    self._tell(name, say.message)
            seats = range(len(table.accounts)) if say.to == EVERYBODY else [say.to]
            for seat in seats:
                account = table.accounts[seat] if seat >= 0 else None
                if account is not None:
                    self._tell(account, say.message)
            if isinstance(say.message, Request):
                table.play.request_sent(say.to, self.at_us * 1000)

    def _tell(self, account: str, message: Message) -> None:
        self.lines.append({"at_us": self.at_us, "to": account, "frame": plain(message)})

    @property
    def state(self) -> State:
        """The position of the match."""
        return self.hall.directory.find("m1").state

    def play(self, accounts: str, moves: int = 1000) -> None:
        """Plays on; every move takes a tenth of a second."""
        number = 100
        while not self.state.over and moves and not self.hall.directory.find("m1").result:
            table, number, moves = self.hall.directory.find("m1"), number + 1, moves - 1
            self.at_us += 100_000
            move = self.state.legal_moves()[0]
            seq = next(
                line["frame"]["seq"]
                for line in reversed(self.lines)
                if line.get("frame", {}).get("type") == "request"
            )
            account = table.accounts[self.state.to_move] or accounts[0]
            self.say(account, Move(number, "m1", seq, move))


def plain(message: Command | Message) -> Line:
    """The message as a JSON object."""
    found: Line = msgspec.json.decode(codec.encode(message))
    return found


def hash_of(text: str) -> str:
    """SHA-256 in hex."""
    return hashlib.sha256(text.encode()).hexdigest()


def seated(
    name: str,
    game: str,
    options: str,
    accounts: str,
    clock: ClockSpec,
    *,
    chance: ChanceMode = "seed",
) -> Session:
    """A table at which all have just sat down."""
    session = Session(name)
    session.say("a", Tables(1))
    session.say("a", Open(2, game, options, clock, chance=chance))
    for number, account in enumerate(accounts):
        session.at_us += 1000
        session.say(account, Sit(3 + number, "m1"))
    return session


def scripts() -> Iterator[Session]:
    """Every session that there is a transcript of."""
    bank = ClockSpec("bank", main_us=1_000_000, move_us=200_000)
    session = seated("whole-match", "carcassonne", "seats=2", "ab", bank)
    session.play("ab")
    yield session

    session = seated("three-seats-one-resigns", "pot", "seats=3", "abc", bank)
    session.play("abc", 2)
    session.say("b", Resign(50, "m1"))
    session.play("abc")
    yield session

    session = seated("mistakes", "pot", "seats=2", "ab", bank)
    first = session.lines[-1]["frame"]["seq"]
    session.say("b", Move(10, "m1", first, "take"))  # not its turn
    session.say("a", Move(11, "m1", first - 1, "take"))  # an old request
    session.say("a", Move(12, "m1", first, "fly"))  # no move
    session.say("c", Move(13, "m1", first, "take"))  # not at this table
    session.say("a", Sit(14, "m9"))
    move = session.state.legal_moves()[0]
    session.say("a", Move(15, "m1", first, move))
    session.say("a", Move(16, "m1", first, move))  # once more: it is made once
    session.say("b", Desync(17, "m1", first, "0" * 16))
    session.say("b", Resume(18, "m1", first))
    session.play("ab")
    yield session

    session = seated("hidden-cards", "kuhn", "", "ab", bank)
    session.play("ab")
    yield session

    session = seated("joint-seed", "pot", "seats=2", "ab", bank, chance="joint")
    for round_, accounts in enumerate(("ab", "ac")):
        if round_:
            session.at_us += 1000
            session.say("c", Sit(5, "m1"))
        nonces = {account: hash_of(f"{account} {round_}") for account in accounts}
        for seat, (account, nonce) in enumerate(nonces.items()):
            text = f"carcbot nonce 1 m1 {round_} {seat} {nonce}"
            session.at_us += 1000
            session.say(account, Commit(6 + round_, "m1", round_, hash_of(text)))
        for account, nonce in nonces.items():
            session.at_us += 1000
            if (account, round_) == ("b", 0):
                session.wake(session.hall.directory.find("m1"))  # b says nothing more
            else:
                session.say(account, Reveal(8 + round_, "m1", round_, nonce))
    session.play("ac")
    yield session

    session = seated("deck", "pot", "seats=2", "ab", bank, chance="deck")
    session.play("ab")
    yield session

    session = seated(
        "out-of-time", "carcassonne", "seats=2", "ab", ClockSpec("per_move", 0, 50_000)
    )
    session.wake(session.hall.directory.find("m1"))
    yield session


def replayed(lines: list[Line]) -> list[Line]:
    """What comes of saying what the clients of a transcript said, at the same times."""
    session = Session(lines[0]["transcript"])
    for line in lines[1:]:
        if "from" in line:
            command = codec.decode_command(json.dumps(line["frame"]))
            if isinstance(command, codec.Malformed):
                raise TypeError(command.text)
            session.at_us = line["at_us"]
            session.say(line["from"], command)
        elif "wake" in line:
            session.wake(session.hall.directory.find(line["wake"]))
    return session.lines


def main() -> None:
    """Writes all transcripts."""
    FOLDER.mkdir(exist_ok=True)
    for session in scripts():
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in session.lines)
        (FOLDER / f"{session.lines[0]['transcript']}.jsonl").write_text(text)


if __name__ == "__main__":
    main()
