"""Tests of Hoard."""
