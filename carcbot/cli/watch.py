"""``carcbot watch``: a match at a referee, as it is played."""

from __future__ import annotations

import os

import click

from carcbot.cli.tls_options import CA_FILE
from carcbot.errors import OptionsError

__all__ = ["watch"]


@click.command(
    epilog="Example: CARCBOT_TOKEN=... carcbot watch 3f9a0c11d2e4\n\n"
    "An account has one connection. Watching with the token of a bot that plays takes the"
    " connection away from the bot: use an account of its own, such as 'carcbot serve --account"
    " eve'."
)
@click.argument("match", required=False)
@click.option(
    "--url",
    default="ws://127.0.0.1:8765/play",
    help="The address of the referee.",
)
@CA_FILE
def watch(*, match: str | None, url: str, ca_file: str | None) -> None:
    """Watch a match, a line for each event from first to last.

    MATCH is its name, which the log of a bot has as match=NAME. Without it the only match in
    progress is watched; if there is another number of them, they and the open tables are listed.

    It needs an account at the referee: the token is in the environment, in CARCBOT_TOKEN. When the
    connection is lost it comes back, and misses nothing.
    """
    import asyncio

    from carcbot.cli.event_lines import tell
    from carcbot.cli.log_setup import set_up_logging

    set_up_logging("text")
    token = os.environ.get("CARCBOT_TOKEN", "")
    if not token:
        raise OptionsError(
            "there is no token", where="the environment", expected="one in CARCBOT_TOKEN"
        )
    asyncio.run(tell(url, token, match, ca_file or ""))
