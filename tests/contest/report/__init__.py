"""Tests of carcbot.contest.report."""
