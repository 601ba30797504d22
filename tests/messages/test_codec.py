"""Tests of carcbot.messages.codec."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from carcbot.messages import codec
from carcbot.messages.client import Command, Move, Tables
from carcbot.messages.codec import Malformed, Unknown
from carcbot.messages.parts import PROTOCOL, ProtocolRange
from carcbot.messages.server import Ack, Message, ServerHello
from tests.hypothesis_profiles import examples
from tests.messages.make_schemas import FOLDER, SIDES, tag_of

Json = dict[str, Any]

TYPES = tuple((side, each) for side, types in SIDES.items() for each in types)
NAMES = tuple(f"{side}/{tag_of(each)}" for side, each in TYPES)
DEEP = "[" * 30_000
NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | NUMBERS | st.text(max_size=20)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


def decoded(side: str, frame: str | bytes) -> Command | Message | Unknown | Malformed:
    """The message that somebody on this side says."""
    return codec.decode_command(frame) if side == "client" else codec.decode_message(frame)


def example(side: str, tag: str) -> Json:
    """The example of a message, as an object."""
    content: Json = json.loads((FOLDER / f"examples/{side}/{tag}.json").read_text("utf-8"))
    return content


def whole(node: Json, schema: Json) -> st.SearchStrategy[Any]:
    """Everything that a part of one of our schemas allows."""
    if "$ref" in node:
        return whole(schema["$defs"][node["$ref"].rpartition("/")[2]], schema)
    if "anyOf" in node:
        return st.one_of([whole(each, schema) for each in node["anyOf"]])
    if "const" in node or "enum" in node:
        return st.sampled_from(node.get("enum") or [node["const"]])
    if node["type"] == "array":
        most = min(node.get("maxItems", 6), 6)
        return st.lists(whole(node["items"], schema), max_size=most)
    if node["type"] == "object":
        return _objects(node, schema)
    return _scalars(node)


def _objects(node: Json, schema: Json) -> st.SearchStrategy[Any]:
    if "properties" not in node and node.get("additionalProperties", True) is True:
        return st.dictionaries(st.text(), st.integers(-(2**53), 2**53), max_size=4)
    if "properties" not in node:
        return st.dictionaries(st.text(), whole(node["additionalProperties"], schema), max_size=4)
    fields = {name: whole(each, schema) for name, each in node["properties"].items()}
    needed = {name: each for name, each in fields.items() if name in node["required"]}
    others = {name: each for name, each in fields.items() if name not in needed}
    return st.fixed_dictionaries(needed, optional=others)


def _scalars(node: Json) -> st.SearchStrategy[Any]:
    if "pattern" in node:
        return st.from_regex(node["pattern"].replace("$", r"\Z"))
    return {
        "null": st.none(),
        "boolean": st.booleans(),
        "integer": st.integers(node.get("minimum", -(2**53)), node.get("maximum", 2**53)),
        "number": st.floats(allow_nan=False, allow_infinity=False),
        "string": st.text(min_size=node.get("minLength", 0), max_size=node.get("maxLength", 50)),
    }[node["type"]]


def anything(side: str, kind: type[msgspec.Struct]) -> st.SearchStrategy[Json]:
    """Any message of a type, as an object that keeps its schema."""
    path = FOLDER / f"schema/{side}/{tag_of(kind)}.json"
    schema: Json = json.loads(path.read_text("utf-8"))
    return whole(schema, schema)


# ---------------------------------------------------------------- what is right


@pytest.mark.parametrize(("side", "kind"), TYPES, ids=NAMES)
@examples(20)
@given(st.data())
def test_round_trip(side: str, kind: type[msgspec.Struct], data: st.DataObject) -> None:
    """Whatever keeps a schema is a message of its type, and comes back as it was, on one line."""
    content = data.draw(anything(side, kind))
    message = decoded(side, json.dumps(content))
    assert not isinstance(message, Malformed | Unknown)
    assert type(message) is kind
    for name, value in content.items():
        if name != "type" and isinstance(value, str | int | float):
            assert getattr(message, name) == value
    frame = codec.encode(message)
    assert b"\n" not in frame
    assert decoded(side, frame) == message
    assert decoded(side, frame.decode()) == message


@examples(150)
@given(
    st.sampled_from(TYPES),
    st.dictionaries(st.from_regex(r"\Ax_[a-z]{1,8}\Z"), VALUES, max_size=4),
    st.sampled_from(("before", "behind")),
)
def test_unknown_fields_are_ignored(
    of: tuple[str, type[msgspec.Struct]], more: Json, place: str
) -> None:
    """Fields that are not known change nothing, whatever is in them and wherever they stand."""
    side, kind = of
    content = example(side, tag_of(kind))
    frame = json.dumps(more | content if place == "before" else content | more)
    assert decoded(side, frame) == decoded(side, json.dumps(content))


@given(st.text(max_size=30), VALUES)
def test_unknown_types_of_the_referee(kind: str, value: object) -> None:
    """A message of the referee that is of no known type is no fault: it is to be ignored."""
    assume(kind not in {tag_of(each) for each in SIDES["server"]})
    frame = json.dumps({"type": kind, "match": value})
    assert codec.decode_message(frame) == Unknown(kind)


def test_defaults_are_left_out() -> None:
    """A field that was never set is not sent, the version of the protocol among them."""
    assert codec.encode(Tables(1)) == b'{"type":"tables","id":1}'
    assert codec.encode(Ack(1)) == b'{"type":"ack","id":1}'
    frame = json.dumps(example("server", "hello"))
    hello = codec.decode_message(frame)
    assert "protocol" not in json.loads(frame)
    assert isinstance(hello, ServerHello)
    assert hello.protocol == ProtocolRange(PROTOCOL, PROTOCOL)


# ---------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("frame", "code", "number"),
    (
        ("", "bad_json", None),
        ("{", "bad_json", None),
        ('{"type":"tables","id":4', "bad_json", None),
        ('{"type":"tables","id":4} x', "bad_json", None),
        ('{"type":"tables","id":4}{"type":"tables","id":5}', "bad_json", None),
        ("{'type':'tables','id':4}", "bad_json", None),
        (b"\xff\xfe", "bad_json", None),
        (b'{"type":"resign","id":4,"match":"\xff"}', "bad_json", None),
        (b'{"type":"tables","id":4,"x":"\xff"}', "bad_json", None),
        ('{"type":"tables","id":4,"x":' + DEEP, "bad_json", None),
        ('{"x":' * 30_000, "bad_json", None),
        (DEEP, "bad_message", None),
        ("null", "bad_message", None),
        ("3", "bad_message", None),
        ('"tables"', "bad_message", None),
        ("[]", "bad_message", None),
        ("{}", "bad_message", None),
        ('{"id":4}', "bad_message", 4),
        ('{"type":3,"id":4}', "bad_message", 4),
        ('{"type":"resign","id":4}', "bad_message", 4),
        ('{"type":"resign","id":4,"match":""}', "bad_message", 4),
        ('{"type":"resign","id":4,"match":"' + "m" * 41 + '"}', "bad_message", 4),
        ('{"type":"resign","match":"m"}', "bad_message", None),
        ('{"type":"resign","id":"4","match":"m"}', "bad_message", None),
        ('{"type":"tables","id":0}', "bad_message", None),
        ('{"type":"tables","id":4.0}', "bad_message", None),
        ('{"type":"tables","id":9007199254740992}', "bad_message", None),
        ('{"type":"tables","id":1e400}', "bad_message", None),
        ('{"type":"tables","id":' + "9" * 5000 + "}", "bad_message", None),
        ('{"type":"sit","id":4,"match":"m","seat":6}', "bad_message", 4),
        ('{"type":"sit","id":4,"match":"m","seat":true}', "bad_message", 4),
        ('{"type":"desync","id":4,"match":"m","seq":1,"digest":"ABCDEF0123456789"}',
         "bad_message", 4),
        ('{"type":"request","id":4,"match":"m"}', "unknown_type", 4),
        ('{"type":"","id":4}', "unknown_type", 4),
        ('{"type":"Tables","id":4}', "unknown_type", 4),
        ('{"type":"' + "x" * 60_000 + '","id":4}', "unknown_type", 4),
        ('{"id":4,"type":"dance","x":[1,{"y":null}]}', "unknown_type", 4),
        ('{"type":"dance"}', "unknown_type", None),
    ),
    ids=lambda value: str(value)[:60],
)  # fmt: skip
def test_no_command(frame: str | bytes, code: str, number: int | None) -> None:
    """What is no command is refused with the right code, and with its id if that can be read."""
    malformed = codec.decode_command(frame)
    assert isinstance(malformed, Malformed)
    assert (malformed.code, malformed.id) == (code, number)
    assert 0 < len(malformed.text) < 320


@pytest.mark.parametrize("side", ("client", "server"))
@pytest.mark.parametrize("start", ('{"type":"dance","id":4', '{"type":"error","id":"x"'))
def test_deep_nesting_behind_a_fault(side: str, start: str) -> None:
    """Nesting that is too deep is refused as well where something else is wrong before it."""
    assert isinstance(decoded(side, f'{start},"x":{DEEP}'), Malformed | Unknown)


@pytest.mark.parametrize(
    ("frame", "code"),
    (
        ("{", "bad_json"),
        (b'{"type":"\xff"}', "bad_json"),
        ('{"type":"ack","id":1,"x":' + DEEP, "bad_json"),
        ("[]", "bad_message"),
        ('{"id":1}', "bad_message"),
        ('{"type":"ack"}', "bad_message"),
        ('{"type":"error","code":"new_code","text":""}', "bad_message"),
    ),
    ids=lambda value: str(value)[:60],
)
def test_no_message(frame: str | bytes, code: str) -> None:
    """What the referee says and nobody can understand is told apart from what is only new."""
    malformed = codec.decode_message(frame)
    assert isinstance(malformed, Malformed)
    assert malformed.code == code


@pytest.mark.parametrize("side", SIDES)
@given(st.binary(max_size=200) | st.text(max_size=200))
def test_garbage(side: str, frame: bytes | str) -> None:
    """No frame at all does more harm than to be refused."""
    understood = decoded(side, frame)
    if isinstance(understood, Malformed):
        assert understood.code in {"bad_json", "bad_message", "unknown_type"}


@examples(300)
@given(st.sampled_from(TYPES), st.data())
def test_changed_bytes(of: tuple[str, type[msgspec.Struct]], data: st.DataObject) -> None:
    """A message with some bytes changed is understood or refused."""
    side, kind = of
    frame = bytearray(json.dumps(example(side, tag_of(kind))).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        frame[data.draw(st.integers(0, len(frame) - 1))] = data.draw(st.integers(0, 255))
    decoded(side, bytes(frame))


@examples(300)
@given(st.sampled_from(SIDES["client"]), st.data(), VALUES)
def test_wrong_types(kind: type[msgspec.Struct], data: st.DataObject, value: object) -> None:
    """A command with another value in one field is understood, or refused with its id."""
    content = example("client", tag_of(kind))
    name = data.draw(st.sampled_from(sorted(content)))
    understood = codec.decode_command(json.dumps(content | {name: value}))
    if isinstance(understood, Malformed):
        is_new = name == "type" and isinstance(value, str)
        assert understood.code == ("unknown_type" if is_new else "bad_message")
        assert understood.id == (None if name == "id" else content["id"])


@given(st.integers(1, 2**53 - 1), st.text(max_size=150))
def test_move_texts(number: int, text: str) -> None:
    """Any text of 1 to 100 characters may be a move; whether it is one is for the game to say."""
    frame = json.dumps({"type": "move", "id": number, "match": "m", "seq": 1, "move": text})
    command = codec.decode_command(frame)
    if 1 <= len(text) <= 100:
        assert command == Move(number, "m", 1, text)
    else:
        assert isinstance(command, Malformed)
        assert (command.code, command.id) == ("bad_message", number)


def test_huge() -> None:
    """A frame of a megabyte is refused, or understood, like any other."""
    padding = "x" * 2**20
    assert codec.decode_command('{"type":"tables","id":4,"x":"' + padding + '"}') == Tables(4)
    malformed = codec.decode_command('{"type":"resign","id":4,"match":"' + padding + '"}')
    assert isinstance(malformed, Malformed)
    assert (malformed.code, malformed.id) == ("bad_message", 4)
    many = '{"type":"tables","id":4,"x":[' + "0," * 2**19 + "0]}"
    assert codec.decode_command(many) == Tables(4)
