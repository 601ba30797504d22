"""``carcbot replay diff``: where two records part."""

from pathlib import Path

import click

from carcbot.cli.replay.files import FILE, whole_record
from carcbot.replay.parting import differences

__all__ = ["diff"]


@click.command(epilog="Example: carcbot replay diff one.jsonl other.jsonl.zst")
@click.argument("one", type=FILE)
@click.argument("other", type=FILE)
def diff(*, one: Path, other: Path) -> None:
    """Tell how two records differ, and where the matches part.

    What stands in their headers comes first, then the first event in which something else happened.
    If the same happened in both, it is the first of which they tell another time or thought.
    """
    with whole_record(one) as record, whole_record(other) as record_too:
        found = False
        for difference in differences(record, record_too):
            found = True
            click.echo(difference.what)
            click.echo(f"  < {difference.one or 'nothing'}")
            click.echo(f"  > {difference.other or 'nothing'}")
        if not found:
            click.echo("the same")
