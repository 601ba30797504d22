"""Tests of the commands about records."""
