"""A bot for Carcassonne in plain Python: no package is needed, not even for the websocket.

    CARCBOT_URL=ws://127.0.0.1:8765/play CARCBOT_TOKEN=... \
        python3 bot.py [--sit | --seek TERMS | --enter NAME]

It plays wherever its account has a seat; with --sit it also sits down at every open table, with
--seek it seeks matches in the lobby, one after the other, and with --enter it takes part in the
competition of that name. It lays each tile where it has the most neighbours, and puts a meeple on
every cloister.
"""

import argparse
import base64
import contextlib
import hashlib
import json
import os
import random
import re
import socket
import ssl
import sys
import time
from typing import Any
from urllib.parse import urlsplit

Message = dict[str, Any]

# ---------------------------------------------------------------- the game

# The edges of each tile, clockwise from the north: city, field, road, water of the River.
TILES = """
    A:ffrf B:ffff C:cccc D:crfr E:cfff F:fcfc G:fcfc H:cfcf I:cffc J:crrf K:cfrr L:crrr
    M:ccff N:ccff O:crrc P:crrc Q:ccfc R:ccfc S:ccrc T:ccrc U:rfrf V:ffrr W:frrr X:rrrr
    EA:ffrr EB:frfr EC:frrr ED:frfr EE:rrrr EF:crfc EG:fffc EH:cccc EI:crcr EJ:cfrf EK:cccc
    EL:crrc EM:cfrr EN:cfrc EO:ccfc EP:cfcc EQ:rcrc RA:ffwf RB:cwrw RC:cwcw RD:wfwf RE:ccww
    RF:wfwf RG:wffw RH:fwrw RI:rwwr RJ:fwwf RK:wrwr RL:wfff
"""
EDGES = dict(word.split(":") for word in TILES.split())
CLOISTERS = "AB"
NEIGHBOURS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west; y grows to the south


def is_playable(game: str, options: str) -> bool:
    """Whether this bot can play by these terms: it knows all tiles, but the usual start alone."""
    return game == "carcassonne" and "start=" not in options


def turned(tile: str, rotation: int) -> str:
    """The edges of a tile, with a garden or not, after so many quarter turns clockwise."""
    edges = EDGES[tile.rstrip("g")]
    return edges[4 - rotation :] + edges[: 4 - rotation]


def bend(edges: str, board: dict[tuple[int, int], str], x: int, y: int) -> int:
    """Which way a river tile turns there: 1 or 3, or 2 straight on; 0 if no river flows into it."""
    around = [board.get((x + dx, y + dy), "....") for dx, dy in NEIGHBOURS]
    comes = [at for at in range(4) if edges[at] == "w" == around[at][(at + 2) % 4]]
    goes = [at for at in range(4) if edges[at] == "w" and at not in comes]
    return ((goes[0] - comes[0]) % 4 if goes else 2) if comes else 0


class Match:
    """What the bot knows of a match: just enough to know some legal moves."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seq = 0  # of the last event
        self.turn = 0  # of the last event that changed the position
        self.tried = 0  # how many moves were refused in this position
        self.seat = -1
        self.is_known = False
        self.is_out = False
        self.board: dict[tuple[int, int], str] = {}
        self.tile = ""
        self.bend = 0  # of the river: which way it turned last

    def apply(self, event: Message) -> None:
        """Takes in the next event."""
        self.seq = event["seq"]
        if event["type"] == "out":  # changes no position, so a request stays as it is
            self.is_out = self.is_out or event["seat"] == self.seat
            return
        self.turn, self.tried = self.seq, 0
        if event["type"] == "start":
            self.is_known = is_playable(event["game"], event["options"])
            self.seat, self.is_out = event["seat"], False
            self.board = {(0, 0): EDGES["RA" if "expansions=river" in event["options"] else "D"]}
            self.bend = 0
        elif event["type"] == "draw":
            self.tile = event["draw"]
        elif self.is_known and (move := re.match(r"(-?\d+),(-?\d+)/(\d)", event["move"])):
            x, y, rotation = map(int, move.groups())
            edges = turned(self.tile, rotation)
            if (turns := bend(edges, self.board, x, y)) in (1, 3):
                self.bend = turns
            self.board[x, y] = edges

    def moves(self) -> list[str]:
        """Moves that are legal, the best first.

        A tile may lie wherever its edges match; without a meeple that is all there is to check, but
        that a river flows on, and must not turn the same way twice (as it may after a straight
        piece by the usual rule, so that is tried last). A
        meeple may always stand on a cloister, and of our seven the six cloisters take six at most.
        """
        found = []
        cells = {(x + dx, y + dy) for x, y in self.board for dx, dy in NEIGHBOURS}
        for x, y in sorted(cells - self.board.keys()) if self.is_known else ():
            around = [self.board.get((x + dx, y + dy)) for dx, dy in NEIGHBOURS]
            touching = [(side, other) for side, other in enumerate(around) if other]
            for rotation in range(4):
                edges = turned(self.tile, rotation)
                turns = bend(edges, self.board, x, y)
                if "w" in edges and not turns:
                    continue
                if all(edges[side] == other[(side + 2) % 4] for side, other in touching):
                    again = turns == self.bend
                    found.append((again, -len(touching), f"{x},{y}/{rotation}"))
        moves = [move for *_, move in sorted(found)]
        if self.tile in CLOISTERS and moves:
            moves.insert(0, moves[0] + "+sm")
        return moves


# ---------------------------------------------------------------- the websocket (RFC 6455)

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
GOODBYE = (1000).to_bytes(2)  # the code of a normal end
SECRET = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # noqa: S105 - everybody knows it


class ClosedError(Exception):
    """The referee has closed the connection."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class HopelessError(Exception):
    """What would be the same if it were tried again."""


def connected(url: str) -> socket.socket:
    """A connection to a referee, encrypted if the address says so."""
    parts = urlsplit(url)
    if parts.scheme not in ("ws", "wss") or not parts.hostname:
        raise HopelessError(f"{url!r} is no address: expected ws://HOST:PORT/play, or wss://")
    usual = {"ws": 80, "wss": 443}[parts.scheme]
    plain = socket.create_connection((parts.hostname, parts.port or usual), timeout=10)
    if parts.scheme == "ws":
        return plain
    try:
        return ssl.create_default_context().wrap_socket(plain, server_hostname=parts.hostname)
    except ssl.SSLCertVerificationError as error:
        raise HopelessError(
            f"the certificate of {parts.hostname} is not to be trusted: {error.verify_message}. If"
            " it comes from an authority of the host's own: SSL_CERT_FILE=(its certificate)"
        ) from error
    except ssl.SSLError as error:
        if error.reason == "WRONG_VERSION_NUMBER":
            raise HopelessError(f"nobody speaks TLS at {url}: is it ws://?") from error
        raise


class WebSocket:
    """As much of a websocket client as a bot needs."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.socket = connected(url)
        self.received = b""  # and not yet understood
        self.text = b""  # the begin of a message that comes in several frames
        self.heard = time.monotonic()
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        while b"\r\n\r\n" not in self.received:
            self.read()
        head, self.received = self.received.split(b"\r\n\r\n", 1)
        status = head[9:12].decode()
        if status.startswith("4") and status != "429":  # too many connections: that may get better
            raise HopelessError(f"there is no referee at {url}: HTTP {status}")
        digest = hashlib.sha1((key + SECRET).encode(), usedforsecurity=False).digest()
        if not head.startswith(b"HTTP/1.1 101 ") or base64.b64encode(digest) not in head:
            raise ConnectionError("there is no websocket")

    def read(self) -> None:
        """Waits for more bytes."""
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionError("the connection is lost")
        self.received += data
        self.heard = time.monotonic()

    def send(self, payload: bytes, opcode: int = TEXT) -> None:
        """Sends a frame. Those of a client have a mask."""
        size, mask = len(payload), os.urandom(4)
        length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2)
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
        self.socket.settimeout(10)
        self.socket.sendall(bytes([0x80 | opcode]) + length + mask + masked)

    def leave(self) -> None:
        """Says goodbye, and hears the referee out.

        Who closes with something unread resets the connection, and the goodbye may be lost.
        """
        with contextlib.suppress(OSError):
            self.send(GOODBYE, CLOSE)
            self.socket.settimeout(2)
            while self.socket.recv(65536):
                pass

    def frame(self) -> tuple[int, bool, bytes] | None:
        """Opcode, whether it ends its message, and payload of the next frame, if it is all here."""
        data = self.received
        size = data[1] if len(data) > 1 else 0
        begin = {126: 4, 127: 10}.get(size, 2)
        if begin > 2:  # the size stands in the 2 or 8 bytes that follow
            size = int.from_bytes(data[2:begin])
        if len(data) < begin or len(data) < begin + size:
            return None
        self.received = data[begin + size :]
        return data[0] & 0x0F, data[0] >= 0x80, data[begin : begin + size]

    def receive(self, timeout: float, silence: float) -> str | None:
        """The next message, or None if none comes in time.

        Raises:
            ClosedError: The referee has closed the connection.
            OSError: It is lost. That nothing comes for so long as `silence` means the same, for a
                referee pings.
        """
        until = time.monotonic() + timeout
        while (now := time.monotonic()) < until:
            while frame := self.frame():
                opcode, is_last, payload = frame
                if opcode == CLOSE:
                    self.send(payload[:2], CLOSE)
                    raise ClosedError(int.from_bytes(payload[:2]))
                if opcode == PING:
                    self.send(payload, PONG)
                elif opcode <= TEXT:
                    self.text += payload
                    if is_last:
                        text, self.text = self.text.decode(), b""
                        return text
            if now - self.heard > silence:
                raise ConnectionError("the referee is silent")
            self.socket.settimeout(until - now)
            with contextlib.suppress(TimeoutError):
                self.read()
        return None


# ---------------------------------------------------------------- the protocol

# close codes after which to come back makes no sense
STAY_AWAY = (4000, 4001, 4002, 4005, 4007, 4008)
NEVER = ("bad_options", "unknown_game", "unsupported_feature", "not_allowed")  # will it be sought
LOOKS_EVERY_S = 2.0


class Bot:
    """Plays on one connection after the other."""

    def __init__(
        self, url: str, token: str, *, sits: bool, seeks: Message | None, enters: str
    ) -> None:
        self.url = url
        self.token = token
        self.sits = sits
        self.seeks = seeks  # the terms of matches to seek
        self.enters = enters  # the competition to take part in
        self.account = ""
        self.matches: dict[str, Match] = {}
        self.asked: dict[int, Message] = {}  # commands that are not answered yet
        self.count = 0  # of all commands: each has an id of its own
        self.failures = 0  # connections in a row that led to nothing
        self.looked = 0.0
        self.silence = 15.0

    def run(self) -> None:
        """Plays until that makes no sense any more: HopelessError says why."""
        while True:
            try:
                self.socket = WebSocket(self.url)
                with contextlib.closing(self.socket.socket):
                    try:
                        self.play()
                    except KeyboardInterrupt:
                        self.socket.leave()
                        raise
            except (ClosedError, OSError) as error:
                print("connection:", error, file=sys.stderr)
                if isinstance(error, ClosedError) and error.code in STAY_AWAY:
                    raise HopelessError(f"the referee sends us away for good: {error}") from error
            longest = min(15.0, 0.25 * 2**self.failures)
            time.sleep(random.uniform(longest / 2, longest))
            self.failures = min(self.failures + 1, 10)

    def play(self) -> None:
        """Hears and speaks until the connection is lost."""
        self.asked.clear()
        self.is_welcome = self.is_draining = False
        self.knows_offers = False  # those that the referee has of us from before
        self.offer = ""  # our seek
        while True:
            text = self.socket.receive(LOOKS_EVERY_S, self.silence)
            if text is not None:
                self.hear(json.loads(text))
            looks = self.is_welcome and not self.is_draining
            if looks and time.monotonic() - self.looked >= LOOKS_EVERY_S:
                self.looked = time.monotonic()
                self.look()

    def look(self) -> None:
        """Looks for a match: at the tables, or in the lobby if there is none yet."""
        if self.sits:
            self.say({"type": "tables"})
        is_asked = any(command["type"] == "seek" for command in self.asked.values())
        if self.knows_offers and not self.matches and not self.offer and not is_asked:
            self.say({"type": "seek", "terms": self.seeks, "expires_s": 86400})

    def say(self, command: Message) -> None:
        """Gives a command."""
        self.count += 1
        self.asked[self.count] = command
        self.socket.send(json.dumps({**command, "id": self.count}).encode())

    def hear(self, said: Message) -> None:
        """Does what a message of the referee asks for; those of other types are ignored."""
        kind = said["type"]
        if kind == "hello":
            self.hear_hello(said)
        elif kind in ("start", "draw", "move", "out", "result"):
            self.hear_event(said)
        elif kind == "request":
            match = self.matches.get(said["match"])
            if match and not match.is_out and said["seq"] >= match.turn:
                self.move(match, said["seq"])
        elif kind == "ack":
            self.hear_ack(said)
        elif kind == "error":
            self.hear_error(said)
        elif kind == "notice":
            self.is_draining = self.is_draining or said["code"] == "draining"
        else:
            self.hear_lobby(said)

    def hear_lobby(self, said: Message) -> None:
        """Goes on where something has happened in the lobby, or in a competition."""
        if said["type"] == "offer_over":
            self.hear_offer_over(said)
        elif said["type"] == "competition":
            self.hear_competition(said["competition"])
        elif said["type"] == "called":  # to a match of the competition, whose start follows
            self.matches[said["match"]] = Match(said["match"])

    def hear_hello(self, hello: Message) -> None:
        """Answers, unless more is required than this bot can do."""
        if hello.get("requires"):
            raise HopelessError(f"the referee requires {hello['requires']}: unknown here")
        features = hello.get("features", ())
        if self.seeks and "lobby" not in features:
            print("there is no lobby to seek in", file=sys.stderr)
            self.seeks = None
        if self.enters and "competitions" not in features:
            raise HopelessError("there are no competitions here")
        self.silence = 3 * hello["limits"]["heartbeat_s"]
        self.say({"type": "hello", "product": "sample-stdlib/1", "token": self.token})

    def hear_offer_over(self, over: Message) -> None:
        """Goes on where an offer is no more; a match that came of it begins by itself."""
        if over["offer"] == self.offer:
            self.offer = ""
        if over["outcome"] == "matched" and over.get("match"):
            self.matches.setdefault(over["match"], Match(over["match"]))

    def hear_competition(self, info: Message) -> None:
        """Does what is due in the competition that is wanted, each step once."""
        if info["name"] != self.enters:
            return
        for step in next_steps(info):
            command = {"type": step, "competition": info["name"]}
            if step == "confirm":
                command["changes"] = info["changes"]
            if command not in self.asked.values():
                self.say(command)

    def hear_event(self, event: Message) -> None:
        """Follows a match."""
        match = self.matches.get(event["match"])
        if match is None or event["seq"] <= match.seq:
            return  # not ours, or not new
        if event["seq"] > match.seq + 1:
            self.resume(match)  # one is missing
        elif event["type"] == "result":
            print(f"{match.name}: {event['reason']} {event['standings']}", file=sys.stderr)
            del self.matches[match.name]
        else:
            match.apply(event)

    def resume(self, match: Match) -> None:
        """Asks for the events that are missing, once."""
        command = {"type": "resume", "match": match.name, "last_seq": match.seq}
        if command not in self.asked.values():
            self.say(command)

    def move(self, match: Match, seq: int) -> None:
        """Makes the best move that was not refused. The same position gets the same answer."""
        moves = match.moves()[match.tried :]
        if moves:
            self.say({"type": "move", "match": match.name, "seq": seq, "move": moves[0]})
        else:
            self.say({"type": "resign", "match": match.name})

    def hear_ack(self, ack: Message) -> None:
        """Goes on where a command was carried out."""
        command = self.asked.pop(ack["id"], {})
        if ack.get("welcome"):
            self.hear_welcome(ack["welcome"])
        elif command.get("type") == "sit":
            self.matches[ack["match"]] = Match(ack["match"])
        elif command.get("type") == "seek":
            self.offer = ack["offer"]
        elif command.get("type") == "lobby":  # offers outlive connections: we begin anew
            self.knows_offers = True
            ours = [each for each in ack["lobby"]["offers"] if each["by"] == self.account]
            for offer in ours:
                self.say({"type": "cancel", "offer": offer["offer"]})
        elif command.get("type") == "competitions":
            check_competition(self.enters, ack["competitions"])
            for info in ack["competitions"]:
                self.hear_competition(info)
        elif command.get("type") == "withdraw":
            raise HopelessError(f"withdrawn from {self.enters}: the terms have changed")
        self.sit_down(ack.get("tables") or [])

    def hear_welcome(self, welcome: Message) -> None:
        """Goes on with its matches, and looks for what it was told to."""
        self.is_welcome, self.failures = True, 0
        self.account = welcome["account"]
        names = [seat["match"] for seat in welcome.get("seats", ())]
        self.matches = {name: self.matches.get(name) or Match(name) for name in names}
        for match in self.matches.values():
            self.resume(match)
        if self.seeks:
            self.say({"type": "capacity", "matches": 1})
            self.say({"type": "lobby"})
        if self.enters:
            self.say({"type": "competitions"})

    def sit_down(self, tables: list[Message]) -> None:
        """Takes a seat wherever one is free."""
        for table in tables:
            is_free = table["state"] == "open" and None in table["seats"]
            is_ours = table["match"] in self.matches
            if is_free and not is_ours and is_playable(table["game"], table["options"]):
                self.say({"type": "sit", "match": table["match"]})

    def hear_error(self, error: Message) -> None:
        """Does something about it, if something can be done."""
        print(f"error: {error['code']}: {error['text']}", file=sys.stderr)
        command = self.asked.pop(error.get("id") or 0, {})
        match = self.matches.get(command.get("match", ""))
        if error["code"] == "too_fast":
            time.sleep(error.get("retry_after") or 1.0)
            self.say(command)
        elif error["code"] == "draining":
            self.is_draining = True
        elif command.get("type") == "seek" and error["code"] in NEVER:
            raise HopelessError(f"this cannot be sought here: {error['text']}")
        elif match and error["code"] == "illegal_move" and command["seq"] >= match.turn:
            match.tried += 1
            self.move(match, command["seq"])
        elif match and error["code"] == "stale":
            if command["type"] == "resume":
                match.seq = 0  # the referee has lost events: begin anew
            self.resume(match)
        elif match and error["code"] in ("unknown_match", "not_seated", "match_over"):
            del self.matches[match.name]


def next_steps(info: Message) -> list[str]:
    """What to say of a competition that one wants to take part in, in this order.

    Raises HopelessError if this bot cannot play by its terms; who has entered withdraws before.
    """
    phase, you, terms = info["phase"], info.get("you", "none"), info["terms"]
    if not is_playable(terms["game"], terms.get("options", "")):
        if info.get("to_confirm"):
            return ["withdraw"]
        played = f"{terms['game']} with {terms.get('options') or 'no options'}"
        raise HopelessError(f"this bot cannot play by the terms of {info['name']}: {played}")
    if you == "none" and phase == "registration":
        return ["enter"]
    if you in ("none", "left_out") and info.get("may_enter"):
        return ["enter"]
    steps = ["confirm"] if info.get("to_confirm") else []  # the host has changed the terms
    return [*steps, "check_in"] if (phase, you) == ("check_in", "entered") else steps


def check_competition(name: str, infos: list[Message]) -> None:
    """Raises HopelessError if nothing can come of this competition any more."""
    info = next((each for each in infos if each["name"] == name), None)
    if info is None:
        others = ", ".join(each["name"] for each in infos) or "none"
        raise HopelessError(f"there is no competition {name!r} here; those there are: {others}")
    phase, you = info["phase"], info.get("you", "none")
    if phase in ("over", "called_off"):
        raise HopelessError(f"{name} is {phase.replace('_', ' ')}. {info.get('why', '')}")
    if phase == "announced" or you in ("entered", "checked_in", "playing"):
        return
    if you in ("none", "left_out") and next_steps(info):
        return
    why = "registration is over" if you == "none" else f"we are {you.replace('_', ' ')}"
    raise HopelessError(f"we cannot take part in {name}: {why}")


def terms(text: str) -> Message:
    """The terms of matches to seek, which this bot must be able to play."""
    said: Message = json.loads(text)
    if not is_playable(said["game"], said.get("options", "")):
        raise argparse.ArgumentTypeError("this bot plays Carcassonne from the usual start alone")
    return said


def main() -> None:
    """Plays; ends with 2 where that makes no sense, and says why."""
    parser = argparse.ArgumentParser(description="A bot for Carcassonne.")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--sit", action="store_true", help="sit down at every open table")
    ways.add_argument("--seek", metavar="TERMS", type=terms, help="seek matches: JSON")
    ways.add_argument("--enter", metavar="NAME", default="", help="take part in a competition")
    chosen = parser.parse_args()
    token = os.environ.get("CARCBOT_TOKEN")
    if not token:
        parser.error("there is no token in CARCBOT_TOKEN")
    url = os.environ.get("CARCBOT_URL", "ws://127.0.0.1:8765/play")
    try:
        Bot(url, token, sits=chosen.sit, seeks=chosen.seek, enters=chosen.enter).run()
    except HopelessError as error:
        print("error:", error, file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
