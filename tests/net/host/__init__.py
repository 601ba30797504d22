"""Tests of carcbot.net.host."""
