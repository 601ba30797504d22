"""Tests of carcbot.net.process."""
