"""Tests of the published API."""
