"""Whatever a client says, the hall and its lobby answer or refuse it; the decoder never fails."""

import contextlib
import random
import typing

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from carcbot.messages import client, codec
from carcbot.messages.client import Command
from carcbot.messages.lobby import Accept, Challenge, Seek, Terms
from carcbot.messages.parts import Policy
from carcbot.referee.commands import Answer
from carcbot.referee.step import Refusal
from tests.referee.hosts import identity
from tests.referee.test_hall import GAMES, House

KINDS = typing.get_args(Command)
MOST = 2**53 - 1
NAMES = st.sampled_from(
    ("m1", "m2", "m3", "m4", "m5", "m6", "m7", "a", "b", "e", "none", "\0", "é" * 40)
)
GAME_NAMES = ("pot", "kuhn", "carcassonne", "chess")
OPTIONS = ("", "seats=2", "seats=3", "seats=0", "seats=99999999999999999999", "=", "\0", "a=b,a=b")


class LobbyHouse(House):
    """A hall with a lobby in which everybody is."""

    def __init__(self) -> None:
        super().__init__(usual_policy=Policy(illegal_moves=3))
        for account in "abcde":
            self.hall.lobby.came(account, "fuzz/1")
        for game, options, accounts in GAMES:
            self.match(game, options, accounts)
        self.say("c", Seek(1, Terms("pot", "seats=3")))
        self.say("e", Challenge(1, Terms("pot", "seats=2"), ("c",)))
        self.say("e", Challenge(1, Terms("kuhn")))

    def identity(self) -> object:
        """All that tells whether anything has changed, the lobby included."""
        lobby = self.hall.lobby
        tables = {match: identity(table) for match, table in self.hall.tables.items()}
        return tables, lobby.online(), tuple(lobby._offers), lobby.ratings.best()


def fields_of(kind: type[msgspec.Struct]) -> dict[str, st.SearchStrategy[object]]:
    """What each field of a struct may be, odd values before usual ones."""
    found: dict[str, st.SearchStrategy[object]] = {}
    for field in msgspec.inspect.type_info(kind).fields:  # type: ignore[attr-defined]
        if field.name == "match":
            found[field.name] = NAMES
        elif field.name == "offer":
            found[field.name] = st.sampled_from(("m4", "m5", "m6", "m1", "none"))
        elif field.name == "game":
            found[field.name] = st.sampled_from(GAME_NAMES)
        elif field.name == "options":
            found[field.name] = st.sampled_from(OPTIONS)
        elif field.name == "seq":
            found[field.name] = st.integers(0, 12) | st.just(MOST)
        else:
            found[field.name] = values_of(field.type)
    return found


def values_of(  # noqa: C901, PLR0911, PLR0912 - one case for each kind of type
    kind: msgspec.inspect.Type,
) -> st.SearchStrategy[object]:
    """Values of a type, those at its bounds often."""
    match kind:
        case msgspec.inspect.IntType(ge=low, le=high):
            low, high = (-MOST if low is None else low), (MOST if high is None else high)
            return st.sampled_from((low, high)) | st.integers(low, min(high, low + 5))
        case msgspec.inspect.FloatType():
            return st.floats(allow_nan=False, allow_infinity=False)
        case msgspec.inspect.StrType(pattern=str()):
            return st.sampled_from(("0" * 16, "f" * 16))
        case msgspec.inspect.StrType(min_length=low, max_length=high):
            return NAMES.filter(lambda text: len(text) >= (low or 0) and len(text) <= (high or 99))
        case msgspec.inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case msgspec.inspect.UnionType(types=types):
            return st.one_of([values_of(each) for each in types])
        case msgspec.inspect.VarTupleType(item_type=item, min_length=low, max_length=high):
            return st.lists(values_of(item), min_size=low or 0, max_size=min(high or 3, 3)).map(
                tuple
            )
        case msgspec.inspect.StructType(cls=cls):
            return st.builds(cls, **fields_of(cls))
        case msgspec.inspect.BoolType():
            return st.booleans()
        case msgspec.inspect.NoneType():
            return st.none()
        case msgspec.inspect.TupleType(item_types=items):
            return st.tuples(*map(values_of, items))
        case msgspec.inspect.DictType(key_type=key, value_type=value):
            return st.dictionaries(values_of(key), values_of(value), max_size=3)
        case msgspec.inspect.Metadata(type=inner):
            return values_of(inner)
        case _:
            raise AssertionError(f"no values of {kind}")


COMMANDS = st.one_of([st.builds(kind, **fields_of(kind)) for kind in KINDS])


@given(st.lists(st.tuples(st.sampled_from("abcdez"), COMMANDS), min_size=1, max_size=20))
def test_any_command(said: list[tuple[str, Command]]) -> None:
    """Any command with odd values is answered or refused; what is refused changes nothing."""
    house = LobbyHouse()
    for account, command in said:
        house.now_ns += 10**6
        before = house.identity()
        try:
            answer = house.say(account, command)
        except Refusal:
            assert house.identity() == before
        else:
            assert isinstance(answer, Answer)
            while house.hall.has_to_pair:
                if began := house.hall.pair_next(house.name_and_seed, house.now_ns):
                    house.keep(began.table, began.step)


@given(st.integers(0, 2**32), st.data())
def test_replayed(seed: int, data: st.DataObject) -> None:
    """A move that is said again, whoever says it, is made once; another's seat is never moved."""
    rng = random.Random(seed)
    house = LobbyHouse()
    table = house.hall.directory.find(data.draw(st.sampled_from(("m1", "m2", "m3"))))
    said: list[tuple[str, client.Move]] = []
    for number in range(1, 20):
        if table.result:
            break
        mover = table.accounts[table.state.to_move]
        assert mover is not None
        move = client.Move(number, table.match, table.seq, rng.choice(table.state.legal_moves()))
        for account in "abcde":
            if account != mover:
                assert house.refuses(account, move) in {"not_your_turn", "not_seated"}
        made = house.say(mover, move).ack.seq
        said.append((mover, move))
        assert house.say(mover, move).ack.seq == made
        account, old = rng.choice(said)
        before = house.identity()
        with contextlib.suppress(Refusal):
            house.say(account, old)
        assert house.identity() == before


def test_offers_by_nobody_known() -> None:
    """Who is not here may offer and accept; nobody is seated before coming."""
    house = LobbyHouse()
    house.say("z", Seek(1, Terms("kuhn")))
    house.say("z", Accept(1, "m6"))
    while house.hall.has_to_pair:
        assert house.hall.pair_next(house.name_and_seed, house.now_ns) is None


FRAMES = st.builds(codec.encode, COMMANDS)


@given(FRAMES, st.integers(0, 2**32))
def test_mutated_frames(frame: bytes, seed: int) -> None:
    """A frame that was damaged in any way is a command or malformed, and nothing else."""
    rng = random.Random(seed)
    damaged = bytearray(frame)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(damaged) + 1)
        how = rng.randrange(5)
        if how == 0:
            damaged[at:at] = bytes(rng.choices(b'{}[]",:0-9.eE\\u\0\xff', k=rng.randrange(1, 5)))
        elif how == 1:
            del damaged[at : at + rng.randrange(1, 20)]
        elif how == 2 and at < len(damaged):
            damaged[at] = rng.randrange(256)
        elif how == 3:
            damaged[at:at] = damaged[rng.randrange(len(damaged) + 1) :][:50]
        else:
            damaged[at:at] = b"9" * rng.randrange(1, 400)
    found = codec.decode_command(bytes(damaged))
    assert isinstance(found, (*KINDS, codec.Malformed))
    if isinstance(found, codec.Malformed):
        assert found.code in {"bad_json", "bad_message", "unknown_type"}
        assert found.id is None or 1 <= found.id <= MOST
    assert not isinstance(codec.decode_message(bytes(damaged)), Exception)


@given(st.binary(max_size=300))
def test_any_bytes(raw: bytes) -> None:
    """Bytes of any kind are a command or malformed."""
    assert isinstance(codec.decode_command(raw), (*KINDS, codec.Malformed))
    codec.decode_message(raw)


def test_deep() -> None:
    """However deeply a frame is nested, it is malformed, wherever the depth is."""
    for opening in (b"[", b'{"a":'):
        deep = opening * 100_000
        for frame in (deep, b'{"type":"tables","id":1,"x":' + deep, b'{"type":' + deep):
            found = codec.decode_command(frame)
            assert isinstance(found, codec.Malformed)
