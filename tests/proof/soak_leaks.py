"""Whether a process leaks: it is looked at again and again along one long life.

A referee grows for a while: its guests come back, it loads what it needs, and it keeps the tables
of the last matches that are over, 200 of them. From then on whatever comes has to go again. So the
first third of the samples does not count, for memory none before so many matches; through the
others a straight line is laid, and what it rises along the stretch must be within the bar. For
files, connections and children that is a handful, because guests come by chance; there are ten.
For memory it is 1 kB for each connection that came and each match that was played: less than
anything that anybody would keep of them. Three megabytes are allowed in any case, which an
allocator's fragments may take.
"""

import statistics
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.proof.hostile import memory_mb

__all__ = ["SETTLED", "Sample", "leaks", "look_at", "rises"]

SETTLED: Final = 250
"""After so many matches a referee is as large as it will be."""
_LEAST: Final = 8
"""From so few samples nothing follows."""
_BAR_COUNTS: Final = {"files": 6.0, "connections": 5.0, "children": 0.5}
_BAR_MB: Final = 3.0
_BAR_MB_EACH: Final = 0.001


@dataclass(frozen=True, slots=True)
class Sample:
    """What a process had at a moment.

    Attributes:
        second: Which moment.
        megabytes: Of memory.
        files: Open ones, connections included.
        connections: Open ones.
        children: Processes that it has started.
        came: How many connections have ever been opened to it.
        matches: How many matches have ended there.
    """

    second: float
    megabytes: float
    files: int
    connections: int
    children: int
    came: int
    matches: int


def look_at(pid: int, second: float, *, came: int, matches: int) -> Sample:
    """Takes a sample of a process."""
    links = []
    for link in Path(f"/proc/{pid}/fd").iterdir():
        try:
            links.append(str(link.readlink()))
        except OSError:
            continue  # it was closed meanwhile
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    connections = sum(link.startswith("socket:") for link in links)
    return Sample(second, memory_mb(pid), len(links), connections, len(children), came, matches)


def rises(samples: list[Sample], what: str) -> float:
    """What a straight line through the samples rises from the first to the last."""
    seconds = [each.second for each in samples]
    line = statistics.linear_regression(seconds, [getattr(each, what) for each in samples])
    return line.slope * (seconds[-1] - seconds[0])


def leaks(samples: list[Sample]) -> tuple[list[str], list[str]]:
    """What there is to say of one life, and what of it is wrong."""
    if len(samples) * 2 // 3 < _LEAST:
        return [f"only {len(samples)} samples"], []
    told, wrong = [], []
    later = samples[len(samples) // 3 :]
    bars = dict(_BAR_COUNTS)
    settled = [each for each in later if each.matches - samples[0].matches >= SETTLED]
    judged = dict.fromkeys(bars, later)
    if len(settled) < _LEAST:
        told.append(f"memory is not judged before {SETTLED} matches")
    else:
        first, last = settled[0], settled[-1]
        done = last.came - first.came + last.matches - first.matches
        bars["megabytes"] = max(_BAR_MB, _BAR_MB_EACH * done)
        judged["megabytes"] = settled
    for what, bar in bars.items():
        part = judged[what]
        rise = rises(part, what)
        span_s = part[-1].second - part[0].second
        level = statistics.median(getattr(each, what) for each in part)
        told.append(f"{what} {level:.0f}, {rise:+.1f} in {span_s:.0f} s (bar: +{bar:.1f})")
        if rise > bar:
            wrong.append(f"{what} leak: {rise:+.1f} in {span_s:.0f} s")
    return told, wrong
