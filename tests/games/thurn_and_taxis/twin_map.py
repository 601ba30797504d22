"""The board of Thurn and Taxis and its supplies, as the rules tell them, for the slow twin.

Nothing here comes from the core: what both say is compared, and figures are counted from it.
"""

__all__ = [
    "CARRIAGE_POINTS",
    "CITIES",
    "CITIES_OF_STACK",
    "COPIES",
    "HOUSES",
    "LONGEST_TILE_STACK",
    "NEIGHBOURS",
    "PLACES",
    "PROVINCES",
    "PROVINCE_OF",
    "STACKS",
]

COPIES = 3
"""Cards of each city."""
PLACES = 6
"""Cards that lie open."""
HOUSES = 20
"""Houses of each seat."""

PROVINCES: dict[str, tuple[str, ...]] = {
    "Baden": ("Man", "Car", "Fre"),
    "Wuerttemberg": ("Stu", "Ulm"),
    "Hohenzollern": ("Sig",),
    "Schweiz": ("Bas", "Zue"),
    "Tyrol": ("Inn",),
    "Boehmen": ("Pil", "Bud"),
    "Salzburg": ("Sal", "Lin"),
    "Baiern": ("Wue", "Nue", "Reg", "Ing", "Aug", "Kem", "Mue", "Pas"),
    "Polen": ("Lod",),
}
PROVINCE_OF = {city: province for province, cities in PROVINCES.items() for city in cities}
CITIES = tuple(sorted(PROVINCE_OF))
"""In the order of all lists: that of the alphabet, which is also that of their letters."""

NEIGHBOURS: dict[str, tuple[str, ...]] = {
    "Man": ("Wue", "Stu", "Car"),
    "Car": ("Man", "Stu", "Fre"),
    "Fre": ("Car", "Sig", "Bas", "Zue"),
    "Bas": ("Fre", "Zue"),
    "Zue": ("Bas", "Fre", "Sig", "Kem"),
    "Sig": ("Fre", "Zue", "Stu", "Ulm", "Kem"),
    "Stu": ("Man", "Car", "Sig", "Ulm", "Wue", "Nue", "Ing"),
    "Ulm": ("Sig", "Stu", "Ing", "Aug", "Kem"),
    "Kem": ("Zue", "Sig", "Ulm", "Aug", "Inn"),
    "Wue": ("Man", "Stu", "Nue"),
    "Nue": ("Wue", "Stu", "Ing", "Reg", "Pil"),
    "Ing": ("Stu", "Ulm", "Aug", "Mue", "Reg", "Nue"),
    "Aug": ("Ulm", "Kem", "Inn", "Mue", "Ing"),
    "Inn": ("Kem", "Aug", "Mue", "Sal"),
    "Mue": ("Aug", "Inn", "Ing", "Reg", "Pas", "Sal"),
    "Reg": ("Nue", "Ing", "Mue", "Pas", "Pil"),
    "Pas": ("Reg", "Mue", "Sal", "Lin"),
    "Sal": ("Inn", "Mue", "Pas", "Lin"),
    "Lin": ("Pas", "Sal", "Bud"),
    "Bud": ("Lin", "Pil"),
    "Pil": ("Nue", "Reg", "Bud", "Lod"),
    "Lod": ("Pil",),
}
"""Where roads lead, city by city as the rules list them: each road stands in both of its cities."""

STACKS: dict[str, tuple[int, ...]] = {
    "Baden": (3, 2, 1),
    "Wuerttemberg+Hohenzollern": (3, 2, 1),
    "Schweiz+Tyrol": (3, 2, 1),
    "Boehmen+Salzburg": (4, 3, 2),
    "Baiern": (5, 4, 3, 2),
    "all provinces": (6, 5, 4, 3),
    "5": (2, 1),
    "6": (3, 2, 1),
    "7": (4, 3, 2, 1),
}
"""The points of the tiles, the top one first; the tile for the end is in none of these stacks."""
LONGEST_TILE_STACK = 7

CITIES_OF_STACK = {
    stack: [city for province in stack.split("+") for city in PROVINCES[province]]
    for stack in STACKS
    if stack.split("+")[0] in PROVINCES
}
"""The cities that need an own house for a tile of the stack."""

CARRIAGE_POINTS = {0: 0, 3: 2, 4: 3, 5: 5, 6: 7, 7: 10}
"""What the best carriage is worth, by its level; 0: none yet."""
