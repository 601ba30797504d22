"""Tests of carcbot.match."""
