"""The map of Ticket to Ride, the USA: cities, tracks and tickets, in the order of all texts."""

from dataclasses import dataclass
from typing import Final

__all__ = ["CITIES", "COLOURS", "COPIES", "POINTS", "TICKETS", "TRACKS", "TRAINS", "Track"]

TRAINS: Final = 45
"""What each seat has at the beginning."""
POINTS: Final = (0, 1, 2, 4, 7, 10, 15)
"""For a track, by its length."""
COLOURS: Final = {
    "P": "pink",
    "W": "white",
    "B": "blue",
    "Y": "yellow",
    "O": "orange",
    "K": "black",
    "R": "red",
    "G": "green",
    "L": "locomotive",
}
"""The kinds of cards."""
COPIES: Final = {card: 14 if card == "L" else 12 for card in COLOURS}
"""How many there are of each."""
CITIES: Final = {
    "Atl": "Atlanta",
    "Bos": "Boston",
    "Cal": "Calgary",
    "Cha": "Charleston",
    "Chi": "Chicago",
    "Dal": "Dallas",
    "Den": "Denver",
    "Dul": "Duluth",
    "Elp": "El Paso",
    "Hel": "Helena",
    "Hou": "Houston",
    "Kan": "Kansas City",
    "Las": "Las Vegas",
    "Lit": "Little Rock",
    "Los": "Los Angeles",
    "Mia": "Miami",
    "Mon": "Montreal",
    "Nas": "Nashville",
    "Nor": "New Orleans",
    "Nyc": "New York",
    "Okl": "Oklahoma City",
    "Oma": "Omaha",
    "Pho": "Phoenix",
    "Pit": "Pittsburgh",
    "Por": "Portland",
    "Ral": "Raleigh",
    "Stl": "Saint Louis",
    "Slc": "Salt Lake City",
    "Sfo": "San Francisco",
    "Sfe": "Santa Fe",
    "Ssm": "Sault St. Marie",
    "Sea": "Seattle",
    "Tor": "Toronto",
    "Van": "Vancouver",
    "Was": "Washington",
    "Win": "Winnipeg",
}
"""Their names, by the letters by which texts call them."""


@dataclass(frozen=True, slots=True)
class Track:
    """A way between two cities; the two of a gray double are one, for they are alike.

    Attributes:
        a: One city.
        b: The other.
        colour: The letter of its colour; empty where any will do.
        length: Its trains.
    """

    a: str
    b: str
    colour: str
    length: int


_TRACKS: Final = """
    AtlCha-2 AtlMiaB5 AtlNas-1 AtlNorO4 AtlNorY4 AtlRal-2 BosMon-2 BosNycR2 BosNycY2
    CalHel-4 CalSea-4 CalVan-3 CalWinW6 ChaMiaP4 ChaRal-2 ChiDulR3 ChiOmaB4 ChiPitK3
    ChiPitO3 ChiStlG2 ChiStlW2 ChiTorW4 DalElpR4 DalHou-1 DalLit-2 DalOkl-2 DenHelG4
    DenKanK4 DenKanO4 DenOklR4 DenOmaP4 DenPhoW5 DenSlcR3 DenSlcY3 DenSfe-2 DulHelO6
    DulOma-2 DulSsm-3 DulTorP6 DulWinK4 ElpHouG6 ElpLosK6 ElpOklY5 ElpPho-3 ElpSfe-2
    HelOmaR5 HelSlcP3 HelSeaY6 HelWinB4 HouNor-2 KanOkl-2 KanOma-1 KanStlB2 KanStlP2
    LasLos-2 LasSlcO3 LitNasW3 LitNorG3 LitOkl-2 LitStl-2 LosPho-3 LosSfoP3 LosSfoY3
    MiaNorR6 MonNycB3 MonSsmK5 MonTor-3 NasPitY4 NasRalK3 NasStl-2 NycPitG2 NycPitW2
    NycWasK2 NycWasO2 OklSfeB3 PhoSfe-3 PitRal-2 PitStlG5 PitTor-2 PitWas-2 PorSlcB6
    PorSfoG5 PorSfoP5 PorSea-1 RalWas-2 SlcSfoO5 SlcSfoW5 SsmTor-2 SsmWin-6 SeaVan-1
"""
"""Both cities, the colour or -, and the length."""
_TICKETS: Final = """
    DenElp4 HouKan5 AtlNyc6 CalSlc7 ChiNor7 DulHou8 HelLos8 NasSsm8 AtlMon9 ChiSfe9 LosSea9
    OklSsm9 DulElp10 MiaTor10 DalNyc11 DenPit11 LitWin11 PhoPor11 BosMia12 HouWin12 CalPho13
    MonNor13 SfeVan13 ChiLos16 AtlSfo17 NasPor17 LosMia20 MonVan20 LosNyc21 NycSea22
"""
"""Both cities, and the value."""


def _tracks() -> dict[str, Track]:
    texts = _TRACKS.split()
    pairs = [text[:6] for text in texts]
    return {
        pair + (text[6] if pairs.count(pair) == 2 else ""): Track(
            pair[:3], pair[3:], text[6].strip("-"), int(text[7])
        )
        for pair, text in zip(pairs, texts, strict=True)
    }


TRACKS: Final = _tracks()
"""By the names that moves have for them: a letter tells those of a coloured double apart."""
TICKETS: Final = {text[:6]: int(text[6:]) for text in _TICKETS.split()}
"""Their values, by both cities."""
