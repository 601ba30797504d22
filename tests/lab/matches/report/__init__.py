"""Tests of carcbot.lab.matches.report."""
