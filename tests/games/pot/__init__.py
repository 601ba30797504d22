"""Tests of Pot."""
