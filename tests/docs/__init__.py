"""Tests that do what the pages in docs/ tell."""
