"""Tests of carcbot.net."""
