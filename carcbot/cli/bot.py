"""``carcbot bot``: bots that play over the protocol."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import BinaryIO

import click
import msgspec

from carcbot.bot.policy import AcceptPolicy, objections
from carcbot.cli.exit_code import ExitCode
from carcbot.cli.game_options import GameName
from carcbot.cli.tls_options import CA_FILE
from carcbot.cli.values import Choice, agent_names
from carcbot.errors import OptionsError
from carcbot.games import USUAL_GAME

__all__ = ["bot"]


@click.group()
def bot() -> None:
    """Play over the match protocol."""


@bot.command(
    epilog="Example: CARCBOT_TOKEN=... carcbot bot run --agent mcts --open seats=2\n\n"
    "Ctrl-C or SIGTERM lets matches end first; a second one stops at once. The exit code is 0 when"
    " the bot has ended well, 1 where the program of --stdio crashed, 2 where the referee sent it"
    " away, 3 where another program took its account's connection, 5 where the program of --stdio"
    " cannot be started, 75 where a disk cannot be used, and 130 where a match was broken off."
    " After 2, 3 and 5 it is not to be started again by itself."
)
@click.argument(
    "config_file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "--url",
    metavar="URL",
    help="Where the referee is: ws://HOST:PORT/play.  [default: ws://127.0.0.1:8765/play]",
)
@click.option(
    "--agent",
    shell_complete=agent_names,
    help="Who thinks; 'carcbot agents' lists them, or MODULE:CLASS.  [default: champion]",
)
@click.option(
    "--stdio",
    metavar="CMD",
    help="A program that plays instead of an agent: JSON lines on its standard input and output, as"
    " docs/bot.md tells; its standard error is shown. --agent, --open, --count, --matches,"
    " --workers, --records and --metrics are refused then.",
)
@click.option(
    "--token-file",
    metavar="FILE",
    help="A file with the token, which 'carcbot serve' prints, and which others must not be able to"
    " read; else it is in CARCBOT_TOKEN.",
)
@CA_FILE
@click.option(
    "--open",
    "options",
    metavar="OPTIONS",
    help="Open a table with these options of the game: seats=2.",
)
@click.option(
    "--game",
    default=USUAL_GAME,
    type=GameName(),
    help="The game of the table that --open opens.",
)
@click.option("--rated", is_flag=True, help="The result at that table counts for the ratings.")
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    help="Processes that think.  [default: 1]",
)
@click.option(
    "--matches",
    type=click.IntRange(1, 1000),
    help="Matches at once.  [default: 1]",
)
@click.option(
    "--count",
    type=click.IntRange(0),
    help="Matches to play; 0 is without end.  [default: 0]",
)
@click.option(
    "--records", metavar="FOLDER", help="A folder for the bot's own records of its matches."
)
@click.option(
    "--metrics",
    metavar="HOST:PORT",
    help="The address where Prometheus can read the bot's figures, at /metrics.",
)
@click.option(
    "--until-over",
    default="",
    show_default=False,
    metavar="MATCH",
    help="Take no new seat, and end with this match, in which the account plays already.",
)
@click.option("--check", is_flag=True, help="Only check that this configuration can work.")
@click.option(
    "--log",
    "log_format",
    type=Choice(["text", "json"]),
    default="text",
    help="The log on standard error: for people, or a JSON object on each line.",
)
@click.pass_context
def run(
    context: click.Context,
    /,
    *,
    config_file: Path | None,
    url: str | None,
    agent: str | None,
    stdio: str | None,
    token_file: str | None,
    ca_file: str | None,
    options: str | None,
    game: str,
    rated: bool,
    workers: int | None,
    matches: int | None,
    count: int | None,
    records: str | None,
    metrics: str | None,
    until_over: str,
    check: bool,
    log_format: str,
) -> None:
    """Run a bot.

    CONFIG_FILE is a TOML file as docs/bot.md describes it; options on the command line count more.
    The bot takes free seats at open tables, or opens one. It restores a lost connection, and
    continues where it was.
    """
    from carcbot.cli.bot_process import check_bot, play, read_bot, token_of, words_of
    from carcbot.cli.log_setup import set_up_logging
    from carcbot.net.client.config import BotConfig, OpenTable

    set_up_logging(log_format)
    if options is None and game != USUAL_GAME:
        raise OptionsError("means nothing without --open", where=f"--game {game}")
    if options is None and rated:
        raise OptionsError("means nothing without --open", where="--rated")
    config = BotConfig() if config_file is None else read_bot(config_file)
    changes: dict[str, object] = {
        "url": url,
        "agent": agent,
        "stdio": None if stdio is None else words_of(stdio),
        "token_file": token_file,
        "ca_file": ca_file,
        "open": None if options is None else OpenTable(game, options, rated=rated),
        "workers": workers,
        "matches": matches,
        "count": count,
        "records": records,
        "metrics": metrics,
    }
    given = {name: value for name, value in changes.items() if value is not None}
    config = msgspec.structs.replace(config, **given)
    token = token_of(config, is_needed=not check)
    check_bot(config)
    if check:
        missing = "" if token else "; there is no token yet"
        click.echo(f"all of this can work; nothing was asked of the referee{missing}")
        return
    lost = play(config, token, until_over, config_file, given)
    if lost:
        places = ", ".join(lost)
        click.echo(
            f"stopped; the seats in {places} are lost after the grace period unless it comes back",
            err=True,
        )
        context.exit(ExitCode.INTERRUPTED)


@bot.command(
    epilog="Example: carcbot bot explain bot.toml challenge.json --rating 1620\n\n"
    "The exit code is 0 when the challenge would be accepted, and 1 when it would be declined."
)
@click.argument("config_file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("offer_file", type=click.File("rb"))
@click.option("--rating", type=int, help="Rating of the challenger, if the policy asks for it.")
@click.option(
    "--playing",
    type=click.IntRange(0),
    default=0,
    help="Number of matches that the bot is playing.",
)
@click.pass_context
def explain(
    context: click.Context,
    config_file: Path,
    offer_file: BinaryIO,
    rating: int | None,
    playing: int,
) -> None:
    """Say why a bot would decline a challenge.

    CONFIG_FILE is the bot's. OFFER_FILE holds a challenge as the protocol writes it: an 'offered'
    message, or the 'offer' in it; - is standard input.
    """
    from carcbot.cli.bot_process import read_bot, read_offer
    from carcbot.search.own_agent import plays_game

    config = read_bot(config_file)
    offer = read_offer(offer_file.read(), offer_file.name)
    found = list(
        objections(
            config.accept or AcceptPolicy(accept=False),
            offer,
            plays=partial(plays_game, config.agent),
            rating=rating,
            free=config.matches - playing,
        )
    )
    for objection in found:
        click.echo(f"declined ({objection.reason}): {objection.text}")
    if found:
        context.exit(ExitCode.FAILED)
    click.echo("accepted")
