"""Tests of carcbot.conform."""
