"""Reading a contest from its file, and saying what is wrong with it."""

import math
import re
from collections import Counter
from typing import Final

import msgspec

from carcbot.arena.contest import Clock, Contest, Entrant, FormatName, Sprt
from carcbot.arena.formats import FORMATS
from carcbot.errors import InputError, OptionsError
from carcbot.games import registry
from carcbot.games.contract import State, view_of
from carcbot.messages.codec import NO_JSON
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.own_agent import check_agent, is_own
from carcbot.search.program_agent import command_of, is_program, label_of
from carcbot.settings_file import check_settings, wrong_settings

__all__ = [
    "check_contest",
    "check_rounds",
    "contest_in",
    "first_position",
    "name_of",
    "read_contest",
]

_EXPECTED: Final = "what docs/tournaments.md lists"
_MOST_SPREADS: Final = 0.9
"""A mean as far as a spread of a block above even may leave no distribution that fits."""
_NORMALIZED_UNIT: Final = 800 / math.log(10)
"""As in the statistics, which stand on numpy; a referee starts sooner without it."""
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:=,+@-]{0,63}")


def read_contest(text: str, where: str) -> Contest:
    """What a TOML file says.

    Args:
        text: All of it.
        where: The file's name, for errors.

    Raises:
        OptionsError: It is no TOML, has a key that does not exist, or a value that cannot be.
        AgentError: A player's agent does not exist.
    """
    try:
        raw = text.encode()
        said = msgspec.toml.decode(raw)
        check_settings(said, Contest, where, _EXPECTED)
        check_settings(said.get("limits"), Budget, f"{where}, [limits]", _EXPECTED)
        check_settings(said.get("clock"), Clock, f"{where}, [clock]", _EXPECTED)
        check_settings(said.get("sprt"), Sprt, f"{where}, [sprt]", _EXPECTED)
        players = said.get("player")
        for number, player in enumerate(players if isinstance(players, list) else (), 1):
            place = f"{where}, [[player]] number {number}"
            check_settings(player, Entrant, place, _EXPECTED)
            limits = player.get("limits") if isinstance(player, dict) else None
            check_settings(limits, Budget, f"{place}, limits", _EXPECTED)
        contest = contest_in(said)
    except NO_JSON as error:
        raise wrong_settings(error, Contest, where, _EXPECTED) from error
    return check_contest(contest, where)


def contest_in(said: object) -> Contest:
    """A contest as a file says it, where a limit of 0 is none.

    Raises:
        msgspec.ValidationError: Something in it cannot be.
    """
    players = said.get("player") if isinstance(said, dict) else None
    for each in (said, *(players if isinstance(players, list) else ())):
        limits = each.get("limits") if isinstance(each, dict) else None
        if isinstance(limits, dict):
            each["limits"] = {
                name: limit for name, limit in limits.items() if limit != 0 or limit is False
            }
    return msgspec.convert(said, Contest)


def name_of(agent: str) -> str:
    """What an agent is called that has no name of its own."""
    return label_of(agent) if is_program(agent) else agent


def check_contest(contest: Contest, where: str) -> Contest:
    """The contest with every player named, if it can be played.

    Raises:
        OptionsError: Something does not go together.
        AgentError: A player's agent does not exist.
    """
    players = tuple(
        msgspec.structs.replace(each, name=each.name or name_of(each.agent))
        for each in contest.player
    )
    for number, player in enumerate(players, 1):
        _check_player(player, f"{where}, [[player]] number {number}")
    for name, count in Counter(player.name for player in players).items():
        if count > 1:
            raise OptionsError(
                f"two players are called {name!r}", where=where, expected="a name for each"
            )
    if len(players) < contest.seats:
        raise OptionsError(
            f"{len(players)} players for tables of {contest.seats}",
            where=f"{where}, [[player]]",
            expected=f"{contest.seats} players or more",
        )
    check_rounds(contest.format, contest.rounds, where)
    if contest.format != "ladder" and any(each.joins for each in players):
        raise OptionsError(
            f"in a {contest.format} everybody plays from the beginning",
            where=f"{where}, [[player]], joins",
            expected="the format ladder",
        )
    if contest.sprt:
        _check_sprt(contest, contest.sprt, where)
    contest = msgspec.structs.replace(contest, player=players)
    _check_game(contest, where)
    FORMATS[contest.format].check(contest, where)
    return contest


def check_rounds(format_: FormatName, rounds: int, where: str) -> None:
    """Raises OptionsError if this format has no rounds, but some are asked for."""
    if rounds and format_ not in {"swiss", "ladder"}:
        raise OptionsError(
            f"a {format_} has no rounds of its own",
            where=f"{where}, rounds",
            expected="blocks alone, or the format swiss or ladder",
        )


def first_position(game: str, options: str, seats: int, where: str) -> State:
    """The first position of what is played; InputError if there is no such game or option."""
    try:
        if any(part.startswith("seats=") for part in options.split(",")):
            raise OptionsError(
                "the number of seats is not among these",
                expected="as many agents in a command, or seats = N in a file",
            )
        return registry.get(game).new(options, seats=seats)
    except InputError as error:
        raise _placed(error, f"{where}, game and options") from error


def _check_player(player: Entrant, where: str) -> None:
    if not player.agent:
        raise OptionsError("who plays is not said", where=where, expected='agent = "NAME"')
    if not _NAME.fullmatch(player.name):
        raise OptionsError(
            f"{player.name[:80]!r} is no name" if player.name else "there is no name",
            where=f"{where}, name",
            expected="up to 64 letters, digits and any of _.:=,+@-, a letter or digit first",
        )
    try:
        if is_program(player.agent):
            command_of(player.agent)
        else:
            check_agent(player.agent)
    except InputError as error:
        raise _placed(error, f"{where}, agent") from error


def _check_sprt(contest: Contest, sprt: Sprt, where: str) -> None:
    if len(contest.player) != 2 or contest.format != "round_robin":
        raise OptionsError(
            "a test is between two players",
            where=f"{where}, [sprt]",
            expected="the format round_robin and two players",
        )
    if not sprt.elo0 < sprt.elo1:  # NaN among them
        raise OptionsError(
            f"elo0 is {sprt.elo0:g} and elo1 {sprt.elo1:g}",
            where=f"{where}, [sprt]",
            expected="an elo0 below elo1",
        )
    most = _MOST_SPREADS * _NORMALIZED_UNIT / math.sqrt(contest.seats)
    if sprt.model == "normalized" and max(-sprt.elo0, sprt.elo1) > most:
        raise OptionsError(
            f"elo0 is {sprt.elo0:g} and elo1 {sprt.elo1:g}",
            where=f"{where}, [sprt]",
            expected=f"normalized Elo from {-most:.0f} to {most:.0f}",
        )


def _check_game(contest: Contest, where: str) -> None:
    """The game has to be one, and everybody has to be able to play it and to end."""
    start = view_of(first_position(contest.game, contest.options, contest.seats, where), 0).text
    _check_time_of_programs(contest, where)
    for number, player in enumerate(contest.player):
        if is_own(player.agent) or contest.is_program(number):
            continue
        place = f"{where}, [[player]] number {number + 1}"
        agent = parse_agent(player.agent)
        try:
            agent.searcher(start, 1, sees_truth=contest.is_among_ours)
        except InputError as error:
            raise _placed(error, f"{place}, agent") from error
        limits = contest.limits_of(number)
        if not (contest.clock or limits.within(agent.budget).hard_s or agent.is_ended_by(limits)):
            raise OptionsError(
                f"{player.agent} would think for ever",
                where=place,
                expected=f"a limit of time, nodes or {agent.other_limit}, for it or all, such as"
                " --time 1",
            )


def _check_time_of_programs(contest: Contest, where: str) -> None:
    """Programs need a time, which is told to all at the table alike."""
    programs = [at for at in range(len(contest.player)) if contest.is_program(at)]
    times = {contest.limits_of(at).hard_s for at in programs}
    if contest.clock is not None or not programs:
        return
    place = f"{where}, [[player]] number {programs[0] + 1}"
    if None in times:
        raise OptionsError(
            "a program that may think for ever",
            where=place,
            expected="a limit of time or a clock: --time 1 or --clock bank:60+1, in a file"
            " limits.time_s or [clock]",
        )
    if len(times) > 1:
        raise OptionsError(
            "programs with different limits of time", where=place, expected="one for all of them"
        )


def _placed(error: InputError, where: str) -> InputError:
    """The same error at a place of the contest."""
    if error.where.startswith("agent "):  # a class of the user's own is called so
        where = where.removesuffix(", agent")
    return error.at(f"{where}, {error.where}" if error.where else where)
