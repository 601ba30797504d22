"""Tests of carcbot.arena."""
