"""What pages tell of games with secrets: to each the own view, to others what everybody sees."""

import json
from pathlib import Path
from typing import Any

import pytest

from carcbot.games import registry
from carcbot.games.contract import State, View, has_secrets, view_of
from carcbot.messages.events import Drawn, Event, Moved
from carcbot.net.store.rows import Holder
from carcbot.net.web.page_tables import PageTables
from carcbot.referee.table import Table
from carcbot.search.thought import Thought
from tests.net.client.hosting import token_of
from tests.net.door.parts import holder_of
from tests.net.host.test_veil import CLOCK, ELSEWHERE, HOME, Guest, Place, place
from tests.waiting import until

GAMES = ("kuhn", "hoard", "thurn_and_taxis", "ticket_to_ride")


async def begun(at: Place, game: str, *, hints: bool = True) -> tuple[Table, list[Guest]]:
    """A match between ann and bob in which the first move was made."""
    guests = [await at.come(token_of(name)) for name in ("ann", "bob")]
    headers = {"Authorization": f"Bearer {token_of('ann')}"}
    body = {"seats": ["open", "open"], "game": game, "clock": CLOCK, "hints": hints}
    async with at.http.post(f"{at.server.page}api/play", json=body, headers=headers) as response:
        match = (await response.json())["match"]
    for guest in guests:
        await guest.say("sit", match=match)
    table = at.server.hall.tables[match]
    await until(lambda: table.state.to_move == 0)
    await at.move(guests[0], match, table.state.legal_moves()[-1])
    return table, guests


async def told(at: Place, match: str, token: str = "", address: str = "") -> tuple[Any, Any]:
    """The story of a match as a page gets it, and its pictures."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if address:
        headers["X-Forwarded-For"] = address
    found = []
    for path in (f"api/matches/{match}", f"api/matches/{match}/pictures"):
        async with at.http.get(f"{at.server.page}{path}", headers=headers) as response:
            assert response.status == 200
            found.append(await response.json())
    return found[0], found[1]


def seen(table: Table, seat: int | None, events: list[Event]) -> list[object]:
    """The pictures that events lead to for who begins with this view; -1 begins with all."""
    state: State = registry.get(table.header.game).new(table.header.options)
    view: View = state if seat == -1 else view_of(state, seat)
    face = registry.get(table.header.game).page
    assert face is not None
    pictures = [face.picture(view, None)]
    for event in events:
        if isinstance(event, Drawn | Moved):
            view.apply(event.draw if isinstance(event, Drawn) else event.move)
        pictures.append(face.picture(view, None))
    return list(json.loads(json.dumps(pictures)))


@pytest.mark.asyncio
@pytest.mark.parametrize("game", GAMES)
async def test_each_is_told_its_view(tmp_path: Path, game: str) -> None:
    """Who plays is told what the seat sees, others what all see, and in the end all everything."""
    async with place(tmp_path, veil_turns=None) as at:
        table, guests = await begun(at, game)
        match = table.match
        asks: dict[str, int | None] = {"ann": 0, "bob": 1, "eve": None, "": None}
        for name, seat in asks.items():
            story, pictures = await told(at, match, token_of(name) if name else "")
            events = table.log.since(0, seat)
            assert pictures == seen(table, seat, events)
            texts = [event.draw for event in events if isinstance(event, Drawn)]
            said = [each["draw"] for each in story["events"] if each["type"] == "draw"]
            assert said == texts
            assert story["hides"]
            assert story["turns"][-1] == pictures[-1]["turn"]
        status, _ = await at.get(f"/records/{match}.jsonl", token_of("ann"))
        assert status == 404
        _, lobby = await at.get("/api/lobby")
        (shown,) = json.loads(lobby)["tables"]
        assert shown["scores"] == view_of(table.state, None).scores()
        await guests[0].say("resign", match=match)
        await until(lambda: table.result is not None)
        whole = seen(table, -1, table.log.whole(0))
        for name in asks:
            story, pictures = await told(at, match, token_of(name) if name else "")
            assert pictures == whole
            assert not story["hides"]


@pytest.mark.asyncio
async def test_a_token_that_is_not_to_play_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who may only watch by it is shown no hand, though the account has a seat there."""
    async with place(tmp_path, veil_turns=1) as at:
        table, _ = await begun(at, "ticket_to_ride")

        async def known(_: object) -> Holder:
            return holder_of("ann", "watch")

        monkeypatch.setattr(at.server._site._guard, "_known", known)
        _, pictures = await told(at, table.match, token_of("ann"))
        assert pictures == seen(table, None, table.log.since(0, None))


@pytest.mark.asyncio
async def test_who_watches_may_see_hands_later(tmp_path: Path) -> None:
    """Where the host lets them, those who watch elsewhere see all of it some turns later.

    Whoever has a seat, or may be the same as somebody who has one, does not.
    """
    async with place(tmp_path, veil_turns=1) as at:
        table, guests = await begun(at, "hoard")
        while table.state.turn < 3:
            await until(lambda: table.state.to_move >= 0)
            mover = guests[table.state.to_move]
            await at.move(mover, table.match, table.state.legal_moves()[0])
        viewer = await at.click(plays=False)
        for token, address in ((token_of("ann"), ELSEWHERE), (viewer, HOME), ("", HOME)):
            seat = 0 if token == token_of("ann") else None
            story, pictures = await told(at, table.match, token, address)
            assert pictures == seen(table, seat, table.log.since(0, seat))
        for token in (token_of("eve"), viewer, ""):
            story, pictures = await told(at, table.match, token, ELSEWHERE)
            count = len(story["events"])
            assert 0 < count < table.seq
            assert pictures == seen(table, -1, table.log.whole(0)[:count])


@pytest.mark.asyncio
async def test_a_draft_is_told_to_who_decides(tmp_path: Path) -> None:
    """Who is to decide sees what would follow, from the own view; nobody else hears of anything."""
    async with place(tmp_path, veil_turns=None) as at:
        table, guests = await begun(at, "thurn_and_taxis")

        async def ask(name: str, path: str, *moves: str) -> tuple[int, Any]:
            headers = {"Authorization": f"Bearer {token_of(name)}"}
            body = {"match": table.match, "moves": moves}
            url = f"{at.server.page}{path}"
            async with at.http.post(url, json=body, headers=headers) as response:
                text = await response.text()
                return response.status, json.loads(text) if response.status == 200 else text

        while True:
            await until(lambda: table.state.to_move >= 0)
            seat, lays = table.state.to_move, table.state.legal_moves()[0]
            known = view_of(table.state, seat)
            known.apply(lays)
            if known.step == "finish":
                break
            await at.move(guests[seat], table.match, lays)
        names, seq = ("ann", "bob"), table.seq
        face = registry.get("thurn_and_taxis").page
        assert face is not None
        status, picture = await ask(names[seat], "api/draft", lays)
        assert (status, picture) == (200, json.loads(json.dumps(face.picture(known, lays))))
        assert await ask(names[seat], "api/draft", lays, "end") == (200, None)
        status, hints = await ask(names[seat], "api/hint", lays)
        assert status == 200
        assert {hint["move"] for hint in hints} <= set(known.legal_moves())
        status, said = await ask(names[seat], "api/draft", lays, lays)
        assert status == 422
        assert "not possible now" in said
        status, said = await ask(names[1 - seat], "api/draft", lays)
        assert status == 422
        assert "it is not your turn" in said
        assert (await ask("eve", "api/draft", lays))[0] == 422
        assert table.seq == seq


@pytest.mark.asyncio
@pytest.mark.parametrize("game", registry.names())
async def test_hints_know_what_who_asks_knows(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot that thinks of a hint is given the view of whose turn it is, and nothing else."""
    known: list[tuple[object, ...]] = []
    think = PageTables._thought

    async def noted(self: PageTables, game: str, view: str, seed: int) -> Thought:
        known.append((game, view, seed))
        return await think(self, game, view, seed)

    monkeypatch.setattr(PageTables, "_thought", noted)
    async with place(tmp_path, veil_turns=None) as at:
        table, _ = await begun(at, game)
        await until(lambda: table.state.to_move >= 0)
        seat = table.state.to_move
        url, body = f"{at.server.page}api/hint", {"match": table.match}
        moves = set()
        for each, name in enumerate(("ann", "bob")):
            headers = {"Authorization": f"Bearer {token_of(name)}"}
            async with at.http.post(url, json=body, headers=headers) as response:
                if each != seat:
                    assert response.status == 422
                    assert "it is not your turn" in await response.text()
                    continue
                assert response.status == 200
                moves = {hint["move"] for hint in await response.json()}
        assert moves
        assert moves <= set(table.state.legal_moves())
        assert known == [(game, view_of(table.state, seat).text, table.seq)]
        assert not has_secrets(table.state) or table.state.text not in str(known)
