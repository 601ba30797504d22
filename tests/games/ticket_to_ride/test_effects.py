"""Tests of carcbot.games.ticket_to_ride.effects."""

from carcbot.games.contract import View
from carcbot.games.ticket_to_ride.effects import effects
from tests.games.ticket_to_ride.scenes import Scene

TICKETS = {0: ("LosMia", "DenElp")}


def view(hand: str, *tracks: str) -> View:
    """What seat 0 knows at the beginning of its turn."""
    return Scene(hand=hand, tracks={0: tracks}, tickets=TICKETS, row="RLWBY").core().view(0)


def test_a_claim() -> None:
    """Its points, what it does for tickets, and the path that grows with it."""
    assert effects(view("R3"), "claim:LosPho:R3") == {"points": 4, "nearer": ["LosMia"], "path": 3}
    assert effects(view("R2", "ElpSfe"), "claim:DenSfe:R2") == {
        "points": 2,
        "completes": ["DenElp"],
        "path": 4,
    }
    far_away = view("R2", "LosPho")
    assert effects(far_away, "claim:BosMon:R2") == {"points": 2}


def test_a_card() -> None:
    """What could not be paid before, by the locomotive too."""
    assert effects(view("R"), "take:B") == {}
    gained = effects(view("R2"), "take:R")["pays"]
    assert isinstance(gained, list)
    assert "ChiDul" in gained
    assert "LosPho" in gained
    assert "DalHou" not in gained
    assert effects(view("R2"), "take:L") == {"pays": gained}


def test_what_brings_nothing_now() -> None:
    """Blind cards and tickets: nobody knows."""
    assert effects(view("R3"), "blind") == {}
    assert effects(view("R3"), "tickets") == {}
