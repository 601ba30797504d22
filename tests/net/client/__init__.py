"""Tests of carcbot.net.client."""
