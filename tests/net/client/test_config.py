"""Tests of carcbot.net.client.config."""

import pytest

from carcbot.bot.policy import AcceptPolicy, Wanted
from carcbot.errors import OptionsError
from carcbot.net.client.config import BotConfig, OpenTable, TakePart, read_config
from carcbot.net.process.process_limits import ProcessLimits

EVERYTHING = """
url = "ws://example.org:80/play"
agent = "mcts:c=0.5"
stdio = ["python", "own.py"]
ca_file = "authority.pem"
token_file = "token"
workers = 3
threads_per_move = 2
ponder = true
memory_mb = 64
nodes = 1000
matches = 5
count = 7
games = ["pot", "kuhn"]
sit = false
table = "m1"
seat = 2
records = "records"
metrics = "127.0.0.1:9101"
analysis = false

[[seek]]
game = "pot"
options = "seats=2"
clock = "bank"
main_s = 9
move_s = 0.1
rated = false
min_rating = 1400
max_rating = 1700
chance = "deck"
allow = ["cid", "dora"]
block = ["eve"]

[accept]
accept = false
games = ["pot"]
seats = [2, 3]
options = ["ones=3|4"]
clocks = ["bank"]
min_move_s = 0.5
max_move_s = 30
rated = "rated"
min_rating = 1200
max_rating = 1900
allow = ["ann"]
block = ["bob"]
on_expiry = ["loss"]
chance = ["joint"]

[open]
game = "pot"
options = "seats=3"
clock = "fischer"
main_s = 30
move_s = 0.5
chance = "deck"
rated = true

[competition]
join = ["cup"]

[limits]
memory_mb = 100
cpu_s = 20
files = 30
processes = 0
"""


def test_nothing_said() -> None:
    """An empty file is a bot with all that is usual."""
    config = read_config("", "bot.toml")
    assert config == BotConfig()
    assert config.sit
    assert config.open is None
    assert config.seat == -1


def test_everything_said() -> None:
    """Every key of the file arrives at its place."""
    assert read_config(EVERYTHING, "bot.toml") == BotConfig(
        url="ws://example.org:80/play",
        agent="mcts:c=0.5",
        stdio=("python", "own.py"),
        ca_file="authority.pem",
        token_file="token",  # noqa: S106 - a file's name
        workers=3,
        threads_per_move=2,
        ponder=True,
        memory_mb=64,
        nodes=1000,
        matches=5,
        count=7,
        games=("pot", "kuhn"),
        sit=False,
        open=OpenTable("pot", "seats=3", "fischer", 30.0, 0.5, "deck", rated=True),
        table="m1",
        seat=2,
        records="records",
        metrics="127.0.0.1:9101",
        analysis=False,
        seek=(
            Wanted(
                "pot", "seats=2", "bank", 9.0, 0.1, rated=False, min_rating=1400, max_rating=1700,
                chance="deck", allow=("cid", "dora"), block=("eve",),
            ),
        ),
        accept=AcceptPolicy(
            accept=False, games=("pot",), seats=(2, 3), options=("ones=3|4",), clocks=("bank",),
            min_move_s=0.5, max_move_s=30.0, rated="rated", min_rating=1200, max_rating=1900,
            allow=("ann",), block=("bob",), on_expiry=("loss",), chance=("joint",),
        ),
        competition=TakePart(("cup",)),
        limits=ProcessLimits(100, 20, 30, 0),
    )  # fmt: skip


def test_whom_it_blocks_it_does_not_seek() -> None:
    """What `[accept]` blocks no seek of the bot is for either; a seek can name so many."""
    (sought,) = read_config(EVERYTHING, "bot.toml").sought
    assert (sought.allow, sought.block) == (("cid", "dora"), ("eve", "bob"))
    names = ", ".join(f'"a{each}"' for each in range(100))
    for seeks, told in (("", None), ('[[seek]]\nblock = ["eve"]\n', "100 accounts")):
        text = f"{seeks}[accept]\nblock = [{names}]"
        if told is None:
            assert len((read_config(text, "bot.toml").accept or AcceptPolicy()).block) == 100
            continue
        with pytest.raises(OptionsError, match=told):
            read_config(text, "bot.toml")


def test_every_key_is_tried() -> None:
    """The file of the last test has no key less than there are, and none with its usual value."""
    config, usual = read_config(EVERYTHING, "bot.toml"), BotConfig()
    for name in BotConfig.__struct_fields__:
        assert getattr(config, name) != getattr(usual, name)
    for said, default in (
        (config.open, OpenTable()),
        (config.seek[0], Wanted()),
        (config.accept, AcceptPolicy()),
        (config.competition, TakePart()),
    ):
        for name in default.__struct_fields__:
            assert getattr(said, name) != getattr(default, name), name


@pytest.mark.parametrize(
    ("text", "told"),
    (
        ("worker = 2", "bot.toml: there is no setting 'worker'; did you mean 'workers'?"),
        ("agnet = 'mcts'", "bot.toml: there is no setting 'agnet'; did you mean 'agent'?"),
        ("main_s = 2", "bot.toml: there is no setting 'main_s'; did you mean the one of [open]?"),
        ("[open]\nseats = 2", "bot.toml, [open]: there is no setting 'seats'"),
        ("[opens]\ngame = 'pot'", "bot.toml: there is no setting 'opens'; did you mean 'open'?"),
        ("[competition]\nenter = ['cup']", "bot.toml, [competition]: there is no setting 'enter'"),
        ("zzz = 2", "bot.toml: there is no setting 'zzz'; expected what docs/bot.md lists"),
    ),
)
def test_unknown_key(text: str, told: str) -> None:
    """A key that does not exist is an error that names it, its place, and what may be meant."""
    with pytest.raises(OptionsError) as caught:
        read_config(text, "bot.toml")
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize(
    ("text", "key"),
    (
        ("workers = 'two'", "workers"),
        ("workers = true", "workers"),
        ("nodes = 1.5", "nodes"),
        ("url = 3", "url"),
        ("sit = 1", "sit"),
        ("games = 'pot'", "games"),
        ("games = ['pot', 1]", "games[1]"),
        ("stdio = 'python own.py'", "stdio"),
        ("open = 'pot'", "open"),
        ("[open]\nmain_s = '60'", "open.main_s"),
    ),
)
def test_wrong_type(text: str, key: str) -> None:
    """A value of another type is an error that names its key, and is never made to fit."""
    with pytest.raises(OptionsError) as caught:
        read_config(text, "bot.toml")
    assert f"`$.{key}`" in str(caught.value)
    assert "Expected" in str(caught.value)


@pytest.mark.parametrize(
    ("key", "least", "most"),
    (
        ("workers", 1, 256),
        ("threads_per_move", 1, 256),
        ("memory_mb", 1, 65536),
        ("matches", 1, 1000),
        ("seat", -1, 5),
    ),
)
def test_range(key: str, least: int, most: int) -> None:
    """Both ends of a range are possible; what lies beyond them is an error that names the key."""
    for value in (least, most):
        assert getattr(read_config(f"{key} = {value}", "bot.toml"), key) == value
    for value in (least - 1, most + 1):
        with pytest.raises(OptionsError) as caught:
            read_config(f"{key} = {value}", "bot.toml")
        assert f"`$.{key}`" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "key"),
    (
        ("nodes = -1", "nodes"),
        ("count = -1", "count"),
        ("[open]\nmain_s = -1", "open.main_s"),
        ("[open]\nmove_s = -0.5", "open.move_s"),
        ("[open]\nmain_s = nan", "open.main_s"),
        ("[open]\nclock = 'sand'", "open.clock"),
    ),
)
def test_impossible_value(text: str, key: str) -> None:
    """A value that cannot be is an error that names its key."""
    with pytest.raises(OptionsError) as caught:
        read_config(text, "bot.toml")
    assert f"`$.{key}`" in str(caught.value)


@pytest.mark.parametrize(
    "text", ("workers", "workers = ", "= 3", "workers = 1\nworkers = 2", "url = '\ud800'", "\x00")
)
def test_no_toml(text: str) -> None:
    """What is no TOML is an error that names the file and what was expected."""
    with pytest.raises(OptionsError) as caught:
        read_config(text, "bot.toml")
    assert str(caught.value).startswith("bot.toml: ")
    assert caught.value.expected
