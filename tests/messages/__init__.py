"""Tests of carcbot.messages, and of what protocol/ says of it."""
