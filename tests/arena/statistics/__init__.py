"""Tests of carcbot.arena.statistics."""
