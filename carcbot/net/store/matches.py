"""Matches that go on or are over, and the ratings that they change."""

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Any, Final, Literal

from sqlalchemy import Select, bindparam, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from carcbot.errors import InputError
from carcbot.messages.parts import Reason, Standing
from carcbot.net.store.accounts import account_ids
from carcbot.net.store.database import Database, new_row, row_or_change
from carcbot.net.store.rows import Match, Rating, Seat
from carcbot.net.store.schema import accounts, matches, ratings, seats

__all__ = ["Matches"]

_LATEST_US: Final = 2**63 - 1


class Matches(Database):
    """What was played, and how strong the players are."""

    async def match_began(
        self,
        name: str,
        *,
        game: str,
        options: str,
        clock: str,
        pool: str | None,
        players: Sequence[str],
        began_us: int,
    ) -> bool:
        """A match began. Saying it again changes nothing; returns whether it was new.

        Args:
            name: Of the match.
            game: What is played.
            options: The game's options as text.
            clock: The clock of every seat, as JSON.
            pool: In which ratings it counts; None if in none.
            players: The account of each seat.
            began_us: Since 1970.

        Raises:
            InputError: A player has no account. Nothing is written then.
        """
        row = {
            "name": name,
            "game": game,
            "options": options,
            "clock": clock,
            "pool": pool,
            "began_us": began_us,
        }

        async def write(connection: AsyncConnection) -> bool:
            number = await connection.scalar(_BEGIN[connection.dialect.name], row)
            if number is None:
                return False
            numbers = await account_ids(connection, players)
            rows = [
                {"match_id": number, "seat": seat, "account_id": numbers[player]}
                for seat, player in enumerate(players)
            ]
            await connection.execute(_SIT, rows)
            return True

        return await self._write(write)

    async def match_ended(
        self,
        name: str,
        reason: Reason,
        standings: Sequence[Standing],
        ended_us: int,
        new_ratings: Sequence[Rating] = (),
    ) -> bool:
        """A match ended, and ratings changed: both, or neither.

        Saying it again changes nothing, whatever is said; returns whether it was new.

        Args:
            name: Of the match.
            reason: Why it ended.
            standings: Of each seat, in their order.
            ended_us: Since 1970.
            new_ratings: They replace those of the same account and pool.

        Raises:
            InputError: There is no such match, it has other seats, or a rating is nobody's. Nothing
                is written then.
        """
        end = {"match": name, "ended_us": ended_us, "reason": reason}

        async def write(connection: AsyncConnection) -> bool:
            number = await connection.scalar(_END, end)
            if number is None:
                if await connection.scalar(_NUMBER, {"match": name}):
                    return False
                raise InputError(f"there is no match {name!a}", expected="a match that began")
            await _write_standings(connection, number, standings)
            await _write_ratings(connection, new_ratings)
            return True

        return await self._write(write)

    async def matches(
        self,
        limit: int,
        *,
        before_us: int | None = None,
        account: str | None = None,
        state: Literal["over", "playing"] | None = None,
    ) -> list[Match]:
        """Matches, those that began last first.

        Those that began in the same microsecond are never torn apart, so the next page, before the
        last one's `began_us`, misses none; a page may be longer for it.

        Args:
            limit: How many; at least 1.
            before_us: Only those that began before.
            account: Only those in which it sits.
            state: Only those that are over, or that go on.
        """
        query = _page(
            earlier=before_us is not None,
            of_one=account is not None,
            state=state,
        )
        values = {  # of which the query takes what it is about
            "before_us": min(before_us or 0, _LATEST_US),
            "account": (account or "").lower(),
            "skipped": limit - 1,
        }
        async with self._reading() as connection:
            found = await connection.execute(query, values)
            rows: list[tuple[Any, ...]] = [tuple(row) for row in found]
        return [_match(list(group)) for _, group in groupby(rows, key=lambda row: row[0])]

    async def match(self, name: str) -> Match | None:
        """The match of that name, if there is one."""
        async with self._reading() as connection:
            found = await connection.execute(_MATCH, {"match": name})
            rows: list[tuple[Any, ...]] = [tuple(row) for row in found]
        return _match(rows) if rows else None

    async def ratings(self) -> list[Rating]:
        """All ratings, pool by pool, the highest first."""
        query = _RATINGS.order_by(ratings.c.pool, ratings.c.mu.desc(), accounts.c.key)
        async with self._reading() as connection:
            rows = await connection.execute(query)
        return [Rating(*row) for row in rows]

    async def rating(self, account: str, pool: str) -> Rating | None:
        """The rating of an account in a pool, if it has one."""
        query = _RATINGS.where(accounts.c.key == account.lower(), ratings.c.pool == pool)
        async with self._reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return Rating(*row) if row else None


_MATCHES: Final = (
    select(
        matches.c.name,
        matches.c.game,
        matches.c.options,
        matches.c.clock,
        matches.c.pool,
        matches.c.began_us,
        matches.c.ended_us,
        matches.c.reason,
        seats.c.seat,
        accounts.c.name,
        seats.c.place,
        seats.c.points,
        seats.c.out,
    )
    .join_from(matches, seats)
    .join(accounts)
)
_RATINGS: Final = select(
    accounts.c.name,
    ratings.c.pool,
    ratings.c.mu,
    ratings.c.sigma,
    ratings.c.games,
    ratings.c.changed_us,
).join_from(ratings, accounts)
_MATCH: Final = _MATCHES.where(matches.c.name == bindparam("match")).order_by(seats.c.seat)
_NUMBER: Final = select(matches.c.id).where(matches.c.name == bindparam("match"))
_BEGIN: Final = new_row(matches)
_SIT: Final = insert(seats)
_END: Final = (
    update(matches)
    .where(matches.c.name == bindparam("match"), matches.c.ended_us.is_(None))
    .values(ended_us=bindparam("ended_us"), reason=bindparam("reason"))
    .returning(matches.c.id)
)
_SEATS: Final = (
    select(func.count()).select_from(seats).where(seats.c.match_id == bindparam("match_number"))
)
_STAND: Final = (
    update(seats)
    .where(seats.c.match_id == bindparam("match_number"), seats.c.seat == bindparam("seat_number"))
    .values(place=bindparam("place"), points=bindparam("points"), out=bindparam("out"))
)
_RATE: Final = row_or_change(
    ratings, ("pool", "account_id"), ("mu", "sigma", "games", "changed_us")
)


@cache
def _page(
    *, earlier: bool, of_one: bool, state: Literal["over", "playing"] | None
) -> Select[*tuple[Any, ...]]:
    """Matches that are asked for by these."""
    wanted = []
    if earlier:
        wanted.append(matches.c.began_us < bindparam("before_us"))
    if of_one:
        sits = select(seats.c.match_id).join(accounts).where(accounts.c.key == bindparam("account"))
        wanted.append(matches.c.id.in_(sits.correlate(None)))
    if state is not None:
        over = matches.c.ended_us.is_not(None)
        wanted.append(over if state == "over" else ~over)
    last = (
        select(matches.c.began_us)
        .where(*wanted)
        .order_by(matches.c.began_us.desc())
        .offset(bindparam("skipped"))
        .limit(1)
        .correlate(None)
    )
    return _MATCHES.where(
        *wanted, matches.c.began_us >= func.coalesce(last.scalar_subquery(), 0)
    ).order_by(matches.c.began_us.desc(), matches.c.id.desc(), seats.c.seat)


def _match(rows: list[tuple[Any, ...]]) -> Match:
    name, game, options, clock, pool, began_us, ended_us, reason = rows[0][:8]
    table = tuple(Seat(*row[8:]) for row in rows)
    return Match(name, game, options, clock, pool, began_us, ended_us, reason, table)


async def _write_standings(
    connection: AsyncConnection, match: int, standings: Sequence[Standing]
) -> None:
    if not standings:
        return  # it ended without any, by the referee's fault or because all gave it up
    there = await connection.scalar(_SEATS, {"match_number": match})
    if there != len(standings):
        raise InputError(f"there are {len(standings)} standings", expected=f"{there}, one a seat")
    rows = [
        {
            "match_number": match,
            "seat_number": seat,
            "place": standing.place,
            "points": standing.points,
            "out": standing.out,
        }
        for seat, standing in enumerate(standings)
    ]
    await connection.execute(_STAND, rows)


async def _write_ratings(connection: AsyncConnection, changed: Sequence[Rating]) -> None:
    if not changed:
        return
    numbers = await account_ids(connection, {each.account for each in changed})
    rows = [
        {
            "pool": each.pool,
            "account_id": numbers[each.account],
            "mu": each.mu,
            "sigma": each.sigma,
            "games": each.games,
            "changed_us": each.changed_us,
        }
        for each in sorted(changed, key=lambda each: (each.pool, each.account.lower()))
    ]
    await connection.execute(_RATE[connection.dialect.name], rows)
