"""Tests of carcbot.net.referee."""
