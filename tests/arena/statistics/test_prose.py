"""Test of docs/statistics.md."""

import re
from pathlib import Path
from typing import Any

PROSE = Path(__file__).parents[3] / "docs" / "statistics.md"


def test_example() -> None:
    """Each line of the example gives what the comment below it says."""
    found = re.search(r"```python\n(.*?)```", PROSE.read_text(), flags=re.DOTALL)
    assert found is not None
    told = re.findall(r"^(\w+\(.*\))\n# '(.*)'$", found[1], flags=re.MULTILINE)
    assert len(told) == 3
    names: dict[str, Any] = {}
    exec(found[1], names)  # noqa: S102 - our own prose
    for call, expected in told:
        assert eval(call, names) == expected  # noqa: S307 - our own prose
