"""Tests that a sample ends, and says why, where to try again would change nothing."""

import asyncio
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from carcbot.net.referee import RefereeServer, Settings
from carcbot.net.referee.tokens import Tokens
from tests.net.client.hosting import until
from tests.net.referee.test_gate import certificate
from tests.samples.hosting import SAMPLES, TERMS, environment, words_of

GOOD = "token-of-ann"


@dataclass(frozen=True)
class Trouble:
    """What cannot get better.

    Attributes:
        told: What a sample has to say of it.
        url: What becomes of the referee's address.
        token: The account's.
        seeks: The terms of matches to seek.
        is_encrypted: Whether the referee speaks TLS, with a certificate of its own.
    """

    told: str
    url: Callable[[str], str] = str
    token: str = GOOD
    seeks: str = ""
    is_encrypted: bool = False


TROUBLES = {
    "bad token": Trouble("bad_token", token="nobody"),  # noqa: S106 - nobody has it
    "another path": Trouble("404", lambda url: url.replace("/play", "/elsewhere")),
    "certificate": Trouble("certificate", is_encrypted=True),
    "no TLS": Trouble("TLS", lambda url: url.replace("ws:", "wss:")),
    "terms": Trouble("sought", seeks=TERMS.replace("seats=2", "seats=9")),
    "unknown game": Trouble("base game", seeks=TERMS.replace("carcassonne", "pot")),
    "no address": Trouble("address", lambda url: url.replace("ws:", "http:")),
}
NOT_TOLD = {"node": {"no address"}}
"""Where it is no trouble: to Node, http: is another way to write the same."""


def ended(folder: Path, sample: str, trouble: Trouble) -> tuple[int | None, str]:
    """The exit code of a sample, and what it has said; no code if it goes on trying."""

    async def main() -> tuple[int | None, str]:
        tokens = Tokens()
        tokens.add("ann", GOOD)
        files = certificate(folder) if trouble.is_encrypted else None
        async with RefereeServer(Settings(folder / "referee", port=0, tls=files), tokens) as server:
            options = ("--seek", trouble.seeks) if trouble.seeks else ("--sit",)
            url = trouble.url(server.url)
            process = await asyncio.create_subprocess_exec(
                *words_of(sample, url, *options),
                env=environment(url, trouble.token),
                stderr=subprocess.PIPE,
            )
            try:
                _, told = await asyncio.wait_for(process.communicate(), 60)
            except TimeoutError:
                process.kill()
                await process.wait()
                return None, ""
            return process.returncode, told.decode()

    return asyncio.run(main())


@pytest.mark.parametrize(
    ("sample", "trouble"),
    [
        (sample, trouble)
        for sample in SAMPLES
        for trouble in TROUBLES
        if trouble not in NOT_TOLD.get(sample, ())
    ],
)
def test_ends(sample: str, trouble: str, tmp_path: Path) -> None:
    """It says what is wrong and ends with 2, where it can know that nothing will get better."""
    code, told = ended(tmp_path, sample, TROUBLES[trouble])
    assert code == 2, told
    assert TROUBLES[trouble].told in told
    assert "Traceback" not in told


def test_speaks_tls(tmp_path: Path) -> None:
    """The sample in plain Python speaks TLS, and believes whom SSL_CERT_FILE names."""
    files = certificate(tmp_path)

    async def main() -> None:
        tokens = Tokens()
        tokens.add("ann", GOOD)
        async with RefereeServer(Settings(tmp_path / "r", port=0, tls=files), tokens) as server:
            process = await asyncio.create_subprocess_exec(
                *words_of("python_stdlib", server.url),
                env=environment(server.url, GOOD) | {"SSL_CERT_FILE": str(files[0])},
            )
            try:
                await until(lambda: "ann" in server._floor.guests)
            finally:
                process.kill()
                await process.wait()

    asyncio.run(main())
