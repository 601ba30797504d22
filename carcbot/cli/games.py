"""``carcbot games``: the games and their options."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.values import game_names
from carcbot.errors import AgentError, OptionsError
from carcbot.games.contract import Game, State

__all__ = ["games"]


@click.command(epilog="Example: 'carcbot games --json'")
@click.argument("name", required=False, shell_complete=game_names)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON, for programs.")
@click.option(
    "--check",
    "checks",
    type=click.IntRange(1, 10_000),
    metavar="GAMES",
    help="Play so many random games of NAME with each value of its options, and tell which promises"
    " of a game it breaks.",
)
@click.option("--seed", type=click.IntRange(0, 2**32), default=1, help="The seed of --check.")
def games(*, name: str | None, as_json: bool, checks: int | None, seed: int) -> None:
    """List the games, or describe NAME.

    Installed packages can add games, as entry points of the group carcbot.games; games that cannot
    be played are listed with the reason.
    """
    from carcbot.games import registry

    if checks is not None:
        if as_json:
            raise OptionsError("the check has no JSON", where="--check", expected="one of the two")
        _check(name, checks, seed)
        return
    found = [registry.get(each) for each in ([name] if name else registry.names())]
    if as_json:
        told = [_facts(game) for game in found]
        broken = [str(error) for error in registry.broken()]
        click.echo(json.dumps(told[0] if name else {"games": told, "broken": broken}, indent=2))
    elif name:
        click.echo("\n".join(_page(found[0])))
    else:
        width = max(len(game.name) for game in found) + 2
        click.echo("\n".join(f"{game.name:<{width}}{_line(game)}" for game in found))
        for error in registry.broken():
            click.echo(f"cannot be played: {error}")


def _check(name: str | None, games: int, seed: int) -> None:
    """Tells what a game does otherwise than it has to."""
    from carcbot.games import registry
    from carcbot.games.promises import remarks_on
    from carcbot.search.own_agent import check_agent

    if name is None:
        raise OptionsError("no game is named", where="--check", expected="NAME before it")
    game, broken = registry.get(name), 0
    for each in remarks_on(game, games, seed):
        click.echo(str(each))
        broken += each.is_broken
    for agent in game.agents:
        try:
            check_agent(agent, name)
        except AgentError as error:
            click.echo(f"its agent {agent} cannot play it: {error}")
            broken += 1
    if broken:
        click.echo(f"{name} breaks promises of carcbot.games.contract")
        click.get_current_context().exit(ExitCode.FAILED)
    click.echo(
        f"no broken promise in {games} random games with each value of the options of {name}"
    )


def _line(game: Game[State]) -> str:
    secrets = ", with secrets" if game.has_secrets else ""
    package = _package_of(game)
    whose = f", of the package {package}" if package else ""
    first, last = game.seats[0], game.seats[-1]
    seats = f"{first} seats" if first == last else f"{first} to {last} seats"
    return f"{game.title}, {seats}{secrets}{whose}"


def _package_of(game: Game[State]) -> str | None:
    """Who brings a game; None if it is one of ours."""
    from carcbot.games import plugins, registry

    if registry.is_native(game.name):
        return None
    return plugins.package_of(plugins.found()[game.name][0])


def _page(game: Game[State]) -> Iterator[str]:
    from carcbot.games.terminal import face_of
    from carcbot.search.families import words_of

    yield f"{game.name}: {_line(game)}"
    yield f"  agents where nobody is named: {', '.join(game.agents)}"
    yield f"  {face_of(game).how}"
    for option in game.options:
        yield f"\n  {option.name}: {'such as ' if option.free else ''}{option.words}"
        yield f"    {option.help}"
    words = {name: each for name, each in words_of(game.name).items() if len(each) > 1}
    if words:
        yield "\n  parameters of agents that are words of this game, the usual one first:"
        yield from (f"    {name}: {', '.join(each)}" for name, each in words.items())


def _facts(game: Game[State]) -> dict[str, object]:
    from carcbot.search.families import words_of

    return {
        "name": game.name,
        "title": game.title,
        "package": _package_of(game),
        "rules": game.rules,
        "seats": [game.seats[0], game.seats[-1]],
        "has_secrets": game.has_secrets,
        "agents": list(game.agents),
        "options": [
            {
                "name": option.name,
                "values": list(option.values),
                "free": option.free,
                "help": option.help,
            }
            for option in game.options
        ],
        "words": words_of(game.name),
    }
