"""``carcbot replay diff``: where two records part."""

from __future__ import annotations

from pathlib import Path

import click

from carcbot.cli.replay.record_files import FILE, whole_record

__all__ = ["diff"]


@click.command(epilog="Example: carcbot replay diff one.jsonl other.jsonl.zst")
@click.argument("one", type=FILE)
@click.argument("other", type=FILE)
def diff(*, one: Path, other: Path) -> None:
    """Tell how two records differ, and at which event.

    What stands in their headers comes first, then the first event in which something else happened.
    If all events are the same, it is the first one with another time or thought.
    """
    from carcbot.replay.difference import differences

    with whole_record(one) as record, whole_record(other) as record_too:
        found = False
        for difference in differences(record, record_too):
            found = True
            click.echo(difference.what)
            click.echo(f"  < {difference.one or 'nothing'}")
            click.echo(f"  > {difference.other or 'nothing'}")
        if not found:
            click.echo("the same")
