"""The package of docs/adding-a-game.md, installed."""

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from carcbot.games import plugins
from carcbot.net.web import kept_files, static_files
from carcbot.search import presets
from tests.outside.packages import documented, install

__all__ = ["installed"]


def _forget() -> None:
    """What was looked up is looked up again."""
    importlib.invalidate_caches()
    for known in (
        plugins.found,
        plugins.load,
        presets._others,
        static_files.game_files,
        kept_files._drawn_with,
    ):
        known.cache_clear()


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """What lies in this folder is installed, here and in processes that are started."""
    before, modules = os.environ.get("PYTHONPATH"), set(sys.modules)
    sys.path.insert(0, str(folder))
    os.environ["PYTHONPATH"] = f"{folder}{os.pathsep}{before}" if before else str(folder)
    _forget()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
        for name in set(sys.modules) - modules:
            if str(getattr(sys.modules[name], "__file__", "")).startswith(str(folder)):
                del sys.modules[name]
        _forget()


@pytest.fixture(scope="module")
def small_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder in which the package is installed."""
    folder = tmp_path_factory.mktemp("site-packages")
    install(folder, documented())
    with installed(folder):
        yield folder
