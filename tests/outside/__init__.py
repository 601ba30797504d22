"""Tests of games that come from other packages."""
