"""How a bot is set up: what stands in its TOML file, or on its command line."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from carcbot.bot.policy import AcceptPolicy, Wanted
from carcbot.games import USUAL_GAME
from carcbot.messages.codec import NO_JSON
from carcbot.messages.lobby import MOST_NAMED
from carcbot.messages.parts import ChanceMode
from carcbot.net.process.process_limits import USUAL, ProcessLimits
from carcbot.settings_file import check_settings, wrong_settings

__all__ = ["BotConfig", "OpenTable", "TakePart", "read_config"]

_EXPECTED: Final = "what docs/bot.md lists"


class OpenTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that the bot opens.

    Attributes:
        game: What is played there.
        options: As text: ``"seats=2,first=black"``.
        clock: ``bank``, ``per_move``, ``sudden_death``, ``fischer`` or ``delay``; by default, the
            referee's usual clock.
        main_s: Seconds for all moves.
        move_s: Seconds for, or of, each move.
        chance: What the draws are committed to: ``seed``, ``deck`` or ``joint``.
        rated: Whether the result counts for the ratings.
    """

    game: str = USUAL_GAME
    options: str = ""
    clock: Literal["", "bank", "per_move", "sudden_death", "fischer", "delay"] = ""
    main_s: Annotated[float, Meta(ge=0, le=2_592_000)] = 60.0
    move_s: Annotated[float, Meta(ge=0, le=2_592_000)] = 1.0
    chance: ChanceMode = "seed"
    rated: bool = False


class TakePart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Competitions.

    Attributes:
        join: The names of those that the bot enters and checks in to.
    """

    join: tuple[str, ...] = ()


_OF_OPEN: Final = dict.fromkeys(OpenTable.__struct_fields__, "the one of [open]")


class BotConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a bot is set up.

    Attributes:
        url: Where the referee is: ``"ws://127.0.0.1:8765/play"``.
        agent: The agent: a preset with parameters, or your own class as MODULE:CLASS.
        stdio: A program that plays instead, with its arguments; it speaks the protocol's objects,
            one a line.
        ca_file: A file with the certificates of authorities that the referee's may come from,
            besides those that the machine knows.
        token_file: A file with the token; without one it is in the environment, in CARCBOT_TOKEN.
        workers: Processes that think.
        threads_per_move: How many of them think about one move.
        ponder: Whether they think on while others move, with the tree that they keep.
        memory_mb: Megabytes of a tree.
        nodes: Nodes for a decision, besides the clock; 0 is no limit.
        matches: How many matches it plays at once.
        count: After how many matches it stops; 0 is never.
        games: What it plays; empty is everything that its agent can.
        sit: Whether it takes free seats at tables that others have opened.
        open: A table that it opens itself, again and again.
        table: The one match in which it takes a seat.
        seat: Which seat there, or -1 for the first that is free.
        records: A folder for its own records of its matches; empty is none.
        metrics: Where Prometheus reads its figures, as HOST:PORT; empty is nowhere.
        analysis: Whether it tells the referee what it thought.
        seek: Matches that it seeks in the lobby.
        accept: Which challenges it accepts; without this table none.
        competition: Which competitions it takes part in.
        limits: Limits of your own agent in each worker, or of the program of `stdio`.
    """

    url: str = "ws://127.0.0.1:8765/play"
    agent: str = "champion"
    stdio: tuple[str, ...] = ()
    ca_file: str = ""
    token_file: str = ""
    workers: Annotated[int, Meta(ge=1, le=256)] = 1
    threads_per_move: Annotated[int, Meta(ge=1, le=256)] = 1
    ponder: bool = False
    memory_mb: Annotated[int, Meta(ge=1, le=65536)] = 256
    nodes: Annotated[int, Meta(ge=0)] = 0
    matches: Annotated[int, Meta(ge=1, le=1000)] = 1
    count: Annotated[int, Meta(ge=0)] = 0
    games: tuple[str, ...] = ()
    sit: bool = True
    open: OpenTable | None = None
    table: str = ""
    seat: Annotated[int, Meta(ge=-1, le=5)] = -1
    records: str = ""
    metrics: str = ""
    analysis: bool = True
    seek: tuple[Wanted, ...] = ()
    accept: AcceptPolicy | None = None
    competition: TakePart = TakePart()
    limits: ProcessLimits = USUAL

    def __post_init__(self) -> None:
        """Refuses more blocked accounts than the protocol lets a seek name.

        Raises:
            ValueError: There are too many.
        """
        most = max((len(wanted.block) for wanted in self.sought), default=0)
        if most > MOST_NAMED:
            raise ValueError(
                f"a seek can block {MOST_NAMED} accounts, and those of [accept] count: {most}"
            )

    @property
    def sought(self) -> tuple[Wanted, ...]:
        """What it seeks, without the accounts whose challenges it declines."""
        blocked = self.accept.block if self.accept else ()
        return tuple(
            msgspec.structs.replace(wanted, block=tuple(dict.fromkeys((*wanted.block, *blocked))))
            for wanted in self.seek
        )


def read_config(text: str, name: str) -> BotConfig:
    """What a TOML file says.

    Args:
        text: All of it.
        name: Of the file, for errors.

    Raises:
        OptionsError: It is no TOML, has a key that does not exist, or a value that cannot be.
    """
    try:
        raw = text.encode()
        said = msgspec.toml.decode(raw)
        check_settings(said, BotConfig, name, _EXPECTED, _OF_OPEN)
        check_settings(said.get("open"), OpenTable, f"{name}, [open]", _EXPECTED)
        check_settings(said.get("accept"), AcceptPolicy, f"{name}, [accept]", _EXPECTED)
        check_settings(said.get("competition"), TakePart, f"{name}, [competition]", _EXPECTED)
        check_settings(said.get("limits"), ProcessLimits, f"{name}, [limits]", _EXPECTED)
        seeks = said.get("seek")
        for wanted in seeks if isinstance(seeks, list) else ():
            check_settings(wanted, Wanted, f"{name}, [[seek]]", _EXPECTED)
        return msgspec.toml.decode(raw, type=BotConfig)
    except NO_JSON as error:
        raise wrong_settings(error, BotConfig, name, _EXPECTED) from error
