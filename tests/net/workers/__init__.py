"""Tests of carcbot.net.workers."""
