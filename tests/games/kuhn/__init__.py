"""Tests of Kuhn poker."""
