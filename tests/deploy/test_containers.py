"""The image and the composition of services: their words, and their commands as they stand."""

import ast
import json
import re
import shlex
import subprocess
import sys
import tomllib
from functools import partial
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.hosting import (
    DEPLOY,
    Referee,
    get,
    has_ended,
    options_of,
    replaced,
    running,
)
from tests.net.store.postgres import PASSWORD, Postgres
from tests.ports import free_port
from tests.waiting import wait_until

HOUSE = DEPLOY.parent
CONTAINERFILE = (DEPLOY / "Containerfile").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OF_CARCBOT = [name for name, said in SERVICES.items() if said["image"] == "carcbot"]

# All that a service may say here; a slip of the pen would be ignored or refused by the engine.
KEYS = {
    "build", "cap_drop", "command", "depends_on", "entrypoint", "env_file", "environment",
    "healthcheck", "image", "init", "logging", "mem_limit", "networks", "pids_limit", "ports",
    "profiles", "read_only", "restart", "secrets", "security_opt", "shm_size",
    "stop_grace_period", "tmpfs", "ulimits", "user", "volumes",
}  # fmt: skip


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile with their arguments."""
    text = re.sub(r"^#.*\n", "", CONTAINERFILE, flags=re.MULTILINE).replace("\\\n", " ")
    return [
        (word, rest.strip()) for word, rest in re.findall(r"^([A-Z]+) (.*)$", text, re.MULTILINE)
    ]


def source_of(mount: str) -> str:
    """What a volume of a service is outside of it."""
    return mount.partition(":")[0]


def test_hadolint() -> None:
    """The linter of such files finds nothing to complain of."""
    done = subprocess.run(
        [Path(sys.executable).parent / "hadolint", DEPLOY / "Containerfile"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_image() -> None:
    """The image takes what there is, holds no secret, and runs as nobody special."""
    said = instructions()
    last = max(number for number, (word, _) in enumerate(said) if word == "FROM")
    final = dict(said[last:])
    assert final["USER"] == "10001:10001"
    assert final["STOPSIGNAL"] == "SIGTERM"
    assert not [word for word, _ in said if word in {"ARG", "ADD"}]
    assert not re.search(r"token|password|secret", CONTAINERFILE, re.IGNORECASE)
    allowed = (DEPLOY / "Containerfile.dockerignore").read_text()
    for word, rest in said[:last]:
        for source in rest.split()[:-1] if word == "COPY" else ():
            assert (HOUSE / source).exists()
            assert f"!{source}\n" in allowed
    assert not [rest for word, rest in said[last:] if word == "COPY"]
    assert "MARCH" not in "".join(rest for _, rest in said)  # so the core is portable
    command = json.loads(final["ENTRYPOINT"]) + json.loads(final["CMD"])
    assert command[:2] == ["carcbot", "serve"]
    assert {word for word in command if word.startswith("--")} <= options_of("serve")


def test_image_is_built_of_all_that_a_wheel_is() -> None:
    """Whatever the project says goes into a wheel is copied before one is built."""
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text())
    copied = {
        source
        for word, rest in instructions()
        for source in (rest.split()[:-1] if word == "COPY" else ())
    }
    (forced,) = (
        each["wheel"]["force-include"]
        for each in project["tool"]["scikit-build"]["overrides"]
        if "force-include" in each.get("wheel", {})
    )
    read = {*forced, *project["project"]["license-files"], project["project"]["readme"]}
    for source in read:
        assert copied & {source, *map(str, Path(source).parents)}, source


def test_health_of_the_image(referee: Referee) -> None:
    """The image's own check tells a referee that lives from one that does not."""
    (rest,) = (rest for word, rest in instructions() if word == "HEALTHCHECK")
    line = replaced(rest.partition("CMD ")[2], ("8765", str(referee.port)))
    program, *arguments = json.loads(line)
    assert program == "python"
    check = [sys.executable, *arguments]
    assert subprocess.run(check, capture_output=True, check=False).returncode != 0
    with referee.serving():
        assert subprocess.run(check, capture_output=True, check=False).returncode == 0


def test_image_has_all_that_carcbot_imports() -> None:
    """What pyproject.toml asks for, with the extra `all`, is all that is imported.

    But for Ray, which is imported only where somebody asks for it.
    """
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text())["project"]
    assert CONTAINERFILE.count("[all]'") == 2
    groups = project["optional-dependencies"]
    brought_by = [project["dependencies"], *(groups[name] for name in groups if name != "test")]
    asked = {re.split(r"[^\w.-]", each)[0].lower() for group in brought_by for each in group}
    imported = {
        name.partition(".")[0]
        for file in (HOUSE / "carcbot").rglob("*.py")
        if file != HOUSE / "carcbot" / "contest" / "workers" / "ray_cluster.py"
        for node in ast.walk(ast.parse(file.read_text()))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    others = imported - set(sys.stdlib_module_names) - {"carcbot", "compression", ""}
    homes = packages_distributions()
    brought = {name: {home.lower().replace("_", "-") for home in homes[name]} for name in others}
    assert not {name for name, home in brought.items() if not home & asked}


@pytest.mark.parametrize("name", SERVICES)
def test_service(name: str) -> None:
    """A service is confined, is started again, has its share of memory, and is looked after."""
    said = SERVICES[name]
    assert set(said) <= KEYS | {"<<"}
    assert said["restart"] == ("no" if "profiles" in said else "unless-stopped")
    assert said["read_only"] is True
    assert said["cap_drop"] == ["ALL"]
    assert said["security_opt"] == ["no-new-privileges:true"]
    assert re.fullmatch(r"\d+[mg]", said["mem_limit"])
    assert "healthcheck" in said or name in {"referee", "backup"}  # the image has one
    assert ":latest" not in said["image"]
    for port in said.get("ports", ()):
        assert port.startswith("127.0.0.1:")


def test_everything_is_there() -> None:
    """What services name there is: files, volumes, networks, secrets, each other."""
    made = {"./backups"}
    used: dict[str, set[str]] = {"volumes": set(), "networks": set(), "secrets": set()}
    for said in SERVICES.values():
        for mount in map(source_of, said.get("volumes", ())):
            if not mount.startswith("."):
                used["volumes"].add(mount)
            elif mount not in made:
                assert (DEPLOY / mount).is_file(), mount
        assert all((DEPLOY / file).is_file() for file in said.get("env_file", ()))
        used["networks"] |= set(said["networks"])
        for secret in said.get("secrets", ()):
            used["secrets"].add(secret if isinstance(secret, str) else secret["source"])
        assert set(said.get("depends_on", ())) <= set(SERVICES)
    for kind, names in used.items():
        assert names == set(COMPOSE[kind])
    assert COMPOSE["networks"]["inside"]["internal"] is True


def test_prometheus_looks_where_figures_are() -> None:
    """The addresses that Prometheus asks are those at which the services tell their figures."""
    asked = {
        target
        for name in ("targets", "bots")
        for group in yaml.safe_load((DEPLOY / "compose" / f"{name}.yml").read_text())
        for target in group["targets"]
    }
    metrics = {"referee": SERVICES["referee"]["environment"]["CARCBOT_METRICS"]}
    for name in ("one", "two"):
        bot = tomllib.loads((DEPLOY / "compose" / f"{name}.toml").read_text())
        metrics[name] = bot["metrics"]
    assert asked == {f"{name}:{at.rpartition(':')[2]}" for name, at in metrics.items()}


def test_secrets_stay_outside() -> None:
    """Secrets are files that git and the image do not see, and no service has one in its words."""
    for secret in COMPOSE["secrets"].values():
        file = (DEPLOY / secret["file"]).relative_to(HOUSE)
        done = subprocess.run(["git", "check-ignore", "-q", file], cwd=HOUSE, check=False)
        assert done.returncode == 0
    for said in SERVICES.values():
        for key, value in said.get("environment", {}).items():
            assert key.endswith("_FILE") or not re.search("PASSWORD|TOKEN", key)
            assert not re.search(r"://[^@/]*:[^@/]*@", value)


@pytest.mark.parametrize("name", OF_CARCBOT)
def test_options(name: str) -> None:
    """Every option that is given to carcbot exists, and stopping waits for a drain."""
    said = SERVICES[name]
    words = said["command"]
    subcommand = words[:1] if words[0] == "serve" else words[:2]
    assert {word for word in words if word.startswith("--")} <= options_of(*subcommand)
    drain_s = float(words[words.index("--drain") + 1]) if "--drain" in words else 600.0
    assert float(said["stop_grace_period"].removesuffix("s")) >= drain_s + 20


def shell_line(name: str, *changes: tuple[str, str]) -> list[str]:
    """A service's command, for this machine: what its entry point makes of it."""
    said = SERVICES[name]
    program, dash, line, own = said["entrypoint"]
    assert (program, dash) == ("sh", "-c")
    line = line.replace("$$", "$")
    words = [replaced(line, *changes), own, *said["command"]]
    return [program, dash, *words]


def tells(port: int, metric: str) -> bool:
    """Whether the figures at this port have one of this name."""
    return metric in get(port, "/metrics")[1]


def test_composed_match(referee: Referee, postgres: Postgres, tmp_path: Path) -> None:
    """The services' commands and settings play a match, with a password that is only in a file."""
    password = tmp_path / "password"
    password.write_text(f"{PASSWORD}\n")
    database = postgres.new_database()
    url = SERVICES["referee"]["environment"]["CARCBOT_DATABASE"]
    referee.database = replaced(
        url, ("@postgres/carcbot", f"@127.0.0.1:{postgres.port}/{database}")
    )
    carcbot = f"{shlex.quote(sys.executable)} -m carcbot"
    command = shell_line(
        "referee", ("/run/secrets/database", str(password)), ("exec carcbot", f"exec {carcbot}")
    )
    here = {"0.0.0.0": "127.0.0.1", "/data": str(referee.folder)}  # noqa: S104 - it is replaced
    serve = [here.get(word, word) for word in command]
    entry = serve[: len(serve) - len(SERVICES["referee"]["command"])]
    figures = {name: free_port() for name in ("referee", "one", "two")}
    asked = SERVICES["referee"]["environment"]["CARCBOT_METRICS"]
    address = replaced(asked, ("0.0.0.0:9100", f"127.0.0.1:{figures['referee']}"))
    env = referee.env() | {"CARCBOT_METRICS": address}
    with running([*serve, "--port", str(referee.port)], referee.log, env) as process:
        referee.wait_for(process)
        bots = []
        for name in ("one", "two"):
            done = subprocess.run(
                [*entry, "accounts", "add", f"bot-{name}"],
                env=env | {"PATH": "/usr/bin:/bin"},
                capture_output=True,
                text=True,
                check=True,
            )
            token = tmp_path / name
            token.touch(0o600)
            token.write_text(done.stdout.partition(": ")[2])
            settings = tmp_path / f"{name}.toml"
            agent = '"mcts"' if name == "two" else '"heyden-star25-f5"'
            settings.write_text(
                replaced(
                    (DEPLOY / "compose" / f"{name}.toml").read_text(),
                    ("referee:8765", f"127.0.0.1:{referee.port}"),
                    ("/run/secrets/token", str(token)),
                    (agent, '"greedy"'),
                    ("0.0.0.0:9101", f"127.0.0.1:{figures[name]}"),
                )
            )
            words = replaced(
                shlex.join(SERVICES[name]["command"]), ("/etc/carcbot/bot.toml", str(settings))
            )
            bots.append([sys.executable, "-m", "carcbot", *shlex.split(words), "--count", "1"])
        assert get(referee.port, "/metrics")[0] == 404
        with running(bots[0], referee.bot_log) as one, running(bots[1], referee.bot_log) as two:
            for name, port in figures.items():
                own = "carcbot_clients" if name == "referee" else "carcbot_bot_connected"
                wait_until(partial(tells, port, own), f"the figures of {name}")
            for bot in (one, two):
                has_ended(bot, referee.bot_log)
        process.terminate()
        has_ended(process, referee.log)
    assert get(referee.port, "/healthz")[0] == 0
    (record,) = referee.records
    assert referee.result_of(record) == "normal"
