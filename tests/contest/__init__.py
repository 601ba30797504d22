"""Tests of carcbot.contest."""
