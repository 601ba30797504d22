"""Tests of what environments of Carcassonne have besides."""
