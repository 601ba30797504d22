"""Tests of protocol/samples: bots in several languages to copy from."""
