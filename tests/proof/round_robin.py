"""Proof that a round robin of quick agents is bound by its games, and not by what keeps them.

Four agents play it as `carcbot tournament run` does: by the same runner, in a process for each
core, with a folder and every record in it. First all four are greedy; then two of them move at
random; then two search, with a limit of simulations. What counts is the processor time of
everything, the runner and the start of its workers included; there are so many games that their
start counts little.

The bars are the shares of that time that native code takes, where a whole game is one call: 75 %
where all are greedy, 70 % where half of them move at random, 90 % where they search. How many games
a second that makes depends on the machine, and is printed. How long these calls take is measured in
the workers. Every game must be there, ended by the rules, and a part of the records is played
again.

`python -m tests.proof.round_robin --short` plays a few games, and judges only that.
"""

import argparse
import sys

from carcbot.contest.workers.processes import THIS_MACHINE


def arguments() -> argparse.Namespace:
    """What is said behind the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40_000, help="of each round robin, about")
    parser.add_argument("--workers", type=int, default=THIS_MACHINE.cores)
    parser.add_argument("--short", action="store_true", help="a few games, no speed is judged")
    return parser.parse_args()


if __name__ == "__main__":
    # Workers load this file too. Those of the command load only what plays games, so these must not
    # load what plays contests.
    from tests.proof.round_robin_games import prove

    said = arguments()
    sys.exit(prove(240 if said.short else said.games, said.workers, is_judged=not said.short))
