"""Tests of carcbot.arena.competition."""
