"""Tests of carcbot.lab."""
