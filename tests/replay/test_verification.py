"""True records are found true, and whatever is changed in one is found."""

import copy
import hashlib
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.errors import FileInputError
from carcbot.games.rules_digest import rules_digest
from carcbot.messages.parts import ClockSpec
from carcbot.net.embedded import EmbeddedMatch
from carcbot.referee.journal import Header
from carcbot.replay.packed import pack
from carcbot.replay.record import MatchRecord
from carcbot.replay.verification import GENUINE, GOES_ON, UNKNOWN, verify
from tests.referee.hosts import Script, header, parsed, raw
from tests.replay.records import BANK, PATIENT, PUBLIC, signed, text_of_match

NOT_JUDGED = {
    "agents",
    "analysis",
    "chain",
    "lag",
    "lag_us",
    "line",
    "link",
    "opened_us",
    "product",
    "sent_us",
    "text",
}
"""What nothing else in the record tells of."""


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines of a match's record, as its referee wrote it."""
    match = EmbeddedMatch(
        game="carcassonne",
        options="seats=3,expansions=river",
        agents=("greedy", "random", "greedy"),
        clock=ClockSpec("bank", 60_000_000, 1_000_000),
        name_and_seed=("m1", hashlib.sha256(b"replay").hexdigest()),
        folder=tmp_path_factory.mktemp("records"),
    )
    for _ in match.events():
        pass
    return match.record.read_text().splitlines()


def check(lines: list[str], place: Path) -> str:
    """Verifies a record of these lines."""
    file = place / "m1.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines))
    return verify(MatchRecord.load(file))


def forged(lines: list[str]) -> list[str]:
    """The lines with a chain that fits and a signature by somebody, if they can be read at all."""
    try:
        text = raw([parsed(line.encode()) for line in lines if '"line":"signature"' not in line])
        if '"type":"result"' in lines[-2]:
            text = signed(text)
    except (msgspec.DecodeError, FileInputError):
        return lines
    return text.decode().splitlines()


def test_true(lines: list[str], tmp_path: Path) -> None:
    """What a referee wrote is true, whole or as far as it goes."""
    assert check(lines, tmp_path) == UNKNOWN
    assert check(forged(lines), tmp_path) == UNKNOWN
    for end in (5, 20, len(lines) - 2):
        assert check(lines[:end], tmp_path) == GOES_ON
    with pytest.raises(FileInputError, match="not signed"):
        check(lines[:-1], tmp_path)


def test_other_rules(lines: list[str], tmp_path: Path) -> None:
    """A record that was played by other rules is told so at once, whatever the rest says."""
    header = json.loads(lines[0])
    assert header["rules_digest"] == rules_digest("carcassonne", "seats=3,expansions=river")
    other = lines[0].replace(header["rules_digest"], "0" * 64)
    with pytest.raises(FileInputError, match="the header: it was played by other rules"):
        check(forged([other, *lines[1:]]), tmp_path)
    few = lines[0].replace('["greedy","random","greedy"]', '["greedy","random"]')
    assert few != lines[0]
    with pytest.raises(FileInputError, match="the number of agents 2 is not true"):
        check(forged([few, *lines[1:]]), tmp_path)


def test_who_sat_down_twice(lines: list[str], tmp_path: Path) -> None:
    """Nobody sits down where somebody sits."""
    places = [at for at, line in enumerate(lines) if '"line":"seated"' in line]
    twice = forged([*lines[: places[0] + 1], *lines[places[0] :]])
    with pytest.raises(FileInputError, match=r"who sat down .* the seat was taken"):
        check(twice, tmp_path)


def test_a_substitute_that_is_not_allowed(tmp_path: Path) -> None:
    """Who may not have another choose its move is out instead."""
    policy = msgspec.structs.replace(PATIENT, substitutes=False)
    text = text_of_match("pot", "seats=2", policy=policy, thinks=True)
    said = [line.decode() for line in text.splitlines()]
    place = next(at for at, line in enumerate(said) if '"analysis":{"score"' in line)
    said[place] = said[place].replace('"analysis":{', '"analysis":{"by":"substitute",', 1)
    with pytest.raises(FileInputError, match="who chose 'substitute' is not true"):
        check(forged(said), tmp_path)


def test_signer(lines: list[str], tmp_path: Path) -> None:
    """Only with a trusted key a record is genuine, and with another one it is wrong."""
    file = tmp_path / "m1.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines))
    record = MatchRecord.load(file)
    key = json.loads(lines[-1])["key"]
    assert (verify(record), verify(record, key)) == (UNKNOWN, GENUINE)
    with pytest.raises(FileInputError, match=f"it is by the key {key}; expected {PUBLIC}"):
        verify(record, PUBLIC)
    file.write_text("".join(f"{line}\n" for line in lines[:-3]))
    assert verify(MatchRecord.load(file), key) == GOES_ON
    file.write_text("".join(f"{line}\n" for line in lines[:-1]))
    with pytest.raises(FileInputError, match="not signed"):
        verify(MatchRecord.load(file), key)


def test_other_encodings(lines: list[str], tmp_path: Path) -> None:
    """The same content in other bytes is refused, also where the chain does not take them in."""
    file = tmp_path / "m1.jsonl"
    text = "".join(f"{line}\n" for line in lines)
    for other in (
        text.replace(":", ": ", 1),
        text.replace("\n", "\r\n"),
        text.replace("\n", "\n\n", 1),
        text.replace('"seq":1,', '"seq":1.0,'),
        text.replace('"line":"event",', "", 1).replace('"link"', '"line":"event","link"', 4),
        text[:-1],
        text + " ",
        text + "\n",
        text + lines[-1] + "\n",
        " " + text,
        "\ufeff" + text,
        "".join(f"{line}\n" for line in lines[:-1]) + json.dumps(json.loads(lines[-1])) + "\n",
        text.replace('"key":"', '"more":1,"key":"'),
    ):
        assert other != text
        file.write_text(other, newline="")
        with pytest.raises(FileInputError):
            verify(MatchRecord.load(file))


def test_other_encodings_of_what_is_private(tmp_path: Path) -> None:
    """The chain takes in what seats know apart, but the signature is for the bytes themselves."""
    file = tmp_path / "m1.jsonl"
    text = signed(text_of_match("kuhn")).decode()
    file.write_text(text)
    assert verify(MatchRecord.load(file)) == UNKNOWN
    other = text.replace("},{", "}, {", 1)
    assert other.index("}, {") > other.index('"secret":[{')
    file.write_text(other)
    with pytest.raises(FileInputError, match="the signature is for other bytes"):
        verify(MatchRecord.load(file))


@pytest.mark.parametrize(
    ("lag", "most"), (((300, 200, 20), None), ((300, 150, 20), 150), ((300, 200, 19), 119))
)
def test_credit_for_lag(tmp_path: Path, lag: tuple[int, int, int], most: int | None) -> None:
    """No move is credited more than its seat still had."""
    script = Script(header("pot", "seats=2", clock=BANK, lag=(300, 200, 20)))
    for lag_us in (200, 0, 120):  # two of them are one seat's
        script.move(us=900, lag_us=lag_us)
    line, *later = [parsed(text) for text in script.texts]
    assert isinstance(line, Header)
    told = raw([msgspec.structs.replace(line, lag=lag), *later]).decode().splitlines()
    if most is None:
        assert check(told, tmp_path) == GOES_ON
    else:
        with pytest.raises(FileInputError, match=f"the lag credit .* is not true; expected {most}"):
            check(told, tmp_path)


def changes(value: Any, rng: random.Random) -> Iterator[Any]:  # noqa: ANN401 - any JSON
    """Other values of the same kind."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + rng.choice((2, 7, 1000))
        yield max(value - 2, 0) if value else 3
    elif isinstance(value, str):
        yield value + "0"
        place = rng.randrange(len(value))
        yield value[:place] + ("1" if value[place] == "0" else "0") + value[place + 1 :]
    elif isinstance(value, list):
        yield value[:-1] if value else [1]
        yield from others_of(value, list(enumerate(value)), rng)
    elif isinstance(value, dict):
        parts = [(key, part) for key, part in value.items() if key not in NOT_JUDGED]
        yield from others_of(value, parts, rng)


def others_of(whole: Any, parts: list[tuple[Any, Any]], rng: random.Random) -> Iterator[Any]:  # noqa: ANN401
    """The whole with one of its parts changed."""
    for place, part in parts:
        for changed in changes(part, rng):
            other = copy.copy(whole)
            other[place] = changed
            yield other


def differences(one: Any, other: Any) -> str:  # noqa: ANN401
    """What was changed, for people."""
    if isinstance(one, dict):
        changed = {key: differences(one[key], other[key]) for key in one if one[key] != other[key]}
        return str(changed)
    return f"{one} -> {other}"


def test_every_change_is_found(lines: list[str], tmp_path: Path) -> None:
    """Any value of any line that is changed makes the record wrong, and the error says where.

    That is so as well if whoever changed it makes a new chain and signs it, for all that follows
    from something else in the record.
    """
    rng = random.Random(1)
    tried, missed, places = 0, [], set()
    whole = [json.loads(line) for line in lines]
    last = len(lines) - 1
    for number in [*range(12), *range(12, last - 2, 9), *range(last - 2, last)]:
        for changed in changes(whole[number], rng):
            if changed == whole[number]:
                continue
            tried += 1
            other = [*lines[:number], json.dumps(changed), *lines[number + 1 :]]
            with pytest.raises(FileInputError, match=f"line {number + 1}\\b|the chain"):
                check(other, tmp_path)
            try:
                check(forged(other), tmp_path)
            except FileInputError as error:
                places.add("m1.jsonl" in error.where)
            else:
                missed.append((number, changed))
    assert not [differences(whole[number], changed) for number, changed in missed]
    assert places == {True}
    assert tried > 450


def test_lines_that_are_gone_or_doubled(lines: list[str], tmp_path: Path) -> None:
    """An event that is missing, doubled, or in another's place is found."""
    for number in range(4, len(lines) - 2, 7):
        for other in (
            lines[:number] + lines[number + 1 :],
            [*lines[:number], lines[number], *lines[number:]],
            [*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]],
        ):
            for text in (other, forged(other)):
                with pytest.raises(FileInputError):
                    check(text, tmp_path)


def written(lines: list[str], file: Path) -> str:
    """The name of a file of these lines."""
    file.write_text("".join(f"{line}\n" for line in lines))
    return str(file)


def test_show(lines: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every move is shown, the clock in words, and the ranking with names, the best first."""
    file = written(lines, tmp_path / "m1.jsonl")
    assert run(["replay", "show", file]) == ExitCode.OK
    page = capsys.readouterr().out
    events = [json.loads(line)["event"] for line in lines if '"line":"event"' in line]
    moves = [event for event in events if event["type"] == "move"]
    shown = [line.split() for line in page.splitlines() if line[:4].strip().isdigit()]
    assert [words[3] for words in shown] == [move["move"] for move in moves]
    assert "clock: 1 s a move, and a bank of 60 s" in page
    assert "result: normal" in page
    ends = [line for line in page.splitlines() if re.match(r"\d\. seat-\d \(seat \d\): ", line)]
    order = sorted(enumerate(events[-1]["standings"]), key=lambda each: each[1]["place"])
    assert ends == [
        f"{end['place']}. seat-{seat} (seat {seat}): {end['points']} points" for seat, end in order
    ]
    assert "carcassonne/1 game seats=3,expansions=river " in page


def test_show_several(lines: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Several files are shown one after the other."""
    file = written(lines, tmp_path / "m1.jsonl")
    assert run(["replay", "show", file, file]) == ExitCode.OK
    first, second = capsys.readouterr().out.rstrip().split("\n\n\n")
    assert first == second


def test_verify(lines: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each file gets a word: ok, unfinished, wrong, or unreadable; the first two are all right."""
    good = written(lines, tmp_path / "good.jsonl")
    part = written(lines[:20], tmp_path / "part.jsonl")
    other = [line.replace('"draw":"', '"draw":"X') for line in lines]
    wrong = written(other, tmp_path / "wrong.jsonl")
    none = written(["hello"], tmp_path / "none.jsonl")
    assert run(["replay", "verify", good, part]) == ExitCode.OK
    assert run(["replay", "verify", good, wrong]) == ExitCode.INPUT
    assert run(["replay", "verify", none, str(tmp_path / "nowhere")]) == ExitCode.INPUT
    told = capsys.readouterr().out.splitlines()
    words = [line.split(":")[0] for line in told]
    assert words == ["ok", "unfinished", "ok", "wrong", "unreadable", "unreadable"]
    count = sum('"line":"event"' in line for line in lines)
    assert told[0] == f"ok: {good}: {count} events, normal; intact, signer unknown"
    assert told[1].endswith(" events, the match goes on; intact so far, not signed")
    key = tmp_path / "key"
    key.write_text(json.loads(lines[-1])["key"] + "\n")
    for named in (key.read_text().strip(), str(key)):
        assert run(["replay", "verify", "--key", named, good]) == ExitCode.OK
        assert capsys.readouterr().out.endswith("normal; genuine\n")
    capsys.readouterr()
    assert run(["replay", "verify", "--key", str(key), "--quiet", good, part]) == ExitCode.INPUT
    told = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in told] == ["unsigned"]
    assert told[0].endswith("it is unfinished or was cut off, so nobody vouches for it")
    assert run(["replay", "verify", "--key", PUBLIC, good]) == ExitCode.INPUT
    assert run(["replay", "verify", "--key", "nothing", good]) == ExitCode.INPUT
    assert "'nothing' is no key" in capsys.readouterr().err


def test_record_of_a_bot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A bot's own record is told apart from a referee's, where only that will do."""
    line = json.dumps({"line": "event", "event": {"type": "start"}, "received_us": 1})
    assert run(["replay", "show", written([line], tmp_path / "own.jsonl")]) == ExitCode.INPUT
    printed = capsys.readouterr()
    assert "this is a bot's own record" in printed.out + printed.err


def test_position_of_a_record(
    lines: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`carcbot show` draws a match record's last position, or the one after --ply."""
    file = written(lines, tmp_path / "m1.jsonl")
    assert run(["show", file]) == ExitCode.OK
    assert "0 tiles left" in capsys.readouterr().out
    assert run(["show", file, "--ply", "2"]) == ExitCode.OK
    assert "turn 1" in capsys.readouterr().out
    packed = tmp_path / "m1.jsonl.zst"
    packed.write_bytes(pack(Path(file).read_bytes()))
    assert run(["show", str(packed), "--ply", "2"]) == ExitCode.OK
    assert "turn 1" in capsys.readouterr().out
