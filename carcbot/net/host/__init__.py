"""Tables at work: commands are carried out, journals written, and everybody is told.

What happens at a table is decided in `carcbot.referee`, which knows no socket, file or clock.
"""
