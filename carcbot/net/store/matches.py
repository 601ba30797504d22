"""Matches that go on or are over, and the ratings that they change."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final, Literal

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from carcbot.errors import InputError
from carcbot.messages.parts import Reason, Standing
from carcbot.net.store.accounts import account_id
from carcbot.net.store.database import Database, insert_into
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
        async with self._writing() as connection:
            number = await connection.scalar(
                insert_into(connection, matches)
                .values(
                    name=name,
                    game=game,
                    options=options,
                    clock=clock,
                    pool=pool,
                    began_us=began_us,
                )
                .on_conflict_do_nothing()
                .returning(matches.c.id)
            )
            if number is None:
                return False
            for seat, player in enumerate(players):
                account = await account_id(connection, player)
                await connection.execute(
                    seats.insert().values(match_id=number, seat=seat, account_id=account)
                )
        return True

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
        async with self._writing() as connection:
            number = await connection.scalar(
                update(matches)
                .where(matches.c.name == name, matches.c.ended_us.is_(None))
                .values(ended_us=ended_us, reason=reason)
                .returning(matches.c.id)
            )
            if number is None:
                if await connection.scalar(select(matches.c.id).where(matches.c.name == name)):
                    return False
                raise InputError(f"there is no match {name!a}", expected="a match that began")
            await _write_standings(connection, number, standings)
            for rating in sorted(new_ratings, key=lambda each: (each.pool, each.account.lower())):
                await _write_rating(connection, rating)
        return True

    async def matches(
        self,
        limit: int,
        *,
        before_us: int | None = None,
        account: str | None = None,
        game: str | None = None,
        state: Literal["over", "playing"] | None = None,
    ) -> list[Match]:
        """Matches, those that began last first.

        Those that began in the same microsecond are never torn apart, so the next page, before the
        last one's `began_us`, misses none; a page may be longer for it.

        Args:
            limit: How many; at least 1.
            before_us: Only those that began before.
            account: Only those in which it sits.
            game: Only those of that game.
            state: Only those that are over, or that go on.
        """
        wanted = []
        if before_us is not None:
            wanted.append(matches.c.began_us < min(before_us, _LATEST_US))
        if account is not None:
            sits = select(seats.c.match_id).join(accounts).where(accounts.c.key == account.lower())
            wanted.append(matches.c.id.in_(sits.correlate(None)))
        if game is not None:
            wanted.append(matches.c.game == game)
        if state is not None:
            over = matches.c.ended_us.is_not(None)
            wanted.append(over if state == "over" else ~over)
        last = (
            select(matches.c.began_us)
            .where(*wanted)
            .order_by(matches.c.began_us.desc())
            .offset(limit - 1)
            .limit(1)
            .correlate(None)
        )
        query = _MATCHES.where(
            *wanted, matches.c.began_us >= func.coalesce(last.scalar_subquery(), 0)
        ).order_by(matches.c.began_us.desc(), matches.c.id.desc(), seats.c.seat)
        async with self._reading() as connection:
            rows: list[tuple[Any, ...]] = [tuple(row) for row in await connection.execute(query)]
        return [_match(list(group)) for _, group in groupby(rows, key=lambda row: row[0])]

    async def match(self, name: str) -> Match | None:
        """The match of that name, if there is one."""
        query = _MATCHES.where(matches.c.name == name).order_by(seats.c.seat)
        async with self._reading() as connection:
            rows: list[tuple[Any, ...]] = [tuple(row) for row in await connection.execute(query)]
        return _match(rows) if rows else None

    async def ratings(self, pool: str | None = None) -> list[Rating]:
        """The ratings of a pool, or of all, pool by pool, the highest first."""
        query = _RATINGS.order_by(ratings.c.pool, ratings.c.mu.desc(), accounts.c.key)
        if pool is not None:
            query = query.where(ratings.c.pool == pool)
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


def _match(rows: list[tuple[Any, ...]]) -> Match:
    name, game, options, clock, pool, began_us, ended_us, reason = rows[0][:8]
    table = tuple(Seat(*row[8:]) for row in rows)
    return Match(name, game, options, clock, pool, began_us, ended_us, reason, table)


async def _write_standings(
    connection: AsyncConnection, match: int, standings: Sequence[Standing]
) -> None:
    there = await connection.scalar(
        select(func.count()).select_from(seats).where(seats.c.match_id == match)
    )
    if there != len(standings):
        raise InputError(f"there are {len(standings)} standings", expected=f"{there}, one a seat")
    for seat, standing in enumerate(standings):
        await connection.execute(
            update(seats)
            .where(seats.c.match_id == match, seats.c.seat == seat)
            .values(place=standing.place, points=standing.points, out=standing.out)
        )


async def _write_rating(connection: AsyncConnection, rating: Rating) -> None:
    values = {
        "mu": rating.mu,
        "sigma": rating.sigma,
        "games": rating.games,
        "changed_us": rating.changed_us,
    }
    account = await account_id(connection, rating.account)
    await connection.execute(
        insert_into(connection, ratings)
        .values(pool=rating.pool, account_id=account, **values)
        .on_conflict_do_update(index_elements=["pool", "account_id"], set_=values)
    )
