"""Tests of carcbot.net.host.matchmaker: who has met plays, one match in each round of the loop."""

from pathlib import Path

import pytest

from carcbot.errors import UnavailableError
from carcbot.messages.lobby import Offered, OfferOver, Seek, Terms
from carcbot.messages.server import Notice
from tests.net.host.parts import HOUR, House, Listener, house
from tests.referee.hosts import LONG_POT, SEED
from tests.still_time import Time

TERMS = Terms("pot", LONG_POT, HOUR)


def seeks(here: House, *names: str) -> list[Listener]:
    """All of these seek the same."""
    clients = [here.guest(name) for name in names]
    for client in clients:
        answer = here.floor.carry_out(client, client.account or "", Seek(1, TERMS), 0)
        assert answer is not None
    return clients


@pytest.mark.asyncio
async def test_one_match_in_a_round(tmp_path: Path) -> None:
    """However many have met, a round of the loop begins one match, so that no player waits."""
    with house(tmp_path) as here:
        seeks(here, *(f"p{number}" for number in range(6)))
        here.floor.matchmaker.pair()
        here.floor.matchmaker.pair()
        counts = [0]
        time = Time()
        for _ in range(8):
            await time.rounds()
            counts.append(len(here.floor.hall.playing()))
        assert counts[-1] == 3
        assert not here.floor.hall.has_to_pair
        assert not list(here.floor.hall.lobby.offers())


@pytest.mark.asyncio
async def test_they_hear_of_it(tmp_path: Path) -> None:
    """Those who have met are told which offer it was, and then hear what is said at the table."""
    with house(tmp_path) as here:
        ann, bob = seeks(here, "ann", "bob")
        here.floor.matchmaker.pair()
        await Time().rounds()
        for client in (ann, bob):
            over = next(each for each in client.got if isinstance(each, OfferOver))
            assert over.outcome == "matched"
            assert client.matches == {over.match}
            assert client.kinds()[0] == "start"


@pytest.mark.asyncio
async def test_a_match_that_cannot_be_written(tmp_path: Path) -> None:
    """The offers wait as they did, and meet when somebody is looked at again."""
    with house(tmp_path) as here:
        time = Time()
        ann, _ = seeks(here, "ann", "bob")
        here.disk.is_full = True
        here.floor.matchmaker.pair()
        await time.rounds()
        assert not here.floor.hall.playing()
        assert len(here.floor.hall.lobby.offers()) == 2
        assert not any(isinstance(each, OfferOver) for each in ann.got)
        here.disk.is_full = False
        here.floor.matchmaker.pair_missed("eve")
        await time.rounds()
        assert not here.floor.hall.playing(), "nobody was looked at who waits"
        here.floor.matchmaker.pair()
        await time.rounds()
        assert len(here.floor.hall.playing()) == 1


@pytest.mark.asyncio
async def test_called_for(tmp_path: Path) -> None:
    """A competition's match begins with who is here and who is not; or not at all."""
    with house(tmp_path) as here:
        ann = here.guest("ann")
        here.disk.is_full = True
        with pytest.raises(UnavailableError, match="final"):
            here.floor.matchmaker.begin_match(TERMS, ("ann", "bob"), "final", SEED.hex())
        assert not here.floor.hall.playing()
        assert not ann.matches
        here.disk.is_full = False
        here.floor.matchmaker.begin_match(TERMS, ("ann", "bob"), "final", SEED.hex())
        await Time().rounds()
        assert ann.matches == {"final"}
        assert "start" in ann.kinds()


@pytest.mark.asyncio
async def test_whispers(tmp_path: Path) -> None:
    """Offers, of which anybody may make any number, are talk; all else is not left out."""
    with house(tmp_path) as here:
        ann = here.guest("ann")
        seeks(here, "bob")
        (offer,) = here.floor.hall.lobby.offers()
        notice = Notice("draining", "soon")
        here.floor.matchmaker.whisper(
            [("ann", Offered(offer)), ("nobody", notice), ("ann", notice)]
        )
        assert ann.talk == [Offered(offer)]
        assert ann.got == [notice]
