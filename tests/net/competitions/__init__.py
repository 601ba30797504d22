"""Tests of carcbot.net.competitions."""
