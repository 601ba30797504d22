"""Where the checks of a bot are collected, and how most of them begin."""

from typing import Final

from carcbot.conform.kit import Book, Chapter
from carcbot.conform.led_match import Board
from carcbot.conform.scripted_referee import Line
from carcbot.conform.stage import Stage

__all__ = ["BOT", "in_match", "with_line", "with_stage"]

BOT: Final[Book[Stage]] = Book()


async def _itself(stage: Stage) -> Stage:
    return stage


with_stage: Final[Chapter[Stage, Stage]] = BOT.given(_itself)
"""Checks that see to everything."""
with_line: Final[Chapter[Stage, Line]] = BOT.given(Stage.line)
"""Checks that begin with the bot's connection, on which nothing is said yet."""
in_match: Final[Chapter[Stage, Board]] = BOT.given(Stage.playing)
"""Checks that begin in a match that the bot has resumed: it has seat 0 and is about to be asked."""
