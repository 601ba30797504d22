"""Games in plain Python with secrets."""

from collections.abc import Sequence

import carcbot._native.matches
import carcbot._native.search


def check_settings(settings: carcbot._native.search.Settings, game: str) -> None:
    """
    Raises AgentError, with the game's name, if searches with these settings do not play it.
    """

def make_searcher(settings: carcbot._native.search.Settings, view: str, seed: int) -> carcbot._native.search.Searcher:
    """A search with these settings about what a seat knows."""

def policies() -> list[str]:
    """Ways to pick moves; the first is the usual one."""

def orders() -> list[str]:
    """Orders of moves; the first is the usual one."""

def evaluations() -> list[str]:
    """Evaluations; the first is the usual one."""

def guesses() -> list[str]:
    """Ways to guess; the first is the usual one."""

def worth(state: object, evaluation: str) -> list[int]:
    """What the position is worth to each seat, in thousandths of a point."""

def play_game(start: object, players: Sequence[carcbot._native.matches.Player], chance: carcbot._native.matches.Chance, grace_ns: int) -> carcbot._native.matches.Played:
    """
    Plays a game to its end between searches that stand at `start`. Who takes longer than its time by more than `grace_ns` ends it.
    """
