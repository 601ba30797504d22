"""Tests of protocol/: what it says of the messages, to programs and to people."""

import asyncio
import hashlib
import hmac
import itertools
import json
import re
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, get_args

import jsonschema  # type: ignore[import-untyped]
import msgspec
import pytest

from carcbot.games import registry
from carcbot.messages import codec
from carcbot.messages.client import Command
from carcbot.messages.codec import CLOSE_CODES, Malformed, Unknown
from carcbot.messages.events import Drawn, Moved, Result, Started
from carcbot.messages.parts import FEATURES, ClockSpec, CloseCode, ErrorCode, Policy, Reason, Why
from carcbot.messages.server import Message, Sync
from carcbot.net.client.config import BotConfig
from carcbot.net.server import RefereeServer
from carcbot.net.settings import USUAL_LIMITS, Settings
from carcbot.net.store.tokens import Tokens
from carcbot.referee import clocks
from tests.messages.make_schemas import FOLDER, SIDES, docstring_of, files, tag_of
from tests.waiting import PATIENCE_S

Json = dict[str, Any]
Bot = Callable[..., Coroutine[None, None, Json | None]]

README = (FOLDER / "README.md").read_text("utf-8")
TYPES = tuple((side, each) for side, types in SIDES.items() for each in types)
NAMES = tuple(f"{side}/{tag_of(each)}" for side, each in TYPES)


def parsed(path: Path) -> Json:
    """What a JSON file of protocol/ holds."""
    content: Json = json.loads(path.read_text("utf-8"))
    return content


def decoded(side: str, text: str | bytes) -> Command | Message | Unknown | Malformed:
    """The message that somebody on this side says."""
    return codec.decode_command(text) if side == "client" else codec.decode_message(text)


def example(side: str, tag: str) -> Command | Message:
    """The example of a type of message."""
    message = decoded(side, (FOLDER / f"examples/{side}/{tag}.json").read_text("utf-8"))
    assert not isinstance(message, Unknown | Malformed)
    return message


def rows(heading: str) -> list[list[str]]:
    """The rows of the table below these words, without marks of code."""
    text = README[README.index(heading) :]
    table = re.search(r"^\|.*?\n(?=\n)", text, flags=re.MULTILINE | re.DOTALL)
    assert table is not None
    lines = table[0].splitlines()[2:]
    return [[cell.strip().strip("`") for cell in line.split("|")[1:-1]] for line in lines]


def codes(column: str) -> set[str]:
    """Everything that a cell puts between marks of code."""
    return set(re.findall(r"`([^`]+)`", column))


# ---------------------------------------------------------------- for programs


def test_committed_files_are_those_of_the_types() -> None:
    """protocol/schema and protocol/asyncapi.json are what `make protocol` writes."""
    texts = files()
    for name, text in texts.items():
        assert (FOLDER / name).read_text("utf-8") == text, f"call 'make protocol' for {name}"
    there = {path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("schema/**/*.json")}
    assert there | {"asyncapi.json"} == texts.keys()


@pytest.mark.parametrize("name", (*NAMES, "bot"))
def test_schemas(name: str) -> None:
    """Each is a schema of its draft, refers to nothing outside, and describes each property."""
    schema = parsed(FOLDER / f"schema/{name}.json")
    jsonschema.Draft202012Validator.check_schema(schema)
    references = re.findall(r'"\$ref": "([^"]+)"', json.dumps(schema))
    inside = {f"#/$defs/{key}" for key in schema.get("$defs", {})}
    assert set(references) == inside
    assert schema["$id"] == f"urn:carcbot:protocol:1:{name.replace('/', ':')}"
    for each in (schema, *schema.get("$defs", {}).values()):
        assert each["description"]
        assert "Attributes:" not in each["description"]
        if each["title"] != "ProtocolRange":  # the oldest and the newest: both in one sentence
            assert all(what["description"] for what in each["properties"].values())


@pytest.mark.parametrize(("side", "kind"), TYPES, ids=NAMES)
def test_attributes_become_descriptions(side: str, kind: type[msgspec.Struct]) -> None:
    """What a docstring says of a field stands in the schema at that field, and of no other."""
    _, attributes = docstring_of(kind)
    properties = parsed(FOLDER / f"schema/{side}/{tag_of(kind)}.json")["properties"]
    assert attributes.keys() <= properties.keys()
    for name, text in attributes.items():
        assert properties[name]["description"] == text


def test_there_is_an_example_of_each() -> None:
    """Every type of message has its example, and there are no others."""
    there = {
        path.relative_to(FOLDER / "examples").with_suffix("").as_posix()
        for path in FOLDER.glob("examples/**/*.json")
    }
    assert there == set(NAMES)


@pytest.mark.parametrize(("side", "kind"), TYPES, ids=NAMES)
def test_examples(side: str, kind: type[msgspec.Struct]) -> None:
    """An example is of its type, comes out as it went in, keeps its schema, and looks like ours."""
    path = FOLDER / f"examples/{side}/{tag_of(kind)}.json"
    content = parsed(path)
    message = example(side, tag_of(kind))
    assert type(message) is kind
    assert json.loads(codec.encode(message)) == content
    schema = parsed(FOLDER / f"schema/{side}/{tag_of(kind)}.json")
    jsonschema.Draft202012Validator(schema).validate(content)
    assert path.read_text("utf-8") == json.dumps(content, indent=2) + "\n"


@pytest.mark.parametrize(("side", "kind"), TYPES, ids=NAMES)
def test_schemas_refuse(side: str, kind: type[msgspec.Struct]) -> None:
    """A schema asks for each field that the decoder asks for, and for the right type."""
    content = parsed(FOLDER / f"examples/{side}/{tag_of(kind)}.json")
    schema = parsed(FOLDER / f"schema/{side}/{tag_of(kind)}.json")
    validator = jsonschema.Draft202012Validator(schema)
    assert validator.is_valid({**content, "a_field_of_tomorrow": 1})
    for key in content:
        without = {name: value for name, value in content.items() if name != key}
        taken = not isinstance(decoded(side, json.dumps(without)), Malformed)
        assert validator.is_valid(without) is taken
        assert taken is (key not in schema["required"])
        for wrong in (False, -1, "", [0]):
            changed = {**content, key: wrong}
            understood = decoded(side, json.dumps(changed))
            taken = not isinstance(understood, Malformed | Unknown)
            assert validator.is_valid(changed) is taken


def test_examples_are_of_one_match() -> None:
    """The examples fit together: one match, its position, its digests, its draws, its seed."""
    started, result, sync = (example("server", each) for each in ("start", "result", "sync"))
    drawn, moved = example("server", "draw"), example("server", "move")
    assert isinstance(started, Started)
    assert isinstance(drawn, Drawn)
    assert isinstance(moved, Moved)
    assert isinstance(sync, Sync)
    assert isinstance(result, Result)
    named = {getattr(example(side, tag_of(kind)), "match", None) for side, kind in TYPES}
    assert named - {None} == {started.match}
    assert started.commitment == hashlib.sha256(bytes.fromhex(result.seed)).hexdigest()
    state = registry.get(started.game).new(started.options)
    assert f"{state.digest:016x}" == started.digest
    state.apply(drawn.draw)
    assert f"{state.digest:016x}" == drawn.digest
    state.apply(moved.move)
    assert f"{state.digest:016x}" == moved.digest
    assert tuple(state.scores()) == moved.scores
    assert f"{registry.parse(sync.view).digest:016x}" == sync.digest


def test_asyncapi() -> None:
    """The AsyncAPI document has each message with a payload that is there, and no loose ends."""
    whole = parsed(FOLDER / "asyncapi.json")
    assert whole["asyncapi"] == "3.0.0"
    assert [each["address"] for each in whole["channels"].values()] == ["/play"]
    assert {each["protocol"] for each in whole["servers"].values()} == {"ws", "wss"}
    payloads = {each["payload"]["$ref"] for each in whole["components"]["messages"].values()}
    assert payloads == {f"schema/{name}.json" for name in NAMES}
    operations = {each["action"]: each for each in whole["operations"].values()}
    for action, side in (("receive", "client"), ("send", "server")):
        names = {each["$ref"].rpartition("/")[2] for each in operations[action]["messages"]}
        assert names == {f"{side}.{tag_of(each)}" for each in SIDES[side]}
    for reference in re.findall(r'"\$ref": "([^"]+)"', json.dumps(whole)):
        if reference.startswith("#/"):
            place: Any = whole
            for part in reference[2:].split("/"):
                place = place[part]
        else:
            assert (FOLDER / reference).is_file()


def test_bot_schema() -> None:
    """The schema of a bot's file takes its defaults, and refuses a key that does not exist."""
    validator = jsonschema.Draft202012Validator(parsed(FOLDER / "schema/bot.json"))
    validator.validate(json.loads(msgspec.json.encode(BotConfig())))
    validator.validate({"open": {"options": "seats=2"}, "count": 3})
    assert not validator.is_valid({"colour": "red"})
    assert not validator.is_valid({"open": {"colour": "red"}})


# ---------------------------------------------------------------- for people


def test_readme_tells_of_every_message() -> None:
    """The prose mentions every type of message, every feature, and every field of an event."""
    prose = re.sub(r"```.*?```", "", README, flags=re.DOTALL)
    mentioned = codes(prose)
    assert {tag_of(each) for _, each in TYPES} <= mentioned
    assert set(FEATURES) <= mentioned
    for kind in SIDES["server"][-5:]:
        assert set(kind.__struct_fields__) <= mentioned, kind


def test_readme_tells_every_code() -> None:
    """The tables of error codes, reasons and close codes are complete, and have nothing else."""
    errors = rows("## Error codes")
    assert tuple(row[0] for row in errors) == get_args(ErrorCode)
    assert all(all(row) for row in errors)
    reasons = rows("| `reason` of a result")
    assert {row[0] for row in reasons} == set(get_args(Reason))
    assert {row[0] for row in reasons if row[2] == "yes"} == set(get_args(Why))
    told = {int(row[0]): (row[1], row[2] == "yes") for row in rows("## Close codes")}
    assert told == CLOSE_CODES
    assert tuple(CLOSE_CODES) == get_args(CloseCode)
    sent_away = re.search(r"socket\.close_code in \(([\d, ]+)\)", README)
    assert sent_away is not None
    final = {code for code, (_, comes_back) in CLOSE_CODES.items() if not comes_back}
    assert {int(code) for code in sent_away[1].split(",")} == final


def test_readme_tells_every_policy_and_limit() -> None:
    """The tables of policies and limits have every field with its default or usual value."""
    policies = {row[0]: row[1] for row in rows("`policy` in `start`")}
    usual = msgspec.json.decode(json.dumps(msgspec.structs.asdict(Policy())))
    said = {
        name: value if name == "on_expiry" else json.loads(value)
        for name, value in policies.items()
    }
    assert said == usual
    limits: dict[str, float] = {}
    for names, values, _ in rows("## Limits"):
        columns = zip(codes(f"`{names}`") and names.split(","), values.split(","), strict=True)
        limits |= {name.strip(" `"): float(value) for name, value in columns}
    assert limits == msgspec.structs.asdict(USUAL_LIMITS)


def test_readme_commands_and_kinds() -> None:
    """The table of commands has each with its fields; that of clocks has every kind."""
    table = {row[0]: codes(row[1]) | codes(f"`{row[1]}`") for row in rows("| command | fields")}
    for kind in SIDES["client"]:
        wanted = set(kind.__struct_fields__) - {"id"}
        assert {name for name in table[tag_of(kind)] if re.fullmatch(r"\w+", name)} == wanted
    assert table.keys() == {tag_of(each) for each in SIDES["client"]}
    schema = parsed(FOLDER / "schema/client/open.json")
    kinds = set(schema["$defs"]["ClockSpec"]["properties"]["kind"]["enum"])
    assert {row[0] for row in rows("A move is in time if")} == kinds


def test_readme_clocks_are_worked_out() -> None:
    """The worked examples of clocks are what the referee's clocks say."""
    for kind, *cells in rows("Worked, for one move each"):
        main, move, spent, lag, billed, limit = map(int, cells[:-1])
        spec = msgspec.convert({"kind": kind, "main_us": main, "move_us": move}, ClockSpec)
        assert billed == spent - lag
        assert clocks.time_for(spec, main) == limit
        left = clocks.after(spec, main, billed)
        assert cells[-1] == ("over" if left < 0 else str(left))


def test_readme_lag_is_worked_out() -> None:
    """The worked example of lag credit is what the referee's account says."""
    account = clocks.LagAccount(1_000_000, 100_000, 20_000)
    credits_us = []
    for move in range(1, 61):
        credits_us.append(account.most(40_000))
        account.pay(credits_us[-1])
        if move == 48:
            assert account.left_us == 40_000
    assert credits_us == [40_000] * 49 + [20_000] * 11


def test_readme_draws_are_worked_out() -> None:
    """The worked draws follow from the seed by HMAC alone, and are those of the examples."""
    found = re.search(r"seed +([0-9a-f]{64})\n +commitment +([0-9a-f]{64})", README)
    assert found is not None
    seed = bytes.fromhex(found[1])
    assert hashlib.sha256(seed).hexdigest() == found[2]
    result = example("server", "result")
    assert isinstance(result, Result)
    assert result.seed == found[1]
    sync = example("server", "sync")
    assert isinstance(sync, Sync)
    state = registry.get(sync.game).new(sync.options)
    moves = [message.move for message in session() if isinstance(message, Moved)]
    table = rows("| k | first 8 bytes")
    assert len(table) == 4
    for k, first_8, number, total, ticket, stretch, text in table:
        digest = hmac.new(seed, f"draw:{k}".encode("ascii"), hashlib.sha256).digest()
        assert digest[:8].hex() == first_8
        assert int.from_bytes(digest[:8], "big") == int(number)
        outcomes = state.outcomes()
        ends = list(itertools.accumulate(weight for _, weight in outcomes))
        assert int(total) == ends[-1]
        assert int(ticket) == int(number) * int(total) // 2**64
        place = [name for name, _ in outcomes].index(text)
        low, high = map(int, stretch.split(" to "))
        assert (low, high) == (ends[place] - outcomes[place][1], ends[place] - 1)
        assert low <= int(ticket) <= high
        state.apply(text)
        if int(k) < len(moves):
            state.apply(moves[int(k)])
    assert state.text == sync.view


def test_readme_draw_in_python() -> None:
    """The few lines of Python in the prose draw what the table says."""
    code = re.search(r"```python\n(import hashlib, hmac\n.*?)\nassert", README, flags=re.DOTALL)
    assert code is not None
    room: Json = {}
    exec(code[1], room)  # noqa: S102 - it is our own page
    seed = bytes.fromhex("76cb50480f18a0fbe6fa80eba007cbea585b127fa8de731461ffcd3d5b400776")
    outcomes = registry.get("carcassonne").new("seats=2").outcomes()
    assert room["draw"](seed, 0, outcomes) == "E"


def session() -> list[Command | Message]:
    """The messages of the session in the prose."""
    said = re.findall(r"^([<>]) (\{.*\})$", README, flags=re.MULTILINE)
    messages = [decoded("client" if who == ">" else "server", text) for who, text in said]
    return [each for each in messages if not isinstance(each, Malformed | Unknown)]


def test_readme_session() -> None:
    """Every line of the session is a message, its events follow each other, its digests hold."""
    messages = session()
    assert len(messages) == len(re.findall(r"^[<>] ", README, flags=re.MULTILINE)) > 20
    events = [each for each in messages if isinstance(each, Message.__args__[-5:])]
    assert [getattr(each, "seq", 0) for each in events] == list(range(1, len(events) + 1))
    state = registry.get("carcassonne").new("seats=2")
    for event in events:
        if isinstance(event, Drawn | Moved):
            state.apply(event.draw if isinstance(event, Drawn) else event.move)
            assert event.digest == f"{state.digest:016x}"
        if isinstance(event, Moved):
            assert event.scores == tuple(state.scores())
    asked = [getattr(each, "id", None) for each in messages if isinstance(each, Command)]
    assert asked == list(range(1, len(asked) + 1))


def test_readme_json_lines() -> None:
    """Every message in a block of JSON can be understood."""
    blocks = re.findall(r"```json\n(.*?)```", README, flags=re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    assert len(lines) > 4
    for line in lines:
        understood = [decoded(side, line) for side in SIDES]
        assert any(not isinstance(each, Malformed | Unknown) for each in understood)


def test_readme_links() -> None:
    """Every link of the prose leads to something."""
    targets = re.findall(r"\]\(([^)]+)\)", README)
    assert targets
    for target in targets:
        assert (FOLDER / target).exists()


@pytest.mark.asyncio
async def test_readme_bot(tmp_path: Path) -> None:
    """The bot in the prose plays a whole match of Carcassonne against itself."""
    code = re.search(r'```python\n("""python first_move.*?)```', README, flags=re.DOTALL)
    assert code is not None
    assert code[1].count("\n") <= 50
    room: Json = {"__name__": "first_move"}
    exec(code[1], room)  # noqa: S102 - it is our own page
    bot: Bot = room["play"]
    results = await _match_of(bot, tmp_path)
    assert results[0] == results[1]
    assert results[0] is not None
    assert results[0]["reason"] == "normal"


@pytest.mark.asyncio
async def test_readme_bot_refused(tmp_path: Path) -> None:
    """The bot in the prose ends, and returns the error, where it is refused before it sits."""
    code = re.search(r'```python\n("""python first_move.*?)```', README, flags=re.DOTALL)
    assert code is not None
    room: Json = {"__name__": "first_move"}
    exec(code[1], room)  # noqa: S102 - it is our own page
    bot: Bot = room["play"]
    tokens = Tokens()
    tokens.add("alice", "token of alice")
    async with RefereeServer(Settings(folder=tmp_path, port=0), tokens) as referee:
        playing = [bot(referee.url, "nonsense"), bot(referee.url, "token of alice", "nowhere")]
        ends = [await asyncio.wait_for(each, PATIENCE_S) for each in playing]
    assert [end and end["code"] for end in ends] == ["bad_token", "unknown_match"]


async def _match_of(bot: Bot, folder: Path) -> list[Json | None]:
    """How a match of this bot against itself ends, as each of the two was told."""
    tokens = Tokens()
    for name in ("alice", "bob"):
        tokens.add(name, f"token of {name}")
    opened = asyncio.Event()

    def lots() -> tuple[str, str]:
        opened.set()
        return "m1", "76cb" * 16

    async with RefereeServer(Settings(folder=folder, port=0), tokens, lots) as referee:
        first = asyncio.create_task(bot(referee.url, "token of alice"))
        await opened.wait()
        second = asyncio.create_task(bot(referee.url, "token of bob", "m1"))
        return list(await asyncio.wait_for(asyncio.gather(first, second), PATIENCE_S))
