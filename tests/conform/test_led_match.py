"""The kit's own referee: what it asks for, and by when it wants it."""

import pytest

from carcbot.conform.kit import FailedError, Message
from carcbot.conform.led_match import Board

TIGHT = {"kind": "per_move", "move_us": 1_500_000}


class Punctual:
    """The line of a bot that moves so many seconds after each request."""

    def __init__(self, took_s: float, patience_s: float) -> None:
        self.patience_s = patience_s
        self.waits_s = 0.0
        self.said_ns: list[int] = []
        self._took_ns = int(took_s * 1e9)

    def say(self, *_: Message) -> None:
        """Hears it."""

    async def take_move(self, board: Board, within: float) -> Message:
        """The first legal move."""
        self.waits_s = within
        self.said_ns = [board.asked_ns + self._took_ns]
        return {"type": "move", "seq": board.seq, "move": board.state.legal_moves()[0]}

    def index(self, _: Message) -> int:
        """It is the only one."""
        return 0


def asking(line: Punctual, clock: dict[str, object], slack: float = 1.0) -> Board:
    """A match in which the bot is to be asked."""
    board = Board("m", clock=clock, slack=slack)
    board.line = line  # type: ignore[assignment]
    board.start()
    board.until_asked()
    return board


@pytest.mark.parametrize(
    ("kind", "main_us", "move_us", "time_us", "remaining_us"),
    (
        ("per_move", 0, 2_000_000, 2_000_000, 0),
        ("sudden_death", 60_000_000, 0, 60_000_000, 60_000_000),
        ("fischer", 60_000_000, 2_000_000, 60_000_000, 60_000_000),
        ("delay", 60_000_000, 2_000_000, 60_000_000, 60_000_000),
        ("bank", 60_000_000, 2_000_000, 62_000_000, 60_000_000),
    ),
)
def test_time(kind: str, main_us: int, move_us: int, time_us: int, remaining_us: int) -> None:
    """A request says the time of its kind of clock, as the table in the protocol has it."""
    clock = {"kind": kind, "main_us": main_us, "move_us": move_us}
    request = asking(Punctual(0.0, 10.0), clock).ask()
    assert (request["time_us"], request["remaining_us"]) == (time_us, remaining_us)


@pytest.mark.asyncio
async def test_late() -> None:
    """A move that comes after its time has failed, and the failure says how late it came."""
    with pytest.raises(FailedError, match=r"^expected a move within 1\.5 s; came after 2\.00 s$"):
        await asking(Punctual(2.0, 10.0), TIGHT).asked()
    with pytest.raises(FailedError, match=r"^expected a move within 1 s; came after 1\.30 s$"):
        await asking(Punctual(1.3, 10.0), TIGHT).asked(time_us=1_000_000)


@pytest.mark.asyncio
@pytest.mark.parametrize(("took_s", "slack"), ((1.4, 1.0), (1.7, 1.0), (6.9, 4.0)))
async def test_in_time(took_s: float, slack: float) -> None:
    """What the way takes is no fault of the bot's; with more patience it may take longer."""
    move = await asking(Punctual(took_s, 10.0), TIGHT, slack).asked()
    assert move["type"] == "move"


@pytest.mark.asyncio
@pytest.mark.parametrize(("patience_s", "waits_s"), ((2.0, 61.0), (90.0, 90.0)))
async def test_patience(patience_s: float, waits_s: float) -> None:
    """However impatient the kit is, a bot has the time that its clock has."""
    line = Punctual(59.0, patience_s)
    await asking(line, {"kind": "sudden_death", "main_us": 60_000_000}).asked()
    assert line.waits_s == waits_s
