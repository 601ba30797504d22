"""A bot for Carcassonne in Python with the package `websockets`.

    pip install websockets
    CARCBOT_URL=ws://127.0.0.1:8765/play CARCBOT_TOKEN=... python3 bot.py [--sit] [--enter NAME]

It plays wherever its account has a seat; with --sit it also sits down at every open table, with
--enter it takes part in the competition of that name.
"""

import asyncio
import json
import os
import random
import re
import sys
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

# The edges of each tile of the base game, clockwise from the north: city, field, road.
TILES = """
    A:ffrf B:ffff C:cccc D:crfr E:cfff F:fcfc G:fcfc H:cfcf I:cffc J:crrf K:cfrr L:crrr
    M:ccff N:ccff O:crrc P:crrc Q:ccfc R:ccfc S:ccrc T:ccrc U:rfrf V:ffrr W:frrr X:rrrr
"""
EDGES = dict(word.split(":") for word in TILES.split())
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west; y grows to the south
STAY_AWAY = (4000, 4001, 4002, 4005, 4007)  # close codes after which to come back makes no sense
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
    board: dict[tuple[int, int], str] = field(default_factory=lambda: {(0, 0): EDGES["D"]})

    def moves(self) -> list[str]:
        """Legal moves: the tile lies where its edges match. A meeple may stand on any cloister."""
        if not is_playable(self.start["game"], self.start["options"]):
            return []
        cells = {(x + dx, y + dy) for x, y in self.board for dx, dy in SIDES} - self.board.keys()
        places = [(cell, rotation) for cell in sorted(cells) for rotation in range(4)]
        moves = [f"{x},{y}/{turn}" for (x, y), turn in places if self.fits(x, y, turn)]
        return [f"{move}+sm" for move in moves[:1] if self.tile in "AB"] + moves

    def fits(self, x: int, y: int, rotation: int) -> bool:
        """Whether the tile can lie there."""
        others = [self.board.get((x + dx, y + dy)) for dx, dy in SIDES]
        edges = turned(self.tile, rotation)
        return all(not each or each[side - 2] == edges[side] for side, each in enumerate(others))


def turned(tile: str, rotation: int) -> str:
    """The edges of a tile after so many quarter turns clockwise."""
    return EDGES[tile][4 - rotation :] + EDGES[tile][: 4 - rotation]


def is_playable(game: str, options: str) -> bool:
    """Whether this bot knows the tiles: it has learnt the base game from the usual start."""
    return game == "carcassonne" and "expansions=" not in options and "start=" not in options


class Bot:
    """Plays on one connection after the other."""

    def __init__(self, token: str, enters: str = "") -> None:
        self.token = token
        self.enters = enters
        self.matches: dict[str, Match] = {}
        self.asked: dict[int, dict[str, Any]] = {}  # commands that are not answered yet
        self.count = 0  # of all commands: each has an id of its own
        self.failures = 0  # connections in a row that led to nothing

    async def play(self, socket: ClientConnection, *, sits: bool) -> None:
        """Hears and speaks until the connection is lost; the library answers pings."""
        self.socket, self.is_welcome, self.is_draining = socket, False, False
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
            looks = sits and self.is_welcome and not self.is_draining
            if looks and clock() - looked >= LOOKS_EVERY_S:
                looked = clock()
                await self.say(type="tables")

    async def say(self, **command: Any) -> None:  # noqa: ANN401 - fields are of many types
        """Gives a command."""
        self.count += 1
        self.asked[self.count] = command
        await self.socket.send(json.dumps({**command, "id": self.count}))

    async def hear_hello(self, hello: dict[str, Any]) -> None:
        """Answers, unless more is required than this bot can do."""
        if hello.get("requires"):
            sys.exit(f"the referee requires {hello['requires']}, which this bot does not know")
        await self.say(type="hello", product="sample-websockets/1", token=self.token)

    async def hear_ack(self, ack: dict[str, Any]) -> None:
        """Goes on where a command was carried out."""
        command = self.asked.pop(ack["id"], {})
        if welcome := ack.get("welcome"):
            self.is_welcome, self.failures = True, 0
            names = [seat["match"] for seat in welcome.get("seats", ())]
            self.matches = {name: self.matches.get(name) or Match() for name in names}
            for name in names:
                await self.resume(name)
            if self.enters:
                await self.say(type="competitions")
        elif command.get("type") == "sit":
            self.matches[ack["match"]] = Match()
        for info in ack.get("competitions") or ():
            await self.hear_competition({"competition": info})
        for table in ack.get("tables") or ():
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
        """Enters the competition that is wanted, and checks in when it is time."""
        info = news["competition"]
        steps = {("registration", "none"): "enter", ("check_in", "entered"): "check_in"}
        step = steps.get((info["phase"], info.get("you", "none")))
        if step and info["name"] == self.enters:
            await self.say(type=step, competition=info["name"])

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
        elif kind == "draw":
            match.tile = event["draw"]
        elif kind == "result":
            print(f"{event['match']}: {event['reason']} {event['standings']}", file=sys.stderr)
            del self.matches[event["match"]]
        elif match.tile in EDGES and (move := re.match(r"(-?\d+),(-?\d+)/(\d)", event["move"])):
            x, y, rotation = map(int, move.groups())
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
        elif match and error["code"] == "illegal_move" and command["seq"] >= match.turn:
            match.tried += 1
            await self.hear_request(command)
        elif match and error["code"] == "stale":
            if command["type"] == "resume":
                self.matches[name] = Match()  # the referee has lost events: begin anew
            await self.resume(name)
        elif match and error["code"] in ("unknown_match", "not_seated", "match_over"):
            del self.matches[name]


async def main() -> None:
    """Plays until the referee does not want us any more."""
    url = os.environ.get("CARCBOT_URL", "ws://127.0.0.1:8765/play")
    words = sys.argv[1:]
    enters = words[words.index("--enter") + 1] if "--enter" in words else ""
    bot = Bot(os.environ["CARCBOT_TOKEN"], enters)
    while True:
        try:
            async with connect(url, **CONNECTION) as socket:
                await bot.play(socket, sits="--sit" in words)
        except (ConnectionClosed, InvalidHandshake, OSError) as error:
            print("connection:", error, file=sys.stderr)
            if isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code in STAY_AWAY:
                return
        longest = min(15.0, 0.25 * 2**bot.failures)
        await asyncio.sleep(random.uniform(longest / 2, longest))
        bot.failures = min(bot.failures + 1, 10)


if __name__ == "__main__":
    asyncio.run(main())
