"""Tests of carcbot.replay."""
