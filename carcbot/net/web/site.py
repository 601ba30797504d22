"""The addresses of the pages, and what is behind each."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from functools import cache, partial
from typing import Final, TypeVar

import msgspec
from aiohttp import web

from carcbot import __version__
from carcbot.errors import InputError, UnavailableError
from carcbot.games import USUAL_GAME, registry
from carcbot.games.contract import Game, State, turns_over, view_of
from carcbot.messages.lobby import History
from carcbot.net.addresses import address_of, neighbourhood_of
from carcbot.net.competitions import Competitions
from carcbot.net.door.guests import Guests
from carcbot.net.door.register import Register
from carcbot.net.host.floor import Floor
from carcbot.net.settings import Settings
from carcbot.net.shared_answer import SharedAnswer
from carcbot.net.web.all_records import send_records
from carcbot.net.web.archive import Archive, Asker, told
from carcbot.net.web.competition_pages import add_competitions
from carcbot.net.web.guard import (
    CREATION_PACE,
    DRAFT_PACE,
    HINT_PACE,
    STORY_PACE,
    UPLOAD_PACE,
    Guard,
    Pace,
)
from carcbot.net.web.kept_files import game_file, page, page_parts
from carcbot.net.web.opponents import Opponents
from carcbot.net.web.page_tables import PageTables
from carcbot.net.web.requests import (
    DraftRequest,
    GuestRequest,
    HintRequest,
    MatchRequest,
    SeatLinkRequest,
    SeatRequest,
    body_of,
    read_body,
)
from carcbot.net.web.seat_links import LASTS_S, SeatLinks
from carcbot.net.web.single_file import page_of
from carcbot.net.web.static_files import answer, game_files, pack, page_file, static_files
from carcbot.net.web.stories import face_of
from carcbot.referee.hall import Hall
from carcbot.referee.parties import GUEST
from carcbot.replay.intact_part import intact_part_of
from carcbot.replay.record import MatchRecord
from carcbot.search.own_agent import plays_game
from carcbot.search.presets import PRESETS

__all__ = ["Site"]

_JSON: Final = "application/json"
_FOR_EVER: Final = "private, max-age=31536000, immutable"
_NOT_KEPT: Final = "no-store"
_LOBBY_S: Final = 0.5
_RESULTS: Final = 20
_RECORD_BYTES: Final = 4 * 1024 * 1024

T = TypeVar("T")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Site:
    """The pages of a referee.

    Args:
        settings: How it is set up.
        floor: Its tables.
        register: Who may come.
        guests: Who makes accounts for guests.
        competitions: Those that it hosts.
        opponents: Who sends bots.
        key: With which it signs, in hex.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        floor: Floor,
        register: Register,
        guests: Guests,
        competitions: Competitions,
        opponents: Opponents,
        key: str,
    ) -> None:
        self._settings = settings
        self._floor = floor
        self._guests = guests
        self._competitions = competitions
        self._key = key
        self._opponents = opponents
        self._tables = PageTables(floor, opponents)
        self._archive = Archive(floor.hall, settings.folder, floor.rooms.shown)
        self._guard = Guard(
            register, guests.scopes, floor.now_us, behind_proxy=settings.behind_proxy
        )
        self._seat_links = SeatLinks()
        self._lobby: SharedAnswer[bytes] = SharedAnswer(_LOBBY_S)

    def add_to(self, app: web.Application) -> None:
        """Adds all addresses."""
        pages = {
            "/": "index.html",
            "/replay": "table.html",
            "/rules/{game}": "rules.html",
            "/table/{match}": "table.html",
        }
        for path, file in pages.items():
            app.router.add_get(path, self._page(file))
        app.router.add_get("/web/{path:.+}", _static)
        app.router.add_get("/pages/{file}", _page_part)
        app.router.add_get("/games/{game}/{file}", _game_part)
        for path, handler in {
            "/api/lobby": self._lobby_view,
            "/api/matches/{match}": self._story,
            "/api/matches/{match}/pictures": self._pictures,
            "/records/{match}.jsonl": self._record,
            "/records/{match}.html": self._single_file,
            "/records/{competition}.tar": self._all_records,
        }.items():
            app.router.add_get(path, _told(self._guard.watching(handler)))
        app.router.add_get("/key", self._public_key)
        add_competitions(app, self._competitions)
        app.router.add_get("/api/site", _told(self._site))
        app.router.add_post("/api/guest", _told(self._guest))
        app.router.add_post("/api/record", _told(self._guard.watching(self._uploaded)))
        app.router.add_post("/api/play", _told(self._play))
        app.router.add_post("/api/draft", _told(self._draft))
        app.router.add_post("/api/hint", _told(self._hint))
        app.router.add_post("/api/seat-link", _told(self._seat_link))
        app.router.add_post("/api/seat", _told(self._seat))

    def recall(self) -> None:
        """Keeps places for what was there for pages when the referee was stopped."""
        self._tables.recall()

    async def go_on(self) -> None:
        """Brings back what was there for pages when the referee was stopped."""
        await self._tables.come_back()

    async def close(self) -> None:
        """Ends what was started for pages."""
        await self._tables.close()
        await self._opponents.close()

    # ------------------------------------------------------------ to look at

    def _page(self, file: str) -> Handler:
        async def answered(request: web.Request) -> web.StreamResponse:
            table = self._floor.hall.tables.get(request.match_info.get("match", ""))
            # where not everybody may come, only who has come is told what is played
            game = table.header.game if table and self._settings.guests else None
            is_over = table is not None and table.result is not None
            body = await asyncio.to_thread(lambda: page(file, game, is_over=is_over))
            return answer(request, body, "text/html; charset=utf-8")

        return answered

    async def _site(self, request: web.Request) -> web.StreamResponse:
        """What this referee offers to persons, and what the one who asks may do."""
        names = sorted(registry.names(), key=lambda name: name != USUAL_GAME)
        games = [registry.get(name) for name in names]
        account, may = await self._guard.rights(request)
        said = {
            "product": f"carcbot {__version__}",
            "guests": self._settings.guests,
            "guests_play": self._settings.guests and self._settings.guests_play,
            "account": account,
            "may": may,
            "games": {game.name: _told_game(game) for game in games if game.page is not None},
            "agents": [
                {"name": each.name, "source": each.source, "note": each.note}
                for each in PRESETS.values()
            ],
            "sparring": self._settings.sparring,
        }
        return answer(request, msgspec.json.encode(said), _JSON)

    async def _public_key(self, request: web.Request) -> web.StreamResponse:
        """By which everybody knows the referee's records."""
        return answer(request, f"{self._key}\n".encode(), "text/plain; charset=us-ascii")

    async def _lobby_view(self, request: web.Request) -> web.StreamResponse:
        """Everything that the lobby shows; made at most twice a second, whoever asks."""
        return answer(request, await self._lobby.get("", self._made_lobby), _JSON)

    async def _made_lobby(self) -> bytes:
        hall = self._floor.hall
        tables = [each for each in hall.tables.values() if not each.result]
        lobby = hall.lobby.view()
        said = {
            "tables": [
                {
                    **msgspec.to_builtins(each.info),
                    "scores": view_of(each.state, None).scores(),
                    "turn": turns_over(each.state),
                    "to_move": each.state.to_move if each.state.to_move >= 0 else None,
                }
                for each in tables
            ],
            "online": lobby.online,
            "offers": lobby.offers,
            "ratings": lobby.ratings,
            "results": await self._floor.keeper.history(History(1, limit=_RESULTS)),
            "recent": _just_over(hall)[:_RESULTS],
            "outlooks": _outlooks(hall),
            "competitions": self._competitions.shown(),
            "drains": hall.drains,
        }
        return msgspec.json.encode(said)

    async def _asks(self, request: web.Request) -> tuple[str, Callable[[], None], Asker]:
        """For which match somebody asks, what to do before it is told, and who it is."""
        account, may_play = await self._guard.player(request)
        address = address_of(request, behind_proxy=self._settings.behind_proxy)
        match = request.match_info["match"]
        paced = partial(self._guard.check_pace, request, STORY_PACE)
        return match, paced, Asker(account, address, may_play=may_play)

    async def _story(self, request: web.Request) -> web.StreamResponse:
        text, packed = await self._archive.story(*await self._asks(request))
        return answer(request, text, _JSON, packed=packed)

    async def _pictures(self, request: web.Request) -> web.StreamResponse:
        text, packed = await self._archive.pictures(*await self._asks(request))
        return answer(request, text, _JSON, packed=packed)

    async def _record(self, request: web.Request) -> web.StreamResponse:
        self._guard.check_pace(request, STORY_PACE)
        match = request.match_info["match"]
        raw = await asyncio.to_thread(self._archive.record, match)
        packed = await asyncio.to_thread(pack, raw)
        response = answer(request, raw, "application/jsonl", keep=_FOR_EVER, packed=packed)
        response.headers["Content-Disposition"] = f'attachment; filename="{match}.jsonl"'
        return response

    async def _single_file(self, request: web.Request) -> web.StreamResponse:
        """The page of a match that is over as one file, to be kept and opened anywhere."""
        self._guard.check_pace(request, STORY_PACE)
        match = request.match_info["match"]
        raw = await asyncio.to_thread(self._archive.record, match)
        body, packed = await asyncio.to_thread(_page_of, raw, f"{match}.jsonl")
        response = answer(request, body, "text/html; charset=utf-8", keep=_NOT_KEPT, packed=packed)
        response.headers["Content-Disposition"] = f'attachment; filename="{match}.html"'
        return response

    async def _all_records(self, request: web.Request) -> web.StreamResponse:
        """The records of all games of a competition that are over."""
        self._guard.check_pace(request, STORY_PACE)
        name = request.match_info["competition"]
        try:
            matches = self._competitions.matches_over(name)
        except LookupError as error:
            raise web.HTTPNotFound(text=f"{error.args[0]}\n") from error
        return await send_records(request, name, self._settings.folder / "records", matches)

    async def _uploaded(self, request: web.Request) -> web.StreamResponse:
        """A record of the page's own, told as one of ours as far as it is intact.

        Nothing of it is kept.
        """
        self._guard.check_pace(request, UPLOAD_PACE)
        raw = await read_body(request, _RECORD_BYTES)
        text = await asyncio.to_thread(_told_of, raw)
        return answer(request, text, _JSON, keep=_NOT_KEPT)

    # ------------------------------------------------------------ to play

    async def _guest(self, request: web.Request) -> web.StreamResponse:
        """An account for who has clicked."""
        if not self._settings.guests:
            raise web.HTTPForbidden(text="this referee wants a token: ask who runs it\n")
        self._guard.check_pace(request, CREATION_PACE)
        asked = await body_of(request, GuestRequest)
        if asked.plays and not self._settings.guests_play:
            raise web.HTTPForbidden(text="guests only watch here: to play, ask who runs it\n")
        name, token = (
            await self._guests.player(self._floor.now_us())
            if asked.plays
            else self._guests.viewer()
        )
        text = msgspec.json.encode({"account": name, "token": token})
        return answer(request, text, _JSON, keep=_NOT_KEPT)

    async def _asked(self, request: web.Request, pace: Pace, kind: type[T]) -> tuple[str, T]:
        """Whose account asks for something that only players may do, and for what."""
        holder = await self._guard.holder(request, "play")
        self._guard.check_pace(request, pace)
        return holder.account, await body_of(request, kind)

    async def _play(self, request: web.Request) -> web.StreamResponse:
        """A table with bots."""
        account, asked = await self._asked(request, CREATION_PACE, MatchRequest)
        address = address_of(request, behind_proxy=self._settings.behind_proxy)
        self._floor.hall.directory.note_address(account, neighbourhood_of(address))
        match = await self._tables.open(asked, account)
        seat = asked.seats.index("me") if "me" in asked.seats else None
        said = {"match": match, "seat": seat, "account": account}
        return answer(request, msgspec.json.encode(said), _JSON, keep=_NOT_KEPT)

    async def _draft(self, request: web.Request) -> web.StreamResponse:
        """What who asks would see after moves that were not made yet; null is for the referee."""
        account, asked = await self._asked(request, DRAFT_PACE, DraftRequest)
        picture = self._tables.draft(asked.match, account, asked.moves)
        return answer(request, msgspec.json.encode(picture), _JSON, keep=_NOT_KEPT)

    async def _hint(self, request: web.Request) -> web.StreamResponse:
        """What a bot would do."""
        account, asked = await self._asked(request, HINT_PACE, HintRequest)
        hints = await self._tables.hints(asked.match, account, asked.moves)
        return answer(request, msgspec.json.encode(hints), _JSON, keep=_NOT_KEPT)

    async def _seat_link(self, request: web.Request) -> web.StreamResponse:
        """A code by which a guest goes on with a seat on another device."""
        account, asked = await self._asked(request, CREATION_PACE, SeatLinkRequest)
        table = self._floor.hall.tables.get(asked.match)
        if table is None or table.result or table.seat_of(account) is None:
            raise InputError(
                "you have no seat in this match", expected="one in a match that goes on"
            )
        if not account.startswith(GUEST):
            raise InputError(
                f"{account} comes with a token of its own",
                expected="the same token, typed on the other device",
            )
        code = self._seat_links.make(account, asked.match, time.monotonic())
        text = msgspec.json.encode({"code": code, "lasts_s": LASTS_S})
        return answer(request, text, _JSON, keep=_NOT_KEPT)

    async def _seat(self, request: web.Request) -> web.StreamResponse:
        """A token for the seat that a link is for."""
        self._guard.check_pace(request, CREATION_PACE)
        asked = await body_of(request, SeatRequest)
        account = self._seat_links.take(asked.code, asked.match, time.monotonic())
        token = await self._guests.another_token(account, self._floor.now_us())
        text = msgspec.json.encode({"account": account, "token": token})
        return answer(request, text, _JSON, keep=_NOT_KEPT)


def _told_of(raw: bytes) -> bytes:
    """What a record of somebody's own tells, or one seat's view, and what is wrong behind that."""
    part = intact_part_of(raw, "the file", _RECORD_BYTES)
    wrong = part.trouble and f"{part.trouble.where}: {part.trouble.what}"
    return b'{"story":%b,"pictures":%b,"trouble":%b}' % (
        *told(part.record),
        msgspec.json.encode(wrong),
    )


def _page_of(raw: bytes, name: str) -> tuple[bytes, bytes]:
    """The page of a match as one file, and the same as gzip."""
    body = page_of(MatchRecord.read(raw, name))
    return body, pack(body)


@cache
def _told_game(game: Game[State]) -> dict[str, object]:
    """A game as persons choose it."""
    return {
        "title": game.title,
        "seats": [game.seats[0], game.seats[-1]],
        "options": game.options,
        "agents": [name for name in PRESETS if plays_game(name, game.name)],
        "rules": f"js/games/{game.name}/rules.js" in static_files() | game_files(game.name),
        "strongest": next((name for name in game.agents if name in PRESETS), None),
    }


def _just_over(hall: Hall) -> list[dict[str, object]]:
    """Matches whose end the hall remembers, the last one first; a database knows more."""
    return [
        {
            "match": each.match,
            "game": each.header.game,
            "options": each.state.options,
            "reason": each.result.reason,
            "seats": each.players,
            "standings": each.result.standings,
        }
        for each in reversed(hall.tables.values())
        if each.result is not None
    ]


def _outlooks(hall: Hall) -> dict[str, list[int]]:
    """What each seat would have had in the matches that were broken off, had they been scored then.

    A result has the points on the table, which say little before the final scoring.
    """
    found = {}
    for table in hall.tables.values():
        face = registry.get(table.header.game).page
        if table.result and table.has_begun and not table.state.over and face is not None:
            found[table.match] = face.points(view_of(table.state, None))[1]
    return found


async def _static(request: web.Request) -> web.StreamResponse:
    """A file of the pages, or of what a game of another package has for them."""
    path = request.match_info["path"]
    game = re.match(r"js/games/([a-z_]+)/", path)
    if game is None or path in static_files():
        return page_file(request, path)
    try:
        face_of(game[1])
    except InputError as error:
        raise web.HTTPNotFound(text=f"{error}\n") from error
    return page_file(request, path, await asyncio.to_thread(game_files, game[1]))


async def _page_part(request: web.Request) -> web.StreamResponse:
    return page_file(request, request.match_info["file"], page_parts())


async def _game_part(request: web.Request) -> web.StreamResponse:
    """Something that a game is shown with."""
    game, file = request.match_info["game"], request.match_info["file"]
    try:
        files = await asyncio.to_thread(game_file, game, file)
    except InputError as error:
        raise web.HTTPNotFound(text=f"{error}\n") from error
    return page_file(request, file, files)


def _told(handler: Handler) -> Handler:
    """The handler, with what cannot be used told in its own words."""

    async def tell(request: web.Request) -> web.StreamResponse:
        try:
            return await handler(request)
        except UnavailableError as error:  # the world's, and not the mistake of who asks
            # where the database is, and what its server says, is nobody's business
            what = error.what.partition(":")[0]
            raise web.HTTPServiceUnavailable(text=f"{what}: try again later\n") from error
        except InputError as error:
            raise web.HTTPUnprocessableEntity(text=f"{error}\n") from error

    return tell
