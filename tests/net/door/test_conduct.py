"""Tests of carcbot.net.door.conduct."""

import pytest

from carcbot.net.door.conduct import Conduct
from carcbot.referee.token_bucket import TokenBucket

SECOND = 10**9


def test_who_has_to_stay_away() -> None:
    """After five offences at once, for ten seconds; whoever comes with its token is known then."""
    conduct = Conduct()
    for _ in range(4):
        conduct.note_offence("ann", 0)
    assert conduct.stays_away_s("ann", "t1", 0) == 0
    conduct.note_offence("ann", 0)
    assert conduct.known_to_stay_away_s("t1", 0) == 0
    assert conduct.stays_away_s("ann", "t1", 0) == 10
    assert conduct.known_to_stay_away_s("t1", 4 * SECOND) == pytest.approx(6)
    assert conduct.known_to_stay_away_s("t2", 4 * SECOND) == 0
    assert conduct.stays_away_s("bob", "t2", 4 * SECOND) == 0
    assert conduct.known_to_stay_away_s("t1", 10 * SECOND) == 0


def test_nothing_stays_for_ever() -> None:
    """What makes no difference any more is forgotten, unless the account is here."""

    def fresh() -> tuple[TokenBucket, TokenBucket]:
        return TokenBucket(1, 2, 0), TokenBucket(1, 2, 0)

    conduct = Conduct()
    kept = {account: conduct.buckets(account, fresh()) for account in ("ann", "bob", "eve")}
    kept["bob"][0].take(0)
    for _ in range(6):
        conduct.note_offence("eve", 0)
    assert conduct.stays_away_s("eve", "t", 0) > 0
    assert len(list(conduct.forget({"ann"}, 0))) == 5  # a step for each that is known
    assert conduct.buckets("ann", fresh()) is kept["ann"]
    assert conduct.buckets("bob", fresh()) is kept["bob"]
    assert conduct.buckets("eve", fresh()) is not kept["eve"]
    assert conduct.known_to_stay_away_s("t", 0) > 0
    list(conduct.forget((), 3600 * SECOND))
    assert vars(conduct) == vars(Conduct())
