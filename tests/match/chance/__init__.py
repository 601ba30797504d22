"""Tests of carcbot.match.chance."""
