"""``carcbot play``: a game in the terminal, watched or played at a seat, to its score sheet."""

from __future__ import annotations

from pathlib import Path

import click

from carcbot.cli.game_options import GAME, GameCommand, chosen_options
from carcbot.cli.values import Seconds, agent_names

__all__ = ["play"]


@click.command(
    cls=GameCommand,
    epilog="Examples: 'carcbot play --seats 3 --agent greedy --agent random',"
    " 'carcbot play --seat 0'",
)
@GAME
@click.option("--seats", type=click.IntRange(1, 6), help="How many play.  [default: the fewest]")
@click.option(
    "--options",
    "text",
    default="",
    show_default=False,
    metavar="LIST",
    help="Of the game, as NAME=VALUE,...; each has an option of its own besides.",
)
@click.option(
    "--seat",
    type=click.IntRange(0, 5),
    help="Play at this seat yourself, counted from 0; agents have the others.",
)
@click.option(
    "--agent",
    "agents",
    multiple=True,
    metavar="AGENT",
    shell_complete=agent_names,
    help="Who plays: one of 'carcbot agents', or MODULE:CLASS. May be given more than once; if"
    " there are more seats than agents, they take turns at them.  [default: as 'carcbot games"
    " GAME' tells]",
)
@click.option(
    "--time",
    "seconds",
    type=Seconds(0.005, 3600),
    help="Seconds on the clock for each move of an agent."
    "  [default: 0.25, or more if an agent's own limits need it]",
)
@click.option(
    "--nodes",
    type=click.IntRange(1),
    help="Nodes instead of seconds, so that the same seed gives the same game.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("carcbot-matches"),
    help="A folder for the record of the match.",
)
@click.option("--seed", type=int, help="The same seed gives the same draws; chosen if not given.")
@click.option(
    "--pace",
    type=Seconds(0, 60),
    metavar="SECONDS",
    help="Seconds between moves in the terminal; by default the game takes a minute.",
)
def play(
    *,
    game: str,
    seats: int | None,
    text: str,
    seat: int | None,
    agents: tuple[str, ...],
    seconds: float | None,
    nodes: int | None,
    folder: Path,
    seed: int | None,
    pace: float | None,
) -> None:
    """Watch a match between agents, or play against them.

    They play over the match protocol, with a referee that this command starts. In a terminal the
    position is drawn anew after every move; where there is none, each move is a line. At the end
    come the position, what the points came from, the ranking, the game as text, and where the
    record of the match lies. The match can be watched in a browser as well; on a terminal that page
    stays open until Ctrl-C, and people can play there.

    In a game with secrets those who watch see what everybody at the table sees, and a seat what it
    may know; at the end all is laid open.
    """
    from carcbot.cli.played_match import play_match

    code = play_match(
        game=game,
        seats=seats,
        options=chosen_options(text),
        person=seat,
        agents=agents,
        seconds=seconds,
        nodes=nodes,
        folder=folder,
        seed=seed,
        pace=pace,
    )
    click.get_current_context().exit(code)
