"""``python -m carcbot`` is ``carcbot``."""

import sys

from carcbot.cli.main import run

sys.exit(run())
