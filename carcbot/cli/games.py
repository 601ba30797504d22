"""``carcbot games``: what can be played, and what can be chosen of it."""

import json
from collections.abc import Iterator

import click

from carcbot.games import registry
from carcbot.games.contract import Game, State
from carcbot.games.terminal import face_of

__all__ = ["games"]


@click.command(epilog="Example: 'carcbot games --json'")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON, for programs.")
def games(*, name: str | None, as_json: bool) -> None:
    """List the games, or tell everything about NAME."""
    found = [registry.get(each) for each in ([name] if name else registry.names())]
    if as_json:
        told = [_facts(game) for game in found]
        click.echo(json.dumps(told[0] if name else {"games": told}, indent=2))
    elif name:
        click.echo("\n".join(_page(found[0])))
    else:
        width = max(len(game.name) for game in found) + 2
        click.echo("\n".join(f"{game.name:<{width}}{_line(game)}" for game in found))


def _line(game: Game[State]) -> str:
    secrets = ", with secrets" if game.has_secrets else ""
    return f"{game.title}, {game.seats[0]} to {game.seats[-1]} seats{secrets}"


def _page(game: Game[State]) -> Iterator[str]:
    yield f"{game.name}: {_line(game)}"
    yield f"  agents where nobody is named: {', '.join(game.agents)}"
    yield f"  {face_of(game).how}"
    for option in game.options:
        values = ", ".join(value or "nothing" for value in option.values)
        yield f"\n  {option.name}: {'such as ' if option.free else ''}{values}"
        yield f"    {option.help}"


def _facts(game: Game[State]) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
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
    }
