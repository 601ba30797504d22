"""What every test stands on."""

import atexit
import functools
import gc
import os
import re
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import structlog
from hypothesis import settings

from tests.hypothesis_profiles import REPEATABLE
from tests.nearby import SLOW

if TYPE_CHECKING:
    from xdist.remote import Producer  # type: ignore[import-untyped]
    from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

# Who starts the tests in the background may have Ctrl-C ignored; programs would inherit that, and
# the tests send it to them.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Thousands of processes import the same modules: where the surroundings say not to keep them
# compiled, each would compile them anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Each core has several tests to run: threads that wait for one another would only take its time.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

# Nobody outside is asked for anything: to read whom this machine trusts would be an eighth of the
# time in which most programs start.
os.environ["SSL_CERT_FILE"] = os.devnull

# Thousands of tests are collected and stay: to look through them again and again for what nobody
# needs takes a third of the time of collecting, and afterwards longer than many a test.
gc.disable()

settings.load_profile(REPEATABLE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begins with the slow rooms, so that in the end no core waits for one long test.

    The browser's tests and those that are coroutines are kept apart: its loop runs beneath all.
    """
    slow = tuple(f"tests/{room}/" for room in ("contest", *SLOW))
    items.sort(key=lambda item: not item.nodeid.startswith(slow))
    browsers = {item.path for item in items if "chromium" in getattr(item, "fixturenames", ())}
    for item in items:
        if item.path in browsers and item.get_closest_marker("asyncio"):
            raise pytest.UsageError(f"{item.nodeid} runs a loop where a browser runs its own")


def pytest_runtest_setup() -> None:
    """Each test has the usual log: a command that ran before may have wanted its warnings alone.

    What was raised is told plainly, as in commands: pictures of it hold a loop up for a second.
    """
    structlog.reset_defaults()
    *others, _ = structlog.get_config()["processors"]
    plainly = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[*others, plainly])


def pytest_collection_finish() -> None:
    """From here on garbage is collected again, among what the tests themselves leave."""
    gc.freeze()
    gc.enable()
    atexit.register(gc.unfreeze)  # the core would tell of objects that are never let go


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """How many tests run side by side: three a core, because most of their time they wait."""
    return 3 * (os.cpu_count() or 1)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: "Producer") -> "LoadScopeScheduling":
    """Gives tests to processes one by one, and together those that share a set-up."""
    from xdist.scheduler import LoadScopeScheduling  # noqa: PLC0415 - where tests run side by side

    class Scheduling(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return _shared_by(nodeid.partition("::")[0]) or nodeid

    return Scheduling(config, log)


@functools.cache
def _shared_by(file: str) -> str:
    """The folder or file whose tests share a set-up with those of a file; empty if none do."""
    tests = Path(__file__).parent
    path = tests.parent / file
    folders = [
        folder for folder in path.parents if folder.is_relative_to(tests) and folder != tests
    ]
    set_ups = {
        each: each.read_text() for folder in folders if (each := folder / "conftest.py").exists()
    }
    own = path.read_text() if path.exists() else ""
    for each, text in set_ups.items():
        # what lasts so long is a cluster or a database server, and only some of the tests want it
        names = re.findall(r"^(?:async )?def (\w+)", text, re.MULTILINE)
        if '(scope="package"' in text and re.search(rf"\b({'|'.join(names)}): ", own):
            return str(each.parent)
    return file if any('(scope="module"' in text for text in (own, *set_ups.values())) else ""
