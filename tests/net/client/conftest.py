"""What the tests of clients stand on."""

import pytest
import structlog


@pytest.fixture(autouse=True)
def _usual_log() -> None:
    """Everything is logged, whatever a command has set up before."""
    structlog.reset_defaults()
