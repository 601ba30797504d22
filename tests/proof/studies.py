"""Proof that committed matches of studies are those that the searches play today.

Some studies keep no games, only what was counted in them. Of each such study the first deck of its
first match is played again, once from each seat, and must bring the points that the committed
result has. The tests do so where a game is short; here the long ones come too, which take some
seconds of a core each.

`python -m tests.proof.studies NAME...` plays those of some studies only.
"""

import argparse
import sys
from collections.abc import Iterator

from carcbot.arena.blocks import GameResult
from carcbot.arena.contest import Contest
from carcbot.arena.contest_course import ContestCourse
from carcbot.contest.any_game import play_game
from carcbot.contest.contest_folder import ContestFolder
from carcbot.lab import results_folder
from carcbot.lab.catalogue import STUDIES
from carcbot.lab.kept_games import archive_of
from carcbot.lab.study import Figures, Workbench

WITHOUT_GAMES = tuple(
    name
    for name in sorted(results_folder.saved_names())
    if STUDIES[name].listing.counts == "matches" and not archive_of(name).exists()
)
"""Studies of matches whose games are not kept."""


def duels_of(figures: Figures) -> list[Figures]:
    """The figures of each match of a study."""
    told = figures.get("duels") or figures.values()
    return [each for each in told if isinstance(each, dict) and "sides" in each]


def first_match(name: str) -> Contest:
    """The first match of a study, as it is asked for."""

    class AskedError(Exception):
        pass

    def keep(contest: Contest) -> ContestFolder:
        raise AskedError(contest)

    study = STUDIES[name]
    try:
        study.run(study.usual, Workbench(lambda: None, keep))
    except AskedError as asked:
        (contest,) = asked.args
        assert isinstance(contest, Contest)
        return contest
    raise AssertionError(f"{name} asks for no match")


def first_games(name: str) -> Iterator[tuple[GameResult, tuple[int, ...]]]:
    """The two games of the first deck, played now, and the points that the result tells of each."""
    contest = first_match(name)
    course = ContestCourse(contest)
    sides = duels_of(results_folder.load(name).figures)[0]["sides"]
    for _ in range(2):
        game = course.take()
        assert game is not None
        played = play_game(contest, game)
        told = tuple(
            sides[player][seat]["points"][0]
            for player, seat in zip(played.names, ("first", "second"), strict=True)
        )
        yield played, told


def main() -> int:
    """Plays the games, and says of each whether it is the one that was told of."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(WITHOUT_GAMES))
    names = parser.parse_args().names or WITHOUT_GAMES
    if unknown := set(names) - set(WITHOUT_GAMES):
        parser.error(f"no games to play again of {', '.join(sorted(unknown))}: see --help")
    wrong = 0
    for name in names:
        for played, told in first_games(name):
            same = played.scores == told
            wrong += not same
            sys.stdout.write(
                f"{name:20} {' : '.join(map(str, played.scores)):>9}  {' v '.join(played.names)}"
                f"{'' if same else f'  WRONG: the result tells of {told}'}\n"
            )
            sys.stdout.flush()
    sys.stdout.write("all as committed\n" if not wrong else f"{wrong} games differ\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
