"""Tests that a sample ends, and says why, where to try again would change nothing."""

import asyncio
import re
import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from carcbot.arena.competition.facts import Finished
from carcbot.net.competitions.competition_folder import CompetitionFolder
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.tokens import Tokens
from tests.net.certificates import certificate
from tests.samples.hosting import SAMPLES, TERMS, environment, words_of
from tests.waiting import PATIENCE_S, until

GOOD = "token-of-ann"


@dataclass(frozen=True)
class Trouble:
    """What cannot get better.

    Attributes:
        told: What a sample has to say of it.
        url: What becomes of the referee's address.
        token: The account's.
        seeks: The terms of matches to seek.
        enters: The competition to take part in.
        options: Of the competition that there is, called cup.
        is_encrypted: Whether the referee speaks TLS, with a certificate of its own.
    """

    told: str
    url: Callable[[str], str] = str
    token: str = GOOD
    seeks: str = ""
    enters: str = ""
    options: str = ""
    is_encrypted: bool = False


TROUBLES = {
    "bad token": Trouble("bad_token", token="nobody"),  # noqa: S106 - nobody has it
    "another path": Trouble("404", lambda url: url.replace("/play", "/elsewhere")),
    "certificate": Trouble("certificate", is_encrypted=True),
    "no TLS": Trouble("TLS", lambda url: url.replace("ws:", "wss:")),
    "terms": Trouble("sought", seeks=TERMS.replace("seats=2", "seats=9")),
    "unknown game": Trouble(
        "this bot plays Carcassonne", seeks=TERMS.replace("carcassonne", "pot")
    ),
    "no such competition": Trouble("those there are: cup", enters="nocup"),
    "competition is over": Trouble("over", enters="cup"),
    "terms that it cannot play": Trouble(
        "this bot cannot play by the terms of cup: carcassonne with",
        enters="cup",
        options="start=A0@0,0",
    ),
    "no address": Trouble("address", lambda url: url.replace("ws:", "http:")),
}
NOT_TOLD = {"node": {"no address"}}
"""Where it is no trouble: to Node, http: is another way to write the same."""


def competition(folder: Path, options: str) -> None:
    """Has a referee whose folder this is host one: one to come, or without options one over."""
    file = folder / "cup.toml"
    year = 2036 if options else 2020
    file.write_text(
        f'name = "cup"\noptions = "{options}"\n[schedule]\nstarts = [{year}-01-15T08:00:00Z]\n'
    )
    kept = CompetitionFolder.make(folder / "referee" / "competitions" / "cup", file)
    kept.open()
    if not options:
        kept.add(Finished(1))
    kept.close()


async def ended(folder: Path, sample: str, trouble: Trouble) -> tuple[int | None, str]:
    """The exit code of a sample, and what it has said; no code if it goes on trying."""
    tokens = Tokens()
    tokens.add("ann", GOOD)
    files = certificate(folder) if trouble.is_encrypted else None
    if trouble.enters:
        competition(folder, trouble.options)
    async with RefereeServer(Settings(folder / "referee", port=0, tls=files), tokens) as server:
        options: tuple[str, ...] = ("--sit",)
        if trouble.seeks:
            options = ("--seek", trouble.seeks)
        elif trouble.enters:
            options = ("--enter", trouble.enters)
        url = trouble.url(server.url)
        process = await asyncio.create_subprocess_exec(
            *words_of(sample, url, *options),
            env=environment(url, trouble.token),
            stderr=subprocess.PIPE,
        )
        try:
            _, told = await asyncio.wait_for(process.communicate(), PATIENCE_S)
        except TimeoutError:
            process.kill()
            await process.wait()
            return None, ""
        return process.returncode, told.decode()


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("sample", "trouble"),
    [
        (sample, trouble)
        for sample in SAMPLES
        for trouble in TROUBLES
        if trouble not in NOT_TOLD.get(sample, ())
    ],
)
async def test_ends(sample: str, trouble: str, tmp_path: Path) -> None:
    """It says what is wrong and ends with 2, where it can know that nothing will get better."""
    code, told = await ended(tmp_path, sample, TROUBLES[trouble])
    assert code == 2, told
    assert TROUBLES[trouble].told in told
    assert "Traceback" not in told


def test_an_old_node() -> None:
    """A Node without a WebSocket is told what the sample needs, without a stack of calls."""
    program, script = SAMPLES["node"]
    done = subprocess.run(
        (program, "--no-experimental-websocket", script, "--sit"),
        env=environment("ws://127.0.0.1:1/play", GOOD),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert re.fullmatch(r"error: this bot needs Node 22 or newer, .*; this is v.*\n", done.stderr)


@pytest.mark.asyncio
async def test_speaks_tls(tmp_path: Path) -> None:
    """The sample in plain Python speaks TLS, and believes whom SSL_CERT_FILE names."""
    files = certificate(tmp_path)
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


@pytest.mark.asyncio
@pytest.mark.parametrize("sample", SAMPLES)
async def test_interrupted(sample: str, tmp_path: Path) -> None:
    """On Ctrl-C it takes leave as usual (1000), and ends without a traceback."""
    tokens = Tokens()
    tokens.add("ann", GOOD)
    async with RefereeServer(Settings(tmp_path / "r", port=0), tokens) as server:
        process = await asyncio.create_subprocess_exec(
            *words_of(sample, server.url, "--sit"),
            env=environment(server.url, GOOD),
            stderr=subprocess.PIPE,
        )
        try:
            await until(lambda: "ann" in server._floor.guests)
            process.send_signal(signal.SIGINT)
            _, said = await asyncio.wait_for(process.communicate(), PATIENCE_S)
            await until(lambda: "ann" not in server._floor.guests)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
    # with bash it is carcbot that has the connection
    assert process.returncode == (0 if sample == "bash" else 130)
    assert "Traceback" not in said.decode()
    assert server._floor.metrics._closed == {1000: 1}
