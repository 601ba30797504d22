"""``carcbot episode``: what a learner does in its environment, on the page that shows matches."""

from __future__ import annotations

import contextlib
import random
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from carcbot.cli.screen import is_terminal
from carcbot.cli.values import Choice, Seconds, agent_names
from carcbot.errors import AgentError, InputError, OptionsError, UnavailableError, file_error

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import gymnasium

    from carcbot.env.episode_steps import Step
    from carcbot.env.one_seat import OneSeat
    from carcbot.net.web.episode_story import EpisodeStory

__all__ = ["episode"]

_WHOLE_GAME_S: Final = 60.0


@click.command(
    epilog="Examples: 'carcbot episode NAME', 'carcbot episode NAME --agent mine:Mine --opponent"
    " flat:sims=200 --options seats=3 --seed 7'. docs/environments.md has the names, and so has the"
    " answer to a wrong one."
)
@click.argument("name", metavar="NAME")
@click.option(
    "--agent",
    default="random",
    metavar="AGENT",
    shell_complete=agent_names,
    help="Who learns: 'random', one of 'carcbot agents' that ends by itself, or MODULE:CLASS.",
)
@click.option(
    "--opponent",
    "opponents",
    multiple=True,
    metavar="AGENT",
    shell_complete=agent_names,
    help="Who has the other seats, in the same words: one for all, or one for each."
    "  [default: the environment's]",
)
@click.option("--options", help="Of the game, as NAME=VALUE,...")
@click.option("--seat", help="The learner's: a number from 0, or 'random'.")
@click.option("--observation", metavar="KIND", help="What the learner sees.")
@click.option("--actions", metavar="WAY", help="What an action is.")
@click.option("--reward", type=Choice(["win", "difference", "gain"]), help="What a step pays.")
@click.option(
    "--illegal", type=Choice(["raise", "lose", "random"]), help="What becomes of illegal actions."
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    help="As in reset(seed=...): the same seed and the same agents play the same episode; chosen if"
    " not given.",
)
@click.option(
    "--pace",
    type=Seconds(0, 60),
    metavar="SECONDS",
    help="Seconds between steps; by default an episode takes a minute in a terminal, and no time"
    " elsewhere.",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A file for the page, which works without a network.",
)
def episode(
    name: str,
    *,
    agent: str,
    opponents: tuple[str, ...],
    seed: int | None,
    pace: float | None,
    output: Path | None,
    **chosen: str | None,
) -> None:
    """Watch an episode of a learner's environment, on the page of a match.

    NAME is what Gymnasium knows it by; it may begin with a module that registers it, as
    'mine:mine/Easy-v0'. What is not said here is as that says. Each step of the learner is a line:
    its action as text, what it was paid, and the sum up to now. The page shows the same beside the
    board, as it happens; on a terminal it stays open until Ctrl-C. It shows what the learner knows,
    and at the end everything.
    """
    from carcbot.env.episode_steps import play
    from carcbot.env.policies import policy_of
    from carcbot.net.web.episode_page import episode_page
    from carcbot.net.web.episode_story import EpisodeStory

    seed = random.randrange(10**6) if seed is None else seed
    if output is not None:
        _check_place(output)
    environment = _made(name, opponents, chosen)
    inner: OneSeat = environment.unwrapped  # type: ignore[assignment]  # _made has looked
    policy = policy_of(agent, inner, seed)
    seen = environment.reset(seed=seed)
    view = inner.view()
    players = _players(agent, opponents, view.seats, inner.seat)
    story = EpisodeStory(inner.game, inner.options, players, inner.seat)
    story.tell(inner.plies())
    stays = is_terminal(sys.stdout)
    if pace is None:
        pace = _WHOLE_GAME_S / max(view.turns_left(inner.seat), 1) if stays else 0.0
    click.echo(f"{name}, {inner.options}; the learner has seat {inner.seat}; seed {seed}")
    with episode_page(inner.game.name, story) as address:
        click.echo(f"in a browser: {address}")
        steps = _follow(play(environment, policy, *seen), agent, story, pace)
        _conclude(inner, story, players, steps, output)
        if stays:
            click.echo(f"\nIn a browser: {address}\nCtrl-C closes the page.")
            with contextlib.suppress(KeyboardInterrupt):
                threading.Event().wait()


def _made(
    name: str, opponents: tuple[str, ...], chosen: Mapping[str, str | None]
) -> gymnasium.Env[Any, Any]:
    """The environment of this name, with what was said of it.

    Raises:
        InputError: There is none, it is none of ours, or not so.
    """
    import gymnasium

    from carcbot.env.names import NAMES
    from carcbot.env.one_seat import OneSeat

    said: dict[str, Any] = {key: value for key, value in chosen.items() if value is not None}
    if "seat" in said and said["seat"].isdecimal():
        said["seat"] = int(said["seat"])
    if opponents:
        said["opponents"] = opponents[0] if len(opponents) == 1 else opponents
    try:
        environment = gymnasium.make(name, disable_env_checker=True, **said)
    except (gymnasium.error.Error, ImportError) as error:
        told = " ".join(str(error).split())
        known = " ".join(NAMES.values())
        raise OptionsError(told, where="NAME", expected=f"one of {known}, or your own") from error
    except InputError:
        raise
    except Exception as error:
        told = f"{name} cannot be made: {type(error).__name__}: {' '.join(str(error).split())}"
        what = ", ".join(said) or "nothing"
        raise OptionsError(
            told, where="NAME", expected=f"an environment of Gymnasium that takes {what}"
        ) from error
    if not isinstance(environment.unwrapped, OneSeat):
        raise OptionsError(
            f"{name} is a {type(environment.unwrapped).__name__}",
            where="NAME",
            expected="an environment of a game of the house",
        )
    return environment


def _players(agent: str, opponents: tuple[str, ...], seats: int, seat: int) -> list[str]:
    """Who plays at each seat: the learner, and after it the others in their order."""
    others = opponents or ("opponent",)
    return [
        agent if each == seat else others[((each - seat) % seats - 1) % len(others)]
        for each in range(seats)
    ]


@contextlib.contextmanager
def _told(agent: str) -> Iterator[None]:
    """What somebody's own class does wrong is told as its own."""
    from carcbot.search.own_agent import error_text

    try:
        yield
    except (InputError, UnavailableError):
        raise
    except Exception as error:
        raise AgentError(f"failed: {error_text(error)}", where=f"agent {agent}") from error


def _check_place(output: Path) -> None:
    """Refuses a file that cannot be written, before an episode is played for it."""
    is_new = not output.exists()
    try:
        output.open("ab").close()
        if is_new:
            output.unlink()
    except OSError as error:
        raise _unwritten(error, output) from error


def _unwritten(error: OSError, output: Path) -> Exception:
    return file_error(
        error, "cannot write", where=str(output), expected="a file in a folder that exists"
    )


def _follow(steps: Iterator[Step], agent: str, story: EpisodeStory, pace: float) -> list[Step]:
    """Plays the episode, and tells every step."""
    made: list[Step] = []
    while True:
        with _told(agent):
            step = next(steps, None)
        if step is None:
            return made
        made.append(step)
        story.take(step)
        said = step.text or ("nothing" if step.action is None else f"action {step.action}")
        mark = ", which is not legal" if step.is_illegal else ""
        paid = f"reward {step.reward:g}   in all {_paid(made):g}"
        click.echo(f"{len(made):>4}  {said}{mark}   {paid}")
        if not (step.is_over or step.is_cut):
            time.sleep(pace)


def _paid(steps: Sequence[Step]) -> float:
    return sum(step.reward for step in steps)


def _conclude(
    inner: OneSeat,
    story: EpisodeStory,
    players: list[str],
    steps: list[Step],
    output: Path | None,
) -> None:
    """How it ended, and where it can be looked at again."""
    from carcbot.games.game_text import GameRecord
    from carcbot.net.web.single_file import file_of

    state = story.state
    points = zip(state.ranking(), range(state.seats), state.scores(), strict=True)
    click.echo()
    if not state.over:
        is_lost = steps[-1].is_illegal
        click.echo(
            "lost by an action that is not legal" if is_lost else "broken off before its end"
        )
    for place, seat, score in sorted(points):
        learner = ", the learner" if seat == inner.seat else ""
        rank = f"{place}. " if state.over else ""
        click.echo(f"{rank}seat {seat} with {score} points: {players[seat]}{learner}")
    word = "step" if len(steps) == 1 else "steps"
    click.echo(f"{len(steps)} {word}, rewards of {_paid(steps):g} in all")
    record = GameRecord(inner.game, inner.options)
    for ply in inner.plies():
        record.apply(ply)
    click.echo(f"\nThe game as text:\n{record.text}")
    if output is not None:
        try:
            output.write_bytes(file_of(inner.game.name, story.held(goes_on=False)))
        except OSError as error:
            raise _unwritten(error, output) from error
        click.echo(f"\nThe page: {output}")
