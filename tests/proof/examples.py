"""Proof that what the tests say of examples holds for ten times as many, which are new each time.

Each test that draws its examples does so; what fails is kept under .hypothesis and tried first the
next time. With --seed the same are drawn again.

`python -m tests.proof.examples tests/search` draws those of one room only.
"""

import argparse
import secrets
import subprocess
import sys

from tests.hypothesis_profiles import NEW


def main() -> None:
    """Draws them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tests", nargs="*", default=["tests"], help="whose examples; usually all")
    parser.add_argument(
        "--seed", type=int, default=secrets.randbits(32), help="by which they are drawn"
    )
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadscope"]
    chosen = ["-m", "hypothesis", f"--hypothesis-profile={NEW}", f"--hypothesis-seed={asked.seed}"]
    sys.exit(subprocess.run([*command, *chosen, *asked.tests], check=False).returncode)


if __name__ == "__main__":
    main()
