"""Tests of carcbot.contest.workers."""
