"""Tests of carcbot.chance."""
