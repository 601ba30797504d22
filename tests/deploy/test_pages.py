"""The pages for hosts: nothing in them that is not there, nothing there that is not in them."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy.hosting import DEPLOY, options_of

PAGES = sorted(DEPLOY.glob("*.md"))
SCRIPTS = sorted(DEPLOY.glob("*.sh"))
FILES = sorted(
    path
    for path in DEPLOY.rglob("*")
    if path.is_file() and path.relative_to(DEPLOY).parts[0] not in {"secrets", "backups"}
)
OTHERS = {
    "--deploy-hook", "--enable", "--kill-whom", "--no-block", "--now", "--owner", "--rm",
    "--signal", "--timeout", "--webroot",
}  # fmt: skip


@pytest.fixture(scope="module")
def options() -> set[str]:
    """The options of the commands that a host uses."""
    names = ("serve", "accounts add", "replay verify", "bot run")
    return {option for name in names for option in options_of(*name.split())}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page(page: Path, options: set[str]) -> None:
    """A page is short, its links lead somewhere, and the options in it are there."""
    text = page.read_text()
    assert len(text.split()) < 500
    assert text.startswith("# ")
    assert all(len(line) <= 110 or line.startswith("|") for line in text.splitlines())
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert (DEPLOY / link).exists(), link
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)) <= options | OTHERS
    for name in re.findall(
        r"(?<![/\w])(?:systemd|nginx|prometheus|grafana|compose)/[\w@.-]+", text
    ):
        assert (DEPLOY / name).exists(), name


def test_every_file_is_in_a_page() -> None:
    """Every file is named in a page, by itself or with its folder."""
    text = "".join(page.read_text() for page in PAGES)
    for file in FILES:
        name = file.relative_to(DEPLOY)
        beside = name.name.removesuffix(".dockerignore")
        assert name.suffix == ".md" or beside in text or f"{name.parts[0]}/" in text, name


def test_entrance_leads_to_every_page() -> None:
    """The entrance names each of the other pages."""
    entrance = (DEPLOY / "README.md").read_text()
    assert {page.name for page in PAGES} == {"README.md", *re.findall(r"\]\((\w+\.md)\)", entrance)}


def test_scripts() -> None:
    """The scripts can be started, and shellcheck finds nothing to complain of."""
    assert all(script.stat().st_mode & 0o111 for script in SCRIPTS)
    done = subprocess.run(
        [Path(sys.executable).parent / "shellcheck", *SCRIPTS, "tests/ready_hosting.sh"],
        cwd=DEPLOY.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_what_the_tests_lack_is_told(tmp_path: Path) -> None:
    """Where a program is missing and cannot be got, one sentence says what to type."""
    for tool in ("sh", "id"):
        (tmp_path / tool).symlink_to(shutil.which(tool) or "")
    done = subprocess.run(
        [tmp_path / "sh", DEPLOY.parent / "tests" / "ready_hosting.sh"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert re.fullmatch(r"error: the tests need [a-z ]*prometheus promtool.*\n", done.stderr)
    assert "'apt-get install nginx prometheus openssl'" in done.stderr
