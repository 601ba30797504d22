"""The README's programs run as they stand, one after the other."""

import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"


def test_its_programs_run(tmp_path: Path) -> None:
    """A reader types them in their order."""
    programs = re.findall(
        r"^```python\n(.*?)^```", README.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert len(programs) > 3
    subprocess.run([sys.executable, "-c", "\n".join(programs)], cwd=tmp_path, check=True)
