"""Tests of carcbot.net.conform."""
