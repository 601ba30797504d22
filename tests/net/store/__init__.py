"""Tests of carcbot.net.store."""
