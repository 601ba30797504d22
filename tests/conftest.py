"""What every test stands on."""

import os
import signal

import pytest
from hypothesis import settings

# Who starts the tests in the background may have Ctrl-C ignored; programs would inherit that, and
# the tests send it to them.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same tree gives the same verdict on every machine, however slow: the tests draw the same
# examples each time and have no deadline. To search for new ones is the proofs' and fuzzers' work.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """How many tests run side by side: one more than cores, because many of them wait."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keeps tests that share a set-up in one process, so that it is made once."""
    for item in items if config.pluginmanager.hasplugin("xdist") else ():
        if shared := _shared_by(item):
            item.add_marker(pytest.mark.xdist_group(shared))


def _shared_by(item: pytest.Item) -> str:
    """What the tests have in common with which this one shares a set-up; empty if it shares none.

    Tests of a package come before those of a module, which may use both.
    """
    info = getattr(item, "_fixtureinfo", None)
    known = info.name2fixturedefs.items() if info is not None else ()
    scopes = {definitions[-1].scope for _, definitions in known}
    if "package" in scopes:
        return item.nodeid.split("/")[1]
    if "module" in scopes:
        return item.nodeid.partition("::")[0]
    return ""
