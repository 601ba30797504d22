"""``carcbot perft``: how many sequences of moves there are, to compare rules with rules."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence

import click

from carcbot.cli.game_options import GameName
from carcbot.cli.screen import progress
from carcbot.errors import OutOfTurnError
from carcbot.games import USUAL_GAME
from carcbot.games.contract import CHANCE, State

__all__ = ["perft"]

_NATIVE_DEPTH = 2


@click.command(
    epilog="Example: 'carcbot perft --draws E,V,U --depth 3', with draws as the game writes them"
)
@click.argument("position", required=False)
@click.option(
    "--game",
    type=GameName(),
    default=USUAL_GAME,
    help="The game to begin, if no position is given.",
)
@click.option(
    "--options", default="", show_default=False, help="The game's options, if no position is given."
)
@click.option(
    "--draws",
    default="",
    show_default=False,
    metavar="A,B,...",
    help="The draws, in order, in the notation of the game.",
)
@click.option(
    "--depth",
    type=click.IntRange(1, 100),
    help="How many moves a sequence has; by default as many as there are draws.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the counts as JSON, for programs.")
def perft(
    position: str | None,
    *,
    game: str,
    options: str,
    draws: str,
    depth: int | None,
    as_json: bool,
) -> None:
    """Count the sequences of moves from a position.

    POSITION is the text of a position or a game, in quotes, or a file that holds it, or - for
    standard input; without it a game begins. The given draws are used one after another, wherever
    one is due. Sequences that end the game earlier do not count.
    """
    state = _start(position, game, options)
    given = [draw.strip() for draw in draws.split(",") if draw.strip()]
    counts = []
    for moves in range(1, (depth or max(len(given), 1)) + 1):
        start = time.perf_counter()
        count = _count(state, given, moves)
        seconds = time.perf_counter() - start
        counts.append({"depth": moves, "sequences": count, "seconds": round(seconds, 6)})
        if not as_json:
            click.echo(f"depth {moves}: {count:>16,}  in {seconds:.3f} s")
    if as_json:
        click.echo(json.dumps({"position": state.text, "draws": given, "counts": counts}, indent=2))


def _start(position: str | None, game: str, options: str) -> State:
    from carcbot.cli.arguments import need_position, read
    from carcbot.games import registry
    from carcbot.games.game_text import GameRecord

    if position is None:
        return registry.get(game).new(options)
    found = read(position)
    return found.state if isinstance(found, GameRecord) else need_position(found)


def _count(state: State, draws: Sequence[str], depth: int) -> int:
    """The count, with a bar while it takes long."""
    if depth <= _NATIVE_DEPTH:
        return state.perft(list(draws), depth)
    state, draws = _drawn(state, draws)
    moves = state.legal_moves()
    count = 0
    with progress(f"depth {depth}", len(moves)) as step:
        for move in moves:
            count += _sequences(_after(state, move), draws, depth - 1)
            step()
    return count


def _sequences(state: State, draws: Sequence[str], depth: int) -> int:
    """The count in native calls so short that Ctrl-C is heard."""
    if depth <= _NATIVE_DEPTH:
        return state.perft(list(draws), depth)
    state, draws = _drawn(state, draws)
    moves = state.legal_moves()
    return sum(_sequences(_after(state, move), draws, depth - 1) for move in moves)


def _after(state: State, move: str) -> State:
    after = state.copy()
    after.apply(move)
    return after


def _drawn(state: State, draws: Sequence[str]) -> tuple[State, Sequence[str]]:
    """The next position that is not chance's, and the draws that are left."""
    state = state.copy()
    while state.to_move == CHANCE:
        if not draws:
            raise OutOfTurnError(
                "there are too few draws", where="--draws", expected="one for each that is due"
            )
        state.apply(draws[0])
        draws = draws[1:]
    return state, draws
