"""The plots of results as SVG files, which pages in docs/lab show.

Drawing is left to another library, of which a newer version may draw a little differently. So a
file also says of which figures it was made, and that can be compared exactly.
"""

import hashlib
import json
from dataclasses import asdict

from carcbot.arena.statistics.intervals import Estimate
from carcbot.contest.report import plots
from carcbot.lab.study import Picture

__all__ = ["mark", "svg"]


def mark(picture: Picture) -> str:
    """What the file says of the figures that it was made of."""
    told = json.dumps(asdict(picture), sort_keys=True)
    return f"<!-- figures {hashlib.sha256(told.encode()).hexdigest()[:16]} -->"


def svg(picture: Picture) -> str:
    """The whole file, on white, for it may be looked at on a dark page."""
    element = _drawn(picture)
    head, _, rest = element.partition(">")
    ground = '<rect width="100%" height="100%" fill="white"/>'
    return f"{head}>\n{mark(picture)}\n{ground}{rest.rstrip()}\n"


def _drawn(picture: Picture) -> str:
    match picture.kind:
        case "lines":
            return plots.lines(picture.title, picture.across, picture.series)
        case "magnitudes":
            return plots.lines(picture.title, picture.across, picture.series, by_powers=True)
        case "groups":
            return plots.groups(picture.title, picture.across, picture.names, picture.series)
        case "bars":
            return plots.bars(picture.title, picture.names, picture.series)
        case "curves":
            return plots.curves(
                picture.title,
                picture.across,
                {
                    name: [(at, Estimate(*ends)) for at, *ends in points]
                    for name, points in picture.series.items()
                },
            )
