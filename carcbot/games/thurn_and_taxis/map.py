"""The map of Thurn and Taxis, with the facts that its cards and tiles have.

Texts of the game call a city by its three letters. Where a city is drawn follows from where it
lies, moved a little so that its name has room; Lodz lies farther away than there is paper.
"""

from dataclasses import dataclass
from typing import Final

__all__ = [
    "CARRIAGES",
    "CITIES",
    "COPIES",
    "HEIGHT",
    "HOUSES",
    "PROVINCES",
    "ROADS",
    "STACKS",
    "WIDTH",
    "City",
    "Province",
    "Stack",
    "neighbours",
]

WIDTH: Final = 1000
HEIGHT: Final = 690
"""What the map is drawn in."""
COPIES: Final = 3
"""Cards of each city."""
HOUSES: Final = 20
"""Houses of each seat."""
CARRIAGES: Final = {3: 2, 4: 3, 5: 5, 6: 7, 7: 10}
"""The points of a carriage by its level, which is how many cards it needs."""


@dataclass(frozen=True, slots=True)
class City:
    """A city.

    Attributes:
        letters: What texts call it.
        name: Its name for people.
        province: The name of the province in which it lies.
        x: How far right it is drawn.
        y: How far down.
    """

    letters: str
    name: str
    province: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Province:
    """A province; its stack is one of `STACKS`, or None where it has none."""

    name: str
    stack: int | None


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack of bonus tiles.

    Attributes:
        title: What people call it.
        tiles: Their points, the one on top first.
        needs: What brings a tile, in words.
    """

    title: str
    tiles: tuple[int, ...]
    needs: str


CITIES: Final = {
    city.letters: city
    for city in (
        City("Aug", "Augsburg", "Baiern", 458, 408),
        City("Bas", "Basel", "Schweiz", 66, 588),
        City("Bud", "Budweis", "Böhmen", 898, 262),
        City("Car", "Carlsruhe", "Baden", 150, 262),
        City("Fre", "Freiburg", "Baden", 92, 470),
        City("Ing", "Ingolstadt", "Baiern", 528, 306),
        City("Inn", "Innsbruck", "Tyrol", 530, 632),
        City("Kem", "Kempten", "Baiern", 376, 548),
        City("Lin", "Linz", "Salzburg", 902, 420),
        City("Lod", "Lodz", "Polen", 920, 62),
        City("Man", "Mannheim", "Baden", 176, 136),
        City("Mue", "München", "Baiern", 574, 472),
        City("Nue", "Nürnberg", "Baiern", 478, 164),
        City("Pas", "Passau", "Baiern", 778, 368),
        City("Pil", "Pilsen", "Böhmen", 756, 118),
        City("Reg", "Regensburg", "Baiern", 642, 256),
        City("Sal", "Salzburg", "Salzburg", 738, 528),
        City("Sig", "Sigmaringen", "Hohenzollern", 238, 472),
        City("Stu", "Stuttgart", "Württemberg", 270, 312),
        City("Ulm", "Ulm", "Württemberg", 352, 414),
        City("Wue", "Würzburg", "Baiern", 332, 84),
        City("Zue", "Zürich", "Schweiz", 196, 624),
    )
}
"""By their letters, in the order in which all texts have them."""

ROADS: Final = tuple(
    (here, there)
    for here, others in {
        "Aug": "Ing Inn Kem Mue Ulm",
        "Bas": "Fre Zue",
        "Bud": "Lin Pil",
        "Car": "Fre Man Stu",
        "Fre": "Sig Zue",
        "Ing": "Mue Nue Reg Stu Ulm",
        "Inn": "Kem Mue Sal",
        "Kem": "Sig Ulm Zue",
        "Lin": "Pas Sal",
        "Lod": "Pil",
        "Man": "Stu Wue",
        "Mue": "Pas Reg Sal",
        "Nue": "Pil Reg Stu Wue",
        "Pas": "Reg Sal",
        "Pil": "Reg",
        "Sig": "Stu Ulm Zue",
        "Stu": "Ulm Wue",
    }.items()
    for there in others.split()
)
"""Each once, its cities in their order."""

PROVINCES: Final = (
    Province("Baden", 0),
    Province("Württemberg", 1),
    Province("Hohenzollern", 1),
    Province("Schweiz", 2),
    Province("Tyrol", 2),
    Province("Böhmen", 3),
    Province("Salzburg", 3),
    Province("Baiern", 4),
    Province("Polen", None),
)

STACKS: Final = (
    Stack("Baden", (3, 2, 1), "a house in all three cities"),
    Stack("Württemberg and Hohenzollern", (3, 2, 1), "a house in all three cities"),
    Stack("Schweiz and Tyrol", (3, 2, 1), "a house in all three cities"),
    Stack("Böhmen and Salzburg", (4, 3, 2), "a house in all four cities"),
    Stack("Baiern", (5, 4, 3, 2), "a house in all eight cities"),
    Stack("All provinces", (6, 5, 4, 3), "a house in every province"),
    Stack("Route of 5", (2, 1), "a closed route of five cards"),
    Stack("Route of 6", (3, 2, 1), "a closed route of six cards"),
    Stack("Route of 7", (4, 3, 2, 1), "a closed route of seven cards or more"),
)
"""In the order in which positions count what is left of them."""


def neighbours(letters: str) -> frozenset[str]:
    """The cities to which a road leads from this one."""
    return frozenset(
        there if here == letters else here for here, there in ROADS if letters in (here, there)
    )
