"""Tests of carcbot.search, and with it of the searches in the native core."""
