"""The units for systemd: their settings, and their commands as they stand."""

import configparser
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from carcbot.cli.exit_code import ExitCode
from tests.deploy.hosting import (
    CARCBOT,
    DEPLOY,
    Referee,
    get,
    has_ended,
    options_of,
    replaced,
    running,
)
from tests.waiting import PATIENCE_S, wait_until

UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
PROGRAM = "/opt/carcbot/bin/carcbot"

# Runs a program that may never write what it executes, as MemoryDenyWriteExecute has it: the system
# call is PR_SET_MDWE, which an older Linux does not have.
STRICT = """
import ctypes, os, sys
ctypes.CDLL(None).prctl(65, 1, 0, 0, 0)
os.umask(0o077)
os.execv(sys.argv[1], sys.argv[1:])
"""


def settings_of(unit: Path) -> dict[str, str]:
    """What a unit's [Service] says; of what stands there twice, the last."""
    parser = configparser.RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(unit.read_text())
    assert parser.sections() == ["Unit", "Service", "Install"]
    return dict(parser["Service"])


def command_of(unit: str, *changes: tuple[str, str]) -> list[str]:
    """A unit's command, for this machine, under one of the unit's limits."""
    line = replaced(settings_of(DEPLOY / "systemd" / unit)["ExecStart"], *changes)
    program, *arguments = shlex.split(line)
    assert program == PROGRAM
    return [sys.executable, "-c", STRICT, *CARCBOT, *arguments]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_unit(unit: Path) -> None:
    """A unit lets the program do little, knows options that there are, and waits for a drain."""
    said = settings_of(unit)
    assert said["NoNewPrivileges"] == said["ProtectHome"] == said["PrivateTmp"] == "yes"
    assert said["ProtectSystem"] == "strict"
    assert said["CapabilityBoundingSet"] == ""
    assert said["Type"] == "notify"
    assert 10 <= int(said["WatchdogSec"]) <= 120
    assert said["ExecReload"] == "/bin/kill -HUP $MAINPID"
    assert said["KillMode"] == "mixed"
    assert said["KillSignal"] == "SIGTERM"
    assert int(said["LimitNOFILE"]) >= 1024
    assert re.fullmatch(r"\d+[MG]", said["MemoryMax"])
    assert ("User" in said) != ("DynamicUser" in said)
    words = shlex.split(said["ExecStart"])
    subcommand = [word for word in words[1:] if word in {"serve", "bot", "run"}]
    assert {word for word in words if word.startswith("--")} <= options_of(*subcommand)
    if "--drain" in words:
        assert float(words[words.index("--drain") + 1]) + 20 <= float(said["TimeoutStopSec"])


def test_bot_is_not_started_in_vain() -> None:
    """A bot with a wrong setting, token or program, or whose place was taken, stays down."""
    said = settings_of(DEPLOY / "systemd" / "carcbot-bot@.service")
    codes = (ExitCode.INPUT, ExitCode.REPLACED, ExitCode.NOT_STARTED)
    assert said["RestartPreventExitStatus"].split() == [f"{code:d}" for code in codes]


def test_systemd_finds_no_mistake(tmp_path: Path) -> None:
    """Where there is systemd, it understands all of it and finds the services well confined."""
    analyze = shutil.which("systemd-analyze")
    if analyze is None:  # other systems have no use for the units
        assert not Path("/run/systemd/system").exists()
        return
    program = tmp_path / "carcbot"
    program.symlink_to(shutil.which("true") or "/bin/true")
    copies = []
    for unit in UNITS:
        copies.append(tmp_path / unit.name)
        copies[-1].write_text(replaced(unit.read_text(), (PROGRAM, str(program))))
    done = subprocess.run(
        [analyze, "verify", "--man=no", *copies], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    version = subprocess.run([analyze, "--version"], capture_output=True, text=True, check=True)
    if int(version.stdout.split()[1]) < 250:
        return  # that one cannot judge a unit that does not run
    for copy in copies:
        judged = subprocess.run(
            [analyze, "security", "--offline=true", "--threshold=20", "--no-pager", copy],
            capture_output=True,
            text=True,
            check=False,
        )
        assert judged.returncode == 0, judged.stdout


def test_systemd_is_told(referee: Referee, tmp_path: Path) -> None:
    """The referee's command tells that it is ready, lives, and stops; SIGHUP does not end it."""
    serve = command_of("carcbot-referee.service", ("/var/lib/carcbot", str(referee.folder)))
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(address)
        line.settimeout(PATIENCE_S)
        watched = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "400000"}
        with running([*serve, "--port", str(referee.port)], referee.log, watched) as process:
            assert line.recv(100) == b"READY=1"
            assert get(referee.port, "/readyz")[0] == 200
            assert [line.recv(100) for _ in range(3)] == [b"WATCHDOG=1"] * 3
            process.send_signal(signal.SIGHUP)
            assert [line.recv(100) for _ in range(3)] == [b"WATCHDOG=1"] * 3
            process.terminate()
            said = line.recv(100)
            while said == b"WATCHDOG=1":
                said = line.recv(100)
            assert said.startswith(b"STOPPING=1\nSTATUS=")
            has_ended(process, referee.log)


def test_systemd_is_told_of_bots(referee: Referee, tmp_path: Path) -> None:
    """A bot is ready as soon as it tries, for its referee may come later, and tells its end."""
    address = str(tmp_path / "notify")
    bot = (
        *CARCBOT,
        "bot",
        "run",
        "--agent",
        "greedy",
        "--url",
        f"ws://127.0.0.1:{referee.port}/play",
    )
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(address)
        line.settimeout(PATIENCE_S)
        watched = {"NOTIFY_SOCKET": address, "CARCBOT_TOKEN": "x"}
        with running(bot, referee.bot_log, watched) as process:
            assert line.recv(100) == b"READY=1"
            process.terminate()
            assert line.recv(100).startswith(b"STOPPING=1\n")
            has_ended(process, referee.bot_log)


def test_commands_play_a_match(referee: Referee, tmp_path: Path) -> None:
    """The units' commands, with the settings that are handed out, play a match."""
    port = str(referee.port)
    bots = tmp_path / "bots"
    bots.mkdir()
    for name in ("ann", "bob"):
        referee.token(name).rename(bots / f"{name}.token")
        (bots / f"{name}.toml").write_text(
            replaced(
                (DEPLOY / "systemd" / "bot.toml").read_text(),
                ("wss://play.example.org/play", f"ws://127.0.0.1:{port}/play"),
                ("heyden-star25-f5", "greedy"),
            )
        )
    sits = (bots / "bob.toml").read_text().partition("[open]")[0]  # ann opens the table
    (bots / "bob.toml").write_text(sits)

    def bot(name: str) -> list[str]:
        credentials = tmp_path / f"credentials-{name}"
        credentials.mkdir()
        (bots / f"{name}.token").rename(credentials / "token")
        return command_of(
            "carcbot-bot@.service",
            ("/etc/carcbot/bots/%i", str(bots / name)),
            ("${CREDENTIALS_DIRECTORY}", str(credentials)),
        )

    serve = command_of("carcbot-referee.service", ("/var/lib/carcbot", str(referee.folder)))
    with running([*serve, "--port", port], referee.log) as process:
        referee.wait_for(process)
        with (
            running([*bot("ann"), "--count", "1"], referee.bot_log) as ann,
            running([*bot("bob"), "--count", "1"], referee.bot_log) as other,
        ):
            for each in (ann, other):
                has_ended(each, referee.bot_log)
        wait_until(lambda: referee.records, "the record")
        process.terminate()
        has_ended(process, referee.log)
    assert referee.result_of(referee.records[0]) == "normal"
