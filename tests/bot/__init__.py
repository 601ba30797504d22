"""Tests of carcbot.bot."""
