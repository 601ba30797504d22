"""How long an examination will take."""

from carcbot.conform.forecast import Forecast
from carcbot.conform.kit import Check


async def nothing(_: object) -> None:
    """What a check does here."""


def check(name: str, takes_s: float = 0.0, needs: int = 1) -> Check[object]:
    """A check that waits so long."""
    return Check(name, "Well.", nothing, needs, takes_s)


def test_whole() -> None:
    """Side by side, as far as there is room; and no less than the longest takes."""
    eight = [check(str(number), 2.0) for number in range(8)]
    assert Forecast(eight, 1, 1.0).whole_s == 24.0
    assert Forecast(eight, 4, 1.0).whole_s == 6.0
    assert Forecast([*eight, check("long", 30.0)], 4, 1.0).whole_s == 31.0


def test_needs() -> None:
    """What needs several counts as often; what there is no room for takes nothing."""
    assert Forecast([check("two", 2.0, 2), check("three", 9.0, 3)], 2, 0.0).whole_s == 2.0


def test_left() -> None:
    """What is left is foreseen by the pace so far: twice as slow, twice as long."""
    forecast = Forecast([check(str(number), 1.0) for number in range(4)], 1, 1.0)
    assert forecast.left_s((), 0.5) == 8.0
    assert forecast.left_s({"0", "1"}, 4.0) == 4.0
    assert forecast.left_s({"0", "1"}, 8.0) == 8.0
    assert forecast.left_s({"0", "1", "2", "3"}, 8.0) == 0.0
