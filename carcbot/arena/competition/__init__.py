"""Competitions that a referee hosts: from registration to the last result. Pure, as contests are.

A competition is a story of facts: who entered, when a round began, how a game ended. How it stands
follows from its file and these facts alone (`proceedings`), so a referee that was killed goes on
from what it has written down. What happens next is decided from that, the time, and who is there
(`next_step`).
"""
