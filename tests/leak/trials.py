"""The trials that find a leak: each plays matches twice, or often, and raises a LeakError.

The tests put every game through them, and the mutants show that each of them finds something.
"""

import dataclasses
import json
import random
import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from carcbot.arena.blocks import GameResult
from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.contest.mixed_game import play_mixed
from carcbot.contest.native_game import play_native
from carcbot.contest.refereed_game import play_refereed
from carcbot.contest.seating import Seating
from carcbot.env.all_seats import AllSeats
from carcbot.env.one_seat import OneSeat
from carcbot.errors import AgentError
from carcbot.games import registry
from carcbot.games.contract import State, determinized, view_of
from carcbot.messages.events import Result
from carcbot.messages.parts import ClockSpec
from carcbot.net.embedded import EmbeddedMatch
from carcbot.search.agent import parse_agent
from carcbot.search.families import FAMILIES
from tests.games.random_games import positions, random_record
from tests.leak import agents, program
from tests.leak.comparing import LeakError, check_same, check_same_texts
from tests.leak.contests import (
    PermutedStack,
    contest_of,
    game_of,
    in_the_twins_place,
    parts_of,
    plies_of,
)
from tests.leak.deciding import Decisions, begun_there, starts_of
from tests.leak.twins import DEALT_GAMES, MATCH, Match, Twins, dealt_draws, seed_of, twins, viewers
from tests.leak.wire import Said, Text, heard, still_world
from tests.net.web.test_stories import FACE
from tests.referee.hosts import Script, header
from tests.replay.records import signed

__all__ = [
    "SPY",
    "WAYS",
    "Play",
    "agents_of",
    "decided",
    "learned",
    "seated_together",
    "shown",
    "shows_views",
    "spied",
    "thought",
    "thought_again",
    "told",
    "told_programs",
]

Play = Callable[[Seating], GameResult]

WAYS: Final[dict[str, tuple[Play, int]]] = {
    "native": (play_native, 400),
    "mixed": (play_mixed, 60),
    "refereed": (play_refereed, 40),
}
"""How games of contests are played, and how many of them are."""
_FEW: Final = 20
"""So many are enough to draw the same first where nothing else is hidden."""

_SAME_DRAWS: Final = (1, 1, 25, 25)
"""So many draws of each game are the same; what lies face down then has an order of its own."""

_PUT: Final = 12
"""Into so many positions of a game a learner is put, about."""

SPY: Final = f"{agents.__name__}:{agents.Spy.__name__}"
_FOLLOWER: Final = f"{agents.__name__}:{agents.Follower.__name__}"


def shows_views(patch: pytest.MonkeyPatch, game: str) -> None:
    """From now on the game's pictures are the text of whatever they are made of."""
    get = registry.get
    shown_all = dataclasses.replace(get(game), page=FACE)
    patch.setattr(registry, "get", lambda name: shown_all if name == game else get(name))


def told(pair: Twins, *, veil_turns: int | None = None) -> set[str]:
    """Plays both over the wire; what differs for those who must not be able to tell them apart.

    With a veil that is lifted after some turns, these are only who plays and who may be the same.

    Raises:
        LeakError: It is more than what derives from the seed.
    """
    with tempfile.TemporaryDirectory() as folder:
        one, other = (
            heard(Path(folder) / f"{match.lot}", pair, match, veil_turns=veil_turns)
            for match in (pair.one, pair.other)
        )
    players = (f"seat {pair.viewer}", "neighbour")
    differ = check_same(pair, one, other, None if veil_turns is None else players)
    if registry.get(pair.game).has_secrets:
        _check_that_it_matters(pair, one, other)
    if any(state.to_move == pair.viewer for state, _ in pair.states()):
        hints = [text for asked, text in one[f"seat {pair.viewer}"] if asked.endswith("/hint")]
        assert any(text.startswith('[{"move":') for text in hints)
    return differ


def _check_that_it_matters(pair: Twins, one: Said, other: Said) -> None:
    """Whoever knows what is hidden from the viewer has been told other things."""
    seats = [f"seat {seat}" for seat in viewers(pair.game, pair.options)[:-1]]
    with pytest.raises(LeakError):
        check_same(pair, one, other, seats)


def agents_of(game: str) -> list[str]:
    """Every family of ours that plays a game, with so little thought that it is quick.

    Where something is hidden also the game's own agents, which may guess and plan in their own way.
    """
    has_secrets = registry.get(game).has_secrets
    families = [each.name for each in FAMILIES.values() if not (has_secrets and each.sees_all)]
    own = registry.get(game).agents if has_secrets else ()
    ours = [_small(each, 1) for each in own if each not in families]
    return [*map(_small, families), *ours]


def _small(family: str, sims: int = 5) -> str:
    """A family or an agent with the least that it can think."""
    for agent in (f"{family}:sims={sims}", f"{family}:depth=1"):
        with suppress(AgentError):
            parse_agent(agent)
            return agent
    return family


def decided(way: str, game: str, options: str, agent: str) -> Decisions:
    """Many games of a contest between the same agents with the same seeds, and other draws.

    Raises:
        LeakError: A decision depends on something that its seat cannot know.
    """
    play, games = WAYS[way]
    starts = starts_of(game, options)
    stacked = way == "mixed" and not registry.get(game).has_secrets
    if stacked:
        games = len(_SAME_DRAWS)
    elif not registry.get(game).has_secrets:
        games = _FEW
    elif game in DEALT_GAMES:
        games = len(starts)
    seats = len(viewers(game, options)) - 1
    contest = contest_of(game, options, [agent] * seats, clock=way == "refereed")
    decisions = Decisions()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Seating, "seed", lambda _, seat: 7 + seat)
        for number in range(games):
            if stacked:
                patch.setattr(Seating, "chance", PermutedStack(_SAME_DRAWS[number], number))
            start = starts[number % len(starts)]
            with begun_there(game, start):
                decisions.add(start, plies_of(play(game_of(contest, number))))
    return decisions


def learned(game: str, options: str) -> None:
    """Puts a learner into positions of a random game, and into those that are the same to its seat.

    Raises:
        LeakError: Numbers, info or pictures of them differ.
    """
    learner, pictured = (OneSeat(game, options, render_mode=mode) for mode in ("ansi", "svg"))
    table = AllSeats(game, options, render_mode="svg")
    for environment in (learner, pictured, table):
        environment.reset(seed=1)
    deciding = [each for each in positions(random_record(game, options, 1)) if each.to_move >= 0]
    for state in deciding[:: max(1, len(deciding) // _PUT)]:
        seat = state.to_move
        told = [
            _told_learners(each, seat, (learner, pictured), table)
            for each in (state, *(determinized(view_of(state, seat), seed) for seed in range(3)))
        ]
        for what in told[0]:
            one, *others = (each[what] for each in told)
            for other in others:
                if one != other:
                    raise LeakError(f"a learner at seat {seat}", what, one, other)


def _told_learners(
    state: State, seat: int, learners: Sequence[OneSeat], table: AllSeats
) -> dict[str, str]:
    """What learners with pictures and at a table are told of a position by the seat's decision."""
    for each in learners:
        each._games.batch.put(0, state)
        each._games.seats[0] = seat
    table._batch.put(0, state)
    table._look()
    me, one = table.possible_agents[seat], learners[0]
    seen = {
        "observation": one._games.observation(0),
        "info": one._info(),
        **{f"render as {each.render_mode}": each.render() for each in learners},
        "observation at a table": table.observe(me),
        "info at a table": table.infos[me],
        "picture at a table": table.render(),
    }
    return {what: str(_plain(part)) for what, part in seen.items()}


def _plain(told: object) -> object:
    """The same with arrays as lists, all of which are printed."""
    if isinstance(told, dict):
        return {key: _plain(value) for key, value in told.items()}
    return told.tolist() if isinstance(told, np.ndarray) else told


def spied(play: Play, game: str, seat: int) -> None:
    """An agent of somebody's own plays both, and looks through all that it can reach.

    Raises:
        LeakError: It finds something else in the one than in the other.
    """
    pair = twins(game, "", seat, policy=agents.by_the_text)
    count = sum(one.to_move == seat for one, _ in pair.states())
    one, other = (
        [("what it finds", line) for line in notes[:count]] for notes in _noted(pair, play, SPY)
    )
    assert len(one) == count > 0
    check_same_texts(f"seat {seat}", pair, one, other)


def told_programs(game: str, seat: int) -> set[str]:
    """A program plays both at a table of the referee; what differs in the lines it is told.

    Raises:
        LeakError: It is more than what derives from the seed.
    """
    pair = twins(game, "", seat, policy=agents.by_the_text)
    moves = parts_of(pair, pair.one)[1][seat]
    command = shlex.join((sys.executable, str(program.__file__), *moves))
    one, other = (_until_asked(lines, len(moves)) for lines in _noted(pair, play_refereed, command))
    return check_same_texts(f"seat {seat}", pair, one, other)


def _noted(pair: Twins, play: Play, agent: str) -> list[list[str]]:
    """What the viewer's agent has noted in the one match and in the other."""
    seats = len(viewers(pair.game, pair.options)) - 1
    names = [agent if seat == pair.viewer else "random" for seat in range(seats)]
    contest = contest_of(pair.game, pair.options, names, clock=play is play_refereed)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder) / "notes"
        for match in (pair.one, pair.other):
            notes.unlink(missing_ok=True)
            with pytest.MonkeyPatch.context() as patch, in_the_twins_place(pair, match):
                still_world(patch)
                patch.setenv(agents.FOUND, str(notes))
                play(game_of(contest, 0))
            found.append(notes.read_text().splitlines())
    return found


def _until_asked(lines: list[str], times: int) -> list[Text]:
    """What a program was told until it was asked so often; it may be ended any time after that."""
    at = [number for number, line in enumerate(lines) if '"type":"request"' in line]
    assert len(at) >= times > 0
    return [("", line) for line in lines[: at[times - 1] + 1]]


def shown(game: str, seat: int) -> None:
    """A person plays both in the terminal, and mistypes every move twice.

    Raises:
        LeakError: What is printed differs before the matches do.
    """
    pair = twins(game, "", seat, policy=agents.by_the_text)
    printed = []
    for match in (pair.one, pair.other):
        moves = parts_of(pair, match)[1]
        typed = "".join(f"nonsense\n?\n{move}\n" for move in moves[seat])
        with (
            tempfile.TemporaryDirectory() as folder,
            pytest.MonkeyPatch.context() as patch,
            dealt_draws(pair, match),
            redirect_stdout(StringIO()) as out,
        ):
            still_world(patch)
            patch.setenv(agents.MOVES, json.dumps(moves))
            chance = "carcbot.cli.played_match._chance"
            patch.setattr(chance, lambda _, lot=match.lot: seed_of(lot).hex())
            patch.setattr(sys, "stdin", StringIO(typed))
            words = (
                f"play --game {game} --seat {seat} --agent {_FOLLOWER} --time 60 --seed 1 --folder"
            )
            run([*words.split(), folder])
        asked = re.sub(r":[0-9]+/", ":PORT/", out.getvalue()).split("your move")
        assert len(asked) > 3 * len(moves[seat]) > 0
        printed.append([("the terminal", each) for each in asked[: 3 * len(moves[seat])]])
    check_same_texts(f"seat {seat}", pair, *printed)


def seated_together(game: str) -> None:
    """One agent of somebody's own has all seats of a match on this machine.

    Raises:
        LeakError: It finds at one of them what another one was told.
    """
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        notes = Path(folder) / "notes"
        patch.setenv(agents.FOUND, str(notes))
        seats = len(viewers(game, "")) - 1
        clock = ClockSpec("per_move", move_us=3_600_000_000)
        match = EmbeddedMatch(
            game, "", [SPY] * seats, clock, (MATCH, seed_of(1).hex()), Path(folder)
        )
        assert isinstance(list(match.events())[-1], Result)
        for line in notes.read_text().splitlines():
            texts = {text.rpartition(": ")[2] for text in json.loads(line)}
            known = {text for text in texts if text.startswith(f"{game}/1 view ")}
            owners = {registry.parse_view(text).seat for text in known}  # type: ignore[attr-defined]
            if len(owners) > 1:
                raise LeakError(f"an agent at {seats} seats", "what it finds", *sorted(known)[:2])


def thought(game: str, seat: int) -> None:
    """Has an agent think of the last positions in which the seat decides, on the command line.

    Raises:
        LeakError: They think something else, though the seat knows the same.
    """
    pair = twins(game, "", seat, policy=agents.by_the_text)

    def decides(state: State) -> bool:
        return state.to_move == seat

    one, other = (
        [("think", _thought(state)) for state in [*filter(decides, states)][-2:]]
        for states in zip(*pair.states(), strict=True)
    )
    assert one
    check_same_texts(f"seat {seat}", pair, one, other)


def thought_again(game: str, seat: int) -> None:
    """Has an agent think again of the records of both.

    Raises:
        LeakError: It does something else in the place of the seat, before the matches part.
    """
    pair = twins(game, "", seat, policy=agents.by_the_text)
    told = []
    for match in (pair.one, pair.other):
        with (
            tempfile.TemporaryDirectory() as folder,
            pytest.MonkeyPatch.context() as patch,
            dealt_draws(pair, match),
        ):
            # the seeds of decisions come from the commitment, which the matches do not share
            patch.setattr(
                "carcbot.net.client.thinker.decision_seed", lambda _, seq, seat: 10 * seq + seat
            )
            file = Path(folder) / "match.jsonl"
            file.write_bytes(_record_of(pair, match))
            words = f"replay rethink {file} --agent flat:sims=30 --all --seat {seat}"
            told.append(_printed(words).splitlines())
    count = len(parts_of(pair, pair.one)[1][seat])
    one, other = ([("rethink", line) for line in lines[:count]] for lines in told)
    assert len(one) == count > 0
    check_same_texts(f"seat {seat}", pair, one, other)


def _record_of(pair: Twins, match: Match) -> bytes:
    """A whole record that begins with this match."""
    script = Script(header(pair.game, pair.options, seed=seed_of(match.lot)))
    states = [pairs[match is pair.other] for pairs in pair.states()]
    for state, ply in zip(states, match.plies, strict=False):
        if state.to_move >= 0:
            assert script.table.state.text == state.text
            script.move(ply)
    script.finish(random.Random(1))
    return signed(b"".join(script.texts))


def _thought(state: State) -> str:
    words = "think --agent flat --sims 30 --workers 1 --json"
    found = json.loads(_printed(words, state.text))
    del found["seconds"], found["changes"]  # which no clock of ours tells, and how often one looked
    return json.dumps(found)


def _printed(words: str, *more: str) -> str:
    """What a command prints."""
    with redirect_stdout(StringIO()) as out:
        assert run([*words.split(), *more]) == ExitCode.OK
    return out.getvalue()
