"""The transcripts, said to a referee, which has to answer as they do wherever chance has no say."""

from typing import Any, Final

from carcbot.conform.followed_match import Match
from carcbot.conform.kit import Message, need, need_clock, need_only, shown
from carcbot.conform.scripted_client import EVENTS, Peer
from carcbot.conform.transcript_files import Transcript, transcripts
from carcbot.conform.visit import Visit, with_visit
from carcbot.errors import InternalError
from carcbot.games import registry
from carcbot.games.contract import CHANCE
from carcbot.match.chance.joint import nonce_commitment

_SAME: Final[dict[str, tuple[str, ...]]] = {
    "ack": ("id", "seat"),
    "error": ("id", "code", "fatal"),
    "start": ("seq", "game", "rules", "options", "digest", "seat"),
    "move": ("seat", "by"),
    "out": ("seat", "why", "house"),
    "result": ("reason",),
    "request": ("seat",),
    "sync": ("game", "options", "out", "seat"),
    "presence": ("seat", "here"),
}
"""The fields of each message that depend on neither chance nor time."""
_OPTIONAL: Final = {"text", "turn", "step", "turn_us"}
"""What a referee may say or not; turns are not told by those of before."""
_BY_CHANCE: Final = {"draw", "move", "request", "result"}


class _Replay:
    """A transcript, and the match in which it is said again.

    Args:
        transcript: What to say.
        peers: Who says it, by the names that the transcript has for them.
        patience_s: How long to wait for what comes, beyond the time that passes in the transcript.
    """

    def __init__(self, transcript: Transcript, peers: dict[str, Peer], patience_s: float) -> None:
        self._transcript = transcript
        self._peers = peers
        self._patience_s = patience_s
        self._name = ""
        self._numbers: dict[int, int] = {}
        self._moves: dict[tuple[str, int], str] = {}
        starts = transcript.starts
        seats = [peers[each] for each in sorted(starts, key=lambda each: starts[each]["seat"])]
        hidden = registry.get(transcript.game).has_secrets
        self._match: Match | None = None if hidden else Match("", seats)

    async def run(self) -> None:
        """Says all of it, or plays to the end as soon as chance leads elsewhere."""
        now_us = self._transcript.lines[0]["at_us"]
        for line in self._transcript.lines:
            within_s = self._patience_s + (line["at_us"] - now_us) / 1e6
            if "from" in line:
                self._say(line["from"], line["frame"])
            elif "to" in line:
                if not await self._hears(line["to"], line["frame"], within_s):
                    await self._play_on()
                    return
                now_us = line["at_us"]

    def _say(self, account: str, frame: Message) -> None:
        said = {name: value for name, value in frame.items() if name != "type"}
        if said.get("match") == self._transcript.match:
            said["match"] = self._name
        for name in ("seq", "last_seq"):
            if name in said:
                said[name] = self._numbers.get(said[name], said[name])
        if frame["type"] == "commit":
            said["commitment"] = self._commitment(account, frame)
        if frame["type"] == "move" and self._is_made(account, frame["id"]):
            said["move"] = self._move(account, frame)
        self._peers[account].say(frame["type"], **said)

    def _commitment(self, account: str, frame: Message) -> str:
        """The commitment to the nonce that the seat reveals, made for the live match.

        One that does not fit in the transcript, because the seat lies, does not fit here either.
        """
        frames = [line["frame"] for line in self._transcript.lines if line.get("from") == account]
        round_, said = frame["round"], str(frame["commitment"])
        for seat in range(len(self._peers)):
            for each in frames:
                if each["type"] != "reveal" or each["round"] != round_:
                    continue
                true = nonce_commitment(self._transcript.match, round_, seat, each["nonce"])
                if true == said:
                    return nonce_commitment(self._name, round_, seat, each["nonce"])
        return said

    def _is_made(self, account: str, number: int) -> bool:
        """Whether the transcript's move of this id was acknowledged."""
        return any(
            line.get("to") == account
            and (line["frame"]["type"], line["frame"].get("id")) == ("ack", number)
            for line in self._transcript.lines
        )

    def _move(self, account: str, frame: Message) -> str:
        """The first legal move of the live match; the same one if it is said again."""
        asked = (account, frame["seq"])
        if asked not in self._moves:
            secret = self._match is None
            legal = self._match.state.legal_moves() if self._match is not None else []
            self._moves[asked] = frame["move"] if secret else legal[0]
        return self._moves[asked]

    async def _hears(self, account: str, frame: Message, within_s: float) -> bool:
        """Compares what comes with what should; False if chance leads elsewhere."""
        peer = self._peers[account]
        told = await peer.take(within=within_s)
        if frame["type"] == "ack" and "match" in frame and not self._name:
            self._name = told.get("match", "")
            if self._match is not None:
                self._match.name = self._name
        self._follow(peer, told)
        if told["type"] != frame["type"]:
            is_so = {told["type"], frame["type"]} <= _BY_CHANCE and self._is_due(told["type"])
            need(is_so, f"for {account}: a message like {shown(frame)}", told)
            return False
        self._compare(account, frame, told)
        if "seq" in frame:
            self._numbers[frame["seq"]] = told["seq"]
        return True

    def _follow(self, peer: Peer, told: Message) -> None:
        """Takes in what is told, once."""
        match = self._match
        if match is None or told.get("match") != self._name:
            return
        if told["type"] == "request":
            match.ask(told)
        elif told["type"] in EVENTS and told["seq"] == match.seq + 1:
            match.witness = peer
            match.see(told)

    def _is_due(self, kind: str) -> bool:
        """Whether a message of this type is what has to come in the live match."""
        match = self._match
        if match is None:
            return False
        last = match.events[-1]["type"]
        if kind in {last, "request"}:
            return True
        return kind == "draw" and match.state.to_move == CHANCE

    def _compare(self, account: str, frame: Message, told: Message) -> None:
        kind = frame["type"]
        need_only(told, f"for {account}: {kind}", *frame, perhaps=_OPTIONAL)
        for name in _SAME.get(kind, ()):
            need(
                told.get(name) == frame.get(name),
                f"for {account}: {kind} with {name} {shown(frame.get(name))}",
                told,
            )
        if "clock" in frame:
            need_clock(told, {"kind": "bank", **frame["clock"]})
        if kind == "result":
            outs: list[list[Any]] = [
                [each.get("out") for each in it["standings"]] for it in (frame, told)
            ]
            need(outs[0] == outs[1], f"standings with {outs[0]} for out", told)

    async def _play_on(self) -> None:
        """Plays the match to its end, which comes as in the transcript."""
        match = self._match
        if match is None:
            raise InternalError("no match goes on")
        result = await match.finish() if match.result is None else match.result
        wanted = self._transcript.lines[-1]["frame"]["reason"]
        need(result["reason"] == wanted, f"the reason {wanted}", result)


async def _said(visit: Visit, _: str, transcript: Transcript) -> None:
    """The transcript {0}, said by scripted clients, is answered as it is there."""
    visit.need_game(transcript.game)
    modes = {line["frame"].get("chance", "seed") for line in transcript.lines if "from" in line}
    features = sorted(modes - {"seed"})
    for feature in features:
        visit.need_feature(feature)
    peers = {
        account: await visit.peer(number, features)
        for number, account in enumerate(transcript.accounts)
    }
    await _Replay(transcript, peers, visit.talk.patience_s).run()


for _transcript in transcripts():
    with_visit.each(
        "transcript.{}",
        (_transcript.name, ..., _transcript),
        needs=len(_transcript.accounts),
        takes_s=_transcript.lines[-1]["at_us"] / 1e6,
    )(_said)
