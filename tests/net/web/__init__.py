"""Tests of carcbot.net.web: what pages ask for over HTTP."""
