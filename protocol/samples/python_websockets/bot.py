"""A bot for Carcassonne in Python with the package `websockets`.

    pip install websockets
    CARCBOT_URL=ws://127.0.0.1:8765/play CARCBOT_TOKEN=... \
        python3 bot.py [--sit | --seek TERMS | --enter NAME]

It plays wherever its account has a seat; with --sit it also sits down at every open table, with
--seek it seeks matches in the lobby, one after the other, and with --enter it takes part in the
competition of that name.
"""

import argparse
import asyncio
import json
import os
import random
import re
import ssl
import sys
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

# The edges of each tile, clockwise from the north: city, field, road, water of the River.
TILES = """
    A:ffrf B:ffff C:cccc D:crfr E:cfff F:fcfc G:fcfc H:cfcf I:cffc J:crrf K:cfrr L:crrr
    M:ccff N:ccff O:crrc P:crrc Q:ccfc R:ccfc S:ccrc T:ccrc U:rfrf V:ffrr W:frrr X:rrrr
    EA:ffrr EB:frfr EC:frrr ED:frfr EE:rrrr EF:crfc EG:fffc EH:cccc EI:crcr EJ:cfrf EK:cccc
    EL:crrc EM:cfrr EN:cfrc EO:ccfc EP:cfcc EQ:rcrc RA:ffwf RB:cwrw RC:cwcw RD:wfwf RE:ccww
    RF:wfwf RG:wffw RH:fwrw RI:rwwr RJ:fwwf RK:wrwr RL:wfff
"""
EDGES = dict(word.split(":") for word in TILES.split())
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west; y grows to the south
# close codes after which to come back makes no sense
STAY_AWAY = (4000, 4001, 4002, 4005, 4007, 4008)
NEVER = ("bad_options", "unknown_game", "unsupported_feature", "not_allowed")  # will it be sought
LOOKS_EVERY_S = 2.0
# Messages of any size, and pings of our own, so that a referee that fell silent is noticed.
CONNECTION: dict[str, Any] = {
    "compression": None,
    "max_size": None,
    "ping_interval": 5,
    "ping_timeout": 5,
    "close_timeout": 1,
}


@dataclass
class Match:
    """What the bot knows of a match."""

    seq: int = 0  # of the last event
    turn: int = 0  # of the last event that changed the position
    tried: int = 0  # how many moves were refused in this position
    start: dict[str, Any] = field(default_factory=dict)
    is_out: bool = False
    tile: str = ""
    board: dict[tuple[int, int], str] = field(default_factory=dict)
    bend: int = 0  # of the river: which way it turned last

    def moves(self) -> list[str]:
        """Legal moves: the tile lies where its edges match. A meeple may stand on any cloister."""
        if not is_playable(self.start["game"], self.start["options"]):
            return []
        cells = {(x + dx, y + dy) for x, y in self.board for dx, dy in SIDES} - self.board.keys()
        places = [(cell, rotation) for cell in sorted(cells) for rotation in range(4)]
        fitting = [(*cell, turn) for cell, turn in places if self.fits(*cell, turn)]
        # a river must not turn the same way twice, or only after a straight piece: that comes last
        fitting.sort(key=lambda place: self.flow(*place) == self.bend)
        moves = [f"{x},{y}/{turn}" for x, y, turn in fitting]
        return [f"{move}+sm" for move in moves[:1] if self.tile in "AB"] + moves

    def fits(self, x: int, y: int, rotation: int) -> bool:
        """Whether the tile can lie there."""
        others = [self.board.get((x + dx, y + dy)) for dx, dy in SIDES]
        edges = turned(self.tile, rotation)
        if "w" in edges and not self.flow(x, y, rotation):
            return False
        return all(not each or each[side - 2] == edges[side] for side, each in enumerate(others))

    def flow(self, x: int, y: int, rotation: int) -> int:
        """Which way a river turns on the tile there: 1 or 3, or 2 straight on; 0 if none comes."""
        others = [self.board.get((x + dx, y + dy), "....") for dx, dy in SIDES]
        wet = [side for side, edge in enumerate(turned(self.tile, rotation)) if edge == "w"]
        comes = [side for side in wet if others[side][side - 2] == "w"]
        goes = [side for side in wet if side not in comes]
        return ((goes[0] - comes[0]) % 4 if goes else 2) if comes else 0


def turned(tile: str, rotation: int) -> str:
    """The edges of a tile, with a garden or not, after so many quarter turns clockwise."""
    edges = EDGES[tile.rstrip("g")]
    return edges[4 - rotation :] + edges[: 4 - rotation]


def is_playable(game: str, options: str) -> bool:
    """Whether this bot can play by these terms: it knows all tiles, but the usual start alone."""
    return game == "carcassonne" and "start=" not in options


class HopelessError(Exception):
    """What would be the same if it were tried again."""


class Bot:
    """Plays on one connection after the other."""

    def __init__(
        self, token: str, *, sits: bool, seeks: dict[str, Any] | None, enters: str
    ) -> None:
        self.token = token
        self.sits = sits
        self.seeks = seeks  # the terms of matches to seek
        self.enters = enters  # the competition to take part in
        self.account = ""
        self.matches: dict[str, Match] = {}
        self.asked: dict[int, dict[str, Any]] = {}  # commands that are not answered yet
        self.count = 0  # of all commands: each has an id of its own
        self.failures = 0  # connections in a row that led to nothing

    async def play(self, socket: ClientConnection) -> None:
        """Hears and speaks until the connection is lost; the library answers pings."""
        self.socket, self.is_welcome, self.is_draining = socket, False, False
        self.knows_offers = False  # those that the referee has of us from before
        self.offer = ""  # our seek
        self.asked.clear()
        clock, looked = asyncio.get_running_loop().time, 0.0
        while True:
            try:
                said = json.loads(await asyncio.wait_for(socket.recv(), LOOKS_EVERY_S))
            except TimeoutError:
                said = {"type": "nothing"}
            hears = getattr(self, f"hear_{said['type']}", None)
            if hears:  # a message of another type is ignored
                await hears(said)
            looks = self.is_welcome and not self.is_draining
            if looks and clock() - looked >= LOOKS_EVERY_S:
                looked = clock()
                await self.look()

    async def look(self) -> None:
        """Looks for a match: at the tables, or in the lobby if there is none yet."""
        if self.sits:
            await self.say(type="tables")
        is_asked = any(command["type"] == "seek" for command in self.asked.values())
        if self.knows_offers and not self.matches and not self.offer and not is_asked:
            await self.say(type="seek", terms=self.seeks, expires_s=86400)

    async def say(self, **command: Any) -> None:  # noqa: ANN401 - fields are of many types
        """Gives a command."""
        self.count += 1
        self.asked[self.count] = command
        await self.socket.send(json.dumps({**command, "id": self.count}))

    async def hear_hello(self, hello: dict[str, Any]) -> None:
        """Answers, unless more is required than this bot can do."""
        if hello.get("requires"):
            raise HopelessError(f"the referee requires {hello['requires']}: unknown here")
        features = hello.get("features", ())
        if self.seeks and "lobby" not in features:
            print("there is no lobby to seek in", file=sys.stderr)
            self.seeks = None
        if self.enters and "competitions" not in features:
            raise HopelessError("there are no competitions here")
        await self.say(type="hello", product="sample-websockets/1", token=self.token)

    async def hear_ack(self, ack: dict[str, Any]) -> None:
        """Goes on where a command was carried out."""
        command = self.asked.pop(ack["id"], {})
        if welcome := ack.get("welcome"):
            await self.hear_welcome(welcome)
        elif command.get("type") == "sit":
            self.matches[ack["match"]] = Match()
        elif command.get("type") == "seek":
            self.offer = ack["offer"]
        elif command.get("type") == "lobby":  # offers outlive connections: we begin anew
            self.knows_offers = True
            ours = [each for each in ack["lobby"]["offers"] if each["by"] == self.account]
            for offer in ours:
                await self.say(type="cancel", offer=offer["offer"])
        elif command.get("type") == "competitions":
            check_competition(self.enters, ack["competitions"])
            for info in ack["competitions"]:
                await self.hear_competition({"competition": info})
        elif command.get("type") == "withdraw":
            raise HopelessError(f"withdrawn from {self.enters}: the terms have changed")
        await self.sit_down(ack.get("tables") or [])

    async def hear_welcome(self, welcome: dict[str, Any]) -> None:
        """Goes on with its matches, and looks for what it was told to."""
        self.is_welcome, self.failures = True, 0
        self.account = welcome["account"]
        names = [seat["match"] for seat in welcome.get("seats", ())]
        self.matches = {name: self.matches.get(name) or Match() for name in names}
        for name in names:
            await self.resume(name)
        if self.seeks:
            await self.say(type="capacity", matches=1)
            await self.say(type="lobby")
        if self.enters:
            await self.say(type="competitions")

    async def sit_down(self, tables: list[dict[str, Any]]) -> None:
        """Takes a seat wherever one is free."""
        for table in tables:
            is_free = table["state"] == "open" and None in table["seats"]
            is_ours = table["match"] in self.matches
            if is_free and not is_ours and is_playable(table["game"], table["options"]):
                await self.say(type="sit", match=table["match"])

    async def resume(self, name: str) -> None:
        """Asks for the events that are missing, once."""
        command = {"type": "resume", "match": name, "last_seq": self.matches[name].seq}
        if command not in self.asked.values():
            await self.say(**command)

    async def hear_competition(self, news: dict[str, Any]) -> None:
        """Does what is due in the competition that is wanted, each step once."""
        info = news["competition"]
        if info["name"] != self.enters:
            return
        for step in next_steps(info):
            command = {"type": step, "competition": info["name"]}
            if step == "confirm":
                command["changes"] = info["changes"]
            if command not in self.asked.values():
                await self.say(**command)

    async def hear_called(self, called: dict[str, Any]) -> None:
        """Expects the start of a match of the competition."""
        self.matches[called["match"]] = Match()

    async def follow(self, event: dict[str, Any]) -> None:
        """Follows a match."""
        match = self.matches.get(event["match"])
        if not match or event["seq"] <= match.seq:
            return  # not ours, or not new
        if event["seq"] > match.seq + 1:
            await self.resume(event["match"])  # one is missing
            return
        match.seq, kind = event["seq"], event["type"]
        if kind == "out":  # changes no position, so a request stays as it is
            match.is_out = match.is_out or event["seat"] == match.start["seat"]
            return
        match.turn, match.tried = match.seq, 0
        if kind == "start":
            match.start = event
            match.board = {(0, 0): EDGES["RA" if "expansions=river" in event["options"] else "D"]}
        elif kind == "draw":
            match.tile = event["draw"]
        elif kind == "result":
            print(f"{event['match']}: {event['reason']} {event['standings']}", file=sys.stderr)
            del self.matches[event["match"]]
        elif match.tile.rstrip("g") in EDGES and (
            move := re.match(r"(-?\d+),(-?\d+)/(\d)", event["move"])
        ):
            x, y, rotation = map(int, move.groups())
            if (turns := match.flow(x, y, rotation)) in (1, 3):
                match.bend = turns
            match.board[x, y] = turned(match.tile, rotation)

    hear_start = hear_draw = hear_move = hear_out = hear_result = follow

    async def hear_request(self, request: dict[str, Any]) -> None:
        """Makes the first move that was not refused; the same position gets the same answer."""
        name, seq = request["match"], request["seq"]
        match = self.matches.get(name)
        if not match or match.is_out or seq < match.turn:
            return
        moves = match.moves()[match.tried :]
        if moves:
            await self.say(type="move", match=name, seq=seq, move=moves[0])
        else:
            await self.say(type="resign", match=name)

    async def hear_offer_over(self, over: dict[str, Any]) -> None:
        """Goes on where an offer is no more; a match that came of it begins by itself."""
        if over["offer"] == self.offer:
            self.offer = ""
        if over["outcome"] == "matched" and over.get("match"):
            self.matches.setdefault(over["match"], Match())

    async def hear_notice(self, notice: dict[str, Any]) -> None:
        """Looks for no more tables when the referee is about to stop."""
        self.is_draining = self.is_draining or notice["code"] == "draining"

    async def hear_error(self, error: dict[str, Any]) -> None:
        """Does something about it, if something can be done."""
        print(f"error: {error['code']}: {error['text']}", file=sys.stderr)
        command = self.asked.pop(error.get("id") or 0, {})
        name = command.get("match", "")
        match = self.matches.get(name)
        if error["code"] == "too_fast":
            await asyncio.sleep(error.get("retry_after") or 1.0)
            await self.say(**command)
        elif error["code"] == "draining":
            self.is_draining = True
        elif command.get("type") == "seek" and error["code"] in NEVER:
            raise HopelessError(f"this cannot be sought here: {error['text']}")
        elif match and error["code"] == "illegal_move" and command["seq"] >= match.turn:
            match.tried += 1
            await self.hear_request(command)
        elif match and error["code"] == "stale":
            if command["type"] == "resume":
                self.matches[name] = Match()  # the referee has lost events: begin anew
            await self.resume(name)
        elif match and error["code"] in ("unknown_match", "not_seated", "match_over"):
            del self.matches[name]


def next_steps(info: dict[str, Any]) -> list[str]:
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


def check_competition(name: str, infos: list[dict[str, Any]]) -> None:
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


def check(error: Exception) -> None:
    """Raises HopelessError after an error of a connection that would come again."""
    if isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code in STAY_AWAY:
        raise HopelessError(f"the referee sends us away for good: {error.rcvd.code}")
    status = error.response.status_code if isinstance(error, InvalidStatus) else 0
    if 400 <= status < 500 and status != 429:  # too many connections: that may get better
        raise HopelessError(f"there is no referee there: HTTP {status}")
    if isinstance(error, ssl.SSLCertVerificationError):
        raise HopelessError(
            f"the certificate is not to be trusted: {error.verify_message}. If it comes from an"
            " authority of the host's own: SSL_CERT_FILE=(its certificate)"
        )
    if isinstance(error, ssl.SSLError) and error.reason == "WRONG_VERSION_NUMBER":
        raise HopelessError("nobody speaks TLS there: is it ws://?")


async def play_for_ever(url: str, bot: Bot) -> None:
    """Plays until that makes no sense any more: HopelessError says why."""
    while True:
        try:
            async with connect(url, **CONNECTION) as socket:
                try:
                    await bot.play(socket)
                finally:
                    await socket.close()  # with 1000, also after Ctrl-C
        except (ConnectionClosed, InvalidHandshake, OSError) as error:
            print("connection:", error, file=sys.stderr)
            check(error)
        longest = min(15.0, 0.25 * 2**bot.failures)
        await asyncio.sleep(random.uniform(longest / 2, longest))
        bot.failures = min(bot.failures + 1, 10)


def terms(text: str) -> dict[str, Any]:
    """The terms of matches to seek, which this bot must be able to play."""
    said: dict[str, Any] = json.loads(text)
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
        bot = Bot(token, sits=chosen.sit, seeks=chosen.seek, enters=chosen.enter)
        asyncio.run(play_for_ever(url, bot))
    except HopelessError as error:
        print("error:", error, file=sys.stderr)
        sys.exit(2)
    except InvalidURI:
        print(f"error: {url!r} is no address: expected ws://HOST:PORT/play", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
