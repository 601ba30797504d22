"""Tests of what is needed to host a referee for strangers."""
