"""``carcbot conform``: whether a referee or a bot, in whatever language, keeps the protocol."""

from __future__ import annotations

import shlex
from functools import partial

import click

from carcbot.cli.game_options import GameName
from carcbot.cli.tls_options import CA_FILE
from carcbot.cli.values import Seconds
from carcbot.errors import OptionsError
from carcbot.games import USUAL_GAME

__all__ = ["conform"]

_COMMAND_S = 0.2
"""What a check of a referee takes besides its waits, about."""
_START_S = 1.0
"""The same of a bot, which is started for it."""

_ONLY = click.option(
    "--only",
    multiple=True,
    metavar="PATTERN",
    help="Only checks with names like this: 'hello.*'; may be given more than once.",
)
_WITHOUT = click.option(
    "--without",
    multiple=True,
    metavar="PATTERN",
    help="No checks with names like this; may be given more than once.",
)
_LIST = click.option("--list", "lists", is_flag=True, help="List the checks, without making them.")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print the outcomes as JSON.")

_PATIENCE = click.option(
    "--patience",
    type=Seconds(0.1, 60),
    default=10.0,
    help="Seconds to wait for an answer that must come.",
)


@click.group(
    epilog="protocol/conformance.md tells what is checked, and how to read what is printed."
)
def conform() -> None:
    """Check whether a referee or a bot keeps the match protocol.

    The exit code is 0 if at least one check was made and none has failed, and 1 otherwise.
    """


@conform.command(
    epilog="Example: carcbot conform server ws://127.0.0.1:8765/play --token A --token B --token C"
)
@click.argument("url", required=False)
@click.option(
    "--token",
    "tokens",
    multiple=True,
    help="Of an account that only the kit uses; three are enough for all checks.",
)
@click.option(
    "--drain",
    metavar="CMD",
    help="What tells the referee to stop when its matches are over, as 'kill -TERM 4242': for the"
    " checks of a referee that drains, which come last.",
)
@CA_FILE
@_ONLY
@_WITHOUT
@_LIST
@_JSON
@_PATIENCE
def server(
    *,
    url: str | None,
    tokens: tuple[str, ...],
    drain: str | None,
    ca_file: str | None,
    only: tuple[str, ...],
    without: tuple[str, ...],
    lists: bool,
    as_json: bool,
    patience: float,
) -> int:
    """Check the referee at URL.

    The kit resigns all matches of these accounts, so use accounts that nobody else uses.
    """
    from carcbot.cli.kit_report import chosen, list_checks, make_checks, run_command
    from carcbot.conform.examination import examine_server
    from carcbot.conform.forecast import Forecast
    from carcbot.conform.server_checks import SERVER
    from carcbot.conform.wire import Address
    from carcbot.net.client.address import trust

    checks = chosen(SERVER, only, without)
    if lists:
        return list_checks(checks, as_json=as_json)
    if not url:
        raise OptionsError("where is the referee?", where="URL", expected="ws://HOST:PORT/play")
    if len(set(tokens)) < len(tokens) or not tokens:
        raise OptionsError("there must be a token, and none twice", where="--token")
    try:
        stop = None if drain is None else partial(run_command, shlex.split(drain))
    except ValueError as error:
        raise OptionsError(f"{drain!r} is no command: {error}", where="--drain") from error
    address = Address(url, trust(ca_file or ""))
    return make_checks(
        lambda tell: examine_server(address, tokens, checks, tell, patience_s=patience, drain=stop),
        Forecast(checks, len(tokens), _COMMAND_S),
        as_json=as_json,
    )


@conform.command(epilog="Example: carcbot conform bot 'carcbot bot run --agent greedy --url {url}'")
@click.argument("bot_or_url", metavar="CMD|URL", required=False)
@click.option("--stdio", is_flag=True, help="CMD speaks the protocol in lines: see docs/bot.md.")
@click.option(
    "--one-match",
    is_flag=True,
    help="CMD plays one match in lines and ends, as 'carcbot match' starts it: only the checks of"
    " that, none of the lobby, of several matches or of lost connections.",
)
@click.option(
    "--game",
    "games",
    multiple=True,
    default=(USUAL_GAME,),
    type=GameName(),
    help="A game that the bot plays; may be given more than once.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=4,
    help="How many checks are made at once.",
)
@click.option(
    "--start-within",
    "comes_in_s",
    type=Seconds(0.1, 3600),
    help="Seconds in which the bot must have started and come: 20, or 600 if you start it, unless"
    " you say more, as for a busy machine.",
)
@_ONLY
@_WITHOUT
@_LIST
@_JSON
@_PATIENCE
def bot(
    *,
    bot_or_url: str | None,
    stdio: bool,
    one_match: bool,
    games: tuple[str, ...],
    jobs: int,
    comes_in_s: float | None,
    only: tuple[str, ...],
    without: tuple[str, ...],
    lists: bool,
    as_json: bool,
    patience: float,
) -> int:
    """Check a bot.

    CMD is started anew for each check. It finds the address in CARCBOT_URL and its token in
    CARCBOT_TOKEN, or where {url} and {token} stand in CMD. With ws://HOST:PORT in place of it the
    kit listens there, says so, and waits for a bot that you start, as often as one is needed.
    """
    from carcbot.cli.kit_report import chosen, driver_of, list_checks, make_checks
    from carcbot.conform.bot_checks import BOT, ONE_MATCH
    from carcbot.conform.examination import examine_bot
    from carcbot.conform.forecast import Forecast

    checks = chosen(ONE_MATCH if one_match else BOT, only, without)
    if lists:
        return list_checks(checks, as_json=as_json)
    driver = driver_of(bot_or_url or "", stdio=stdio or one_match)
    if comes_in_s is not None:
        driver.comes_in_s = comes_in_s
    room = jobs if driver.port == 0 else 1
    return make_checks(
        lambda tell: examine_bot(driver, games, checks, tell, jobs=room, patience_s=patience),
        Forecast(checks, room, _START_S),
        as_json=as_json,
    )
