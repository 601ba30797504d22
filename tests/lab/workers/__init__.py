"""Tests of carcbot.lab.workers."""
