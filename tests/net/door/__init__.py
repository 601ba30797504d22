"""Tests of carcbot.net.door."""
