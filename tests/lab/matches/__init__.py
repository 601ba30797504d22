"""Tests of carcbot.lab.matches."""
