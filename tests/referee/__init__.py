"""Tests of carcbot.referee."""
