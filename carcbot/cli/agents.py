"""``carcbot agents``: who can play, with all their parameters and where they come from."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator

import click

from carcbot.cli.screen import is_terminal
from carcbot.cli.values import agent_names
from carcbot.errors import AgentError

__all__ = ["agents"]

_OWN = "an agent of your own, which has no parameters here"


@click.command(epilog="Examples: 'carcbot agents mcts', 'carcbot agents --json'")
@click.argument("name", required=False, shell_complete=agent_names)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON, for programs.")
def agents(*, name: str | None, as_json: bool) -> None:
    """List the agents, or describe NAME.

    An agent is a preset or a family, with parameters after a colon: 'mcts:c=2,sims=5000'. Your own
    agent is a Python class with a method choose(view, budget), named as MODULE:CLASS.
    """
    from carcbot.search.presets import PRESETS

    if name is not None:
        click.echo(json.dumps(_facts(name), indent=2) if as_json else "\n".join(_page(name)))
    elif as_json:
        told = {
            "agents": [_facts(each) for each in PRESETS],
            "broken": [str(error) for error in _broken()],
        }
        click.echo(json.dumps(told, indent=2))
    else:
        click.echo("\n".join(_list()))


def _list() -> Iterator[str]:
    from carcbot.search import own_agent
    from carcbot.search.families import FAMILIES
    from carcbot.search.presets import PRESETS

    width = max(len(name) for name in PRESETS) + 2
    columns = shutil.get_terminal_size().columns if is_terminal(sys.stdout) else 10**4
    source = ""
    for preset in PRESETS.values():
        group = preset.source.partition(",")[0]
        if group != source:
            yield f"{'' if not source else chr(10)}{group}"
            source = group
        line = f"  {preset.name:<{width}}{preset.base}"
        yield line if len(line) <= columns else line[: columns - 1] + "…"
    own = own_agent.registered()
    if own:
        yield "\nof installed packages"
        for name, value in own.items():
            yield f"  {name:<{width}}{value}"
    for error in _broken():
        yield f"\ncannot be named: {error}"
    yield ""
    yield "Families: " + ", ".join(FAMILIES) + ". 'carcbot agents NAME' tells more about one."


def _broken() -> Iterator[AgentError]:
    """Why agents and presets of installed packages are not listed."""
    from carcbot.search import own_agent, presets

    yield from own_agent.broken()
    yield from presets.broken()


def _page(name: str) -> Iterator[str]:
    from carcbot.search import own_agent
    from carcbot.search.agent import parse_agent
    from carcbot.search.presets import PRESETS

    if own_agent.is_own(name):
        own_agent.load(name, 1)
        yield f"{name}: {_OWN}"
        return
    agent = parse_agent(name)
    preset = PRESETS.get(name.partition(":")[0])
    yield f"{name}: {agent.family.title}"
    if preset is not None:
        yield f"  {preset.note}"
        yield f"  source: {preset.source}"
    yield ""
    width = max(len(parameter) for parameter in agent.values) + 2
    for each in agent.settings.parameters:
        yield f"  {each.name:<{width}}{each.text:<24}{each.help} ({each.expected})"


def _facts(name: str) -> dict[str, object]:
    from carcbot.search import own_agent
    from carcbot.search.agent import parse_agent
    from carcbot.search.presets import PRESETS

    if own_agent.is_own(name):
        own_agent.load(name, 1)
        return {"name": name, "family": None, "parameters": {}, "source": None, "note": _OWN}
    agent = parse_agent(name)
    preset = PRESETS.get(name.partition(":")[0])
    return {
        "name": name,
        "family": agent.family.name,
        "parameters": dict(agent.values),
        "source": preset.source if preset else None,
        "note": preset.note if preset else agent.family.title,
    }
