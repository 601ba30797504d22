"""The bot's way to the world: a socket that comes back, workers that think, records on the disk."""

from carcbot.net.client.bot import Bot
from carcbot.net.client.stdio import StdioBot

__all__ = ["Bot", "StdioBot"]
