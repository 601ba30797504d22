"""Tests of carcbot.arena.formats."""
