"""Where the checks of a referee are collected."""

from carcbot.net.conform.kit import Book
from carcbot.net.conform.visit import Visit

__all__ = ["SERVER"]

SERVER: Book[Visit] = Book()
