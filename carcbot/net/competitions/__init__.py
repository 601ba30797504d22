"""Competitions at a referee: their folders, the matches that they consist of, and those who ask."""

from carcbot.net.competitions.competitions import Competitions

__all__ = ["Competitions"]
