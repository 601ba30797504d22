"""A referee and bots as users start them: in processes of their own, from the command line."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.cli.serve import _origin_of
from carcbot.errors import OptionsError
from carcbot.messages.events import Moved
from carcbot.replay.judgement import judge
from carcbot.replay.record import MatchRecord
from carcbot.replay.verification import verify
from tests.net.certificates import certificate
from tests.replay.records import signed, text_of_match
from tests.waiting import PATIENCE_S

CARCBOT = (sys.executable, "-m", "carcbot")


@pytest.fixture
def referee(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str, dict[str, str]]]:
    """A referee with two accounts: its process, its address, and the tokens by name."""
    with subprocess.Popen(
        [
            *CARCBOT, "serve", "--port", "0", "--folder", str(tmp_path / "referee"),
            "--account", "ann", "--account", "bob", "--clock", "bank:60+1",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        page = "".join(process.stdout.readline() for _ in range(4))
        tokens = dict(re.findall(r"^token of (\w+): (\S+)$", page, flags=re.MULTILINE))
        (url,) = re.findall(r"^listening at (\S+)$", page, flags=re.MULTILINE)
        yield process, url, tokens
        process.kill()


def start_bot(url: str, token: str, *arguments: str) -> subprocess.Popen[bytes]:
    """A bot's process."""
    return subprocess.Popen(
        [*CARCBOT, "bot", "run", "--url", url, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"CARCBOT_TOKEN": token},
    )


def test_match(referee: tuple[subprocess.Popen[str], str, dict[str, str]], tmp_path: Path) -> None:
    """Two bots play a match; its record is true, and what a bot wrote down agrees with it."""
    process, url, tokens = referee
    opener = ("--agent", "greedy", "--open", "seats=2", "--rated", "--count", "1")
    bots = [
        start_bot(url, tokens["ann"], *opener, "--records", str(tmp_path / "own")),
        start_bot(url, tokens["bob"], "--agent", "random", "--count", "1"),
    ]
    assert [bot.wait(PATIENCE_S) for bot in bots] == [0, 0]
    (file,) = (tmp_path / "referee" / "records").glob("*.jsonl")
    record = MatchRecord.load(file)
    verify(record)
    assert record.result is not None
    assert record.result.reason == "normal"
    assert sorted(record.accounts) == ["ann", "bob"]
    assert record.lines.header.rated
    watched = subprocess.run(
        [*CARCBOT, "watch", record.lines.header.match, "--url", url],
        env=os.environ | {"CARCBOT_TOKEN": tokens["ann"]},
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_S,
    )
    moves = re.findall(r"^ +\d+  \w+ \(seat \d\)  ", watched.stdout, flags=re.MULTILINE)
    made = [line.event for line in record.lines.events if isinstance(line.event, Moved)]
    assert len(moves) == len(made) > 65  # a tile may have had no place
    assert "result: normal" in watched.stdout
    (own,) = (tmp_path / "own").glob("*.jsonl")
    assert own.read_text().count('"line":"decision"') == sum(
        move.seat == record.accounts.index("ann") for move in made
    )
    assert own.read_text().count('"line":"event"') == len(record.events)
    assert judge(own).word == "ok"
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE_S) == ExitCode.OK


@pytest.mark.parametrize(
    ("arguments", "told"),
    (
        ((), "nobody can come yet: 'carcbot accounts add NAME --folder place' makes an account"),
        (("--guests",), "no bot can come yet: 'carcbot accounts add NAME --folder place' makes"),
    ),
)
def test_nobody_yet(tmp_path: Path, arguments: tuple[str, ...], told: str) -> None:
    """Where no bot has an account the command is named that makes one there; no more is said."""
    with subprocess.Popen(
        [*CARCBOT, "serve", "--port", "0", "--folder", "place", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env={name: each for name, each in os.environ.items() if name != "CARCBOT_DATABASE"},
    ) as process:
        assert process.stderr is not None
        assert process.stdout is not None
        assert told in process.stderr.readline()
        process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == ExitCode.OK
        assert process.stderr.read() == ""  # nothing is left over in the core


PROGRAM = """
import json, sys, time
from carcbot.games import registry

number = 1


def say(**command):
    global number
    number += 1
    print(json.dumps({"id": number, **command}), flush=True)


for line in sys.stdin:
    said = json.loads(line)
    match said["type"]:
        case "hello":
            say(type="hello", product="lines/1")
        case "ack" if "welcome" in said:
            say(type="tables")
        case "ack" if said.get("tables") == []:
            time.sleep(0.1)
            say(type="tables")
        case "ack" if "tables" in said:
            say(type="sit", match=said["tables"][0]["match"])
        case "start":
            state = registry.get(said["game"]).new(said["options"])
        case "draw" | "move":
            state.apply(said.get("draw") or said["move"])
            assert f"{state.digest:016x}" == said["digest"]
        case "request":
            say(type="move", match=said["match"], seq=said["seq"], move=state.legal_moves()[0])
        case "result":
            break
"""


def test_program_with_lines(
    referee: tuple[subprocess.Popen[str], str, dict[str, str]], tmp_path: Path
) -> None:
    """Any program plays by the protocol's objects, one a line; it never sees the token."""
    _, url, tokens = referee
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    opener = start_bot(url, tokens["ann"], "--agent", "greedy", "--open", "seats=2", "--count", "1")
    lines = start_bot(url, tokens["bob"], "--stdio", f"{sys.executable} {program}")
    assert lines.wait(PATIENCE_S) == 0
    assert opener.wait(PATIENCE_S) == 0
    (file,) = (tmp_path / "referee" / "records").glob("*.jsonl")
    record = MatchRecord.load(file)
    verify(record)
    assert record.result is not None
    assert record.result.reason == "normal"


def wait_for_moves(journals: Path) -> None:
    """Waits until moves were made in a match."""
    deadline_s = time.monotonic() + 60
    while b'"type":"move"' not in b"".join(each.read_bytes() for each in journals.glob("*.jsonl")):
        assert time.monotonic() < deadline_s, "nobody moves"
        time.sleep(0.05)


def test_second_signal(
    referee: tuple[subprocess.Popen[str], str, dict[str, str]], tmp_path: Path
) -> None:
    """The first signal waits for a match to end; the second one does not; a third is too late."""
    process, url, tokens = referee
    bots = [
        start_bot(url, tokens["ann"], "--agent", "mcts", "--open", "seats=2"),
        start_bot(url, tokens["bob"], "--agent", "mcts"),
    ]
    wait_for_moves(tmp_path / "referee" / "open")
    process.send_signal(signal.SIGTERM)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(1)
    process.send_signal(signal.SIGTERM)
    assert process.stdout is not None
    assert "stopped; 1 go on when it is started again\n" in iter(process.stdout.readline, "")
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE_S) == ExitCode.OK
    for bot in bots:
        bot.send_signal(signal.SIGTERM)
        bot.send_signal(signal.SIGTERM)
        bot.kill()
        bot.wait(PATIENCE_S)


@pytest.mark.parametrize("command", (("bot", "run", "--agent", "greedy"), ("watch",)))
def test_wrong_token(
    referee: tuple[subprocess.Popen[str], str, dict[str, str]], command: tuple[str, ...]
) -> None:
    """Who comes with a token that nobody has is sent away, and told where to get one."""
    _, url, _ = referee
    done = subprocess.run(
        [*CARCBOT, *command, "--url", url],
        env=os.environ | {"CARCBOT_TOKEN": "nonsense"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == ExitCode.INPUT
    assert f"error: {url}: nobody has this token" in done.stderr
    assert (
        "hint: expected a token from its host, for whom 'carcbot accounts add NAME'" in done.stderr
    )


def test_idle_referee(referee: tuple[subprocess.Popen[str], str, dict[str, str]]) -> None:
    """A referee at which nobody plays stops at the first signal, and says no more than that."""
    process, _, _ = referee
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE_S) == ExitCode.OK
    assert process.stdout is not None
    assert process.stdout.read().splitlines()[-1] == "stopped"


def test_port_in_use(
    referee: tuple[subprocess.Popen[str], str, dict[str, str]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Where another program listens the options are named that choose another place."""
    _, url, _ = referee
    port = str(urlsplit(url).port)
    assert (
        run(["serve", "--port", port, "--folder", str(tmp_path / "other")]) == ExitCode.UNAVAILABLE
    )
    assert "with --host and --port" in capsys.readouterr().err


def test_certificates(tmp_path: Path) -> None:
    """Who does not know the authority is told what to do; SIGHUP renews a certificate."""
    cert, key = certificate(tmp_path)
    served = [
        *CARCBOT, "serve", "--port", "0", "--folder", str(tmp_path / "referee"), "--account", "eve",
        "--tls-cert", str(cert), "--tls-key", str(key),
    ]  # fmt: skip
    piped = subprocess.PIPE
    with (
        subprocess.Popen(
            served, stdin=subprocess.DEVNULL, stdout=piped, stderr=piped, text=True
        ) as process,
        contextlib.ExitStack() as ending,
    ):
        ending.callback(process.kill)
        assert process.stdout is not None
        assert process.stderr is not None
        token = process.stdout.readline().split()[-1]
        url = process.stdout.readline().split()[-1]

        def said(*command: str, at: tuple[str, ...] = ("--url", url)) -> tuple[int, str]:
            done = subprocess.run(
                [*CARCBOT, *command, *at],
                env=os.environ | {"CARCBOT_TOKEN": token},
                capture_output=True,
                text=True,
                check=False,
                timeout=PATIENCE_S,
            )
            return done.returncode, done.stdout + done.stderr

        for command in (("watch",), ("bot", "run", "--agent", "random")):
            code, told = said(*command)
            assert code == ExitCode.INPUT
            assert "nobody whom this machine trusts vouches for its certificate" in told
            assert "hint: expected its authority's certificate: 'ca_file'" in told
        assert said("watch", "--ca-file", str(cert))[0] == ExitCode.OK
        page = url.replace("wss:", "https:").removesuffix("play")
        record = tmp_path / "m.jsonl"
        record.write_bytes(signed(text_of_match("pot")))
        verifying = ("replay", "verify", "--key", page, str(record))
        code, told = said(*verifying, at=())
        assert code == ExitCode.INPUT
        assert "nobody whom this machine trusts vouches for its certificate" in told
        assert "--ca-file" in told
        code, told = said(*verifying, "--ca-file", str(cert), at=())
        assert code == ExitCode.INPUT
        assert told.startswith("wrong: ")  # the key has come, and is another referee's
        cert.write_text("nothing")
        process.send_signal(signal.SIGHUP)
        assert any("not reloaded" in line for line in iter(process.stderr.readline, ""))
        certificate(tmp_path)
        process.send_signal(signal.SIGHUP)
        assert any("certificate read again" in line for line in iter(process.stderr.readline, ""))
        assert said("watch", "--ca-file", str(cert))[0] == ExitCode.OK


@pytest.mark.parametrize(
    ("arguments", "message"),
    (
        (("serve", "--clock", "sand:3"), "there is no clock 'sand'"),
        (("serve", "--clock", "bank:60"), "no seconds for each move"),
        (("serve", "--tokens", "/nowhere"), "--tokens"),
        (("serve", "--guests", "--guests-watch"), "guests either play or only watch"),
        (("bot", "run", "--check", "--agent", "nobody"), "there is no agent 'nobody'"),
        (("bot", "run", "--check", "--token-file", "/nowhere"), "/nowhere: cannot be read: No"),
        (("bot", "run", "--check", "--ca-file", "/nowhere"), "/nowhere: cannot be used"),
        (("bot", "run", "--check", "--metrics", "here"), "'here' is no address for figures"),
    ),
)
def test_refused(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be is told in a line."""
    assert run(arguments) == ExitCode.INPUT
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("said", "origin"),
    (("https://example.org", "https://example.org"), ("http://Home:81/", "http://home:81")),
)
def test_a_site(said: str, origin: str) -> None:
    """It is written as browsers say it."""
    assert _origin_of(said) == origin


@pytest.mark.parametrize("said", ("foo", "https://x/page", "ws://x", "https://", "http://[::1"))
def test_no_site(said: str) -> None:
    """Whose pages could not be let in by it is told so."""
    with pytest.raises(OptionsError, match="is no site"):
        _origin_of(said)
