"""Where the checks of a bot are collected."""

from carcbot.net.conform.kit import Book
from carcbot.net.conform.stage import Stage

__all__ = ["BOT"]

BOT: Book[Stage] = Book()
