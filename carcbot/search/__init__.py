"""Agents: a name and parameters become a search, and a search becomes a decision.

Nothing here looks at a clock or starts a process; whoever runs an agent against time is in
carcbot.net.process.
"""
