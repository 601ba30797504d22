"""How a referee is set up."""

from dataclasses import dataclass, field
from pathlib import Path

from carcbot.messages.parts import ClockSpec, Limits, Policy
from carcbot.net.process.process_limits import USUAL, ProcessLimits
from carcbot.referee import clocks

__all__ = ["USUAL_LIMITS", "Settings"]

USUAL_LIMITS = Limits(
    frame_bytes=8192,
    commands_per_s=200.0,
    burst=400,
    queue_bytes=48 * 1024,
    heartbeat_s=5.0,
    lag_per_move_us=100_000,
    lag_quota_us=1_000_000,
    lag_refill_us=20_000,
    matches=64,
)


@dataclass(frozen=True, slots=True)
class Settings:
    """How a referee is set up.

    Attributes:
        folder: Where the journals lie: ``open`` has the matches that go on, ``records`` the others.
        host: The address to listen on.
        port: The port; 0 takes any free one.
        limits: What it puts up with.
        clock: For tables that are opened without one.
        policy: The same.
        fsync: Whether every line of a journal is on the disk before it is acknowledged, and not
            only with the operating system.
        packs: Whether records of matches that are over are kept as zstd.
        handshake_s: How long a client may take for its hello.
        house_agent: Who plays for a house.
        chat: Whether players may talk.
        veil_turns: After how many turns those who watch a game with secrets see everything that
            has happened; None is when the match is over, and until then they see what everybody at
            the table does. Who plays there never sees more before.
        origins: Whose pages may connect besides the referee's own, as browsers say it.
        tls: The certificate and the key, if the referee speaks TLS itself.
        metrics: Where the figures are told, as HOST:PORT; empty is the referee's own address.
        behind_proxy: Whether all connections come through a proxy that names their true address.
        most_clients: How many connections there may be.
        most_strangers: How many of them may not have said hello yet, from one address.
        guests: Whether anybody may watch without a token of theirs.
        guests_play: Whether who may do so may also play as a person. Guests who have played before
            it was forbidden keep their tokens.
        houses: How many house bots may play at once.
        sparring: How many bots may play at once against persons who ask for them.
        process_limits: What each process of these may take, and of house bots.
        competitions: Files of competitions that it hosts, besides those in its folder.
    """

    folder: Path
    host: str = "127.0.0.1"
    port: int = 8765
    limits: Limits = USUAL_LIMITS
    clock: ClockSpec = clocks.USUAL
    policy: Policy = field(default_factory=Policy)
    fsync: bool = False
    packs: bool = False
    handshake_s: float = 10.0
    house_agent: str = "champion"
    chat: bool = False
    veil_turns: int | None = None
    origins: tuple[str, ...] = ()
    tls: tuple[Path, Path] | None = None
    metrics: str = ""
    behind_proxy: bool = False
    most_clients: int = 5000
    most_strangers: int = 64
    guests: bool = False
    guests_play: bool = True
    houses: int = 32
    sparring: int = 6
    process_limits: ProcessLimits = USUAL
    competitions: tuple[Path, ...] = ()
