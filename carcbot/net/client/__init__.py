"""The bot as a program: a connection that is restored, workers that think, records on disk."""

from carcbot.net.client.bot import Bot
from carcbot.net.client.stdio import StdioBot

__all__ = ["Bot", "StdioBot"]
