"""The bot's way to the world: a socket that comes back, workers that think, records on the disk."""

from carcbot.net.client.bot import Bot

__all__ = ["Bot"]
