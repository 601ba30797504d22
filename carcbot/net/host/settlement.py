"""What is seen to at a table a little after something was said there."""

import structlog

from carcbot.net.host.alarms import Alarms
from carcbot.net.host.house_bots import HouseBots
from carcbot.net.host.matchmaker import Matchmaker
from carcbot.net.host.referee_metrics import RefereeMetrics
from carcbot.net.host.results import Results
from carcbot.net.host.room import Room
from carcbot.net.host.rooms import Rooms

__all__ = ["Settlement"]

_log = structlog.get_logger()


class Settlement:
    """Settles tables: pictures, alarms, house bots, and what becomes of a match that is over.

    Args:
        rooms: The tables.
        matchmaker: Is told who is free again.
        results: Where it is kept what came of matches.
        house_bots: Who fetches house bots.
        metrics: Where it is counted what happens.
    """

    def __init__(
        self,
        rooms: Rooms,
        matchmaker: Matchmaker,
        results: Results,
        *,
        house_bots: HouseBots,
        metrics: RefereeMetrics,
    ) -> None:
        self.alarms = Alarms(rooms.act)
        self._rooms = rooms
        self._matchmaker = matchmaker
        self._results = results
        self._house_bots = house_bots
        self._metrics = metrics

    def settle(self, room: Room) -> None:
        """Sees to pictures, the alarm, house bots and the file of a match that is over."""
        table = room.table
        if self._rooms.stands_still(room):
            return
        try:
            room.show_players()
        except Exception:  # noqa: BLE001 - what a game cannot draw is played all the same
            _log.exception("a position cannot be shown", match=table.match)
        if not room.has_begun and table.has_begun:
            room.has_begun = True
            self._results.began(table)
            _log.info("begins", match=table.match, game=table.header.game, seats=table.players)
        if table.result:
            if self._rooms.close(room):
                self._finish(room)
            return
        if table.header.policy.on_expiry == "house":
            for seat, account in table.house_accounts().items():
                self._house_bots.call(account, table.match, seat)
        self.alarms.set(room)

    def count(self) -> None:
        """Brings the metrics up to date: what happens at tables is not counted at each move."""
        for room in self._rooms:
            self._count(room)

    def _finish(self, room: Room) -> None:
        """A match is over: its result is kept, and those who played there may meet others."""
        table = room.table
        self._count(room)
        reason = table.result and table.result.reason
        _log.info("over", match=table.match, reason=reason, seats=table.players)
        self._results.keep(table)
        self._matchmaker.pair({*table.players, *filter(None, table.accounts)})
        self._rooms.look_whether_quiet()

    def _count(self, room: Room) -> None:
        self._metrics.events(room.table.log.since(room.counted, None))
        room.counted = room.table.seq
