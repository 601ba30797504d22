"""Games of Thurn and Taxis from the core and from the slow twin: facts are facts for both."""

import pytest

from tests.games.thurn_and_taxis.written_positions import CORE, TWIN, Maker


@pytest.fixture(params=(CORE, TWIN), ids=("core", "twin"))
def make(request: pytest.FixtureRequest) -> Maker:
    """Makes games and positions, of the core and of the twin."""
    maker: Maker = request.param
    return maker
