"""Tests of the games, each in a room of its own."""
