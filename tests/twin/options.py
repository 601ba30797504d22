"""The rules a game is played by."""

from dataclasses import dataclass

_CHOICES: dict[str, tuple[object, ...]] = {
    "farm_scoring": ("current", "second", "first", "off"),
    "two_tile_city": (4, 2),
    "unplaceable": ("discard", "return_to_bag", "bottom"),
    "river_start_tile": ("removed", "kept"),
    "river_rule": ("immediate", "strict"),
    "river_look_ahead": (True, False),
    "inn_on_EC": ("classic", "c2"),
}
_EXPANSIONS = frozenset({"river", "inns_and_cathedrals", "abbot"})


@dataclass(frozen=True)
class TwinOptions:
    """The options of a game; ValueError if they do not go together.

    `start` is the tile on the table at the beginning: kind, x, y, rot. None means
    D, or with the River its source RA, at 0,0 unturned.
    """

    seats: int = 2
    expansions: frozenset[str] = frozenset()
    farm_scoring: str = "current"
    two_tile_city: int = 4
    unplaceable: str = "discard"
    river_start_tile: str = "removed"
    river_rule: str = "immediate"
    river_look_ahead: bool = True
    inn_on_EC: str = "classic"  # noqa: N815 - EC is the name of a tile
    start: tuple[str, int, int, int] | None = None

    def __post_init__(self) -> None:
        """Refuse what no game can be played by."""
        if not 2 <= self.seats <= 6:
            raise ValueError(f"seats: {self.seats}, expected 2 to 6")
        unknown = self.expansions - _EXPANSIONS
        if unknown:
            raise ValueError(
                f"expansions: {sorted(unknown)}, expected some of {sorted(_EXPANSIONS)}"
            )
        if self.seats == 6 and "inns_and_cathedrals" not in self.expansions:
            raise ValueError("seats: 6 need the figures of inns_and_cathedrals")
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                raise ValueError(f"{name}: {getattr(self, name)!r}, expected one of {choices}")
        kind, _, _, rot = self.start_tile
        if self.has_river and kind != "RA":
            raise ValueError(f"start: {kind}, expected RA because the River is in play")
        if rot not in range(4):
            raise ValueError(f"start: rotation {rot}, expected 0 to 3")

    @property
    def has_river(self) -> bool:
        """Whether the River is in play."""
        return "river" in self.expansions

    @property
    def start_tile(self) -> tuple[str, int, int, int]:
        """The start tile after defaults: kind, x, y, rot."""
        if self.start is not None:
            return self.start
        return ("RA" if self.has_river else "D", 0, 0, 0)
