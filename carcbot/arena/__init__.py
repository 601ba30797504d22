"""Matches between bots: who plays whom, and what the results say. Pure: nothing is played here."""
